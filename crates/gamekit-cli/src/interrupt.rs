//! Ctrl-C and termination signals. The first signal stops the running search, and the program
//! prints the result so far. The second signal ends the program.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the program waits for input. No search has to be stopped then.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Installs a handler for Ctrl-C, SIGTERM and SIGHUP and returns the flag that the handler sets. If no
/// handler can be installed, Ctrl-C still ends the program.
pub(crate) fn flag() -> &'static AtomicBool {
    // An error only means that the handler is already installed.
    let _ = ctrlc::set_handler(|| {
        if IDLE.load(Ordering::Relaxed) | ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &ASKED
}

/// Runs a function that waits for input. During the wait, Ctrl-C ends the program immediately.
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

/// Returns the value that a search observer must return: `Break` after Ctrl-C.
pub(crate) fn flow() -> ControlFlow<()> {
    if is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
