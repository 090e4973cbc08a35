// The worker: searches, solves and reviews, so that the page never freezes. A new question comes only
// after the answer; the page ends a long answer by ending the worker.

import { init, mate, ReversiEngine, ReversiGame } from '../gamekit/gamekit.js';

let engine;

const answer = (id, kind, data) => postMessage({ id, kind, data });

async function weights() {
  const response = await fetch(new URL('../data/reversi.weights', import.meta.url));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const jobs = {
  /** Values all moves, ever deeper, then exactly near the end of the game. */
  async analyse(id, { text, depth, solveFrom }) {
    const game = ReversiGame.parse(text);
    const { squares, legal, isOver } = game.state;
    if (isOver) return {};
    const empties = squares.split('-').length - 1;
    const solves = empties <= solveFrom && legal.length > 0;
    const found = engine.search(game, {
      depth: solves ? Math.min(6, empties) : Math.min(depth, empties),
      count: 64,
      onProgress: (progress) => answer(id, 'progress', progress),
    });
    answer(id, 'progress', found);
    if (!solves) return found;
    let done = 0;
    for (const { move } of found.moves) {
      const after = game.copy().play(move);
      const side = game.state.side === after.state.side ? 1 : -1;
      const { isOver: ended, score } = after.state;
      let value;
      if (ended) {
        value = game.state.side === 'black' ? score : -score;
      } else {
        const solution = engine.solve(after);
        value = side * solution.score;
      }
      done += 1;
      answer(id, 'exact', { move, value, done, total: found.moves.length });
    }
    return found;
  },

  async go(id, { text, depth, solveFrom, millis, margin }) {
    const game = ReversiGame.parse(text);
    const found = engine.search(game, { depth, solveFrom, millis, count: margin > 0 ? 64 : 1 });
    const [best] = found.moves;
    const good = found.moves.filter((move) => best.value - move.value <= margin);
    return { ...good[Math.floor(Math.random() * good.length)], depth: found.depth, nodes: found.nodes };
  },

  async review(id, { text, depth, solveFrom }) {
    const game = ReversiGame.parse(text);
    return engine.review(game, { depth, solveFrom, onProgress: (progress) => answer(id, 'progress', progress) });
  },

  async chart(id, { title, language }) { return engine.reviewChart(title, language); },

  async mate(id, { sfen, shortest }) {
    return mate(sfen, { shortest, onProgress: (progress) => answer(id, 'progress', progress) });
  },
};

onmessage = async ({ data: { id, job, game, module, needsWeights, ...options } }) => {
  try {
    await init({ [game]: module });
    if (needsWeights && !engine) {
      answer(id, 'loading', true);
      engine = new ReversiEngine(await weights());
      answer(id, 'loading', false);
    }
    answer(id, 'done', await jobs[job](id, options));
  } catch (error) {
    answer(id, 'error', String(error.message ?? error));
  }
};
