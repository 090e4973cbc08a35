//! Games in the Generic Game Format (GGF), which servers and engines exchange.
//!
//! ```
//! use reversi_core::format::ggf;
//! let text = "(;GM[Othello]PB[alpha]PW[beta]TY[8]RE[?]\
//!             BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
//!             B[d3//0.01]W[c5/2.39];)";
//! let games = ggf::parse(text)?;
//! assert_eq!(games[0].black, "alpha");
//! assert_eq!(games[0].moves[1].evaluation, Some(2.39));
//! assert_eq!(ggf::parse(&games[0].to_string())?, games);
//! assert_eq!(games[0].to_string().parse::<ggf::Game>()?, games[0]);
//! # Ok::<(), ggf::ParseGgfError>(())
//! ```
//!
//! A text may contain several games. A count may precede one or more games, as in server archives. A
//! count that differs from the number of games after it is an error. Tags that the reader does not interpret are in [`Game::other`], including
//! komi bids (`KB`, `KW`). The colour of a move must be the side to move. A pass is written as the
//! move `PA`. If a forced pass is missing, the reader inserts it.
use super::boardtext::{self, ParseBoardError};
use crate::color::Color;
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A game.
///
/// `Display` writes text from which the reader gets the same game, except for data that GGF cannot
/// represent. In names and other values, `]` is written as `)`. Non-finite numbers are left out.
/// Entries of `other` are left out if their name has characters other than letters or is the name
/// of a tag that the reader interprets. An illegal move is written unchanged, so the reader rejects
/// such a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The name of the player of Black, `PB`; empty if the text has no name.
    pub black: String,
    /// The name of the player of White, `PW`; empty if the text has no name.
    pub white: String,
    /// The type of the game, `TY`.
    pub variant: Variant,
    /// The declared result, `RE`; `None` if the result is missing or unknown.
    pub result: Option<GameResult>,
    /// Komi in discs, `KM`.
    pub komi: Option<f64>,
    /// The clock, `TI`, as in the text, with main time, increment and extension.
    pub time: Option<String>,
    /// The position before the first move, `BO`.
    pub start: Position,
    /// The moves, including passes only where the text has them.
    pub moves: Vec<GameMove>,
    /// The position after the moves. Its history has all passes.
    pub position: Position,
    /// All other tags, in order.
    pub other: Vec<(String, String)>,
}

/// The type of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Whether the game is one of two games with the same start, played at the same time.
    pub synchro: bool,
    /// The number of random discs at the start, such as 20 for `r20`.
    pub random_discs: Option<u32>,
    /// Whether the players bid komi for the choice of colours.
    pub komi: bool,
    /// Whether the side with fewer discs wins.
    pub anti: bool,
    /// The tag as in the text.
    pub text: String,
}

/// A declared result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameResult {
    /// The score for Black in discs, including komi; it may have a fraction.
    pub score: f64,
    /// The reason why the game ended early, or `None` if the game was played to the end.
    pub end: Option<GameEnd>,
}

/// The reason why a game ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// `r`: a player resigned.
    Resigned,
    /// `t`: a player exceeded the time limit.
    Timeout,
    /// `s`: the players agreed on the score.
    Mutual,
}

impl GameEnd {
    /// Returns the letter of the flag.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Resigned => 'r',
            Self::Timeout => 't',
            Self::Mutual => 's',
        }
    }
}

/// A move with the player's evaluation and time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameMove {
    /// The move.
    pub mv: Move,
    /// The player's evaluation in discs.
    pub evaluation: Option<f64>,
    /// The time for the move in seconds.
    pub seconds: Option<f64>,
}

impl Game {
    /// Returns Black's final score in discs on the board, if the game was played to the end.
    #[must_use]
    pub fn replayed_score(&self) -> Option<i32> {
        self.position.is_over().then(|| self.position.final_score(Color::Black))
    }

    /// Returns whether the declared result differs from the board's result. In this case the
    /// board's result is reliable.
    ///
    /// Games with komi and games that ended early cannot be compared; the result is `false`.
    #[must_use]
    pub fn has_result_mismatch(&self) -> bool {
        match (self.replayed_score(), self.result) {
            (Some(score), Some(GameResult { score: declared, end: None })) => {
                !self.variant.komi && self.komi.is_none() && f64::from(score) != declared
            }
            _ => false,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;GM[Othello]")?;
        for (name, value) in &self.other {
            let is_letters =
                !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
            if is_letters && !READ.contains(&name.as_str()) {
                write!(f, "{name}[{}]", Text(value))?;
            }
        }
        write!(f, "PB[{}]PW[{}]", Text(&self.black), Text(&self.white))?;
        if let Some(time) = &self.time {
            write!(f, "TI[{}]", Text(time))?;
        }
        let variant = &self.variant.text;
        let variant = if read_variant(variant).is_ok() { variant } else { "8" };
        write!(f, "TY[{}]RE[", Text(variant))?;
        match self.result.filter(|result| result.score.is_finite()) {
            None => write!(f, "?")?,
            Some(GameResult { score, end }) => {
                let short = alloc::format!("{score:+.3}");
                match short.parse() == Ok(score) {
                    true => f.write_str(&short)?,
                    false => write!(f, "{score:+}")?,
                }
                if let Some(end) = end {
                    write!(f, ":{}", end.letter())?;
                }
            }
        }
        write!(f, "]")?;
        if let Some(komi) = finite(self.komi) {
            write!(f, "KM[{komi}]")?;
        }
        let board = boardtext::display(&self.start).to_string().replace('X', "*");
        write!(f, "BO[8")?;
        for row in board.as_bytes()[..64].chunks(8) {
            write!(f, " {}", core::str::from_utf8(row).unwrap_or_default())?;
        }
        write!(f, " {}]", &board[65..])?;
        let mut position = self.start.clone();
        for GameMove { mv, evaluation, seconds } in &self.moves {
            if *mv != Move::Pass {
                // The pass is illegal if it is not forced. The position is then unchanged.
                let _ = position.pass();
            }
            let side = if position.side() == Color::Black { 'B' } else { 'W' };
            match mv {
                Move::Place(square) => write!(f, "{side}[{square}")?,
                Move::Pass => write!(f, "{side}[PA")?,
            }
            let (evaluation, seconds) = (finite(*evaluation), finite(*seconds));
            if let Some(evaluation) = evaluation {
                write!(f, "/{evaluation}")?;
            } else if seconds.is_some() {
                write!(f, "/")?;
            }
            if let Some(seconds) = seconds {
                write!(f, "/{seconds}")?;
            }
            write!(f, "]")?;
            // `moves` is a public field, so it may have an illegal move. Such a move does not
            // change the position.
            let _ = position.play(*mv);
        }
        write!(f, ";)")
    }
}

impl FromStr for Game {
    type Err = ParseGgfError;

    /// Reads a text with exactly one game.
    fn from_str(text: &str) -> Result<Self, ParseGgfError> {
        let error = |at, game, kind| ParseGgfError { at, game, kind };
        let (start, count) = next_start(text, 0);
        if start == text.len() {
            return Err(error(start, 1, ParseGgfErrorKind::NoGame));
        }
        let (game, end) = next_game(text, start, 1)?;
        let (next, _) = next_start(text, end);
        if next < text.len() {
            return Err(error(next, 2, ParseGgfErrorKind::TextAfterGame));
        }
        count.map_or(Ok(()), |count| count.check(1))?;
        Ok(game)
    }
}

/// The names of the tags that the reader interprets.
const READ: [&str; 10] = ["GM", "PB", "PW", "TI", "TY", "RE", "KM", "BO", "B", "W"];

/// A string between brackets. GGF cannot represent `]` in such a string.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = self.0.split(']');
        f.write_str(pieces.next().unwrap_or_default())?;
        pieces.try_for_each(|piece| write!(f, "){piece}"))
    }
}

fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}

/// Reads all games of a text.
///
/// # Errors
/// Returns [`ParseGgfError`] with the byte offset in `text` and the number of the game.
pub fn parse(text: &str) -> Result<Vec<Game>, ParseGgfError> {
    let mut games = Vec::new();
    let (mut at, mut announced) = (0, None::<Count>);
    loop {
        let (start, count) = next_start(text, at);
        let is_end = start == text.len();
        if let Some(announced) = announced.filter(|_| is_end || count.is_some()) {
            announced.check(games.len())?;
        }
        if let Some(count) = count {
            announced = Some(Count { before: games.len(), ..count });
        }
        if is_end {
            announced.map_or(Ok(()), |count| count.check(games.len()))?;
            return Ok(games);
        }
        let (game, end) = next_game(text, start, games.len() + 1)?;
        games.push(game);
        at = end;
    }
}

/// A count of games before the games.
#[derive(Clone, Copy)]
struct Count {
    /// The place of the count.
    at: usize,
    announced: u64,
    /// The number of games before the count.
    before: usize,
}

impl Count {
    /// Checks the count, given the number of games up to the next count.
    fn check(self, games: usize) -> Result<(), ParseGgfError> {
        let Self { at, announced, before } = self;
        let found = (games - before) as u64;
        if announced == found {
            return Ok(());
        }
        let kind = ParseGgfErrorKind::Count { announced, found };
        Err(ParseGgfError { at, game: before + 1, kind })
    }
}

/// Returns the place at which the next game should begin, and the count before it. At the end of the
/// text, the place is the length of the text. A byte order mark at the beginning is skipped.
fn next_start(text: &str, from: usize) -> (usize, Option<Count>) {
    let at = skip(text, from, |c| c.is_whitespace() || c == '\u{feff}');
    let end = skip(text, at, |c| c.is_ascii_digit());
    let announced = text[at..end].parse().unwrap_or(u64::MAX);
    let count = (at < end).then_some(Count { at, announced, before: 0 });
    (skip(text, end, char::is_whitespace), count)
}

/// Reads the game that begins at `start` and returns it with the place of its end. `number` is the
/// number of the game, counted from 1.
fn next_game(text: &str, start: usize, number: usize) -> Result<(Game, usize), ParseGgfError> {
    let error = |at, kind| ParseGgfError { at, game: number, kind };
    if !text[start..].starts_with("(;") {
        return Err(error(start, ParseGgfErrorKind::NoGame));
    }
    let mut tags = Vec::new();
    let mut at = start + 2;
    loop {
        at = skip(text, at, char::is_whitespace);
        if text[at..].starts_with(";)") {
            at += 2;
            break;
        }
        let name_end = skip(text, at, |c| c.is_ascii_alphabetic());
        if name_end == at {
            let end = at == text.len();
            let kind = if end { ParseGgfErrorKind::NoEnd } else { ParseGgfErrorKind::NoTag };
            return Err(error(at, kind));
        }
        if !text[name_end..].starts_with('[') {
            return Err(error(name_end, ParseGgfErrorKind::NoValue));
        }
        let Some(len) = text[name_end..].find(']') else {
            return Err(error(text.len(), ParseGgfErrorKind::NoEnd));
        };
        let start = name_end + 1;
        let value = &text[start..name_end + len];
        tags.push(Tag { at, name: &text[at..name_end], start, value });
        at = name_end + len + 1;
    }
    let game = game(text, &tags).map_err(|(place, kind)| error(place.unwrap_or(at), kind))?;
    Ok((game, at))
}

/// Returns the byte offset of the first character at or after `from` for which `what` returns
/// false.
fn skip(text: &str, from: usize, what: impl Fn(char) -> bool) -> usize {
    text[from..].find(|c: char| !what(c)).map_or(text.len(), |len| from + len)
}

/// A tag and its byte offset in the text.
struct Tag<'a> {
    at: usize,
    name: &'a str,
    /// The byte offset at which the value begins.
    start: usize,
    value: &'a str,
}

/// What is wrong, and its byte offset. `None` means the end of the game.
type Fault = (Option<usize>, ParseGgfErrorKind);

/// Makes a game from its tags.
fn game(text: &str, tags: &[Tag<'_>]) -> Result<Game, Fault> {
    let (mut black, mut white) = (String::new(), String::new());
    let mut variant = None;
    let (mut result, mut komi, mut time) = (None, None, None);
    let mut boards: Option<(Position, Position)> = None;
    let (mut moves, mut other) = (Vec::new(), Vec::new());
    for tag in tags {
        let fault = |kind| (Some(tag.start), kind);
        match tag.name {
            "GM" => {
                if !tag.value.trim().eq_ignore_ascii_case("othello") {
                    return Err(fault(ParseGgfErrorKind::OtherGame));
                }
            }
            "PB" => black = tag.value.into(),
            "PW" => white = tag.value.into(),
            "TI" => time = Some(tag.value.into()),
            "TY" => variant = Some(read_variant(tag.value).map_err(fault)?),
            "RE" => {
                result = read_result(tag.value).ok_or_else(|| fault(ParseGgfErrorKind::Result))?
            }
            "KM" => {
                let value = number(tag.value).ok_or_else(|| fault(ParseGgfErrorKind::Number))?;
                komi = Some(value);
            }
            "BO" => {
                if boards.is_some() {
                    return Err((Some(tag.at), ParseGgfErrorKind::SecondBoard));
                }
                // Board text accepts the brackets of the tag around the board.
                let from = tag.start - 1;
                let board = boardtext::parse(&text[from..tag.start + tag.value.len() + 1]);
                let board = board
                    .map_err(|error| (Some(from + error.at), ParseGgfErrorKind::Board(error)))?;
                boards = Some((board.clone(), board));
            }
            "B" | "W" => {
                let Some((_, position)) = &mut boards else {
                    return Err((Some(tag.at), ParseGgfErrorKind::MoveBeforeBoard));
                };
                let color = if tag.name == "B" { Color::Black } else { Color::White };
                let played = read_move(tag.value).map_err(fault)?;
                if color != position.side() {
                    if !position.must_pass() {
                        return Err((
                            Some(tag.at),
                            ParseGgfErrorKind::Color { side: position.side() },
                        ));
                    }
                    position
                        .pass()
                        .map_err(|illegal| fault(ParseGgfErrorKind::Illegal(illegal)))?;
                }
                position
                    .play(played.mv)
                    .map_err(|illegal| fault(ParseGgfErrorKind::Illegal(illegal)))?;
                moves.push(played);
            }
            _ => other.push((tag.name.into(), tag.value.into())),
        }
    }
    let (start, position) = boards.ok_or((None, ParseGgfErrorKind::NoBoard))?;
    let variant = match variant {
        Some(variant) => variant,
        None => read_variant("8").map_err(|kind| (None, kind))?,
    };
    Ok(Game { black, white, variant, result, komi, time, start, moves, position, other })
}

/// Reads the type of a game: letters such as `s` for synchro, the size, and further letters. A
/// missing size and the size 0 mean the size of the board in the game, which the board reader checks.
fn read_variant(text: &str) -> Result<Variant, ParseGgfErrorKind> {
    let first = skip(text, 0, |c| !c.is_ascii_digit());
    let digits = skip(text, first, |c| c.is_ascii_digit());
    let size = match &text[first..digits] {
        "" => 0,
        size => size.parse().unwrap_or(u32::MAX),
    };
    // In a text without a size, the digits follow a letter: `r20`.
    let has_size = !text[..first].ends_with(['r', 'R']);
    if has_size && size != 8 && size != 0 {
        return Err(ParseGgfErrorKind::Size { size });
    }
    let mut variant = Variant {
        synchro: false,
        random_discs: None,
        komi: false,
        anti: false,
        text: text.to_string(),
    };
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        at += letter.len_utf8();
        match letter {
            's' => variant.synchro = true,
            'k' => variant.komi = true,
            'a' => variant.anti = true,
            'r' => {
                let end = skip(text, at, |c| c.is_ascii_digit());
                variant.random_discs = text[at..end].parse().ok();
                at = end;
            }
            // Digits are the size. Other letters mean rated games, preferred colours and additions of servers.
            _ => {}
        }
    }
    Ok(variant)
}

/// Reads a result. Returns `Some(None)` for an unknown result and `None` for an invalid string.
fn read_result(text: &str) -> Option<Option<GameResult>> {
    let text = text.trim();
    if text == "?" || text.is_empty() {
        return Some(None);
    }
    let (score, end) = match text.split_once(':') {
        None => (text, None),
        Some((score, flag)) => {
            let end = match flag.trim() {
                "r" => GameEnd::Resigned,
                "t" => GameEnd::Timeout,
                "s" => GameEnd::Mutual,
                _ => return None,
            };
            (score, Some(end))
        }
    };
    Some(Some(GameResult { score: number(score)?, end }))
}

fn read_move(text: &str) -> Result<GameMove, ParseGgfErrorKind> {
    let mut parts = text.split('/');
    let mv =
        parts.next().unwrap_or_default().trim().parse().map_err(|_| ParseGgfErrorKind::NoMove)?;
    let mut next = || match parts.next().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => number(text).map(Some).ok_or(ParseGgfErrorKind::Number),
    };
    Ok(GameMove { mv, evaluation: next()?, seconds: next()? })
}

/// Reads a finite number. `inf` and `nan` are rejected.
fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// The error for a string that is not a list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid ggf, game {game} at byte {at}: {kind}")]
pub struct ParseGgfError {
    /// The byte offset in the text.
    pub at: usize,
    /// The number of the game, counted from 1.
    pub game: usize,
    /// What is wrong at the byte.
    pub kind: ParseGgfErrorKind,
}

/// What is wrong with a game.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseGgfErrorKind {
    /// There is text that is not a game where a game should begin.
    #[error("expected a game, which begins with `(;`")]
    NoGame,
    /// There is text that is not a tag where a tag should be.
    #[error("expected a tag, or `;)` at the end of the game")]
    NoTag,
    /// A tag without a value.
    #[error("expected `[` after the name of the tag")]
    NoValue,
    /// The text ends in the middle of a game.
    #[error("the text ends inside a game: expected `;)`")]
    NoEnd,
    /// The number of games differs from the count before them.
    #[error("the count announces {announced} games, but {found} follow")]
    Count {
        /// The number before the games.
        announced: u64,
        /// The number of games up to the next count or the end.
        found: u64,
    },
    /// There is text after the game, but only one game is expected.
    #[error("unexpected text after the game, expected only one game")]
    TextAfterGame,
    /// A game other than Othello.
    #[error("unsupported game, expected Othello")]
    OtherGame,
    /// A type of games on a board that is not 8x8.
    #[error("board size {size} is not supported, expected 8")]
    Size {
        /// The size.
        size: u32,
    },
    /// The start position is invalid.
    #[error("{}", .0.kind)]
    Board(ParseBoardError),
    /// A game without a start position.
    #[error("no start position, expected a tag `BO`")]
    NoBoard,
    /// Two start positions.
    #[error("unexpected second start position, expected one tag `BO`")]
    SecondBoard,
    /// A move before the start position.
    #[error("unexpected move before the start position, expected a tag `BO`")]
    MoveBeforeBoard,
    /// A move of the wrong side.
    #[error("move of the wrong colour, expected a move of {side}")]
    Color {
        /// The side to move.
        side: Color,
    },
    /// A move that is not a square or a pass.
    #[error("invalid move, expected a square or `PA`")]
    NoMove,
    /// A move that is not legal.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// An evaluation, a time or a komi that is not a finite number.
    #[error("invalid number, expected a finite number")]
    Number,
    /// An invalid result.
    #[error(
        "expected a result: a number, optionally followed by :r (resigned), :t (time-out) or :s \
         (agreed), or `?`"
    )]
    Result,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str =
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

    #[test]
    fn faults_have_their_place() {
        let fault = |text: &str| {
            let error = parse(&text.replace("BO", BOARD)).unwrap_err();
            (error.game, error.at, error.kind)
        };
        use ParseGgfErrorKind as Kind;
        assert_eq!(fault("(;BO;) x"), (2, 84, Kind::NoGame));
        assert_eq!(fault("(;BO"), (1, 81, Kind::NoEnd));
        assert_eq!(fault("(;PB[a"), (1, 6, Kind::NoEnd));
        assert_eq!(fault("(;PB(a)"), (1, 4, Kind::NoValue));
        assert_eq!(fault("(;?;)"), (1, 2, Kind::NoTag));
        assert_eq!(fault("(;GM[Go];)"), (1, 5, Kind::OtherGame));
        assert_eq!(fault("(;TY[10];)"), (1, 5, Kind::Size { size: 10 }));
        assert_eq!(fault("(;PB[a];)"), (1, 9, Kind::NoBoard));
        assert_eq!(fault("(;B[f5]BO;)"), (1, 2, Kind::MoveBeforeBoard));
        assert_eq!(fault("(;BOBO;)"), (1, 81, Kind::SecondBoard));
        assert_eq!(fault("(;BOW[f5];)"), (1, 81, Kind::Color { side: Color::Black }));
        assert_eq!(fault("(;BOB[z5];)"), (1, 83, Kind::NoMove));
        assert_eq!(fault("(;BOB[f5/nan];)"), (1, 83, Kind::Number));
        assert_eq!(fault("(;BORE[2:x];)"), (1, 84, Kind::Result));
        assert!(matches!(fault("(;BOB[PA];)"), (1, 83, Kind::Illegal(_))));
        assert_eq!(fault("(;BOB[f5];)(;BOB[a1];)").0, 2);
        let count = |announced, found| Kind::Count { announced, found };
        assert_eq!(fault("3 (;BO;)(;BO;)"), (1, 0, count(3, 2)));
        assert_eq!(fault("1 (;BO;)\n1 (;BO;) (;BO;) 1 (;BO;)"), (2, 86, count(1, 2)));
        assert_eq!(fault("(;BO;) 2"), (2, 84, count(2, 0)));
        assert_eq!(fault(&std::format!("{} (;BO;)", u128::MAX)), (1, 0, count(u64::MAX, 1)));
        let single = |text: &str| {
            let error = text.replace("BO", BOARD).parse::<Game>().unwrap_err();
            (error.game, error.at, error.kind)
        };
        assert_eq!(single(" 2 "), (1, 3, Kind::NoGame));
        assert_eq!(single("(;BO;) (;BO;)"), (2, 84, Kind::TextAfterGame));
        assert_eq!(single("(;BO;) x"), (2, 84, Kind::TextAfterGame));
        assert_eq!(single("2 (;BO;)"), (1, 0, count(2, 1)));
        assert_eq!(single("(;BOB[f5/nan];)"), (1, 83, Kind::Number));
        let error = parse("(;BO[8 ---x];)").unwrap_err();
        assert_eq!(error.at, 10);
        assert!(matches!(error.kind, Kind::Board(_)));
    }

    #[test]
    fn texts_read_back() {
        let tags = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TI[05:00//02:00]TY[8r20k]RE[-3.50:t]KM[2.5]";
        let text = std::format!("1 {tags}{BOARD}KB[d3/1]B[d3//0.01]W[c5/2.39]B[f6/-1.5/97.63];)\n");
        let games = parse(&std::format!("{text}{text}")).unwrap();
        assert_eq!(games.len(), 2);
        let game = &games[0];
        assert_eq!(game.other.len(), 2);
        assert_eq!((game.variant.random_discs, game.variant.komi), (Some(20), true));
        assert_eq!(parse(&game.to_string()).unwrap(), std::slice::from_ref(game));
        assert_eq!(game.to_string().parse().as_ref(), Ok(game));
        assert!(!game.has_result_mismatch());
    }

    #[test]
    fn the_types_of_games_are_read() {
        for (text, synchro, random_discs, komi, anti) in [
            ("8", false, None, false, false),
            ("0", false, None, false, false),
            ("", false, None, false, false),
            ("s8r20", true, Some(20), false, false),
            ("8r18", false, Some(18), false, false),
            ("r14", false, Some(14), false, false),
            ("sr14", true, Some(14), false, false),
            ("s8bka", true, None, true, true),
        ] {
            let game = parse(&std::format!("(;TY[{text}]{BOARD};)")).unwrap().remove(0);
            let variant = &game.variant;
            assert_eq!(
                (variant.synchro, variant.random_discs, variant.komi, variant.anti),
                (synchro, random_discs, komi, anti),
                "{text}"
            );
            assert_eq!(game.to_string().parse(), Ok(game), "{text}");
        }
        for text in ["10", "s10r20", "6", "88", "99999999999"] {
            let error = parse(&std::format!("(;TY[{text}]{BOARD};)")).unwrap_err();
            assert!(matches!(error.kind, ParseGgfErrorKind::Size { .. }), "{text}");
        }
    }

    #[test]
    fn counts_and_a_byte_order_mark_are_skipped() {
        let text = std::format!("\u{feff}2 (;{BOARD};)(;{BOARD};)\n1 (;{BOARD};)(;{BOARD};)");
        assert!(parse(&text).is_err());
        assert_eq!(parse(&text.replace("\n1", "\n2")).unwrap().len(), 4);
    }

    #[test]
    fn every_game_can_be_written() {
        let mut game = parse(&std::format!("(;{BOARD}B[f5]W[d6];)")).unwrap().remove(0);
        game.moves[1].mv = Move::Place(crate::Square::A1);
        let error = game.to_string().parse::<Game>().unwrap_err();
        assert!(matches!(error.kind, ParseGgfErrorKind::Illegal(_)), "{error}");
        game.moves.clear();
        game.moves.push(GameMove { mv: Move::Pass, evaluation: None, seconds: None });
        assert!(game.to_string().ends_with("B[PA];)"));
    }
}
