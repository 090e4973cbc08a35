//! A game of shogi: a tree of moves with comments and times.

use gamekit_pictures::shogi::{Letters, Picture};
use serde::{Deserialize, Serialize};
use shogi_core::format::{Format, bod, notation, record, sfen};
use shogi_core::{End, Game, GameRules, Move, NodeId, Position, See, Square, Step, field};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::position::{self, side_word};
use crate::error::js;
use crate::text::{json, language};

/// A game of shogi. Its nodes have numbers: the root is 0, and a new node gets the next number.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ShogiGame {
    game: Game,
    /// The nodes in the order of their numbers, which is the order of the ids.
    ids: Vec<NodeId>,
}

/// A node of the tree.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Node<'a> {
    id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    ply: u32,
    /// The side that plays the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usi: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    japanese: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    western: Option<String>,
    /// The end of the line of moves: `resignation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_illegal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bookmark: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    fields: Vec<[&'a str; 2]>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    title: Option<&'a str>,
    outcome: String,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct PictureOptions {
    language: String,
    western: bool,
    /// Whether the picture shows the exchange values of the moves.
    exchange: bool,
}

#[derive(Serialize)]
struct Written {
    text: String,
    losses: Vec<String>,
}

impl ShogiGame {
    pub(super) fn new(game: Game) -> Self {
        let mut ids: Vec<NodeId> = game.preorder().collect();
        ids.sort_unstable();
        Self { game, ids }
    }

    fn id(&self, number: usize) -> Result<NodeId, String> {
        let id = self.ids.get(number).copied();
        id.ok_or_else(|| format!("the game has no node {number}, it has {}", self.ids.len()))
    }

    fn number(&self, id: NodeId) -> usize {
        self.ids.binary_search(&id).unwrap_or_default()
    }

    /// Returns the target of the move that leads to a node.
    fn target(&self, id: NodeId) -> Option<Square> {
        match self.game.step(id) {
            Some(Step::Move(m)) => Some(m.target()),
            _ => None,
        }
    }

    fn node(&self, id: NodeId, before: &Position) -> Node<'_> {
        let game = &self.game;
        let parent = game.parent(id);
        let last = parent.and_then(|parent| self.target(parent));
        let step = game.step(id);
        let m: Option<Move> = match step {
            Some(Step::Move(m) | Step::Illegal(m)) => Some(m),
            _ => None,
        };
        let is_illegal = matches!(step, Some(Step::Illegal(_)));
        let japanese = |m| match is_illegal {
            true => notation::kif(m, last),
            false => notation::ki2(before, m, last).trim_start_matches(['▲', '△']).to_owned(),
        };
        let western = |m: Move| match is_illegal {
            true => m.to_string(),
            false => notation::western(before, m),
        };
        let time = game.time(id);
        Node {
            id: self.number(id),
            parent: parent.map(|parent| self.number(parent)),
            ply: game.ply(id),
            side: m.map(|_| side_word(before.side())),
            usi: m.map(|m| m.to_string()),
            japanese: m.map(japanese),
            western: m.map(western),
            end: match step {
                Some(Step::End(End::Other)) => game.end_word(id).map(str::to_owned),
                Some(Step::End(end)) => Some(end.to_string()),
                _ => None,
            },
            is_illegal,
            seconds: time.map(|time| time.spent.as_secs_f64()),
            total_seconds: time.and_then(|time| time.total).map(|total| total.as_secs_f64()),
            comment: game.comment(id),
            bookmark: game.bookmark(id),
        }
    }

    fn tree_of(&self) -> Tree<'_> {
        // The nodes from the root to the current node, with the position at each.
        let mut path: Vec<(NodeId, Position)> = Vec::new();
        let mut nodes = Vec::new();
        for id in self.game.preorder() {
            let parent = self.game.parent(id);
            while path.last().is_some_and(|(last, _)| Some(*last) != parent) {
                path.pop();
            }
            let mut position = match path.last() {
                Some((_, position)) => position.clone(),
                None => self.game.start().clone(),
            };
            nodes.push(self.node(id, &position));
            if let Some(Step::Move(m)) = self.game.step(id) {
                let _ = position.play_unchecked(m);
            }
            path.push((id, position));
        }
        let known = |name| self.game.field(name).map(str::trim).filter(|text| !text.is_empty());
        Tree {
            nodes,
            fields: self.game.fields().map(|(name, value)| [name, value]).collect(),
            black: known(field::BLACK),
            white: known(field::WHITE),
            title: known(field::TITLE).or(known(field::EVENT)),
            outcome: self.game.outcome().to_string(),
        }
    }

    fn play_word(&mut self, number: usize, usi: &str) -> Result<usize, String> {
        let parent = self.id(number)?;
        let position = self.game.position(parent);
        let m = position.parse_move(usi).map_err(|error| error.to_string())?;
        let is_same = |child: &NodeId| self.game.step(*child) == Some(Step::Move(m));
        if let Some(child) = self.game.children(parent).find(is_same) {
            return Ok(self.number(child));
        }
        let id = self.game.add_move(parent, m).map_err(|error| error.to_string())?;
        self.ids.push(id);
        Ok(self.ids.len() - 1)
    }

    fn picture(&self, number: usize, options: &str) -> Result<String, String> {
        let options: PictureOptions = match options {
            "" => PictureOptions::default(),
            text => serde_json::from_str(text).map_err(|error| error.to_string())?,
        };
        let id = self.id(number)?;
        let position = self.game.position(id);
        let letters = if options.western { Letters::Western } else { Letters::Japanese };
        let mut picture = Picture::new(&position)
            .with_language(language(&options.language))
            .with_letters(letters)
            .with_status();
        if let Some(Step::Move(last)) = self.game.step(id) {
            picture = picture.with_last_move(last);
        }
        if options.exchange {
            let value = |m| (m, See::BONANZA.of_move(&position, m));
            let mut values: Vec<(Move, i32)> = position.legal_moves().iter().map(value).collect();
            values.sort_by_key(|&(_, value)| -value);
            picture = picture.with_values(values);
        }
        Ok(picture.to_svg())
    }

    fn to_format(&self, format: &str) -> Result<record::Written, String> {
        let format: Format = format.parse().map_err(|error| format!("{format}: {error}"))?;
        record::write(format, &self.game).ok_or_else(|| format!("{format} files have no games"))
    }
}

#[wasm_bindgen]
impl ShogiGame {
    /// Makes a game without moves from an SFEN. An empty text is the usual start.
    ///
    /// # Errors
    /// Fails with the place of the first fault.
    #[wasm_bindgen(constructor)]
    pub fn start(sfen: &str) -> Result<Self, JsError> {
        position::parse(sfen).map(|start| Self::new(Game::new(start))).map_err(js)
    }

    /// Returns the nodes and the header of the game as JSON. A node comes before its children, and
    /// the first child of a node continues the line of moves.
    #[must_use]
    pub fn tree(&self) -> String {
        json(&self.tree_of())
    }

    /// Returns the position at a node as JSON.
    ///
    /// # Errors
    /// Fails if the game has no such node.
    pub fn state(&self, node: usize) -> Result<String, JsError> {
        let id = self.id(node).map_err(js)?;
        Ok(position::state(&self.game.position(id), self.target(id)))
    }

    /// Plays a move in USI at a node. Returns the number of the node after the move, which may exist
    /// already.
    ///
    /// # Errors
    /// Fails if the move is illegal.
    pub fn play(&mut self, node: usize, usi: &str) -> Result<usize, JsError> {
        self.play_word(node, usi).map_err(js)
    }

    /// Returns the result of the line of moves that ends at a node.
    ///
    /// # Errors
    /// Fails if the game has no such node.
    #[wasm_bindgen(js_name = outcomeAt)]
    pub fn outcome_at(&self, node: usize) -> Result<String, JsError> {
        let id = self.id(node).map_err(js)?;
        Ok(self.game.outcome_at(id, &GameRules::default()).to_string())
    }

    /// Sets the comment of a node. An empty text removes the comment.
    ///
    /// # Errors
    /// Fails if the game has no such node.
    #[wasm_bindgen(js_name = setComment)]
    pub fn set_comment(&mut self, node: usize, comment: &str) -> Result<(), JsError> {
        let id = self.id(node).map_err(js)?;
        self.game.set_comment(id, Some(comment).filter(|text| !text.is_empty()));
        Ok(())
    }

    /// Returns the SFEN of the position at a node.
    ///
    /// # Errors
    /// Fails if the game has no such node.
    pub fn sfen(&self, node: usize) -> Result<String, JsError> {
        let id = self.id(node).map_err(js)?;
        Ok(sfen::encode(&self.game.position(id)).to_string())
    }

    /// Returns the diagram of the position at a node as text (BOD).
    ///
    /// # Errors
    /// Fails if the game has no such node.
    pub fn diagram(&self, node: usize) -> Result<String, JsError> {
        let id = self.id(node).map_err(js)?;
        let last = match self.game.step(id) {
            Some(Step::Move(m)) => Some(m),
            _ => None,
        };
        Ok(bod::write_after(&self.game.position(id), last))
    }

    /// Writes the game as text in a format: `kif`, `ki2`, `csa`, `jkf` or `usi`. Returns JSON with the
    /// text and what the format cannot hold.
    ///
    /// # Errors
    /// Fails if the format is unknown or has no games.
    pub fn write(&self, format: &str) -> Result<String, JsError> {
        let written = self.to_format(format).map_err(js)?;
        let losses = written.losses.iter().map(ToString::to_string).collect();
        Ok(json(&Written { text: written.text, losses }))
    }

    /// Draws the position at a node. The options are JSON with `language`, `western` and `exchange`.
    ///
    /// # Errors
    /// Fails if the game has no such node or if the options are invalid.
    pub fn svg(&self, node: usize, options: &str) -> Result<String, JsError> {
        self.picture(node, options).map_err(js)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_added_once_and_variations_have_their_parents() {
        let mut game = ShogiGame::new(Game::default());
        let first = game.play_word(0, "7g7f").unwrap();
        let second = game.play_word(first, "3c3d").unwrap();
        assert_eq!(game.play_word(0, "7g7f").unwrap(), first);
        let other = game.play_word(first, "8c8d").unwrap();
        assert_eq!((first, second, other), (1, 2, 3));
        let tree = game.tree_of();
        assert_eq!(tree.nodes.len(), 4);
        let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
        assert_eq!(tree.nodes[1].japanese.as_deref(), Some("７六歩"));
        assert_eq!(tree.nodes[2].side, Some("white"));
        assert!(game.play_word(other, "7g7f").is_err() && game.play_word(9, "7g7f").is_err());
    }

    #[test]
    fn games_are_written_and_drawn() {
        let mut game = ShogiGame::new(Game::default());
        let node = game.play_word(0, "7g7f").unwrap();
        assert!(game.to_format("kif").unwrap().text.contains("７六歩(77)"));
        assert!(game.to_format("psv").is_err() && game.to_format("x").is_err());
        let svg = game.picture(node, r#"{"language":"ja","exchange":true}"#).unwrap();
        assert!(svg.contains("後手番"), "{svg}");
    }
}
