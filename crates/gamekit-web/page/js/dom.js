// Helpers for elements, messages and files.

/** Makes an element: h('button', { class: 'x', onclick }, 'text', child). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== 'string') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Makes an element from the markup of an SVG. */
export function svg(markup) {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

let clear;
/** Says a text to screen readers. */
export function say(text) {
  const live = document.getElementById('live');
  live.textContent = '';
  clearTimeout(clear);
  clear = setTimeout(() => { live.textContent = text; }, 60);
}

/** Shows a message until it is closed, or for a few seconds. */
export function message(text, { kind = 'info', title, actions = [], seconds = kind === 'error' ? 0 : 4 } = {}) {
  const box = document.getElementById('messages');
  const remove = () => item.remove();
  const item = h('div', { class: `message ${kind}` },
    h('div', { class: 'words' }, title && h('strong', {}, title), h('span', {}, text)),
    ...actions.map(({ label, run }) => h('button', { class: 'small', onclick: () => { remove(); run(); } }, label)),
    h('button', { class: 'close', 'aria-label': '×', onclick: remove }, '×'));
  if (kind === 'error') box.replaceChildren(item);
  else box.append(item);
  if (seconds) setTimeout(remove, seconds * 1000);
}

export function clearMessages() { document.getElementById('messages').replaceChildren(); }

export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { class: 'hidden-text' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  message(done, { seconds: 2 });
}

export function save(name, content, type = 'text/plain;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const PATHS = {
  first: 'M5 5v14M19 5l-9 7 9 7z', previous: 'M17 4L7 12l10 8z', next: 'M7 4l10 8-10 8z', last: 'M19 5v14M5 5l9 7-9 7z',
};

/** Makes the icon of a button that steps through a game. */
export function icon(name) {
  return svg(`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`);
}

/** Moves the focus inside a grid of cells with the arrow keys. `columns` is the width of the grid. */
export function gridKeys(grid, cells, columns) {
  grid.addEventListener('keydown', (event) => {
    const at = cells.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = at % columns;
    const steps = {
      ArrowLeft: column > 0 ? -1 : 0,
      ArrowRight: column < columns - 1 ? 1 : 0,
      ArrowUp: at >= columns ? -columns : 0,
      ArrowDown: at + columns < cells.length ? columns : 0,
      Home: -column,
      End: columns - 1 - column,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    focusCell(cells, at + steps[event.key]);
  });
}

export function focusCell(cells, index) {
  for (const cell of cells) cell.tabIndex = -1;
  cells[index].tabIndex = 0;
  cells[index].focus();
}
