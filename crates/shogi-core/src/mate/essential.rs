//! The line of a mate without useless interpositions (mudaai).
//!
//! An interposition is a drop in front of a checking rook, bishop or lance. It is useless if the attacker
//! can capture the dropped piece with the checking piece, and then mates without the captured piece in no
//! more plies than if the defender had not dropped a piece. To leave out the captured piece, it returns to
//! the defender's hand.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::expand::key_after;
use super::hands;
use super::limits::Stop;
use super::numbers::{ANY_LENGTH, FOREVER};
use super::search::Search;
use super::strategy::{Known, id_of};
use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::hand::Hand;
use crate::movegen::MoveFilter;
use crate::mv::Move;
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, Position, Undo};
use crate::square::Square;

/// The number of nodes of a search for the mate after a capture. The table has the mate with the captured
/// piece, so that most searches need few nodes or none.
const SEARCH_BUDGET: u64 = 100;

/// The number of nodes of all these searches. After them, only the table answers.
const WHOLE_BUDGET: u64 = 20_000;

/// How the walk came to a position, to return from there.
enum Entry {
    /// By a move of the attacker, after a reply unless the position is the first one.
    Moves { reply: Option<(Move, Undo)>, m: Move, undo: Undo },
    /// By capturing an interposed piece. The position before the interposition.
    Capture(Box<Position>),
}

/// A position with the defender to move.
struct Node {
    id: u64,
    key: u64,
    hand: Hand,
    entry: Entry,
    /// The replies in the common list: drops come last.
    start: usize,
    /// The reply to look at.
    next: usize,
    /// The length of the longest line after a reply that is not a drop, and after an essential reply.
    base: u16,
    longest: u16,
    /// The reply with the longest line.
    best: Option<Move>,
    /// The squares on which interpositions were judged, and on which they are useless.
    judged: Bitboard,
    useless: Bitboard,
    /// Whether the next capture to judge promotes (0) or does not promote (1).
    capture: u8,
    /// The walk leaves the position when its line is longer.
    bound: u16,
}

/// What to do next at a position.
enum Next {
    /// The length after the reply is known.
    Value(u16),
    /// The length after a move of the attacker must be found first.
    Enter(Node),
    /// Memory is exhausted.
    GiveUp,
}

impl Search<'_> {
    /// Returns the line of the verified mate in which the defender makes no useless interposition. The
    /// attacker is to move. Returns `None` if a limit other than the node limit has stopped the search or
    /// stops the walk. An interposition is useless only if this is proven.
    pub(super) fn essential(&mut self) -> Option<Vec<Move>> {
        if !matches!(self.stop, None | Some(Stop::Nodes)) {
            return None;
        }
        let stop = self.stop.take();
        let line = self.find_essential();
        self.stop = stop;
        line
    }

    fn find_essential(&mut self) -> Option<Vec<Move>> {
        self.memory.second.clear();
        let mut replies = core::mem::take(&mut self.memory.replies);
        replies.clear();
        let mut nodes = Vec::new();
        let is_complete = self.measure(&mut nodes, &mut replies).is_some();
        while let Some(node) = nodes.pop() {
            self.go_back(node.entry);
        }
        self.memory.replies = replies;
        if is_complete { self.walk_essential() } else { None }
    }

    /// Finds the length of the line after each position of the mate. The lengths are then in `second`,
    /// by the position with the defender to move. If it returns `None`, the positions in `nodes` were
    /// entered and must be left.
    fn measure(&mut self, nodes: &mut Vec<Node>, replies: &mut Vec<Move>) -> Option<()> {
        let last_node = self.node_limit.min(self.nodes + WHOLE_BUDGET);
        let (key, hand) = (self.position.board_hash(), self.position.hand(self.position.side()));
        let known = self.memory.best.get(id_of(key, hand))?;
        nodes.push(self.enter_defender(replies, None, key, hand, known.m));
        // The length of the position that the walk has just left.
        let mut last: Option<(u64, u16)> = None;
        let mut steps = 0u32;
        while let Some(node) = nodes.last_mut() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) {
                self.report();
            }
            if self.stop.is_some() {
                return None;
            }
            let mut plies = node.base.max(node.longest);
            let is_cut = plies > node.bound;
            if is_cut || node.next == replies.len() {
                // A mated position has no best reply.
                let m = node.best.unwrap_or(Move::drop(PieceKind::Pawn, Square::SQ_5E));
                let known = Known { id: node.id, m, plies };
                if is_cut && plies < FOREVER {
                    plies = FOREVER;
                } else if !self.memory.second.insert(known) {
                    return None;
                }
                last = Some((node.id, plies));
                replies.truncate(node.start);
                if let Some(node) = nodes.pop() {
                    self.go_back(node.entry);
                }
                continue;
            }
            let reply = replies[node.next];
            let square = reply.target();
            if reply.is_drop() && !node.judged.contains(square) {
                match self.judge(node, square, last, replies) {
                    Some(child) => last = self.begin(nodes, child, replies),
                    None => node.judged.insert(square),
                }
                continue;
            }
            if reply.is_drop() && node.useless.contains(square) {
                node.next += 1;
                continue;
            }
            match self.value(node, reply, last, replies, last_node) {
                Next::Value(plies) => {
                    if node.best.is_none() || plies > node.base.max(node.longest) {
                        node.best = Some(reply);
                    }
                    let side = if reply.is_drop() { &mut node.longest } else { &mut node.base };
                    *side = plies.max(*side);
                    node.next += 1;
                }
                Next::Enter(child) => last = self.begin(nodes, child, replies),
                Next::GiveUp => return None,
            }
        }
        Some(())
    }

    /// Enters a position. If it is on the way to itself, returns that it has no length. Only lines after
    /// a capture can be such cycles.
    fn begin(
        &mut self,
        nodes: &mut Vec<Node>,
        child: Node,
        replies: &mut Vec<Move>,
    ) -> Option<(u64, u16)> {
        let is_capture = |node: &Node| matches!(node.entry, Entry::Capture(_));
        if nodes.iter().any(is_capture) && nodes.iter().any(|node| node.id == child.id) {
            replies.truncate(child.start);
            self.go_back(child.entry);
            return Some((child.id, FOREVER));
        }
        nodes.push(child);
        None
    }

    /// Judges the interpositions on a square. Returns a position whose length must be found first.
    fn judge(
        &mut self,
        node: &mut Node,
        square: Square,
        last: Option<(u64, u16)>,
        replies: &mut Vec<Move>,
    ) -> Option<Node> {
        while node.capture < 2 {
            let promotes = node.capture == 0;
            let Some(position) = after_capture(&self.position, square, promotes) else {
                node.capture += 1;
                continue;
            };
            let (key, hand) = (position.board_hash(), node.hand);
            let id = id_of(key, hand);
            let Some(plies) = self.length_of(id, last) else {
                let before = core::mem::replace(&mut self.position, position);
                let entry = Entry::Capture(Box::new(before));
                return Some(self.node(replies, id, key, hand, entry, node.base));
            };
            node.capture += 1;
            if plies <= node.base {
                node.useless.insert(square);
                break;
            }
        }
        node.capture = 0;
        None
    }

    fn length_of(&self, id: u64, last: Option<(u64, u16)>) -> Option<u16> {
        match last {
            Some((last, plies)) if last == id => Some(plies),
            _ => self.memory.second.get(id).map(|known| known.plies),
        }
    }

    /// Returns the length of the line after a reply, from the position before the reply on.
    fn value(
        &mut self,
        node: &Node,
        reply: Move,
        last: Option<(u64, u16)>,
        replies: &mut Vec<Move>,
        last_node: u64,
    ) -> Next {
        let (key, hand) = (key_after(&self.position, node.key, reply), node.hand);
        let id = id_of(key, hand);
        let undo = self.position.play_unchecked(reply);
        let known = self.memory.best.get(id).map(|known| known.m);
        let Some(m) = known.or_else(|| self.find_mate(key, hand, last_node)) else {
            self.position.undo(reply, undo);
            return Next::Value(FOREVER);
        };
        if known.is_none() && !self.memory.best.insert(Known { id, m, plies: ANY_LENGTH }) {
            self.position.undo(reply, undo);
            return Next::GiveUp;
        }
        let child = id_of(key_after(&self.position, key, m), hands::after(hand, m));
        if let Some(plies) = self.length_of(child, last) {
            self.position.undo(reply, undo);
            let is_mate = plies < ANY_LENGTH;
            return Next::Value(if is_mate { plies + 2 } else { FOREVER });
        }
        Next::Enter(self.enter_defender(replies, Some((reply, undo)), key, hand, m))
    }

    /// Returns a move that mates in a position that is not part of the verified mate.
    fn find_mate(&mut self, key: u64, hand: Hand, last_node: u64) -> Option<Move> {
        if let Some((_, m)) = self.mating_move(key, hand, ANY_LENGTH) {
            return Some(m);
        }
        if self.nodes + SEARCH_BUDGET >= last_node {
            return None;
        }
        let found = self.ask(ANY_LENGTH, SEARCH_BUDGET);
        if found.proof != 0 {
            return None;
        }
        let found = self.mating_move(key, hand, ANY_LENGTH).map(|(_, m)| m);
        found.or(self.last_mate)
    }

    /// Plays a move of the attacker.
    fn enter_defender(
        &mut self,
        replies: &mut Vec<Move>,
        reply: Option<(Move, Undo)>,
        key: u64,
        hand: Hand,
        m: Move,
    ) -> Node {
        let key = key_after(&self.position, key, m);
        let hand = hands::after(hand, m);
        let undo = self.position.play_unchecked(m);
        let entry = Entry::Moves { reply, m, undo };
        self.node(replies, id_of(key, hand), key, hand, entry, FOREVER - 1)
    }

    fn node(
        &mut self,
        replies: &mut Vec<Move>,
        id: u64,
        key: u64,
        hand: Hand,
        entry: Entry,
        bound: u16,
    ) -> Node {
        let start = replies.len();
        self.position.moves_into(MoveFilter::All, &mut self.memory.moves);
        replies.extend(self.memory.moves.iter());
        replies[start..].sort_by_key(|reply| reply.is_drop());
        Node {
            id,
            key,
            hand,
            entry,
            start,
            next: start,
            base: 0,
            longest: 0,
            best: None,
            judged: Bitboard::EMPTY,
            useless: Bitboard::EMPTY,
            capture: 0,
            bound,
        }
    }

    fn go_back(&mut self, entry: Entry) {
        match entry {
            Entry::Moves { reply, m, undo } => {
                self.position.undo(m, undo);
                if let Some((reply, undo)) = reply {
                    self.position.undo(reply, undo);
                }
            }
            Entry::Capture(before) => self.position = *before,
        }
    }

    /// Plays the moves of the mate against the best replies in `second`.
    fn walk_essential(&mut self) -> Option<Vec<Move>> {
        let mut position = self.position.clone();
        let (mut key, mut hand) = (position.board_hash(), position.hand(position.side()));
        let mut line = Vec::new();
        loop {
            let m = self.memory.best.get(id_of(key, hand))?.m;
            key = key_after(&position, key, m);
            hand = hands::after(hand, m);
            position.play_unchecked(m);
            line.push(m);
            let reply = self.memory.second.get(id_of(key, hand))?;
            if reply.plies == 0 {
                return Some(line);
            }
            key = key_after(&position, key, reply.m);
            position.play_unchecked(reply.m);
            line.push(reply.m);
        }
    }
}

/// Returns the position after the checking piece has captured an interposed piece on a square, with the
/// captured piece back in the defender's hand. Returns `None` if the capture is impossible.
fn after_capture(position: &Position, square: Square, promotes: bool) -> Option<Position> {
    let checker = position.checkers().first()?;
    let defender = position.side();
    let king = position.king(defender)?;
    if !between(checker, king).contains(square) {
        return None;
    }
    let mut setup = position.to_setup();
    let piece = setup.board[checker.index()].take()?;
    let attacker = defender.opponent();
    let kind = if promotes {
        let in_zone = |square: Square| square.is_promotion_zone(attacker);
        piece.kind().promoted().filter(|_| in_zone(checker) || in_zone(square))?
    } else {
        piece.kind()
    };
    setup.board[square.index()] = Some(Piece::new(attacker, kind));
    let allowed = Flaws::ALLOWABLE.difference(Flaws::OPPONENT_IN_CHECK);
    Position::from_setup_allowing(setup, allowed).ok()
}
