//! The answer of `perft` in both games.

use serde::Serialize;

use crate::output::Answer;
use crate::text_table::{Align, Table};

/// The counts for one position.
#[derive(Serialize)]
pub(crate) struct Counts {
    #[serde(flatten)]
    pub(crate) position: Counted,
    pub(crate) depth_plies: u32,
    pub(crate) nodes: u64,
    /// With `--divide`: the number of nodes after each first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Vec<Division>>,
    pub(crate) seconds: f64,
    /// Whether there may be several positions. The text then contains the position.
    #[serde(skip)]
    pub(crate) is_streamed: bool,
}

/// The position whose sequences of moves were counted. Each game has its own field name.
#[derive(Serialize)]
pub(crate) enum Counted {
    #[serde(rename = "position")]
    Reversi(String),
    #[serde(rename = "sfen")]
    Shogi(String),
}

impl Counted {
    fn text(&self) -> &str {
        let (Self::Reversi(text) | Self::Shogi(text)) = self;
        text
    }
}

/// The number of nodes after one first move.
#[derive(Serialize)]
pub(crate) struct Division {
    pub(crate) r#move: String,
    pub(crate) nodes: u64,
}

impl Answer for Counts {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(moves) = &self.moves {
            if self.is_streamed {
                text.push_str(&format!("{}\n", self.position.text()));
            }
            let mut table = Table::new(&[("move", Align::Left), ("nodes", Align::Right)]);
            for division in moves {
                table.row(vec![division.r#move.clone(), division.nodes.to_string()]);
            }
            text.push_str(&format!("{table}\n"));
        }
        let speed = self.nodes as f64 / self.seconds.max(1e-9) / 1e6;
        text.push_str(&format!(
            "depth {}: {} nodes in {:.3} s ({speed:.0} M nodes/s)\n",
            self.depth_plies, self.nodes, self.seconds
        ));
        text
    }
}
