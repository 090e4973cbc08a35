// Reversi and shogi in WebAssembly. See gamekit.d.ts for the types and README.md for examples.
//
// This file is the entry for browsers and bundlers; node.js is the entry for Node. Both need one
// call of init() before anything else.

import { decodeRecord, encodeShiftJis } from './encoding.js';
import loadReversi, * as reversi from './gamekit_reversi.js';
import loadShogi, * as shogi from './gamekit_shogi.js';

const MODULES = { reversi: [loadReversi, reversi], shogi: [loadShogi, shogi] };
const ready = {};

/**
 * Loads the WebAssembly modules of the games. `sources` has a source for each game: `true` for the file
 * beside this script, an address, a response, bytes or a compiled module. Several calls load a game once.
 */
export async function init(sources = { reversi: true, shogi: true }) {
  await Promise.all(Object.entries(sources).map(([game, source]) => {
    if (!source) return undefined;
    ready[game] ??= MODULES[game][0](source === true ? undefined : { module_or_path: source }).catch((error) => {
      ready[game] = undefined;
      throw error;
    });
    return ready[game];
  }));
}

/** Loads modules from their bytes or from compiled modules, at once. */
export function initSync(modules) {
  for (const [game, module] of Object.entries(modules)) {
    MODULES[game][1].initSync({ module });
    ready[game] = Promise.resolve();
  }
}

const parse = (text) => JSON.parse(text);
const report = (callback) => callback && ((text) => callback(parse(text)));

/** A game of Reversi: a position, and the moves that led to it. */
export class ReversiGame {
  #inner;

  constructor(inner) { this.#inner = inner; }

  static start() { return new ReversiGame(reversi.ReversiGame.parse('')); }

  /** Reads a transcript, a board with its side to move, or a game in GGF. */
  static parse(text) { return new ReversiGame(reversi.ReversiGame.parse(text)); }

  /** The game of the WebAssembly module. */
  get inner() { return this.#inner; }

  get state() { return parse(this.#inner.state()); }

  legalMoves() { return this.state.legal.map((legal) => legal.move); }

  moves() { return parse(this.#inner.moves()); }

  play(move) { this.#inner.play(move); return this; }

  undo() { return this.#inner.undo(); }

  at(ply) { return new ReversiGame(this.#inner.at(ply)); }

  copy() { return new ReversiGame(this.#inner.copy()); }

  transcript() { return this.#inner.transcript(); }

  boardText() { return this.#inner.boardText(); }

  key() { return this.#inner.key(); }

  perft(depth) { return this.#inner.perft(depth); }

  write(format, players = {}) { return this.#inner.write(format, players.black ?? '', players.white ?? ''); }

  svg(options = {}) { return this.#inner.svg(JSON.stringify(options)); }
}

/** A game of shogi: a tree of moves. Node 0 is the start. */
export class ShogiGame {
  #inner;

  constructor(inner) { this.#inner = inner; }

  static start() { return new ShogiGame(new shogi.ShogiGame('')); }

  /** Makes a game without moves from an SFEN. */
  static fromSfen(sfen) { return new ShogiGame(new shogi.ShogiGame(sfen)); }

  get inner() { return this.#inner; }

  tree() { return parse(this.#inner.tree()); }

  state(node = 0) { return parse(this.#inner.state(node)); }

  legalMoves(node = 0) { return this.state(node).legal.map((legal) => legal.usi); }

  play(node, usi) { return this.#inner.play(node, usi); }

  sfen(node = 0) { return this.#inner.sfen(node); }

  diagram(node = 0) { return this.#inner.diagram(node); }

  outcomeAt(node) { return this.#inner.outcomeAt(node); }

  setComment(node, comment) { this.#inner.setComment(node, comment); }

  write(format) { return parse(this.#inner.write(format)); }

  writeFile(format, encoding = 'utf-8') {
    const { text } = this.write(format);
    if (encoding === 'shift_jis') return encodeShiftJis(text);
    if (encoding !== 'utf-8') throw new Error(`unknown encoding ${encoding}, expected utf-8 or shift_jis`);
    return new TextEncoder().encode(text);
  }

  svg(node = 0, options = {}) { return this.#inner.svg(node, JSON.stringify(options)); }
}

const toBytes = (data) => {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  return data instanceof Uint8Array ? data : new Uint8Array(data);
};

/** Returns the bytes of a text as UTF-8. Binary files are unchanged. */
const toUtf8 = (name, bytes, lossy) => {
  if (/\.(wtb|jou|trn|psv|hcpe|ybb)$/i.test(name)) return bytes;
  const decoded = decodeRecord(bytes, { lossy });
  return !decoded || decoded.encoding === 'utf-8' ? bytes : new TextEncoder().encode(decoded.text);
};

// Extensions that only one game has decide, because training records have no signature. Then the content
// decides, and last the other extensions: a text may have any of them.
const detect = (name, bytes) => {
  if (/\.(psv|hcpe|ybb|kifu?|ki2u?|csa|jkf|bod|sfen)$/i.test(name)) return 'shogi';
  if (/\.(wtb|ggf|obf|pgn)$/i.test(name)) return 'reversi';
  for (const known of ['', name]) {
    if (shogi.isShogiFile(known, bytes)) return 'shogi';
    if (reversi.isReversiFile(known, bytes)) return 'reversi';
  }
  return undefined;
};

/**
 * Reads a file of any format of both games. Throws an error with the place of the fault if nothing
 * can be read.
 */
export function readRecord(data, options = {}) {
  const name = options.name ?? '';
  const bytes = toUtf8(name, toBytes(data), options.lenient ?? false);
  const game = options.game ?? detect(name, bytes) ?? options.fallback ?? 'shogi';
  let file;
  let wrap;
  if (game === 'reversi') {
    const { players, tournaments } = options;
    file = reversi.ReversiFile.read(name, bytes, players && toBytes(players), tournaments && toBytes(tournaments));
    wrap = (inner) => new ReversiGame(inner);
  } else {
    file = shogi.ShogiFile.read(name, bytes, options.lenient ?? false);
    wrap = (inner) => new ShogiGame(inner);
  }
  const { format, items, isCut } = parse(file.summary());
  return {
    game,
    format,
    items,
    isCut: isCut ?? false,
    open(index = 0) {
      const inner = file.game(index);
      if (!inner) throw new Error(items[index]?.error ?? `the file has no game ${index}`);
      return wrap(inner);
    },
  };
}

/** Returns the game that a file belongs to: 'reversi', 'shogi' or undefined. */
export function gameOfFile(name, data) { return detect(name, toUtf8(name, toBytes(data), false)); }

/** An opening book of Reversi. */
export class ReversiBook {
  #inner;

  constructor(bytes) { this.#inner = new reversi.ReversiBook(toBytes(bytes)); }

  get size() { return this.#inner.size(); }

  moves(game) { return parse(this.#inner.moves(game.inner)); }
}

/** A searcher and solver of Reversi, guided by a file of weights. */
export class ReversiEngine {
  #inner;

  constructor(weights, options = {}) {
    this.#inner = new reversi.ReversiEngine(toBytes(weights), options.tableBytes ?? 32 << 20);
  }

  search(game, options = {}) {
    const { depth = 10, count = 1, solveFrom = 0, millis = 0, onProgress } = options;
    return parse(this.#inner.search(game.inner, depth, count, solveFrom, millis, report(onProgress)));
  }

  solve(game, options = {}) {
    return parse(this.#inner.solve(game.inner, options.millis ?? 0, report(options.onProgress)));
  }

  review(game, options = {}) {
    const { depth = 8, solveFrom = 14, onProgress } = options;
    return parse(this.#inner.review(game.inner, depth, solveFrom, report(onProgress)));
  }

  reviewChart(title, language = 'en') { return this.#inner.reviewChart(title, language); }
}

/** Solves a Reversi position exactly, without weights. */
export function solve(game, options = {}) {
  return parse(reversi.reversiSolve(game.inner, options.millis ?? 0, report(options.onProgress)));
}

/** Searches a mate of the side to move in a shogi position: a game, or an SFEN. */
export function mate(position, options = {}) {
  const { shortest = false, millis = 0, tableBytes = 32 << 20, node = 0, onProgress } = options;
  const sfen = typeof position === 'string' ? position : position.sfen(node);
  const solver = new shogi.ShogiMate(tableBytes);
  try {
    return parse(solver.solve(sfen, shortest, millis, report(onProgress)));
  } finally {
    solver.free();
  }
}

/** Checks a shogi position that a person sets up. */
export function checkShogi(sfen) { return parse(shogi.shogiCheck(sfen)); }

/** Counts the sequences of `depth` moves from the start of Reversi. */
export function reversiPerft(depth) { return reversi.reversiPerft(depth); }

/** Counts the sequences of `depth` legal moves of a shogi position. */
export function shogiPerft(depth, sfen = 'startpos') { return shogi.shogiPerft(sfen, depth); }
