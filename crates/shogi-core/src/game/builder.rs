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

/// Builds a [`Game`] step by step and keeps the position of the current node.
///
/// The builder is always at a node of the tree. Playing a move adds a new child of this node and
/// goes to the child. [`GameBuilder::go_to`] goes to any node. It plays and undoes the moves on the
/// path between the two nodes.
#[derive(Clone, Debug)]
pub struct GameBuilder {
    game: Game,
    position: Position,
    /// The moves from the starting position to `position`.
    path: Vec<Played>,
    at: NodeId,
    pending: [Pending; 3],
    has_pending: bool,
    /// The last sibling before the current illegal move, for use in `drop_illegal`.
    elder: u32,
}

#[derive(Clone, Copy, Debug)]
struct Played {
    node: NodeId,
    m: Move,
    undo: Undo,
    /// The total times in milliseconds: of the side that played this move, then of its opponent.
    totals: [u64; 2],
}

/// The text lines of the current node.
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
            // This capacity is sufficient for most games.
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

    /// Returns the position at the current node. End words and illegal moves do not change the
    /// position.
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

    /// Returns the target square of the last move, to which 同 refers.
    pub(crate) fn last_target(&self) -> Option<Square> {
        self.last_move().map(Move::target)
    }

    /// Adds a move and goes to its node.
    ///
    /// # Errors
    /// Fails if the move is illegal, or if the line of moves has ended ([`GameBuilder::is_open`]
    /// returns `false`).
    pub fn play(&mut self, m: Move) -> Result<NodeId, AddMoveError> {
        if !self.is_open() {
            // After an illegal move or an end word, no move can follow.
            return Err(AddMoveError { mv: m.bare(), kind: AddMoveErrorKind::LineEnded });
        }
        let undo = self.position.play(m)?;
        Ok(self.record(m, undo))
    }

    /// Adds a move and goes to its node. The line of moves must be open. If the move is illegal,
    /// returns the reason.
    pub(crate) fn play_open(&mut self, m: Move) -> Result<NodeId, IllegalMoveKind> {
        debug_assert!(self.is_open(), "the caller must check that the line of moves is open");
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

    /// Returns the total times in milliseconds: of the side to move, then of its opponent.
    fn totals(&self) -> [u64; 2] {
        self.path.last().map_or([0; 2], |played| [played.totals[1], played.totals[0]])
    }

    /// Adds a bare move and goes to its node. Returns `None` if the move is illegal.
    pub fn play_bare(&mut self, bare: BareMove) -> Option<NodeId> {
        let m = self.position.with_kinds(bare)?;
        self.play(m).ok()
    }

    /// Adds an illegal move and goes to its node. The position does not change. Only an end word
    /// can follow.
    ///
    /// # Panics
    /// Panics if the line of moves has ended. [`GameBuilder::try_illegal`] returns an error
    /// instead.
    pub fn illegal(&mut self, m: Move) -> NodeId {
        self.try_illegal(m).expect("the line of moves must not have ended")
    }

    /// Adds an illegal move, as [`GameBuilder::illegal`] does.
    ///
    /// # Errors
    /// Fails if the line of moves has ended ([`GameBuilder::is_open`] returns `false`).
    pub fn try_illegal(&mut self, m: Move) -> Result<NodeId, LineEnded> {
        if !self.is_open() {
            return Err(LineEnded);
        }
        self.elder = self.game.node(self.at).last_child;
        Ok(self.add_leaf(Step::Illegal(m)))
    }

    /// Ends the line of moves with an end word and goes to its node. The word of an [`End::Other`]
    /// is empty; use [`GameBuilder::end_other`] to set the word.
    ///
    /// # Panics
    /// Panics if the line of moves already has an end word. [`GameBuilder::try_end`] returns an
    /// error instead.
    pub fn end(&mut self, end: End) -> NodeId {
        self.try_end(end).expect("the line of moves must not have an end word")
    }

    /// Ends the line of moves with an end word, as [`GameBuilder::end`] does.
    ///
    /// # Errors
    /// Fails if the line of moves already has an end word.
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

    /// Ends the line of moves with an unknown end word, as [`End::Other`].
    ///
    /// # Panics
    /// Panics if the line of moves already has an end word. [`GameBuilder::try_end_other`] returns
    /// an error instead.
    pub fn end_other(&mut self, word: &str) -> NodeId {
        self.try_end_other(word).expect("the line of moves must not have an end word")
    }

    /// Ends the line of moves with an unknown end word, as [`GameBuilder::end_other`] does.
    ///
    /// # Errors
    /// Fails if the line of moves already has an end word.
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

    /// Returns whether a move can follow the current node.
    #[must_use]
    pub fn is_open(&self) -> bool {
        // The current node is open if it is the node of the last legal move, or the root.
        self.at == self.path.last().map_or(NodeId::ROOT, |played| played.node)
    }

    /// Returns the side to move at the current node. After an illegal move, it is the opponent of
    /// the side that made the move.
    #[must_use]
    pub fn side(&self) -> Color {
        let side = self.position.side();
        match self.game.step(self.at) {
            Some(Step::Illegal(_)) => side.opponent(),
            _ => side,
        }
    }

    /// Goes to a node of the game.
    ///
    /// # Panics
    /// Panics if the game has no such node. [`GameBuilder::try_go_to`] returns an error instead.
    pub fn go_to(&mut self, id: NodeId) {
        self.try_go_to(id).expect("the node must be in the game");
    }

    /// Goes to a node of the game.
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

    /// Goes to a node if at most `budget` moves have to be played or undone. Returns the number of
    /// these moves. Returns `None` if there are more.
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

    /// Goes to the parent node. Returns `false` at the root.
    pub fn back(&mut self) -> bool {
        match self.game.parent(self.at) {
            Some(parent) => {
                self.go_to(parent);
                true
            }
            None => false,
        }
    }

    /// Returns the total time of the side after the step of a node. `before` is the total time
    /// before the step.
    fn total_after(&self, node: NodeId, before: u64) -> u64 {
        let node = self.game.node(node);
        match (node.spent, node.total) {
            (_, total) if total != NO_TIME => total,
            (NO_TIME, _) => before,
            (spent, _) => before.saturating_add(spent),
        }
    }

    /// Sets the time of the current step. The root has no time. A total time that equals the sum of
    /// the move times is not stored, because it adds no information.
    pub fn set_time(&mut self, time: MoveTime) {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.set_millis(millis(time.spent), time.total.map(millis));
    }

    /// Sets the time of the current step in milliseconds. A total time is stored only if it differs
    /// from the sum of the move times.
    pub(crate) fn set_millis(&mut self, spent: u64, total: Option<u64>) {
        if self.at == NodeId::ROOT {
            return;
        }
        let parent = self.game.parent(self.at);
        let behind_illegal =
            parent.is_some_and(|id| matches!(self.game.step(id), Some(Step::Illegal(_))));
        // The total time before the step, without an earlier time of the same step. An illegal move
        // is not in the path. The step after an illegal move belongs to the opponent.
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

    /// Adds a line to the comment of the current node.
    pub fn comment(&mut self, line: &str) {
        self.write(Text::Comment, line);
    }

    /// Adds a line to a text of the current node.
    pub(crate) fn write(&mut self, text: Text, line: &str) {
        let pending = &mut self.pending[text as usize];
        if pending.some {
            pending.text.push('\n');
        }
        pending.text.push_str(line);
        pending.some = true;
        self.has_pending = true;
    }

    /// Removes the current node. It must be an illegal move and the last node that was added. Text
    /// lines that were added to it move to the parent node.
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
