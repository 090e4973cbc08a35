//! Answers: from the engine to the graphical program.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::error::{ParseLineError, ParseLineErrorKind};
use super::info::Info;
use super::option::OptionDeclaration;
use super::words::{Words, one_line};
use crate::format::usi_line::{Word, parse_move, parse_word};
use crate::mv::BareMove;

/// An answer of an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// `id name NAME`.
    Name(String),
    /// `id author NAME`.
    Author(String),
    /// `option ..`.
    Option(OptionDeclaration),
    /// `usiok`.
    UsiOk,
    /// `readyok`.
    ReadyOk,
    /// `info ..`.
    Info(Info),
    /// `bestmove WORD [ponder MOVE]`.
    BestMove {
        /// A move, `resign` or `win`.
        word: Word,
        /// The expected reply.
        ponder: Option<BareMove>,
    },
    /// `checkmate ..`: the answer to `go mate`.
    Checkmate(Checkmate),
}

/// The answer to a mate search.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Checkmate {
    /// The moves of a mate.
    Mate(Vec<BareMove>),
    /// `nomate`: there is no mate.
    NoMate,
    /// `timeout`: the engine has not found out.
    Timeout,
    /// `notimplemented`: the engine has no mate search.
    NotImplemented,
}

/// Writes the line of the protocol, without a line break.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {}", one_line(name)),
            Self::Author(name) => write!(f, "id author {}", one_line(name)),
            Self::Option(option) => {
                f.write_str("option ")?;
                option.write(f)
            }
            Self::UsiOk => f.write_str("usiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => {
                f.write_str("info")?;
                info.write(f)
            }
            Self::BestMove { word, ponder } => {
                write!(f, "bestmove {word}")?;
                ponder.iter().try_for_each(|m| write!(f, " ponder {m}"))
            }
            Self::Checkmate(Checkmate::Mate(moves)) => {
                f.write_str("checkmate")?;
                moves.iter().try_for_each(|m| write!(f, " {m}"))
            }
            Self::Checkmate(Checkmate::NoMate) => f.write_str("checkmate nomate"),
            Self::Checkmate(Checkmate::Timeout) => f.write_str("checkmate timeout"),
            Self::Checkmate(Checkmate::NotImplemented) => f.write_str("checkmate notimplemented"),
        }
    }
}

impl FromStr for Answer {
    type Err = ParseLineError;

    fn from_str(line: &str) -> Result<Self, ParseLineError> {
        let mut words = Words::new(line);
        let Some((at, word)) = words.next() else {
            return Err(ParseLineError::expected(line.len(), "an answer"));
        };
        Ok(match word {
            "id" => {
                let (at, which) = words.next().unwrap_or((line.len(), ""));
                match which {
                    "name" => Self::Name(one_line(words.rest())),
                    "author" => Self::Author(one_line(words.rest())),
                    _ => return Err(ParseLineError::expected(at, "`name` or `author`")),
                }
            }
            "option" => Self::Option(OptionDeclaration::parse(line, words)?),
            "usiok" => Self::UsiOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Info::parse(words)),
            "bestmove" => best_move(line, words)?,
            "checkmate" => Self::Checkmate(checkmate(words)?),
            _ => return Err(ParseLineError { at, kind: ParseLineErrorKind::Unknown }),
        })
    }
}

fn best_move(line: &str, mut words: Words<'_>) -> Result<Answer, ParseLineError> {
    let Some((at, word)) = words.next() else {
        return Err(ParseLineError::expected(line.len(), "a move, `resign` or `win`"));
    };
    let word = parse_word(word)
        .map_err(|e| ParseLineError { at: at + e.at, kind: ParseLineErrorKind::Move(e.kind) })?;
    let mut ponder = None;
    if words.value(|word| (word == "ponder").then_some(())).is_some() {
        ponder = words.value(|word| parse_move(word).ok());
    }
    Ok(Answer::BestMove { word, ponder })
}

fn checkmate(mut words: Words<'_>) -> Result<Checkmate, ParseLineError> {
    match words.peek() {
        Some("nomate") => return Ok(Checkmate::NoMate),
        // Some engines send `none` if they do not know whether there is a mate.
        Some("timeout" | "none") => return Ok(Checkmate::Timeout),
        Some("notimplemented") => return Ok(Checkmate::NotImplemented),
        _ => {}
    }
    let mut moves = Vec::new();
    while let Some((at, word)) = words.next() {
        let m = parse_move(word).map_err(|e| ParseLineError {
            at: at + e.at,
            kind: ParseLineErrorKind::Move(e.kind),
        })?;
        moves.push(m);
    }
    Ok(Checkmate::Mate(moves))
}
