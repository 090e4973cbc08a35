// Pieces of shogi: their letters, names and pictures.

import { svg } from './dom.js';
import { lang } from './i18n.js';

const KANJI = { P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉', '+P': 'と', '+L': '杏', '+N': '圭', '+S': '全', '+B': '馬', '+R': '龍' };
const ENGLISH = {
  P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook', K: 'king',
  '+P': 'promoted pawn', '+L': 'promoted lance', '+N': 'promoted knight', '+S': 'promoted silver', '+B': 'horse', '+R': 'dragon',
};
const JAPANESE = {
  P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉', '+P': 'と金', '+L': '成香', '+N': '成桂', '+S': '成銀', '+B': '馬', '+R': '龍',
};
/** The kinds in the order of a hand. */
export const HAND = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
export const KINDS = ['K', 'R', 'B', 'G', 'S', 'N', 'L', 'P', '+R', '+B', '+S', '+N', '+L', '+P'];
export const SET = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };

export const kindOf = (piece) => piece.toUpperCase();
export const sideOf = (piece) => (piece === piece.toUpperCase() ? 'black' : 'white');
export const pieceOf = (kind, side) => (side === 'black' ? kind : kind.toLowerCase());

export function pieceName(kind) { return (lang() === 'ja' ? JAPANESE : ENGLISH)[kind]; }

/** Draws a piece. A piece is upside down if it belongs to the far side. */
export function pieceSvg(piece, western, isUpsideDown) {
  const kind = kindOf(piece);
  const promoted = kind.startsWith('+') ? ' promoted' : '';
  const text = western ? kind : KANJI[kind];
  const size = western ? (kind.length > 1 ? 18 : 21) : 27;
  const y = western ? 34 : 37;
  return svg(`<svg class="piece${promoted}${isUpsideDown ? ' turned' : ''}" viewBox="0 0 48 52" aria-hidden="true">`
    + '<polygon points="24,3.5 38.5,10.5 43,48 5,48 9.5,10.5"/>'
    + `<text x="24" y="${y}" font-size="${size}"${western ? ' class="western"' : ''}>${text}</text></svg>`);
}

/** The squares 9a, 8a, … 1i. */
export const SQUARES = Array.from({ length: 81 }, (_, index) => `${9 - (index % 9)}${'abcdefghi'[Math.floor(index / 9)]}`);
export const FILES = '987654321'.split('');
export const RANKS_JA = '一二三四五六七八九'.split('');
export const RANKS_EN = 'abcdefghi'.split('');

/** The name of a square: 7f, or ７六. */
export function squareName(square) {
  if (lang() !== 'ja') return square;
  return '０１２３４５６７８９'[Number(square[0])] + RANKS_JA[square.charCodeAt(1) - 97];
}
