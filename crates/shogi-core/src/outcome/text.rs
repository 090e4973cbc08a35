//! The text form of outcomes.

use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use super::kinds::{DrawReason, Outcome, WinReason};
use crate::color::Color;
use crate::game::End;

/// Writes a reason such as `resignation` or `perpetual check`.
impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resignation => "resignation",
            Self::Checkmate => "checkmate",
            Self::Time => "time",
            Self::Foul => "foul",
            Self::PerpetualCheck => "perpetual check",
            Self::Declaration => "declaration",
            Self::Try => "try",
            Self::Default => "default",
        })
    }
}

/// Writes a reason such as `repetition` or `maximum number of moves`.
impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition => "repetition",
            Self::Impasse => "impasse",
            Self::MaxMoves => "maximum number of moves",
            Self::Agreement => "agreement",
        })
    }
}

/// Writes a sentence: `black wins by resignation`, `draw by repetition`, `unfinished (interruption)`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color| if color == Color::Black { "black" } else { "white" };
        match *self {
            Self::Win { winner, reason } => {
                write!(f, "{} wins by {reason}", name(winner))?;
                match reason {
                    WinReason::Foul | WinReason::PerpetualCheck => {
                        write!(f, " of {}", name(winner.opponent()))
                    }
                    _ => Ok(()),
                }
            }
            Self::Draw(reason) => write!(f, "draw by {reason}"),
            Self::Unfinished(None) => f.write_str("unfinished"),
            Self::Unfinished(Some(end)) => write!(f, "unfinished ({end})"),
        }
    }
}

/// The error for a text that is not an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown outcome: expected words such as `black wins by resignation` or `draw by repetition`"
)]
pub struct ParseOutcomeError;

/// Parses the text that [`Outcome`] prints.
///
/// ```
/// use shogi_core::{Color, Outcome};
/// let outcome: Outcome = "black wins by perpetual check of white".parse()?;
/// assert_eq!(outcome.winner(), Some(Color::Black));
/// assert!("black wins by perpetual check of black".parse::<Outcome>().is_err());
/// # Ok::<(), shogi_core::ParseOutcomeError>(())
/// ```
impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Self, ParseOutcomeError> {
        if let Some(rest) = text.strip_prefix("unfinished") {
            if rest.is_empty() {
                return Ok(Self::Unfinished(None));
            }
            let end = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
            let end: Option<End> = end.and_then(|end| end.parse().ok());
            return end.map(|end| Self::Unfinished(Some(end))).ok_or(ParseOutcomeError);
        }
        if let Some(reason) = text.strip_prefix("draw by ") {
            let reason = DrawReason::ALL.into_iter().find(|known| known.to_string() == reason);
            return reason.map(Self::Draw).ok_or(ParseOutcomeError);
        }
        Color::ALL
            .into_iter()
            .flat_map(|winner| WinReason::ALL.map(|reason| Self::Win { winner, reason }))
            .find(|known| known.to_string() == text)
            .ok_or(ParseOutcomeError)
    }
}
