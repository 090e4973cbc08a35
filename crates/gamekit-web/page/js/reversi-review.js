// The review of a game of Reversi.

import { h, message, save, svg } from './dom.js';
import { Engine } from './engine.js';
import { lang, t } from './i18n.js';

/** The depth of the searches, and the largest number of empty squares that is solved. */
const DEPTH = 8;
const SOLVE_FROM = 14;

export class ReversiReview {
  constructor(view) {
    this.view = view;
    this.engine = new Engine('reversi', view.app.modules.reversi);
    this.losses = new Map();
    this.button = h('button', { class: 'primary', onclick: () => (this.engine.isBusy ? this.stop() : this.start()) }, t('review'));
    this.bar = h('progress', { max: 1, value: 0, hidden: true });
    this.status = h('p', { class: 'hint', role: 'status' }, t('reviewHint'));
    this.body = h('div', { class: 'review-body' });
    this.element = h('section', { class: 'card', 'aria-label': t('reviewTitle') },
      h('h2', {}, t('reviewTitle')), this.status, this.bar, h('div', { class: 'row' }, this.button), this.body);
  }

  clear() {
    this.stop();
    this.losses.clear();
    this.body.replaceChildren();
    this.status.textContent = t('reviewHint');
  }

  stop() {
    this.engine.stop();
    this.bar.hidden = true;
    this.button.textContent = t('review');
  }

  async start() {
    if (this.view.game.state.ply === 0) {
      message(t('noMoves'));
      return;
    }
    this.clear();
    this.bar.hidden = false;
    this.bar.value = 0;
    this.button.textContent = t('stop');
    try {
      const review = await this.engine.ask('review', {
        text: this.view.game.transcript(), depth: DEPTH, solveFrom: SOLVE_FROM, needsWeights: true,
      }, (kind, data) => {
        if (kind === 'loading' && data) this.status.textContent = t('loadingWeights');
        if (kind !== 'progress') return;
        this.bar.max = data.total;
        this.bar.value = data.done;
        this.status.textContent = t('reviewing', data.done, data.total);
      });
      this.bar.hidden = true;
      this.button.textContent = t('review');
      if (!review) {
        this.status.textContent = t('reviewHint');
        return;
      }
      const chart = await this.engine.ask('chart', { title: t('reviewTitle'), language: lang(), needsWeights: true });
      this.show(review, chart);
    } catch (error) {
      this.stop();
      this.view.fail(error);
    }
  }

  show(review, chart) {
    const round = (value) => String(Math.round(value * 10) / 10);
    for (const { ply, loss } of review.moves) this.losses.set(ply, loss);
    this.status.textContent = t('reviewLoss', round(review.blackLoss), round(review.whiteLoss));
    const mistakes = review.moves.filter(({ loss }) => loss >= 1).sort((a, b) => b.loss - a.loss).slice(0, 12);
    const picture = svg(chart);
    picture.removeAttribute('width');
    picture.removeAttribute('height');
    this.body.replaceChildren(
      h('figure', { class: 'chart' }, picture),
      mistakes.length
        ? h('ul', { class: 'mistakes' }, ...mistakes.map((one) => h('li', {}, h('button', {
          class: `link ${one.loss >= 4 ? 'blunder' : 'mistake'}`, onclick: () => this.view.go(one.ply - 1),
        }, h('span', { class: `pip small ${one.side}` }), t('reviewBest', one.ply, one.move, round(one.loss), one.best)))))
        : h('p', {}, t('reviewGood')),
      h('div', { class: 'row' }, h('button', { onclick: () => save('review.svg', chart, 'image/svg+xml') }, t('saveSvg'))));
    this.view.drawList();
  }
}
