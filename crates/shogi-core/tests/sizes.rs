//! Checks the sizes that the documentation states.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use shogi_core::mate::{Limits, Options, Outcome, Solver};
use shogi_core::{Bitboard, Hand, Move, Piece, Position, Square};

/// An allocator that adds up the bytes of all requests, separately for memory that must be zero.
struct Counting;

static PLAIN: AtomicUsize = AtomicUsize::new(0);
static ZEROED: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code, reason = "a counting allocator")]
// SAFETY: every call is passed to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PLAIN.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: this function has the same safety contract as the function that it calls.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ZEROED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: this function has the same safety contract as the function that it calls.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        PLAIN.fetch_add(size, Ordering::Relaxed);
        // SAFETY: this function has the same safety contract as the function that it calls.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: this function has the same safety contract as the function that it calls.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the plain and the zeroed bytes that a function requests, and its result.
fn requests<T>(work: impl FnOnce() -> T) -> (usize, usize, T) {
    let before = (PLAIN.load(Ordering::Relaxed), ZEROED.load(Ordering::Relaxed));
    let result = work();
    let after = (PLAIN.load(Ordering::Relaxed), ZEROED.load(Ordering::Relaxed));
    (after.0 - before.0, after.1 - before.1, result)
}

#[test]
fn sizes_are_what_the_docs_promise() {
    assert_eq!((size_of::<Option<Piece>>(), size_of::<Option<Move>>()), (1, 4));
    assert_eq!((size_of::<Square>(), size_of::<Hand>(), size_of::<Bitboard>()), (1, 4, 16));
}

/// The allocator does not touch the pages of large zeroed requests. The tables of a mate solver must be
/// such requests, of the size that the caller gives.
#[test]
fn a_mate_solver_takes_its_memory_lazily_and_once() {
    let memory = 256 << 20;
    let (plain, zeroed, mut solver) = requests(|| Solver::new(memory));
    assert!(plain < 200_000, "{plain}");
    assert!(zeroed > memory - memory / 50 && zeroed < memory + memory / 50, "{zeroed}");

    let problem = "l3+Rpknl/9/4G1pg1/pP+B2Ssp1/1npnP4/4KP2P/P2P4L/2GS4G/LR7 b SN6Pbp 151";
    let position: Position = problem.parse().unwrap();
    let options = Options::default().with_shortest(true);
    let mut solve = || solver.solve(&position, &options, &Limits::NONE.with_nodes(20_000));
    let first = solve();
    assert!(matches!(first.outcome, Outcome::Mate(_)), "{first:?}");
    let (plain, zeroed, again) = requests(solve);
    assert_eq!(first, again);
    // The answer and the walk along the line of the mate.
    assert!(plain < 10_000 && zeroed == 0, "{plain}, {zeroed}");
}
