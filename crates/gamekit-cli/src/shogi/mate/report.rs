//! The answer for one position, as text, JSON, KIF and a picture.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use gamekit_pictures::shogi::Picture;
use serde::Serialize;
use shogi_core::format::Format;
use shogi_core::format::encoding::Encoding;
use shogi_core::mate::{Answer as Found, Outcome, Stop};
use shogi_core::{GameBuilder, Move, Position};

use super::problems::Problem;
use crate::atomic;
use crate::error::Failure;
use crate::output::Answer;
use crate::plural::count;
use crate::shogi::file;
use crate::svg_options::SvgArg;

/// The answer for one position.
#[derive(Serialize)]
pub(super) struct Report {
    /// The name, or the file and line.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The number of moves before the position, in a game record.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    sfen: String,
    /// `mate`, `nomate` or `unknown`.
    answer: &'static str,
    plies: Option<usize>,
    /// Whether no mate is shorter.
    shortest: Option<bool>,
    /// A line against a longest defence, in USI.
    moves: Vec<String>,
    /// The length and the line of the mate without useless interpositions.
    essential_plies: Option<usize>,
    essential_moves: Vec<String>,
    /// Why the search ended early: `nodes`, `time`, `memory`, `plies` or `request`.
    stop: Option<&'static str>,
    /// The checks that do not mate, if the answer is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refuted: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// Every check and its answer, with `--all-first-moves`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    first_moves: Vec<First>,
    /// The move that was played in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// Whether the mate was missed.
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<bool>,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    line: Vec<Move>,
    #[serde(skip)]
    reason: Option<Stop>,
}

/// A first move and its answer.
#[derive(Serialize)]
struct First {
    r#move: String,
    answer: &'static str,
    plies: Option<usize>,
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Mate(_) => "mate",
        Outcome::NoMate => "nomate",
        _ => "unknown",
    }
}

fn stop_word(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Plies => "plies",
        _ => "request",
    }
}

fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

impl Report {
    pub(super) fn new(
        problem: &Problem,
        found: Found,
        missed: Option<bool>,
        elapsed: Duration,
    ) -> Self {
        let first = |first: &shogi_core::mate::FirstMove| First {
            r#move: first.m.to_string(),
            answer: word(&first.outcome),
            plies: match &first.outcome {
                Outcome::Mate(mate) => Some(mate.moves.len()),
                _ => None,
            },
        };
        let answer = word(&found.outcome);
        let (line, shortest, essential) = match found.outcome {
            Outcome::Mate(mate) => (mate.moves, Some(mate.is_shortest), mate.essential),
            _ => (Vec::new(), None, None),
        };
        Self {
            name: problem.name.clone(),
            ply: problem.played.as_ref().map(|played| played.ply),
            sfen: problem.position.to_string(),
            answer,
            plies: shortest.map(|_| line.len()),
            shortest,
            moves: usi(&line),
            essential_plies: essential.as_ref().map(Vec::len),
            essential_moves: essential.as_deref().map(usi).unwrap_or_default(),
            stop: found.stop.map(stop_word),
            refuted: usi(&found.refuted),
            reason: found.stop,
            nodes: found.nodes,
            seconds: elapsed.as_secs_f64(),
            first_moves: found.first_moves.iter().map(first).collect(),
            played: problem.played.as_ref().map(|played| played.step.to_string()),
            missed,
            position: problem.position.clone(),
            line,
        }
    }

    /// Whether the report is printed: in a game record only if there is a mate.
    pub(super) fn is_worth_printing(&self) -> bool {
        self.ply.is_none() || self.answer == "mate"
    }

    /// Writes the solution and the picture.
    pub(super) fn save(&self, output: Option<&Path>, svg: &SvgArg) -> Result<(), Failure> {
        if let Some(path) = output {
            let mut builder = GameBuilder::new(self.position.clone());
            for &m in &self.line {
                builder.play(m).map_err(|error| Failure::about(path.display(), &error))?;
            }
            let (bytes, _) = file::write(Format::Kif, &builder.finish(), Encoding::Utf8)?;
            atomic::create(path, |file| file.write_all(&bytes).map_err(|error| error.to_string()))
                .map_err(|error| Failure::Message(format!("{}: {error}", path.display())))?;
        }
        svg.save(|language| Picture::new(&self.position).with_language(language).to_svg())?;
        Ok(())
    }
}

impl Answer for Report {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(name) = &self.name {
            text.push_str(&format!("{name}: "));
        }
        if let Some(ply) = self.ply {
            text.push_str(&format!("after {}: ", count(ply, "move")));
        }
        match self.plies {
            Some(plies) => {
                let length = if self.shortest == Some(true) { " (shortest)" } else { "" };
                text.push_str(&format!("mate in {plies}{length}"));
                if let Some(essential) =
                    self.essential_plies.filter(|&essential| essential != plies)
                {
                    text.push_str(&format!(", {essential} without useless interpositions"));
                }
            }
            None if self.answer == "nomate" => text.push_str("no mate"),
            None => text.push_str("unknown"),
        }
        if let Some(reason) = self.reason {
            text.push_str(&format!(", stopped by {reason}"));
        }
        match (self.missed, &self.played) {
            (Some(true), Some(played)) => text.push_str(&format!(", missed by {played}")),
            (Some(false), Some(_)) => text.push_str(", not missed"),
            _ => {}
        }
        text.push_str(&format!(", {} nodes, {:.3} s\n", self.nodes, self.seconds));
        if !self.moves.is_empty() {
            text.push_str(&format!("  {}\n", self.moves.join(" ")));
        }
        if !self.essential_moves.is_empty() && self.essential_moves != self.moves {
            let moves = self.essential_moves.join(" ");
            text.push_str(&format!("  without useless interpositions: {moves}\n"));
        }
        if !self.refuted.is_empty() {
            text.push_str(&format!("  no mate after {}\n", self.refuted.join(", ")));
        }
        for first in self.first_moves.iter().filter(|first| first.answer != "nomate") {
            match first.plies {
                Some(plies) => {
                    text.push_str(&format!("  {} mates in at most {plies}\n", first.r#move));
                }
                None => text.push_str(&format!("  {} unknown\n", first.r#move)),
            }
        }
        text
    }
}
