//! Positions with the scores of their moves, one per line: the format of endgame test suites.
//!
//! ```
//! use reversi_core::format::obf;
//! let line = "---------------------------OX------XO--------------------------- X; C4:-2; F5:+6; % c";
//! let problem = obf::parse_line(line)?.expect("not a blank line");
//! assert_eq!(problem.best(), Some(6));
//! assert_eq!(problem.comment.as_deref(), Some("c"));
//! assert_eq!(problem.to_string(), line);
//! # Ok::<(), obf::ParseObfError>(())
//! ```
//!
//! A line has a board of 64 squares and the side to move, then fields. A `;` or the end of the line
//! ends each field. A field is `move:score` for a move, or only a score for the position. Scores are
//! in discs for the side to move. `PS` or `--` is a pass. The field `--:-127`, which some programs
//! write for a missing move, is skipped. `%` begins a comment. Blank lines and lines with only a
//! comment have no position.
use super::boardtext::{self, ParseBoardError};
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A line with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position, without history.
    pub position: Position,
    /// The scores of moves in discs, in the order of the line.
    pub moves: Vec<(Move, i32)>,
    /// The score of the position in discs, if the line has a score without a move.
    pub score: Option<i32>,
    /// The comment.
    pub comment: Option<String>,
}

impl Problem {
    /// Returns the greatest of the scores of the moves and of the position.
    #[must_use]
    pub fn best(&self) -> Option<i32> {
        self.moves.iter().map(|&(_, score)| score).max().into_iter().chain(self.score).max()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", boardtext::display(&self.position))?;
        if let Some(score) = self.score {
            write!(f, " {score:+};")?;
        }
        for (mv, score) in &self.moves {
            match mv {
                Move::Place(square) => {
                    write!(f, " {}:{score:+};", square.to_string().to_ascii_uppercase())?;
                }
                Move::Pass => write!(f, " PS:{score:+};")?,
            }
        }
        match &self.comment {
            // A line break in the comment would end the line of the problem.
            Some(comment) => {
                comment.trim().split(['\n', '\r']).enumerate().try_for_each(|(at, line)| {
                    write!(f, "{} {line}", if at == 0 { " %" } else { "" })
                })
            }
            None => Ok(()),
        }
    }
}

impl FromStr for Problem {
    type Err = ParseObfError;

    /// Reads a line with a position.
    fn from_str(line: &str) -> Result<Self, ParseObfError> {
        let kind = ParseObfErrorKind::NoPosition;
        parse_line(line)?.ok_or(ParseObfError { at: line.len(), kind })
    }
}

/// Reads a line. Returns `None` if the line has no position.
///
/// # Errors
/// Returns [`ParseObfError`] with the byte in the line.
pub fn parse_line(line: &str) -> Result<Option<Problem>, ParseObfError> {
    let mark = line.len() - line.trim_start_matches('\u{feff}').len();
    read_line(&line[mark..]).map_err(|error| ParseObfError { at: mark + error.at, ..error })
}

/// The field that stands for a missing move.
const FILLER: (&str, &str) = ("--", "-127");

/// Reads a line without a byte order mark.
fn read_line(line: &str) -> Result<Option<Problem>, ParseObfError> {
    let (content, comment) = match line.split_once('%') {
        // Some readers treat a carriage return as a line break, so it must not be written back.
        Some((content, comment)) => (content, Some(comment.trim().replace('\r', " "))),
        None => (line, None),
    };
    if content.trim().is_empty() {
        return Ok(None);
    }
    let mut fields = Vec::new();
    let mut start = 0;
    for field in content.split_inclusive(';') {
        fields.push((start, field));
        start += field.len();
    }
    let (_, board) = fields[0];
    let position = boardtext::parse(board.trim_end_matches(';'))
        .map_err(|error| ParseObfError { at: error.at, kind: ParseObfErrorKind::Board(error) })?;
    let mut problem = Problem { position, moves: Vec::new(), score: None, comment };
    for &(start, field) in &fields[1..] {
        let text = field.trim_end_matches(';');
        if text.trim().is_empty() {
            continue;
        }
        let at = start + text.len() - text.trim_start().len();
        let error = |at, kind| Err(ParseObfError { at, kind });
        let text = text.trim();
        let (mv, score, score_at) = match text.split_once(':') {
            Some((mv, score)) => (Some(mv.trim()), score.trim(), at + mv.len() + 1),
            None => (None, text, at),
        };
        if (mv, score) == (Some(FILLER.0), FILLER.1) {
            continue;
        }
        if mv.is_none() && text.parse::<Move>().is_ok() {
            return error(at, ParseObfErrorKind::NoScore);
        }
        let Some(score) = score.parse::<i32>().ok().filter(|s| (-64..=64).contains(s)) else {
            let empty = score.is_empty();
            let kind = if empty { ParseObfErrorKind::NoScore } else { ParseObfErrorKind::BadScore };
            return error(score_at, kind);
        };
        let Some(mv) = mv else {
            if problem.score.replace(score).is_some() {
                return error(at, ParseObfErrorKind::Twice);
            }
            continue;
        };
        let Ok(mv) = mv.parse::<Move>() else {
            return error(at, ParseObfErrorKind::NoMove);
        };
        if let Err(illegal) = problem.position.board().play(mv) {
            return error(at, ParseObfErrorKind::Illegal(illegal));
        }
        if problem.moves.iter().any(|&(other, _)| other == mv) {
            return error(at, ParseObfErrorKind::Twice);
        }
        problem.moves.push((mv, score));
    }
    Ok(Some(problem))
}

/// The error for a line that is not a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid obf line, byte {at}: {kind}")]
pub struct ParseObfError {
    /// The byte offset in the line.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ParseObfErrorKind,
}

/// What is wrong with a line.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseObfErrorKind {
    /// The line is blank or has only a comment.
    #[error("no position, expected 64 squares and the side to move")]
    NoPosition,
    /// The board or the side to move is invalid.
    #[error("{}", .0.kind)]
    Board(ParseBoardError),
    /// A field without a move before its colon.
    #[error("expected a move or a pass before the colon")]
    NoMove,
    /// A move that is not legal.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// A move without a score.
    #[error("missing score, expected a colon and a number after the move")]
    NoScore,
    /// A score that is not a number of discs.
    #[error("expected a score from -64 to 64")]
    BadScore,
    /// A second score for the same move, or a second score for the position.
    #[error("unexpected second score for the same move or position")]
    Twice,
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn faults_have_their_place() {
        let fault = |fields: &str| {
            let error = parse_line(&std::format!("{START}{fields}")).unwrap_err();
            (error.at, error.kind)
        };
        assert_eq!(fault("; D3:+2; C4"), (75, ParseObfErrorKind::NoScore));
        assert_eq!(fault("; D3:+2; C4:"), (78, ParseObfErrorKind::NoScore));
        assert_eq!(fault("; D3:+2; C4:-"), (78, ParseObfErrorKind::BadScore));
        assert_eq!(fault("; D3:+2; --:-126;"), (78, ParseObfErrorKind::BadScore));
        assert_eq!(fault("; D3:+2; d3:1;"), (75, ParseObfErrorKind::Twice));
        assert_eq!(fault("; 2; 3;"), (71, ParseObfErrorKind::Twice));
        assert_eq!(fault("; D3:65;"), (71, ParseObfErrorKind::BadScore));
        assert_eq!(fault("; D3:x;"), (71, ParseObfErrorKind::BadScore));
        assert_eq!(fault("; Z3:1;"), (68, ParseObfErrorKind::NoMove));
        assert!(matches!(fault("; A1:1;"), (68, ParseObfErrorKind::Illegal(_))));
        assert!(matches!(fault("; PS:1;"), (68, ParseObfErrorKind::Illegal(_))));
        assert!(matches!(fault("X; D3:1;"), (65, ParseObfErrorKind::Board(_))));
    }

    #[test]
    fn the_end_of_the_line_ends_a_field_and_the_filler_is_skipped() {
        let read = |fields: &str| parse_line(&std::format!("{START}{fields}")).unwrap().unwrap();
        let whole = read("; D3:+2; C4:-1;");
        for fields in ["; D3:+2; C4:-1", "; d3:+2; c4:-1 ", "; D3:+2; C4:-1; --:-127;"] {
            assert_eq!(read(fields), whole, "{fields}");
        }
        assert_eq!(read("; --:-127").moves, []);
        assert_eq!(read("; +4").score, Some(4));
        let passing = "XXXXXXO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O";
        for pass in ["PS", "--", "pa", "Pass"] {
            let line = std::format!("\u{feff}{passing}; {pass}:-64;");
            let problem = parse_line(&line).unwrap().unwrap();
            assert_eq!(problem.moves, [(Move::Pass, -64)], "{pass}");
        }
        let error = parse_line(&std::format!("\u{feff}{START}; A1:1;")).unwrap_err();
        assert_eq!(error.at, 71);
    }

    #[test]
    fn lines_without_a_position() {
        for line in ["", "  \n", "% a comment", "\t% X"] {
            assert_eq!(parse_line(line), Ok(None));
        }
        assert_eq!(parse_line(START).unwrap().unwrap().best(), None);
        let error = "% a comment".parse::<Problem>().unwrap_err();
        assert_eq!((error.at, error.kind), (11, ParseObfErrorKind::NoPosition));
        assert_eq!(START.parse::<Problem>().unwrap().to_string(), std::format!("{START};"));
    }
}
