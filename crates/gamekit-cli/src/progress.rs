//! Progress bars on standard error. They are shown only if standard error is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Makes a bar for a known amount of work.
pub(crate) fn bar(length: u64, label: &'static str) -> ProgressBar {
    styled(
        ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()),
        "{msg} {wide_bar} {percent}% {eta}",
        label,
    )
}

/// Makes a spinner for an unknown amount of work. The caller sets its message to the result so far.
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
    // If the template is invalid, the bar has its default style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(label)
}
