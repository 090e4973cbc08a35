//! Games from files of several formats, for building books.
use super::detect::{Format, detect_named};
use super::transcript::{self, ParseTranscriptError};
use super::wthor::{GameFile, GameRecord, ReadWthorError};
use crate::book::{BookBuilder, RegisterGameError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::string::String;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec::Vec;

/// The error for a file or directory of games that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct ReadGamesError {
    /// The file or directory.
    pub path: PathBuf,
    /// What is wrong with the file or directory. The message of this error includes the kind, so
    /// `source()` does not return the kind.
    pub kind: ReadGamesErrorKind,
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadGamesErrorKind {
    /// An error of the operating system.
    #[error("{0}")]
    Io(io::Error),
    /// A damaged WTHOR file.
    #[error("{0}")]
    Wthor(ReadWthorError),
    /// A line that is not a transcript.
    #[error("line {line}: {error}")]
    Transcript {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong in the line. The byte offset counts from the start of the line.
        error: ParseTranscriptError,
    },
    /// A file that is not UTF-8 text.
    #[error("byte {at}: not UTF-8 text")]
    NotText {
        /// The byte offset.
        at: usize,
    },
    /// A record of an illegal game.
    #[error("record {record}: {error}")]
    Illegal {
        /// The number of the record, counted from 1.
        record: usize,
        /// The ply, and the reason why the move is illegal.
        error: RegisterGameError,
    },
    /// A file without a game.
    #[error("no games, expected a WTHOR file or one transcript per line")]
    NoGames,
    /// A directory without a file of games.
    #[error("no .wtb or .txt file in the directory")]
    NoFiles,
}

/// Returns the files of games for a list of paths. The path of a file is returned unchanged. The
/// path of a directory is replaced by the paths of the `.wtb` and `.txt` files in the directory and
/// in its subdirectories, sorted by name.
///
/// # Errors
/// Returns [`ReadGamesError`] if a path does not exist, a directory cannot be read, or a directory
/// has no file of games.
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

/// Appends the files of games in a directory and in its subdirectories.
fn collect(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), ReadGamesError> {
    let error = |e| ReadGamesError { path: directory.into(), kind: ReadGamesErrorKind::Io(e) };
    let mut entries = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>())
        .map_err(error)?;
    entries.sort();
    for path in entries {
        let is = |end| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
        // A symbolic link to a directory is not followed, because the link may lead back to this
        // directory.
        if fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
            collect(&path, found)?;
        } else if is("wtb") || is("txt") {
            found.push(path);
        }
    }
    Ok(())
}

/// The progress of [`add_files`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The number of bytes that have been read.
    pub bytes: u64,
    /// The number of bytes in all files.
    pub total_bytes: u64,
    /// The number of games that have been added.
    pub games: u64,
}

/// Adds the games of files to a book. With the `rayon` feature this uses all threads of the current
/// pool. The book does not depend on the number of threads.
///
/// The score of an unfinished game is the score in the record.
///
/// # Errors
/// Returns [`ReadGamesError`] for the first file in the given order that is damaged or has an
/// illegal game.
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
        let done = |chunk_bytes: u64, chunk_games: u64| {
            progress(Progress {
                bytes: bytes.fetch_add(chunk_bytes, Ordering::Relaxed) + chunk_bytes,
                total_bytes,
                games: games.fetch_add(chunk_games, Ordering::Relaxed) + chunk_games,
            });
        };
        match detect_named(&path.to_string_lossy(), &content) {
            Some(Format::Wthor) => add_wthor(&empty, &content, len, &done),
            // For all other content, the transcript reader reports what is wrong.
            _ => add_transcripts(&empty, content, &done),
        }
        .map_err(error)
    };
    builder.merge(in_chunks(files, &empty, add)?);
    Ok(builder)
}

/// The number of games in one chunk of a file. A chunk takes a few milliseconds.
const CHUNK: usize = 1024;

/// Adds the games of a WTHOR file.
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
    let chunks: Vec<(usize, &[GameRecord])> = file.games.chunks(CHUNK).enumerate().collect();
    in_chunks(&chunks, empty, |&(chunk, games)| {
        let mut builder = empty.clone();
        for (index, game) in games.iter().enumerate() {
            builder.add_game(game.squares(), Some(game.score())).map_err(|error| {
                ReadGamesErrorKind::Illegal { record: chunk * CHUNK + index + 1, error }
            })?;
        }
        // The header is counted as part of the first chunk, so that the sum of all chunks equals
        // the file length.
        let header = if chunk == 0 { len - 68 * file.games.len() as u64 } else { 0 };
        done(68 * games.len() as u64 + header, games.len() as u64);
        Ok(builder)
    })
}

/// Adds the games of a text with one transcript per line.
fn add_transcripts(
    empty: &BookBuilder,
    content: Vec<u8>,
    done: &(impl Fn(u64, u64) + Sync),
) -> Result<BookBuilder, ReadGamesErrorKind> {
    let text = String::from_utf8(content)
        .map_err(|error| ReadGamesErrorKind::NotText { at: error.utf8_error().valid_up_to() })?;
    // Chunks of whole lines, each with the number of lines before it.
    let mut chunks = Vec::new();
    if transcript::lines(&text).next().is_none() {
        return Err(ReadGamesErrorKind::NoGames);
    }
    let (mut line, mut start) = (0, 0);
    while start < text.len() {
        let mut end = start;
        let mut lines = 0;
        for found in text[start..].split_inclusive('\n').take(CHUNK) {
            end += found.len();
            lines += 1;
        }
        chunks.push((line, &text[start..end]));
        (line, start) = (line + lines, end);
    }
    in_chunks(&chunks, empty, |&(first_line, chunk)| {
        let mut builder = empty.clone();
        for (line, game) in transcript::lines(chunk) {
            let game = game.map_err(|error| ReadGamesErrorKind::Transcript {
                line: first_line + line,
                error,
            })?;
            // The reader has played the game, so the game is legal.
            let added = builder.add_game(game.squares(), game.score());
            added.map_err(|error| ReadGamesErrorKind::Illegal {
                record: first_line + line,
                error,
            })?;
        }
        done(chunk.len() as u64, builder.games());
        Ok(builder)
    })
}

/// Makes a builder from each chunk and merges the builders. If several chunks fail, the function
/// returns the error of the first of these chunks.
fn in_chunks<T: Sync, E: Send>(
    chunks: &[T],
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
        chunks.par_iter().map(build).reduce(|| Ok(empty.clone()), join)
    }
    #[cfg(not(feature = "rayon"))]
    chunks.iter().map(build).fold(Ok(empty.clone()), join)
}
