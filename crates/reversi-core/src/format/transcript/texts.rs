//! The texts of the games in a file of transcripts.
//!
//! A game is usually one line. A game with numbers of moves may have several lines, as exports of
//! web sites have.
use alloc::string::String;
use alloc::vec::Vec;

/// The text of one game and its place in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::format) struct GameText<'a> {
    /// The first line of the game, counted from 1.
    pub(in crate::format) line: usize,
    first: &'a str,
    /// The further lines of the game with their numbers.
    more: Vec<(usize, &'a str)>,
}

impl GameText<'_> {
    /// Returns the text of the game, if it is on one line.
    pub(super) fn single(&self) -> Option<&str> {
        self.more.is_empty().then_some(self.first)
    }

    /// Returns the lines of the game, joined by line ends.
    pub(super) fn joined(&self) -> String {
        let mut text = String::from(self.first);
        for (_, line) in &self.more {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    /// Returns the line and the byte in this line of a byte of the joined text.
    pub(super) fn place(&self, mut at: usize) -> (usize, usize) {
        let mut place = (self.line, self.first);
        for &next in &self.more {
            let (_, text) = place;
            if at <= text.len() {
                break;
            }
            at -= text.len() + 1;
            place = next;
        }
        (place.0, at)
    }

    /// Returns the number of bytes of the text of the game.
    #[cfg(feature = "std")]
    pub(in crate::format) fn len(&self) -> usize {
        self.first.len() + self.more.iter().map(|(_, line)| line.len() + 1).sum::<usize>()
    }
}

/// Returns the games of a text. Empty lines, comments and a byte order mark are skipped.
pub(in crate::format) fn texts(text: &str) -> impl Iterator<Item = GameText<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Texts { lines: lines(text), next: None }
}

/// Returns the lines of a text with their numbers. A line ends with LF, CR LF or CR.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends_cr = text.contains('\r') && !text.contains('\n');
    let end = if ends_cr { '\r' } else { '\n' };
    text.split(end).enumerate().map(|(index, line)| (index + 1, line.trim_end()))
}

struct Texts<'a, I> {
    lines: I,
    /// A line that was read and begins the next game.
    next: Option<(usize, &'a str)>,
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Texts<'a, I> {
    /// Returns the next line with content, and whether empty lines or comments precede it.
    fn line(&mut self) -> Option<(usize, &'a str, bool)> {
        if let Some((number, line)) = self.next.take() {
            return Some((number, line, false));
        }
        let mut is_apart = false;
        for (number, line) in self.lines.by_ref() {
            let content = line.trim_start();
            if content.is_empty() || content.starts_with(['#', '%']) {
                is_apart = true;
            } else {
                return Some((number, line, is_apart));
            }
        }
        None
    }
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Iterator for Texts<'a, I> {
    type Item = GameText<'a>;

    fn next(&mut self) -> Option<GameText<'a>> {
        let (line, first, _) = self.line()?;
        let mut game = GameText { line, first, more: Vec::new() };
        let is_numbered = matches!(Begin::of(first), Begin::Number(_));
        let mut is_open = !has_result(first);
        while let Some((number, text, is_apart)) = self.line() {
            let continues = is_open
                && match Begin::of(text) {
                    Begin::Number(1) => false,
                    Begin::Number(_) => is_numbered,
                    Begin::Other => is_numbered && !is_apart,
                    Begin::Result => !is_apart,
                };
            if !continues {
                self.next = Some((number, text));
                break;
            }
            is_open = !has_result(text);
            game.more.push((number, text));
        }
        Some(game)
    }
}

/// The beginning of a line.
enum Begin {
    /// The number of a move.
    Number(u32),
    /// A result, `37-27`.
    Result,
    /// Anything else.
    Other,
}

impl Begin {
    fn of(line: &str) -> Self {
        let line = line.trim_start();
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let Ok(number) = line[..line.len() - rest.len()].parse() else { return Self::Other };
        let next = rest.trim_start();
        match next.chars().next() {
            Some('.') => Self::Number(number),
            Some('-' | ':') => Self::Result,
            Some(c) if c.is_ascii_alphabetic() && next.len() < rest.len() => Self::Number(number),
            _ => Self::Other,
        }
    }
}

/// Returns whether a line ends with a result.
fn has_result(line: &str) -> bool {
    let digits = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let line = line.trim_end();
    let white = digits(line);
    let before = line[..white].trim_end();
    let Some(before) = before.strip_suffix(['-', ':']) else { return false };
    let before = before.trim_end();
    let black = digits(before);
    // A rank of a move is a digit after a letter, and a hyphen may separate two moves.
    white < line.len() && black < before.len() && !before[..black].ends_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    fn found(text: &str) -> Vec<(usize, String)> {
        texts(text).map(|game| (game.line, game.joined())).collect()
    }

    #[test]
    fn numbered_games_may_have_several_lines() {
        let two = |second: usize| vec![(1, "1. f5 d6\n2. c3".into()), (second, "1. f5".into())];
        assert_eq!(found("1. f5 d6\n2. c3\n1. f5"), two(3));
        assert_eq!(found("1. f5 d6\n\n2. c3\n# x\n1. f5"), two(5));
        assert_eq!(found("1. f5 d6\r2. c3\r1. f5\r"), two(3));
        assert_eq!(found("1. f5\nd6 2. c3 37-27\nf5d6")[0].1, "1. f5\nd6 2. c3 37-27");
        assert_eq!(found("1. f5 d6\n\nf5d6").len(), 2);
        assert_eq!(found("f5d6\n37-27\nf5d6").len(), 2);
        assert_eq!(found("f5d6\nf5d6\n2. c3").len(), 3);
        assert_eq!(found("1. f5\nd6 3-61\nc4"), [(1, "1. f5\nd6 3-61".into()), (3, "c4".into())]);
    }

    #[test]
    fn places_are_in_the_lines_of_the_text() {
        let game = texts("\n1. f5\n\n2. c3").next().unwrap();
        assert_eq!(game.joined(), "1. f5\n2. c3");
        assert_eq!([game.place(3), game.place(6), game.place(9)], [(2, 3), (4, 0), (4, 3)]);
        assert_eq!(game.place(11), (4, 5));
    }

    #[test]
    fn results_are_recognised() {
        for text in ["f5 37-27", "37 : 27", "f5d6  37-27 ", "51-13"] {
            assert!(has_result(text), "{text}");
        }
        for text in ["f5-d6", "f5-d6-c3", "f5", "1", "f5 - d6", "-", "f5 -7"] {
            assert!(!has_result(text), "{text}");
        }
    }
}
