//! The tree of moves of a game.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::end::End;
use super::error::{AddMoveError, AddMoveErrorKind};
use crate::mv::Move;
use crate::position::Position;

/// A game record: a starting position, a tree of moves, and comments, times and header fields.
///
/// The tree has a node for every step. The root is the starting position. The first child of a node
/// continues the line of moves. The other children begin variations. Each node may have a time, a
/// comment, a bookmark and remarks. A line of moves may end with an [`End`] word, with an illegal
/// move ([`Step::Illegal`]), or with both.
///
/// ```
/// use shogi_core::{End, Game, GameBuilder, Position, Step};
/// let mut builder = GameBuilder::new(Position::start());
/// let first = builder.play_bare("7g7f".parse()?).unwrap();
/// builder.play_bare("3c3d".parse()?).unwrap();
/// builder.end(End::Resignation);
/// builder.go_to(first);
/// builder.play_bare("8c8d".parse()?).unwrap();
/// let mut game = builder.finish();
/// game.set_field(shogi_core::field::BLACK, "Habu");
///
/// let main: Vec<_> = game.moves().map(|m| m.to_string()).collect();
/// assert_eq!(main, ["7g7f", "3c3d"]);
/// assert_eq!(game.children(first).count(), 2);
/// assert_eq!(game.end(), Some(End::Resignation));
/// assert_eq!(game.outcome().to_string(), "white wins by resignation");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two games are equal if they have the same steps, texts, times and header fields in the same
/// order.
#[derive(Clone)]
pub struct Game {
    /// The starting position, which the games of a file may share.
    pub(super) start: Arc<Position>,
    pub(super) nodes: Vec<Node>,
    /// The storage of all texts: comments, bookmarks, remarks, field names and field values.
    texts: String,
    /// The comments, bookmarks and remarks, sorted by node and then by kind.
    notes: Vec<Note>,
    fields: Vec<(Span, Span)>,
}

/// The id of a node in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every game.
    pub const ROOT: Self = Self(0);

    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The step that leads to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// An illegal move. Only an end word can follow.
    Illegal(Move),
    /// The end of the line of moves.
    End(End),
}

const _: () = assert!(size_of::<Option<Step>>() == 8);

/// The clock times of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MoveTime {
    /// The time that was spent on this step, in milliseconds.
    pub spent: Duration,
    /// The total time of the side, if the record has another total than the sum of the move times.
    pub total: Option<Duration>,
}

pub(super) const NONE: u32 = u32::MAX;
pub(super) const NO_TIME: u64 = u64::MAX;

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) parent: u32,
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    pub(super) next: u32,
    pub(super) ply: u32,
    pub(super) comment: Span,
    pub(super) step: Option<Step>,
    pub(super) spent: u64,
    pub(super) total: u64,
}

// A record of many variations has many nodes.
const _: () = assert!(size_of::<Node>() == 56);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    const NONE: Self = Self { start: NONE, len: 0 };
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum NoteKind {
    Bookmark,
    Remark,
    EndWord,
}

#[derive(Clone, Copy)]
struct Note {
    node: u32,
    kind: NoteKind,
    span: Span,
}

impl Game {
    /// Makes a game without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::starting(Arc::new(start))
    }

    pub(crate) fn starting(start: Arc<Position>) -> Self {
        let root = Node {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
            ply: 0,
            comment: Span::NONE,
            step: None,
            spent: NO_TIME,
            total: NO_TIME,
        };
        Self {
            start,
            nodes: alloc::vec![root],
            texts: String::new(),
            notes: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Returns the position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the number of nodes in the tree, including the root.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns whether the game has a node with this id.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        id.index() < self.nodes.len()
    }

    /// Returns the parent of a node, or `None` for the root.
    ///
    /// # Panics
    /// Panics if the game has no such node ([`Game::contains`]). This can happen only if the id is
    /// from another game. All methods of a game with a node as an argument panic in the same way.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).parent)
    }

    /// Iterates over the children. The first child continues the line of moves, and the other
    /// children begin variations.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { game: self, next: self.node(id).first_child }
    }

    /// Returns the first child, which continues the line of moves.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).first_child)
    }

    /// Returns the next child of the same parent, which begins the next variation.
    #[must_use]
    pub fn next_variation(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).next)
    }

    /// Returns the step that leads to the node, or `None` for the root.
    #[must_use]
    pub fn step(&self, id: NodeId) -> Option<Step> {
        self.node(id).step
    }

    /// Returns the number of steps from the root to the node.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> u32 {
        self.node(id).ply
    }

    /// Iterates over the nodes of the main line in order, without the root.
    pub fn main_line(&self) -> Line<'_> {
        Line { game: self, next: self.node(NodeId::ROOT).first_child }
    }

    /// Iterates over the legal moves of the main line in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line().map_while(|id| match self.step(id) {
            Some(Step::Move(m)) => Some(m),
            _ => None,
        })
    }

    /// Iterates over the legal moves of the main line, with the position before each move.
    ///
    /// ```
    /// use shogi_core::{GameBuilder, Position};
    /// let mut builder = GameBuilder::new(Position::start());
    /// builder.play_bare("7g7f".parse()?).unwrap();
    /// let game = builder.finish();
    /// for (position, m) in game.replay() {
    ///     assert!(position.is_legal(m));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&self) -> Replay<'_> {
        Replay { line: self.main_line(), position: Position::clone(&self.start) }
    }

    /// Returns the last node of the main line.
    #[must_use]
    pub fn leaf(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// Returns the end word of the main line.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self.step(self.leaf()) {
            Some(Step::End(end)) => Some(end),
            _ => None,
        }
    }

    /// Iterates over all nodes. A node comes before its children. A variation comes after the line
    /// of moves from which it branches.
    pub fn preorder(&self) -> Preorder<'_> {
        Preorder { game: self, next: Some(NodeId::ROOT) }
    }

    /// Returns the legal moves from the root to the node.
    #[must_use]
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            if let Some(Step::Move(m)) = self.step(id) {
                moves.push(m);
            }
            at = self.parent(id);
        }
        moves.reverse();
        moves
    }

    /// Returns the position at the node. An end word or an illegal move does not change the
    /// position.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = Position::clone(&self.start);
        for m in self.moves_to(id) {
            let _ = position.play_unchecked(m);
        }
        position
    }

    /// Returns the position at the end of the main line.
    #[must_use]
    pub fn final_position(&self) -> Position {
        self.position(self.leaf())
    }

    /// Adds a child after the existing children.
    ///
    /// This method replays all moves from the root to check the move.
    /// [`GameBuilder`](crate::GameBuilder) is faster, because it keeps the position.
    ///
    /// # Errors
    /// Fails if the move is illegal, or if the line of moves has ended at the node
    /// ([`Game::is_open`] returns `false`).
    pub fn add_move(&mut self, parent: NodeId, m: Move) -> Result<NodeId, AddMoveError> {
        if !self.is_open(parent) {
            return Err(AddMoveError { mv: m.bare(), kind: AddMoveErrorKind::LineEnded });
        }
        let _ = self.position(parent).play(m)?;
        Ok(self.push(parent, Step::Move(m)))
    }

    /// Returns whether a move can follow the node. No move can follow an end word or an illegal
    /// move.
    #[must_use]
    pub fn is_open(&self, id: NodeId) -> bool {
        matches!(self.step(id), None | Some(Step::Move(_)))
    }

    pub(super) fn push(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = self.nodes.len() as u32;
        let above = &mut self.nodes[parent.index()];
        let ply = above.ply + 1;
        let elder = core::mem::replace(&mut above.last_child, id);
        if elder == NONE {
            above.first_child = id;
        } else {
            self.nodes[elder as usize].next = id;
        }
        self.nodes.push(Node {
            parent: parent.0,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
            ply,
            comment: Span::NONE,
            step: Some(step),
            spent: NO_TIME,
            total: NO_TIME,
        });
        NodeId(id)
    }

    /// Returns a copy of the game with changed steps. `changed` must be in the order of
    /// [`Game::preorder`]. If the new step is `None`, the node and all its descendants are removed.
    pub(crate) fn with_steps(&self, changed: &[(NodeId, Option<Step>)]) -> Self {
        let mut changed = changed.iter().copied().peekable();
        let mut game = Self::new(self.start().clone());
        for (name, value) in self.fields() {
            game.add_field(name, value);
        }
        let mut there = alloc::vec![None; self.node_count()];
        for id in self.preorder() {
            let change = changed.next_if(|&(node, _)| node == id);
            let step = change.map_or(self.step(id), |(_, step)| step);
            let new = match (self.parent(id), step) {
                (None, _) => NodeId::ROOT,
                (Some(parent), Some(step)) => {
                    let Some(parent) = there[parent.index()] else { continue };
                    game.push(parent, step)
                }
                (Some(_), None) => continue,
            };
            there[id.index()] = Some(new);
            game.set_time(new, self.time(id));
            game.set_comment(new, self.comment(id));
            game.set_bookmark(new, self.bookmark(id));
            game.set_remark(new, self.remark(id));
            game.set_note(new, NoteKind::EndWord, self.end_word(id));
        }
        game
    }

    /// Returns the time of the step.
    #[must_use]
    pub fn time(&self, id: NodeId) -> Option<MoveTime> {
        let node = self.node(id);
        let total = (node.total != NO_TIME).then(|| Duration::from_millis(node.total));
        (node.spent != NO_TIME)
            .then(|| MoveTime { spent: Duration::from_millis(node.spent), total })
    }

    /// Sets or removes the time of the step. The root has no step and no time.
    pub fn set_time(&mut self, id: NodeId, time: Option<MoveTime>) {
        if id == NodeId::ROOT {
            return;
        }
        let millis =
            |time: Duration| u64::try_from(time.as_millis()).unwrap_or(NO_TIME).min(NO_TIME - 1);
        let node = &mut self.nodes[id.index()];
        node.spent = time.map_or(NO_TIME, |time| millis(time.spent));
        node.total = time.and_then(|time| time.total).map_or(NO_TIME, millis);
    }

    /// Returns the comment on the position after the step. Its lines are separated by `\n`.
    #[must_use]
    pub fn comment(&self, id: NodeId) -> Option<&str> {
        self.text(self.node(id).comment)
    }

    /// Sets or removes the comment.
    pub fn set_comment(&mut self, id: NodeId, comment: Option<&str>) {
        let span = comment.map_or(Span::NONE, |comment| self.store(comment));
        self.nodes[id.index()].comment = span;
    }

    /// Returns the bookmark of the node (KIF: `&`). Its lines are separated by `\n`.
    #[must_use]
    pub fn bookmark(&self, id: NodeId) -> Option<&str> {
        self.note(id, NoteKind::Bookmark)
    }

    /// Sets or removes the bookmark.
    pub fn set_bookmark(&mut self, id: NodeId, name: Option<&str>) {
        self.set_note(id, NoteKind::Bookmark, name);
    }

    /// Returns the remarks of the node, separated by `\n`. A remark is a line that programs skip
    /// (KIF: `#`, CSA: `'` without a star).
    #[must_use]
    pub fn remark(&self, id: NodeId) -> Option<&str> {
        self.note(id, NoteKind::Remark)
    }

    /// Sets or removes the remarks.
    pub fn set_remark(&mut self, id: NodeId, remark: Option<&str>) {
        self.set_note(id, NoteKind::Remark, remark);
    }

    /// Returns the end word of a node with the step [`End::Other`].
    #[must_use]
    pub fn end_word(&self, id: NodeId) -> Option<&str> {
        self.note(id, NoteKind::EndWord)
    }

    fn note(&self, id: NodeId, kind: NoteKind) -> Option<&str> {
        let at =
            self.notes.binary_search_by_key(&(id.0, kind), |note| (note.node, note.kind)).ok()?;
        self.text(self.notes[at].span)
    }

    pub(super) fn set_note(&mut self, id: NodeId, kind: NoteKind, text: Option<&str>) {
        let _ = self.node(id);
        let found = self.notes.binary_search_by_key(&(id.0, kind), |note| (note.node, note.kind));
        match (found, text) {
            (Ok(at), Some(text)) => self.notes[at].span = self.store(text),
            (Ok(at), None) => {
                self.notes.remove(at);
            }
            (Err(at), Some(text)) => {
                let span = self.store(text);
                self.notes.insert(at, Note { node: id.0, kind, span });
            }
            (Err(_), None) => {}
        }
    }

    fn text(&self, span: Span) -> Option<&str> {
        (span.start != NONE)
            .then(|| &self.texts[span.start as usize..span.start as usize + span.len as usize])
    }

    /// Stores a text. If the texts have 4 GiB in total, a new text is not stored.
    fn store(&mut self, text: &str) -> Span {
        let start = self.texts.len();
        if start + text.len() >= NONE as usize {
            return Span::NONE;
        }
        self.texts.push_str(text);
        Span { start: start as u32, len: text.len() as u32 }
    }

    /// Iterates over the header fields in order: their names (see [`field`](super::field)) and
    /// values.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> + '_ {
        self.fields.iter().map(|&(name, value)| {
            (self.text(name).unwrap_or_default(), self.text(value).unwrap_or_default())
        })
    }

    /// Returns the value of the first field with this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Sets the value of the field with this name. If there is no such field, adds it at the end.
    pub fn set_field(&mut self, name: &str, value: &str) {
        let at = self.fields().position(|(other, _)| other == name);
        match at {
            Some(at) => self.fields[at].1 = self.store(value),
            None => self.add_field(name, value),
        }
    }

    /// Adds a field at the end, even if there is already a field with this name.
    pub fn add_field(&mut self, name: &str, value: &str) {
        let field = (self.store(name), self.store(value));
        self.fields.push(field);
    }

    /// Removes every field with this name.
    pub fn remove_field(&mut self, name: &str) {
        let mut fields = core::mem::take(&mut self.fields);
        fields.retain(|&(other, _)| self.text(other) != Some(name));
        self.fields = fields;
    }
}

/// An iterator over the children of a node: [`Game::children`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Children<'a> {
    game: &'a Game,
    next: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = some(self.next)?;
        self.next = self.game.node(id).next;
        Some(id)
    }
}

/// An iterator over a line of moves: [`Game::main_line`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Line<'a> {
    game: &'a Game,
    next: u32,
}

impl Iterator for Line<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = some(self.next)?;
        self.next = self.game.node(id).first_child;
        Some(id)
    }
}

/// An iterator over the positions and moves of the main line: [`Game::replay`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Replay<'a> {
    line: Line<'a>,
    position: Position,
}

impl Iterator for Replay<'_> {
    type Item = (Position, Move);

    fn next(&mut self) -> Option<(Position, Move)> {
        let id = self.line.next()?;
        let Some(Step::Move(m)) = self.line.game.step(id) else { return None };
        let before = self.position.clone();
        let _ = self.position.play_unchecked(m);
        Some((before, m))
    }
}

/// An iterator over the whole tree: [`Game::preorder`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Preorder<'a> {
    game: &'a Game,
    next: Option<NodeId>,
}

impl Iterator for Preorder<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.game.next(id).or_else(|| {
            let mut at = id;
            loop {
                if let Some(variation) = self.game.next_variation(at) {
                    return Some(variation);
                }
                at = self.game.parent(at)?;
            }
        });
        Some(id)
    }
}

fn some(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}

impl Default for Game {
    /// Returns an even game without moves.
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        let shape = |game: &Self, id| {
            (
                game.ply(id),
                game.step(id),
                game.time(id),
                game.next(id).is_some(),
                game.next_variation(id).is_some(),
            )
        };
        self.start == other.start
            && self.nodes.len() == other.nodes.len()
            && self.fields().eq(other.fields())
            && self.preorder().zip(other.preorder()).all(|(a, b)| {
                shape(self, a) == shape(other, b)
                    && self.comment(a) == other.comment(b)
                    && self.bookmark(a) == other.bookmark(b)
                    && self.remark(a) == other.remark(b)
                    && self.end_word(a) == other.end_word(b)
            })
    }
}

impl Eq for Game {}

/// Prints the moves of the main line and the size of the tree.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({} nodes:", self.nodes.len())?;
        for id in self.main_line() {
            match self.step(id) {
                Some(Step::Move(m)) => write!(f, " {m}")?,
                Some(Step::Illegal(m)) => write!(f, " {m}?")?,
                Some(Step::End(end)) => write!(f, " [{end}]")?,
                None => {}
            }
        }
        f.write_str(")")
    }
}
