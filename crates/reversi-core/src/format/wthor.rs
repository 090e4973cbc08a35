//! The WTHOR game database of the Fédération Française d'Othello: games (`.wtb`), players (`.jou`)
//! and tournaments (`.trn`).
//!
//! ```
//! use reversi_core::format::{transcript, wthor};
//! let game = transcript::parse("f5d6c3d3c4f4").unwrap();
//! let record = wthor::GameRecord::from_position(&game.position)?;
//! assert_eq!(record.move_bytes()[..7], [56, 64, 33, 34, 43, 46, 0]);
//!
//! let mut file = wthor::GameFile::new(wthor::Date { year: 2024, month: 5, day: 1 }, 2024);
//! file.games.push(record);
//! let bytes = file.to_bytes()?;
//! assert_eq!(bytes.len(), 16 + 68);
//! assert_eq!(wthor::GameFile::from_bytes(&bytes).unwrap(), file);
//! # Ok::<(), wthor::WriteWthorError>(())
//! ```
//!
//! Reading a file and writing it back gives the same bytes. A well-formed record may contain an
//! illegal game; [`GameRecord::replay`] checks this. Passes are not stored. Files with 10x10 boards
//! and files of solitaire games have the same extensions. The reader rejects both with an error
//! that names the reason.
use crate::color::Color;
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use crate::square::Square;
use alloc::vec::Vec;

mod error;
mod header;
mod names;

use header::{HEADER, Header, check_length};

pub use error::{
    ReadWthorError, ReadWthorErrorKind, ReplayError, WriteWthorError, WriteWthorErrorKind,
};
pub use header::Date;
pub use names::{Name, NameFile, NameKind, Names};

/// The length of a game record in bytes.
const RECORD: usize = 68;

/// A file of games, `.wtb`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFile {
    header: Header,
    /// The games in the order of the file.
    pub games: Vec<GameRecord>,
}

impl GameFile {
    /// Makes a file without games, for games played in `year`. The [`depth`](Self::depth) of the
    /// file is 24, as in the files of recent years.
    #[must_use]
    pub fn new(made: Date, year: u16) -> Self {
        let header = Header { game_year: year, board: 8, depth: 24, ..Header::new(made) };
        Self { header, games: Vec::new() }
    }

    /// Returns the day on which the file was made.
    #[must_use]
    pub fn date(&self) -> Date {
        self.header.date()
    }

    /// Returns the year in which the games were played.
    #[must_use]
    pub fn year(&self) -> u16 {
        self.header.game_year
    }

    /// Returns the number of empty squares of the positions from which the theoretical scores are
    /// computed. The theoretical score of a game is the result of perfect play from such a
    /// position. In a file, the number 0 means 22 empty squares.
    #[must_use]
    pub fn depth(&self) -> u8 {
        if self.header.depth == 0 { 22 } else { self.header.depth }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns [`ReadWthorError`] with the byte and, inside a game, the number of its record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadWthorError> {
        let (mut file, games) = Self::records(bytes)?;
        file.games = games.collect::<Result<_, _>>()?;
        Ok(file)
    }

    /// Reads the header of a file. Returns a file without games, and the records of the games. An
    /// error in a record does not end the iteration.
    ///
    /// # Errors
    /// Returns [`ReadWthorError`] if the header is invalid or does not agree with the length of the
    /// file.
    pub fn records(
        bytes: &[u8],
    ) -> Result<
        (Self, impl ExactSizeIterator<Item = Result<GameRecord, ReadWthorError>> + '_),
        ReadWthorError,
    > {
        let header = Header::read(bytes)?;
        let error = |at, kind| Err(ReadWthorError { at, record: None, kind });
        match header.board {
            0 | 8 => {}
            size => return error(12, ReadWthorErrorKind::BoardSize { size }),
        }
        match header.kind {
            0 => {}
            1 => return error(13, ReadWthorErrorKind::Solitaires),
            kind => return error(13, ReadWthorErrorKind::FileKind { kind }),
        }
        if header.depth > 60 {
            return error(14, ReadWthorErrorKind::Depth { depth: header.depth });
        }
        if header.games == 0 && header.names > 0 && bytes.len() > HEADER {
            return error(8, ReadWthorErrorKind::Names { count: header.names });
        }
        check_length(bytes, u64::from(header.games), RECORD as u64)?;
        let records = bytes[HEADER..].as_chunks::<RECORD>().0.iter().enumerate();
        let games = records.map(|(index, record)| {
            GameRecord::from_bytes(record).map_err(|(offset, kind)| ReadWthorError {
                at: HEADER + RECORD * index + offset,
                record: Some(index + 1),
                kind,
            })
        });
        // The header does not store the number of games, because `games` has it.
        Ok((Self { header: Header { games: 0, ..header }, games: Vec::new() }, games))
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// Returns [`WriteWthorErrorKind::TooManyRecords`] if there are more games than the file header can
    /// count.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteWthorError> {
        let games = u32::try_from(self.games.len()).map_err(|_| {
            let count = self.games.len();
            WriteWthorError::new(WriteWthorErrorKind::TooManyRecords { count })
        })?;
        let mut bytes = Vec::with_capacity(HEADER + RECORD * self.games.len());
        bytes.extend_from_slice(&Header { games, ..self.header }.to_bytes());
        for game in &self.games {
            bytes.extend_from_slice(&game.to_bytes());
        }
        Ok(bytes)
    }
}

/// One game: its tournament, its players, its scores and its moves.
///
/// | bytes   | field                                               |
/// |---------|-----------------------------------------------------|
/// | 0..2    | tournament, a number in the `.trn` file             |
/// | 2..4    | black player, a number in the `.jou` file           |
/// | 4..6    | white player                                        |
/// | 6       | Black's discs at the end; the winner gets the empty squares |
/// | 7       | Black's discs after perfect play                    |
/// | 8..68   | the moves, `10 * rank + file`; 0 after the last move |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameRecord {
    /// The number of the tournament.
    pub tournament: u16,
    /// The number of the player who plays Black.
    pub black: u16,
    /// The number of the player who plays White.
    pub white: u16,
    score: u8,
    theoretical: u8,
    moves: [u8; 60], // invariant: bytes of squares, then zeros
}

impl GameRecord {
    /// Makes the record of a game that was played from the usual start position, without tournament
    /// and players. The final score and the theoretical score are the score of the board as if the
    /// game ended here.
    ///
    /// # Errors
    /// Returns [`WriteWthorErrorKind::NotFromStart`] if the history does not begin at the usual start.
    pub fn from_position(position: &Position) -> Result<Self, WriteWthorError> {
        let not_from_start = WriteWthorError::new(WriteWthorErrorKind::NotFromStart);
        let mut moves = [0; 60];
        let mut replay = Position::start();
        let mut count = 0;
        for turn in position.history() {
            replay.play(turn.mv).map_err(|_| not_from_start)?;
            if let Move::Place(square) = turn.mv {
                moves[count] = 10 * square.rank() + square.file();
                count += 1;
            }
        }
        if replay != *position {
            return Err(not_from_start);
        }
        let score = discs_of_score(position.final_score(Color::Black)).unwrap_or(32);
        Ok(Self { tournament: 0, black: 0, white: 0, score, theoretical: score, moves })
    }

    /// Sets the final score and the theoretical score for Black, in discs.
    ///
    /// # Errors
    /// Returns [`WriteWthorErrorKind::Score`] if a score is not an even number from -64 to 64.
    pub fn with_scores(self, score: i32, theoretical: i32) -> Result<Self, WriteWthorError> {
        let error = |score| WriteWthorError::new(WriteWthorErrorKind::Score { score });
        let discs = |score| discs_of_score(score).ok_or(error(score));
        Ok(Self { score: discs(score)?, theoretical: discs(theoretical)?, ..self })
    }

    /// Returns the stored number of Black's discs at the end. The empty squares count for the
    /// winner, and 32 is a draw.
    #[must_use]
    pub fn score_byte(&self) -> u8 {
        self.score
    }

    /// Returns the stored number of Black's discs after perfect play from the position with
    /// [`GameFile::depth`] empty squares.
    #[must_use]
    pub fn theoretical_byte(&self) -> u8 {
        self.theoretical
    }

    /// Returns the final score for Black in discs.
    #[must_use]
    pub fn score(&self) -> i32 {
        2 * i32::from(self.score) - 64
    }

    /// Returns the theoretical score for Black in discs.
    #[must_use]
    pub fn theoretical_score(&self) -> i32 {
        2 * i32::from(self.theoretical) - 64
    }

    /// Returns the stored moves.
    #[must_use]
    pub fn move_bytes(&self) -> &[u8; 60] {
        &self.moves
    }

    /// Returns the squares of the placed discs, in order, without passes. The game may be illegal.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.moves.iter().map_while(|&byte| square_of_byte(byte))
    }

    /// Plays the game and returns the final position. If the side to move has no legal move, it
    /// passes.
    ///
    /// # Errors
    /// Returns [`ReplayError`] with the ply of the first illegal move.
    pub fn replay(&self) -> Result<Position, ReplayError> {
        let mut position = Position::start();
        for (index, square) in self.squares().enumerate() {
            position
                .play_with_forced_pass(square)
                .map_err(|kind: IllegalMove| ReplayError { ply: index + 1, kind })?;
        }
        Ok(position)
    }

    /// Reads a record. The error has the offset in the record.
    fn from_bytes(bytes: &[u8; RECORD]) -> Result<Self, (usize, ReadWthorErrorKind)> {
        let word = |at| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        for at in [6, 7] {
            if bytes[at] > 64 {
                return Err((at, ReadWthorErrorKind::Score { discs: bytes[at] }));
            }
        }
        let mut moves = [0; 60];
        moves.copy_from_slice(&bytes[8..]);
        let len = moves.iter().position(|&byte| byte == 0).unwrap_or(60);
        if let Some(bad) = moves[..len].iter().position(|&byte| square_of_byte(byte).is_none()) {
            return Err((8 + bad, ReadWthorErrorKind::MoveByte { byte: moves[bad] }));
        }
        if moves[len..].iter().any(|&byte| byte != 0) {
            return Err((8 + len, ReadWthorErrorKind::GapInMoves));
        }
        Ok(Self {
            tournament: word(0),
            black: word(2),
            white: word(4),
            score: bytes[6],
            theoretical: bytes[7],
            moves,
        })
    }

    /// Returns the bytes of the record.
    fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..2].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.black.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.white.to_le_bytes());
        bytes[6] = self.score;
        bytes[7] = self.theoretical;
        bytes[8..].copy_from_slice(&self.moves);
        bytes
    }
}

/// Returns the square for a move byte, which is `10 * rank + file`.
fn square_of_byte(byte: u8) -> Option<Square> {
    Square::new(byte % 10, byte / 10)
}

/// Returns Black's discs at the end of a game with this score for Black.
fn discs_of_score(score: i32) -> Option<u8> {
    ((-64..=64).contains(&score) && score % 2 == 0).then_some(((score + 64) / 2) as u8)
}

#[cfg(test)]
mod tests;
