//! The arguments of `go` and `ponderhit`.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::words::{Words, millis, number};
use crate::color::Color;
use crate::format::usi_line::parse_move;
use crate::mv::BareMove;

/// The clocks of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Times {
    /// The remaining main times (`btime`, `wtime`), by [`Color::index`].
    pub main: [Option<Duration>; 2],
    /// The times added after each move (`binc`, `winc`), by [`Color::index`].
    pub increment: [Duration; 2],
    /// The time for each move after the main time (`byoyomi`).
    pub byoyomi: Duration,
}

/// How long a mate search may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MateLimit {
    /// `go mate infinite`.
    Infinite,
    /// `go mate` and a time.
    Time(Duration),
}

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Go {
    /// Whether the engine thinks on the opponent's time (`ponder`).
    pub ponder: bool,
    /// Whether only `stop` ends the search (`infinite`).
    pub infinite: bool,
    /// The clocks.
    pub times: Times,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The exact time for the move (`movetime`).
    pub move_time: Option<Duration>,
    /// The limit of a mate search (`mate`). `None` means a usual search.
    pub mate: Option<MateLimit>,
    /// The only moves to search (`searchmoves`). Empty means all moves.
    pub moves: Vec<BareMove>,
}

impl Times {
    /// Returns the remaining main time of a side, 0 if it is not given.
    #[must_use]
    pub fn main_of(&self, side: Color) -> Duration {
        self.main[side.index()].unwrap_or_default()
    }

    /// Whether no time is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reads the value of a keyword. Returns whether the keyword is one of the clocks.
    fn read(&mut self, keyword: &str, words: &mut Words<'_>) -> bool {
        let time = |words: &mut Words<'_>| words.value(millis);
        match keyword {
            "btime" => self.main[0] = time(words).or(self.main[0]),
            "wtime" => self.main[1] = time(words).or(self.main[1]),
            "binc" => self.increment[0] = time(words).unwrap_or_default(),
            "winc" => self.increment[1] = time(words).unwrap_or_default(),
            "byoyomi" => self.byoyomi = time(words).unwrap_or_default(),
            _ => return false,
        }
        true
    }

    /// Reads the words after `ponderhit`. Skips words that are not known.
    pub(super) fn parse(mut words: Words<'_>) -> Self {
        let mut times = Self::default();
        while let Some((_, word)) = words.next() {
            times.read(word, &mut words);
        }
        times
    }
}

impl Times {
    /// Writes ` btime 0 wtime 0 byoyomi 1000`, with a blank before each word. Times that are not given
    /// are left out.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, time) in ["btime", "wtime"].into_iter().zip(self.main) {
            if let Some(time) = time {
                write!(f, " {name} {}", time.as_millis())?;
            }
        }
        for (name, time) in ["binc", "winc"].into_iter().zip(self.increment) {
            if !time.is_zero() {
                write!(f, " {name} {}", time.as_millis())?;
            }
        }
        if !self.byoyomi.is_zero() {
            write!(f, " byoyomi {}", self.byoyomi.as_millis())?;
        }
        Ok(())
    }
}

impl Go {
    /// Reads the words after `go`. Skips words that are not known.
    pub(super) fn parse(mut words: Words<'_>) -> Self {
        let mut go = Self::default();
        while let Some((_, word)) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "depth" => {
                    let depth = words.value(number);
                    go.depth = depth.map(|depth| depth.min(u32::MAX.into()) as u32).or(go.depth);
                }
                "nodes" => go.nodes = words.value(number).or(go.nodes),
                "movetime" => go.move_time = words.value(millis).or(go.move_time),
                "mate" => {
                    let time = |word: &str| millis(word).map(MateLimit::Time);
                    go.mate = words.value(time).or(Some(MateLimit::Infinite));
                    words.value(|word| (word == "infinite").then_some(()));
                }
                "searchmoves" => {
                    while let Some(m) = words.value(|word| parse_move(word).ok()) {
                        go.moves.push(m);
                    }
                }
                _ => {
                    go.times.read(word, &mut words);
                }
            }
        }
        go
    }

    /// Writes the words after `go`, each with a blank before it.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ponder {
            f.write_str(" ponder")?;
        }
        self.times.write(f)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        match self.mate {
            None => {}
            Some(MateLimit::Infinite) => f.write_str(" mate infinite")?,
            Some(MateLimit::Time(time)) => write!(f, " mate {}", time.as_millis())?,
        }
        if !self.moves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        for m in &self.moves {
            write!(f, " {m}")?;
        }
        Ok(())
    }
}
