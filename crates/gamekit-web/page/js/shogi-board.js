// The board of shogi with both hands.

import { gridKeys, h } from './dom.js';
import { t } from './i18n.js';
import {
  FILES, HAND, RANKS_EN, RANKS_JA, SQUARES, kindOf, pieceName, pieceOf, pieceSvg, sideOf, squareName,
} from './shogi-pieces.js';

const SIDES = ['black', 'white'];

export class ShogiBoard {
  /** `onSquare` and `onHand` receive clicks: a square, or a side and a kind. */
  constructor(onSquare, onHand) {
    this.onHand = onHand;
    this.cells = Array.from({ length: 81 }, (_, index) => h('button', {
      class: 'cell', role: 'gridcell', tabindex: index === 40 ? '0' : '-1',
      onclick: () => onSquare(this.cells[index].dataset.square),
      onfocus: () => { for (const cell of this.cells) cell.tabIndex = cell === document.activeElement ? 0 : -1; },
    }));
    this.grid = h('div', { class: 'shogi-grid', role: 'grid', 'aria-label': t('board') },
      Array.from({ length: 9 }, (_, row) => h('div', { role: 'row', class: 'row' }, this.cells.slice(9 * row, 9 * row + 9))));
    gridKeys(this.grid, this.cells, 9);
    this.files = h('div', { class: 'files', 'aria-hidden': 'true' });
    this.ranks = h('div', { class: 'ranks', 'aria-hidden': 'true' });
    this.hands = { black: h('div', { class: 'hand', role: 'group' }), white: h('div', { class: 'hand', role: 'group' }) };
    this.element = h('div', { class: 'shogi-board' }, this.hands.white,
      h('div', { class: 'wood' }, this.files, this.ranks, h('div', { class: 'frame' }, this.grid,
        h('i', { class: 'star', style: 'left:33.33%;top:33.33%' }), h('i', { class: 'star', style: 'left:66.67%;top:33.33%' }),
        h('i', { class: 'star', style: 'left:33.33%;top:66.67%' }), h('i', { class: 'star', style: 'left:66.67%;top:66.67%' }))),
      this.hands.black);
  }

  /**
   * Shows a state. `selected` is a square or `black:P`; `targets` maps squares to { label, kind };
   * `last` is { origin, target }; `names` are the players.
   */
  draw(state, { isFlipped, western, selected, targets = new Map(), last = {}, names = {}, isEditing = false }) {
    const order = isFlipped ? [...SQUARES.keys()].reverse() : [...SQUARES.keys()];
    const far = isFlipped ? 'black' : 'white';
    for (const [index, cell] of this.cells.entries()) {
      const square = SQUARES[order[index]];
      const piece = state.squares[order[index]];
      const target = targets.get(square);
      cell.dataset.square = square;
      cell.className = ['cell', selected === square && 'selected', last.target === square && 'went', last.origin === square && 'came',
        target && 'target', target && (piece ? 'capture' : 'free'), target?.kind,
        state.isCheck && piece === pieceOf('K', state.side) && 'in-check'].filter(Boolean).join(' ');
      cell.replaceChildren(...(piece ? [pieceSvg(piece, western, sideOf(piece) === far)] : []),
        ...(target ? [h('span', { class: 'mark', 'aria-hidden': 'true' }, target.label ?? '')] : []));
      const words = [squareName(square), piece ? `${t(sideOf(piece) === 'black' ? 'sente' : 'gote')} ${pieceName(kindOf(piece))}` : t('empty')];
      if (target) words.push(t('legal'), ...(target.label ? [target.label] : []));
      cell.setAttribute('aria-label', words.join(', '));
      cell.setAttribute('aria-selected', String(selected === square));
    }
    this.grid.setAttribute('aria-label', `${t('board')}, ${t(state.side === 'black' ? 'senteToMove' : 'goteToMove')}`);
    const files = isFlipped ? [...FILES].reverse() : FILES;
    const ranks = western ? RANKS_EN : RANKS_JA;
    this.files.replaceChildren(...files.map((file) => h('span', {}, file)));
    this.ranks.replaceChildren(...(isFlipped ? [...ranks].reverse() : ranks).map((rank) => h('span', {}, rank)));
    for (const [index, side] of SIDES.entries()) this.drawHand(side, state, index, { far, western, selected, names, isEditing });
    this.element.classList.toggle('flipped-board', isFlipped);
  }

  drawHand(side, state, index, { far, western, selected, names, isEditing }) {
    const hand = this.hands[side];
    const held = state.hands[index];
    const isOnMove = state.side === side;
    const title = t(side === 'black' ? 'sente' : 'gote');
    hand.className = `hand ${side === far ? 'far' : 'near'}${isOnMove ? ' on-move' : ''}`;
    hand.setAttribute('aria-label', t('handOf', title));
    const kinds = HAND.filter((kind) => isEditing || held[kind]);
    const pieces = kinds.map((kind) => {
      const count = held[kind] ?? 0;
      return h('button', {
        class: `held${selected === `${side}:${kind}` ? ' selected' : ''}${count ? '' : ' zero'}`,
        'aria-label': `${pieceName(kind)} ${count}`, 'aria-pressed': String(selected === `${side}:${kind}`),
        'data-hand': `${side}:${kind}`, onclick: () => this.onHand(side, kind),
      }, pieceSvg(pieceOf(kind, side), western, side === far), count > 1 || isEditing ? h('b', {}, String(count)) : '');
    });
    hand.replaceChildren(
      h('div', { class: 'hand-name' }, h('span', { class: `mark-${side}`, 'aria-hidden': 'true' }, side === 'black' ? '☗' : '☖'),
        h('span', { class: 'player' }, names[side] ?? title)),
      h('div', { class: 'held-list' }, pieces.length ? pieces : h('span', { class: 'nothing' }, t('none'))));
  }
}
