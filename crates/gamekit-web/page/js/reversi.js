// The view of Reversi.

import { ReversiGame } from '../gamekit/gamekit.js';
import { reversiAddress, setAddress } from './address.js';
import { copy, h, icon, message, save, say } from './dom.js';
import { Engine } from './engine.js';
import { gameList } from './games.js';
import { lang, number, t } from './i18n.js';
import { ReversiBoard } from './reversi-board.js';
import { ReversiReview } from './reversi-review.js';
import { load, store } from './settings.js';

/** The search of the engine at each level. `margin` is how many discs a chosen move may lose. */
const LEVELS = {
  1: { depth: 1, solveFrom: 0, millis: 500, margin: 4, book: 0 },
  2: { depth: 3, solveFrom: 6, millis: 1000, margin: 1.5, book: 4 },
  3: { depth: 8, solveFrom: 12, millis: 2000, margin: 0.3, book: 12 },
  4: { depth: 16, solveFrom: 20, millis: 4000, margin: 0, book: 20 },
};
/** The largest number of empty squares at which the analysis solves the position. */
const SOLVE_FROM = 18;
const DEEPEST = 22;

export class ReversiView {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.engine = new Engine('reversi', app.modules.reversi);
    this.game = ReversiGame.start();
    this.ply = 0;
    this.options = { mode: 'free', level: '3', legal: true, book: true, analyse: false, ...load('reversi') };
    this.values = new Map();
    this.build();
    this.refresh();
  }

  build() {
    const button = (key, run, attributes = {}) => h('button', { onclick: run, ...attributes }, t(key));
    const stepper = (key, run) => h('button', { class: 'icon', 'aria-label': t(key), title: t(key), onclick: run }, icon(key));
    const toggle = (key, name) => {
      const box = h('input', { type: 'checkbox', checked: this.options[name], onchange: () => { this.set(name, box.checked); } });
      return h('label', { class: 'switch' }, box, h('span', {}, t(key)));
    };
    const choice = (key, name, values) => {
      const select = h('select', { 'aria-label': t(key), onchange: () => this.set(name, select.value) },
        ...Object.entries(values).map(([value, label]) => h('option', { value, selected: this.options[name] === value }, t(label))));
      return h('label', { class: 'field' }, h('span', {}, t(key)), select);
    };
    this.board = new ReversiBoard((name) => this.click(name));
    this.blackScore = h('span', { class: 'count' });
    this.whiteScore = h('span', { class: 'count' });
    this.turn = h('p', { class: 'turn' });
    this.openingLine = h('p', { class: 'opening' });
    this.pass = button('pass', () => this.play('pass'), { class: 'primary', hidden: true });
    this.steps = [stepper('first', () => this.go(0)), stepper('previous', () => this.go(this.ply - 1)),
      stepper('next', () => this.go(this.ply + 1)), stepper('last', () => this.go(Infinity))];
    this.undoButton = button('undo', () => this.undo());
    this.progress = h('p', { class: 'hint', role: 'status' });
    this.list = h('ol', { class: 'moves' });
    this.line = h('p', { class: 'pv' });
    this.review = new ReversiReview(this);
    this.listCard = h('div', { class: 'slot' });
    this.levelField = choice('level', 'level', { 1: 'level1', 2: 'level2', 3: 'level3', 4: 'level4' });
    this.root.replaceChildren(
      h('div', { class: 'layout' },
        h('div', { class: 'stage' },
          h('div', { class: 'scoreboard' },
            h('div', { class: 'side' }, h('span', { class: 'pip black' }), h('span', { class: 'hidden-text' }, t('black')), this.blackScore),
            this.turn,
            h('div', { class: 'side' }, this.whiteScore, h('span', { class: 'hidden-text' }, t('white')), h('span', { class: 'pip white' }))),
          this.board.element,
          this.openingLine,
          h('div', { class: 'bar' }, h('div', { class: 'group' }, this.steps), this.pass, this.undoButton,
            button('newGame', () => this.newGame()))),
        h('div', { class: 'panels' },
          this.listCard,
          h('section', { class: 'card', 'aria-label': t('analyse') },
            h('div', { class: 'switches' }, toggle('analyse', 'analyse'), toggle('showBook', 'book'), toggle('showLegal', 'legal')),
            this.progress, this.line,
            h('div', { class: 'fields' },
              choice('mode', 'mode', { free: 'modeFree', black: 'modeBlack', white: 'modeWhite' }), this.levelField)),
          h('section', { class: 'card', 'aria-label': t('moveList') }, h('h2', {}, t('moveList')), this.list),
          this.review.element,
          h('section', { class: 'card', 'aria-label': t('share') }, h('h2', {}, t('share')),
            h('div', { class: 'row' },
              button('copyMoves', () => copy(this.game.transcript(), t('copied'))),
              button('copyBoard', () => copy(this.shown.boardText(), t('copied'))),
              button('copyLink', () => copy(location.href, t('copied'))),
              button('saveSvg', () => save('reversi.svg', this.picture(), 'image/svg+xml')),
              button('saveGgf', () => save('reversi.ggf', this.game.write('ggf')))),
            h('p', { class: 'hint keys' }, t('keys'))))));
  }

  /** Changes an option. */
  set(name, value) {
    this.options[name] = value;
    store('reversi', this.options);
    this.refresh();
  }

  /** Shows a game, from a file or from the address. */
  open(game, ply) {
    this.game = game;
    this.ply = Math.min(ply ?? Infinity, game.state.ply);
    this.review.clear();
    this.refresh();
  }

  openFile(file, name) {
    this.listCard.replaceChildren();
    if (file.items.length > 1) {
      const score = (item) => (item.score === null || item.score === undefined ? '' : `${item.score > 0 ? '+' : ''}${item.score}`);
      const players = (item) => [item.black, item.white].filter(Boolean).join(' – ');
      const columns = [[t('players'), players], [t('result'), score], [t('date'), (item) => item.date], [t('opening'), (item) => openingName(item.opening)],
        [t('title'), (item) => item.tournament], [t('note'), (item) => item.comment]];
      this.listCard.append(gameList(file, name, columns, (index) => {
        this.open(file.open(index), 0);
        this.go(Infinity);
      }, () => this.listCard.replaceChildren()));
    }
    const first = file.items.findIndex((item) => !item.error);
    this.open(file.open(first));
  }

  openAddress({ text, ply }) { this.open(ReversiGame.parse(text), ply); }

  newGame() {
    this.listCard.replaceChildren();
    this.open(ReversiGame.start());
  }

  /** Whether a person moves the side to move. */
  get isHuman() { return this.options.mode === 'free' || this.options.mode === this.shown.state.side; }

  click(name) {
    const { legal, isOver, mustPass } = this.state;
    if (isOver || mustPass || !this.isHuman || this.isThinking) return;
    if (legal.some((one) => one.move === name)) this.play(name);
  }

  play(move) {
    const before = this.state;
    const game = this.shown.copy().play(move);
    // A move of the list that is played again keeps the moves after it.
    const isNext = this.game.moves()[this.ply]?.move === move;
    if (!isNext) {
      this.game = game;
      this.review.clear();
    }
    this.ply += 1;
    this.refresh();
    const after = this.state;
    const next = after.isOver ? this.verdict(after) : t(after.side === 'black' ? 'blackToMove' : 'whiteToMove');
    say(`${t(before.side)} ${move === 'pass' ? t('pass') : move}. ${next}`);
  }

  undo() {
    // Against the engine, the own last move is taken back, too.
    const moves = this.game.moves().slice(0, this.ply);
    let ply = this.ply - 1;
    if (this.options.mode !== 'free') {
      while (ply > 0 && moves[ply]?.side !== this.options.mode) ply -= 1;
    }
    if (ply < 0) return;
    this.game = this.game.at(ply);
    this.ply = ply;
    this.review.clear();
    this.refresh();
  }

  go(ply) {
    const to = Math.max(0, Math.min(ply, this.game.state.ply));
    if (to === this.ply) return;
    this.ply = to;
    this.refresh();
    const last = this.state.last;
    say(last ? `${this.ply}. ${last === 'pass' ? t('pass') : last}` : t('first'));
  }

  verdict(state) {
    if (state.score === 0) return t('draw');
    return t('wonBy', t(state.score > 0 ? 'black' : 'white'), Math.abs(state.score));
  }

  /** Shows the current position, then starts the engine or the analysis. */
  refresh() {
    this.engine.stop();
    this.isThinking = false;
    this.shown = this.game.at(this.ply);
    this.state = this.shown.state;
    this.values.clear();
    this.line.textContent = '';
    this.progress.textContent = '';
    this.levelField.hidden = this.options.mode === 'free';
    this.drawList();
    this.draw();
    if (!this.app.isShown(this)) return;
    const total = this.game.state.ply;
    setAddress(reversiAddress(this.game.transcript(), this.ply, total));
    if (this.options.book && !this.app.book) this.app.loadBook().then(() => this.draw(), () => {});
    const isLast = this.ply === total;
    if (!this.state.isOver && !this.isHuman && isLast) this.think();
    else if (this.options.analyse) this.analyse();
    else if (!this.state.isOver) this.progress.textContent = t('noValues');
  }

  hide() { this.engine.stop(); this.isThinking = false; this.review.stop(); }

  draw() {
    const { state } = this;
    const known = this.options.book && this.app.book ? this.app.book.moves(this.shown) : [];
    const marks = new Map();
    const best = this.bestOf([...this.values.entries()].map(([move, one]) => [move, one.value]));
    for (const { move, value, games, wins, draws } of known) {
      if (move === 'pass') continue;
      const label = value === null ? '·' : signed(value, 1);
      const share = games ? Math.round((100 * (wins + draws / 2)) / games) : 0;
      marks.set(move, { label, kind: 'book', note: games ? number(games) : '', title: t('bookLine', number(games), share) });
    }
    if (this.values.size === 0) {
      const bookBest = this.bestOf(known.filter((one) => one.value !== null).map((one) => [one.move, one.value]));
      for (const move of bookBest) if (marks.has(move)) marks.get(move).best = true;
    }
    for (const [move, { value, exact }] of this.values) {
      const book = marks.get(move);
      marks.set(move, {
        label: signed(value, exact ? 0 : 1), exact, kind: 'value', best: best.has(move),
        note: book && book.label !== '·' ? book.label : '', noteWord: book && book.label !== '·' ? t('book') : '',
      });
    }
    this.marks = marks;
    this.board.draw(state, marks, { showLegal: this.options.legal, canPlay: this.isHuman && !state.isOver });
    this.blackScore.textContent = state.black;
    this.whiteScore.textContent = state.white;
    let turn = t(state.side === 'black' ? 'blackToMove' : 'whiteToMove');
    if (state.isOver) turn = `${t('over')}: ${this.verdict(state)}`;
    else if (state.mustPass) turn = t('mustPass', t(state.side));
    else if (this.isThinking) turn = t('thinking', t(state.side));
    this.turn.textContent = turn;
    this.turn.className = `turn ${state.isOver ? 'over' : state.side}`;
    const { opening } = state;
    const name = openingName(opening);
    const size = known.filter((one) => one.move !== 'pass').length;
    const about = this.options.book && this.app.book && !state.isOver ? (size ? t('inBook', size) : t('notInBook')) : '';
    this.openingLine.replaceChildren(name ? h('b', {}, name) : '', name && about ? ' · ' : '', about);
    this.pass.hidden = !(state.mustPass && this.isHuman);
    const total = this.game.state.ply;
    const [first, previous, next, last] = this.steps;
    first.disabled = previous.disabled = this.ply === 0;
    next.disabled = last.disabled = this.ply === total;
    this.undoButton.disabled = this.ply === 0;
  }

  bestOf(pairs) {
    const top = Math.max(...pairs.map(([, value]) => value));
    return new Set(pairs.filter(([, value]) => value === top).map(([move]) => move));
  }

  drawList() {
    const moves = this.game.moves();
    const losses = this.review.losses;
    this.list.replaceChildren(...(moves.length ? moves.map(({ ply, side, move }) => h('li', {},
      h('button', {
        class: `move ${side}${ply === this.ply ? ' on' : ''}${losses.get(ply) >= 4 ? ' blunder' : losses.get(ply) >= 1 ? ' mistake' : ''}`,
        'aria-current': ply === this.ply ? 'step' : undefined,
        onclick: () => this.go(ply),
      }, h('i', {}, String(ply)), h('span', { class: 'hidden-text' }, ` ${t(side)} `), move === 'pass' ? t('pass') : move))) : [h('li', { class: 'hint' }, t('noMoves'))]));
    const on = this.list.querySelector('.on');
    if (on) this.list.scrollTop = on.offsetTop - this.list.clientHeight / 2;
  }

  onEvent(kind, data) {
    if (kind === 'loading') this.progress.textContent = data ? t('loadingWeights') : '';
  }

  fail(error) {
    this.progress.textContent = '';
    const text = /HTTP|fetch|network/i.test(error.message) ? t('loadFailed', 'reversi.weights') : error.message;
    message(text, { kind: 'error' });
  }

  async analyse() {
    const { state } = this;
    if (state.isOver || state.legal.length === 0) return;
    const show = (found) => {
      for (const one of found.moves) this.values.set(one.move, one);
      this.progress.textContent = t('analysing', found.depth, number(found.nodes));
      if (found.moves.length) this.line.textContent = found.moves[0].line.join(' ');
      this.draw();
    };
    try {
      const found = await this.engine.ask('analyse', {
        text: this.shown.transcript(), depth: DEEPEST, solveFrom: SOLVE_FROM, needsWeights: true,
      }, (kind, data) => {
        this.onEvent(kind, data);
        if (kind === 'progress') show(data);
        if (kind === 'exact') {
          this.values.set(data.move, { value: data.value, exact: true });
          this.progress.textContent = data.done < data.total ? t('solving', data.total, data.done) : t('solved');
          this.line.textContent = '';
          this.draw();
        }
      });
      if (found && ![...this.values.values()].every((one) => one.exact)) this.progress.textContent = t('finished', found.depth);
    } catch (error) { this.fail(error); }
  }

  async think() {
    if (this.state.mustPass) {
      setTimeout(() => { if (!this.isHuman && this.state.mustPass) this.play('pass'); }, 500);
      return;
    }
    this.isThinking = true;
    this.draw();
    const level = LEVELS[this.options.level];
    try {
      if (level.book && !this.app.book) await this.app.loadBook().catch(() => {});
      const shown = this.shown;
      const move = this.bookMove(level) ?? (await this.engine.ask('go', {
        text: shown.transcript(), ...level, needsWeights: true,
      }, (kind, data) => this.onEvent(kind, data)))?.move;
      if (!move || shown !== this.shown) return;
      // A person can follow the game only if the answer takes a moment.
      await new Promise((resolve) => { setTimeout(resolve, 350); });
      if (shown !== this.shown) return;
      this.isThinking = false;
      this.play(move);
    } catch (error) {
      this.isThinking = false;
      this.fail(error);
      this.draw();
    }
  }

  bookMove({ book }) {
    if (!this.app.book || this.ply >= book) return undefined;
    const known = this.app.book.moves(this.shown).filter((one) => one.value !== null && one.games >= 10);
    const top = known.filter((one) => one.value >= known[0].value - 1);
    return top[Math.floor(Math.random() * top.length)]?.move;
  }

  picture() {
    const marks = [...this.marks].map(([square, { label, best }]) => ({ square, label, best: best ?? false }));
    const legal = this.options.legal ? this.state.legal.filter((one) => !this.marks.has(one.move)).map(({ move }) => ({ square: move })) : [];
    return this.shown.svg({ language: lang(), marks: [...marks.sort((a, b) => b.best - a.best), ...legal] });
  }

  /** Handles a key outside the board. Returns whether the key was used. */
  key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return false;
    this.go(this.ply + steps[event.key]);
    return true;
  }
}

/** The name of an opening in the language of the page, or in the other language. */
function openingName(opening) {
  if (!opening) return '';
  const { english, japanese } = opening;
  return (lang() === 'ja' ? japanese ?? english : english ?? japanese) ?? '';
}

/** Writes a value with its sign: +3, −1.5, 0. */
export function signed(value, decimals = 0) {
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return '0';
  return `${value > 0 ? '+' : '−'}${text}`;
}

