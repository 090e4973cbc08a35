//! The Go Text Protocol (GTP) version 2, by which programs play Reversi against an engine: its
//! requests and responses.
//!
//! ```
//! use reversi_core::{Color, Square};
//! use reversi_core::format::gtp::{Command, Request, Response};
//!
//! let request: Request = "7 play black F5 # the first move".parse()?;
//! assert_eq!(request.id, Some(7));
//! assert_eq!(request.command, Command::Play { color: Color::Black, mv: Square::F5.into() });
//! let response = Response::success(request.id, "");
//! assert_eq!(response.to_string(), "=7\n\n");
//!
//! let error = "8 fly".parse::<Request>().unwrap_err();
//! assert_eq!(error.to_response().to_string(), "?8 unknown command\n\n");
//! # Ok::<(), reversi_core::format::gtp::ParseRequestError>(())
//! ```
//!
//! By the rules of the protocol, an engine answers each request, also an invalid one, and does not
//! answer blank lines and comments. [`requests`] does the same for the lines of a text. Control
//! characters in a line are discarded, a tab counts as a blank, and `#` begins a comment.
//!
//! Squares are read in either case and written in lower case, as Edax and Egaroucid do. Rank 1 is the
//! top row. A pass is `pass`.
use crate::color::Color;
use crate::moves::Move;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// A request: an optional number and a command.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Request {
    /// The number of the request. The response repeats it.
    pub id: Option<u32>,
    /// The command.
    pub command: Command,
}

/// A command.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command NAME`
    KnownCommand(String),
    /// `list_commands`
    ListCommands,
    /// `quit`
    Quit,
    /// `boardsize 8`
    BoardSize(u32),
    /// `clear_board`
    ClearBoard,
    /// `komi NUMBER`, without its number, which has no meaning in Reversi.
    Komi,
    /// `play black f5`
    Play {
        /// The side that plays the move.
        color: Color,
        /// The move.
        mv: Move,
    },
    /// `genmove black`: asks for a move and plays it.
    GenMove(Color),
    /// `reg_genmove black`: asks for a move and does not play it.
    RegGenMove(Color),
    /// `undo`
    Undo,
    /// `time_settings MAIN PERIOD MOVES`: the clock of each side. Times are in seconds.
    TimeSettings {
        /// The main time.
        main: Duration,
        /// The time of a period after the main time.
        period: Duration,
        /// The number of moves in a period.
        moves: u32,
    },
    /// `time_left black TIME MOVES`: the clock of a side.
    TimeLeft {
        /// The side.
        color: Color,
        /// The rest of the main time if `moves` is 0, otherwise the rest of the period.
        time: Duration,
        /// The number of moves left in the period.
        moves: u32,
    },
    /// `final_score`
    FinalScore,
    /// `showboard`
    ShowBoard,
    /// `set_level NUMBER`: sets the strength of the engine.
    SetLevel(u32),
    /// `list_games`: asks for the games that the engine plays, an extension of Quarry.
    ListGames,
    /// `set_game Othello`: selects a game, an extension of Quarry.
    SetGame(String),
    /// `gogui-interrupt`: asks whether the engine understands the comment `# interrupt`.
    GoguiInterrupt,
    /// `gogui-rules_game_id`
    RulesGameId,
    /// `gogui-rules_board`
    RulesBoard,
    /// `gogui-rules_board_size`
    RulesBoardSize,
    /// `gogui-rules_legal_moves`
    RulesLegalMoves,
    /// `gogui-rules_side_to_move`
    RulesSideToMove,
    /// `gogui-rules_final_result`
    RulesFinalResult,
}

impl Command {
    /// The names of all commands.
    pub const NAMES: [&str; 27] = [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "time_settings",
        "time_left",
        "final_score",
        "showboard",
        "set_level",
        "list_games",
        "set_game",
        "gogui-interrupt",
        "gogui-rules_game_id",
        "gogui-rules_board",
        "gogui-rules_board_size",
        "gogui-rules_legal_moves",
        "gogui-rules_side_to_move",
        "gogui-rules_final_result",
    ];
}

/// The error for a line that is not a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid gtp request: {kind}")]
pub struct ParseRequestError {
    /// The number of the request.
    pub id: Option<u32>,
    /// What is wrong with the request.
    pub kind: ParseRequestErrorKind,
}

impl ParseRequestError {
    /// Returns the response to the invalid request.
    #[must_use]
    pub fn to_response(&self) -> Response {
        Response::failure(self.id, &format!("{}", self.kind))
    }
}

/// What is wrong with a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseRequestErrorKind {
    /// A blank line or a comment, which has no response.
    #[error("no command")]
    Blank,
    /// An unknown command.
    #[error("unknown command")]
    UnknownCommand,
    /// A missing or invalid argument.
    #[error("syntax error: expected {expected}")]
    Syntax {
        /// The expected arguments.
        expected: &'static str,
    },
}

/// Reads the requests of a text. Blank lines and comments are skipped.
///
/// ```
/// use reversi_core::format::gtp;
/// let requests: Vec<_> = gtp::requests("# a game\n\n1 genmove b\nfly\n").collect();
/// assert_eq!((requests.len(), requests[0].is_ok(), requests[1].is_ok()), (2, true, false));
/// ```
pub fn requests(text: &str) -> impl Iterator<Item = Result<Request, ParseRequestError>> + '_ {
    text.lines().filter_map(|line| match line.parse::<Request>() {
        Err(ParseRequestError { kind: ParseRequestErrorKind::Blank, .. }) => None,
        other => Some(other),
    })
}

impl FromStr for Request {
    type Err = ParseRequestError;

    /// Reads a line. The number of a request has at most 31 bits.
    fn from_str(line: &str) -> Result<Self, ParseRequestError> {
        let line = line.split('#').next().unwrap_or_default();
        let is_kept = |c: &char| *c == '\t' || !c.is_ascii_control();
        let line: String = line.chars().filter(is_kept).collect();
        let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
        let number = words.first().and_then(|word| word.parse::<u32>().ok());
        let id = number.filter(|&id| id <= i32::MAX as u32 && words[0].starts_with(is_digit));
        if id.is_some() {
            words.remove(0);
        }
        let Some((&name, arguments)) = words.split_first() else {
            let kind = match id {
                Some(_) => ParseRequestErrorKind::UnknownCommand,
                None => ParseRequestErrorKind::Blank,
            };
            return Err(ParseRequestError { id, kind });
        };
        let command = command(name, arguments).map_err(|kind| ParseRequestError { id, kind })?;
        Ok(Self { id, command })
    }
}

impl FromStr for Command {
    type Err = ParseRequestError;

    /// Reads a line without the number of a request.
    fn from_str(line: &str) -> Result<Self, ParseRequestError> {
        match line.parse()? {
            Request { id: None, command } => Ok(command),
            Request { id, .. } => {
                Err(ParseRequestError { id, kind: ParseRequestErrorKind::UnknownCommand })
            }
        }
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn command(name: &str, arguments: &[&str]) -> Result<Command, ParseRequestErrorKind> {
    let first = arguments.first().copied().unwrap_or_default();
    let second = arguments.get(1).copied().unwrap_or_default();
    let third = arguments.get(2).copied().unwrap_or_default();
    let syntax = |expected| ParseRequestErrorKind::Syntax { expected };
    let color = || read_color(first).ok_or(syntax("a colour, black or white"));
    let number = |word: &str| word.parse::<u32>().map_err(|_| syntax("a number"));
    Ok(match name {
        "protocol_version" => Command::ProtocolVersion,
        "name" => Command::Name,
        "version" => Command::Version,
        "known_command" => Command::KnownCommand(first.to_owned()),
        "list_commands" => Command::ListCommands,
        "quit" => Command::Quit,
        "boardsize" => Command::BoardSize(number(first)?),
        "clear_board" => Command::ClearBoard,
        "komi" => match first.parse::<f64>() {
            Ok(_) => Command::Komi,
            Err(_) => return Err(syntax("a number")),
        },
        "play" => {
            let expected = "a colour and a square or pass";
            let color = read_color(first).ok_or(syntax(expected))?;
            Command::Play { color, mv: second.parse().map_err(|_| syntax(expected))? }
        }
        "genmove" => Command::GenMove(color()?),
        "reg_genmove" => Command::RegGenMove(color()?),
        "undo" => Command::Undo,
        "time_settings" => {
            let expected = "main time, period and number of moves";
            Command::TimeSettings {
                main: read_seconds(first).ok_or(syntax(expected))?,
                period: read_seconds(second).ok_or(syntax(expected))?,
                moves: third.parse().map_err(|_| syntax(expected))?,
            }
        }
        "time_left" => {
            let expected = "a colour, a time and a number of moves";
            Command::TimeLeft {
                color: read_color(first).ok_or(syntax(expected))?,
                time: read_seconds(second).ok_or(syntax(expected))?,
                moves: third.parse().map_err(|_| syntax(expected))?,
            }
        }
        "final_score" => Command::FinalScore,
        "showboard" => Command::ShowBoard,
        "set_level" => Command::SetLevel(number(first)?),
        "list_games" => Command::ListGames,
        "set_game" => Command::SetGame(arguments.join(" ")),
        "gogui-interrupt" => Command::GoguiInterrupt,
        "gogui-rules_game_id" => Command::RulesGameId,
        "gogui-rules_board" => Command::RulesBoard,
        "gogui-rules_board_size" => Command::RulesBoardSize,
        "gogui-rules_legal_moves" => Command::RulesLegalMoves,
        "gogui-rules_side_to_move" => Command::RulesSideToMove,
        "gogui-rules_final_result" => Command::RulesFinalResult,
        _ => return Err(ParseRequestErrorKind::UnknownCommand),
    })
}

fn read_color(word: &str) -> Option<Color> {
    let is = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    if is(["b", "black"]) {
        Some(Color::Black)
    } else if is(["w", "white"]) {
        Some(Color::White)
    } else {
        None
    }
}

/// Reads a number of seconds, rounded to milliseconds. Some programs send fractions. A clock that has
/// run out may be negative; it is read as 0.
fn read_seconds(word: &str) -> Option<Duration> {
    let millis = word.parse::<f64>().ok()? * 1000.0;
    (-1e15..1e15).contains(&millis).then(|| Duration::from_millis((millis.max(0.0) + 0.5) as u64))
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        self.command.fmt(f)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ProtocolVersion => "protocol_version",
            Self::Name => "name",
            Self::Version => "version",
            Self::KnownCommand(name) => return write!(f, "known_command {name}"),
            Self::ListCommands => "list_commands",
            Self::Quit => "quit",
            Self::BoardSize(size) => return write!(f, "boardsize {size}"),
            Self::ClearBoard => "clear_board",
            Self::Komi => "komi 0",
            Self::Play { color, mv } => return write!(f, "play {} {mv}", color_name(*color)),
            Self::GenMove(color) => return write!(f, "genmove {}", color_name(*color)),
            Self::RegGenMove(color) => return write!(f, "reg_genmove {}", color_name(*color)),
            Self::Undo => "undo",
            Self::TimeSettings { main, period, moves } => {
                let (main, period) = (main.as_secs_f64(), period.as_secs_f64());
                return write!(f, "time_settings {main} {period} {moves}");
            }
            Self::TimeLeft { color, time, moves } => {
                let (color, time) = (color_name(*color), time.as_secs_f64());
                return write!(f, "time_left {color} {time} {moves}");
            }
            Self::FinalScore => "final_score",
            Self::ShowBoard => "showboard",
            Self::SetLevel(level) => return write!(f, "set_level {level}"),
            Self::ListGames => "list_games",
            Self::SetGame(game) => return write!(f, "set_game {game}"),
            Self::GoguiInterrupt => "gogui-interrupt",
            Self::RulesGameId => "gogui-rules_game_id",
            Self::RulesBoard => "gogui-rules_board",
            Self::RulesBoardSize => "gogui-rules_board_size",
            Self::RulesLegalMoves => "gogui-rules_legal_moves",
            Self::RulesSideToMove => "gogui-rules_side_to_move",
            Self::RulesFinalResult => "gogui-rules_final_result",
        })
    }
}

/// Returns the name of a side in this protocol: `black` or `white`.
#[must_use]
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A response: success or failure, the number of the request, and a text.
///
/// The text form ends with an empty line. A text inside a response has no empty lines: they are left
/// out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Response {
    /// The number of the request.
    pub id: Option<u32>,
    /// Whether the request succeeded.
    pub is_success: bool,
    /// The result or the error message, of one or more lines.
    pub text: String,
}

impl Response {
    /// Makes the response to a successful request.
    #[must_use]
    pub fn success(id: Option<u32>, text: &str) -> Self {
        Self { id, is_success: true, text: text.to_owned() }
    }

    /// Makes the response to a failed request.
    #[must_use]
    pub fn failure(id: Option<u32>, text: &str) -> Self {
        Self { id, is_success: false, text: text.to_owned() }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_success { "=" } else { "?" })?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        // A text that begins with a line break, such as a board, keeps its first line aligned.
        let first = if self.text.starts_with('\n') { '\n' } else { ' ' };
        for (index, line) in lines(&self.text).enumerate() {
            write!(f, "{}{line}", if index == 0 { first } else { '\n' })?;
        }
        f.write_str("\n\n")
    }
}

/// Returns the lines of a text that are not blank, without white space at their ends.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty())
}

impl FromStr for Response {
    type Err = ParseResponseError;

    /// Reads one response with or without the empty line at its end.
    fn from_str(text: &str) -> Result<Self, ParseResponseError> {
        let mut lines = lines(text);
        let first = lines.next().ok_or(ParseResponseError)?;
        let is_success = match first.as_bytes()[0] {
            b'=' => true,
            b'?' => false,
            _ => return Err(ParseResponseError),
        };
        let rest = &first[1..];
        let digits = rest.find(|c: char| !is_digit(c)).unwrap_or(rest.len());
        let id = match &rest[..digits] {
            "" => None,
            digits => Some(digits.parse().map_err(|_| ParseResponseError)?),
        };
        let mut text = rest[digits..].trim_start().to_owned();
        for line in lines {
            text.push('\n');
            text.push_str(line);
        }
        Ok(Self { id, is_success, text })
    }
}

/// The error for a text that is not a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid gtp response: expected = or ?, optionally a number, and a text")]
pub struct ParseResponseError;
