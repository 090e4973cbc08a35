//! Counts the last two plies of many boards at a time. The replies of a single board are too few to
//! fill the vectors and to hide the latency of the instructions.
use crate::kernel::Kernel;

/// The number of boards with two plies left in a full batch.
const WAITING: usize = 16;
/// The maximum number of boards with one ply left. A board has at most 64 children.
const CHILDREN: usize = 256;

/// Boards in two columns, so that two vector loads read four boards.
struct Columns<const N: usize> {
    len: usize,
    players: [u64; N],
    opponents: [u64; N],
}

impl<const N: usize> Columns<N> {
    const EMPTY: Self = Self { len: 0, players: [0; N], opponents: [0; N] };

    #[inline(always)]
    fn push(&mut self, player: u64, opponent: u64) {
        self.players[self.len] = player;
        self.opponents[self.len] = opponent;
        self.len += 1;
    }
}

/// A batch of boards with two plies left.
pub(super) struct Batch {
    waiting: Columns<WAITING>,
    children: Columns<CHILDREN>,
}

impl Batch {
    pub(super) const EMPTY: Self = Self { waiting: Columns::EMPTY, children: Columns::EMPTY };

    /// Returns whether [`Self::count`] must be called before the next [`Self::push`].
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len == WAITING
    }

    /// Adds a board with two plies left.
    #[inline(always)]
    pub(super) fn push(&mut self, player: u64, opponent: u64) {
        self.waiting.push(player, opponent);
    }

    /// Returns the number of sequences of two plies from all boards, and empties the batch.
    #[inline(always)]
    pub(super) fn count<K: Kernel>(&mut self, kernel: K) -> u64 {
        let Self { waiting, children } = self;
        // All moves are computed first, so the lengths of the loops over the moves are available
        // early.
        let mut moves = [0; WAITING];
        let (groups, _) = moves.as_chunks_mut::<4>();
        let (players, _) = waiting.players.as_chunks::<4>();
        let (opponents, _) = waiting.opponents.as_chunks::<4>();
        for i in 0..waiting.len.div_ceil(4) {
            groups[i] = kernel.moves_four(&players[i], &opponents[i]);
        }
        let mut sum = 0;
        for (i, mut rest) in moves.into_iter().enumerate().take(waiting.len) {
            if children.len > CHILDREN - 64 {
                sum += count_moves(kernel, children);
            }
            let (player, opponent) = (waiting.players[i], waiting.opponents[i]);
            if rest == 0 {
                children.push(opponent, player);
            }
            while rest != 0 {
                let square = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let flipped = kernel.flips(player, opponent, square);
                children.push(opponent & !flipped, player | flipped | 1 << square);
            }
        }
        waiting.len = 0;
        sum + count_moves(kernel, children)
    }
}

/// Returns the number of moves of all boards, and removes the boards. A board without moves counts
/// as one move.
#[inline(always)]
fn count_moves<K: Kernel>(kernel: K, boards: &mut Columns<CHILDREN>) -> u64 {
    let len = boards.len;
    let end = len.next_multiple_of(4);
    // Empty boards fill the last vector. An empty board has no move and therefore counts as one
    // move.
    boards.players[len..end].fill(0);
    boards.opponents[len..end].fill(0);
    boards.len = 0;
    let (players, _) = boards.players[..end].as_chunks::<4>();
    let (opponents, _) = boards.opponents[..end].as_chunks::<4>();
    let mut sum = 0;
    for (players, opponents) in players.iter().zip(opponents) {
        for moves in kernel.moves_four(players, opponents) {
            sum += moves.count_ones().max(1);
        }
    }
    u64::from(sum) - (end - len) as u64
}
