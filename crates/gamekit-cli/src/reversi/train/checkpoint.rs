//! Stores the intermediate results of a training in a file. Results are appended to the file as
//! pieces:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `RVCP`, version 1, three zeros |
//! | ... | pieces |
//!
//! A piece has these parts. All numbers are little-endian:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | the key: a hash of all data from which the content was computed |
//! | 4 | the length of the content |
//! | n | the content |
//! | 8 | the FNV-1a hash of the preceding bytes of the piece |
//!
//! There are two kinds of content. The scores of a group of games are, for each game, the number of
//! scores, then each score as a signed byte. A fitted stage is the number of samples (4 bytes), the
//! training and validation errors (8 bytes each) and the weights (2 bytes each).
//!
//! Pieces are looked up by their keys, so their order does not matter. If an option changes, the
//! keys also change. An incomplete piece at the end, which a crash can leave, is removed.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use reversi_core::Board;
use reversi_core::train::{FitOptions, FittedStage, Sample, StageReport};

use crate::error::Failure;

const HEAD: [u8; 8] = *b"RVCP\x01\0\0\0";

/// A checkpoint file and its pieces.
pub(super) struct Checkpoint {
    file: File,
    path: PathBuf,
    pieces: HashMap<u64, Vec<u8>>,
}

impl Checkpoint {
    /// Reads a checkpoint. If the file does not exist, creates it. If `must_exist` is set, a
    /// missing file is an error.
    pub(super) fn open(path: &Path, must_exist: bool) -> Result<Self, Failure> {
        let error = |error| Failure::about(path.display(), &error);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(!must_exist)
            .truncate(false)
            .open(path)
            .map_err(error)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(error)?;
        let damaged = |at| {
            let message =
                format!("byte {at}: not a gamekit checkpoint; remove the file to start over");
            Failure::Message(format!("{}: {message}", path.display()))
        };
        if bytes.is_empty() {
            file.write_all(&HEAD).map_err(error)?;
        } else if bytes.get(..HEAD.len()) != Some(&HEAD) {
            return Err(damaged(0));
        }
        let mut pieces = HashMap::new();
        let mut at = HEAD.len();
        while let Some((key, content, length)) = split_piece(bytes.get(at..).unwrap_or(&[])) {
            pieces.insert(key, content.ok_or_else(|| damaged(at))?.to_vec());
            at += length;
        }
        file.set_len(at as u64).map_err(error)?;
        file.seek(SeekFrom::End(0)).map_err(error)?;
        Ok(Self { file, path: path.to_owned(), pieces })
    }

    /// Returns the scores for a key.
    pub(super) fn scores(&mut self, key: u64) -> Option<Vec<Vec<i8>>> {
        let mut bytes = self.pieces.remove(&key)?;
        let mut rest = bytes.as_mut_slice();
        let mut games = Vec::new();
        while let Some((&mut count, after)) = rest.split_first_mut() {
            let (scores, after) = after.split_at_mut_checked(usize::from(count))?;
            games.push(scores.iter().map(|&score| score as i8).collect());
            rest = after;
        }
        Some(games)
    }

    /// Adds the scores of a group of games.
    pub(super) fn add_scores(&mut self, key: u64, games: &[Vec<i8>]) -> Result<(), Failure> {
        let mut content = Vec::new();
        for scores in games {
            content.push(scores.len() as u8);
            content.extend(scores.iter().map(|&score| score as u8));
        }
        self.append(key, &content)
    }

    /// Returns the fitted stage for a key.
    pub(super) fn stage(&mut self, key: u64, stage: usize) -> Option<FittedStage> {
        let bytes = self.pieces.remove(&key)?;
        let (samples, rest) = bytes.split_first_chunk()?;
        let (training_error, rest) = rest.split_first_chunk()?;
        let (validation_error, rest) = rest.split_first_chunk()?;
        let report = StageReport {
            stage,
            samples: u32::from_le_bytes(*samples) as usize,
            training_error: f64::from_le_bytes(*training_error),
            validation_error: f64::from_le_bytes(*validation_error),
        };
        let weights = rest.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        Some(FittedStage { report, weights: weights.collect() })
    }

    /// Adds a fitted stage.
    pub(super) fn add_stage(&mut self, key: u64, fitted: &FittedStage) -> Result<(), Failure> {
        let report = &fitted.report;
        let mut content = Vec::from((report.samples as u32).to_le_bytes());
        content.extend(report.training_error.to_le_bytes());
        content.extend(report.validation_error.to_le_bytes());
        content.extend(fitted.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        self.append(key, &content)
    }

    fn append(&mut self, key: u64, content: &[u8]) -> Result<(), Failure> {
        let mut piece = Vec::from(key.to_le_bytes());
        piece.extend((content.len() as u32).to_le_bytes());
        piece.extend(content);
        piece.extend(hash(SEED, &piece).to_le_bytes());
        self.file.write_all(&piece).map_err(|error| Failure::about(self.path.display(), &error))
    }
}

/// Returns the key, the content and the length of the first piece. The content is `None` if its
/// hash is wrong. Returns `None` if the piece is incomplete.
fn split_piece(bytes: &[u8]) -> Option<(u64, Option<&[u8]>, usize)> {
    let key = u64::from_le_bytes(*bytes.first_chunk()?);
    let length = u32::from_le_bytes(*bytes.get(8..)?.first_chunk()?) as usize;
    let end = length.checked_add(12)?;
    let sum = u64::from_le_bytes(*bytes.get(end..)?.first_chunk()?);
    let is_whole = sum == hash(SEED, &bytes[..end]);
    Some((key, is_whole.then(|| &bytes[12..end]), end + 8))
}

/// Returns the key for the scores of a group of games.
pub(super) fn key_of_games(exact: u32, games: &[Vec<Board>]) -> u64 {
    let mut bytes = Vec::from(exact.to_le_bytes());
    for boards in games {
        bytes.extend((boards.len() as u32).to_le_bytes());
        // Two different games rarely have the same last board.
        if let Some(board) = boards.last() {
            bytes.extend(words(board));
        }
        for board in boards.iter().filter(|board| board.empties().len() <= exact) {
            bytes.extend(words(board));
        }
    }
    hash(SEED, &bytes)
}

/// Returns the key for a fit to samples. Fits with different names have different keys.
pub(super) fn key_of_samples(name: &str, options: &FitOptions, samples: [&[Sample]; 2]) -> u64 {
    let mut key = hash(SEED, name.as_bytes());
    key = hash(key, &(options.steps as u64).to_le_bytes());
    key = hash(key, &options.ridge.to_le_bytes());
    for samples in samples {
        key = hash(key, &(samples.len() as u64).to_le_bytes());
        for sample in samples {
            key = hash(key, &words(&sample.board));
            key = hash(key, &sample.score.to_le_bytes());
        }
    }
    key
}

fn words(board: &Board) -> [u8; 16] {
    let both = u128::from(board.player().bits()) | u128::from(board.opponent().bits()) << 64;
    both.to_le_bytes()
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the 64-bit FNV-1a hash `from`, extended by `bytes`.
fn hash(from: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(from, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn pieces_are_found_again_and_a_torn_one_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let one = vec![vec![4, -6], vec![], vec![64]];
        let report = StageReport {
            stage: 3,
            samples: 7,
            training_error: 1.5,
            validation_error: f64::INFINITY,
        };
        let two = FittedStage { report, weights: vec![1, -2, i16::MIN] };
        assert!(Checkpoint::open(&path, true).is_err());
        let mut checkpoint = Checkpoint::open(&path, false).unwrap();
        checkpoint.add_scores(1, &one).unwrap();
        checkpoint.add_stage(2, &two).unwrap();
        drop(checkpoint);
        let whole = fs::read(&path).unwrap();
        for torn in [whole.len(), whole.len() - 1, whole.len() - 20] {
            fs::write(&path, &whole[..torn]).unwrap();
            let mut checkpoint = Checkpoint::open(&path, true).unwrap();
            assert_eq!(checkpoint.scores(1), Some(one.clone()));
            let second = checkpoint.stage(2, 3);
            assert_eq!(second.is_some(), torn == whole.len());
            if let Some(second) = second {
                assert_eq!(second, two);
            } else {
                checkpoint.add_stage(2, &two).unwrap();
                drop(checkpoint);
                assert_eq!(fs::read(&path).unwrap(), whole);
            }
        }
    }

    #[test]
    fn damage_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let mut checkpoint = Checkpoint::open(&path, false).unwrap();
        checkpoint.add_scores(1, &[vec![4, -6]]).unwrap();
        drop(checkpoint);
        let mut bytes = fs::read(&path).unwrap();
        bytes[21] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let Err(Failure::Message(text)) = Checkpoint::open(&path, false).map(|_| ()) else {
            panic!()
        };
        assert!(text.contains("byte 8"), "{text}");
        fs::write(&path, b"something else").unwrap();
        assert!(Checkpoint::open(&path, false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"something else");
    }
}
