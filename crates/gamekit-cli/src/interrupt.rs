//! Ctrl-C: the first asks a search to end and tell what it has, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C and gives the flag that it sets. Where it cannot listen, Ctrl-C goes on
/// ending the program.
pub(crate) fn flag() -> &'static AtomicBool {
    // It fails only where another handler is set already: ours.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &ASKED
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
