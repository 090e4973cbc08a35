// Tests of the package in Node: `node --test test/`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  ReversiBook, ReversiEngine, ReversiGame, ShogiGame, checkShogi, dataFile, gameOfFile, init, mate, readRecord, reversiPerft,
  shogiPerft, solve,
} from '../node.js';
import { decodeRecord, encodeShiftJis } from '../encoding.js';

await init();

test('counts equal those of the program', () => {
  assert.equal(reversiPerft(9), 3_005_288);
  assert.equal(shogiPerft(4), 719_731);
});

test('a Reversi board has moves, an opening and an undo', () => {
  const board = ReversiGame.parse('f5d6c3d3c4');
  assert.deepEqual(board.legalMoves(), ['b3', 'f3', 'f4', 'b5', 'g5', 'g6']);
  assert.equal(board.state.opening.english, 'Tiger');
  assert.equal(board.state.opening.japanese, '虎');
  board.play('f4');
  assert.equal(board.state.ply, 6);
  assert.equal(board.undo(), 'f4');
  assert.equal(board.transcript(), 'f5d6c3d3c4');
  assert.throws(() => board.play('a1'), /a1/);
  assert.throws(() => ReversiGame.parse('f5f5'), /ply 2/);
  assert.match(board.svg({ language: 'ja', marks: [{ square: 'f4', label: '+1', best: true }] }), /^<svg .*虎/s);
});

test('a Reversi game is written and read in every format', () => {
  const moves = 'f5d6c3d3c4f4';
  const board = ReversiGame.parse(moves);
  for (const format of ['text', 'ggf', 'pgn', 'wthor']) {
    const file = readRecord(board.write(format, { black: 'A', white: 'B' }), { name: format === 'wthor' ? 'x.wtb' : 'x' });
    assert.equal(file.game, 'reversi');
    assert.equal(file.format, format);
    assert.equal(file.open().transcript(), moves);
  }
});

test('the book and the engine value moves', () => {
  const start = ReversiGame.parse('f5');
  const book = new ReversiBook(dataFile('reversi.book'));
  assert.ok(book.size > 10_000);
  assert.deepEqual(book.moves(start).map((one) => one.move).sort(), ['d6', 'f4', 'f6']);
  const engine = new ReversiEngine(dataFile('reversi.weights'), { tableBytes: 4 << 20 });
  const depths = [];
  const found = engine.search(start, { depth: 5, count: 3, onProgress: ({ depth }) => { depths.push(depth); } });
  assert.equal(found.moves.length, 3);
  assert.equal(found.depth, 5);
  assert.ok(depths.length >= 4 && depths.includes(2), String(depths));
  const stopped = engine.search(ReversiGame.parse('f5f6'), { depth: 30, onProgress: ({ depth }) => depth >= 3 });
  assert.ok(stopped.depth < 30 && stopped.moves.length === 1);
});

// Game 1 of tests in the library: the whole game, with mistakes at its end.
const WHOLE = 'd3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1d7d1d6f1c6h4h2h1a8b7c7b6e8c8g7f7e7f6g8d8b8h8h6f8';

test('endings are solved and games are reviewed', () => {
  const whole = ReversiGame.parse(WHOLE);
  assert.ok(whole.state.isOver);
  const ending = whole.at(52);
  const plain = solve(ending);
  assert.equal(plain.lower, plain.upper);
  const engine = new ReversiEngine(dataFile('reversi.weights'), { tableBytes: 4 << 20 });
  assert.equal(engine.solve(ending).score, plain.score);
  const review = engine.review(whole, { depth: 1, solveFrom: 8 });
  assert.ok(review.isComplete);
  assert.equal(review.moves.length, 60);
  assert.ok(review.moves.every(({ loss }) => loss >= 0));
  const exact = review.moves.filter((move) => move.exact);
  assert.ok(exact.length >= 7, String(exact.length));
  for (const { ply, bestValue } of exact.slice(0, 2)) assert.equal(bestValue, solve(whole.at(ply - 1)).score);
  assert.match(engine.reviewChart('A review', 'ja'), /A review/);
});

test('a shogi game is a tree', () => {
  const game = ShogiGame.start();
  const first = game.play(0, '7g7f');
  const second = game.play(first, '3c3d');
  const other = game.play(first, '8c8d');
  assert.equal(game.play(first, '3c3d'), second);
  assert.deepEqual(game.tree().nodes.map((node) => node.parent), [undefined, 0, first, first]);
  assert.equal(game.legalMoves().length, 30);
  assert.equal(game.state(second).side, 'black');
  assert.equal(game.tree().nodes[1].japanese, '７六歩');
  assert.throws(() => game.play(other, '1a1b'), /1a/);
  game.setComment(second, '角道');
  for (const format of ['kif', 'csa', 'jkf']) {
    const file = readRecord(game.writeFile(format));
    assert.equal(file.format, format);
    assert.equal(file.open().tree().nodes[2].usi, '3c3d');
  }
  const kif = game.writeFile('kif', 'shift_jis');
  assert.equal(decodeRecord(kif).encoding, 'shift_jis');
  const again = readRecord(kif, { name: 'a.kif' }).open().tree();
  assert.equal(again.nodes[2].comment, '角道');
  assert.equal(again.nodes.length, 4);
  assert.match(game.svg(second, { language: 'ja', western: false, exchange: true }), /^<svg .*先手番/s);
});

test('texts of all encodings are decoded', () => {
  const text = '手合割：平手\r\n   1 ７六歩(77)\r\n';
  const utf16 = new Uint8Array(2 + 2 * text.length);
  utf16.set([0xff, 0xfe]);
  [...text].forEach((letter, index) => { utf16.set([letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8], 2 + 2 * index); });
  // 手合割：平手 in EUC-JP and in ISO-2022-JP have the same letters with and without the upper bit.
  const letters = [0x3c, 0x6a, 0x39, 0x67, 0x33, 0x64, 0x21, 0x27, 0x4a, 0x3f, 0x3c, 0x6a];
  const euc = new Uint8Array(letters.map((byte) => byte | 0x80));
  const iso = new Uint8Array([0x1b, 0x24, 0x42, ...letters, 0x1b, 0x28, 0x42]);
  for (const [bytes, encoding, expected] of [
    [utf16, 'utf-16le', text], [utf16.subarray(2), 'utf-16le', text], [euc, 'euc-jp', '手合割：平手'], [iso, 'iso-2022-jp', '手合割：平手'],
    [encodeShiftJis(text), 'shift_jis', text], [new TextEncoder().encode(text), 'utf-8', text],
  ]) assert.deepEqual(decodeRecord(bytes), { text: expected, encoding });
  assert.equal(decodeRecord(new Uint8Array([0, 1, 2, 3, 0xff])), undefined);
});

test('errors name their place, and lenient reading warns', () => {
  const text = '手合割：平手\n   1 ７六歩(77)\n   2 ７六歩(77)\n';
  assert.throws(() => readRecord(text, { name: 'a.kif' }), /line 3, column \d+/);
  const file = readRecord(text, { name: 'a.kif', lenient: true });
  assert.ok(file.items[0].warnings.length > 0);
  assert.equal(gameOfFile('', 'f5d6c3'), 'reversi');
  assert.equal(gameOfFile('', 'position startpos moves 7g7f'), 'shogi');
  assert.equal(gameOfFile('', 'hello'), undefined);
  assert.equal(gameOfFile('a.txt', 'f5d6c3'), 'reversi');
  assert.equal(gameOfFile('a.kif', ''), 'shogi');
  assert.throws(() => readRecord('<!doctype html>', { game: 'shogi' }), /HTML/);
  assert.throws(() => readRecord('hello', { game: 'reversi' }), /hello/);
});

test('mates are found and positions are checked', () => {
  const found = mate('4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1', { shortest: true });
  assert.equal(found.outcome, 'mate');
  assert.deepEqual(found.moves.map((move) => move.usi), ['G*5b']);
  assert.equal(mate(ShogiGame.start()).outcome, 'none');
  assert.ok(checkShogi('4k4/9/9/9/9/9/9/9/4K4 b - 1').isValid);
  assert.deepEqual(checkShogi('4k4/4P4/4P4/9/9/9/9/9/4K4 b - 1').flaws.includes('two pawns of a side on one file'), true);
  assert.match(checkShogi('9/9 b').error, /byte/);
});
