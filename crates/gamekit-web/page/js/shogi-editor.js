// The editor of a shogi position.

import { checkShogi } from '../gamekit/gamekit.js';
import { h, say } from './dom.js';
import { t, word } from './i18n.js';
import { HAND, KINDS, SET, SQUARES, kindOf, pieceName, pieceOf, pieceSvg, sideOf } from './shogi-pieces.js';

const base = (kind) => kind.replace('+', '');

/** Writes a position as an SFEN. */
export function sfenOf({ squares, hands, side, moveNumber = 1 }) {
  const rows = [];
  for (let row = 0; row < 9; row += 1) {
    rows.push(squares.slice(9 * row, 9 * row + 9).map((piece) => piece || '.').join('').replace(/\.+/g, (run) => run.length));
  }
  const held = ['black', 'white'].map((owner, index) => HAND.map((kind) => {
    const count = hands[index][kind] ?? 0;
    return count === 0 ? '' : (count > 1 ? count : '') + pieceOf(kind, owner);
  }).join('')).join('');
  return `${rows.join('/')} ${side === 'black' ? 'b' : 'w'} ${held || '-'} ${moveNumber}`;
}

export class ShogiEditor {
  /** `onDone` receives the SFEN; `onChange` is called after each change. */
  constructor(view, onChange, onDone, onCancel) {
    this.view = view;
    this.onChange = onChange;
    this.palette = h('div', { class: 'palette' });
    this.status = h('p', { class: 'hint', role: 'status' });
    this.doneButton = h('button', { class: 'primary', onclick: () => onDone(this.sfen) }, t('done'));
    this.sides = ['black', 'white'].map((side) => h('input', {
      type: 'radio', name: 'side', value: side, onchange: () => { this.state.side = side; this.changed(); },
    }));
    const button = (key, run) => h('button', { onclick: () => { run(); this.changed(); } }, t(key));
    this.element = h('section', { class: 'card editor', 'aria-label': t('editTitle') },
      h('h2', {}, t('editTitle')), h('p', { class: 'hint' }, t('editHint')), this.palette,
      h('fieldset', { class: 'sides' }, h('legend', {}, t('sideToMove')),
        ...this.sides.map((input, index) => h('label', {}, input, t(index ? 'gote' : 'sente')))),
      h('div', { class: 'row' }, button('startPosition', () => this.load(view.startState())), button('clearBoard', () => this.empty()),
        button('rest', () => this.rest())),
      this.status,
      h('div', { class: 'row' }, this.doneButton, h('button', { onclick: onCancel }, t('cancel'))));
  }

  open(state) {
    this.load(state);
    this.tool = undefined;
    this.changed();
  }

  load({ squares, hands, side }) {
    this.state = { squares: [...squares], hands: hands.map((hand) => ({ ...hand })), side, isCheck: false };
    this.picked = undefined;
  }

  empty() { this.load({ squares: Array(81).fill(''), hands: [{}, {}], side: 'black' }); }

  /** Puts the pieces that are nowhere into White's hand. */
  rest() {
    for (const kind of HAND) {
      const onBoard = this.state.squares.filter((piece) => piece && base(kindOf(piece)) === kind).length;
      this.state.hands[1][kind] = Math.max(0, SET[kind] - onBoard - (this.state.hands[0][kind] ?? 0));
    }
  }

  get selected() { return this.picked; }

  square(name) {
    const index = SQUARES.indexOf(name);
    const { squares } = this.state;
    const piece = squares[index];
    if (this.tool === 'erase') squares[index] = '';
    else if (this.tool) squares[index] = piece === this.tool ? '' : this.tool;
    else if (this.picked === name) {
      // A second click promotes the piece, and a third one turns it back.
      const kind = kindOf(piece);
      const turned = kind.startsWith('+') ? base(kind) : `+${kind}`;
      if (KINDS.includes(turned)) squares[index] = pieceOf(turned, sideOf(piece));
      this.picked = undefined;
    } else if (this.picked?.includes(':')) {
      const [side, kind] = this.picked.split(':');
      const hand = this.state.hands[side === 'black' ? 0 : 1];
      if (!piece && hand[kind]) {
        hand[kind] -= 1;
        squares[index] = pieceOf(kind, side);
      }
      this.picked = undefined;
    } else if (this.picked) {
      const from = SQUARES.indexOf(this.picked);
      squares[index] = squares[from];
      squares[from] = '';
      this.picked = undefined;
    } else if (piece) this.picked = name;
    this.changed();
  }

  hand(side, kind) {
    const hand = this.state.hands[side === 'black' ? 0 : 1];
    if (this.tool === 'erase') {
      hand[kind] = Math.max(0, (hand[kind] ?? 0) - 1);
    } else if (this.picked && !this.picked.includes(':')) {
      const index = SQUARES.indexOf(this.picked);
      const held = base(kindOf(this.state.squares[index]));
      if (held !== 'K') {
        this.state.squares[index] = '';
        hand[held] = (hand[held] ?? 0) + 1;
      }
      this.picked = undefined;
    } else if (this.tool) {
      hand[kind] = Math.min(SET[kind], (hand[kind] ?? 0) + 1);
    } else if (this.picked === `${side}:${kind}`) {
      this.picked = undefined;
    } else if (hand[kind]) {
      this.picked = `${side}:${kind}`;
    } else {
      hand[kind] = 1;
    }
    this.changed();
  }

  get sfen() { return sfenOf(this.state); }

  changed() {
    const checked = checkShogi(this.sfen);
    for (const input of this.sides) input.checked = input.value === this.state.side;
    this.status.className = checked.isValid ? 'hint good' : 'error';
    const flaws = checked.flaws.map(word).join(', ');
    this.status.textContent = checked.isValid
      ? t('validPosition') + (flaws ? ` (${flaws})` : '')
      : `${t('flaws')}: ${checked.error ?? flaws}`;
    this.doneButton.disabled = !checked.isValid;
    this.drawPalette();
    this.onChange();
  }

  drawPalette() {
    const western = this.view.options.western;
    const tool = (name, label, content) => h('button', {
      class: `tool${this.tool === name ? ' on' : ''}`, 'aria-label': label, title: label, 'aria-pressed': String(this.tool === name),
      'data-tool': name ?? 'move',
      onclick: () => { this.tool = this.tool === name ? undefined : name; this.picked = undefined; this.changed(); say(label); },
    }, content);
    const rows = ['black', 'white'].map((side) => h('div', { class: 'palette-row' }, KINDS.map((kind) => tool(pieceOf(kind, side),
      `${t(side === 'black' ? 'sente' : 'gote')} ${pieceName(kind)}`, pieceSvg(pieceOf(kind, side), western, side === 'white')))));
    this.palette.replaceChildren(h('div', { class: 'palette-row words' }, tool(undefined, t('move'), `✥ ${t('move')}`), tool('erase', t('erase'), `✕ ${t('erase')}`)), ...rows);
  }
}
