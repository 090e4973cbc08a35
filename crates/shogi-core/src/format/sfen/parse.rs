//! The SFEN reader.

use alloc::vec::Vec;
use core::str::FromStr;

use super::error::{ParseSfenError, SfenErrorKind, SfenField, SfenWarning, SfenWarningKind};
use super::flaw;
use super::letters::BOARD;
use super::write::{Sfen, encode_setup};
use crate::color::Color;
use crate::format::mode::Mode;
use crate::hand::Hand;
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, Position};
use crate::setup::Setup;

/// Reads a position. Also returns warnings about repairs. In strict mode, there are no warnings.
///
/// In strict mode, which `str::parse` also uses, the board has nine ranks of nine squares. The side
/// is `b` or `w`. The hands are `-` or pieces in any order, each with an optional count before it.
/// If a letter occurs several times, the counts are added. A missing move number means 1. Fields
/// are separated by one or more spaces. White space at the end of the text is skipped. One king may
/// be missing, as in mate problems. All other flaws of a position are errors.
///
/// Lenient mode also accepts:
///
/// - the words `position`, `sfen` and `startpos` before the board;
/// - `_` and tabs instead of spaces, and leading white space;
/// - `B` and `W` for the side;
/// - counts of zero and with leading zeros, and missing hands;
/// - every flaw of [`Flaws::ALLOWABLE`];
/// - fields after the move number, which are ignored.
///
/// ```
/// use shogi_core::format::{record::Mode, sfen};
/// let (position, warnings) = sfen::parse("sfen 4k4/9/9/9/9/9/9/9/4K4 W", Mode::Lenient)?;
/// assert_eq!(position.to_string(), "4k4/9/9/9/9/9/9/9/4K4 w - 1");
/// assert_eq!(warnings.len(), 3);
/// assert_eq!(warnings[1].to_string(), "side field at byte 27: accepted an upper-case letter for the side");
/// # Ok::<(), sfen::ParseSfenError>(())
/// ```
///
/// # Errors
/// Returns the first fault and its byte offset in `text`. If the position is not valid, the kind of
/// the error is [`SfenErrorKind::Flaws`].
pub fn parse(text: &str, mode: Mode) -> Result<(Position, Vec<SfenWarning>), ParseSfenError> {
    if mode == Mode::Strict {
        return Ok((parse_strictly(text)?, Vec::new()));
    }
    let mut warnings = Vec::new();
    let mut parser = Parser::new(text, Some(&mut warnings));
    parser.prefixes();
    let position = if parser.word("startpos") {
        parser.warn(SfenField::Board, parser.at - 8, SfenWarningKind::Prefix);
        Position::start()
    } else {
        parser.position()?
    };
    parser.end()?;
    Ok((position, warnings))
}

fn parse_strictly(text: &str) -> Result<Position, ParseSfenError> {
    let mut parser = Parser::new(text, None);
    let position = parser.position()?;
    parser.end()?;
    Ok(position)
}

/// Reads a setup in strict mode. The setup may be an invalid position.
///
/// # Errors
/// Returns the first fault and its byte offset in `text`.
pub fn parse_setup(text: &str) -> Result<Setup, ParseSfenError> {
    let mut parser = Parser::new(text, None);
    let setup = parser.setup()?.setup;
    parser.end()?;
    Ok(setup)
}

impl FromStr for Position {
    type Err = ParseSfenError;

    /// Reads an SFEN in strict mode, as [`sfen::parse`](parse) does. Also reads the word
    /// `startpos`.
    ///
    /// ```
    /// use shogi_core::Position;
    /// assert_eq!("startpos".parse(), Ok(Position::start()));
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseSfenError> {
        if text == "startpos" { Ok(Self::start()) } else { parse_strictly(text) }
    }
}

impl FromStr for Sfen {
    type Err = ParseSfenError;

    /// Reads a setup as [`sfen::parse_setup`](parse_setup) does, and returns its SFEN in the usual
    /// form.
    fn from_str(text: &str) -> Result<Self, ParseSfenError> {
        parse_setup(text).map(|setup| encode_setup(&setup))
    }
}

impl FromStr for Setup {
    type Err = ParseSfenError;

    /// Reads a setup as [`sfen::parse_setup`](parse_setup) does.
    fn from_str(text: &str) -> Result<Self, ParseSfenError> {
        parse_setup(text)
    }
}

/// A setup and the byte offsets of its fields in the text.
struct Fields {
    setup: Setup,
    board: usize,
    side: usize,
    hands: usize,
}

/// Reads the fields in order. In lenient mode, adds warnings about repairs to `forgiven`.
pub(crate) struct Parser<'a> {
    text: &'a str,
    pub(crate) at: usize,
    forgiven: Option<&'a mut Vec<SfenWarning>>,
    allowed: Flaws,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, forgiven: Option<&'a mut Vec<SfenWarning>>) -> Self {
        Self::starting_at(text, 0, forgiven)
    }

    /// Creates a parser that starts at a byte offset. The offset must be a character boundary.
    pub(crate) fn starting_at(
        text: &'a str,
        at: usize,
        forgiven: Option<&'a mut Vec<SfenWarning>>,
    ) -> Self {
        let allowed = if forgiven.is_some() { Flaws::ALLOWABLE } else { Flaws::MISSING_KINGS };
        Self { text, at, forgiven, allowed }
    }

    /// Allows all position flaws, without changing how strictly the text is parsed.
    pub(crate) fn allowing_flaws(self) -> Self {
        Self { allowed: Flaws::ALLOWABLE, ..self }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn is_lenient(&self) -> bool {
        self.forgiven.is_some()
    }

    fn warn(&mut self, field: SfenField, at: usize, kind: SfenWarningKind) {
        if let Some(forgiven) = &mut self.forgiven {
            forgiven.push(SfenWarning { field, at, kind });
        }
    }

    fn is_blank(&self, byte: u8) -> bool {
        byte == b' ' || self.is_lenient() && (byte == b'_' || byte == b'\t')
    }

    /// Skips spaces. Returns whether there were any.
    fn blanks(&mut self, field: SfenField) -> bool {
        let start = self.at;
        while let Some(byte) = self.peek() {
            if !self.is_blank(byte) {
                break;
            }
            if byte != b' ' {
                self.warn(field, self.at, SfenWarningKind::Separator);
            }
            self.at += 1;
        }
        self.at > start
    }

    /// Returns whether a field or the text ends here.
    fn at_boundary(&self) -> bool {
        self.peek().is_none_or(|byte| self.is_blank(byte) || byte.is_ascii_whitespace())
    }

    /// Returns whether only white space follows.
    fn is_at_end(&self) -> bool {
        self.text.as_bytes()[self.at..].iter().all(u8::is_ascii_whitespace)
    }

    /// If the next field is this word, skips it and returns `true`.
    fn word(&mut self, word: &str) -> bool {
        let start = self.at;
        if self.text.as_bytes()[start..].starts_with(word.as_bytes()) {
            self.at += word.len();
            if self.at_boundary() {
                return true;
            }
        }
        self.at = start;
        false
    }

    /// In lenient mode, skips leading white space and USI command words.
    fn prefixes(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        if self.at > 0 {
            self.warn(SfenField::Board, 0, SfenWarningKind::Separator);
        }
        for word in ["position", "sfen"] {
            let start = self.at;
            if self.word(word) {
                self.warn(SfenField::Board, start, SfenWarningKind::Prefix);
                self.blanks(SfenField::Board);
            }
        }
    }

    #[cold]
    fn fail<T>(
        &self,
        field: SfenField,
        at: usize,
        kind: SfenErrorKind,
    ) -> Result<T, ParseSfenError> {
        Err(ParseSfenError { field, at, kind })
    }

    /// Returns the error for an unexpected or missing character at a byte.
    #[cold]
    fn unexpected<T>(&self, field: SfenField, at: usize) -> Result<T, ParseSfenError> {
        let kind = match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            Some(found) => SfenErrorKind::Unexpected { found },
            None => SfenErrorKind::Missing,
        };
        self.fail(field, at, kind)
    }

    /// Reads all fields and returns the position, which must be valid.
    pub(crate) fn position(&mut self) -> Result<Position, ParseSfenError> {
        let fields = self.setup()?;
        let (board, side, hands) = (fields.board, fields.side, fields.hands);
        let error = match Position::from_setup_allowing(fields.setup, self.allowed) {
            Ok(position) => {
                if !self.is_lenient() {
                    if self.allowed != Flaws::ALLOWABLE
                        && position.king(Color::Black).is_none()
                        && position.king(Color::White).is_none()
                    {
                        let kind = SfenErrorKind::Flaws(Flaws::MISSING_KINGS);
                        return self.fail(SfenField::Board, board, kind);
                    }
                    return Ok(position);
                }
                let flaws = position.flaws();
                if !flaws.is_empty() && !is_one_missing_king(flaws) {
                    let places = [board, side, hands];
                    let (field, at) = flaw::place(self.text, places, flaws, &position.to_setup());
                    self.warn(field, at, SfenWarningKind::Flaws(flaws));
                }
                return Ok(position);
            }
            Err(error) => error,
        };
        let (field, at) = flaw::place(self.text, [board, side, hands], error.flaws, &error.setup);
        self.fail(field, at, SfenErrorKind::Flaws(error.flaws))
    }

    fn setup(&mut self) -> Result<Fields, ParseSfenError> {
        let mut fields = Fields { setup: Setup::empty(), board: self.at, side: 0, hands: 0 };
        self.board(&mut fields.setup)?;
        if !self.blanks(SfenField::Side) && !self.is_at_end() {
            return self.unexpected(SfenField::Board, self.at);
        }
        self.field(SfenField::Side)?;
        fields.side = self.at;
        fields.setup.side = self.side()?;
        self.blanks(SfenField::Hands);
        if self.is_at_end() && self.is_lenient() {
            self.warn(SfenField::Hands, self.at, SfenWarningKind::MissingHands);
            return Ok(fields);
        }
        self.field(SfenField::Hands)?;
        fields.hands = self.at;
        fields.setup.hands = self.hands()?;
        let end = self.at;
        if self.blanks(SfenField::Ply) {
            if self.at_boundary() || self.text[self.at..].starts_with("moves") {
                // The move number is missing. The caller reads the rest of the text.
                self.at = end;
            } else {
                fields.setup.move_number = self.ply()?;
            }
        }
        Ok(fields)
    }

    fn board(&mut self, setup: &mut Setup) -> Result<(), ParseSfenError> {
        const FIELD: SfenField = SfenField::Board;
        for rank in 0..9 {
            let row = &mut setup.board[9 * rank..9 * rank + 9];
            let mut column = 0;
            while column < 9 {
                let at = self.at;
                let Some(byte) = self.peek() else {
                    return self.short_board(rank, column);
                };
                match BOARD[usize::from(byte)] {
                    0 if byte == b'+' => {
                        let next = self.text.as_bytes().get(at + 1).copied().unwrap_or(0);
                        let piece = Piece::from_index(BOARD[usize::from(next)]);
                        let promoted = piece.and_then(|piece| {
                            Some(Piece::new(piece.color(), piece.kind().promoted()?))
                        });
                        if promoted.is_none() {
                            return self.fail(FIELD, at, SfenErrorKind::NotPromotable);
                        }
                        row[column] = promoted;
                        column += 1;
                        self.at += 1;
                    }
                    0 => return self.short_board(rank, column),
                    code @ 33.. => {
                        column += usize::from(code - 32);
                        if column > 9 {
                            return self.fail(FIELD, at, SfenErrorKind::RankTooLong);
                        }
                    }
                    code => {
                        row[column] = Piece::from_index(code);
                        column += 1;
                    }
                }
                self.at += 1;
            }
            let Some(byte) = self.peek() else {
                if rank == 8 {
                    break;
                }
                return self.short_board(rank + 1, 0);
            };
            match byte {
                b'/' if rank < 8 => self.at += 1,
                b'/' => return self.fail(FIELD, self.at, SfenErrorKind::TooManyRanks),
                b'+' => return self.fail(FIELD, self.at, SfenErrorKind::RankTooLong),
                _ if BOARD[usize::from(byte)] != 0 => {
                    return self.fail(FIELD, self.at, SfenErrorKind::RankTooLong);
                }
                _ if rank == 8 => break,
                _ => return self.short_board(rank + 1, 0),
            }
        }
        Ok(())
    }

    /// Returns the error for a board that ends where a square or a `/` was expected.
    #[cold]
    fn short_board(&self, ranks: usize, squares: usize) -> Result<(), ParseSfenError> {
        let at = self.at;
        let field = SfenField::Board;
        match self.peek() {
            _ if ranks == 0 && squares == 0 && self.is_at_end() => {
                self.fail(field, at, SfenErrorKind::Missing)
            }
            Some(byte) if byte != b'/' && !self.at_boundary() => self.unexpected(field, at),
            Some(b'/') => {
                self.fail(field, at, SfenErrorKind::RankTooShort { squares: squares as u8 })
            }
            _ if squares > 0 => {
                self.fail(field, at, SfenErrorKind::RankTooShort { squares: squares as u8 })
            }
            _ => self.fail(field, at, SfenErrorKind::TooFewRanks { ranks: ranks as u8 }),
        }
    }

    /// Returns an error if the next character does not begin a field.
    fn field(&self, field: SfenField) -> Result<(), ParseSfenError> {
        if self.is_at_end() {
            return self.fail(field, self.at, SfenErrorKind::Missing);
        }
        if self.at_boundary() { self.unexpected(field, self.at) } else { Ok(()) }
    }

    fn side(&mut self) -> Result<Color, ParseSfenError> {
        let at = self.at;
        let color = match self.peek() {
            Some(b'b') => Color::Black,
            Some(b'w') => Color::White,
            Some(letter @ (b'B' | b'W')) if self.is_lenient() => {
                self.warn(SfenField::Side, at, SfenWarningKind::UpperCaseSide);
                if letter == b'B' { Color::Black } else { Color::White }
            }
            _ => return self.unexpected(SfenField::Side, at),
        };
        self.at += 1;
        if self.at_boundary() { Ok(color) } else { self.unexpected(SfenField::Side, self.at) }
    }

    fn hands(&mut self) -> Result<[Hand; 2], ParseSfenError> {
        const FIELD: SfenField = SfenField::Hands;
        let mut hands = [Hand::EMPTY; 2];
        if self.peek() == Some(b'-') {
            self.at += 1;
            if !self.at_boundary() {
                return self.unexpected(FIELD, self.at);
            }
            return Ok(hands);
        }
        while !self.at_boundary() {
            let start = self.at;
            let count = self.count()?;
            let letter = self.peek().unwrap_or(0);
            let piece = match Piece::from_index(BOARD[usize::from(letter)]) {
                Some(piece) if piece.kind() != PieceKind::King => piece,
                _ if self.at > start && self.at_boundary() => {
                    return self.fail(FIELD, start, SfenErrorKind::CountWithoutPiece);
                }
                _ => return self.unexpected(FIELD, self.at),
            };
            self.at += 1;
            let hand = &mut hands[piece.color().index()];
            let all = count.saturating_add(u32::from(hand.count(piece.kind())));
            match u8::try_from(all).ok().and_then(|all| hand.with_count(piece.kind(), all)) {
                Some(more) => *hand = more,
                None => {
                    return self.fail(
                        FIELD,
                        start,
                        SfenErrorKind::HandTooFull { kind: piece.kind() },
                    );
                }
            }
        }
        Ok(hands)
    }

    /// Reads the count before the letter of a piece in hand. A missing count means 1. The count
    /// saturates, so a count that is too large for the type is still too large for a hand.
    fn count(&mut self) -> Result<u32, ParseSfenError> {
        let start = self.at;
        let mut count = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            count = count.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        if self.at == start {
            return Ok(1);
        }
        if self.text.as_bytes()[start] == b'0' {
            if !self.is_lenient() {
                return self.fail(SfenField::Hands, start, SfenErrorKind::LeadingZero);
            }
            self.warn(SfenField::Hands, start, SfenWarningKind::LeadingZero);
        }
        Ok(count)
    }

    fn ply(&mut self) -> Result<u32, ParseSfenError> {
        let start = self.at;
        let mut ply = Some(0u32);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            ply = ply
                .and_then(|ply| ply.checked_mul(10))
                .and_then(|ply| ply.checked_add(u32::from(digit - b'0')));
            self.at += 1;
        }
        if self.at == start || !self.at_boundary() {
            return self.unexpected(SfenField::Ply, self.at);
        }
        match ply {
            Some(ply) => Ok(ply),
            None => self.fail(SfenField::Ply, start, SfenErrorKind::PlyTooLarge),
        }
    }

    /// Checks that only white space follows.
    fn end(&mut self) -> Result<(), ParseSfenError> {
        let rest = &self.text[self.at..];
        let blank = rest.len()
            - rest
                .trim_start_matches(|c: char| {
                    c.is_ascii_whitespace() || self.is_lenient() && c == '_'
                })
                .len();
        if blank == rest.len() {
            return Ok(());
        }
        self.at += blank;
        if self.is_lenient() {
            self.warn(SfenField::Extra, self.at, SfenWarningKind::ExtraField);
            return Ok(());
        }
        self.fail(SfenField::Extra, self.at, SfenErrorKind::ExtraField)
    }
}

fn is_one_missing_king(flaws: Flaws) -> bool {
    flaws == Flaws::MISSING_BLACK_KING || flaws == Flaws::MISSING_WHITE_KING
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
