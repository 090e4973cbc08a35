// The texts of the page in English and Japanese.

const TEXTS = {
  skip: ['Skip to the board', '盤へ移動'],
  reversi: ['Reversi', 'リバーシ'],
  shogi: ['Shogi', '将棋'],
  games: ['Games', 'ゲーム'],
  loading: ['Loading …', '読み込み中…'],
  failed: ['The page could not be loaded: {0}', 'ページを読み込めませんでした：{0}'],
  again: ['Try again', '再試行'],
  open: ['Open', '開く'],
  theme: ['Light or dark', '明暗の切り替え'],
  dropHere: ['Drop the file here', 'ここにファイルをドロップ'],
  openTitle: ['Open a game or a position', '棋譜・局面を開く'],
  openHint: [
    'Reversi: transcripts, boards, GGF, PGN, OBF and WTHOR files. Shogi: KIF, KI2, CSA, JKF, USI, SFEN, BOD, training records and books, in any encoding. You can also drop a file anywhere on the page.',
    'リバーシ：棋譜、盤面、GGF、PGN、OBF、WTHOR。将棋：KIF、KI2、CSA、JKF、USI、SFEN、BOD、学習用棋譜、定跡ファイル（文字コードは自動判定）。ページ上のどこにでもドロップできます。'],
  pasteLabel: ['Paste text', 'テキストを貼り付け'],
  read: ['Read', '読み込む'],
  chooseFile: ['Choose a file …', 'ファイルを選ぶ…'],
  cancel: ['Cancel', 'キャンセル'],
  close: ['Close', '閉じる'],
  lenient: ['Read what is readable', '読める部分だけ読む'],
  opened: ['Opened {0} ({1})', '{0}を開きました（{1}）'],
  repaired: ['Some parts of the record were skipped or repaired:', '読めない部分を飛ばしました：'],
  file: ['File', 'ファイル'],
  gamesOf: ['{0}: {1} games', '{0}：{1}局'],
  oneGame: ['{0}: 1 game', '{0}：1局'],
  filter: ['Filter by name, year or opening', '名前・年・定石で絞り込み'],
  more: ['{0} more: type to filter', '他{0}件。文字を入力すると絞り込めます'],
  cut: ['The file has more positions than are shown.', '先頭の局面だけを表示しています。'],
  players: ['Players', '対局者'], result: ['Result', '結果'], date: ['Date', '日付'], place: ['No.', '番号'],
  opening: ['Opening', '定石'], moves: ['Moves', '手順'], title: ['Title', '棋戦'], note: ['Note', '備考'],
  black: ['Black', '黒'], white: ['White', '白'], sente: ['Black', '先手'], gote: ['White', '後手'],
  blackToMove: ['Black to move', '黒の番'], whiteToMove: ['White to move', '白の番'],
  senteToMove: ['Black to move', '先手の番'], goteToMove: ['White to move', '後手の番'],
  mustPass: ['{0} must pass', '{0}はパス'],
  pass: ['Pass', 'パス'],
  over: ['Game over', '終局'],
  wonBy: ['{0} wins by {1}', '{0}の{1}石勝ち'],
  draw: ['A draw', '引き分け'],
  thinking: ['{0} is thinking …', '{0}が考え中…'],
  newGame: ['New game', '新しい対局'],
  undo: ['Undo', '待った'],
  redo: ['Redo', 'やり直し'],
  first: ['First', '最初'], previous: ['Back', '戻る'], next: ['Forward', '進む'], last: ['Last', '最後'],
  mode: ['Play', '対局'],
  modeFree: ['Both sides (free)', '両方を動かす（自由）'],
  modeBlack: ['Black against the engine', '黒を持ってエンジンと対局'],
  modeWhite: ['White against the engine', '白を持ってエンジンと対局'],
  level: ['Level', '強さ'], level1: ['Beginner', '入門'], level2: ['Easy', '初級'], level3: ['Medium', '中級'], level4: ['Strong', '上級'],
  show: ['Show', '表示'],
  showLegal: ['Legal moves', '打てる場所'],
  showBook: ['Book values', '定石の評価値'],
  analyse: ['Analyse', '解析'],
  analysing: ['Depth {0}, {1} positions', '深さ{0}、{1}局面'],
  solving: ['Solving: {0} of {1} moves', '完全読み：{1}手中{0}手'],
  solved: ['Solved: all values are exact', '完全読み終了：値は正確です'],
  finished: ['Finished at depth {0}', '深さ{0}で終了'],
  noValues: ['Switch on “Analyse” to see the value of each move.', '「解析」をオンにすると各手の評価値が表示されます。'],
  loadingWeights: ['Loading the evaluation (1.6 MB) …', '評価関数を読み込み中（1.6 MB）…'],
  loadFailed: ['{0} could not be loaded. Are you offline?', '{0}を読み込めませんでした。オフラインではありませんか？'],
  book: ['book', '定石'],
  bookLine: ['{0} games: {1} % won', '{0}局、勝率{1}%'],
  inBook: ['{0} known moves in the book', '定石に{0}手'],
  notInBook: ['not in the book', '定石なし'],
  moveList: ['Moves', '棋譜'],
  noMoves: ['No moves yet', 'まだ手がありません'],
  reviewTitle: ['Review', '検討'],
  review: ['Review this game', 'この対局を検討する'],
  reviewHint: ['Finds the mistakes of both sides: the discs that each move loses.', '両者のミスを調べます。各手で何石損したかを表示します。'],
  reviewing: ['Position {0} of {1}', '{1}局面中{0}'],
  reviewLoss: ['Lost discs: Black {0}, White {1}', '損した石数：黒{0}、白{1}'],
  reviewBest: ['{0}. {1} loses {2}; best was {3}', '{0}手目{1}で{2}石の損。最善手は{3}'],
  reviewGood: ['No move loses a disc or more.', '1石以上の損はありません。'],
  stop: ['Stop', '停止'],
  share: ['Share', '共有・保存'],
  copyMoves: ['Copy moves', '棋譜をコピー'], copyBoard: ['Copy board', '盤面をコピー'], copyLink: ['Copy link', 'リンクをコピー'],
  copySvg: ['Copy SVG', 'SVGをコピー'],
  saveSvg: ['Save picture', '画像を保存'], saveGgf: ['Save GGF', 'GGFで保存'],
  copied: ['Copied', 'コピーしました'],
  rowLabel: ['{0}', '{0}'],
  board: ['Board', '盤'],
  empty: ['empty', '空き'],
  legal: ['legal move', '打てます'],
  flips: ['flips {0}', '{0}石返る'],
  valueIs: ['value {0}', '評価値{0}'],
  exact: ['exact', '正確'],
  played: ['{0} {1}', '{0} {1}'],
  keys: ['Keys: arrows move over the board, Enter plays; outside the board ← and → step through the game.', 'キー：矢印で盤上を移動、Enterで着手。盤の外では←→で手順を進めます。'],
  wrongAddress: ['The address does not name a position: {0}', 'アドレスの局面が正しくありません：{0}'],
  // Shogi
  flip: ['Flip board', '盤を反転'],
  letters: ['Pieces', '駒'], lettersJa: ['Japanese', '漢字'], lettersWest: ['Western', '欧文'],
  exchange: ['Exchange values', '駒交換の得失'],
  handOf: ['{0} in hand', '{0}の持ち駒'],
  none: ['none', 'なし'],
  selected: ['selected, {0} moves', '選択中、{0}通り'],
  promoteTitle: ['Promote?', '成りますか？'], promote: ['Promote', '成る'], stay: ['Do not promote', '成らない'],
  check: ['Check', '王手'], mated: ['Mated', '詰み'], noLegal: ['No legal move', '合法手なし'],
  comment: ['Comment', 'コメント'],
  variations: ['Variations', '変化'],
  start: ['Start', '開始局面'],
  mainLine: ['Back to the main line', '本譜に戻る'],
  header: ['Record', '棋譜情報'],
  mate: ['Mate search', '詰み探索'],
  findMate: ['Find a mate', '詰みを探す'],
  shortest: ['Shortest', '最短手順'],
  mateHint: ['Searches a mate by checks for the side to move.', '手番側の王手の連続による詰みを探します。'],
  mateFound: ['Mate in {0}', '{0}手詰め'],
  mateShortest: ['Mate in {0}, the shortest', '{0}手詰め（最短）'],
  mateNone: ['There is no mate by checks.', '詰みはありません。'],
  mateUnknown: ['Not decided within the limits.', '制限内では分かりませんでした。'],
  mateStopped: ['Stopped after {0} positions.', '{0}局面で停止しました。'],
  nodes: ['{0} positions', '{0}局面'],
  playLine: ['Play the line', '手順を再生'],
  edit: ['Edit position', '局面を編集'],
  editTitle: ['Edit the position', '局面の編集'],
  editHint: ['Choose a piece and click squares, or click a piece on the board and then its new square. A second click on a piece promotes it.', '駒を選んでマスをクリックします。盤上の駒は、クリックしてから移動先をクリックします。同じ駒をもう一度クリックすると成ります。'],
  erase: ['Remove', '取り除く'], move: ['Move', '移動'],
  done: ['Done', '完了'],
  clearBoard: ['Empty board', '盤を空に'], startPosition: ['Start position', '平手'], rest: ['Rest to White’s hand', '残りを後手の持ち駒に'],
  sideToMove: ['Side to move', '手番'],
  flaws: ['Not a legal position', '局面に問題があります'],
  validPosition: ['Legal position', '正しい局面です'],
  copySfen: ['Copy SFEN', 'SFENをコピー'], copyKif: ['Copy KIF', 'KIFをコピー'], saveAs: ['Save as', '形式を選んで保存'],
  saveButton: ['Save', '保存'],
  losses: ['This format cannot hold: {0}', 'この形式では保存できません：{0}'],
  ended: ['{0}', '{0}'],
  move1: ['after move {0}', '{0}手目まで'],
};

// The messages of the libraries are English. These are the ones that a visitor meets every day.
const OUTCOMES = {
  'resignation': '投了', 'checkmate': '詰み', 'repetition': '千日手', 'interruption': '中断', 'impasse': '持将棋', 'time up': '時間切れ',
  'time-up': '時間切れ', 'declaration': '入玉宣言', 'draw': '引き分け', 'foul': '反則', 'no mate': '不詰',
  'black has no king': '先手玉がありません', 'white has no king': '後手玉がありません',
  'two pawns of a side on one file': '二歩です', 'a piece that can never move': '動けない駒があります',
  'too many pieces of a kind': '駒が多すぎます', 'the side that has just moved is in check': '手番でない側の玉に王手がかかっています',
  'two kings of one side': '玉が二つあります', 'more pieces of a kind than a hand can count': '駒が多すぎます',
};

let language = 'en';

export function setLanguage(name) { language = name === 'ja' ? 'ja' : 'en'; document.documentElement.lang = language; }

export function lang() { return language; }

/** Returns a text with its arguments. */
export function t(key, ...values) {
  const text = TEXTS[key]?.[language === 'ja' ? 1 : 0] ?? key;
  return text.replace(/\{(\d)\}/g, (_, index) => values[index]);
}

export function word(text) { return language === 'ja' ? OUTCOMES[text] ?? text : text; }

export function number(value) { return value.toLocaleString(language === 'ja' ? 'ja-JP' : 'en-US'); }

/** Fills the texts of the static elements. */
export function translate(root = document) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
}
