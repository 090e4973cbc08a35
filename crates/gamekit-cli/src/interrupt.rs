//! Ctrl-C and termination signals. The first signal stops a search, which then prints its result. The
//! second signal ends the program.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the program waits for input, so that no search has to be stopped.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Installs a handler for Ctrl-C, SIGTERM and SIGHUP and returns the flag that the handler sets. If no
/// handler can be installed, Ctrl-C still ends the program.
pub(crate) fn flag() -> &'static AtomicBool {
    // This fails only if the handler is already installed.
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

/// Returns the value for a search observer: a break after Ctrl-C.
pub(crate) fn flow() -> ControlFlow<()> {
    if is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
