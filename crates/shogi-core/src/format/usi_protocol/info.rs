//! The information that an engine sends while it thinks.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::words::{Words, millis, number, one_line, signed};
use crate::format::usi_line::parse_move;
use crate::mv::BareMove;

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Score {
    /// `cp N`: hundredths of a pawn.
    Centipawns(i64),
    /// `mate N`, or `mate +` without a length: the side to move mates.
    Mate {
        /// The number of plies, if it is known.
        plies: Option<u32>,
    },
    /// `mate -N`, or `mate -` without a length: the side to move is mated.
    Mated {
        /// The number of plies, if it is known.
        plies: Option<u32>,
    },
}

/// What a score says about the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Bound {
    /// The value is the score.
    #[default]
    Exact,
    /// `lowerbound`: the value is the score or more.
    Lower,
    /// `upperbound`: the value is the score or less.
    Upper,
}

/// The fields of an `info` line. Fields that are `None` or empty are not sent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The greatest depth of a line in plies.
    pub selective_depth: Option<u32>,
    /// The time since `go`.
    pub time: Option<Duration>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The number of nodes per second.
    pub nodes_per_second: Option<u64>,
    /// How full the table is, in thousandths.
    pub table_permille: Option<u32>,
    /// The number of the line, counted from 1, if the engine sends several.
    pub line: Option<u32>,
    /// The value for the side to move.
    pub score: Option<Score>,
    /// What the score says about the value.
    pub bound: Bound,
    /// The move that the engine searches now.
    pub current: Option<BareMove>,
    /// The expected line.
    pub pv: Vec<BareMove>,
    /// A text for people, to the end of the line. A line has a text or an expected line, not both.
    pub text: Option<String>,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mate { plies: Some(plies) } => write!(f, "mate {plies}"),
            Self::Mate { plies: None } => f.write_str("mate +"),
            Self::Mated { plies: Some(plies) } => write!(f, "mate -{plies}"),
            Self::Mated { plies: None } => f.write_str("mate -"),
        }
    }
}

impl core::str::FromStr for Score {
    type Err = super::error::ParseLineError;

    /// Reads `cp N` or `mate N`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = Words::new(text);
        let score = Self::read(&mut words);
        let at = words.at;
        match score {
            Some(score) if words.next().is_none() => Ok(score),
            _ => Err(Self::Err::expected(at, "`cp` or `mate` and a number")),
        }
    }
}

impl Score {
    fn read(words: &mut Words<'_>) -> Option<Self> {
        match words.next()?.1 {
            "cp" => words.value(signed).map(Self::Centipawns),
            "mate" => words.value(|word| match word {
                "+" => Some(Self::Mate { plies: None }),
                "-" => Some(Self::Mated { plies: None }),
                _ => {
                    let plies = signed(word)?.unsigned_abs().min(u32::MAX.into()) as u32;
                    let plies = Some(plies);
                    // `-0` means that the side to move is mated already.
                    let is_mated = word.starts_with('-');
                    Some(if is_mated { Self::Mated { plies } } else { Self::Mate { plies } })
                }
            }),
            _ => None,
        }
    }
}

fn small(word: &str) -> Option<u32> {
    number(word).map(|number| number.min(u32::MAX.into()) as u32)
}

impl Info {
    /// Reads the words after `info`. Skips words that are not known.
    pub(super) fn parse(mut words: Words<'_>) -> Self {
        let mut info = Self::default();
        while let Some((_, word)) = words.next() {
            match word {
                "depth" => info.depth = words.value(small),
                "seldepth" => info.selective_depth = words.value(small),
                "time" => info.time = words.value(millis),
                "nodes" => info.nodes = words.value(number),
                "nps" => info.nodes_per_second = words.value(number),
                "hashfull" => info.table_permille = words.value(small),
                "multipv" => info.line = words.value(small),
                "score" => {
                    let before = words;
                    info.score = Score::read(&mut words);
                    if info.score.is_none() {
                        words = before;
                    }
                }
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "currmove" => info.current = words.value(|word| parse_move(word).ok()),
                "pv" => {
                    info.pv.clear();
                    while let Some(m) = words.value(|word| parse_move(word).ok()) {
                        info.pv.push(m);
                    }
                }
                "string" => {
                    info.text = Some(one_line(words.rest()));
                    break;
                }
                _ => {}
            }
        }
        info
    }

    /// Writes the words after `info`, each with a blank before it.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut field = |name: &str, value: Option<u64>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        field("depth", self.depth.map(u64::from))?;
        field("seldepth", self.selective_depth.map(u64::from))?;
        field("time", self.time.map(|time| time.as_millis().min(u64::MAX.into()) as u64))?;
        field("nodes", self.nodes)?;
        field("nps", self.nodes_per_second)?;
        field("hashfull", self.table_permille.map(u64::from))?;
        field("multipv", self.line.map(u64::from))?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        if let Some(m) = self.current {
            write!(f, " currmove {m}")?;
        }
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
        }
        for m in &self.pv {
            write!(f, " {m}")?;
        }
        match &self.text {
            Some(text) => write!(f, " string {}", one_line(text)),
            None => Ok(()),
        }
    }
}
