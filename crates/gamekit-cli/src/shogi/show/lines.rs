//! The main line and the variations of a game.

use gamekit_pictures::shogi::Letters;
use serde::Serialize;
use shogi_core::format::notation;
use shogi_core::{Color, End, Game, GameRules, NodeId, Square, Step};

/// A line of moves: the main line, or a variation from the move at which it leaves another line.
#[derive(Serialize)]
pub(super) struct Line {
    /// The number of the variation; 0 is the main line.
    pub(super) variation: usize,
    /// The number of the line that the variation leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) branches_from: Option<usize>,
    /// The number of the first move of the line.
    pub(super) first_ply: u32,
    pub(super) moves: Vec<Shown>,
    /// The end word of the record.
    end: Option<String>,
    pub(super) outcome: String,
    /// The comment after the end word.
    #[serde(skip_serializing_if = "Option::is_none")]
    end_comment: Option<String>,
    /// The nodes of the positions of the whole line, from the start of the game.
    #[serde(skip)]
    pub(super) nodes: Vec<NodeId>,
}

/// A move of a line.
#[derive(Serialize)]
pub(super) struct Shown {
    /// The number of the move, from 1.
    pub(super) ply: u32,
    /// The move in USI.
    r#move: String,
    /// The move in the notation of books: `▲７六歩`.
    pub(super) notation: String,
    /// Whether the move breaks the rules.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_illegal: bool,
    /// The time for the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bookmark: Option<String>,
    /// The numbers of the variations that begin instead of this move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) variations: Vec<usize>,
}

/// Returns the main line and all variations. Each variation comes after the line that it leaves.
pub(super) fn all(game: &Game) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    // The first node of each line that is still to be read, and the number of the line it leaves.
    let mut waiting: Vec<(Option<NodeId>, Option<usize>)> = vec![(game.next(NodeId::ROOT), None)];
    while let Some((first, branches_from)) = waiting.pop() {
        let number = lines.len();
        let (line, branches) = line(game, first, number, branches_from);
        if let (Some(parent), Some(first)) = (branches_from, first) {
            // The move of the parent line at the same ply, if the parent line does not end before it.
            let ply = game.ply(first);
            if let Some(at) = lines[parent].moves.iter_mut().find(|shown| shown.ply == ply) {
                at.variations.push(number);
            }
        }
        lines.push(line);
        waiting.extend(branches.into_iter().rev().map(|id| (Some(id), Some(number))));
    }
    lines
}

/// Reads one line. Also returns the first nodes of the variations that leave the line.
fn line(
    game: &Game,
    first: Option<NodeId>,
    variation: usize,
    branches_from: Option<usize>,
) -> (Line, Vec<NodeId>) {
    let parent = first.and_then(|first| game.parent(first)).unwrap_or(NodeId::ROOT);
    let mut nodes = path(game, parent);
    let mut position = game.position(parent);
    let mut line = Line {
        variation,
        branches_from,
        first_ply: game.ply(parent) + 1,
        moves: Vec::new(),
        end: None,
        outcome: String::new(),
        end_comment: None,
        nodes: Vec::new(),
    };
    let (mut branches, mut leaf, mut at) = (Vec::new(), parent, first);
    while let Some(id) = at {
        leaf = id;
        // The variations of the first move belong to the line that this line leaves.
        if branches_from.is_none() || Some(id) != first {
            let next = |id: &NodeId| game.next_variation(*id);
            branches.extend(std::iter::successors(next(&id), next));
        }
        match game.step(id) {
            Some(step @ (Step::Move(m) | Step::Illegal(m))) => {
                let last = nodes.last().and_then(|&before| target(game, before));
                let is_illegal = matches!(step, Step::Illegal(_));
                let name = match is_illegal {
                    true => format!("{}{}", mark(position.side()), notation::kif(m, last)),
                    false => notation::ki2(&position, m, last),
                };
                line.moves.push(Shown {
                    ply: game.ply(id),
                    r#move: m.to_string(),
                    notation: name,
                    is_illegal,
                    seconds: game.time(id).map(|time| time.spent.as_secs_f64()),
                    comment: game.comment(id).map(str::to_owned),
                    bookmark: game.bookmark(id).map(str::to_owned),
                    variations: Vec::new(),
                });
                if !is_illegal {
                    position.play_unchecked(m);
                    nodes.push(id);
                }
            }
            Some(Step::End(end)) => {
                line.end = Some(match (end, game.end_word(id)) {
                    (End::Other, Some(word)) => word.to_owned(),
                    (end, _) => end.to_string(),
                });
                line.end_comment = game.comment(id).map(str::to_owned);
            }
            None => {}
        }
        at = game.next(id);
    }
    line.outcome = game.outcome_at(leaf, &GameRules::default()).to_string();
    line.nodes = nodes;
    (line, branches)
}

/// Returns the mark of a side in names of moves.
const fn mark(side: Color) -> char {
    match side {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Returns the nodes from the start to a node.
fn path(game: &Game, node: NodeId) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> =
        std::iter::successors(Some(node), |&node| game.parent(node)).collect();
    nodes.reverse();
    nodes
}

/// Returns the target of the move that leads to a node.
pub(super) fn target(game: &Game, node: NodeId) -> Option<Square> {
    match game.step(node) {
        Some(Step::Move(m)) => Some(m.target()),
        _ => None,
    }
}

/// Returns the variations as text, one per line.
pub(super) fn text(lines: &[Line], letters: Letters) -> String {
    let mut text = String::new();
    for line in lines.iter().skip(1) {
        let of = match line.branches_from {
            Some(parent) if parent > 0 => format!(" of variation {parent}"),
            _ => String::new(),
        };
        let name = |shown: &Shown| match letters {
            Letters::Japanese => shown.notation.clone(),
            Letters::Western => shown.r#move.clone(),
        };
        let names: String = line.moves.iter().map(|shown| name(shown) + " ").collect();
        let (number, ply, outcome) = (line.variation, line.first_ply, &line.outcome);
        text.push_str(&format!("variation {number} at move {ply}{of}: {names}({outcome})\n"));
    }
    text
}
