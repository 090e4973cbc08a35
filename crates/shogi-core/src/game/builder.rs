use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use super::end::End;
use super::error::{AddMoveError, AddMoveErrorKind, LineEnded, NoSuchNode};
use super::tree::{Game, MoveTime, NO_TIME, NONE, NodeId, NoteKind, Step};
use crate::color::Color;
use crate::mv::{BareMove, Move};
use crate::position::{IllegalMoveKind, Position, Undo};
use crate::square::Square;

/// Builds a [`Game`] step by step and maintains the position.
///
/// The builder is at a node of the tree. Playing a move always adds a new child and steps to the
/// child. [`GameBuilder::go_to`] steps to any node; its cost is the number of moves on the way.
#[derive(Clone, Debug)]
pub struct GameBuilder {
    game: Game,
    position: Position,
    /// The moves from the start to `position`.
    path: Vec<Played>,
    at: NodeId,
    pending: [Pending; 3],
    has_pending: bool,
    /// The last child of the illegal move's parent before the illegal move was added.
    elder: u32,
}

#[derive(Clone, Copy, Debug)]
struct Played {
    node: NodeId,
    m: Move,
    undo: Undo,
    /// The total milliseconds of the side that played this move, then of the other side.
    totals: [u64; 2],
}

/// Text lines for the current node.
#[derive(Clone, Debug, Default)]
struct Pending {
    text: String,
    some: bool,
}

/// The three kinds of text of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    Comment,
    Bookmark,
    Remark,
}

impl GameBuilder {
    /// Makes a builder at the root of a game without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::from_game(Game::new(start))
    }

    /// Makes a builder at the root of this game.
    #[must_use]
    pub fn from_game(game: Game) -> Self {
        Self {
            position: Position::clone(&game.start),
            game,
            // The capacity for a game of average length. The builder is short-lived.
            path: Vec::with_capacity(128),
            at: NodeId::ROOT,
            pending: Default::default(),
            has_pending: false,
            elder: NONE,
        }
    }

    /// Returns the game. The game need not be finished.
    #[must_use]
    pub fn finish(mut self) -> Game {
        self.flush();
        self.game
    }

    /// Returns the position at the node: the start after all legal moves to the node.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the current node.
    #[must_use]
    pub const fn at(&self) -> NodeId {
        self.at
    }

    /// Returns the game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the move that led to the position, or `None` at the start.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.path.last().map(|played| played.m)
    }

    /// Returns the target of the last move, to which 同 refers.
    pub(crate) fn last_target(&self) -> Option<Square> {
        self.last_move().map(Move::target)
    }

    /// Adds a move and steps to its node.
    ///
    /// # Errors
    /// Fails if the move is illegal, or if nothing can follow the node ([`GameBuilder::is_open`] is
    /// false).
    pub fn play(&mut self, m: Move) -> Result<NodeId, AddMoveError> {
        if !self.is_open() {
            // The builder has no position after an illegal move or an end word.
            return Err(AddMoveError { mv: m.bare(), kind: AddMoveErrorKind::LineEnded });
        }
        let undo = self.position.play(m)?;
        Ok(self.record(m, undo))
    }

    /// Adds a move to an open line and steps to its node. Returns the reason if the move is
    /// illegal.
    pub(crate) fn play_open(&mut self, m: Move) -> Result<NodeId, IllegalMoveKind> {
        debug_assert!(self.is_open(), "the caller must check that the line is open");
        let undo = self.position.play(m).map_err(|illegal| illegal.kind)?;
        Ok(self.record(m, undo))
    }

    #[inline]
    fn record(&mut self, m: Move, undo: Undo) -> NodeId {
        self.flush();
        let node = self.game.push(self.at, Step::Move(m));
        let totals = self.totals();
        self.path.push(Played { node, m, undo, totals });
        self.at = node;
        node
    }

    /// Returns the total milliseconds of the side to move, then of the other side.
    fn totals(&self) -> [u64; 2] {
        self.path.last().map_or([0; 2], |played| [played.totals[1], played.totals[0]])
    }

    /// Adds the legal move for a bare move. Returns `None` if there is no such legal move.
    pub fn play_bare(&mut self, bare: BareMove) -> Option<NodeId> {
        let m = self.position.with_kinds(bare)?;
        self.play(m).ok()
    }

    /// Adds a move that breaks the rules and steps to its node. The position does not change. Only
    /// an end word can follow.
    ///
    /// # Panics
    /// Panics if the line has ended. [`GameBuilder::try_illegal`] returns an error instead.
    pub fn illegal(&mut self, m: Move) -> NodeId {
        self.try_illegal(m).expect("a line that has not ended")
    }

    /// Adds a move that breaks the rules, as [`GameBuilder::illegal`] does.
    ///
    /// # Errors
    /// Fails if the line has ended ([`GameBuilder::is_open`] is false).
    pub fn try_illegal(&mut self, m: Move) -> Result<NodeId, LineEnded> {
        if !self.is_open() {
            return Err(LineEnded);
        }
        self.elder = self.game.node(self.at).last_child;
        Ok(self.add_leaf(Step::Illegal(m)))
    }

    /// Ends the line with an end word and steps to its node. [`End::Other`] gets an empty word;
    /// [`GameBuilder::end_other`] sets the word.
    ///
    /// # Panics
    /// Panics if the line has an end word already. [`GameBuilder::try_end`] returns an error instead.
    pub fn end(&mut self, end: End) -> NodeId {
        self.try_end(end).expect("a line without an end word")
    }

    /// Ends the line with an end word, as [`GameBuilder::end`] does.
    ///
    /// # Errors
    /// Fails if the line has an end word already.
    pub fn try_end(&mut self, end: End) -> Result<NodeId, LineEnded> {
        if matches!(self.game.step(self.at), Some(Step::End(_))) {
            return Err(LineEnded);
        }
        let id = self.add_leaf(Step::End(end));
        if end == End::Other {
            self.game.set_note(id, NoteKind::EndWord, Some(""));
        }
        Ok(id)
    }

    /// Ends the line with an end word that has no [`End`] of its own.
    ///
    /// # Panics
    /// Panics if the line has an end word already. [`GameBuilder::try_end_other`] returns an error
    /// instead.
    pub fn end_other(&mut self, word: &str) -> NodeId {
        self.try_end_other(word).expect("a line without an end word")
    }

    /// Ends the line with an end word, as [`GameBuilder::end_other`] does.
    ///
    /// # Errors
    /// Fails if the line has an end word already.
    pub fn try_end_other(&mut self, word: &str) -> Result<NodeId, LineEnded> {
        let id = self.try_end(End::Other)?;
        self.game.set_note(id, NoteKind::EndWord, Some(word));
        Ok(id)
    }

    fn add_leaf(&mut self, step: Step) -> NodeId {
        self.flush();
        self.at = self.game.push(self.at, step);
        self.at
    }

    /// Returns whether a move can follow.
    #[must_use]
    pub fn is_open(&self) -> bool {
        // Only the node of the last legal move is open, or the root if there is no move.
        self.at == self.path.last().map_or(NodeId::ROOT, |played| played.node)
    }

    /// Returns the side to move at this node. After an illegal move, it is the opponent of the
    /// mover.
    #[must_use]
    pub fn side(&self) -> Color {
        let side = self.position.side();
        match self.game.step(self.at) {
            Some(Step::Illegal(_)) => side.opponent(),
            _ => side,
        }
    }

    /// Steps to a node of the game.
    ///
    /// # Panics
    /// Panics if the game has no such node. [`GameBuilder::try_go_to`] returns an error instead.
    pub fn go_to(&mut self, id: NodeId) {
        self.try_go_to(id).expect("a node of the game");
    }

    /// Steps to a node of the game.
    ///
    /// # Errors
    /// Fails if the game has no such node ([`Game::contains`]).
    pub fn try_go_to(&mut self, id: NodeId) -> Result<(), NoSuchNode> {
        if !self.game.contains(id) {
            return Err(NoSuchNode);
        }
        let _ = self.go_to_within(id, u64::MAX);
        Ok(())
    }

    /// Steps to a node if at most `budget` moves have to be played or taken back. Returns their number,
    /// or `None` if there are more.
    pub(crate) fn go_to_within(&mut self, id: NodeId, budget: u64) -> Option<u64> {
        let mut ahead = Vec::new();
        let mut common = id;
        loop {
            if common == NodeId::ROOT {
                break;
            }
            let ply = self.game.ply(common) as usize;
            if self.path.get(ply - 1).is_some_and(|played| played.node == common) {
                break;
            }
            if ahead.len() as u64 >= budget {
                return None;
            }
            ahead.push(common);
            common = self.game.parent(common)?;
        }
        let back = self.path.len() - self.game.ply(common) as usize;
        let cost = (back + ahead.len()) as u64;
        if cost > budget {
            return None;
        }
        self.flush();
        for _ in 0..back {
            if let Some(Played { m, undo, .. }) = self.path.pop() {
                self.position.undo(m, undo);
            }
        }
        while let Some(node) = ahead.pop() {
            if let Some(Step::Move(m)) = self.game.step(node) {
                let undo = self.position.play_unchecked(m);
                let mut totals = self.totals();
                totals[0] = self.total_after(node, totals[0]);
                self.path.push(Played { node, m, undo, totals });
            }
        }
        self.at = id;
        Some(cost)
    }

    /// Steps to the parent node. Returns `false` at the root.
    pub fn back(&mut self) -> bool {
        match self.game.parent(self.at) {
            Some(parent) => {
                self.go_to(parent);
                true
            }
            None => false,
        }
    }

    /// Returns the clock total of the side after the step, given its total before the step.
    fn total_after(&self, node: NodeId, before: u64) -> u64 {
        let node = self.game.node(node);
        match (node.spent, node.total) {
            (_, total) if total != NO_TIME => total,
            (NO_TIME, _) => before,
            (spent, _) => before.saturating_add(spent),
        }
    }

    /// Sets the time of the current step. The start has no time. A total that equals the sum of the
    /// times so far adds no information and is dropped, as readers do.
    pub fn set_time(&mut self, time: MoveTime) {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.set_millis(millis(time.spent), time.total.map(millis));
    }

    /// Sets the time of the step in milliseconds. A total is kept only if it differs from the sum.
    pub(crate) fn set_millis(&mut self, spent: u64, total: Option<u64>) {
        if self.at == NodeId::ROOT {
            return;
        }
        let parent = self.game.parent(self.at);
        let behind_illegal =
            parent.is_some_and(|id| matches!(self.game.step(id), Some(Step::Illegal(_))));
        // The clock total before the step; an earlier time of the same step does not count. An
        // illegal move is not in the path, and the step after an illegal move belongs to the other
        // side.
        let before = match self.path.as_slice() {
            [.., before, last] if last.node == self.at => before.totals[1],
            [last] if last.node == self.at => 0,
            [.., last] => last.totals[usize::from(!behind_illegal)],
            [] => 0,
        };
        let node = &mut self.game.nodes[self.at.index()];
        let spent = spent.min(NO_TIME - 1);
        node.spent = spent;
        let sum = before.saturating_add(spent);
        let stated = total.map(|total| total.min(NO_TIME - 1)).filter(|&total| total != sum);
        node.total = stated.unwrap_or(NO_TIME);
        if let Some(last) = self.path.last_mut().filter(|last| last.node == self.at) {
            last.totals[0] = stated.unwrap_or(sum);
        }
    }

    /// Adds a line to the comment of the node.
    pub fn comment(&mut self, line: &str) {
        self.write(Text::Comment, line);
    }

    /// Adds a line to a text of the node.
    pub(crate) fn write(&mut self, text: Text, line: &str) {
        let pending = &mut self.pending[text as usize];
        if pending.some {
            pending.text.push('\n');
        }
        pending.text.push_str(line);
        pending.some = true;
        self.has_pending = true;
    }

    /// Removes the current node, which must be an illegal move and the last node added. Text lines
    /// added since then move to the parent node.
    pub(crate) fn drop_illegal(&mut self) {
        let at = self.at;
        if !matches!(self.game.step(at), Some(Step::Illegal(_)))
            || at.index() + 1 != self.game.nodes.len()
        {
            return;
        }
        let parent = self.game.node(at).parent as usize;
        self.game.nodes.pop();
        let elder = self.elder;
        self.game.nodes[parent].last_child = elder;
        match self.game.nodes.get_mut(elder as usize) {
            Some(elder) => elder.next = NONE,
            None => self.game.nodes[parent].first_child = NONE,
        }
        self.at = NodeId::from_index(parent);
    }

    #[inline]
    fn flush(&mut self) {
        if self.has_pending {
            self.flush_pending();
        }
    }

    fn flush_pending(&mut self) {
        let at = self.at;
        for text in [Text::Comment, Text::Bookmark, Text::Remark] {
            let pending = &mut self.pending[text as usize];
            if !mem::take(&mut pending.some) {
                continue;
            }
            let mut new = mem::take(&mut pending.text);
            let game = &mut self.game;
            let old = match text {
                Text::Comment => game.comment(at),
                Text::Bookmark => game.bookmark(at),
                Text::Remark => game.remark(at),
            };
            if let Some(old) = old {
                new.insert(0, '\n');
                new.insert_str(0, old);
            }
            match text {
                Text::Comment => game.set_comment(at, Some(&new)),
                Text::Bookmark => game.set_bookmark(at, Some(&new)),
                Text::Remark => game.set_remark(at, Some(&new)),
            }
            new.clear();
            self.pending[text as usize].text = new;
        }
        self.has_pending = false;
    }

    /// Returns the game for changes to its header and texts.
    pub fn game_mut(&mut self) -> &mut Game {
        self.flush();
        &mut self.game
    }
}
