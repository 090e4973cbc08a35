//! Ctrl-C, or a request to terminate: the first asks a search to end and tell what it has, the
//! second ends the program.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// The program waits for input: there is no search to end.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C (and for SIGTERM and SIGHUP) and gives the flag that it sets. Where it cannot
/// listen, Ctrl-C goes on ending the program.
pub(crate) fn flag() -> &'static AtomicBool {
    // It fails only where another handler is set already: ours.
    let _ = ctrlc::set_handler(|| {
        if IDLE.load(Ordering::Relaxed) | ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &ASKED
}

/// Runs what waits for input: there, Ctrl-C ends the program at once.
pub(crate) fn waiting<T>(read: impl FnOnce() -> T) -> T {
    IDLE.store(true, Ordering::Relaxed);
    let found = read();
    IDLE.store(false, Ordering::Relaxed);
    found
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Returns what an observer returns to its search: a break after Ctrl-C.
pub(crate) fn flow() -> ControlFlow<()> {
    if is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
