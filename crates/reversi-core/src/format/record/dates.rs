//! The dates of games.
use alloc::string::String;

/// Returns the date at the beginning of a text, `2003.12.15`, or only its year.
pub(super) fn date_of(text: &str) -> Option<String> {
    let (year, rest) = text.split_at_checked(4)?;
    year.parse::<u16>().ok().filter(|_| year.bytes().all(|byte| byte.is_ascii_digit()))?;
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut parts = rest.split(['.', '-', '/', '_', ' ', 'T']).skip(1);
    let mut part = |max: u8| {
        let number: u8 = parts.next()?.parse().ok()?;
        (1..=max).contains(&number).then_some(number)
    };
    Some(match (part(12), part(31)) {
        (Some(month), Some(day)) => alloc::format!("{year}.{month:02}.{day:02}"),
        _ => year.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read() {
        for (text, date) in [
            ("1977", Some("1977")),
            ("1977.??.??", Some("1977")),
            ("2003.12.15_12:33:18.MST", Some("2003.12.15")),
            ("2013-12-23 16:43:43 GMT", Some("2013.12.23")),
            ("2024-5-1", Some("2024.05.01")),
            ("2024.13.01", Some("2024")),
            ("????.??.??", None),
            ("1", None),
            ("12345", None),
            ("+123", None),
        ] {
            assert_eq!(date_of(text).as_deref(), date, "{text}");
        }
    }
}
