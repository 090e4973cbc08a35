//! The books of Egaroucid: `.egbk3`, `.egbk2` and `.egbk`.
//!
//! | format   | header                                          | position                              |
//! |----------|-------------------------------------------------|---------------------------------------|
//! | `.egbk3` | `DICUORAGE`, version 3 (u8), number of positions (i32) | 25 bytes                       |
//! | `.egbk2` | `DICUORAGE`, version 2 (u8), number of positions (i32) | 19 bytes, 2 bytes per link     |
//! | `.egbk`  | number of positions (i32)                       | 17 bytes                              |
//!
//! A position of `.egbk3` has these fields: the discs of the side to move and of the other side (u64
//! each), value (i8), level (i8), number of lines (u32), value, move and level of the leaf (i8 each). A
//! position of `.egbk2` ends after the level; the number of links (u8) and the links follow, each with
//! its value and its move. They are not read, because Egaroucid does not read them. A position of `.egbk`
//! has the discs and 64 minus the value (u8).
//!
//! All numbers are little-endian. A level of -1 is unknown. The move of a leaf is a square, 64 for a pass,
//! and 65 or 125 for none.
use super::bulk::{Bulk, Fields, level_byte, level_of};
use super::common::{
    Item, NO_MOVE, Written, board_bytes, board_of, engine_image, move_number, move_of,
};
use super::engine_format::EngineFormat;
use super::error::{
    ReadEngineBookError, ReadEngineBookErrorKind as Kind, WriteEngineBookError as WriteError,
};
use super::source::{Input, Source};
use crate::board::Board;
use crate::book::{BookFile, NotedLeaf, stored_key};
use crate::key::{PositionKey, canonical, from_canonical, to_canonical};
use crate::moves::Move;

pub(super) const MAGIC: &[u8; 9] = b"DICUORAGE";
pub(super) const OLD_HEADER: usize = 4;
pub(super) const OLD_RECORD: usize = 17;

/// The numbers of an unknown move, value and level.
const UNKNOWN_MOVE: u8 = 125;
const UNKNOWN_SCORE: i8 = -126;
const UNKNOWN_LEVEL: i8 = -1;

/// Reads all positions. `progress` is called from time to time with the number of bytes read.
pub(super) fn read<I: Input>(
    input: I,
    format: EngineFormat,
    mut progress: impl FnMut(u64),
) -> Result<Bulk, ReadEngineBookError> {
    let mut source = Source::new(input, format);
    let count = header(&mut source, format)?;
    let mut bulk = Bulk::new();
    for index in 0..count {
        source.begin_position();
        let position = match format {
            EngineFormat::Egaroucid => position(&mut source)?,
            EngineFormat::Egaroucid2 => position_2(&mut source)?,
            _ => position_1(&mut source)?,
        };
        add(&mut bulk, position);
        if index.is_multiple_of(1 << 16) {
            progress(source.at());
        }
    }
    if !source.is_at_end()? {
        let kind = Kind::TrailingBytes;
        return Err(ReadEngineBookError { position: None, ..source.error(0, kind) });
    }
    bulk.sort();
    Ok(bulk)
}

/// Reads the header and returns the number of positions.
fn header<I: Input>(
    source: &mut Source<I>,
    format: EngineFormat,
) -> Result<u32, ReadEngineBookError> {
    if format != EngineFormat::Egaroucid1 {
        if source.need(MAGIC.len())? != MAGIC {
            return Err(source.error(0, Kind::NoBook));
        }
        source.skip(MAGIC.len());
        let expected = if format == EngineFormat::Egaroucid { 3 } else { 2 };
        let found = source.need(1)?[0];
        if found != expected {
            return Err(source.error(0, Kind::Version { expected, found }));
        }
        source.skip(1);
    }
    let bytes = source.need(4)?;
    let found = i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let count = u32::try_from(found).map_err(|_| source.error(0, Kind::NegativeCount { found }))?;
    source.skip(4);
    Ok(count)
}

/// A position whose leaf is not yet a move of the canonical board. Also whether the side to move has a
/// move.
type RawPosition = (Board, Fields, bool);

fn position<I: Input>(source: &mut Source<I>) -> Result<RawPosition, ReadEngineBookError> {
    let bytes = source.need(25)?;
    let mut boards = [0; 16];
    boards.copy_from_slice(&bytes[..16]);
    let (value, level) = (bytes[16] as i8, bytes[17] as i8);
    let lines = u32::from_le_bytes([bytes[18], bytes[19], bytes[20], bytes[21]]);
    let (score, number, leaf_level) = (bytes[22] as i8, bytes[23], bytes[24] as i8);
    let read = || {
        let board = board_of(&boards).map_err(|kind| (0, kind))?;
        check_value(i16::from(value)).map_err(|kind| (16, kind))?;
        let leaf = match number {
            NO_MOVE | UNKNOWN_MOVE => None,
            number => {
                let mv = move_of(number).map_err(|kind| (23, kind))?;
                Some(NotedLeaf { mv, score, level: level_of(leaf_level) })
            }
        };
        let board = engine_image(board);
        let legal = board.moves();
        let is_legal = |leaf: NotedLeaf| match leaf.mv {
            Move::Place(square) => legal.contains(square),
            Move::Pass => board.must_pass(),
        };
        match leaf {
            Some(leaf) if !is_legal(leaf) => Err((23, Kind::Move { mv: leaf.mv })),
            leaf => Ok((board, Fields { value, level, lines, leaf }, !legal.is_empty())),
        }
    };
    let read = read().map_err(|(offset, kind)| source.error(offset, kind))?;
    source.skip(25);
    Ok(read)
}

fn position_2<I: Input>(source: &mut Source<I>) -> Result<RawPosition, ReadEngineBookError> {
    let bytes = source.need(19)?;
    let mut boards = [0; 16];
    boards.copy_from_slice(&bytes[..16]);
    let (value, level, links) = (bytes[16] as i8, bytes[17] as i8, usize::from(bytes[18]));
    let board = board_of(&boards).map_err(|kind| source.error(0, kind))?;
    check_value(i16::from(value)).map_err(|kind| source.error(16, kind))?;
    source.need(19 + 2 * links)?;
    source.skip(19 + 2 * links);
    Ok((engine_image(board), Fields { value, level, lines: 0, leaf: None }, board.has_moves()))
}

fn position_1<I: Input>(source: &mut Source<I>) -> Result<RawPosition, ReadEngineBookError> {
    let bytes = source.need(OLD_RECORD)?;
    let mut boards = [0; 16];
    boards.copy_from_slice(&bytes[..16]);
    let value = 64 - i16::from(bytes[16]);
    let board = board_of(&boards).map_err(|kind| source.error(0, kind))?;
    check_value(value).map_err(|kind| source.error(16, kind))?;
    source.skip(OLD_RECORD);
    let fields = Fields { value: value as i8, level: UNKNOWN_LEVEL, lines: 0, leaf: None };
    Ok((engine_image(board), fields, board.has_moves()))
}

fn check_value(found: i16) -> Result<(), Kind> {
    let kind = Kind::Score { found, least: -64, greatest: 64 };
    if found.unsigned_abs() > 64 { Err(kind) } else { Ok(()) }
}

/// Adds a position. `board` is the image that engines store, and the leaf is a move of it.
fn add(bulk: &mut Bulk, (board, mut fields, has_moves): RawPosition) {
    let (key, symmetry) = canonical(board);
    if let Some(leaf) = &mut fields.leaf
        && let Move::Place(square) = leaf.mv
    {
        leaf.mv = to_canonical(square, symmetry).into();
    }
    let (key, is_other) = if has_moves { (key, false) } else { stored_key(board) };
    bulk.push(key, is_other, &fields);
}

/// Writes a book as `.egbk3` with `out`.
///
/// The format has neither links nor bounds, and no positions whose side to move must pass. A position
/// that no engine evaluated has its value in whole discs, its depth as level, and its number of games as
/// number of lines.
///
/// # Errors
/// Returns [`WriteEngineBookError`](super::WriteEngineBookError) if the book file is damaged, has too many
/// positions or if `out` fails.
pub fn write<D: AsRef<[u8]>, E>(
    book: &BookFile<D>,
    mut out: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<Written, WriteError<E>> {
    let mut written = Written::default();
    for entry in book.noted_entries() {
        let (entry, notes) = entry.map_err(WriteError::Read)?;
        match position_bytes(entry.key, &Item::new(&entry, notes)) {
            Some(_) => written.positions += 1,
            None => written.without_value += 1,
        }
    }
    let count = i32::try_from(written.positions)
        .map_err(|_| WriteError::TooMany { positions: written.positions })?;
    let mut bytes = MAGIC.to_vec();
    bytes.push(3);
    bytes.extend_from_slice(&count.to_le_bytes());
    for entry in book.noted_entries() {
        let (entry, notes) = entry.map_err(WriteError::Read)?;
        bytes.extend(position_bytes(entry.key, &Item::new(&entry, notes)).into_iter().flatten());
        if bytes.len() >= 1 << 16 {
            out(&bytes).map_err(WriteError::Output)?;
            bytes.clear();
        }
    }
    out(&bytes).map_err(WriteError::Output)?;
    Ok(written)
}

/// Returns the bytes of a position, or `None` if it has no value.
fn position_bytes(key: PositionKey, item: &Item) -> Option<[u8; 25]> {
    // If only the position before a pass has a note, the value is that of the position after the pass.
    let note = item.note(false)?;
    let value = note.value;
    if value.unsigned_abs() > 64 {
        return None;
    }
    let image = engine_image(key.board());
    let symmetry = canonical(image).1;
    let mut bytes = [0; 25];
    bytes[..16].copy_from_slice(&board_bytes(image));
    bytes[16] = value as i8 as u8;
    bytes[17] = level_byte(note.level) as u8;
    bytes[18..22].copy_from_slice(&note.lines.to_le_bytes());
    let (score, number, level) = match note.leaf {
        Some(NotedLeaf { mv: Move::Place(square), score, level }) => {
            (score, move_number(from_canonical(square, symmetry).into()), level_byte(level))
        }
        _ => (UNKNOWN_SCORE, UNKNOWN_MOVE, UNKNOWN_LEVEL),
    };
    bytes[22..].copy_from_slice(&[score as u8, number, level as u8]);
    Some(bytes)
}
