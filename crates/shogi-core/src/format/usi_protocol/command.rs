//! Commands: from the graphical program to the engine.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::error::{ParseLineError, ParseLineErrorKind};
use super::go::{Go, Times};
use super::words::{Words, one_line};
use crate::format::mode::Mode;
use crate::format::usi_line::{PositionLine, PositionWarning, parse_position};

/// A command for an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `usi`: the engine sends its name and its options.
    Usi,
    /// `isready`: the engine gets ready and answers `readyok`.
    IsReady,
    /// `setoption name NAME [value VALUE]`.
    SetOption {
        /// The name of the option.
        name: String,
        /// The value. A button has none.
        value: Option<String>,
    },
    /// `usinewgame`.
    NewGame,
    /// `position ..`. The start may have the flaws of problems, such as a missing king.
    Position(Box<PositionLine>),
    /// `go ..`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`: the opponent has played the expected move. Some programs send new clocks.
    PonderHit(Times),
    /// `gameover [RESULT]`. Some programs send no result.
    GameOver(Option<GameResult>),
    /// `quit`.
    Quit,
}

/// The result of a game for the engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum GameResult {
    /// `win`.
    Win,
    /// `lose`.
    Lose,
    /// `draw`.
    Draw,
}

/// Writes the line of the protocol, without a line break.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usi => f.write_str("usi"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value } => {
                write!(f, "setoption name {}", one_line(name))?;
                match value {
                    Some(value) => write!(f, " value {}", one_line(value)),
                    None => Ok(()),
                }
            }
            Self::NewGame => f.write_str("usinewgame"),
            Self::Position(line) => line.fmt(f),
            Self::Go(go) => {
                f.write_str("go")?;
                go.write(f)
            }
            Self::Stop => f.write_str("stop"),
            Self::PonderHit(times) => {
                f.write_str("ponderhit")?;
                times.write(f)
            }
            Self::GameOver(result) => f.write_str(match result {
                None => "gameover",
                Some(GameResult::Win) => "gameover win",
                Some(GameResult::Lose) => "gameover lose",
                Some(GameResult::Draw) => "gameover draw",
            }),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Command {
    type Err = ParseLineError;

    /// Reads a line. Words after a complete command are skipped.
    fn from_str(line: &str) -> Result<Self, ParseLineError> {
        let mut words = Words::new(line);
        let Some((at, word)) = words.next() else {
            return Err(ParseLineError::expected(line.len(), "a command"));
        };
        Ok(match word {
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "setoption" => set_option(line, words)?,
            "usinewgame" => Self::NewGame,
            "position" => Self::Position(Box::new(position(line)?)),
            "go" => Self::Go(Go::parse(words)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(Times::parse(words)),
            "gameover" => Self::GameOver(match words.next() {
                Some((_, "win")) => Some(GameResult::Win),
                Some((_, "lose")) => Some(GameResult::Lose),
                Some((_, "draw")) => Some(GameResult::Draw),
                _ => None,
            }),
            "quit" => Self::Quit,
            _ => return Err(ParseLineError { at, kind: ParseLineErrorKind::Unknown }),
        })
    }
}

fn set_option(line: &str, mut words: Words<'_>) -> Result<Command, ParseLineError> {
    let at = words.at;
    if words.next().is_none_or(|(_, word)| word != "name") {
        return Err(ParseLineError::expected(at, "`name`"));
    }
    let rest = words;
    let mut end = None;
    while let Some((at, word)) = words.next() {
        if word == "value" {
            end = Some(at);
            break;
        }
    }
    let name = match end {
        Some(end) => &line[rest.at..end],
        None => rest.rest(),
    };
    let name = one_line(name);
    if name.is_empty() {
        return Err(ParseLineError::expected(rest.at, "the name of an option"));
    }
    let value = end.map(|_| one_line(words.rest()));
    Ok(Command::SetOption { name, value })
}

/// Reads a position line. Unlike a lenient reader, it does not drop moves that cannot be played,
/// because the engine would then search another position than the program shows.
fn position(line: &str) -> Result<PositionLine, ParseLineError> {
    let error = |at, kind| ParseLineError { at, kind: ParseLineErrorKind::Position(kind) };
    let (read, warnings) =
        parse_position(line.trim_ascii_end(), Mode::Lenient).map_err(|e| error(e.at, e.kind))?;
    for warning in warnings {
        if let PositionWarning::DroppedMoves(dropped) = warning {
            return Err(error(dropped.at, dropped.kind));
        }
    }
    Ok(read)
}
