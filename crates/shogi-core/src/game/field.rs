//! Names of header fields that have the same meaning in several formats.
//!
//! These are the names that KIF uses. The readers and writers of other formats translate their
//! names to and from these names. All other names are kept unchanged. A name that begins with `$`
//! is a CSA keyword without a KIF name.

/// The name of the player of Black. In handicap games, KIF writes 下手 instead.
pub const BLACK: &str = "先手";
/// The name of the player of White. In handicap games, KIF writes 上手 instead.
pub const WHITE: &str = "後手";
/// The event (`$EVENT`).
pub const EVENT: &str = "棋戦";
/// The place where the game was played (`$SITE`).
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
/// A note on the whole game (`$NOTE` of CSA 3.0). Its lines are separated by `\n`.
pub const NOTE: &str = "備考";
/// The maximum number of moves (`$MAX_MOVES`).
pub const MAX_MOVES: &str = "最大手数";
/// The name of the starting position, if it is not one of the sixteen names of
/// [`Handicap`](crate::Handicap): `詰将棋`.
pub const HANDICAP: &str = "手合割";
/// A field without a value: the board should be shown from White's side. In KIF, this field is a
/// line without a colon.
pub const FLIPPED: &str = "盤面回転";
