//! Games in PGN, as databases and web sites of Othello write them.
//!
//! ```
//! use reversi_core::format::pgn;
//! let text = "[Event \"Open\"]\n[Black \"alpha\"]\n[White \"beta\"]\n[Result \"34-30\"]\n\n\
//!             1. F5 D6\n2. C3 {a comment} D3\n";
//! let games = pgn::parse(text)?;
//! assert_eq!((games[0].tag("Black"), games[0].moves.len()), (Some("alpha"), 4));
//! assert_eq!(pgn::parse(&games[0].to_string())?, games);
//! # Ok::<(), pgn::ParsePgnError>(())
//! ```
//!
//! A game has tags, then moves as in a [transcript]. Comments in braces, comments from `;` to the end
//! of the line, variations in parentheses and annotations (`$1`, `!`, `?`) are skipped. The result is
//! the tag `Result` or the text after the moves: discs (`34-30`), a winner (`1-0`, `0-1`,
//! `1/2-1/2`), or `*` for an unknown result. A game with the tag `FEN` begins at the board in this
//! tag.
//!
//! [transcript]: super::transcript
use super::boardtext::{self, ParseBoardError};
use super::transcript::{self, ParseTranscriptErrorKind, WrittenResult};
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A game.
///
/// `Display` writes text that reads back as the same game, apart from line ends in tags, which are
/// written as blanks. A tag whose name has other characters than letters, digits and `_` is left out.
/// The tags `Result` and `FEN` are written from the result and the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The tags in the order of the text, without `Result`, `SetUp` and `FEN`.
    pub tags: Vec<(String, String)>,
    /// The turns as written, with passes only where the text has passes.
    pub moves: Vec<Move>,
    /// The position after the moves. Its history has all passes.
    pub position: Position,
    /// The result; `None` if it is missing or unknown.
    pub result: Option<GameResult>,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameResult {
    /// The discs of both sides.
    Discs(WrittenResult),
    /// Only the winner is known.
    Won(Color),
    /// A draw, without the number of discs.
    Drawn,
}

impl GameResult {
    /// Returns the score for Black in discs, if the discs are known.
    #[must_use]
    pub fn score(self) -> Option<i32> {
        match self {
            Self::Discs(discs) => Some(i32::from(discs.black) - i32::from(discs.white)),
            Self::Drawn => Some(0),
            Self::Won(_) => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discs(WrittenResult { black, white }) => write!(f, "{black}-{white}"),
            Self::Won(Color::Black) => f.write_str("1-0"),
            Self::Won(Color::White) => f.write_str("0-1"),
            Self::Drawn => f.write_str("1/2-1/2"),
        }
    }
}

/// The error for a text that is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a result: discs (34-30), 1-0, 0-1 or 1/2-1/2")]
pub struct ParseGameResultError;

impl FromStr for GameResult {
    type Err = ParseGameResultError;

    fn from_str(text: &str) -> Result<Self, ParseGameResultError> {
        read_result(text).ok_or(ParseGameResultError)
    }
}

impl Game {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The tags that are not part of [`Game::tags`].
const DERIVED: [&str; 3] = ["Result", "SetUp", "FEN"];

/// The maximum length of a line of moves.
const WIDTH: usize = 80;

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            if is_name(name) && !DERIVED.contains(&name.as_str()) {
                writeln!(f, "[{name} \"{}\"]", Escaped(value))?;
            }
        }
        let result = self.result.map_or_else(|| "*".into(), |result| alloc::format!("{result}"));
        writeln!(f, "[Result \"{result}\"]")?;
        let start = self.position.initial();
        if start != Position::start() {
            writeln!(f, "[SetUp \"1\"]\n[FEN \"{start}\"]")?;
        }
        writeln!(f)?;
        let mut column = 0;
        let mut word = |f: &mut fmt::Formatter<'_>, word: &str| {
            let gap = match column {
                0 => "",
                _ if column + word.len() >= WIDTH => "\n",
                _ => " ",
            };
            column = if gap == " " { column + 1 } else { 0 } + word.len();
            write!(f, "{gap}{word}")
        };
        for (index, mv) in self.moves.iter().enumerate() {
            if index % 2 == 0 {
                word(f, &alloc::format!("{}.", index / 2 + 1))?;
            }
            match mv {
                Move::Place(square) => word(f, &alloc::format!("{square}"))?,
                Move::Pass => word(f, "--")?,
            }
        }
        word(f, &result)?;
        writeln!(f)
    }
}

/// Prints the value of a tag.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '"' | '\\' => write!(f, "\\{c}"),
            '\n' | '\r' => f.write_str(" "),
            c => write!(f, "{c}"),
        })
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl FromStr for Game {
    type Err = ParsePgnError;

    /// Reads a text with exactly one game.
    fn from_str(text: &str) -> Result<Self, ParsePgnError> {
        let mut reader = Reader::new(text);
        let error =
            |reader: &Reader<'_>, kind| ParsePgnError { at: reader.at, game: reader.game, kind };
        let game = reader.next().ok_or(error(&reader, ParsePgnErrorKind::NoGame))??;
        reader.skip_blanks();
        match reader.at < text.len() {
            true => Err(error(&reader, ParsePgnErrorKind::TextAfterGame)),
            false => Ok(game),
        }
    }
}

/// Reads all games of a text.
///
/// # Errors
/// Returns [`ParsePgnError`] with the byte in `text` and the number of the game.
pub fn parse(text: &str) -> Result<Vec<Game>, ParsePgnError> {
    games(text).collect()
}

/// Returns the games of a text. An error does not end the iteration: the next item is the next game,
/// which begins at the next line with a tag after the moves of the invalid game.
///
/// ```
/// use reversi_core::format::pgn;
/// let text = "[Black \"a\"]\n\n1. f5 f5\n\n[Black \"b\"]\n\n1. f5 d6\n";
/// let games: Vec<_> = pgn::games(text).collect();
/// assert!(games[0].is_err());
/// assert_eq!(games[1].as_ref().unwrap().tag("Black"), Some("b"));
/// ```
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, ParsePgnError>> + '_ {
    Reader::new(text)
}

/// A reader of the games of a text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The number of the next game.
    game: usize,
    /// Whether `at` is after the tags of the game.
    is_in_moves: bool,
}

impl Iterator for Reader<'_> {
    type Item = Result<Game, ParsePgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        if self.at >= self.text.len() {
            return None;
        }
        let game = self.game().map_err(|(at, kind)| ParsePgnError { at, game: self.game, kind });
        self.game += 1;
        if game.is_err() {
            self.skip_game();
        }
        Some(game)
    }
}

/// A fault and its place.
type Fault = (usize, ParsePgnErrorKind);

impl<'a> Reader<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, at: 0, game: 1, is_in_moves: false }
    }

    /// Moves to the next game after an error: to the next tag after the moves of this game.
    fn skip_game(&mut self) {
        let mut is_in_tags = !self.is_in_moves;
        // The rest of the line of the error is skipped too.
        for (index, line) in self.rest().split_inclusive('\n').enumerate() {
            let is_tag = index > 0 && line.trim_start().starts_with('[');
            if is_tag && !is_in_tags {
                return;
            }
            is_in_tags &= index == 0 || is_tag || line.trim().is_empty();
            self.at += line.len();
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        self.at = self.text.len() - self.rest().trim_start_matches(blank).len();
    }

    /// Reads the tags and the moves of a game.
    fn game(&mut self) -> Result<Game, Fault> {
        let mut tags = Vec::new();
        let (mut result, mut start) = (None, Position::start());
        self.is_in_moves = false;
        while self.rest().starts_with('[') {
            let (name, value, at) = self.tag()?;
            match name {
                "Result" => result = read_result(&value),
                "SetUp" => {}
                "FEN" => {
                    start = boardtext::parse(&value).map_err(|error| {
                        (at + error.at.min(value.len()), ParsePgnErrorKind::Board(error))
                    })?;
                }
                _ => tags.push((name.into(), value)),
            }
            self.skip_blanks();
        }
        let from = self.at;
        self.is_in_moves = true;
        let (moves, end, written) = self.moves()?;
        let read = transcript::read(start, &moves, 0).map_err(|error| {
            (from + error.at, ParsePgnErrorKind::Moves { ply: error.ply, kind: error.kind })
        })?;
        self.at = end;
        let result = read.result.map(GameResult::Discs).or(written).or(result);
        Ok(Game { tags, moves: read.moves, position: read.position, result })
    }

    /// Reads a tag: its name, its value, and the place of the value.
    fn tag(&mut self) -> Result<(&'a str, String, usize), Fault> {
        let fault = |at| (at, ParsePgnErrorKind::Tag);
        let name_at = self.at + 1;
        let name_len = self.text[name_at..]
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(self.text.len() - name_at);
        let name = &self.text[name_at..name_at + name_len];
        self.at = name_at + name_len;
        self.skip_blanks();
        if name.is_empty() || !self.rest().starts_with('"') {
            return Err(fault(self.at));
        }
        let value_at = self.at + 1;
        let mut value = String::new();
        let mut chars = self.text[value_at..].char_indices();
        let end = loop {
            match chars.next() {
                None | Some((_, '\n')) => return Err(fault(self.at)),
                Some((at, '"')) => break value_at + at + 1,
                Some((at, '\\')) => match chars.next() {
                    Some((_, c @ ('"' | '\\'))) => value.push(c),
                    Some((_, '\n')) | None => return Err(fault(value_at + at)),
                    // A program that does not escape backslashes wrote this value.
                    Some((_, c)) => value.extend(['\\', c]),
                },
                Some((_, c)) => value.push(c),
            }
        };
        self.at = end;
        self.skip_blanks();
        if !self.rest().starts_with(']') {
            return Err(fault(self.at));
        }
        self.at += 1;
        Ok((name, value, value_at))
    }

    /// Returns the moves up to the next game, the place after them, and a result that is not a number
    /// of discs. Skipped text is replaced with blanks, so each move keeps its place.
    fn moves(&self) -> Result<(String, usize, Option<GameResult>), Fault> {
        let mut moves = String::new();
        let mut depth = 0u32;
        let mut chars = self.rest().char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let fault = |kind| (self.at + at, kind);
            let mut blank = |text: &str| moves.extend(text.bytes().map(|_| ' '));
            match c {
                '[' if depth == 0 => {
                    let (moves, result) = without_result(moves);
                    return Ok((moves, self.at + at, result));
                }
                '{' | ';' => {
                    let rest = &self.rest()[at..];
                    let end = if c == '{' { '}' } else { '\n' };
                    let len = match rest.find(end) {
                        Some(len) => len + 1,
                        None if c == ';' => rest.len(),
                        None => return Err(fault(ParsePgnErrorKind::NoEnd)),
                    };
                    blank(&rest[..len]);
                    while chars.next_if(|(next, _)| *next < at + len).is_some() {}
                }
                '(' => {
                    depth += 1;
                    blank("(");
                }
                ')' if depth > 0 => {
                    depth -= 1;
                    blank(")");
                }
                '$' => {
                    blank("$");
                    while chars.next_if(|(_, c)| c.is_ascii_digit()).is_some() {
                        blank("0");
                    }
                }
                '!' | '?' => blank("!"),
                _ if depth > 0 => blank(c.encode_utf8(&mut [0; 4])),
                c => moves.push(c),
            }
        }
        if depth > 0 {
            return Err((self.text.len(), ParsePgnErrorKind::NoEnd));
        }
        let (moves, result) = without_result(moves);
        Ok((moves, self.text.len(), result))
    }
}

/// Splits moves from a result at their end that is not a number of discs.
fn without_result(mut moves: String) -> (String, Option<GameResult>) {
    let end = moves.trim_end();
    for text in ["1/2-1/2", "1-0", "0-1", "*"] {
        let Some(before) = end.strip_suffix(text) else { continue };
        if before.is_empty() || before.ends_with(char::is_whitespace) {
            let len = before.len();
            moves.truncate(len);
            return (moves, read_result(text));
        }
    }
    (moves, None)
}

/// Reads a result. Returns `None` for an unknown result.
fn read_result(text: &str) -> Option<GameResult> {
    match text.trim() {
        "1-0" => return Some(GameResult::Won(Color::Black)),
        "0-1" => return Some(GameResult::Won(Color::White)),
        "1/2-1/2" => return Some(GameResult::Drawn),
        _ => {}
    }
    let (black, white) = text.split_once(['-', ':'])?;
    let discs = |text: &str| text.trim().parse().ok().filter(|&discs: &u8| discs <= 64);
    let (black, white) = (discs(black)?, discs(white)?);
    (black + white <= 64).then_some(GameResult::Discs(WrittenResult { black, white }))
}

/// The error for a text that is not a list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid pgn, game {game} at byte {at}: {kind}")]
pub struct ParsePgnError {
    /// The byte in the text, counted from 0.
    pub at: usize,
    /// The game, counted from 1.
    pub game: usize,
    /// What is wrong at the byte.
    pub kind: ParsePgnErrorKind,
}

/// What is wrong with a game.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePgnErrorKind {
    /// The text has no game.
    #[error("no game, expected tags or moves")]
    NoGame,
    /// A second game after the only game that is expected.
    #[error("text after the game, expected one game")]
    TextAfterGame,
    /// An invalid tag.
    #[error("expected a tag: `[Name \"value\"]`")]
    Tag,
    /// A comment or a variation without an end.
    #[error("the text ends inside a comment or a variation")]
    NoEnd,
    /// The start position is invalid.
    #[error("{}", .0.kind)]
    Board(ParseBoardError),
    /// A turn that cannot be read or played.
    #[error("ply {ply}: {kind}")]
    Moves {
        /// The written turn, counted from 1.
        ply: usize,
        /// What is wrong with the turn.
        kind: ParseTranscriptErrorKind,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::ToString;

    #[test]
    fn faults_have_their_place() {
        use ParsePgnErrorKind as Kind;
        let fault = |text: &str| {
            let error = parse(text).unwrap_err();
            (error.game, error.at, error.kind)
        };
        assert_eq!(fault("[Black x]"), (1, 7, Kind::Tag));
        assert_eq!(fault("[Black \"x]\n"), (1, 7, Kind::Tag));
        assert_eq!(fault("[Black \"x\"\n1. f5"), (1, 11, Kind::Tag));
        assert_eq!(fault("[ \"x\"]"), (1, 2, Kind::Tag));
        assert_eq!(fault("1. f5 {d6"), (1, 6, Kind::NoEnd));
        assert_eq!(fault("1. f5 (d6"), (1, 9, Kind::NoEnd));
        assert!(matches!(fault("[FEN \"x\"]"), (1, _, Kind::Board(_))));
        let (game, at, kind) = fault("[A \"\"]\n1. f5 d6\n\n[A \"\"]\n1. f5 {é} f5");
        assert_eq!((game, at), (2, 35));
        assert!(kind.to_string().starts_with("ply 2: illegal move f5"), "{kind}");
        assert!(fault("1. f5 3. d6").2.to_string().contains("wrong move number, expected 1"));
        let single = |text: &str| text.parse::<Game>().unwrap_err();
        assert_eq!((single(" ").at, single(" ").kind), (1, Kind::NoGame));
        let two = single("[A \"\"]\nf5\n[A \"\"]\n");
        assert_eq!((two.at, two.game, two.kind), (10, 2, Kind::TextAfterGame));
    }

    #[test]
    fn everything_between_the_moves_is_skipped() {
        let plain = parse("1. f5 d6 2. c3").unwrap().remove(0);
        for text in [
            "1. f5! {best (of 4)} 1... d6?! $12 2. c3",
            "1.F5 (1. d3 {x} (1. c4)) D6 ; comment\n 2. C3 *",
            "\u{feff}\n1. f5 d6 2. c3 {[x \"y\"]}",
        ] {
            assert_eq!(parse(text), Ok([plain.clone()].into()), "{text}");
        }
    }

    #[test]
    fn results_are_read() {
        let result = |text: &str| parse(text).unwrap().remove(0).result;
        let discs = GameResult::Discs(WrittenResult { black: 34, white: 30 });
        for (text, expected) in [
            ("[Result \"34-30\"]\n1. f5", Some(discs)),
            ("1. f5 d6 34-30", Some(discs)),
            ("[Result \"1-0\"]\n1. f5", Some(GameResult::Won(Color::Black))),
            ("1. f5 0-1", Some(GameResult::Won(Color::White))),
            ("1. f5 1/2-1/2", Some(GameResult::Drawn)),
            ("[Result \"34-30\"]\n1. f5 *", Some(discs)),
            ("[Result \"?\"]\n1. f5", None),
            ("[Result \"*\"]\n", None),
        ] {
            assert_eq!(result(text), expected, "{text}");
        }
    }

    #[test]
    fn games_read_back() {
        let board = "---------------------------OX------XOX-------O------------------ X";
        let passes = "f5f6d3e3f3f4g7d6d7f7g5h8f8e7h7h6--d2";
        for text in [
            "[Event \"a \\\"b\\\" \\\\c\"]\n[Black \"Ü\"]\n[Result \"1-0\"]\n",
            &format!("[FEN \"{board}\"]\n1. e6 d6 3-4"),
            passes,
            &passes.replace("--", ""),
        ] {
            let game = parse(text).unwrap().remove(0);
            assert_eq!(game.to_string().parse(), Ok(game.clone()), "{game}");
            assert!(
                game.to_string().lines().all(|line| line.len() <= WIDTH || line.starts_with('['))
            );
            let two = format!("{game}\n{game}");
            assert_eq!(parse(&two), Ok([game.clone(), game].into()));
        }
    }

    #[test]
    fn the_reader_goes_on_after_an_invalid_game() {
        let names = |text: &str| -> Vec<Option<String>> {
            let name = |game: Game| game.tag("Black").unwrap_or_default().into();
            games(text).map(|game| game.ok().map(name)).collect()
        };
        let good = "[Black \"b\"]\n[White \"w\"]\n\n1. f5 d6\n";
        let expected = [None, Some("b".into())];
        for bad in [
            "[Black \"a\"]\n\n1. f5 f5\n2. d6\n\n",
            "[Black \"a\n[White \"w\"]\n\n1. f5 d6\n",
            "[Black \"a\"] x\n\n1. f5 {comment\n",
            "[FEN \"x\"]\n[White \"w\"]\n\n1. f5\n",
            "1. f5 zz\n",
        ] {
            assert_eq!(names(&std::format!("{bad}{good}")), expected, "{bad}");
        }
    }
}
