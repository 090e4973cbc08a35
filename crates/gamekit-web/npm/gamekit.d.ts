/** Reversi and shogi in WebAssembly. Call {@link init} once before anything else. */

/** Where a WebAssembly module comes from. `true` is the file in the package. */
export type Source = boolean | string | URL | Request | Response | BufferSource | WebAssembly.Module;
/** Loads the modules of the games: both, or those that have a source. */
export function init(sources?: { reversi?: Source; shogi?: Source }): Promise<void>;
/** Loads modules at once, from their bytes or from compiled modules. */
export function initSync(modules: { reversi?: BufferSource | WebAssembly.Module; shogi?: BufferSource | WebAssembly.Module }): void;
/** Node only: the bytes of a data file of the package. */
export function dataFile(name: 'reversi.weights' | 'reversi.book'): Uint8Array;

export type Side = 'black' | 'white';
export type Language = 'en' | 'ja';
export type Bytes = Uint8Array | ArrayBuffer | string;

export interface Opening { english: string | null; japanese: string | null; moves: string }

export interface ReversiState {
  /** The squares a1, b1, … h8: `X` is black, `O` is white, `-` is empty. */
  squares: string;
  side: Side;
  /** The number of turns so far, including passes. */
  ply: number;
  /** The legal moves with the discs that they flip. */
  legal: { move: string; flips: string[] }[];
  mustPass: boolean;
  isOver: boolean;
  black: number;
  white: number;
  /** The final score in discs for Black, if the game is over. */
  score?: number;
  /** The last turn: a square or `pass`. */
  last?: string;
  flipped: string[];
  opening?: Opening;
}

export interface ReversiMark { square: string; label?: string; best?: boolean }

/** A game of Reversi: a position, and the moves that led to it. */
export class ReversiGame {
  static start(): ReversiGame;
  /** Reads a transcript, a board with its side to move, or a game in GGF. Throws with the place of a fault. */
  static parse(text: string): ReversiGame;
  readonly state: ReversiState;
  /** The legal squares. The list is empty if the side to move must pass or the game is over. */
  legalMoves(): string[];
  moves(): { ply: number; side: Side; move: string; opening?: Opening }[];
  /** Plays a square or `pass`. Inserts a pass before a square if the side to move must pass. */
  play(move: string): this;
  /** Takes back the last turn and returns it. */
  undo(): string | undefined;
  /** Returns the game after its first `ply` turns. */
  at(ply: number): ReversiGame;
  copy(): ReversiGame;
  /** The moves as one line, after the start board if it is not the usual one. */
  transcript(): string;
  /** The board and the side to move as one line. */
  boardText(): string;
  /** A key that is equal for all symmetric positions. */
  key(): string;
  perft(depth: number): number;
  write(format: 'text' | 'ggf' | 'pgn' | 'wthor', players?: { black?: string; white?: string }): Uint8Array;
  svg(options?: { language?: Language; marks?: ReversiMark[]; labelMeaning?: string }): string;
}

export interface ShogiMove {
  usi: string;
  /** The origin square; missing for a drop. */
  origin?: string;
  target: string;
  /** The piece before a promotion: `P`, `+R`. */
  piece: string;
  promotes: boolean;
  captures: boolean;
  /** The name in Japanese: `７六歩`. */
  japanese: string;
  /** The Western name: `P-7f`. */
  western: string;
  /** The material gain of the exchanges on the target square, in units where a pawn is about 100. */
  exchange: number;
}

export interface ShogiState {
  sfen: string;
  /** The squares 9a, 8a, … 1i: a letter as in an SFEN (`P`, `+r`), or an empty text. */
  squares: string[];
  /** The pieces in Black's and in White's hand. */
  hands: [Record<string, number>, Record<string, number>];
  side: Side;
  moveNumber: number;
  isCheck: boolean;
  /** Whether the side to move has no legal move. */
  isMate: boolean;
  legal: ShogiMove[];
}

export interface ShogiNode {
  id: number;
  parent?: number;
  ply: number;
  side?: Side;
  usi?: string;
  japanese?: string;
  western?: string;
  /** The end of the line of moves, such as `resignation`. */
  end?: string;
  isIllegal?: boolean;
  seconds?: number;
  totalSeconds?: number;
  comment?: string;
  bookmark?: string;
}

export interface ShogiTree {
  /** The nodes. A node comes before its children, and its first child continues the line of moves. */
  nodes: ShogiNode[];
  /** The header of the record. */
  fields: [string, string][];
  black: string | null;
  white: string | null;
  title: string | null;
  outcome: string;
}

/** A game of shogi: a tree of moves with comments and times. Node 0 is the start. */
export class ShogiGame {
  static start(): ShogiGame;
  /** Makes a game without moves from an SFEN. Throws with the place of a fault. */
  static fromSfen(sfen: string): ShogiGame;
  tree(): ShogiTree;
  state(node?: number): ShogiState;
  /** The legal moves in USI. */
  legalMoves(node?: number): string[];
  /** Plays a move in USI after a node, and returns the new node, or the existing node of this move. */
  play(node: number, usi: string): number;
  sfen(node?: number): string;
  /** The position as text (BOD). */
  diagram(node?: number): string;
  outcomeAt(node: number): string;
  setComment(node: number, comment: string): void;
  /** Writes the record. `losses` lists what the format cannot hold. */
  write(format: 'kif' | 'ki2' | 'csa' | 'jkf' | 'usi'): { text: string; losses: string[] };
  writeFile(format: 'kif' | 'ki2' | 'csa' | 'jkf' | 'usi', encoding?: 'utf-8' | 'shift_jis'): Uint8Array;
  svg(node?: number, options?: { language?: Language; western?: boolean; exchange?: boolean }): string;
}

export interface RecordItem {
  /** The fault, with its place, if this item cannot be read. */
  error?: string;
  black: string | null;
  white: string | null;
  date: string | null;
  plies: number;
  /** Reversi: the tournament, the score in discs for Black and the opening. */
  tournament?: string | null;
  score?: number | null;
  opening?: Opening | null;
  comment?: string | null;
  /** Shogi: the title, the result, and what a lenient reader repaired. */
  title?: string | null;
  outcome?: string | null;
  warnings?: string[];
  note?: string | null;
}

export interface RecordFile<Game> {
  game: 'reversi' | 'shogi';
  /** The name of the format, such as `kif` or `wthor`. */
  format: string;
  items: RecordItem[];
  /** Whether the file has more positions than were read. */
  isCut: boolean;
  /** Opens a game. Throws if the item is an error. */
  open(index?: number): Game;
}

export interface ReadOptions {
  /** The name of the file. Its extension helps to detect formats without a signature. */
  name?: string;
  /** Shogi: skip what cannot be read, and report it as warnings. */
  lenient?: boolean;
  /** Reversi: the name files of a WTHOR file. */
  players?: Bytes;
  tournaments?: Bytes;
}

/**
 * Reads a file of any format and encoding: KIF, KI2, CSA, JKF, USI, SFEN, BOD, PSV, HCPE, books of
 * YaneuraOu; transcripts, WTHOR, GGF, PGN and OBF. Throws with the place of the first fault if nothing can
 * be read.
 */
export function readRecord(data: Bytes, options: ReadOptions & { game: 'reversi' }): RecordFile<ReversiGame>;
export function readRecord(data: Bytes, options: ReadOptions & { game: 'shogi' }): RecordFile<ShogiGame>;
export function readRecord(data: Bytes, options?: ReadOptions & { game?: 'reversi' | 'shogi'; fallback?: 'reversi' | 'shogi' }): RecordFile<ReversiGame | ShogiGame>;
export function gameOfFile(name: string, data: Bytes): 'reversi' | 'shogi' | undefined;

export interface BookMove {
  move: string;
  /** The value in discs for the side that plays the move. */
  value: number | null;
  /** The depth of the search that found the value. Without it, the value comes from games. */
  depth?: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** An opening book of Reversi (`data/reversi.book`). */
export class ReversiBook {
  constructor(bytes: Bytes);
  readonly size: number;
  /** The known moves of a position, best first. */
  moves(game: ReversiGame): BookMove[];
}

export interface ValuedMove { move: string; value: number; exact: boolean; depth: number; line: string[] }
export interface SearchResult { depth: number; nodes: number; moves: ValuedMove[] }
export interface Solution { lower: number; upper: number; score?: number; best?: string; line: string[]; nodes: number }
export interface ReviewedMove {
  ply: number; side: Side; move: string; value: number; best: string; bestValue: number; loss: number;
  exact: boolean; depth: number;
}
export interface Review { moves: ReviewedMove[]; blackLoss: number; whiteLoss: number; isComplete: boolean; nodes: number }

/** Receives the progress. If it returns `true`, the work ends with the results so far. */
export type OnProgress<T> = (progress: T) => boolean | void;

/** A searcher and solver of Reversi, guided by a file of weights (`data/reversi.weights`). */
export class ReversiEngine {
  constructor(weights: Bytes, options?: { tableBytes?: number });
  /** Searches to a depth in plies and values `count` moves. `millis` limits the time. */
  search(game: ReversiGame, options?: { depth?: number; count?: number; solveFrom?: number; millis?: number; onProgress?: OnProgress<SearchResult> }): SearchResult;
  solve(game: ReversiGame, options?: { millis?: number; onProgress?: OnProgress<Solution> }): Solution;
  review(game: ReversiGame, options?: { depth?: number; solveFrom?: number; onProgress?: OnProgress<{ done: number; total: number; nodes: number }> }): Review;
  /** The chart of the last review, as SVG. */
  reviewChart(title: string, language?: Language): string;
}

/** Solves a Reversi position exactly. The score is in discs for the side to move. */
export function solve(game: ReversiGame, options?: { millis?: number; onProgress?: OnProgress<Solution> }): Solution;

export interface MateResult { outcome: 'mate' | 'none' | 'unknown'; moves: ShogiMove[]; isShortest: boolean; nodes: number }

/** Searches a mate of the side to move by checks. Without a limit, a hard problem may take very long. */
export function mate(position: ShogiGame | string, options?: { node?: number; shortest?: boolean; millis?: number; tableBytes?: number; onProgress?: OnProgress<{ nodes: number }> }): MateResult;

/** Checks a shogi position that a person sets up. */
export function checkShogi(sfen: string): { isValid: boolean; flaws: string[]; error?: string };
/** Counts the sequences of `depth` moves from the start of Reversi. */
export function reversiPerft(depth: number): number;
/** Counts the sequences of `depth` legal moves of a shogi position. */
export function shogiPerft(depth: number, sfen?: string): number;
