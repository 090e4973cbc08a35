//! The words of a line, and texts that are safe to print in a line.

use alloc::string::String;
use core::time::Duration;

/// Returns whether a character separates words: a blank or a control character.
fn is_blank(c: char) -> bool {
    c == ' ' || c.is_ascii_control()
}

/// The words of a line, separated by blanks.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    line: &'a str,
    pub(super) at: usize,
}

impl<'a> Words<'a> {
    pub(super) const fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// Returns the rest of the line, without blanks at its ends.
    pub(super) fn rest(&self) -> &'a str {
        self.line[self.at..].trim_matches(is_blank)
    }

    /// Returns the next word and its byte offset, and skips the word.
    pub(super) fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.line[self.at..];
        let start = self.at + rest.len() - rest.trim_start_matches(is_blank).len();
        let rest = &self.line[start..];
        let len = rest.find(is_blank).unwrap_or(rest.len());
        self.at = start + len;
        (len > 0).then(|| (start, &rest[..len]))
    }

    /// Returns the next word without skipping it.
    pub(super) fn peek(mut self) -> Option<&'a str> {
        self.next().map(|(_, word)| word)
    }

    /// Reads the next word as a value. A word that is not a value is left in place.
    pub(super) fn value<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.next();
        Some(value)
    }
}

/// Reads a number. A number that is too large becomes the largest number, a negative one 0.
pub(super) fn number(word: &str) -> Option<u64> {
    let (digits, is_negative) = match word.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (word.strip_prefix('+').unwrap_or(word), false),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if is_negative {
        return Some(0);
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// Reads a number with a sign.
pub(super) fn signed(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let bound = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word.parse().unwrap_or(bound))
}

/// Reads milliseconds.
pub(super) fn millis(word: &str) -> Option<Duration> {
    number(word).map(Duration::from_millis)
}

/// Returns a text of one line without blanks at its ends, as a line of the protocol can hold it.
pub(super) fn one_line(text: &str) -> String {
    let text = text.trim_matches(is_blank);
    text.chars().map(|c| if c.is_ascii_control() { ' ' } else { c }).collect()
}
