//! Names of header fields that have the same meaning in several formats.
//!
//! The names are the words of KIF; readers and writers of other formats translate their words. Any
//! other name is kept unchanged. A name that begins with `$` is a CSA keyword without a
//! counterpart.

/// The first player; 下手 in handicap games.
pub const BLACK: &str = "先手";
/// The second player; 上手 in handicap games.
pub const WHITE: &str = "後手";
/// The event (`$EVENT`).
pub const EVENT: &str = "棋戦";
/// The place (`$SITE`).
pub const SITE: &str = "場所";
/// The beginning of the game (`$START_TIME`), `2003/05/03 10:30:00`.
pub const START_TIME: &str = "開始日時";
/// The end of the game (`$END_TIME`).
pub const END_TIME: &str = "終了日時";
/// The time allowed (`$TIME_LIMIT`).
pub const TIME_LIMIT: &str = "持ち時間";
/// The opening (`$OPENING`).
pub const OPENING: &str = "戦型";
/// The title.
pub const TITLE: &str = "表題";
/// A note on the whole game (`$NOTE` of CSA 3.0), with lines separated by `\n`.
pub const NOTE: &str = "備考";
/// The maximum number of moves (`$MAX_MOVES`).
pub const MAX_MOVES: &str = "最大手数";
/// The name of the start, if it is not one of the sixteen handicaps: `詰将棋`.
pub const HANDICAP: &str = "手合割";
/// The instruction to show the board from White's side (in KIF a separate line). The value is
/// empty.
pub const FLIPPED: &str = "盤面回転";
