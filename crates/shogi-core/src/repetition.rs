use alloc::vec::Vec;

use crate::color::Color;
use crate::hand::Hand;
use crate::position::Position;

/// The verdict of the fourfold-repetition rule on the last position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The position has occurred at most three times.
    None {
        /// The number of occurrences so far, which is 1 for a new position.
        occurrences: u32,
    },
    /// The position has occurred four times, and the game is a draw (sennichite).
    Draw,
    /// The position has occurred four times, and every move of one side since the first occurrence
    /// gave check. This side loses, even if the other side made the last move.
    PerpetualCheck {
        /// The side that gave the checks.
        loser: Color,
    },
}

/// The verdict of [`History::search_repetition`], from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchRepetition {
    /// No repetition.
    None,
    /// The position has occurred before: a draw if both sides continue.
    Draw,
    /// The position has occurred before, and since then every move of the opponent gave check. The
    /// opponent loses if both sides continue.
    Win,
    /// The position has occurred before, and since then every move of the side to move gave check. The
    /// side to move loses if both sides continue.
    Loss,
    /// The same board has occurred before, and the side to move now has a better hand. It has more
    /// pieces of some kind and at least the same number of every other kind.
    Superior,
    /// The same board has occurred before, and the side to move now has a worse hand.
    Inferior,
}

/// The positions of a game so far. It finds repetitions: positions with the same board, hands and
/// side to move.
///
/// ```
/// use shogi_core::{History, Position, Repetition};
/// let mut position = Position::start();
/// let mut history = History::new(&position);
/// for i in 0..12 {
///     let m = position.parse_move(["4i4h", "6a6b", "4h4i", "6b6a"][i % 4])?;
///     position.play(m)?;
///     let expected = match i {
///         11 => Repetition::Draw,
///         _ => Repetition::None { occurrences: 1 + (i as u32 + 1) / 4 },
///     };
///     assert_eq!(history.push(&position), expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// All operations take constant time, unless the same board occurs with many different hands. Two
/// positions count as equal if their 64-bit keys, the occupied squares of each side, and the hands
/// are equal.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    /// A hash table with open addressing. For each board, it has 1 plus the index of the last entry
    /// with this board; an empty slot is 0. The length is a power of two.
    slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The hash of the board and the side to move, without the hands.
    board: u64,
    occupied: [u128; 2],
    hands: [Hand; 2],
    /// The previous entry with the same board and side to move, or [`NONE`].
    previous_board: u32,
    /// The previous entry with the same position, or [`NONE`].
    previous: u32,
    occurrences: u32,
    side: Color,
    /// For each side, the number of its consecutive moves up to its last move that gave check.
    checks_in_a_row: [u32; 2],
}

impl Entry {
    fn has_same_board(&self, other: &Self) -> bool {
        self.board == other.board && self.occupied == other.occupied && self.side == other.side
    }
}

const NONE: u32 = u32::MAX;

#[allow(clippy::len_without_is_empty, reason = "a history always contains its start")]
impl History {
    /// Makes the history of a game that starts with this position. The start counts as an
    /// occurrence.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        let mut history = Self { entries: Vec::new(), slots: alloc::vec![0; 64] };
        history.push(start);
        history
    }

    /// Returns the number of positions, including the starting position.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether this position is the last one.
    #[cfg(feature = "std")]
    pub(crate) fn ends_with(&self, position: &Position) -> bool {
        self.entries.last().is_some_and(|last| {
            last.board == position.board_hash()
                && last.side == position.side()
                && last.hands == Color::ALL.map(|color| position.hand(color))
        })
    }

    /// Adds the position after the next move. Returns the verdict on this position.
    pub fn push(&mut self, position: &Position) -> Repetition {
        if (self.entries.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let side = position.side();
        let mut checks_in_a_row = self.entries.last().map_or([0; 2], |entry| entry.checks_in_a_row);
        if !self.entries.is_empty() {
            let mover = &mut checks_in_a_row[side.opponent().index()];
            *mover = if position.is_check() { *mover + 1 } else { 0 };
        }
        let mut entry = Entry {
            board: position.board_hash(),
            occupied: [position.colors(Color::Black).bits(), position.colors(Color::White).bits()],
            hands: [position.hand(Color::Black), position.hand(Color::White)],
            previous_board: NONE,
            previous: NONE,
            occurrences: 1,
            side,
            checks_in_a_row,
        };
        let slot = self.slot(&entry);
        if let Some(last) = self.slots[slot].checked_sub(1) {
            entry.previous_board = last;
            let mut previous = last;
            while previous != NONE {
                let same_board = &self.entries[previous as usize];
                if same_board.hands == entry.hands {
                    entry.previous = previous;
                    entry.occurrences = same_board.occurrences + 1;
                    break;
                }
                previous = same_board.previous_board;
            }
        }
        self.entries.push(entry);
        self.slots[slot] = self.entries.len() as u32;
        self.state()
    }

    /// Returns the verdict on the last position.
    #[must_use]
    pub fn state(&self) -> Repetition {
        let Some(last) = self.entries.last() else { return Repetition::None { occurrences: 0 } };
        if last.occurrences < 4 {
            return Repetition::None { occurrences: last.occurrences };
        }
        let mut first = last.previous as usize;
        for _ in 0..2 {
            first = self.entries[first].previous as usize;
        }
        match self.checking_side(first) {
            Some(loser) => Repetition::PerpetualCheck { loser },
            None => Repetition::Draw,
        }
    }

    /// Returns the verdict on the last position for use in a search, where a repetition counts
    /// before the fourth occurrence.
    ///
    /// `root_len` is the value of [`History::len`] after the root of the search was pushed. The
    /// search must push every position that it reaches and pop it afterwards. The rules are:
    ///
    /// - A position that has occurred in the search tree (including the root) counts as repeated,
    ///   because the sides can repeat it again. The result is `Win` or `Loss` if every move of one
    ///   side since then gave check, and `Draw` otherwise.
    /// - A position that has occurred only before the root counts as repeated if it has occurred
    ///   there at least twice.
    /// - If the board has occurred in the search tree with other hands, the two hands of the side
    ///   to move are compared. If one hand contains the other, the result is `Superior` or
    ///   `Inferior`. If the board has occurred several times, the last occurrence decides.
    ///
    /// After a pass ([`Position::play_null`]), start a new history, because positions before and
    /// after a pass do not count as repetitions.
    ///
    /// ```
    /// use shogi_core::{History, Position, SearchRepetition};
    /// let mut position = Position::start();
    /// let mut history = History::new(&position);
    /// let root_len = history.len();
    /// for text in ["4i4h", "6a6b", "4h4i", "6b6a"] {
    ///     assert_eq!(history.search_repetition(root_len), SearchRepetition::None);
    ///     position.play(position.parse_move(text)?)?;
    ///     history.push(&position);
    /// }
    /// assert_eq!(history.search_repetition(root_len), SearchRepetition::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn search_repetition(&self, root_len: usize) -> SearchRepetition {
        match self.entries.last() {
            // Fast path: almost all positions of a search have a new board.
            Some(last) if last.previous_board != NONE => self.judge_board(last, root_len),
            _ => SearchRepetition::None,
        }
    }

    fn judge_board(&self, last: &Entry, root_len: usize) -> SearchRepetition {
        let side = last.side;
        let mut at = last.previous_board;
        while at != NONE {
            let before = &self.entries[at as usize];
            let is_in_tree = at as usize + 1 >= root_len;
            if before.hands == last.hands {
                if !is_in_tree && before.occurrences < 2 {
                    return SearchRepetition::None;
                }
                return match self.checking_side(at as usize) {
                    Some(loser) if loser == side => SearchRepetition::Loss,
                    Some(_) => SearchRepetition::Win,
                    None => SearchRepetition::Draw,
                };
            }
            if is_in_tree {
                let (now, then) = (last.hands[side.index()], before.hands[side.index()]);
                if now.dominates(then) {
                    return SearchRepetition::Superior;
                }
                if then.dominates(now) {
                    return SearchRepetition::Inferior;
                }
            }
            at = before.previous_board;
        }
        SearchRepetition::None
    }

    /// Returns the side whose moves since the entry `first` all gave check. `first` must have the
    /// same side to move as the last entry. Returns `None` if there is no such side, or if it is
    /// true of both sides.
    fn checking_side(&self, first: usize) -> Option<Color> {
        let last = self.entries.last()?;
        // The side to move is the same in both entries, so each side has made half of the moves
        // between them.
        let moves = (self.entries.len() - 1 - first) as u32 / 2;
        let always_checked = |color: Color| last.checks_in_a_row[color.index()] >= moves;
        match (always_checked(Color::Black), always_checked(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Removes the last position. Returns `false` if only the starting position is left, which
    /// cannot be removed.
    pub fn pop(&mut self) -> bool {
        if self.entries.len() < 2 {
            return false;
        }
        let Some(entry) = self.entries.pop() else { return false };
        let slot = self.slot(&entry);
        // The removed entry was inserted last. No other board was placed by probing past its slot,
        // so the slot can be emptied.
        self.slots[slot] = entry.previous_board.wrapping_add(1);
        true
    }

    /// Returns the slot of the entry's board. If the table does not have the board, returns the
    /// empty slot for it.
    fn slot(&self, entry: &Entry) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (entry.board as usize) & mask;
        loop {
            match self.slots[slot].checked_sub(1) {
                // The slot may refer to an entry that `pop` has just removed.
                Some(at)
                    if !self.entries.get(at as usize).unwrap_or(entry).has_same_board(entry) =>
                {
                    slot = (slot + 1) & mask;
                }
                _ => return slot,
            }
        }
    }

    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        self.slots = alloc::vec![0; len];
        for at in 0..self.entries.len() {
            let slot = self.slot(&self.entries[at]);
            self.slots[slot] = at as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::mv::Move;
    use crate::setup::Setup;

    /// A slow reference implementation, which compares the last position with all earlier
    /// positions.
    struct SlowHistory {
        positions: Vec<Position>,
    }

    impl SlowHistory {
        fn setups(&self) -> Vec<Setup> {
            let setup = |position: &Position| Setup { move_number: 1, ..position.to_setup() };
            self.positions.iter().map(setup).collect()
        }

        /// Returns the side whose moves since a position all gave check. Returns `None` if this is
        /// true of both sides.
        fn checking_side(&self, first: usize) -> Option<Color> {
            let always = |color: Color| {
                self.positions[first + 1..]
                    .iter()
                    .filter(|position| position.side() != color)
                    .all(Position::is_check)
            };
            match (always(Color::Black), always(Color::White)) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            }
        }

        fn state(&self) -> Repetition {
            let setups = self.setups();
            let last = &setups[setups.len() - 1];
            let same: Vec<usize> = (0..setups.len()).filter(|&i| setups[i] == *last).collect();
            match same.len() {
                count @ 0..4 => Repetition::None { occurrences: count as u32 },
                count => match self.checking_side(same[count - 4]) {
                    Some(loser) => Repetition::PerpetualCheck { loser },
                    None => Repetition::Draw,
                },
            }
        }

        fn search_repetition(&self, root_len: usize) -> SearchRepetition {
            let setups = self.setups();
            let (last, before) = setups.split_last().unwrap();
            for (at, setup) in before.iter().enumerate().rev() {
                if setup.board != last.board || setup.side != last.side {
                    continue;
                }
                let is_in_tree = at >= root_len - 1;
                if setup == last {
                    let occurrences = setups[..=at].iter().filter(|&other| other == last).count();
                    return match self.checking_side(at) {
                        _ if !is_in_tree && occurrences < 2 => SearchRepetition::None,
                        Some(loser) if loser == last.side => SearchRepetition::Loss,
                        Some(_) => SearchRepetition::Win,
                        None => SearchRepetition::Draw,
                    };
                }
                let hand = |setup: &Setup| setup.hands[last.side.index()];
                let contains = |a: Hand, b: Hand| {
                    crate::PieceKind::HAND.iter().all(|&kind| a.count(kind) >= b.count(kind))
                };
                if is_in_tree && contains(hand(last), hand(setup)) {
                    return SearchRepetition::Superior;
                }
                if is_in_tree && contains(hand(setup), hand(last)) {
                    return SearchRepetition::Inferior;
                }
            }
            SearchRepetition::None
        }
    }

    /// Plays and undoes random moves from the list that `choose` returns. Compares every verdict
    /// with the reference implementation. Returns how often each verdict occurred.
    fn compare(
        start: &Position,
        steps: u32,
        seed: u64,
        back: u64,
        choose: impl Fn(&Position) -> Vec<Move>,
    ) -> ([u32; 3], [u32; 6]) {
        let mut state = seed;
        let mut position = start.clone();
        let mut history = History::new(&position);
        let mut slow = SlowHistory { positions: alloc::vec![position.clone()] };
        let (mut states, mut searches) = ([0; 3], [0; 6]);
        for _ in 0..steps {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = choose(&position);
            if slow.positions.len() > 1 && (moves.is_empty() || state >> 60 < back) {
                assert!(history.pop());
                slow.positions.pop();
                position = slow.positions[slow.positions.len() - 1].clone();
                continue;
            }
            position.play(moves[(state >> 33) as usize % moves.len()]).unwrap();
            slow.positions.push(position.clone());
            let found = history.push(&position);
            assert_eq!(found, slow.state());
            assert_eq!(history.len(), slow.positions.len());
            states[match found {
                Repetition::None { .. } => 0,
                Repetition::Draw => 1,
                Repetition::PerpetualCheck { .. } => 2,
            }] += 1;
            for root_len in [1, slow.positions.len() / 2, slow.positions.len()] {
                let found = history.search_repetition(root_len.max(1));
                assert_eq!(found, slow.search_repetition(root_len.max(1)), "{position:?}");
                searches[found as usize] += 1;
            }
        }
        while history.pop() {}
        assert_eq!(history.len(), 1);
        (states, searches)
    }

    fn legal(position: &Position) -> Vec<Move> {
        position.legal_moves().into_iter().collect()
    }

    #[test]
    fn shuffled_golds_repeat_as_in_the_slow_history() {
        // The moves are chosen from a small set, so that positions repeat often.
        let (states, searches) = compare(&Position::start(), 600, 7, 4, |position| {
            ["4i4h", "4h4i", "6a6b", "6b6a", "6i6h", "6h6i", "4a4b", "4b4a"]
                .iter()
                .filter_map(|text| position.parse_move(text).ok())
                .collect()
        });
        assert!(states[1] > 100, "{states:?}");
        assert!(searches[SearchRepetition::Draw as usize] > 100, "{searches:?}");
    }

    #[test]
    fn checks_repeat_as_in_the_slow_history() {
        // A rook gives check on two files. One choice in nine does not give check.
        let start: Position = "9/3k5/9/9/9/9/9/5R3/8K b - 1".parse().unwrap();
        let mut total = ([0; 3], [0; 6]);
        for seed in 0..40 {
            let (states, searches) = compare(&start, 150, seed, 1, |position| {
                let moves = legal(position).into_iter();
                if position.side() == Color::White {
                    let is_near = |m: &Move| (5..=6).contains(&m.target().file());
                    return moves.filter(|m| m.target().rank() == 2 && is_near(m)).collect();
                }
                let rook =
                    moves.filter(|m| m.kind() == crate::PieceKind::Rook && m.target().rank() == 8);
                let (checks, others): (Vec<Move>, Vec<Move>) =
                    rook.partition(|&m| position.gives_check(m));
                let mut choice = checks.repeat(8);
                choice.extend(others.into_iter().find(|m| m.target().file() == 4));
                choice
            });
            (0..3).for_each(|i| total.0[i] += states[i]);
            (0..6).for_each(|i| total.1[i] += searches[i]);
        }
        assert!(total.0.iter().all(|&count| count > 20), "{total:?}");
        assert!(total.1[..4].iter().all(|&count| count > 20), "{total:?}");
    }

    #[test]
    fn exchanged_hands_are_superior_and_inferior_as_in_the_slow_history() {
        // White captures pawns that Black drops on 5c, so the same boards occur with different
        // hands.
        let start: Position = "k8/4g4/9/9/9/9/9/9/8K b 9P2r2b3g4s4n4l9p 1".parse().unwrap();
        let mut total = [0; 6];
        for seed in 0..40 {
            let (_, searches) = compare(&start, 100, seed, 2, |position| {
                ["1i1h", "1h1i", "P*5c", "9a9b", "9b9a", "5b5c", "5c5b"]
                    .iter()
                    .filter_map(|text| position.parse_move(text).ok())
                    .collect()
            });
            (0..6).for_each(|i| total[i] += searches[i]);
        }
        assert!(total[SearchRepetition::Superior as usize] > 20, "{total:?}");
        assert!(total[SearchRepetition::Inferior as usize] > 20, "{total:?}");
    }

    #[test]
    fn many_different_positions_share_slots() {
        // Long games fill half of the table, so that many boards begin at the same slot.
        for seed in 0..3 {
            compare(&Position::start(), 400, seed, 3, legal);
        }
    }

    #[test]
    fn a_perpetual_check_must_cover_all_four_occurrences() {
        let play = |texts: &[&str]| {
            let mut position: Position = "9/3k5/9/9/9/9/9/5R3/8K b - 1".parse().unwrap();
            let mut history = History::new(&position);
            for text in texts {
                position.play(position.parse_move(text).unwrap()).unwrap();
                history.push(&position);
            }
            history.state()
        };
        let checks = ["4h6h", "6b5b", "6h5h", "5b6b", "5h6h", "6b5b", "6h5h", "5b6b"];
        let quiet = ["4h3h", "6b5b", "3h5h", "5b6b"];
        // The position after 5h6h or 4h6h occurs four times, and every move gives check.
        let all: Vec<&str> =
            checks.iter().copied().chain(checks[4..].iter().copied().cycle().take(9)).collect();
        assert_eq!(play(&all), Repetition::PerpetualCheck { loser: Color::Black });
        // The first move between the occurrences does not give check.
        let partly: Vec<&str> = ["5h4h", "6b5b", "4h5h", "5b6b"]
            .into_iter()
            .chain(checks[4..].iter().copied().cycle().take(8))
            .collect();
        let mut part: Vec<&str> = quiet.to_vec();
        part.extend(partly);
        assert_eq!(play(&part), Repetition::Draw);
    }
}
