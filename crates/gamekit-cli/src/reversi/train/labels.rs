//! The scores of games solved so far, in a file that grows lot by lot.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `RVSC`, version 1, three zeros |
//! | ... | lots |
//!
//! A lot, numbers little endian:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | the key: a hash of the boards and of how many empties were solved |
//! | 4 | how many bytes of scores follow |
//! | n | for each game the number of scores, then each as a signed byte |
//! | 8 | a hash (FNV-1a) of the lot up to here |
//!
//! Lots are found by their keys, so that nothing depends on their order; a lot cut short by a crash
//! is taken off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use reversi_core::Board;

use crate::error::Failure;

const HEAD: [u8; 8] = *b"RVSC\x01\0\0\0";

/// The file and what it holds.
pub(super) struct Labels {
    file: File,
    path: PathBuf,
    lots: HashMap<u64, Vec<Vec<i8>>>,
}

impl Labels {
    /// Reads what there is, or begins a new file.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let error = |error| Failure::about(path.display(), &error);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(error)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(error)?;
        let damaged = |at| {
            let message = format!("at byte {at}: no scores of ours, remove the file to begin anew");
            Failure::Message(format!("{}: {message}", path.display()))
        };
        if bytes.is_empty() {
            file.write_all(&HEAD).map_err(error)?;
        } else if bytes.get(..HEAD.len()) != Some(&HEAD) {
            return Err(damaged(0));
        }
        let mut lots = HashMap::new();
        let mut at = HEAD.len();
        while let Some((lot, scores, length)) = split_lot(bytes.get(at..).unwrap_or(&[])) {
            lots.insert(lot, scores.ok_or_else(|| damaged(at))?);
            at += length;
        }
        file.set_len(at as u64).map_err(error)?;
        file.seek(SeekFrom::End(0)).map_err(error)?;
        Ok(Self { file, path: path.to_owned(), lots })
    }

    /// The scores under a key.
    pub(super) fn find(&mut self, key: u64) -> Option<Vec<Vec<i8>>> {
        self.lots.remove(&key)
    }

    /// Adds a lot.
    pub(super) fn append(&mut self, key: u64, games: &[Vec<i8>]) -> Result<(), Failure> {
        let mut lot = Vec::from(key.to_le_bytes());
        let length: usize = games.iter().map(|scores| 1 + scores.len()).sum();
        lot.extend((length as u32).to_le_bytes());
        for scores in games {
            lot.push(scores.len() as u8);
            lot.extend(scores.iter().map(|&score| score as u8));
        }
        lot.extend(hash(&lot).to_le_bytes());
        self.file.write_all(&lot).map_err(|error| Failure::about(self.path.display(), &error))
    }
}

/// The first lot: its key, its scores unless it is damaged, and its length; `None` if it is not all
/// there.
#[expect(clippy::type_complexity, reason = "one private use")]
fn split_lot(bytes: &[u8]) -> Option<(u64, Option<Vec<Vec<i8>>>, usize)> {
    let key = u64::from_le_bytes(*bytes.first_chunk()?);
    let length = u32::from_le_bytes(*bytes.get(8..)?.first_chunk()?) as usize;
    let end = length.checked_add(12)?;
    let sum = u64::from_le_bytes(*bytes.get(end..)?.first_chunk()?);
    let whole = sum == hash(&bytes[..end]);
    Some((key, whole.then(|| games(&bytes[12..end])).flatten(), end + 8))
}

fn games(mut bytes: &[u8]) -> Option<Vec<Vec<i8>>> {
    let mut games = Vec::new();
    while let Some((&count, rest)) = bytes.split_first() {
        let (scores, rest) = rest.split_at_checked(usize::from(count))?;
        games.push(scores.iter().map(|&score| score as i8).collect());
        bytes = rest;
    }
    Some(games)
}

/// The key of a lot of games.
pub(super) fn key(exact: u32, games: &[Vec<Board>]) -> u64 {
    let mut bytes = Vec::from(exact.to_le_bytes());
    for boards in games {
        bytes.extend((boards.len() as u32).to_le_bytes());
        // The last board of a game is as good as its moves.
        if let Some(board) = boards.last() {
            bytes.extend(board.player().bits().to_le_bytes());
            bytes.extend(board.opponent().bits().to_le_bytes());
        }
        for board in boards.iter().filter(|board| board.empties().len() <= exact) {
            bytes.extend(board.player().bits().to_le_bytes());
            bytes.extend(board.opponent().bits().to_le_bytes());
        }
    }
    hash(&bytes)
}

/// FNV-1a of 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lots_are_found_again_and_a_torn_one_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores");
        let one = vec![vec![4, -6], vec![], vec![64]];
        let two = vec![vec![-64; 14]];
        let mut labels = Labels::open(&path).unwrap();
        labels.append(1, &one).unwrap();
        labels.append(2, &two).unwrap();
        drop(labels);
        let whole = fs::read(&path).unwrap();
        for torn in [whole.len(), whole.len() - 1, whole.len() - 20] {
            fs::write(&path, &whole[..torn]).unwrap();
            let mut labels = Labels::open(&path).unwrap();
            assert_eq!(labels.find(1), Some(one.clone()));
            let second = labels.find(2);
            assert_eq!(second.is_some(), torn == whole.len());
            if second.is_none() {
                labels.append(2, &two).unwrap();
                drop(labels);
                assert_eq!(fs::read(&path).unwrap(), whole);
            }
        }
    }

    #[test]
    fn damage_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores");
        let mut labels = Labels::open(&path).unwrap();
        labels.append(1, &[vec![4, -6]]).unwrap();
        drop(labels);
        let mut bytes = fs::read(&path).unwrap();
        bytes[21] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let Err(Failure::Message(text)) = Labels::open(&path).map(|_| ()) else { panic!() };
        assert!(text.contains("byte 8"), "{text}");
        fs::write(&path, b"something else").unwrap();
        assert!(Labels::open(&path).is_err());
    }
}
