//! Games from files of several formats, for building books.
use super::transcript::{self, ParseTranscriptError};
use super::wthor::{GameFile, GameRecord, ReadWthorError};
use crate::book::{BookBuilder, RegisterGameError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::string::String;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec::Vec;

/// The formats of game files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameFormat {
    /// The WTHOR base.
    Wthor,
    /// A transcript on each line.
    Transcripts,
}

impl GameFormat {
    /// The format of a file: WTHOR if its name ends in `.wtb` or its content holds a byte 0, which
    /// the header of a WTHOR file does and no text.
    #[must_use]
    pub fn of(path: &Path, content: &[u8]) -> Self {
        let named = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb"));
        if named || content.contains(&0) { Self::Wthor } else { Self::Transcripts }
    }
}

/// A file of games that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct ReadGamesError {
    /// The file or directory.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub kind: ReadGamesErrorKind,
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadGamesErrorKind {
    /// The system refused.
    #[error("{0}")]
    Io(io::Error),
    /// A damaged WTHOR file.
    #[error("{0}")]
    Wthor(ReadWthorError),
    /// A line that is no transcript.
    #[error("line {line}: {error}")]
    Transcript {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong; its byte is in the line.
        error: ParseTranscriptError,
    },
    /// A text that is not UTF-8.
    #[error("byte {at}: not UTF-8 text")]
    NotText {
        /// The byte, counted from 0.
        at: usize,
    },
    /// A record that holds an illegal game.
    #[error("record {record}: {error}")]
    Illegal {
        /// The record, counted from 1.
        record: usize,
        /// The ply, and why it is refused.
        error: RegisterGameError,
    },
    /// A text without a game.
    #[error("no games, expected a WTHOR file or transcripts, one a line")]
    NoGames,
    /// A directory without a file of games.
    #[error("no .wtb or .txt file in the directory")]
    NoFiles,
}

/// The files of games that paths stand for: a file for itself, a directory for the `.wtb` and
/// `.txt` files in it and in the directories below, by name.
///
/// # Errors
/// [`ReadGamesError`] if a path is not there, a directory cannot be read, or none of its files is
/// one of games.
pub fn files(paths: &[impl AsRef<Path>]) -> Result<Vec<PathBuf>, ReadGamesError> {
    let mut found = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let error = |kind| ReadGamesError { path: path.into(), kind };
        let is_directory =
            fs::metadata(path).map_err(|e| error(ReadGamesErrorKind::Io(e)))?.is_dir();
        if !is_directory {
            found.push(path.into());
            continue;
        }
        let before = found.len();
        collect(path, &mut found)?;
        if found.len() == before {
            return Err(error(ReadGamesErrorKind::NoFiles));
        }
    }
    Ok(found)
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), ReadGamesError> {
    let error = |e| ReadGamesError { path: directory.into(), kind: ReadGamesErrorKind::Io(e) };
    let mut entries = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>())
        .map_err(error)?;
    entries.sort();
    for path in entries {
        let is = |end| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
        // A link to a directory is not followed: it may lead back here.
        if fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
            collect(&path, found)?;
        } else if is("wtb") || is("txt") {
            found.push(path);
        }
    }
    Ok(())
}

/// How far [`add_files`] has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Bytes of files done.
    pub bytes: u64,
    /// Bytes of all files.
    pub total_bytes: u64,
    /// Games added.
    pub games: u64,
}

/// Adds the games of files to a book; with the `rayon` feature on all threads of the current pool.
/// The book comes out the same with any number of them.
///
/// The final score of a game that is not played to its end is the recorded one.
///
/// # Errors
/// [`ReadGamesError`] for the first file, in the order given, that is damaged or has an illegal
/// game.
///
/// ```no_run
/// use reversi_core::book::BookBuilder;
/// use reversi_core::format::games;
/// let files = games::files(&["wthor"])?;
/// let builder = BookBuilder::new().with_max_ply(30);
/// let builder = games::add_files(builder, &files, |progress| {
///     eprintln!("{} games", progress.games);
/// })?;
/// builder.with_min_games(2).save("opening.book")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn add_files(
    mut builder: BookBuilder,
    files: &[PathBuf],
    progress: impl Fn(Progress) + Sync,
) -> Result<BookBuilder, ReadGamesError> {
    let sizes = files.iter().map(|path| fs::metadata(path).map_or(0, |data| data.len()));
    let total_bytes = sizes.sum();
    let (bytes, games) = (AtomicU64::new(0), AtomicU64::new(0));
    let empty = builder.empty_like();
    let add = |path: &PathBuf| {
        let error = |kind| ReadGamesError { path: path.clone(), kind };
        let content = fs::read(path).map_err(|e| error(ReadGamesErrorKind::Io(e)))?;
        let len = content.len() as u64;
        let done = |part_bytes: u64, part_games: u64| {
            progress(Progress {
                bytes: bytes.fetch_add(part_bytes, Ordering::Relaxed) + part_bytes,
                total_bytes,
                games: games.fetch_add(part_games, Ordering::Relaxed) + part_games,
            });
        };
        match GameFormat::of(path, &content) {
            GameFormat::Wthor => add_wthor(&empty, &content, len, &done),
            GameFormat::Transcripts => add_transcripts(&empty, content, &done),
        }
        .map_err(error)
    };
    builder.merge(in_parts(files, &empty, add)?);
    Ok(builder)
}

/// Games of one part of a file: some milliseconds of work.
const PART: usize = 1024;

fn add_wthor(
    empty: &BookBuilder,
    content: &[u8],
    len: u64,
    done: &(impl Fn(u64, u64) + Sync),
) -> Result<BookBuilder, ReadGamesErrorKind> {
    let file = GameFile::from_bytes(content).map_err(ReadGamesErrorKind::Wthor)?;
    if file.games.is_empty() {
        done(len, 0);
    }
    let parts: Vec<(usize, &[GameRecord])> = file.games.chunks(PART).enumerate().collect();
    in_parts(&parts, empty, |&(part, games)| {
        let mut builder = empty.clone();
        for (index, game) in games.iter().enumerate() {
            builder.add_game(game.squares(), Some(game.score())).map_err(|error| {
                ReadGamesErrorKind::Illegal { record: part * PART + index + 1, error }
            })?;
        }
        // The header counts with the first part, so that the sum is the length of the file.
        let header = if part == 0 { len - 68 * file.games.len() as u64 } else { 0 };
        done(68 * games.len() as u64 + header, games.len() as u64);
        Ok(builder)
    })
}

fn add_transcripts(
    empty: &BookBuilder,
    content: Vec<u8>,
    done: &(impl Fn(u64, u64) + Sync),
) -> Result<BookBuilder, ReadGamesErrorKind> {
    let text = String::from_utf8(content)
        .map_err(|error| ReadGamesErrorKind::NotText { at: error.utf8_error().valid_up_to() })?;
    // Parts of whole lines, each with the number of lines before it.
    let mut parts = Vec::new();
    if transcript::lines(&text).next().is_none() {
        return Err(ReadGamesErrorKind::NoGames);
    }
    let (mut line, mut start) = (0, 0);
    while start < text.len() {
        let mut end = start;
        let mut lines = 0;
        for found in text[start..].split_inclusive('\n').take(PART) {
            end += found.len();
            lines += 1;
        }
        parts.push((line, &text[start..end]));
        (line, start) = (line + lines, end);
    }
    in_parts(&parts, empty, |&(first_line, part)| {
        let mut builder = empty.clone();
        for (line, game) in transcript::lines(part) {
            let game = game.map_err(|error| ReadGamesErrorKind::Transcript {
                line: first_line + line,
                error,
            })?;
            // It was played while it was read, so it is legal.
            let added = builder.add_game(game.squares(), game.score());
            added.map_err(|error| ReadGamesErrorKind::Illegal {
                record: first_line + line,
                error,
            })?;
        }
        done(part.len() as u64, builder.games());
        Ok(builder)
    })
}

/// Makes a builder of each part and merges them; of several errors the one of the first part.
fn in_parts<T: Sync, E: Send>(
    parts: &[T],
    empty: &BookBuilder,
    build: impl Fn(&T) -> Result<BookBuilder, E> + Sync + Send,
) -> Result<BookBuilder, E> {
    let join = |left: Result<BookBuilder, E>, right: Result<BookBuilder, E>| {
        let (mut left, right) = (left?, right?);
        left.merge(right);
        Ok(left)
    };
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        parts.par_iter().map(build).reduce(|| Ok(empty.clone()), join)
    }
    #[cfg(not(feature = "rayon"))]
    parts.iter().map(build).fold(Ok(empty.clone()), join)
}
