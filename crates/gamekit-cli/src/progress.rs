//! Progress for people: drawn on standard error, and only where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over a known amount of work, `label 12/45 ...`.
pub(crate) fn bar(length: u64, label: &'static str) -> ProgressBar {
    styled(
        ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()),
        "{msg} {wide_bar} {percent}% {eta}",
        label,
    )
}

/// A turning mark for work whose end is not known; its message tells what was found so far.
pub(crate) fn spinner(label: &'static str) -> ProgressBar {
    let spinner = styled(
        ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
        "{spinner} {elapsed} {msg}",
        label,
    );
    if !spinner.is_hidden() {
        spinner.enable_steady_tick(Duration::from_millis(120));
    }
    spinner
}

fn styled(bar: ProgressBar, template: &str, label: &'static str) -> ProgressBar {
    // A template that does not parse would only lose the decoration.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(label)
}
