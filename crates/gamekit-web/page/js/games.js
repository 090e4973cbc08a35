// The list of the games of a file.

import { h } from './dom.js';
import { number, t } from './i18n.js';

/** The largest number of rows on the page. */
const MOST_ROWS = 200;

/** Shows the games of a file. `columns` are pairs of a heading and a function of an item. */
export function gameList(file, name, columns, onOpen, onClose) {
  const body = h('tbody');
  const rest = h('p', { class: 'hint' });
  const filter = h('input', { type: 'search', 'aria-label': t('filter'), placeholder: t('filter') });
  const cells = file.items.map((item) => columns.map(([, value]) => (item.error ? '' : String(value(item) ?? ''))));
  const used = columns.map((_, column) => cells.some((row) => row[column] !== ''));
  const visible = columns.map((column, index) => [column, index]).filter(([, index]) => used[index]);
  let selected = -1;

  const open = (index) => {
    selected = index;
    draw();
    onOpen(index);
  };

  const draw = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = [];
    let count = 0;
    for (const [index, item] of file.items.entries()) {
      const text = (item.error ?? cells[index].join(' ')).toLowerCase();
      if (!words.every((one) => text.includes(one))) continue;
      count += 1;
      if (matches.length < MOST_ROWS) matches.push(index);
    }
    body.replaceChildren(...matches.map((index) => {
      const item = file.items[index];
      if (item.error) {
        return h('tr', { class: 'bad' }, h('td', { colspan: String(visible.length + 1) }, `${index + 1}. ${item.error}`));
      }
      return h('tr', { 'aria-selected': String(index === selected), class: index === selected ? 'on' : '', onclick: () => open(index) },
        h('td', {}, h('button', { class: 'link', 'aria-label': `${t('open')} ${index + 1}` }, String(index + 1))),
        ...visible.map(([, column]) => h('td', {}, cells[index][column])));
    }));
    rest.textContent = count > matches.length ? t('more', number(count - matches.length)) : '';
    if (file.isCut) rest.textContent += ` ${t('cut')}`;
  };
  filter.addEventListener('input', draw);
  draw();
  const heading = t(file.items.length === 1 ? 'oneGame' : 'gamesOf', name, number(file.items.length));
  return h('section', { class: 'card games', 'aria-label': heading },
    h('div', { class: 'card-head' }, h('h2', {}, heading, ' ', h('span', { class: 'tag' }, file.format)),
      h('button', { class: 'close', 'aria-label': t('close'), onclick: onClose }, '×')),
    file.items.length > 8 && filter,
    h('div', { class: 'scroll' }, h('table', {},
      h('thead', {}, h('tr', {}, h('th', {}, t('place')), ...visible.map(([[heading]]) => h('th', {}, heading)))), body)),
    rest);
}
