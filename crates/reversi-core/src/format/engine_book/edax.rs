//! The book of Edax, `book.dat`.
//!
//! | bytes  | header                                                      |
//! |--------|-------------------------------------------------------------|
//! | 0..8   | `XADEKOOB`                                                  |
//! | 8..10  | version 4, release                                          |
//! | 10..18 | date: year (i16), month, day, hour, minute, second, 0       |
//! | 18..38 | level, empty squares, two error limits, verbosity: i32 each |
//! | 38..42 | number of positions (i32)                                   |
//!
//! A position has 40 bytes, its links and its leaf:
//!
//! | bytes  | position                                              |
//! |--------|-------------------------------------------------------|
//! | 0..16  | the discs of the side to move and of the other side   |
//! | 16..32 | won, drawn and lost lines, all lines: u32 each        |
//! | 32..38 | value, lower bound, upper bound: i16 each             |
//! | 38..40 | number of links (u8), level (u8)                      |
//! | then   | each link, then the leaf: score (i8), move (u8)       |
//!
//! All numbers are little-endian. A move is a square (a1 is 0, h1 is 7), 64 for a pass, or 65 for none.
use super::common::{
    Item, MAX_LEVEL, NO_MOVE, PASS, Written, board_bytes, board_of, discs, engine_image,
    move_number, move_of,
};
use super::engine_format::EngineFormat;
use super::error::{
    ReadEngineBookError, ReadEngineBookErrorKind as Kind, WriteEngineBookError as WriteError,
};
use super::source::{Input, Source};
use crate::board::Board;
use crate::book::{BookFile, EngineNote, NotedLeaf, NotedMove, ReadBookError, other_key};
use crate::key::{PositionKey, canonical, from_canonical, to_canonical};
use crate::moves::Move;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

pub(super) const MAGIC: &[u8; 8] = b"XADEKOOB";
const VERSION: u8 = 4;
const COUNT_AT: usize = 38;
const FIXED: usize = 40;

/// The score of no leaf, and the lower bound of an unknown value. Its negation is the upper bound.
const UNKNOWN: i16 = -127;

/// The settings of a book, which Edax uses when it extends the book. A book of this library does not
/// keep them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The level of searches.
    pub level: u8,
    /// The number of empty squares down to which Edax adds positions.
    pub empties: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self { level: 21, empties: 24 }
    }
}

/// Reads the positions of a book one after another.
pub(super) struct Positions<I> {
    source: Source<I>,
    expected: i32,
    found: u64,
}

impl<I: Input> Positions<I> {
    /// Reads the header.
    pub(super) fn new(input: I) -> Result<Self, ReadEngineBookError> {
        let mut source = Source::new(input, EngineFormat::Edax);
        let magic = source.need(MAGIC.len())?;
        if magic != MAGIC {
            return Err(source.error(0, Kind::NoBook));
        }
        let found = source.need(MAGIC.len() + 1)?[MAGIC.len()];
        if found != VERSION {
            return Err(source.error(MAGIC.len(), Kind::Version { expected: VERSION, found }));
        }
        let head: [u8; COUNT_AT + 4] = source.take()?;
        let expected = i32::from_le_bytes([head[38], head[39], head[40], head[41]]);
        Ok(Self { source, expected, found: 0 })
    }

    /// Returns the number of bytes read.
    pub(super) fn at(&self) -> u64 {
        self.source.at()
    }

    /// Returns the error that the header announces another number of positions, if it does. Edax
    /// ignores the announced number and reads to the end of the file.
    pub(super) fn wrong_count(&self) -> Option<ReadEngineBookError> {
        let (expected, found) = (self.expected, self.found);
        (u64::try_from(expected).ok() != Some(found)).then_some(ReadEngineBookError {
            format: EngineFormat::Edax,
            at: COUNT_AT as u64,
            position: None,
            kind: Kind::Count { expected, found },
        })
    }

    /// Returns the error that an earlier position is the same as the last one.
    pub(super) fn duplicate(&self) -> ReadEngineBookError {
        self.source.error_of_position(Kind::Duplicate)
    }

    /// Reads the next position. The moves of the note are moves of the board.
    pub(super) fn next(&mut self) -> Result<Option<(Board, EngineNote)>, ReadEngineBookError> {
        let source = &mut self.source;
        if source.is_at_end()? {
            return Ok(None);
        }
        source.begin_position();
        self.found += 1;
        let links = usize::from(source.need(FIXED)?[38]);
        let len = FIXED + 2 * links + 2;
        let bytes = source.need(len)?;
        let read = position(bytes);
        match read {
            Ok(position) => {
                source.skip(len);
                Ok(Some(position))
            }
            Err((offset, kind)) => Err(source.error(offset, kind)),
        }
    }
}

/// Reads a position from all its bytes. An error has the offset of the byte.
fn position(bytes: &[u8]) -> Result<(Board, EngineNote), (usize, Kind)> {
    let (fixed, moves) = bytes.split_at(FIXED);
    let long =
        |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
    let score = |at: usize| {
        let found = i16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let kind = Kind::Score { found, least: UNKNOWN, greatest: -UNKNOWN };
        if found.unsigned_abs() > UNKNOWN.unsigned_abs() { Err((at, kind)) } else { Ok(found) }
    };
    let mut boards = [0; 16];
    boards.copy_from_slice(&fixed[..16]);
    let board = board_of(&boards).map_err(|kind| (0, kind))?;
    if engine_image(board) != board {
        return Err((0, Kind::NotCanonical));
    }
    let level = fixed[39];
    if level > MAX_LEVEL {
        return Err((39, Kind::Level { found: level }));
    }
    let mut links = Vec::with_capacity(moves.len() / 2 - 1);
    let mut leaf = None;
    let legal = board.moves();
    for (index, &[score, number]) in moves.as_chunks::<2>().0.iter().enumerate() {
        let at = FIXED + 2 * index + 1;
        let is_leaf = index + 1 == moves.len() / 2;
        if is_leaf && number == NO_MOVE {
            break;
        }
        let mv = move_of(number).map_err(|kind| (at, kind))?;
        let is_legal = match mv {
            Move::Place(square) => legal.contains(square),
            Move::Pass => board.must_pass(),
        };
        if !is_legal || links.iter().any(|link: &NotedMove| link.mv == mv) {
            return Err((at, Kind::Move { mv }));
        }
        let score = score as i8;
        if is_leaf {
            leaf = Some(NotedLeaf { mv, score, level: Some(level) });
        } else {
            links.push(NotedMove { mv, score });
        }
    }
    let note = EngineNote {
        level: Some(level),
        value: score(32)?,
        bounds: Some((score(34)?, score(36)?)),
        lines: long(28),
        won_lines: long(16),
        drawn_lines: long(20),
        lost_lines: long(24),
        links: Some(links),
        leaf,
    };
    Ok((board, note))
}

/// Writes a book in the format of Edax, version 4, with `out`.
///
/// A position that was read from a book of Edax is written with its links and its leaf, unless its
/// evaluation has changed. The links of another position are the moves to positions of the book, with
/// the negated values of these positions. Its leaf is the leaf of the note or none. Edax's command
/// `book fix` adds missing leaves.
///
/// A position whose side to move must pass is written if a link leads to it.
///
/// # Errors
/// Returns [`WriteEngineBookError`](super::WriteEngineBookError) if the book file is damaged, has too many
/// positions or if `out` fails.
pub fn write<D: AsRef<[u8]>, E>(
    book: &BookFile<D>,
    settings: Settings,
    mut out: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<Written, WriteError<E>> {
    let reached = reached(book).map_err(WriteError::Read)?;
    let mut written = Written::default();
    sides(book, &reached, |item, is_other| {
        match item.note(is_other) {
            Some(_) => written.positions += 1,
            None => written.without_value += 1,
        }
        Ok(())
    })?;
    let count = i32::try_from(written.positions)
        .map_err(|_| WriteError::TooMany { positions: written.positions })?;
    let mut bytes = header(settings, count);
    sides(book, &reached, |item, is_other| {
        write_position(&mut bytes, book, item, is_other).map_err(WriteError::Read)?;
        if bytes.len() >= 1 << 16 {
            out(&bytes).map_err(WriteError::Output)?;
            bytes.clear();
        }
        Ok(())
    })?;
    out(&bytes).map_err(WriteError::Output)?;
    Ok(written)
}

fn header(settings: Settings, count: i32) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&[VERSION, 4]);
    // The date is 0, so that the same book is always the same file.
    bytes.extend_from_slice(&[0; 8]);
    for number in [i32::from(settings.level), i32::from(settings.empties), 2, 1, 0, count] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// Calls `visit` for each position to write: the item, and whether the position is the one of the other
/// side.
fn sides<D: AsRef<[u8]>, E>(
    book: &BookFile<D>,
    reached: &BTreeSet<PositionKey>,
    mut visit: impl FnMut(&Item, bool) -> Result<(), WriteError<E>>,
) -> Result<(), WriteError<E>> {
    for entry in book.noted_entries() {
        let (entry, notes) = entry.map_err(WriteError::Read)?;
        let item = Item::new(&entry, notes);
        let is_plain = !item.has_note(false) && !item.has_note(true);
        if is_plain || item.has_note(false) || reached.contains(&entry.key) {
            visit(&item, false)?;
        }
        let is_reached = || other_key(entry.key).is_some_and(|other| reached.contains(&other));
        if item.has_note(true) || is_reached() {
            visit(&item, true)?;
        }
    }
    Ok(())
}

/// Returns the positions without moves that a link leads to. A record of the book stands for two such
/// positions, and only the reached one is written.
fn reached<D: AsRef<[u8]>>(book: &BookFile<D>) -> Result<BTreeSet<PositionKey>, ReadBookError> {
    let mut reached = BTreeSet::new();
    for entry in book.noted_entries() {
        let (entry, notes) = entry?;
        let item = Item::new(&entry, notes);
        let board = entry.key.board();
        let mut visit = |mv| -> Result<(), ReadBookError> {
            if let Ok(child) = board.play(mv)
                && !child.has_moves()
                && book.find(child)?.is_some()
            {
                reached.insert(canonical(child).0);
            }
            Ok(())
        };
        match item.links(false) {
            Some(links) => links.iter().try_for_each(|link| visit(link.mv))?,
            None => board.moves().iter().try_for_each(|square| visit(square.into()))?,
        }
    }
    Ok(reached)
}

/// Appends a position, if it has a value.
fn write_position<D: AsRef<[u8]>>(
    bytes: &mut Vec<u8>,
    book: &BookFile<D>,
    item: &Item,
    is_other: bool,
) -> Result<(), ReadBookError> {
    let board = if is_other { item.board.swap_sides() } else { item.board };
    let Some(note) = item.note(is_other) else { return Ok(()) };
    let links = links(book, board, &note)?;
    let is_link = |mv: Move| links.iter().any(|link| link.mv == mv);
    let leaf = note.leaf.filter(|leaf| note.links.is_some() || !is_link(leaf.mv));

    // The image that Edax stores has other squares than the canonical board of this library.
    let image = engine_image(board);
    let here = canonical(board).1;
    let there = canonical(image).1;
    let number = |mv: Move| match mv {
        Move::Place(square) => {
            move_number(from_canonical(to_canonical(square, here), there).into())
        }
        Move::Pass => PASS,
    };
    bytes.extend_from_slice(&board_bytes(image));
    for count in [note.won_lines, note.drawn_lines, note.lost_lines, note.lines] {
        bytes.extend_from_slice(&count.to_le_bytes());
    }
    let (lower, upper) = note.bounds.unwrap_or((UNKNOWN, -UNKNOWN));
    for score in [note.value, lower, upper] {
        bytes.extend_from_slice(&score.to_le_bytes());
    }
    bytes.push(links.len() as u8);
    bytes.push(note.level.unwrap_or(0));
    for link in &links {
        bytes.extend_from_slice(&[link.score as u8, number(link.mv)]);
    }
    match leaf {
        Some(leaf) => bytes.extend_from_slice(&[leaf.score as u8, number(leaf.mv)]),
        None => bytes.extend_from_slice(&[UNKNOWN as i8 as u8, NO_MOVE]),
    }
    Ok(())
}

/// Returns the links of a position: those of its note whose positions are still in the book, or all moves
/// to positions of the book.
fn links<D: AsRef<[u8]>>(
    book: &BookFile<D>,
    board: Board,
    note: &EngineNote,
) -> Result<Vec<NotedMove>, ReadBookError> {
    let mut links = Vec::new();
    let mut add = |mv: Move, score: Option<i8>| -> Result<(), ReadBookError> {
        let Ok(child) = board.play(mv) else { return Ok(()) };
        let Some(info) = book.find(child)? else { return Ok(()) };
        let value = info.value.map(|value| -discs(value) as i8);
        // A position without a value and without a note is not written.
        let is_written = value.is_some() || book.note(child)?.is_some();
        if let Some(score) = score.or(value).filter(|_| is_written) {
            links.push(NotedMove { mv, score });
        }
        Ok(())
    };
    match &note.links {
        Some(links) => links.iter().try_for_each(|link| add(link.mv, Some(link.score)))?,
        None if board.must_pass() => add(Move::Pass, None)?,
        None => board.moves().iter().try_for_each(|square| add(square.into(), None))?,
    }
    if note.links.is_none() {
        // Edax sorts links by their scores. Equal scores stay in the order of the squares.
        links.sort_by_key(|link| core::cmp::Reverse(link.score));
    }
    Ok(links)
}
