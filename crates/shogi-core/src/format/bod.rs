//! BOD: a position as a board diagram, alone or at the head of a KIF or KI2 record.
//!
//! ```
//! use shogi_core::{Position, format::bod};
//! let text = bod::write(&Position::start());
//! assert!(text.contains("| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n"));
//! assert_eq!(bod::parse(&text)?, Position::start());
//! # Ok::<(), shogi_core::format::record::ReadRecordError>(())
//! ```

use alloc::string::String;
use core::fmt::Write;

use super::lines::{Lines, column};
use super::notation::{RANKS, digit, kanji_kind, kind_name, push_kif};
use super::report::{ReadRecordError, RecordErrorKind};
use crate::color::Color;
use crate::game::Handicap;
use crate::mv::Move;
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, Position};
use crate::setup::Setup;
use crate::square::Square;

type Fault = (usize, RecordErrorKind);

/// Reads the position of a diagram. A diagram has the hands of both sides, nine rows of squares,
/// and the side to move. If no line states the side to move, Black is to move. Other header lines
/// are skipped.
///
/// Positions with flaws are accepted; [`Position::flaws`] returns the flaws.
///
/// # Errors
/// Returns the first fault and its location.
pub fn parse(text: &str) -> Result<Position, ReadRecordError> {
    let mut lines = Lines::new(text);
    let mut start = Start::default();
    let fault = |line: &str, number, (at, kind)| ReadRecordError {
        game: 1,
        line: number,
        column: column(line, at),
        kind,
    };
    while let Some(line) = lines.next() {
        start.line(line).map_err(|error| fault(line, lines.number, error))?;
    }
    if start.rows == 0 {
        return Err(fault("", lines.number.max(1), (0, RecordErrorKind::Empty)));
    }
    start.position().map_err(|kind| fault("", lines.number.max(1), (0, kind)))
}

/// Returns the diagram of a position.
#[must_use]
pub fn write(position: &Position) -> String {
    let mut text = String::new();
    push(&mut text, position, ["先手", "後手"]);
    push_ply(&mut text, position);
    text
}

/// Returns the diagram of a position with the last move before it, as other programs print it:
/// `手数＝1  ７六歩(77)  まで`. The number counts the moves before the position.
///
/// ```
/// use shogi_core::{Position, format::bod};
/// let mut position = Position::start();
/// let m = position.legal_move("7g7f".parse()?)?;
/// position.play_unchecked(m);
/// let text = bod::write_after(&position, Some(m));
/// assert!(text.ends_with("後手番\n手数＝1  ７六歩(77)  まで\n"));
/// assert_eq!(bod::parse(&text)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write_after(position: &Position, last: Option<Move>) -> String {
    let mut text = String::new();
    push(&mut text, position, ["先手", "後手"]);
    if let Some(last) = last {
        let number = position.move_number().saturating_sub(1);
        let _ = write!(text, "手数＝{number}  ");
        push_kif(&mut text, last, None);
        text.push_str("  まで\n");
    } else {
        push_ply(&mut text, position);
    }
    text
}

/// Appends the number of moves before the position, unless the position is the first.
pub(crate) fn push_ply(text: &mut String, position: &Position) {
    if position.move_number() > 1 {
        let _ = writeln!(text, "手数＝{}", position.move_number() - 1);
    }
}

/// Appends the diagram of a position. `sides` has the names of the two sides in the diagram.
pub(crate) fn push(text: &mut String, position: &Position, sides: [&str; 2]) {
    push_hand(text, position, sides, Color::White);
    text.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for (rank, name) in RANKS.iter().enumerate() {
        text.push('|');
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank as u8 + 1).and_then(|sq| position.piece_on(sq));
            text.push(if piece.is_some_and(|p| p.color() == Color::White) { 'v' } else { ' ' });
            text.push_str(match piece.map(Piece::kind) {
                None => "・",
                Some(PieceKind::ProLance) => "杏",
                Some(PieceKind::ProKnight) => "圭",
                Some(PieceKind::ProSilver) => "全",
                Some(kind) => kind_name(kind),
            });
        }
        let _ = writeln!(text, "|{name}");
    }
    text.push_str("+---------------------------+\n");
    push_hand(text, position, sides, Color::Black);
    if position.side() == Color::White {
        let _ = writeln!(text, "{}番", sides[1]);
    }
}

fn push_hand(text: &mut String, position: &Position, sides: [&str; 2], color: Color) {
    let _ = write!(text, "{}の持駒：", sides[color.index()]);
    let hand = position.hand(color);
    if hand.is_empty() {
        text.push_str("なし");
    }
    for kind in PieceKind::HAND.into_iter().rev() {
        let count = hand.count(kind);
        if count > 0 {
            text.push_str(kind_name(kind));
            if count > 1 {
                push_number(text, count);
            }
            text.push('　');
        }
    }
    text.push('\n');
}

fn push_number(text: &mut String, number: u8) {
    let (tens, ones) = (number / 10, number % 10);
    if tens > 1 {
        text.push_str(RANKS[usize::from(tens) - 1]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 {
        text.push_str(RANKS[usize::from(ones) - 1]);
    }
}

/// The starting position of a record, which is read from the header lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    pub(crate) handicap: Option<Handicap>,
    /// The start that another name means.
    pub(crate) other: Option<Setup>,
    setup: Setup,
    pub(crate) rows: usize,
    hands: [bool; 2],
    side: Option<Color>,
    last_ply: Option<u32>,
}

/// Reads the name of a side at the beginning of a line. Returns the side and the rest of the line.
pub(crate) fn side_word(line: &str) -> Option<(Color, &str)> {
    for (word, color) in [
        ("先手", Color::Black),
        ("後手", Color::White),
        ("下手", Color::Black),
        ("上手", Color::White),
    ] {
        if let Some(rest) = line.strip_prefix(word) {
            return Some((color, rest));
        }
    }
    None
}

/// Returns the text after の持駒, の持ち駒 or 持駒, which follow the word for a side.
pub(crate) fn hand_word(text: &str) -> Option<&str> {
    let text = text.strip_prefix('の').unwrap_or(text);
    text.strip_prefix("持駒").or_else(|| text.strip_prefix("持ち駒"))
}

impl Start {
    /// Reads a header line. Returns whether the line is part of the starting position, or the fault
    /// and its byte offset.
    pub(crate) fn line(&mut self, line: &str) -> Result<bool, Fault> {
        if let Some(rest) = line.strip_prefix('|') {
            return self.row(line, rest).map(|()| true);
        }
        let labels = line.trim_start_matches([' ', '　']);
        if line.starts_with("+--") || labels.starts_with("９ ") || labels.starts_with("９　") {
            return Ok(true);
        }
        if let Some(rest) = line.strip_prefix("手数＝").or_else(|| line.strip_prefix("手数="))
        {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if let Ok(number) = rest[..digits].parse::<u32>() {
                self.last_ply = Some(number);
            }
            return Ok(true);
        }
        let Some((color, rest)) = side_word(line) else { return Ok(false) };
        if rest.trim_end() == "番" {
            self.side = Some(color);
            return Ok(true);
        }
        let Some(rest) = hand_word(rest) else { return Ok(false) };
        let rest = rest.strip_prefix(['：', ':']).unwrap_or(rest);
        self.hand(color, rest).map_err(|(at, kind)| (line.len() - rest.len() + at, kind))?;
        Ok(true)
    }

    fn row(&mut self, line: &str, cells: &str) -> Result<(), Fault> {
        let fault = |rest: &str, kind| (line.len() - rest.len(), kind);
        if self.rows == 9 {
            return Err((0, RecordErrorKind::Expected("no more than nine rows")));
        }
        let mut rest = cells;
        for file in (1..=9).rev() {
            let mut color = Color::Black;
            let piece = loop {
                let mut chars = rest.chars();
                match chars.next() {
                    Some(' ' | '^') => {}
                    Some('v' | 'V' | 'ｖ' | '▽' | '△') => color = Color::White,
                    Some('・' | '．' | '·' | '･' | '　' | '*' | '.') => {
                        rest = chars.as_str();
                        break None;
                    }
                    _ => {
                        let Some((kind, len)) = kanji_kind(rest) else {
                            let kind =
                                RecordErrorKind::Expected("nine squares, each ・ or a piece");
                            return Err(fault(rest, kind));
                        };
                        rest = &rest[len..];
                        break Some(Piece::new(color, kind));
                    }
                }
                rest = chars.as_str();
            };
            if let Some(square) = Square::new(file, self.rows as u8 + 1) {
                self.setup.board[square.index()] = piece;
            }
        }
        let rest = rest.trim_start_matches(' ');
        if !rest.is_empty() && !rest.starts_with('|') {
            return Err(fault(rest, RecordErrorKind::Expected("`|` after nine squares")));
        }
        self.rows += 1;
        Ok(())
    }

    fn hand(&mut self, color: Color, text: &str) -> Result<(), Fault> {
        self.hands[color.index()] = true;
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches([' ', '　', '\t', '、', ',']);
            let at = text.len() - rest.len();
            if rest.is_empty() || rest.starts_with("なし") || rest.starts_with("無し") {
                return Ok(());
            }
            let Some((kind, len)) = kanji_kind(rest).filter(|(kind, _)| kind.is_hand()) else {
                return Err((at, RecordErrorKind::Expected("pieces such as 飛二 角, or なし")));
            };
            rest = &rest[len..];
            let (count, len) = number(rest);
            rest = &rest[len..];
            let hand = &mut self.setup.hands[color.index()];
            let count = u32::from(hand.count(kind)).saturating_add(count.unwrap_or(1));
            *hand = u8::try_from(count)
                .ok()
                .and_then(|count| hand.with_count(kind, count))
                .ok_or((at, RecordErrorKind::TooManyPieces))?;
        }
    }

    /// Returns whether a line of the diagram was read, and not only the name of a handicap.
    pub(crate) fn is_drawn(&self) -> bool {
        self.rows > 0
    }

    /// Returns the start that the record names.
    pub(crate) fn named(&self) -> Option<Setup> {
        self.handicap.map(Handicap::setup).or_else(|| self.other.clone())
    }

    /// Returns the position. Every flaw of [`Flaws::ALLOWABLE`] is allowed.
    pub(crate) fn position(&self) -> Result<Position, RecordErrorKind> {
        let named = self.named().unwrap_or_else(Setup::start);
        let mut setup = match self.rows {
            0 => {
                let mut setup = named;
                for color in Color::ALL.into_iter().map(Color::index) {
                    if self.hands[color] {
                        setup.hands[color] = self.setup.hands[color];
                    }
                }
                setup
            }
            9 => Setup { side: Color::Black, ..self.setup.clone() },
            _ => return Err(RecordErrorKind::Expected("nine rows of the board")),
        };
        if self.rows == 9
            && let Some(named) = self.named()
        {
            setup.side = named.side;
        }
        setup.side = self.side.unwrap_or(setup.side);
        setup.move_number = self.last_ply.map_or(1, |ply| ply.saturating_add(1));
        Position::from_setup_allowing(setup, Flaws::ALLOWABLE)
            .map_err(|error| RecordErrorKind::Position(error.flaws))
    }
}

/// Returns the number at the beginning of a text and its length in bytes. The digits may be
/// Japanese, full-width or ASCII digits. The maximum is 999.
fn number(text: &str) -> (Option<u32>, usize) {
    let (mut value, mut part, mut len, mut some) = (0u32, 0u32, 0, false);
    for c in text.chars() {
        match (c, digit(c)) {
            ('十', _) => {
                value += 10 * part.max(1);
                part = 0;
            }
            ('0' | '０', _) if some => part *= 10,
            (_, Some(digit)) => part = part * 10 + u32::from(digit),
            _ => break,
        }
        (len, some) = (len + c.len_utf8(), true);
        if value > 99 || part > 99 {
            return (Some(999), len);
        }
    }
    (some.then_some(value + part), len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, value, len) in [
            ("二　", Some(2), 3),
            ("十七", Some(17), 6),
            ("十", Some(10), 3),
            ("18", Some(18), 2),
            ("二十一", Some(21), 9),
            ("　", None, 0),
            ("九九九九九九", Some(999), 9),
        ] {
            assert_eq!(number(text), (value, len), "{text}");
        }
        for count in 1..=39 {
            let mut text = String::new();
            push_number(&mut text, count);
            assert_eq!(number(&text), (Some(u32::from(count)), text.len()), "{text}");
        }
    }

    #[test]
    fn faults_have_their_place() {
        let error = parse("先手の持駒：飛　馬\n").unwrap_err();
        assert_eq!((error.line, error.column), (1, 9));
        let error = parse("\n| ・ ・ ・ x ・ ・ ・ ・ ・|一\n").unwrap_err();
        assert_eq!((error.line, error.column), (2, 9));
        assert_eq!(parse("").unwrap_err().kind, RecordErrorKind::Empty);
        let error = parse("先手の持駒：歩十八 歩十四\n").unwrap_err();
        assert_eq!((error.line, error.kind), (1, RecordErrorKind::TooManyPieces));
    }
}
