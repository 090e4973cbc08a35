//! Counts with nouns in messages.

/// Returns a count with its noun: `1 move`, `2 moves`.
pub(crate) fn count(count: impl TryInto<u64>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn only_one_thing_is_singular() {
        assert_eq!([0, 1, 2].map(|n: u32| count(n, "move")), ["0 moves", "1 move", "2 moves"]);
    }
}
