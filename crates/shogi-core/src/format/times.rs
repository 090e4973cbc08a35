//! Reads clock times of records: `( 0:16/00:00:16)`.

/// Reads the time of a move and the optional total time from a text such as `( 0:16/00:00:16)`.
/// Returns milliseconds.
pub(super) fn parse_times(text: &str) -> Option<(u64, Option<u64>)> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let (spent, total) = match inside.split_once('/') {
        Some((spent, total)) => (spent, Some(total)),
        None => (inside, None),
    };
    let total = total.and_then(parse_time);
    Some((parse_time(spent)?, total))
}

/// Reads a time such as `16`, `0:16` or `1:00:16`, with up to three decimals. Returns milliseconds.
fn parse_time(text: &str) -> Option<u64> {
    let text = text.trim_matches([' ', '　']);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds = 0u64;
    let mut parts = 0;
    for part in whole.split(':') {
        let part = part.trim();
        if part.is_empty() || part.len() > 9 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        parts += 1;
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    (parts <= 3).then_some(())?;
    seconds.checked_mul(1000)?.checked_add(millis(fraction)?)
}

/// Converts the digits after a decimal point to milliseconds.
pub(super) fn millis(fraction: &str) -> Option<u64> {
    let mut value = 0;
    for (i, digit) in fraction.bytes().enumerate() {
        if !digit.is_ascii_digit() {
            return None;
        }
        if i < 3 {
            value += u64::from(digit - b'0') * [100, 10, 1][i];
        }
    }
    Some(value)
}
