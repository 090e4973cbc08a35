// The board of Reversi: a grid of 64 buttons.

import { gridKeys, h, focusCell } from './dom.js';
import { t } from './i18n.js';

const NAMES = Array.from({ length: 64 }, (_, index) => 'abcdefgh'[index % 8] + (Math.floor(index / 8) + 1));

export class ReversiBoard {
  constructor(onPlay) {
    this.cells = NAMES.map((name, index) => h('button', {
      class: 'cell', role: 'gridcell', tabindex: index === 19 ? '0' : '-1', 'data-square': name,
      onclick: () => onPlay(name),
      onfocus: () => { for (const cell of this.cells) cell.tabIndex = cell === document.activeElement ? 0 : -1; },
    }, h('span', { class: 'disc', 'aria-hidden': 'true' }), h('span', { class: 'mark', 'aria-hidden': 'true' })));
    this.grid = h('div', { class: 'reversi-grid', role: 'grid', 'aria-label': t('board') },
      Array.from({ length: 8 }, (_, row) => h('div', { role: 'row', class: 'row' }, this.cells.slice(8 * row, 8 * row + 8))));
    gridKeys(this.grid, this.cells, 8);
    const letters = h('div', { class: 'files', 'aria-hidden': 'true' }, ...'abcdefgh'.split('').map((letter) => h('span', {}, letter)));
    const ranks = h('div', { class: 'ranks', 'aria-hidden': 'true' }, ...'12345678'.split('').map((rank) => h('span', {}, rank)));
    this.element = h('div', { class: 'reversi-board' }, letters, ranks, h('div', { class: 'felt' }, this.grid,
      h('i', { class: 'star', style: 'left:25%;top:25%' }), h('i', { class: 'star', style: 'left:75%;top:25%' }),
      h('i', { class: 'star', style: 'left:25%;top:75%' }), h('i', { class: 'star', style: 'left:75%;top:75%' })));
  }

  /** Shows a state. `marks` maps squares to { label, note, best, exact, kind }. */
  draw(state, marks, { showLegal, canPlay }) {
    const legal = new Map(state.legal.map((one) => [one.move, one.flips.length]));
    this.grid.setAttribute('aria-label', `${t('board')}, ${t(state.side === 'black' ? 'blackToMove' : 'whiteToMove')}`);
    for (const [index, cell] of this.cells.entries()) {
      const name = NAMES[index];
      const disc = state.squares[index];
      const mark = marks.get(name);
      const isLegal = legal.has(name);
      const color = disc === 'X' ? 'black' : disc === 'O' ? 'white' : '';
      cell.className = ['cell', color, isLegal && canPlay && 'playable', isLegal && showLegal && !mark && 'legal',
        state.last === name && 'last', state.flipped.includes(name) && 'flipped', mark?.best && 'best', mark?.exact && 'exact', mark?.kind,
        `to-${state.side}`].filter(Boolean).join(' ');
      cell.lastChild.replaceChildren(...(mark ? [h('b', {}, mark.label), ' ', ...(mark.note ? [h('small', {}, mark.noteWord && h('span', { class: 'word' }, `${mark.noteWord} `), mark.note)] : [])] : []));
      const words = [name, disc === '-' ? t('empty') : t(color)];
      if (isLegal) words.push(t('legal'), t('flips', legal.get(name)));
      if (mark) {
        const note = [mark.noteWord, mark.note].filter(Boolean).join(' ');
        words.push(t('valueIs', [mark.label, note].filter(Boolean).join(' ')), ...(mark.exact ? [t('exact')] : []));
      }
      cell.setAttribute('aria-label', words.join(', '));
      cell.setAttribute('aria-disabled', String(!(isLegal && canPlay)));
    }
  }

  focus(name) { focusCell(this.cells, NAMES.indexOf(name)); }
}
