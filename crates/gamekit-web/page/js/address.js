// The position in the address: #reversi/f5d6c3, #shogi/startpos/7g7f.3c3d.
//
// A Reversi game that does not begin at the usual start has its board before the moves. The number
// after @ is the turn that the page shows, if it is not the last one.

export function reversiAddress(transcript, ply, total) {
  const moves = total === 0 && transcript.startsWith(START) ? '' : transcript;
  const at = ply < total ? `@${ply}` : '';
  return `#reversi/${moves.replaceAll(' ', '_')}${at}`;
}

const START = '---------------------------OX------XO--------------------------- X';

export function shogiAddress(start, moves) {
  const from = start === SHOGI_START ? 'startpos' : start.replaceAll(' ', '_');
  return moves.length ? `#shogi/${from}/.${moves.join('.')}` : `#shogi/${from}`;
}

const SHOGI_START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

/** Returns { game, … } for an address, or undefined if the address names no game. */
export function readAddress(hash) {
  let text = hash.replace(/^#/, '');
  try { text = decodeURIComponent(text); } catch { /* a stray % is part of the text */ }
  const [, game, rest] = text.match(/^(reversi|shogi)(?:\/(.*))?$/s) ?? [];
  if (game === 'reversi') {
    const [, moves, ply] = (rest ?? '').match(/^(.*?)(?:@(\d+))?$/s);
    return { game, text: moves.replaceAll('_', ' '), ply: ply === undefined ? undefined : Number(ply) };
  }
  if (game === 'shogi') {
    const [start, moves] = (rest || 'startpos').split('/.');
    return { game, start: start.replaceAll('_', ' ').trim() || 'startpos', moves: moves ? moves.split('.') : [] };
  }
  return undefined;
}

/** Shows a position in the address without a new entry in the history. */
export function setAddress(hash) {
  if (location.hash !== hash) history.replaceState(null, '', hash);
}
