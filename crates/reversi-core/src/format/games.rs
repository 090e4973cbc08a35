//! Files and directories of games in any format.
use super::contents::{Contents, ReadError, read_as};
use super::detect::{ContentKind, Format, appears_to_be, detect, detect_named};
use super::record::{self, ReadGame, ReadRecordError};
use super::transcript::{self, GameText, ParseTranscriptError};
use super::wthor::{GameFile, GameRecord, NameFile, NameKind, Names, ReadWthorError};
use crate::book::{BookBuilder, RegisterGameError};
use crate::position::Position;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::string::String;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;
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
    /// A game that cannot be read, or another fault of a file of games.
    #[error("{0}")]
    Record(ReadRecordError),
    /// A file of another kind, or a damaged file of positions.
    #[error("{0}")]
    File(ReadError),
    /// A game from another start than the usual one.
    #[error("{0}: the game does not begin at the usual start")]
    NotFromStart(record::Place),
    /// A file of positions where games are needed.
    #[error("the file has positions, expected games")]
    Positions,
    /// A file without a game.
    #[error("no games, expected WTHOR, PGN, GGF or transcripts")]
    NoGames,
    /// A directory without a file of games.
    #[error("no file of games in the directory")]
    NoFiles,
}

/// Returns the files of games for a list of paths. A file is returned unchanged. A directory is
/// replaced with the files of games in it and in its subdirectories, sorted by name. The content of a
/// file decides whether it is a file of games. Files and directories whose names begin with a dot
/// are skipped.
///
/// # Errors
/// Returns [`ReadGamesError`] if a path does not exist, a directory cannot be read, or a directory
/// has no file of games.
pub fn files(paths: &[impl AsRef<Path>]) -> Result<Vec<PathBuf>, ReadGamesError> {
    files_of(paths, &[ContentKind::Games])
}

/// Returns the files for a list of paths as [`files`] does. In a directory, the files with one of these
/// kinds of contents are found.
///
/// # Errors
/// Returns the same errors as [`files`].
pub fn files_of(
    paths: &[impl AsRef<Path>],
    kinds: &[ContentKind],
) -> Result<Vec<PathBuf>, ReadGamesError> {
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
        collect(path, kinds, &mut found)?;
        if found.len() == before {
            return Err(error(ReadGamesErrorKind::NoFiles));
        }
    }
    Ok(found)
}

/// Appends the files with these kinds of contents in a directory and in its subdirectories.
fn collect(
    directory: &Path,
    kinds: &[ContentKind],
    found: &mut Vec<PathBuf>,
) -> Result<(), ReadGamesError> {
    let error =
        |path: &Path, e| ReadGamesError { path: path.into(), kind: ReadGamesErrorKind::Io(e) };
    let mut entries = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>())
        .map_err(|e| error(directory, e))?;
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let link = fs::symlink_metadata(&path).map_err(|e| error(&path, e))?;
        // A symbolic link to a directory is not followed, because the link may lead back to this
        // directory.
        if link.is_dir() {
            collect(&path, kinds, found)?;
        } else if fs::metadata(&path).is_ok_and(|data| data.is_file())
            && format_of(&path)
                .map_err(|e| error(&path, e))?
                .is_some_and(|format| kinds.contains(&format.content()))
        {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns the format of a file, from its name and the beginning of its content.
fn format_of(path: &Path) -> io::Result<Option<Format>> {
    if has_extension(path, "wtb") {
        return Ok(Some(Format::Wthor));
    }
    let mut head = Vec::new();
    let file = File::open(path)?;
    let len = file.metadata()?.len();
    file.take(4096).read_to_end(&mut head)?;
    Ok(match detect(&head) {
        // Other binary files have zero bytes too.
        Some(Format::Wthor) => is_wthor(&head, len).then_some(Format::Wthor),
        format => format,
    })
}

/// Returns whether the number of games in the header of a WTHOR file agrees with the length of the
/// file.
fn is_wthor(head: &[u8], len: u64) -> bool {
    let games = head.get(4..8).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    games > 0 && len == 16 + 68 * u64::from(games)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Reads a file of games or positions in any format. The games of a WTHOR file get the names of
/// players and tournaments, if the files of names are beside the file: see [`names_beside`].
///
/// # Errors
/// Returns [`ReadGamesError`] if the file cannot be read, or if the file has an unknown format.
pub fn read_file(path: impl AsRef<Path>) -> Result<(Format, Contents), ReadGamesError> {
    let path = path.as_ref();
    let error = |kind| ReadGamesError { path: path.into(), kind };
    let bytes = fs::read(path).map_err(|e| error(ReadGamesErrorKind::Io(e)))?;
    let format = detect_named(&path.to_string_lossy(), &bytes).ok_or_else(|| {
        error(ReadGamesErrorKind::File(ReadError::UnknownFormat {
            appears_to_be: appears_to_be(&bytes),
        }))
    })?;
    let names = match format {
        Format::Wthor => names_beside(path)?,
        _ => Names::default(),
    };
    let contents = read_as(format, &bytes, &names).map_err(|e| error(of_read_error(e)))?;
    Ok((format, contents))
}

fn of_read_error(error: ReadError) -> ReadGamesErrorKind {
    match error {
        ReadError::Record(error) => ReadGamesErrorKind::Record(error),
        error => ReadGamesErrorKind::File(error),
    }
}

/// Returns the positions of a file: the games with their histories, or the positions of a list.
///
/// # Errors
/// Returns [`ReadGamesError`] for the first fault of the file.
pub fn positions(path: impl AsRef<Path>) -> Result<Vec<Position>, ReadGamesError> {
    let path = path.as_ref();
    let error = |kind| ReadGamesError { path: path.into(), kind };
    match read_file(path)?.1 {
        Contents::Games(games) => {
            let games = games.into_iter().map(|game| game.map(|game| game.position));
            games.collect::<Result<_, _>>().map_err(|e| error(ReadGamesErrorKind::Record(e)))
        }
        Contents::Positions(problems) => {
            let problems = problems.into_iter().map(|problem| problem.map(|p| p.position));
            problems
                .collect::<Result<_, _>>()
                .map_err(|e| error(ReadGamesErrorKind::File(ReadError::Position(e))))
        }
    }
}

/// Reads the files of names of a WTHOR file: the players (`.jou`) and the tournaments (`.trn`) in the
/// same directory. The upper and lower case of names does not matter. If there are several files,
/// the file with the name of the WTHOR file is preferred, then `WTHOR.JOU`, then `WTH.JOU`. Other
/// files are used only if there is one of them.
///
/// # Errors
/// Returns [`ReadGamesError`] if a file of names is damaged.
pub fn names_beside(path: impl AsRef<Path>) -> Result<Names, ReadGamesError> {
    let path = path.as_ref();
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    // A directory that cannot be listed has no names.
    let entries: Vec<PathBuf> = fs::read_dir(directory)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default();
    let read = |kind, extension| {
        let Some(path) = name_file(&entries, stem, extension) else { return Ok(None) };
        let error = |kind| ReadGamesError { path: path.into(), kind };
        let bytes = fs::read(path).map_err(|e| error(ReadGamesErrorKind::Io(e)))?;
        let names = NameFile::from_bytes(kind, &bytes);
        names.map(Some).map_err(|e| error(ReadGamesErrorKind::Wthor(e)))
    };
    Ok(Names {
        players: read(NameKind::Players, "jou")?,
        tournaments: read(NameKind::Tournaments, "trn")?,
    })
}

/// Chooses the file of names with an extension.
fn name_file<'a>(entries: &'a [PathBuf], stem: &OsStr, extension: &str) -> Option<&'a Path> {
    let candidates = || entries.iter().filter(|path| has_extension(path, extension));
    let named = |stem: &OsStr| {
        candidates().find(|path| path.file_stem().is_some_and(|s| s.eq_ignore_ascii_case(stem)))
    };
    let preferred = [stem, OsStr::new("WTHOR"), OsStr::new("WTH")].into_iter().find_map(named);
    let only = || candidates().next().filter(|_| candidates().count() == 1);
    preferred.or_else(only).map(PathBuf::as_path)
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
/// illegal game. [`add_readable`] skips such games.
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
    builder: BookBuilder,
    files: &[PathBuf],
    progress: impl Fn(Progress) + Sync,
) -> Result<BookBuilder, ReadGamesError> {
    // The work is not generic, so that this crate compiles it, with its own optimization level.
    let added = add_all(builder, files, &progress);
    added.faults.into_iter().next().map_or(Ok(added.builder), |fault| Err(fault.error))
}

/// Adds the games of files to a book like [`add_files`], but skips the games that cannot be added.
/// Returns the errors of the skipped games in the order of the files.
///
/// # Errors
/// Returns [`ReadGamesError`] for the first file in the given order that cannot be read at all.
pub fn add_readable(
    builder: BookBuilder,
    files: &[PathBuf],
    progress: impl Fn(Progress) + Sync,
) -> Result<(BookBuilder, Vec<ReadGamesError>), ReadGamesError> {
    let Added { builder, faults } = add_all(builder, files, &progress);
    let mut skipped = Vec::with_capacity(faults.len());
    for fault in faults {
        if fault.is_of_file {
            return Err(fault.error);
        }
        skipped.push(fault.error);
    }
    Ok((builder, skipped))
}

/// The games of files or of a part of a file, and the faults that were found.
struct Added<E> {
    builder: BookBuilder,
    faults: Vec<Fault<E>>,
}

struct Fault<E> {
    error: E,
    /// Whether no game of the file can be read.
    is_of_file: bool,
}

impl<E> Added<E> {
    fn new(builder: BookBuilder) -> Self {
        Self { builder, faults: Vec::new() }
    }

    /// Adds the fault of a game.
    fn skip(&mut self, error: E) {
        self.faults.push(Fault { error, is_of_file: false });
    }

    fn map<T>(self, error: impl Fn(E) -> T) -> Added<T> {
        let faults = self.faults.into_iter();
        let faults =
            faults.map(|fault| Fault { error: error(fault.error), is_of_file: fault.is_of_file });
        Added { builder: self.builder, faults: faults.collect() }
    }
}

fn add_all(
    mut builder: BookBuilder,
    files: &[PathBuf],
    progress: &(dyn Fn(Progress) + Sync),
) -> Added<ReadGamesError> {
    let sizes = files.iter().map(|path| fs::metadata(path).map_or(0, |data| data.len()));
    let total_bytes = sizes.sum();
    let (bytes, games) = (AtomicU64::new(0), AtomicU64::new(0));
    let empty = builder.empty_like();
    let done = |chunk_bytes: u64, chunk_games: u64| {
        progress(Progress {
            bytes: bytes.fetch_add(chunk_bytes, Ordering::Relaxed) + chunk_bytes,
            total_bytes,
            games: games.fetch_add(chunk_games, Ordering::Relaxed) + chunk_games,
        });
    };
    let add = |path: &PathBuf| {
        let added = add_file(&empty, path, &done).unwrap_or_else(|error| {
            let faults = vec![Fault { error, is_of_file: true }];
            Added { builder: empty.clone(), faults }
        });
        added.map(|kind| ReadGamesError { path: path.clone(), kind })
    };
    let added = in_chunks(files, &empty, add);
    builder.merge(added.builder);
    Added { builder, faults: added.faults }
}

/// Receives the numbers of bytes and games of a chunk.
type Done<'a> = dyn Fn(u64, u64) + Sync + 'a;

/// Adds the games of a file.
fn add_file(
    empty: &BookBuilder,
    path: &Path,
    done: &Done<'_>,
) -> Result<Added<ReadGamesErrorKind>, ReadGamesErrorKind> {
    let content = fs::read(path).map_err(ReadGamesErrorKind::Io)?;
    let len = content.len() as u64;
    match detect_named(&path.to_string_lossy(), &content) {
        Some(Format::Wthor) => add_wthor(empty, &content, len, done),
        Some(Format::Transcripts) => add_transcripts(empty, content, done),
        Some(format @ (Format::Ggf | Format::Pgn)) => {
            let games = record::read(format, &content).map_err(ReadGamesErrorKind::Record)?;
            Ok(add_games(empty, games, len, done))
        }
        Some(Format::Obf) => Err(ReadGamesErrorKind::Positions),
        None => Err(ReadGamesErrorKind::File(ReadError::UnknownFormat {
            appears_to_be: appears_to_be(&content),
        })),
    }
}

/// The number of games in one chunk of a file. A chunk takes a few milliseconds.
const CHUNK: usize = 1024;

/// Adds the games of a WTHOR file.
fn add_wthor(
    empty: &BookBuilder,
    content: &[u8],
    len: u64,
    done: &Done<'_>,
) -> Result<Added<ReadGamesErrorKind>, ReadGamesErrorKind> {
    let (_, games) = GameFile::records(content).map_err(ReadGamesErrorKind::Wthor)?;
    let games: Vec<Result<GameRecord, ReadWthorError>> = games.collect();
    if games.is_empty() {
        done(len, 0);
    }
    let header = len - 68 * games.len() as u64;
    let chunks: Vec<(usize, &[_])> = games.chunks(CHUNK).enumerate().collect();
    Ok(in_chunks(&chunks, empty, |&(chunk, games)| {
        let mut added = Added::new(empty.clone());
        for (index, game) in games.iter().enumerate() {
            let add = |game: &GameRecord| {
                let result = added.builder.add_game(game.squares(), Some(game.score()));
                let record = chunk * CHUNK + index + 1;
                result.map_err(|error| ReadGamesErrorKind::Illegal { record, error })
            };
            let game = game.as_ref().map_err(|error| ReadGamesErrorKind::Wthor(*error));
            if let Err(error) = game.and_then(add) {
                added.skip(error);
            }
        }
        // The header is counted as part of the first chunk, so that the sum of all chunks equals
        // the file length.
        let header = if chunk == 0 { header } else { 0 };
        done(68 * games.len() as u64 + header, added.builder.games());
        added
    }))
}

/// Adds the games of a text with one transcript per line.
fn add_transcripts(
    empty: &BookBuilder,
    content: Vec<u8>,
    done: &Done<'_>,
) -> Result<Added<ReadGamesErrorKind>, ReadGamesErrorKind> {
    let text = String::from_utf8(content)
        .map_err(|error| ReadGamesErrorKind::NotText { at: error.utf8_error().valid_up_to() })?;
    let games: Vec<GameText<'_>> = transcript::texts(&text).collect();
    if games.is_empty() {
        return Err(ReadGamesErrorKind::NoGames);
    }
    let chunks: Vec<&[GameText<'_>]> = games.chunks(CHUNK).collect();
    Ok(in_chunks(&chunks, empty, |chunk| {
        let mut added = Added::new(empty.clone());
        for text in *chunk {
            let (line, game) = transcript::parse_lines(text);
            let add = |game: transcript::Transcript| {
                check_start(record::Place::Line(line), &game.position)?;
                // The reader has played the game, so the game is legal.
                let result = added.builder.add_game(game.squares(), game.score());
                result.map_err(|error| ReadGamesErrorKind::Illegal { record: line, error })
            };
            let game = game.map_err(|error| ReadGamesErrorKind::Transcript { line, error });
            if let Err(error) = game.and_then(add) {
                added.skip(error);
            }
        }
        let bytes: usize = chunk.iter().map(|game| game.len() + 1).sum();
        done(bytes as u64, added.builder.games());
        added
    }))
}

/// Adds games that were read.
fn add_games(
    empty: &BookBuilder,
    games: Vec<Result<ReadGame, ReadRecordError>>,
    len: u64,
    done: &Done<'_>,
) -> Added<ReadGamesErrorKind> {
    let mut added = Added::new(empty.clone());
    for (index, game) in games.into_iter().enumerate() {
        let add = |game: ReadGame| {
            check_start(game.place, &game.position)?;
            // A score with a fraction, which komi can cause, is not a result in discs.
            let score = game.score().filter(|score| *score == f64::from(*score as i32));
            let turns = game.position.history().iter().map(|turn| turn.mv);
            let result = added.builder.add_game(turns, score.map(|score| score as i32));
            result.map_err(|error| ReadGamesErrorKind::Illegal { record: index + 1, error })
        };
        if let Err(error) = game.map_err(ReadGamesErrorKind::Record).and_then(add) {
            added.skip(error);
        }
    }
    done(len, added.builder.games());
    added
}

/// Returns an error if a game does not begin at the usual start.
fn check_start(place: record::Place, game: &Position) -> Result<(), ReadGamesErrorKind> {
    match game.initial() == Position::start() {
        true => Ok(()),
        false => Err(ReadGamesErrorKind::NotFromStart(place)),
    }
}

/// Makes a builder from each chunk and merges the builders. The faults keep the order of the chunks.
fn in_chunks<T: Sync, E: Send>(
    chunks: &[T],
    empty: &BookBuilder,
    build: impl Fn(&T) -> Added<E> + Sync + Send,
) -> Added<E> {
    let join = |mut left: Added<E>, right: Added<E>| {
        left.builder.merge(right.builder);
        left.faults.extend(right.faults);
        left
    };
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        chunks.par_iter().map(build).reduce(|| Added::new(empty.clone()), join)
    }
    #[cfg(not(feature = "rayon"))]
    chunks.iter().map(build).fold(Added::new(empty.clone()), join)
}
