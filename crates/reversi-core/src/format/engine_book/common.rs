//! Conversions that the formats share: boards, moves and values.
use super::error::ReadEngineBookErrorKind as Kind;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::book::{BookInfo, EngineNote, Entry, Evaluation, NotePair, NotedMove, Record};
use crate::key::canonical;
use crate::moves::Move;
use crate::square::Square;

/// The greatest level. Egaroucid stores levels as signed bytes.
pub(super) const MAX_LEVEL: u8 = 127;

/// The number of a pass.
pub(super) const PASS: u8 = 64;
/// The number of no move.
pub(super) const NO_MOVE: u8 = 65;

/// Returns the image of a board that both engines store. Images are compared by the discs of the side to
/// move first. The keys of this library compare the discs of the opponent first.
pub(super) fn engine_image(board: Board) -> Board {
    canonical(board.swap_sides()).0.board().swap_sides()
}

/// Returns the board of two numbers.
#[inline]
pub(super) fn board_of(bytes: &[u8; 16]) -> Result<Board, Kind> {
    let (words, _) = bytes.as_chunks::<8>();
    let player = Bitboard::from_bits(u64::from_le_bytes(words[0]));
    let opponent = Bitboard::from_bits(u64::from_le_bytes(words[1]));
    Board::new(player, opponent).map_err(|error| Kind::Overlap { square: error.square })
}

/// Returns the bytes of a board.
pub(super) fn board_bytes(board: Board) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&board.player().bits().to_le_bytes());
    bytes[8..].copy_from_slice(&board.opponent().bits().to_le_bytes());
    bytes
}

/// Returns the move of a number: a square or a pass.
pub(super) fn move_of(number: u8) -> Result<Move, Kind> {
    match number {
        PASS => Ok(Move::Pass),
        index => {
            let square = Square::from_index(index).ok_or(Kind::MoveNumber { found: number })?;
            Ok(Move::Place(square))
        }
    }
}

/// Returns the number of a move.
pub(super) fn move_number(mv: Move) -> u8 {
    mv.square().map_or(PASS, |square| square.index() as u8)
}

/// Rounds a value to whole discs, and halves away from zero.
pub(super) fn discs(centidiscs: i32) -> i16 {
    ((centidiscs + 50 * centidiscs.signum()) / 100) as i16
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The number of positions in the output.
    pub positions: u64,
    /// The number of positions of the book that have no value. They are not written.
    pub without_value: u64,
}

/// A record of a book with its notes, seen by the side to move of its key.
pub(super) struct Item {
    pub(super) board: Board,
    record: Record,
    info: BookInfo,
    notes: NotePair<EngineNote>,
    /// Whether the notes have the evaluation of the record. The evaluation of a record can change after
    /// the import.
    is_current: bool,
}

impl Item {
    pub(super) fn new(entry: &Entry, notes: NotePair<EngineNote>) -> Self {
        let board = entry.key.board();
        let record = entry.record;
        let is_current = evaluation_of(board, &notes) == record.evaluation();
        Self { board, record, info: record.info(entry.value), notes, is_current }
    }

    /// Whether an engine stored the position, for the side of the key or for the other side.
    pub(super) fn has_note(&self, is_other: bool) -> bool {
        self.notes[usize::from(is_other)].is_some()
    }

    /// Returns the links of the note for one side.
    pub(super) fn links(&self, is_other: bool) -> Option<&[NotedMove]> {
        self.notes[usize::from(is_other)].as_ref()?.links.as_deref()
    }

    /// Returns the note for one side, or a new note of the value and of the number of games. Returns
    /// `None` if there is neither a note nor a value.
    pub(super) fn note(&self, is_other: bool) -> Option<EngineNote> {
        let note = self.notes[usize::from(is_other)].clone();
        if note.is_some() && self.is_current {
            return note;
        }
        let info = if is_other { self.info.reversed() } else { self.info };
        let value = discs(info.value?);
        let depth = self.record.evaluation().and_then(Evaluation::depth);
        let level = depth.map(|depth| depth.get().min(MAX_LEVEL));
        Some(match note {
            Some(note) => EngineNote { value, level, bounds: None, ..note },
            None => EngineNote { value, level, lines: info.games, ..EngineNote::default() },
        })
    }
}

/// Returns the evaluation of the record of two notes: the one for the side of the key, if there is one.
pub(super) fn evaluation_of(board: Board, notes: &NotePair<EngineNote>) -> Option<Evaluation> {
    match notes {
        [Some(own), _] => own.evaluation(board),
        [None, Some(other)] => {
            let record = Record::default().with_evaluation(other.evaluation(board));
            record.reversed().evaluation()
        }
        [None, None] => None,
    }
}
