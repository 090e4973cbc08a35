//! Games in the Generic Game Format, as servers and engines exchange them.
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
//! # Ok::<(), ggf::ParseGgfError>(())
//! ```
//!
//! A text may hold several games, each with a count in front as in server archives; the count is not
//! used. Tags that are not read, offers of komi (`KB`, `KW`) among them, come back as
//! [`Game::other`]. A move must be of the colour that is to move. A pass is written as a move, `PA`;
//! where it is left out and due, it is made.
use super::boardtext::{self, ParseBoardError};
use crate::color::Color;
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The player of Black, `PB`; empty if not given.
    pub black: String,
    /// The player of White, `PW`.
    pub white: String,
    /// The kind of game, `TY`.
    pub variant: Variant,
    /// The result, `RE`; `None` if it is not given or unknown.
    pub result: Option<GameResult>,
    /// Komi in discs, `KM`.
    pub komi: Option<f64>,
    /// The clock as it is written, main time, increment and extension: `TI`.
    pub time: Option<String>,
    /// The position before the first move, `BO`.
    pub start: Position,
    /// The moves, passes where they are written.
    pub moves: Vec<GameMove>,
    /// The position after the moves. Its history has all passes.
    pub position: Position,
    /// All other tags, in order.
    pub other: Vec<(String, String)>,
}

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Random discs at the start, `r20`.
    pub random_discs: Option<u32>,
    /// Whether komi decides the colours.
    pub komi: bool,
    /// Whether the one with fewer discs wins.
    pub anti: bool,
    /// The tag as it is written.
    pub text: String,
}

/// A declared result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameResult {
    /// Discs for Black, with komi where there is one; not always a whole number.
    pub score: f64,
    /// How the game ended, if not on the board.
    pub end: Option<GameEnd>,
}

/// How a game ended before it was played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// `r`: a player resigned.
    Resigned,
    /// `t`: a player's time ran out.
    Timeout,
    /// `s`: both agreed on the score.
    Mutual,
}

impl GameEnd {
    /// The letter of the flag.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Resigned => 'r',
            Self::Timeout => 't',
            Self::Mutual => 's',
        }
    }
}

/// A move with what the player thought of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameMove {
    /// The move.
    pub mv: Move,
    /// The player's evaluation in discs.
    pub evaluation: Option<f64>,
    /// The time it took.
    pub seconds: Option<f64>,
}

impl Game {
    /// The final score for Black of the board, if the game is played out.
    #[must_use]
    pub fn replayed_score(&self) -> Option<i32> {
        self.position.is_over().then(|| self.position.final_score(Color::Black))
    }

    /// Whether the declared result is another one than that of the board. Trust the board. Games
    /// with komi, and those that ended otherwise, have nothing to compare.
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

/// The game as text that reads back. What GGF cannot hold is left out: tags with names that are not
/// of letters or are read as something else, numbers that are none; a `]` in a text is written `)`.
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
            // The moves are legal, unless the caller has changed them.
            if position.must_pass() && *mv != Move::Pass {
                position.pass().map_err(|_| fmt::Error)?;
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
            position.play(*mv).map_err(|_| fmt::Error)?;
        }
        write!(f, ";)")
    }
}

/// The tags that the reader reads.
const READ: [&str; 10] = ["GM", "PB", "PW", "TI", "TY", "RE", "KM", "BO", "B", "W"];

/// A text between brackets. GGF has no way to write the bracket that ends it.
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
/// [`ParseGgfError`] with the byte in `text` and the number of the game.
pub fn parse(text: &str) -> Result<Vec<Game>, ParseGgfError> {
    let mut games = Vec::new();
    let mut at = 0;
    loop {
        let error = |at, kind| ParseGgfError { at, game: games.len() + 1, kind };
        at = skip(text, at, char::is_whitespace);
        // The count of games in front, as archives have it.
        at = skip(text, at, |c| c.is_ascii_digit());
        at = skip(text, at, char::is_whitespace);
        if at == text.len() {
            return Ok(games);
        }
        if !text[at..].starts_with("(;") {
            return Err(error(at, GgfErrorKind::NoGame));
        }
        let mut tags = Vec::new();
        at += 2;
        loop {
            at = skip(text, at, char::is_whitespace);
            if text[at..].starts_with(";)") {
                at += 2;
                break;
            }
            let name_end = skip(text, at, |c| c.is_ascii_alphabetic());
            if name_end == at {
                let end = at == text.len();
                let kind = if end { GgfErrorKind::NoEnd } else { GgfErrorKind::NoTag };
                return Err(error(at, kind));
            }
            if !text[name_end..].starts_with('[') {
                return Err(error(name_end, GgfErrorKind::NoValue));
            }
            let Some(len) = text[name_end..].find(']') else {
                return Err(error(text.len(), GgfErrorKind::NoEnd));
            };
            let start = name_end + 1;
            tags.push(Tag {
                at,
                name: &text[at..name_end],
                start,
                value: &text[start..name_end + len],
            });
            at = name_end + len + 1;
        }
        let game = game(text, &tags).map_err(|(place, kind)| error(place.unwrap_or(at), kind))?;
        games.push(game);
    }
}

fn skip(text: &str, from: usize, what: impl Fn(char) -> bool) -> usize {
    text[from..].find(|c: char| !what(c)).map_or(text.len(), |len| from + len)
}

struct Tag<'a> {
    at: usize,
    name: &'a str,
    /// Where the value begins.
    start: usize,
    value: &'a str,
}

type Fault = (Option<usize>, GgfErrorKind);

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
                    return Err(fault(GgfErrorKind::OtherGame));
                }
            }
            "PB" => black = tag.value.into(),
            "PW" => white = tag.value.into(),
            "TI" => time = Some(tag.value.into()),
            "TY" => variant = Some(read_variant(tag.value).map_err(fault)?),
            "RE" => result = read_result(tag.value).ok_or_else(|| fault(GgfErrorKind::Result))?,
            "KM" => {
                let value = number(tag.value).ok_or_else(|| fault(GgfErrorKind::Number))?;
                komi = Some(value);
            }
            "BO" => {
                if boards.is_some() {
                    return Err((Some(tag.at), GgfErrorKind::SecondBoard));
                }
                // With the brackets of the tag the board is one that board text reads.
                let from = tag.start - 1;
                let board = boardtext::parse(&text[from..tag.start + tag.value.len() + 1]);
                let board =
                    board.map_err(|error| (Some(from + error.at), GgfErrorKind::Board(error)))?;
                boards = Some((board.clone(), board));
            }
            "B" | "W" => {
                let Some((_, position)) = &mut boards else {
                    return Err((Some(tag.at), GgfErrorKind::MoveBeforeBoard));
                };
                let color = if tag.name == "B" { Color::Black } else { Color::White };
                let played = read_move(tag.value).map_err(fault)?;
                if color != position.side() {
                    if !position.must_pass() {
                        return Err((Some(tag.at), GgfErrorKind::Color { side: position.side() }));
                    }
                    position.pass().map_err(|reason| fault(GgfErrorKind::Illegal(reason)))?;
                }
                position.play(played.mv).map_err(|reason| fault(GgfErrorKind::Illegal(reason)))?;
                moves.push(played);
            }
            _ => other.push((tag.name.into(), tag.value.into())),
        }
    }
    let (start, position) = boards.ok_or((None, GgfErrorKind::NoBoard))?;
    let variant = match variant {
        Some(variant) => variant,
        None => read_variant("8").map_err(|kind| (None, kind))?,
    };
    Ok(Game { black, white, variant, result, komi, time, start, moves, position, other })
}

fn read_variant(text: &str) -> Result<Variant, GgfErrorKind> {
    let digits = skip(text, 0, |c| c.is_ascii_digit());
    let size = text[..digits].parse().unwrap_or(0);
    if size != 8 {
        return Err(GgfErrorKind::Size { size });
    }
    let mut variant =
        Variant { random_discs: None, komi: false, anti: false, text: text.to_string() };
    let mut at = digits;
    while let Some(letter) = text[at..].chars().next() {
        at += letter.len_utf8();
        match letter {
            'k' => variant.komi = true,
            'a' => variant.anti = true,
            'r' => {
                let end = skip(text, at, |c| c.is_ascii_digit());
                variant.random_discs = text[at..end].parse().ok();
                at = end;
            }
            // Rated, preferred colours, whatever servers add.
            _ => {}
        }
    }
    Ok(variant)
}

/// A result; `Some(None)` is an unknown one, `None` no result at all.
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

fn read_move(text: &str) -> Result<GameMove, GgfErrorKind> {
    let mut parts = text.split('/');
    let mv = parts.next().unwrap_or_default().trim().parse().map_err(|_| GgfErrorKind::NoMove)?;
    let mut next = || match parts.next().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => number(text).map(Some).ok_or(GgfErrorKind::Number),
    };
    Ok(GameMove { mv, evaluation: next()?, seconds: next()? })
}

/// A finite number. `inf` and the like are none.
fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// A text that holds no games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid ggf, game {game} at byte {at}: {kind}")]
pub struct ParseGgfError {
    /// The byte in the text, counted from 0.
    pub at: usize,
    /// The game, counted from 1.
    pub game: usize,
    /// What is wrong there.
    pub kind: GgfErrorKind,
}

/// What is wrong with a game.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GgfErrorKind {
    /// Something else where a game should begin.
    #[error("expected a game, which begins with (;")]
    NoGame,
    /// Something else where a tag should be.
    #[error("expected a tag, or ;) at the end of the game")]
    NoTag,
    /// A tag without a value.
    #[error("expected [ after the name of the tag")]
    NoValue,
    /// The text ends in a game.
    #[error("the text ends before the game does, which ends with ;)")]
    NoEnd,
    /// Not Othello.
    #[error("a game other than Othello")]
    OtherGame,
    /// Not a board of 8x8.
    #[error("board size {size} is not supported, expected 8")]
    Size {
        /// The size; 0 where none is given.
        size: u32,
    },
    /// The start position.
    #[error("{}", .0.kind)]
    Board(ParseBoardError),
    /// A game without a start position.
    #[error("no start position, expected a tag BO")]
    NoBoard,
    /// Two start positions.
    #[error("a second start position")]
    SecondBoard,
    /// A move before the start position.
    #[error("a move before the start position")]
    MoveBeforeBoard,
    /// A move of the wrong side.
    #[error("the colour of the move is not that of the side to move, {side}")]
    Color {
        /// The side to move.
        side: Color,
    },
    /// A move that names no square.
    #[error("expected a square or PA")]
    NoMove,
    /// A move that the rules refuse.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// An evaluation, a time or a komi that is no number.
    #[error("expected a number")]
    Number,
    /// A result that is none.
    #[error("expected a result: a number, with :r, :t or :s if so ended, or ?")]
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
        use GgfErrorKind as Kind;
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
        let error = parse("(;BO[8 ---x];)").unwrap_err();
        assert_eq!(error.at, 10);
        assert!(matches!(error.kind, Kind::Board(_)));
    }

    #[test]
    fn texts_read_back() {
        let tags = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TI[05:00//02:00]TY[8r20k]RE[-3.50:t]KM[2.5]";
        let text = std::format!("2 {tags}{BOARD}KB[d3/1]B[d3//0.01]W[c5/2.39]B[f6/-1.5/97.63];)\n");
        let games = parse(&std::format!("{text}{text}")).unwrap();
        assert_eq!(games.len(), 2);
        let game = &games[0];
        assert_eq!(game.other.len(), 2);
        assert_eq!((game.variant.random_discs, game.variant.komi), (Some(20), true));
        assert_eq!(parse(&game.to_string()).unwrap(), std::slice::from_ref(game));
        assert!(!game.has_result_mismatch());
    }
}
