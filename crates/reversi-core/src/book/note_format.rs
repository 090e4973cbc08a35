//! The bytes of a note in a record of a book file.
use super::note::{EngineNote, NotedLeaf, NotedMove};
use super::record::Evaluation;
use crate::leb128;
use crate::moves::Move;
use crate::square::Square;
use alloc::vec::Vec;

/// The value differs from the evaluation of the record.
const HAS_VALUE: u8 = 1;
const HAS_BOUNDS: u8 = 2;
const HAS_COUNTS: u8 = 4;
const HAS_LINKS: u8 = 8;
const HAS_LEAF: u8 = 16;
/// The level of the leaf differs from the level of the position.
const HAS_LEAF_LEVEL: u8 = 32;
const HAS_LEVEL: u8 = 64;

/// The code of a pass. A square has its index.
const PASS: u8 = 64;
/// The code of an unknown level.
const NO_LEVEL: u8 = 255;

/// Appends a note. `evaluation` is the evaluation of the record for the side of the note.
///
/// A note starts with a flags byte. The number of lines follows. The flagged fields come last, in the
/// order of the flags but with the level first: level (u8), value (i16), lower and upper bound (i16
/// each), numbers of won, drawn and lost lines, the number of links (u8) and for each link its score
/// (i8) and its move (u8), the score and the move of the leaf, the level of the leaf (u8). Numbers
/// without a type are LEB128.
pub(crate) fn write(bytes: &mut Vec<u8>, note: &EngineNote, evaluation: Option<Evaluation>) {
    let flags_at = bytes.len();
    bytes.push(0);
    let mut flags = 0;
    leb128::write(bytes, u64::from(note.lines));
    if note.level.is_some() {
        flags |= HAS_LEVEL;
        bytes.push(level_code(note.level));
    }
    if value_of(evaluation) != Some(note.value) {
        flags |= HAS_VALUE;
        bytes.extend_from_slice(&note.value.to_le_bytes());
    }
    if let Some((lower, upper)) = note.bounds {
        flags |= HAS_BOUNDS;
        bytes.extend_from_slice(&lower.to_le_bytes());
        bytes.extend_from_slice(&upper.to_le_bytes());
    }
    let counts = [note.won_lines, note.drawn_lines, note.lost_lines];
    if counts != [0; 3] {
        flags |= HAS_COUNTS;
        counts.iter().for_each(|&count| leb128::write(bytes, u64::from(count)));
    }
    if let Some(links) = &note.links {
        flags |= HAS_LINKS;
        // A checked note has at most one link for each move of a board.
        bytes.push(links.len() as u8);
        links.iter().for_each(|link| write_move(bytes, link.score, link.mv));
    }
    if let Some(leaf) = note.leaf {
        flags |= HAS_LEAF;
        write_move(bytes, leaf.score, leaf.mv);
        if leaf.level != note.level {
            flags |= HAS_LEAF_LEVEL;
            bytes.push(level_code(leaf.level));
        }
    }
    bytes[flags_at] = flags;
}

fn write_move(bytes: &mut Vec<u8>, score: i8, mv: Move) {
    bytes.push(score as u8);
    bytes.push(mv.square().map_or(PASS, |square| square.index() as u8));
}

fn level_code(level: Option<u8>) -> u8 {
    level.map_or(NO_LEVEL, |level| level.min(NO_LEVEL - 1))
}

fn level_of(code: u8) -> Option<u8> {
    (code != NO_LEVEL).then_some(code)
}

/// Returns an evaluation in whole discs, if it has no fraction of a disc.
fn value_of(evaluation: Option<Evaluation>) -> Option<i16> {
    let value = evaluation?.value();
    (value % 100 == 0).then_some((value / 100) as i16)
}

/// Reads a note and removes it from the front of `rest`.
pub(crate) fn read(rest: &mut &[u8], evaluation: Option<Evaluation>) -> Option<EngineNote> {
    let flags = byte(rest)?;
    if flags >= 2 * HAS_LEVEL || flags & (HAS_LEAF | HAS_LEAF_LEVEL) == HAS_LEAF_LEVEL {
        return None;
    }
    let mut note = EngineNote { lines: count(rest)?, ..EngineNote::default() };
    if flags & HAS_LEVEL != 0 {
        note.level = Some(level_of(byte(rest)?)?);
    }
    note.value = if flags & HAS_VALUE != 0 { word(rest)? } else { value_of(evaluation)? };
    if flags & HAS_BOUNDS != 0 {
        note.bounds = Some((word(rest)?, word(rest)?));
    }
    if flags & HAS_COUNTS != 0 {
        (note.won_lines, note.drawn_lines, note.lost_lines) =
            (count(rest)?, count(rest)?, count(rest)?);
    }
    if flags & HAS_LINKS != 0 {
        let links = (0..byte(rest)?).map(|_| {
            let (score, mv) = read_move(rest)?;
            Some(NotedMove { mv, score })
        });
        note.links = Some(links.collect::<Option<_>>()?);
    }
    if flags & HAS_LEAF != 0 {
        let (score, mv) = read_move(rest)?;
        let has_level = flags & HAS_LEAF_LEVEL != 0;
        let level = if has_level { level_of(byte(rest)?) } else { note.level };
        note.leaf = Some(NotedLeaf { mv, score, level });
    }
    Some(note)
}

fn byte(rest: &mut &[u8]) -> Option<u8> {
    let (&first, after) = rest.split_first()?;
    *rest = after;
    Some(first)
}

fn word(rest: &mut &[u8]) -> Option<i16> {
    Some(i16::from_le_bytes([byte(rest)?, byte(rest)?]))
}

fn count(rest: &mut &[u8]) -> Option<u32> {
    u32::try_from(leb128::read(rest, 32).ok()?).ok()
}

fn read_move(rest: &mut &[u8]) -> Option<(i8, Move)> {
    let score = byte(rest)? as i8;
    let mv = match byte(rest)? {
        PASS => Move::Pass,
        index => Move::Place(Square::from_index(index)?),
    };
    Some((score, mv))
}
