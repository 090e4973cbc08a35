use super::position::{Hcp, PackError, PackedSfen, UnpackError};
use crate::color::Color;
use crate::mv::BareMove;
use crate::position::{Flaws, Position};

/// The result of the game of a training record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// A draw.
    Draw,
    /// A win of this side.
    Won(Color),
}

/// The content of a training record: a position with a move, an evaluation and a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position. If it was read from an HCPE record, which has no move number, its move number
    /// is 1.
    pub position: Position,
    /// The move that the engine played or preferred, if there is one. The move may be illegal.
    pub best: Option<BareMove>,
    /// The evaluation from the point of view of the side to move, in the unit of the engine that
    /// wrote the record.
    pub eval: i16,
    /// The result of the game.
    pub result: GameResult,
}

/// A training record of Apery and of the engines derived from it. It has 38 bytes, little-endian:
///
/// | bytes  | meaning                                      |
/// |--------|----------------------------------------------|
/// | 0..32  | [`Hcp`]                                      |
/// | 32..34 | evaluation for the side to move              |
/// | 34..36 | best move, Apery's 16 bits, 0 for none       |
/// | 36     | result: 0 draw, 1 Black won, 2 White won     |
/// | 37     | unused                                       |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hcpe {
    /// The position.
    pub hcp: Hcp,
    /// The evaluation for the side to move.
    pub eval: i16,
    /// The best move, as the 16 bits of the record.
    pub best_move: u16,
    /// The result number of the record.
    pub result: u8,
    /// The unused byte. Reading and writing a record does not change it.
    pub unused: u8,
}

/// A training record of YaneuraOu ("PSV"). It has 40 bytes, little-endian:
///
/// | bytes  | meaning                                                     |
/// |--------|-------------------------------------------------------------|
/// | 0..32  | [`PackedSfen`]                                              |
/// | 32..34 | score for the side to move                                  |
/// | 34..36 | move, YaneuraOu's 16 bits, 0 for none                       |
/// | 36..38 | move number                                                 |
/// | 38     | result for the side to move: 1 won, -1 lost, 0 draw         |
/// | 39     | unused                                                      |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedSfenValue {
    /// The position.
    pub sfen: PackedSfen,
    /// The score for the side to move.
    pub score: i16,
    /// The move, as the 16 bits of the record.
    pub best_move: u16,
    /// The move number.
    pub ply: u16,
    /// The result number of the record.
    pub result: i8,
    /// The unused byte. Reading and writing a record does not change it.
    pub unused: u8,
}

/// The fields of a training record, without the board and the hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Annotation {
    /// The side to move.
    pub side: Color,
    /// The move.
    pub best: Option<BareMove>,
    /// The evaluation for the side to move.
    pub eval: i16,
    /// The result of the game.
    pub result: GameResult,
}

impl Annotation {
    fn with(self, position: Position) -> Sample {
        Sample { position, best: self.best, eval: self.eval, result: self.result }
    }
}

/// Returns the position of a sample, if a reader of training records accepts it.
fn packable(sample: &Sample) -> Result<&Position, PackError> {
    let flaws = sample.position.flaws().difference(Flaws::MISSING_KINGS);
    if flaws.is_empty() { Ok(&sample.position) } else { Err(PackError::Flaws(flaws)) }
}

/// A training record in a binary format.
pub trait Record: Copy {
    /// The size of a record in bytes.
    const SIZE: usize;

    /// Makes a record from its bytes. Returns `None` if their number is not [`Record::SIZE`]. The
    /// content is not validated; [`Record::sample`] validates it.
    fn from_slice(bytes: &[u8]) -> Option<Self>;

    /// Appends the bytes of the record.
    fn append_to(&self, bytes: &mut alloc::vec::Vec<u8>);

    /// Decodes the record.
    ///
    /// # Errors
    /// Returns the first fault and its byte offset in the record.
    fn sample(&self) -> Result<Sample, UnpackRecordError>;

    /// Decodes all fields of the record except the board and the hands, which are not validated.
    ///
    /// # Errors
    /// Returns the first fault and its byte offset in the record.
    fn annotation(&self) -> Result<Annotation, UnpackRecordError>;

    /// Makes the record of a sample.
    ///
    /// # Errors
    /// Fails if the position has no packed form.
    fn from_sample(sample: &Sample) -> Result<Self, PackError>;
}

/// The error for an invalid training record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid record at byte {byte}: {kind}")]
pub struct UnpackRecordError {
    /// The byte offset in the record, counted from 0.
    pub byte: usize,
    /// The kind of the error.
    pub kind: UnpackRecordErrorKind,
}

/// The kind of an error in a training record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnpackRecordErrorKind {
    /// The position is invalid.
    #[error("{0}")]
    Position(UnpackError),
    /// The 16 bits are not a move.
    #[error("the bits {0:#06x} are not a move")]
    Move(u16),
    /// The number is not a result.
    #[error("unknown result number {0}")]
    Result(i16),
}

fn position_error(error: UnpackError) -> UnpackRecordError {
    UnpackRecordError { byte: error.bit / 8, kind: UnpackRecordErrorKind::Position(error) }
}

fn move_of(
    bits: u16,
    decode: impl Fn(u16) -> Option<BareMove>,
) -> Result<Option<BareMove>, UnpackRecordError> {
    match (bits, decode(bits)) {
        (0, _) => Ok(None),
        (_, Some(m)) => Ok(Some(m)),
        (_, None) => Err(UnpackRecordError { byte: 34, kind: UnpackRecordErrorKind::Move(bits) }),
    }
}

impl Record for Hcpe {
    const SIZE: usize = 38;

    fn from_slice(bytes: &[u8]) -> Option<Self> {
        let (hcp, rest) = bytes.split_first_chunk::<32>()?;
        let &[e0, e1, m0, m1, result, unused] = rest else { return None };
        Some(Self {
            hcp: Hcp::from_bytes(*hcp),
            eval: i16::from_le_bytes([e0, e1]),
            best_move: u16::from_le_bytes([m0, m1]),
            result,
            unused,
        })
    }

    fn append_to(&self, bytes: &mut alloc::vec::Vec<u8>) {
        let ([e0, e1], [m0, m1]) = (self.eval.to_le_bytes(), self.best_move.to_le_bytes());
        bytes.extend_from_slice(&self.hcp.to_bytes());
        bytes.extend_from_slice(&[e0, e1, m0, m1, self.result, self.unused]);
    }

    fn sample(&self) -> Result<Sample, UnpackRecordError> {
        let position = self.hcp.decode().map_err(position_error)?;
        Ok(self.annotation()?.with(position))
    }

    fn annotation(&self) -> Result<Annotation, UnpackRecordError> {
        Ok(Annotation {
            side: self.hcp.side(),
            best: move_of(self.best_move, BareMove::from_apery16)?,
            eval: self.eval,
            result: match self.result {
                0 => GameResult::Draw,
                1 => GameResult::Won(Color::Black),
                2 => GameResult::Won(Color::White),
                other => {
                    let kind = UnpackRecordErrorKind::Result(i16::from(other));
                    return Err(UnpackRecordError { byte: 36, kind });
                }
            },
        })
    }

    fn from_sample(sample: &Sample) -> Result<Self, PackError> {
        Ok(Self {
            hcp: Hcp::encode(packable(sample)?)?,
            eval: sample.eval,
            best_move: sample.best.map_or(0, BareMove::to_apery16),
            result: match sample.result {
                GameResult::Draw => 0,
                GameResult::Won(Color::Black) => 1,
                GameResult::Won(Color::White) => 2,
            },
            unused: 0,
        })
    }
}

impl Record for PackedSfenValue {
    const SIZE: usize = 40;

    fn from_slice(bytes: &[u8]) -> Option<Self> {
        let (sfen, rest) = bytes.split_first_chunk::<32>()?;
        let &[s0, s1, m0, m1, p0, p1, result, unused] = rest else { return None };
        Some(Self {
            sfen: PackedSfen::from_bytes(*sfen),
            score: i16::from_le_bytes([s0, s1]),
            best_move: u16::from_le_bytes([m0, m1]),
            ply: u16::from_le_bytes([p0, p1]),
            result: result as i8,
            unused,
        })
    }

    fn append_to(&self, bytes: &mut alloc::vec::Vec<u8>) {
        let ([s0, s1], [m0, m1]) = (self.score.to_le_bytes(), self.best_move.to_le_bytes());
        let [p0, p1] = self.ply.to_le_bytes();
        bytes.extend_from_slice(&self.sfen.to_bytes());
        bytes.extend_from_slice(&[s0, s1, m0, m1, p0, p1, self.result as u8, self.unused]);
    }

    fn sample(&self) -> Result<Sample, UnpackRecordError> {
        let mut position = self.sfen.decode().map_err(position_error)?;
        position.set_move_number(u32::from(self.ply));
        Ok(self.annotation()?.with(position))
    }

    fn annotation(&self) -> Result<Annotation, UnpackRecordError> {
        let side = self.sfen.side();
        Ok(Annotation {
            side,
            best: move_of(self.best_move, BareMove::from_yaneuraou16)?,
            eval: self.score,
            result: match self.result {
                0 => GameResult::Draw,
                1 => GameResult::Won(side),
                -1 => GameResult::Won(side.opponent()),
                other => {
                    let kind = UnpackRecordErrorKind::Result(i16::from(other));
                    return Err(UnpackRecordError { byte: 38, kind });
                }
            },
        })
    }

    /// Makes the record of a sample. A move number above 65,535 is written as 65,535.
    fn from_sample(sample: &Sample) -> Result<Self, PackError> {
        let position = packable(sample)?;
        Ok(Self {
            sfen: PackedSfen::encode(position)?,
            score: sample.eval,
            best_move: sample.best.map_or(0, BareMove::to_yaneuraou16),
            ply: u16::try_from(position.move_number()).unwrap_or(u16::MAX),
            result: match sample.result {
                GameResult::Draw => 0,
                GameResult::Won(color) if color == position.side() => 1,
                GameResult::Won(_) => -1,
            },
            unused: 0,
        })
    }
}
