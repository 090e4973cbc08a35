//! Game records as USI lines.

use alloc::vec::Vec;

use super::{
    ParseMoveErrorKind, ParsePositionError, ParsePositionErrorKind, PositionLine, PositionWarning,
    Word, parse, parse_position_lenient,
};
use crate::format::record::{LossKind, Mode, ReadGame, Warning, WarningKind, Written};
use crate::format::sfen::{SfenWarning, SfenWarningKind};
use crate::game::{End, Game, GameBuilder, NodeId, Step};
use crate::position::Flaws;

/// A line of a file of games is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct ReadUsiError {
    /// The line of the text, counted from 1.
    pub line: u32,
    /// What is wrong with it, and at which byte of it.
    pub error: ParsePositionError,
}

/// Reads the games of a text, one a line; empty lines are passed over. A line that cannot be read does
/// not keep the ones after it from being read.
///
/// A start may have every flaw of [`Flaws::ALLOWABLE`], as in other records; a warning tells of it.
///
/// In lenient mode a line of moves ends before the first one that cannot be played. `resign` or `win`
/// there is kept as the end of the game, with a warning.
///
/// ```
/// use shogi_core::format::{usi, record::Mode};
/// let text = "position startpos moves 7g7f\n\nstartpos moves 7g7e\nstartpos moves 2g2f resign\n";
/// let strict: Vec<_> = usi::games(text, Mode::Strict).collect();
/// assert!(strict[0].is_ok());
/// assert_eq!((strict[1].as_ref().unwrap_err().line, strict[2].as_ref().unwrap_err().line), (3, 4));
/// let lenient: Vec<_> = usi::games(text, Mode::Lenient).collect::<Result<_, _>>()?;
/// assert_eq!(lenient[2].game.outcome().to_string(), "black wins by resignation");
/// # Ok::<(), usi::ReadUsiError>(())
/// ```
pub fn games(text: &str, mode: Mode) -> impl Iterator<Item = Result<ReadGame, ReadUsiError>> + '_ {
    (1..)
        .zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(move |(number, line)| {
            game(line.trim_end(), number, mode)
                .map_err(|error| ReadUsiError { line: number, error })
        })
}

fn game(text: &str, number: u32, mode: Mode) -> Result<ReadGame, ParsePositionError> {
    let (line, forgiven) = match mode {
        Mode::Strict => (parse(text, None, true)?.0, Vec::new()),
        Mode::Lenient => parse_position_lenient(text)?,
    };
    let flaws = line.start.flaws().difference(Flaws::MISSING_KINGS);
    let mut builder = GameBuilder::new(line.start);
    for m in line.moves {
        // The line was played when it was read.
        let _ = builder.play(m);
    }
    let mut warnings = Vec::new();
    for warning in forgiven {
        match warning {
            // Flaws of the start are told as every reader of records tells them.
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

/// The word at fault and the end it tells, if it is one that tells an end.
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

/// Writes the moves of the main line as one USI line; all else is lost.
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
