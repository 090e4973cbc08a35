// The view of shogi.

import { ShogiGame } from '../gamekit/gamekit.js';
import { setAddress, shogiAddress } from './address.js';
import { copy, h, icon, message, save, say } from './dom.js';
import { gameList } from './games.js';
import { lang, t, word } from './i18n.js';
import { load, store } from './settings.js';
import { ShogiBoard } from './shogi-board.js';
import { ShogiEditor } from './shogi-editor.js';
import { ShogiMate } from './shogi-mate.js';
import { pieceOf, pieceSvg } from './shogi-pieces.js';

export class ShogiView {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.options = { western: false, exchange: false, flipped: false, ...load('shogi') };
    this.game = ShogiGame.start();
    this.node = 0;
    this.build();
    this.loadTree();
    this.refresh();
  }

  build() {
    const button = (key, run, attributes = {}) => h('button', { onclick: run, ...attributes }, t(key));
    const stepper = (key, run) => h('button', { class: 'icon', 'aria-label': t(key), title: t(key), onclick: run }, icon(key));
    this.board = new ShogiBoard((square) => this.click(square), (side, kind) => this.clickHand(side, kind));
    this.turn = h('p', { class: 'turn' });
    this.steps = [stepper('first', () => this.first()), stepper('previous', () => this.step(-1)),
      stepper('next', () => this.step(1)), stepper('last', () => this.lastNode())];
    this.list = h('ol', { class: 'moves shogi-moves' });
    this.variations = h('div', { class: 'variations' });
    this.comment = h('div', { class: 'comment', hidden: true });
    this.header = h('div', { class: 'header' });
    this.listCard = h('div', { class: 'slot' });
    this.editor = new ShogiEditor(this, () => this.draw(), (sfen) => this.finishEdit(sfen), () => this.closeEdit());
    this.editor.element.hidden = true;
    this.mate = new ShogiMate(this);
    const exchange = h('input', { type: 'checkbox', checked: this.options.exchange, onchange: () => this.set('exchange', exchange.checked) });
    const letters = h('select', { 'aria-label': t('letters'), onchange: () => this.set('western', letters.value === 'west') },
      h('option', { value: 'ja', selected: !this.options.western }, t('lettersJa')),
      h('option', { value: 'west', selected: this.options.western }, t('lettersWest')));
    const formats = h('select', { 'aria-label': t('saveAs') }, ...[['kif:utf-8', 'KIF (UTF-8)'], ['kif:shift_jis', 'KIF (Shift_JIS)'],
      ['ki2:utf-8', 'KI2'], ['csa:utf-8', 'CSA'], ['jkf:utf-8', 'JKF'], ['usi:utf-8', 'USI']].map(([value, label]) => h('option', { value }, label)));
    this.normalPanels = [
      h('section', { class: 'card', 'aria-label': t('moveList') }, h('h2', {}, t('moveList')), this.header, this.list, this.variations, this.comment),
      this.mate.element,
      h('section', { class: 'card', 'aria-label': t('show') },
        h('div', { class: 'spread' }, h('label', { class: 'switch' }, exchange, h('span', {}, t('exchange'))),
          h('label', { class: 'field' }, h('span', {}, t('letters')), letters), button('edit', () => this.openEdit()))),
      h('section', { class: 'card', 'aria-label': t('share') }, h('h2', {}, t('share')),
        h('div', { class: 'row' },
          button('copySfen', () => copy(this.game.sfen(this.node), t('copied'))),
          button('copyKif', () => copy(this.game.write('kif').text, t('copied'))),
          button('copyLink', () => copy(location.href, t('copied'))),
          button('copySvg', () => copy(this.picture(), t('copied'))),
          button('saveSvg', () => save('shogi.svg', this.picture(), 'image/svg+xml'))),
        h('div', { class: 'row' }, formats, button('saveButton', () => this.saveAs(...formats.value.split(':')))),
        h('p', { class: 'hint keys' }, t('keys'))),
    ];
    this.root.replaceChildren(h('div', { class: 'layout shogi-layout' },
      h('div', { class: 'stage' },
        this.turn, this.board.element,
        h('div', { class: 'bar' }, h('div', { class: 'group' }, this.steps), button('flip', () => this.set('flipped', !this.options.flipped)),
          button('newGame', () => this.newGame()))),
      h('div', { class: 'panels' }, this.listCard, this.editor.element, ...this.normalPanels)));
  }

  set(name, value) {
    this.options[name] = value;
    store('shogi', this.options);
    this.draw();
  }

  // The game.

  newGame() {
    this.listCard.replaceChildren();
    this.open(ShogiGame.start());
  }

  open(game, node = 0) {
    this.closeEdit();
    this.mate.clear();
    this.game = game;
    this.node = node;
    this.loadTree();
    this.refresh();
  }

  openFile(file, name) {
    this.listCard.replaceChildren();
    if (file.items.length > 1) {
      const columns = [[t('players'), (item) => [item.black, item.white].filter(Boolean).join(' – ')],
        [t('result'), (item) => (item.outcome ? outcome(item.outcome) : '')],
        [t('moves'), (item) => (item.note ? '' : item.plies)], [t('date'), (item) => item.date], [t('title'), (item) => item.title],
        [t('note'), (item) => item.note]];
      this.listCard.append(gameList(file, name, columns, (index) => this.open(file.open(index)), () => this.listCard.replaceChildren()));
    }
    const first = file.items.findIndex((item) => !item.error);
    const { warnings } = file.items[first];
    this.open(file.open(first));
    if (warnings?.length) message(`${t('repaired')} ${warnings.slice(0, 5).join('; ')}`, { seconds: 15, title: name });
  }

  openAddress({ start, moves }) {
    const game = start === 'startpos' ? ShogiGame.start() : ShogiGame.fromSfen(start);
    let node = 0;
    for (const move of moves) node = game.play(node, move);
    this.open(game, node);
  }

  loadTree() {
    const tree = this.game.tree();
    this.tree = tree;
    this.nodes = new Map(tree.nodes.map((node) => [node.id, { ...node, children: [] }]));
    for (const node of tree.nodes) if (node.parent !== undefined) this.nodes.get(node.parent).children.push(node.id);
    // The last child that was visited continues the line on the page.
    this.chosen = new Map();
  }

  /** The nodes from the start through the current node to the end of its line. */
  get path() {
    const path = [];
    for (let at = this.node; at !== undefined; at = this.nodes.get(at).parent) path.unshift(at);
    for (let at = this.nextOf(this.node); at !== undefined; at = this.nextOf(at)) path.push(at);
    return path;
  }

  nextOf(id) { return this.chosen.get(id) ?? this.nodes.get(id).children[0]; }

  goTo(id, { isSaid = true } = {}) {
    if (!this.nodes.has(id)) return;
    this.node = id;
    for (let at = id; this.nodes.get(at).parent !== undefined; at = this.nodes.get(at).parent) this.chosen.set(this.nodes.get(at).parent, at);
    this.refresh();
    if (isSaid) this.sayNode();
  }

  sayNode() {
    const { ply, end, comment } = this.nodes.get(this.node);
    say(ply === 0 ? t('start') : `${ply}. ${end ? word(end) : this.moveName(this.nodes.get(this.node))}${comment ? `. ${comment}` : ''}`);
  }

  step(by) {
    const to = by > 0 ? this.nextOf(this.node) : this.nodes.get(this.node).parent;
    if (to !== undefined) this.goTo(to);
  }

  first() { this.goTo(0); }

  lastNode() { this.goTo(this.path.at(-1)); }

  play(usi) {
    try {
      const node = this.game.play(this.node, usi);
      if (!this.nodes.has(node)) {
        const { chosen } = this;
        this.loadTree();
        this.chosen = chosen;
      }
      this.goTo(node);
    } catch (error) { message(error.message, { kind: 'error' }); }
  }

  /** Whether moves have Western names. Readers of English rarely read the names of Japanese records. */
  get isWestern() { return this.options.western || lang() !== 'ja'; }

  moveName(node) {
    return `${node.side === 'black' ? '☗' : '☖'}${this.isWestern ? node.western : node.japanese}`;
  }

  // The board.

  click(square) {
    if (this.isEditing) { this.editor.square(square); return; }
    const { legal } = this.state;
    if (this.selected) {
      const moves = this.movesOf(this.selected).filter((one) => one.target === square);
      if (moves.length) {
        this.selected = undefined;
        if (moves.length > 1) this.askPromotion(moves);
        else this.play(moves[0].usi);
        return;
      }
    }
    const isOwn = legal.some((one) => one.origin === square);
    this.selected = isOwn && this.selected !== square ? square : undefined;
    this.draw();
    if (this.selected) say(t('selected', this.movesOf(square).length));
  }

  clickHand(side, kind) {
    if (this.isEditing) { this.editor.hand(side, kind); return; }
    const name = `${side}:${kind}`;
    this.selected = side === this.state.side && this.selected !== name && this.movesOf(name).length ? name : undefined;
    this.draw();
    if (this.selected) say(t('selected', this.movesOf(name).length));
  }

  /** The legal moves of a square or of a piece in hand. */
  movesOf(name) {
    const [, kind] = name.split(':');
    return this.state.legal.filter((one) => (kind ? !one.origin && one.piece === kind : one.origin === name));
  }

  askPromotion(moves) {
    const dialog = h('dialog', { class: 'promotion', 'aria-label': t('promoteTitle') });
    const choice = (move, key) => h('button', { onclick: () => { dialog.close(); this.play(move.usi); } },
      pieceSvg(pieceOf(move.promotes ? `+${move.piece}` : move.piece, 'black'), this.options.western, false), h('span', {}, t(key)));
    const promoting = moves.find((move) => move.promotes);
    const plain = moves.find((move) => !move.promotes);
    dialog.append(h('h2', {}, t('promoteTitle')), h('div', { class: 'row' }, choice(promoting, 'promote'), choice(plain, 'stay')));
    dialog.addEventListener('close', () => { dialog.remove(); this.draw(); });
    document.body.append(dialog);
    dialog.showModal();
  }

  refresh() {
    this.state = this.game.state(this.node);
    this.selected = undefined;
    this.draw();
    this.drawList();
    this.mate.positionChanged();
    if (!this.app.isShown(this)) return;
    const moves = [];
    for (let at = this.node; at !== 0; at = this.nodes.get(at).parent) {
      const { usi, isIllegal } = this.nodes.get(at);
      if (usi && !isIllegal) moves.unshift(usi);
    }
    setAddress(shogiAddress(this.game.sfen(0), moves));
  }

  hide() { this.mate.stop(); }

  draw() {
    const state = this.isEditing ? this.editor.state : this.state;
    const node = this.nodes.get(this.node);
    const targets = new Map();
    if (!this.isEditing) {
      const moves = this.selected ? this.movesOf(this.selected) : this.options.exchange ? state.legal : [];
      for (const move of moves) {
        const value = move.exchange;
        const old = targets.get(move.target);
        if (old && old.value >= value) continue;
        // Without a selected piece, only the squares where material changes hands have a mark.
        if (!this.selected && value <= 0) continue;
        const label = this.options.exchange && value !== 0 ? `${value > 0 ? '+' : '−'}${Math.abs(value)}` : '';
        targets.set(move.target, { value, label, kind: label ? (value > 0 ? 'gain' : 'loss') : '' });
      }
    }
    const { usi } = node;
    const last = usi && !this.isEditing && !node.isIllegal ? { origin: usi[1] === '*' ? undefined : usi.slice(0, 2), target: usi.slice(2, 4) } : {};
    const names = { black: this.tree.black ?? undefined, white: this.tree.white ?? undefined };
    this.board.draw(state, {
      isFlipped: this.options.flipped, western: this.options.western, isEditing: this.isEditing, targets, last, names,
      selected: this.isEditing ? this.editor.selected : this.selected,
    });
    let turn = t(state.side === 'black' ? 'senteToMove' : 'goteToMove');
    if (this.isEditing) turn = t('editTitle');
    else if (node.end) turn = word(node.end);
    else if (state.isMate) turn = state.isCheck ? t('mated') : t('noLegal');
    else if (state.isCheck) turn = `${turn} · ${t('check')}`;
    const number = this.isEditing ? '' : node.ply ? t('move1', node.ply) : '';
    this.turn.replaceChildren(h('b', {}, turn), number ? h('span', {}, number) : '');
    this.turn.className = `turn ${state.side}${state.isCheck ? ' check' : ''}`;
    const [first, previous, next, lastButton] = this.steps;
    first.disabled = previous.disabled = this.node === 0 || this.isEditing;
    next.disabled = lastButton.disabled = this.nextOf(this.node) === undefined || this.isEditing;
    if (this.lettersShown !== this.options.western) {
      this.lettersShown = this.options.western;
      this.drawList();
      this.mate.redraw();
    }
  }

  drawList() {
    const { path } = this;
    const has = (id) => this.nodes.get(id);
    const hasTimes = path.some((id) => has(id).seconds !== undefined);
    this.list.replaceChildren(...path.map((id) => {
      const node = has(id);
      const siblings = node.parent === undefined ? 0 : has(node.parent).children.length - 1;
      const name = id === 0 ? t('start') : node.end ? word(node.end) : this.moveName(node);
      return h('li', {}, h('button', {
        class: `move${id === this.node ? ' on' : ''}${node.isIllegal ? ' blunder' : ''}`, 'aria-current': id === this.node ? 'step' : undefined,
        onclick: () => this.goTo(id),
      }, h('i', {}, id === 0 ? '' : String(node.ply)), h('span', { class: 'name' }, name),
      siblings > 0 && h('span', { class: 'tag', title: t('variations') }, `⑂${siblings + 1}`),
      node.comment && h('span', { class: 'tag', title: t('comment') }, '✎'),
      hasTimes && node.seconds !== undefined && h('span', { class: 'time' }, clock(node.seconds))));
    }));
    const on = this.list.querySelector('.on');
    if (on) this.list.scrollTop = on.offsetTop - this.list.clientHeight / 2;
    this.drawVariations();
    const { comment, bookmark } = has(this.node);
    const text = [bookmark && `★ ${bookmark}`, comment].filter(Boolean).join('\n');
    this.comment.hidden = !text;
    this.comment.textContent = text;
    this.drawHeader();
  }

  drawVariations() {
    const node = this.nodes.get(this.node);
    const siblings = node.parent === undefined ? [] : this.nodes.get(node.parent).children;
    const children = node.children.length > 1 ? node.children : [];
    const group = (ids) => h('div', { class: 'row' }, ids.map((id) => {
      const one = this.nodes.get(id);
      return h('button', { class: `small${id === this.node ? ' on' : ''}`, onclick: () => this.goTo(id) },
        `${one.ply}. ${one.end ? word(one.end) : this.moveName(one)}`);
    }));
    this.variations.replaceChildren(...(siblings.length > 1 || children.length
      ? [h('h3', {}, t('variations')), siblings.length > 1 ? group(siblings) : '', children.length ? group(children) : ''] : []));
  }

  drawHeader() {
    const { fields, outcome: result, nodes } = this.tree;
    const shown = fields.filter(([, value]) => value.trim());
    this.header.replaceChildren(...(shown.length ? [h('details', {}, h('summary', {},
      [this.tree.title, [this.tree.black, this.tree.white].filter(Boolean).join(' – ')].filter(Boolean).join(' · ') || t('header'),
      nodes.some((node) => node.end) ? h('span', { class: 'tag' }, outcome(result)) : ''),
    h('dl', {}, shown.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])))] : []));
  }

  // Editing.

  startState() { return ShogiGame.start().state(0); }

  openEdit() {
    this.mate.clear();
    this.isEditing = true;
    this.editor.element.hidden = false;
    for (const panel of this.normalPanels) panel.hidden = true;
    this.editor.open(this.state);
  }

  closeEdit() {
    if (!this.isEditing) return;
    this.isEditing = false;
    this.editor.element.hidden = true;
    for (const panel of this.normalPanels) panel.hidden = false;
    this.draw();
  }

  finishEdit(sfen) { this.open(ShogiGame.fromSfen(sfen)); }

  // Sharing.

  picture() { return this.game.svg(this.node, { language: lang(), western: this.options.western, exchange: this.options.exchange }); }

  saveAs(format, encoding) {
    const { losses } = this.game.write(format);
    save(`shogi.${format}`, this.game.writeFile(format, encoding), 'application/octet-stream');
    if (losses.length) message(t('losses', losses.join(', ')), { seconds: 8 });
  }

  /** Handles a key outside the board. Returns whether the key was used. */
  key(event) {
    if (this.isEditing) return false;
    const steps = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.first(), End: () => this.lastNode() };
    if (event.key === 'f') this.set('flipped', !this.options.flipped);
    else if (event.key in steps) steps[event.key]();
    else return false;
    return true;
  }
}

function clock(seconds) {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}

/** Translates a result such as `black wins by resignation`. */
export function outcome(text) {
  if (lang() !== 'ja') return text;
  const [, winner, reason] = text.match(/^(black|white) wins by (.*)$/) ?? [];
  if (winner) return `${word(reason)}（${winner === 'black' ? '先手勝ち' : '後手勝ち'}）`;
  return word(text);
}
