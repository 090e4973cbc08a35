//! Reads and writes the Japanese names of moves in KI2 and KIF.

use alloc::string::String;

use super::parsed_name::{Found, Motion, ParsedName, Side, kind_name, push_square};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::format::lines::column;
use crate::format::report::RecordErrorKind;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// The error for a text that does not name a move in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid move name, character {column}: {kind}")]
pub struct ParseNameError {
    /// The number of the character in the text, counted from 1.
    pub column: u32,
    /// The kind of the error.
    pub kind: RecordErrorKind,
}

/// Returns the mark that KI2 writes before a move of a side.
pub(crate) const fn mark(color: Color) -> char {
    match color {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Returns the side of a mark: ▲ ☗ ▼ for Black, △ ☖ ▽ for White.
pub(crate) const fn marked(c: char) -> Option<Color> {
    match c {
        '▲' | '☗' | '▼' | '⬆' => Some(Color::Black),
        '△' | '☖' | '▽' | '⬇' => Some(Color::White),
        _ => None,
    }
}

/// Returns the KI2 name of a move, with the mark of its side. `last` is the target square of the
/// previous move, to which 同 refers.
#[must_use]
pub fn ki2(position: &Position, m: Move, last: Option<Square>) -> String {
    let mut name = String::new();
    push_ki2(&mut name, position, m, last);
    name
}

pub(crate) fn push_ki2(name: &mut String, position: &Position, m: Move, last: Option<Square>) {
    name.push(mark(position.side()));
    let start = name.len();
    let target = m.target();
    let same = last == Some(target);
    if same {
        name.push('同');
    } else {
        push_square(name, target);
    }
    let piece = name.len();
    name.push_str(kind_name(m.kind()));
    let words = name.len();
    push_distinction(name, position, m);
    if m.is_promotion() {
        name.push('成');
    } else if declines(position.side(), m) {
        name.push_str("不成");
    }
    if same && name.len() == words && piece == start + '同'.len_utf8() && words - piece == 3 {
        name.insert(piece, '　');
    }
}

/// Returns whether the move could promote but does not.
pub(crate) fn declines(side: Color, m: Move) -> bool {
    !m.is_promotion()
        && m.moved().is_some_and(PieceKind::can_promote)
        && (m.target().is_promotion_zone(side)
            || m.origin().is_some_and(|origin| origin.is_promotion_zone(side)))
}

/// Returns the pieces of a kind that reach the square, including pinned pieces.
pub(crate) fn candidates(position: &Position, kind: PieceKind, target: Square) -> Bitboard {
    let side = position.side();
    if position.colors(side).contains(target) {
        return Bitboard::EMPTY;
    }
    position
        .attackers_to(target, position.occupied())
        .intersection(position.colored_pieces(side, kind))
}

/// Returns the words that identify the moving piece, or an empty string if no word is necessary.
#[cfg(feature = "jkf")]
pub(crate) fn distinction(position: &Position, m: Move) -> String {
    let mut words = String::new();
    push_distinction(&mut words, position, m);
    words
}

fn push_distinction(name: &mut String, position: &Position, m: Move) {
    let (target, kind) = (m.target(), m.kind());
    let rivals = candidates(position, kind, target);
    let Some(origin) = m.origin() else {
        if !rivals.is_empty() {
            name.push('打');
        }
        return;
    };
    if !rivals.has_several() {
        return;
    }
    let view = View { side: position.side(), kind, target, rivals };
    let motion = view.motion(origin);
    let sides = view.side(origin);
    let only = |found: Found| view.filter(found) == Bitboard::from_square(origin);
    if only(Found { motion: Some(motion), side: None }) {
        name.push(motion.word());
    } else if let Some(side) = sides {
        name.push(side.word());
        if !only(Found { motion: None, side: Some(side) }) {
            if only(Found { motion: Some(motion), side: Some(side) }) {
                name.push(motion.word());
            } else {
                push_origin(name, origin);
            }
        }
    } else {
        push_origin(name, origin);
    }
}

/// Appends the origin square. This is only necessary if a position has more pieces of a kind than a
/// normal set, because the words may then not identify the piece.
fn push_origin(name: &mut String, origin: Square) {
    name.push('(');
    name.push((b'0' + origin.file()) as char);
    name.push((b'0' + origin.rank()) as char);
    name.push(')');
}

/// The candidates of a move name: the pieces of one kind that reach the target square.
struct View {
    side: Color,
    kind: PieceKind,
    target: Square,
    rivals: Bitboard,
}

impl View {
    fn motion(&self, origin: Square) -> Motion {
        let (from, to) = (origin.relative_rank(self.side), self.target.relative_rank(self.side));
        match from.cmp(&to) {
            core::cmp::Ordering::Greater => Motion::Up,
            core::cmp::Ordering::Equal => Motion::Level,
            core::cmp::Ordering::Less => Motion::Down,
        }
    }

    /// Returns a number for the file of a square. The number increases from right to left, from the
    /// mover's point of view.
    fn left(&self, square: Square) -> i32 {
        match self.side {
            Color::Black => i32::from(square.file()),
            Color::White => -i32::from(square.file()),
        }
    }

    /// Returns the word 左, 直 or 右 for a candidate. Horses and dragons are compared with each other,
    /// and other pieces with the target square.
    fn side(&self, origin: Square) -> Option<Side> {
        let own = self.left(origin);
        if matches!(self.kind, PieceKind::Horse | PieceKind::Dragon) {
            let mut others = self.rivals.iter().filter(|&other| other != origin);
            let (first, more) = (others.next()?, others.next());
            let other = self.left(first);
            return match (more, own.cmp(&other)) {
                (None, core::cmp::Ordering::Greater) => Some(Side::Left),
                (None, core::cmp::Ordering::Less) => Some(Side::Right),
                _ => None,
            };
        }
        match own.cmp(&self.left(self.target)) {
            core::cmp::Ordering::Greater => Some(Side::Left),
            core::cmp::Ordering::Less => Some(Side::Right),
            core::cmp::Ordering::Equal => {
                let behind =
                    origin.relative_rank(self.side) == self.target.relative_rank(self.side) + 1;
                behind.then_some(Side::Straight)
            }
        }
    }

    /// Returns the candidates that match the words.
    fn filter(&self, found: Found) -> Bitboard {
        let mut fitting = Bitboard::EMPTY;
        for origin in self.rivals {
            let motion = found.motion.is_none_or(|motion| motion == self.motion(origin));
            let side = found.side.is_none_or(|side| Some(side) == self.side(origin));
            if motion && side {
                fitting.insert(origin);
            }
        }
        fitting
    }

    /// Returns the candidates that match the words in a looser reading: 左 and 右 compare the
    /// candidates with each other.
    fn filter_loosely(&self, found: Found) -> Bitboard {
        let moving = self.filter(Found { motion: found.motion, side: None });
        let key = |square: &Square| self.left(*square);
        let file = match found.side {
            Some(Side::Left) => moving.iter().map(|square| key(&square)).max(),
            Some(Side::Right) => moving.iter().map(|square| key(&square)).min(),
            _ => return Bitboard::EMPTY,
        };
        let mut fitting = Bitboard::EMPTY;
        for origin in moving {
            if Some(self.left(origin)) == file {
                fitting.insert(origin);
            }
        }
        fitting
    }
}

/// The reason for a warning about a name that identifies exactly one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Oddity {
    /// The name fits several pieces, but only one of them can legally make the move.
    Ambiguous,
    /// The word 左 or 右 fits only in the looser reading.
    Wording,
    /// The origin square is missing.
    NoOrigin,
}

/// Returns the move that the words name. The move may be illegal.
pub(crate) fn resolve(
    words: &ParsedName,
    position: &Position,
    last: Option<Square>,
) -> Result<(Move, Option<Oddity>), RecordErrorKind> {
    let target = match words.target {
        Some(target) => target,
        None => last.ok_or(RecordErrorKind::NoMoveBefore)?,
    };
    let kind = words.kind;
    if words.drop {
        let m = Move::try_drop(kind, target).ok_or(RecordErrorKind::WrongPiece)?;
        return Ok((m, None));
    }
    if let Some(origin) = words.origin {
        return if position.kind_on(origin) == Some(kind) {
            board_move(position, words, origin, target).map(|m| (m, None))
        } else {
            Err(RecordErrorKind::WrongPiece)
        };
    }
    let rivals = candidates(position, kind, target);
    if rivals.is_empty() {
        let plain = words.found == Found::default() && words.promote.is_none();
        if plain && kind.is_hand() && position.hand(position.side()).contains(kind) {
            let m = Move::try_drop(kind, target).ok_or(RecordErrorKind::WrongPiece)?;
            return Ok((m, None));
        }
        return Err(RecordErrorKind::NoPiece);
    }
    let view = View { side: position.side(), kind, target, rivals };
    let mut oddity = None;
    let mut fitting = view.filter(words.found);
    if fitting.is_empty() {
        fitting = view.filter_loosely(words.found);
        oddity = Some(Oddity::Wording);
    }
    let Some(first) = fitting.first() else { return Err(RecordErrorKind::NoPiece) };
    if !fitting.has_several() {
        return board_move(position, words, first, target).map(|m| (m, oddity));
    }
    let mut legal = fitting
        .iter()
        .filter_map(|origin| board_move(position, words, origin, target).ok())
        .filter(|&m| position.is_legal(m));
    match (legal.next(), legal.next()) {
        (Some(m), None) => Ok((m, Some(Oddity::Ambiguous))),
        (Some(_), Some(_)) => Err(RecordErrorKind::Ambiguous),
        (None, _) => Err(RecordErrorKind::NoPiece),
    }
}

pub(super) fn board_move(
    position: &Position,
    words: &ParsedName,
    origin: Square,
    target: Square,
) -> Result<Move, RecordErrorKind> {
    let promote = words.promote == Some(true);
    Move::try_normal(words.kind, origin, target, promote, position.kind_on(target))
        .ok_or(RecordErrorKind::WrongPiece)
}

/// Reads a move name in KI2 (`▲７六歩`) or KIF (`７六歩(77)`) and returns the legal move.
///
/// The mark may be missing, a space may follow 同, and unnecessary words are accepted. In a KIF
/// name, the named piece must be on the origin square. `last` is the target square of the previous
/// move, to which 同 refers.
///
/// # Errors
/// Returns the fault of the name, or the reason why the move is illegal.
pub fn parse_japanese(
    text: &str,
    position: &Position,
    last: Option<Square>,
) -> Result<Move, ParseNameError> {
    let at = |at: usize, kind| ParseNameError { column: column(text, at), kind };
    let mut start = 0;
    if let Some((mark, color)) = text.chars().next().and_then(|c| Some((c, marked(c)?))) {
        if color != position.side() {
            return Err(at(0, RecordErrorKind::WrongSide(position.side())));
        }
        start = mark.len_utf8();
    }
    let (words, len) =
        ParsedName::parse(&text[start..]).map_err(|(byte, kind)| at(start + byte, kind))?;
    if start + len < text.trim_end().len() {
        return Err(at(start + len, RecordErrorKind::Expected("the end of the move")));
    }
    let (m, _) = resolve(&words, position, last).map_err(|kind| at(start, kind))?;
    let _ = position
        .clone()
        .play(m)
        .map_err(|illegal| at(start, RecordErrorKind::IllegalMove(illegal.kind)))?;
    Ok(m)
}

/// Returns the KIF name of a move: `７六歩(77)`, `同　銀(31)`, `４五角打`.
#[must_use]
pub fn kif(m: Move, last: Option<Square>) -> String {
    let mut name = String::new();
    push_kif(&mut name, m, last);
    name
}

/// Appends the KIF name. Returns its width in terminal columns: two for each Japanese character.
pub(crate) fn push_kif(name: &mut String, m: Move, last: Option<Square>) -> usize {
    let start = name.len();
    if last == Some(m.target()) {
        name.push_str("同　");
    } else {
        push_square(name, m.target());
    }
    name.push_str(kind_name(m.kind()));
    if m.is_promotion() {
        name.push('成');
    }
    match m.origin() {
        Some(origin) => {
            let wide = (name.len() - start) / 3;
            push_origin(name, origin);
            2 * wide + 4
        }
        None => {
            name.push('打');
            2 * ((name.len() - start) / 3)
        }
    }
}
