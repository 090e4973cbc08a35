//! USI: moves, position lines, and games as position lines.
//!
//! ```
//! use shogi_core::{BareMove, format::usi};
//! let line = "position startpos moves 7g7f 3c3d 8h2b+".parse::<usi::PositionLine>()?;
//! assert_eq!(line.moves.len(), 3);
//! assert_eq!(line.position.hand(shogi_core::Color::Black).len(), 1);
//! assert_eq!(line.to_string(), "position startpos moves 7g7f 3c3d 8h2b+");
//!
//! let error = "position startpos moves 7g7f 7g7f".parse::<usi::PositionLine>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "invalid usi line at byte 29: move 2, 7g7f: the side to move does not have this piece on the origin square"
//! );
//! # Ok::<(), usi::ParsePositionError>(())
//! ```
//!
//! The repository's page `docs/formats/usi.md` lists what each [`Mode`] accepts.

use alloc::vec::Vec;

pub use super::usi_line::{
    ParseLegalMoveError, ParseMoveError, ParseMoveErrorKind, ParsePositionError,
    ParsePositionErrorKind, PositionLine, PositionWarning, Word, parse_move, parse_position,
    parse_word,
};

use super::lines::{self, Lines, column};
use super::mode::Mode;
use super::report::{
    LossKind, ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind, Written,
};
use super::sfen::{SfenWarning, SfenWarningKind};
use super::usi_line::parse_line;
use crate::game::{End, Game, GameBuilder, NodeId, Step};
use crate::position::Flaws;

/// Reads the first game of a text.
///
/// # Errors
/// Returns the first error and its location. Which faults are errors depends on `mode`.
pub fn parse(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    games(text, mode).next().unwrap_or(Err(ReadRecordError::at_start(RecordErrorKind::Empty)))
}

/// Reads the games of a text, one per line. Empty lines are skipped. A line that cannot be read is
/// an `Err` item, and the next lines are still read.
///
/// A starting position may have every flaw of [`Flaws::ALLOWABLE`], as in other records. A warning
/// reports the flaws.
///
/// In lenient mode, a line of moves ends before the first move that cannot be played. If `resign`
/// or `win` replaces a move, the game ends there, with a warning.
///
/// ```
/// use shogi_core::format::{record::Mode, usi};
/// let text = "position startpos moves 7g7f\n\nstartpos moves 7g7e\nstartpos moves 2g2f resign\n";
/// let strict: Vec<_> = usi::games(text, Mode::Strict).collect();
/// assert!(strict[0].is_ok());
/// assert_eq!((strict[1].as_ref().unwrap_err().line, strict[2].as_ref().unwrap_err().line), (3, 4));
/// let lenient: Vec<_> = usi::games(text, Mode::Lenient).collect::<Result<_, _>>()?;
/// assert_eq!(lenient[2].game.outcome().to_string(), "black wins by resignation");
/// # Ok::<(), shogi_core::format::record::ReadRecordError>(())
/// ```
pub fn games(
    text: &str,
    mode: Mode,
) -> impl Iterator<Item = Result<ReadGame, ReadRecordError>> + '_ {
    let filled = (1..).zip(Lines::new(text)).filter(|(_, line)| !line.trim().is_empty());
    (1..).zip(filled).map(move |(number, (line, text))| {
        game(text.trim_end(), line, mode).map_err(|error| ReadRecordError {
            game: number,
            line,
            column: column(text, error.at),
            kind: match error.kind {
                ParsePositionErrorKind::Sfen { field, kind, .. } => {
                    RecordErrorKind::Sfen { field, kind }
                }
                kind => RecordErrorKind::Usi(kind),
            },
        })
    })
}

/// Reads all games from the bytes of a file. With the feature `encoding`, the encoding is detected;
/// otherwise, it must be UTF-8.
///
/// # Errors
/// Fails if the bytes are not text or contain no game. An invalid game is an `Err` item, and the
/// other games are still read.
pub fn read(
    bytes: &[u8],
    mode: Mode,
) -> Result<Vec<Result<ReadGame, ReadRecordError>>, ReadRecordError> {
    let (text, _, replaced) = lines::decode(bytes, mode)?;
    lines::refuse_other(&text)?;
    let mut read: Vec<_> = games(&text, mode).collect();
    match read.first_mut() {
        None => return Err(ReadRecordError::at_start(RecordErrorKind::Empty)),
        Some(Ok(first)) => first.warnings.extend(replaced),
        Some(Err(_)) => {}
    }
    Ok(read)
}

fn game(text: &str, number: u32, mode: Mode) -> Result<ReadGame, ParsePositionError> {
    let (line, forgiven) = match mode {
        Mode::Strict => (parse_line(text, None, true)?.0, Vec::new()),
        Mode::Lenient => parse_position(text, mode)?,
    };
    let flaws = line.start.flaws().difference(Flaws::MISSING_KINGS);
    let mut builder = GameBuilder::new(line.start);
    for m in line.moves {
        // The reader of the line has already checked the moves.
        let _ = builder.play(m);
    }
    let mut warnings = Vec::new();
    for warning in forgiven {
        match warning {
            // The flaws of the starting position are reported below, in the same way as by the
            // other readers of records.
            PositionWarning::Sfen(SfenWarning { kind: SfenWarningKind::Flaws(_), .. }) => {}
            PositionWarning::DroppedMoves(error) => match end_word(&error) {
                Some((word, end)) => {
                    builder.end(end);
                    warnings.push(WarningKind::UsiEnd { at: error.at, word });
                    let rest = text[error.at..].trim_start_matches(|c: char| !c.is_whitespace());
                    if !rest.trim().is_empty() {
                        warnings.push(WarningKind::Trailing(rest.trim().into()));
                    }
                }
                None => warnings.push(WarningKind::Usi(warning)),
            },
            other => warnings.push(WarningKind::Usi(other)),
        }
    }
    let flawed = (!flaws.is_empty()).then_some(WarningKind::Flaws(flaws));
    let warning = |kind| Warning { line: number, kind };
    Ok(ReadGame {
        game: builder.finish(),
        warnings: flawed.into_iter().chain(warnings).map(warning).collect(),
    })
}

/// Returns the keyword that caused the error and the end that it means, if it means an end.
fn end_word(error: &ParsePositionError) -> Option<(Word, End)> {
    match error.kind {
        ParsePositionErrorKind::Move { kind: ParseMoveErrorKind::NotAMove(word), .. } => match word
        {
            Word::Resign => Some((word, End::Resignation)),
            Word::Win => Some((word, End::Declaration)),
            _ => None,
        },
        _ => None,
    }
}

/// Writes the starting position and the moves of the main line as one USI line. All other content
/// is lost.
///
/// ```
/// use shogi_core::format::{kif, record::Mode, usi};
/// let read = kif::parse("手合割：平手\n   1 ７六歩(77)\n   2 投了\n", Mode::Strict)?;
/// let written = usi::write(&read.game);
/// assert_eq!(written.text, "position startpos moves 7g7f\n");
/// assert_eq!(written.losses[0].to_string(), "lost end words (1)");
/// # Ok::<(), shogi_core::format::record::ReadRecordError>(())
/// ```
#[must_use]
pub fn write(game: &Game) -> Written {
    let line = PositionLine {
        start: game.start().clone(),
        moves: game.moves().collect(),
        position: game.final_position(),
    };
    let mut written = Written::new();
    written.text = alloc::format!("{line}\n");
    let count = |is: &dyn Fn(NodeId) -> bool| game.preorder().filter(|&id| is(id)).count() as u32;
    let losses = [
        (LossKind::Variation, count(&|id| game.next_variation(id).is_some())),
        (LossKind::Comment, count(&|id| game.comment(id).is_some())),
        (LossKind::Bookmark, count(&|id| game.bookmark(id).is_some())),
        (LossKind::Remark, count(&|id| game.remark(id).is_some())),
        (LossKind::Time, count(&|id| game.time(id).is_some())),
        (LossKind::Field, game.fields().count() as u32),
        (LossKind::IllegalMove, count(&|id| matches!(game.step(id), Some(Step::Illegal(_))))),
        (LossKind::End, count(&|id| matches!(game.step(id), Some(Step::End(_))))),
    ];
    for (kind, count) in losses {
        written.lose_many(kind, count);
    }
    written
}
