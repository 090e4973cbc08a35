//! The NBoard protocol, by which a graphical program starts an engine: its commands and answers.
//!
//! ```
//! use reversi_core::{Centidiscs, Square};
//! use reversi_core::format::nboard::{Answer, Command, Depth};
//!
//! assert_eq!("hint 3".parse(), Ok(Command::Hint(3)));
//! let Command::Move(played) = "F5/1.5/0.25".parse()? else { panic!() }; // version 1 has no `move`
//! assert_eq!((played.mv, played.value), (Square::F5.into(), Some(Centidiscs::new(150))));
//! let answer = Answer::Search {
//!     line: vec![Square::F5.into(), Square::D6.into()],
//!     value: Centidiscs::new(-125),
//!     depth: Depth::Plies(12),
//!     text: String::new(),
//! };
//! assert_eq!(answer.to_string(), "search F5D6 -1.25 0 12");
//! assert_eq!(answer.to_string().parse(), Ok(answer));
//! # Ok::<(), reversi_core::format::nboard::ParseCommandError>(())
//! ```
//!
//! The reader of commands accepts version 1 and version 2 of the protocol. In version 1 a move is
//! sent without the word `move`. By the rules of the protocol, an engine ignores each line that is
//! not a command: each error of [`Command::from_str`] means an ignored line.
//!
//! Squares are written in upper case, as other engines do, and read in either case. A pass is `PA`.
//! Values are in discs, from the point of view of the side to move.
use super::ggf::{self, ParseGgfError};
use crate::centidiscs::Centidiscs;
use crate::moves::Move;
use crate::square::Square;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;
use core::time::Duration;

/// A command of the graphical program to the engine.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `nboard 2`: begins the protocol of this version.
    Version(u32),
    /// `set depth 12`: sets the depth of midgame searches in plies.
    SetDepth(u32),
    /// `set game (;GM[Othello]..;)`: sets the game. Later commands concern its last position.
    SetGame(Box<ggf::Game>),
    /// `set contempt 10`: sets the value of a draw for Black, in centidiscs.
    SetContempt(Centidiscs),
    /// `move F5/1.50/2.5`, or in version 1 `F5`: plays a move.
    Move(Played),
    /// `hint 3`: asks for the values of this number of best moves.
    Hint(usize),
    /// `go`: asks for the move that the engine would play. The engine does not play it.
    Go,
    /// `ping 7`: asks the engine to stop thinking and to answer `pong 7`.
    Ping(i64),
    /// `learn`: asks the engine to add the game to its book.
    Learn,
    /// `analyze`: asks for the value of each position of the game, from its end to its start.
    Analyze,
    /// `quit`: ends the engine.
    Quit,
}

/// A move with the value and the time of the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The player's value of the move.
    pub value: Option<Centidiscs>,
    /// The time for the move. The text form has a resolution of one millisecond.
    pub time: Option<Duration>,
}

/// An answer of the engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// `set myname NAME`: sets the name of the engine. A name has no blanks.
    MyName(String),
    /// `status TEXT`: sets the status line.
    Status(String),
    /// `nodestats NODES SECONDS`: the number of nodes and the time since the start of the search.
    NodeStats {
        /// The number of nodes.
        nodes: u64,
        /// The time. The text form has a resolution of one millisecond.
        time: Duration,
    },
    /// `search F5D6 1.25 0 12 TEXT`: a value from a search.
    Search {
        /// The expected line. Its first move is the valued move.
        line: Vec<Move>,
        /// The value of the first move.
        value: Centidiscs,
        /// The depth of the search.
        depth: Depth,
        /// Other information, without line breaks.
        text: String,
    },
    /// `book F5D6 1.25 230 12 TEXT`: a value from a book.
    Book {
        /// The expected line. Its first move is the valued move.
        line: Vec<Move>,
        /// The value of the first move.
        value: Centidiscs,
        /// The number of games of the book with this move.
        games: u64,
        /// The depth of the search that found the value.
        depth: Depth,
        /// Other information, without line breaks.
        text: String,
    },
    /// `=== F5/1.25/0.5`: the move that the engine would play.
    Move(Played),
    /// `pong 7`: the answer to `ping 7`.
    Pong(i64),
    /// `learned`: the answer to `learn`.
    Learned,
    /// `analysis 12 1.25`: the value of a position, for the side to move.
    Analysis {
        /// The number of moves before the position, including passes.
        ply: usize,
        /// The value of the position for the side to move.
        value: Centidiscs,
    },
}

/// The depth of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Depth {
    /// A number of plies.
    Plies(u32),
    /// A search to the end of the game. `100%` means a proven score.
    End {
        /// The certainty in percent.
        percent: u32,
        /// Whether only win, loss or draw is known, written `100%W`.
        is_win_loss_draw: bool,
    },
}

impl Depth {
    /// The depth of a proven score.
    pub const EXACT: Self = Self::End { percent: 100, is_win_loss_draw: false };
}

/// The error for a line that is not a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid nboard command at byte {at}: {kind}")]
pub struct ParseCommandError {
    /// The byte in the line, counted from 0.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ParseCommandErrorKind,
}

/// What is wrong with a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCommandErrorKind {
    /// An unknown command, or a blank line.
    #[error("unknown command")]
    UnknownCommand,
    /// A missing number, or a word that is not a number in the allowed range.
    #[error("expected a number")]
    Number,
    /// A missing move, or a word that is not a move.
    #[error("expected a square or `PA`, optionally followed by /value/seconds")]
    Move,
    /// An invalid game.
    #[error("game {}: {}", .0.game, .0.kind)]
    Game(ParseGgfError),
}

/// The error for a line that is not an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid nboard answer at byte {at}: {kind}")]
pub struct ParseAnswerError {
    /// The byte in the line, counted from 0.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ParseAnswerErrorKind,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAnswerErrorKind {
    /// An unknown answer, or a blank line.
    #[error("unknown answer")]
    UnknownAnswer,
    /// A missing number, or a word that is not a number in the allowed range.
    #[error("expected a number")]
    Number,
    /// A missing move or line, or a word that is not one.
    #[error("expected moves without blanks")]
    Move,
    /// A missing depth, or a word that is not a depth.
    #[error("expected a depth, such as 12, 100% or 100%W")]
    Depth,
}

/// The words of a line with their places.
struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// Skips white space and returns the place of the next word.
    fn start(&mut self) -> usize {
        let rest = &self.line[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    /// Returns the next word, which is empty at the end, and its place.
    fn next(&mut self) -> (usize, &'a str) {
        let start = self.start();
        let rest = &self.line[start..];
        let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        self.at += word.len();
        (start, word)
    }

    /// Returns the rest of the line without white space around it.
    fn rest(mut self) -> (usize, &'a str) {
        let start = self.start();
        (start, self.line[start..].trim_end())
    }
}

impl FromStr for Command {
    type Err = ParseCommandError;

    fn from_str(line: &str) -> Result<Self, ParseCommandError> {
        use ParseCommandErrorKind as Kind;
        let mut words = Words::new(line);
        let (at, name) = words.next();
        let unknown = Err(ParseCommandError { at, kind: Kind::UnknownCommand });
        let number = |words: &mut Words<'_>| {
            let (at, word) = words.next();
            word.parse().map_err(|_| ParseCommandError { at, kind: Kind::Number })
        };
        Ok(match name {
            "nboard" => Self::Version(number(&mut words)?),
            "set" => match words.next() {
                (_, "depth") => Self::SetDepth(number(&mut words)?),
                (_, "contempt") => {
                    let (at, word) = words.next();
                    let value = scaled(word, 1.0);
                    Self::SetContempt(value.ok_or(ParseCommandError { at, kind: Kind::Number })?)
                }
                (_, "game") => {
                    let (start, text) = words.rest();
                    let error = |error: ParseGgfError| ParseCommandError {
                        at: start + error.at,
                        kind: Kind::Game(error),
                    };
                    Self::SetGame(Box::new(text.parse().map_err(error)?))
                }
                (at, _) => return Err(ParseCommandError { at, kind: Kind::UnknownCommand }),
            },
            "move" => {
                let (at, word) = words.next();
                Self::Move(word.parse().map_err(|_| ParseCommandError { at, kind: Kind::Move })?)
            }
            // Some programs send no number and expect one move.
            "hint" => match words.next() {
                (_, "") => Self::Hint(1),
                (at, word) => {
                    let count = word.parse();
                    Self::Hint(count.map_err(|_| ParseCommandError { at, kind: Kind::Number })?)
                }
            },
            "go" => Self::Go,
            "ping" => {
                let (at, word) = words.next();
                let number = word.parse();
                Self::Ping(number.map_err(|_| ParseCommandError { at, kind: Kind::Number })?)
            }
            "learn" => Self::Learn,
            "analyze" => Self::Analyze,
            "quit" => Self::Quit,
            word => match word.parse() {
                Ok(played) => Self::Move(played),
                Err(_) => return unknown,
            },
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "nboard {version}"),
            Self::SetDepth(depth) => write!(f, "set depth {depth}"),
            Self::SetGame(game) => write!(f, "set game {game}"),
            Self::SetContempt(value) => write!(f, "set contempt {}", value.get()),
            Self::Move(played) => write!(f, "move {played}"),
            Self::Hint(count) => write!(f, "hint {count}"),
            Self::Go => f.write_str("go"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Learn => f.write_str("learn"),
            Self::Analyze => f.write_str("analyze"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Answer {
    type Err = ParseAnswerError;

    /// Reads an answer. The parts of a move may be separated by blanks instead of slashes, and a
    /// value may be a pair of values (draws as wins, draws as losses), whose first one is read. The
    /// word `learn` is read as `learned`. Other engines write these forms.
    fn from_str(line: &str) -> Result<Self, ParseAnswerError> {
        use ParseAnswerErrorKind as Kind;
        let mut words = Words::new(line);
        let (at, name) = words.next();
        let error = |(at, _): (usize, &str), kind| ParseAnswerError { at, kind };
        Ok(match name {
            "set" => match words.next() {
                (_, "myname") => Self::MyName(words.rest().1.into()),
                place => return Err(error(place, Kind::UnknownAnswer)),
            },
            "status" => Self::Status(words.rest().1.into()),
            "nodestats" => {
                let (nodes, time) = (words.next(), words.next());
                // The number of nodes may be written with a fraction.
                let count = nodes.1.parse::<u64>().ok().or_else(|| {
                    let count = nodes.1.parse::<f64>().ok()?;
                    (0.0..1e18).contains(&count).then_some(count as u64)
                });
                Self::NodeStats {
                    nodes: count.ok_or(error(nodes, Kind::Number))?,
                    time: read_time(time.1).ok_or(error(time, Kind::Number))?,
                }
            }
            "search" | "book" => {
                let (line, value) = (words.next(), words.next());
                let (games, depth) = (words.next(), words.next());
                let moves = read_line(line.1).ok_or(error(line, Kind::Move))?;
                let first = value.1.split(',').next().unwrap_or_default();
                let value = scaled(first, 100.0).ok_or(error(value, Kind::Number))?;
                let number = games.1.parse().map_err(|_| error(games, Kind::Number))?;
                let depth = depth.1.parse().map_err(|_| error(depth, Kind::Depth))?;
                let (line, text) = (moves, words.rest().1.into());
                if name == "book" {
                    Self::Book { line, value, games: number, depth, text }
                } else {
                    Self::Search { line, value, depth, text }
                }
            }
            "===" => {
                let rest = words.rest();
                let joined: Vec<&str> = rest.1.split_whitespace().collect();
                let played = joined.join("/").parse();
                Self::Move(played.map_err(|_| error(rest, Kind::Move))?)
            }
            "pong" => {
                let number = words.next();
                Self::Pong(number.1.parse().map_err(|_| error(number, Kind::Number))?)
            }
            "learned" | "learn" => Self::Learned,
            "analysis" => {
                let (ply, value) = (words.next(), words.next());
                Self::Analysis {
                    ply: ply.1.parse().map_err(|_| error(ply, Kind::Number))?,
                    value: scaled(value.1, 100.0).ok_or(error(value, Kind::Number))?,
                }
            }
            _ => return Err(ParseAnswerError { at, kind: Kind::UnknownAnswer }),
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MyName(name) => write!(f, "set myname {name}"),
            Self::Status(text) if text.is_empty() => f.write_str("status"),
            Self::Status(text) => write!(f, "status {text}"),
            Self::NodeStats { nodes, time } => write!(f, "nodestats {nodes} {}", Seconds(*time)),
            Self::Search { line, value, depth, text } => {
                write!(f, "search {} {:.2} 0 {depth}", Line(line), value.discs())?;
                write_text(f, text)
            }
            Self::Book { line, value, games, depth, text } => {
                write!(f, "book {} {:.2} {games} {depth}", Line(line), value.discs())?;
                write_text(f, text)
            }
            Self::Move(played) => write!(f, "=== {played}"),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Learned => f.write_str("learned"),
            Self::Analysis { ply, value } => write!(f, "analysis {ply} {:.2}", value.discs()),
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
}

impl FromStr for Played {
    type Err = ParsePlayedError;

    /// Reads `F5`, `F5/1.5`, `F5/1.5/2.25` or `F5//2.25`. A move is a square in either case, or `PA`
    /// or `pass`.
    fn from_str(text: &str) -> Result<Self, ParsePlayedError> {
        let mut parts = text.split('/');
        let mv = parts.next().unwrap_or_default().parse().map_err(|_| ParsePlayedError)?;
        let value = match parts.next() {
            None | Some("") => None,
            Some(text) => Some(scaled(text, 100.0).ok_or(ParsePlayedError)?),
        };
        let time = match parts.next() {
            None | Some("") => None,
            Some(text) => Some(read_time(text).ok_or(ParsePlayedError)?),
        };
        if parts.next().is_some() {
            return Err(ParsePlayedError);
        }
        Ok(Self { mv, value, time })
    }
}

/// The error for a text that is not a move with a value and a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid move: expected a square or `PA`, optionally followed by /value/seconds")]
pub struct ParsePlayedError;

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Line(&[self.mv]))?;
        match self.value {
            Some(value) => write!(f, "/{:.2}", value.discs())?,
            None if self.time.is_some() => f.write_char('/')?,
            None => {}
        }
        self.time.map_or(Ok(()), |time| write!(f, "/{}", Seconds(time)))
    }
}

impl FromStr for Depth {
    type Err = ParseDepthError;

    /// Reads a number of plies, or a number of percent with `%` or `%W`.
    fn from_str(text: &str) -> Result<Self, ParseDepthError> {
        let read = |digits: &str| digits.parse().map_err(|_| ParseDepthError);
        match text.split_once('%') {
            None => Ok(Self::Plies(read(text)?)),
            Some((percent, suffix @ ("" | "W"))) => {
                Ok(Self::End { percent: read(percent)?, is_win_loss_draw: suffix == "W" })
            }
            Some(_) => Err(ParseDepthError),
        }
    }
}

/// The error for a text that is not a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid depth: expected a number of plies, or a number with % or %W")]
pub struct ParseDepthError;

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => write!(f, "{plies}"),
            Self::End { percent, is_win_loss_draw } => {
                write!(f, "{percent}%{}", if *is_win_loss_draw { "W" } else { "" })
            }
        }
    }
}

/// Moves without blanks between them.
struct Line<'a>(&'a [Move]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| match mv {
            Move::Place(square) => f.write_str(&square.to_string().to_ascii_uppercase()),
            Move::Pass => f.write_str("PA"),
        })
    }
}

/// Reads moves of two characters each. Hyphens may separate the moves.
fn read_line(text: &str) -> Option<Vec<Move>> {
    let bytes = text.as_bytes();
    let (mut at, mut moves) = (0, Vec::new());
    while at < bytes.len() {
        if bytes[at] == b'-' && at > 0 && bytes.get(at + 1) != Some(&b'-') {
            at += 1;
            continue;
        }
        let word = text.get(at..at + 2)?;
        moves.push(match word.parse::<Square>() {
            Ok(square) => Move::Place(square),
            Err(_) => word.parse().ok()?,
        });
        at += 2;
    }
    (!moves.is_empty()).then_some(moves)
}

/// The greatest number of centidiscs in a text.
const MOST: f64 = 1e6;

/// Reads a number and returns it multiplied by `scale`, rounded to centidiscs.
fn scaled(text: &str, scale: f64) -> Option<Centidiscs> {
    let value = text.parse::<f64>().ok()? * scale;
    if !(-MOST..=MOST).contains(&value) {
        return None;
    }
    // `f64::round` needs the standard library.
    let half = if value < 0.0 { -0.5 } else { 0.5 };
    Some(Centidiscs::new((value + half) as i32))
}

/// Reads a number of seconds, rounded to milliseconds.
fn read_time(text: &str) -> Option<Duration> {
    let millis = text.parse::<f64>().ok()? * 1000.0;
    (0.0..1e15).contains(&millis).then(|| Duration::from_millis((millis + 0.5) as u64))
}

/// A time in seconds with at most three decimals.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.subsec_millis();
        write!(f, "{}", self.0.as_secs())?;
        if millis > 0 {
            let mut text = alloc::format!("{millis:03}");
            text.truncate(text.trim_end_matches('0').len());
            write!(f, ".{text}")?;
        }
        Ok(())
    }
}
