// The mate search.

import { h, message, say } from './dom.js';
import { Engine } from './engine.js';
import { number, t } from './i18n.js';

export class ShogiMate {
  constructor(view) {
    this.view = view;
    this.engine = new Engine('shogi', view.app.modules.shogi);
    this.shortest = h('input', { type: 'checkbox', checked: true });
    this.button = h('button', { class: 'primary', onclick: () => (this.engine.isBusy ? this.stop(true) : this.start()) }, t('findMate'));
    this.status = h('p', { class: 'hint', role: 'status' }, t('mateHint'));
    this.body = h('div');
    this.element = h('section', { class: 'card mate', 'aria-label': t('mate') }, h('h2', {}, t('mate')), this.status,
      h('div', { class: 'row' }, this.button, h('label', { class: 'switch' }, this.shortest, h('span', {}, t('shortest')))), this.body);
  }

  clear() {
    this.stop();
    this.found = undefined;
    this.body.replaceChildren();
    this.status.textContent = t('mateHint');
  }

  stop(isSaid = false) {
    clearInterval(this.timer);
    if (this.engine.isBusy && isSaid) this.status.textContent = t('mateStopped', number(this.nodes ?? 0));
    this.engine.stop();
    this.button.textContent = t('findMate');
  }

  /** A search of another position is worthless. A found line stays while the page plays it. */
  positionChanged() {
    if (this.engine.isBusy) this.clear();
    else if (this.found) this.redraw();
  }

  async start() {
    this.clear();
    this.nodes = 0;
    this.status.textContent = t('nodes', '0');
    this.button.textContent = t('stop');
    const { game, node } = this.view;
    try {
      const found = await this.engine.ask('mate', { sfen: game.sfen(node), shortest: this.shortest.checked }, (kind, data) => {
        if (kind !== 'progress') return;
        this.nodes = data.nodes;
        this.status.textContent = t('nodes', number(data.nodes));
      });
      this.button.textContent = t('findMate');
      if (!found) return;
      const texts = { none: t('mateNone'), unknown: t('mateUnknown') };
      const text = texts[found.outcome] ?? t(found.isShortest ? 'mateShortest' : 'mateFound', found.moves.length);
      this.status.textContent = `${text} · ${t('nodes', number(found.nodes))}`;
      say(text);
      this.found = found.outcome === 'mate' ? { ...found, node, side: this.view.state.side } : undefined;
      this.redraw();
    } catch (error) {
      this.stop();
      message(error.message, { kind: 'error' });
    }
  }

  redraw() {
    if (!this.found) return;
    const { moves, side } = this.found;
    const western = this.view.isWestern;
    this.body.replaceChildren(
      h('ol', { class: 'mate-line' }, moves.map((move, index) => h('li', {}, h('button', { class: 'small', onclick: () => this.show(index + 1) },
        `${(index % 2 === 0) === (side === 'black') ? '☗' : '☖'}${western ? move.western : move.japanese}`)))),
      h('div', { class: 'row' }, h('button', { onclick: () => this.playOut() }, t('playLine'))));
  }

  /** Plays the first moves of the line on the board. */
  show(count) {
    clearInterval(this.timer);
    let { node } = this.found;
    const { game } = this.view;
    for (const move of this.found.moves.slice(0, count)) node = game.play(node, move.usi);
    this.view.loadTree();
    this.view.goTo(node);
  }

  /** Plays the line, one move after the other. */
  playOut() {
    clearInterval(this.timer);
    let count = 0;
    const next = () => {
      count += 1;
      const { length } = this.found.moves;
      this.show(count);
      if (count < length) this.timer = setTimeout(next, 800);
    };
    next();
  }
}
