//! The reader of GGF.
use super::super::boardtext;
use super::error::{ParseGgfError, ParseGgfErrorKind};
use super::game::{Game, GameEnd, GameMove, GameResult, Variant};
use crate::color::Color;
use crate::position::Position;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

/// The names of the tags that the reader interprets.
pub(super) const READ: [&str; 10] = ["GM", "PB", "PW", "TI", "TY", "RE", "KM", "BO", "B", "W"];

impl FromStr for Game {
    type Err = ParseGgfError;

    /// Reads a text with exactly one game.
    fn from_str(text: &str) -> Result<Self, ParseGgfError> {
        let error = |at, game, kind| ParseGgfError { at, game, kind };
        let (start, count) = next_start(text, 0);
        if start == text.len() {
            return Err(error(start, 1, ParseGgfErrorKind::NoGame));
        }
        let (game, end) = next_game(text, start, 1);
        let game = game?;
        let (next, _) = next_start(text, end);
        if next < text.len() {
            return Err(error(next, 2, ParseGgfErrorKind::TextAfterGame));
        }
        count.map_or(Ok(()), |count| count.check(1))?;
        Ok(game)
    }
}

/// Reads all games of a text.
///
/// # Errors
/// Returns [`ParseGgfError`] with the byte offset in `text` and the number of the game.
pub fn parse(text: &str) -> Result<Vec<Game>, ParseGgfError> {
    games(text).collect()
}

/// Returns the games of a text. An error does not end the iteration: the next item is the next game.
/// A wrong count of games is an additional item.
///
/// ```
/// use reversi_core::format::ggf;
/// let game = "(;BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)";
/// let text = format!("(;GM[Go];)\n{game}");
/// let games: Vec<_> = ggf::games(&text).collect();
/// assert!(games[0].is_err() && games[1].is_ok());
/// assert!(ggf::parse(&text).is_err());
/// ```
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, ParseGgfError>> + '_ {
    Games { text, at: 0, found: 0, announced: None }
}

/// The games of a text.
struct Games<'a> {
    text: &'a str,
    at: usize,
    /// The number of games so far, including games with errors.
    found: usize,
    announced: Option<Count>,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, ParseGgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (start, count) = next_start(self.text, self.at);
        let is_end = start == self.text.len();
        if (is_end || count.is_some())
            && let Some(Err(error)) = self.announced.take().map(|count| count.check(self.found))
        {
            return Some(Err(error));
        }
        if let Some(count) = count {
            self.announced = Some(Count { before: self.found, ..count });
        }
        self.at = start;
        if is_end {
            return self.announced.take().and_then(|count| count.check(self.found).err()).map(Err);
        }
        let (game, end) = next_game(self.text, start, self.found + 1);
        self.found += usize::from(self.text[start..].starts_with(OPEN));
        self.at = end;
        Some(game)
    }
}

/// The beginning of a game.
const OPEN: &str = "(;";

/// A count of games before the games.
#[derive(Clone, Copy)]
struct Count {
    /// The place of the count.
    at: usize,
    announced: u64,
    /// The number of games before the count.
    before: usize,
}

impl Count {
    /// Checks the count, given the number of games up to the next count.
    fn check(self, games: usize) -> Result<(), ParseGgfError> {
        let Self { at, announced, before } = self;
        let found = (games - before) as u64;
        if announced == found {
            return Ok(());
        }
        let kind = ParseGgfErrorKind::Count { announced, found };
        Err(ParseGgfError { at, game: before + 1, kind })
    }
}

/// Returns the place at which the next game should begin, and the count before it. At the end of the
/// text, the place is the length of the text. A byte order mark at the beginning is skipped.
fn next_start(text: &str, from: usize) -> (usize, Option<Count>) {
    let at = skip(text, from, |c| c.is_whitespace() || c == '\u{feff}');
    let end = skip(text, at, |c| c.is_ascii_digit());
    let announced = text[at..end].parse().unwrap_or(u64::MAX);
    let count = (at < end).then_some(Count { at, announced, before: 0 });
    (skip(text, end, char::is_whitespace), count)
}

/// Reads the game that begins at `start`. Also returns the place at which the reader continues: the end
/// of the game or, after an error, the next game or its count. `number` is the number of the game,
/// counted from 1.
fn next_game(text: &str, start: usize, number: usize) -> (Result<Game, ParseGgfError>, usize) {
    let error = |at, kind| ParseGgfError { at, game: number, kind };
    match tags(text, start) {
        Ok((tags, end)) => {
            let game = game(text, &tags);
            (game.map_err(|(place, kind)| error(place.unwrap_or(end), kind)), end)
        }
        Err((at, kind)) => (Err(error(at, kind)), after_fault(text, start)),
    }
}

/// Returns the place of the next game, or of the count before it, after a game that begins at `start`
/// and has no end.
fn after_fault(text: &str, start: usize) -> usize {
    let opened = usize::from(text[start..].starts_with(OPEN)) * OPEN.len();
    let next = text[start + opened..].find(OPEN).map_or(text.len(), |len| start + opened + len);
    let before = text[..next].trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
    // The place after the first character is greater than `start`, so the reader makes progress.
    let first = text[start..].chars().next().map_or(0, char::len_utf8);
    before.len().max(start + first)
}

/// Returns the tags of the game that begins at `start`, and the end of the game.
fn tags(text: &str, start: usize) -> Result<(Vec<Tag<'_>>, usize), (usize, ParseGgfErrorKind)> {
    if !text[start..].starts_with(OPEN) {
        return Err((start, ParseGgfErrorKind::NoGame));
    }
    let mut tags = Vec::new();
    let mut at = start + OPEN.len();
    loop {
        at = skip(text, at, char::is_whitespace);
        if text[at..].starts_with(";)") {
            return Ok((tags, at + 2));
        }
        let name_end = skip(text, at, |c| c.is_ascii_alphabetic());
        if name_end == at {
            let end = at == text.len();
            let kind = if end { ParseGgfErrorKind::NoEnd } else { ParseGgfErrorKind::NoTag };
            return Err((at, kind));
        }
        if !text[name_end..].starts_with('[') {
            return Err((name_end, ParseGgfErrorKind::NoValue));
        }
        let Some(len) = text[name_end..].find(']') else {
            return Err((text.len(), ParseGgfErrorKind::NoEnd));
        };
        let start = name_end + 1;
        let value = &text[start..name_end + len];
        tags.push(Tag { at, name: &text[at..name_end], start, value });
        at = name_end + len + 1;
    }
}

/// Returns the byte offset of the first character at or after `from` for which `what` returns
/// false.
fn skip(text: &str, from: usize, what: impl Fn(char) -> bool) -> usize {
    text[from..].find(|c: char| !what(c)).map_or(text.len(), |len| from + len)
}

/// A tag and its byte offset in the text.
struct Tag<'a> {
    at: usize,
    name: &'a str,
    /// The byte offset at which the value begins.
    start: usize,
    value: &'a str,
}

/// What is wrong, and its byte offset. `None` means the end of the game.
type Fault = (Option<usize>, ParseGgfErrorKind);

/// Makes a game from its tags.
fn game(text: &str, tags: &[Tag<'_>]) -> Result<Game, Fault> {
    let (mut black, mut white) = (String::new(), String::new());
    let mut variant = None;
    let (mut result, mut komi, mut time) = (None, None, None);
    let mut boards: Option<(Position, Position)> = None;
    let (mut moves, mut other) = (Vec::new(), Vec::new());
    for tag in tags {
        let fault = |kind| (Some(tag.start), kind);
        match tag.name {
            "GM" => {
                if !tag.value.trim().eq_ignore_ascii_case("othello") {
                    return Err(fault(ParseGgfErrorKind::OtherGame));
                }
            }
            "PB" => black = tag.value.into(),
            "PW" => white = tag.value.into(),
            "TI" => time = Some(tag.value.into()),
            "TY" => variant = Some(read_variant(tag.value).map_err(fault)?),
            "RE" => {
                result = read_result(tag.value).ok_or_else(|| fault(ParseGgfErrorKind::Result))?
            }
            "KM" => {
                let value = number(tag.value).ok_or_else(|| fault(ParseGgfErrorKind::Number))?;
                komi = Some(value);
            }
            "BO" => {
                if boards.is_some() {
                    return Err((Some(tag.at), ParseGgfErrorKind::SecondBoard));
                }
                // Board text accepts the brackets of the tag around the board.
                let from = tag.start - 1;
                let board = boardtext::parse(&text[from..tag.start + tag.value.len() + 1]);
                let board = board
                    .map_err(|error| (Some(from + error.at), ParseGgfErrorKind::Board(error)))?;
                boards = Some((board.clone(), board));
            }
            "B" | "W" => {
                let Some((_, position)) = &mut boards else {
                    return Err((Some(tag.at), ParseGgfErrorKind::MoveBeforeBoard));
                };
                let color = if tag.name == "B" { Color::Black } else { Color::White };
                let played = read_move(tag.value).map_err(fault)?;
                if color != position.side() {
                    if !position.must_pass() {
                        return Err((
                            Some(tag.at),
                            ParseGgfErrorKind::Color { side: position.side() },
                        ));
                    }
                    position
                        .pass()
                        .map_err(|illegal| fault(ParseGgfErrorKind::Illegal(illegal)))?;
                }
                position
                    .play(played.mv)
                    .map_err(|illegal| fault(ParseGgfErrorKind::Illegal(illegal)))?;
                moves.push(played);
            }
            _ => other.push((tag.name.into(), tag.value.into())),
        }
    }
    let (start, position) = boards.ok_or((None, ParseGgfErrorKind::NoBoard))?;
    let variant = match variant {
        Some(variant) => variant,
        None => read_variant("8").map_err(|kind| (None, kind))?,
    };
    Ok(Game { black, white, variant, result, komi, time, start, moves, position, other })
}

/// Reads the type of a game: letters such as `s` for synchro, the size, and further letters. A
/// missing size and the size 0 mean the size of the board in the game, which the board reader checks.
pub(super) fn read_variant(text: &str) -> Result<Variant, ParseGgfErrorKind> {
    let first = skip(text, 0, |c| !c.is_ascii_digit());
    let digits = skip(text, first, |c| c.is_ascii_digit());
    let size = match &text[first..digits] {
        "" => 0,
        size => size.parse().unwrap_or(u32::MAX),
    };
    // In a text without a size, the digits follow a letter: `r20`.
    let has_size = !text[..first].ends_with(['r', 'R']);
    if has_size && size != 8 && size != 0 {
        return Err(ParseGgfErrorKind::Size { size });
    }
    let mut variant = Variant {
        synchro: false,
        random_discs: None,
        komi: false,
        anti: false,
        text: text.to_string(),
    };
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        at += letter.len_utf8();
        match letter {
            's' => variant.synchro = true,
            'k' => variant.komi = true,
            'a' => variant.anti = true,
            'r' => {
                let end = skip(text, at, |c| c.is_ascii_digit());
                variant.random_discs = text[at..end].parse().ok();
                at = end;
            }
            // Digits are the size. Other letters mean rated games, preferred colours and additions of servers.
            _ => {}
        }
    }
    Ok(variant)
}

/// Reads a result. Returns `Some(None)` for an unknown result and `None` for an invalid string.
fn read_result(text: &str) -> Option<Option<GameResult>> {
    let text = text.trim();
    if text == "?" || text.is_empty() {
        return Some(None);
    }
    let (score, end) = match text.split_once(':') {
        None => (text, None),
        Some((score, flag)) => {
            let end = match flag.trim() {
                "r" => GameEnd::Resigned,
                "t" => GameEnd::Timeout,
                "s" => GameEnd::Mutual,
                _ => return None,
            };
            (score, Some(end))
        }
    };
    Some(Some(GameResult { score: number(score)?, end }))
}

fn read_move(text: &str) -> Result<GameMove, ParseGgfErrorKind> {
    let mut parts = text.split('/');
    let mv =
        parts.next().unwrap_or_default().trim().parse().map_err(|_| ParseGgfErrorKind::NoMove)?;
    let mut next = || match parts.next().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => number(text).map(Some).ok_or(ParseGgfErrorKind::Number),
    };
    Ok(GameMove { mv, evaluation: next()?, seconds: next()? })
}

/// Reads a finite number. `inf` and `nan` are rejected.
fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}
