//! The selection of games by their players, tournaments, years, openings and results.
use super::report::ReadGame;
use super::transcript;
use crate::color::Color;
use crate::key::{PositionKey, canonical};
use crate::opening::Openings;
use crate::position::Position;
use alloc::string::{String, ToString};
use core::ops::RangeInclusive;
use core::str::FromStr;

/// Conditions on games. A game matches if it satisfies all of them; without conditions, every game
/// matches. Upper and lower case do not matter.
///
/// ```
/// use reversi_core::format::{Format, GameFilter, record};
/// use reversi_core::opening::Openings;
/// let text = b"[Black \"Tastet Marc\"]\n1. f5 d6 2. c3 d3 3. c4\n\n[Black \"x\"]\n1. f5 f6\n";
/// let games = record::read(Format::Pgn, text)?;
/// let openings = Openings::new();
/// let count = |filter: GameFilter| {
///     games.iter().flatten().filter(|game| filter.matches(game, &openings)).count()
/// };
/// assert_eq!(count(GameFilter::new()), 2);
/// assert_eq!(count(GameFilter::new().with_player("tastet")), 1);
/// assert_eq!(count(GameFilter::new().with_opening("tiger".parse().unwrap())), 1);
/// assert_eq!(count(GameFilter::new().with_opening("c4c3".parse().unwrap())), 1); // f5f6, turned
/// # Ok::<(), record::ReadRecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    player: Option<String>,
    tournament: Option<String>,
    years: Option<RangeInclusive<u16>>,
    opening: Option<OpeningFilter>,
    result: Option<GameResultFilter>,
}

impl GameFilter {
    /// Makes a filter without conditions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Selects the games of a player. The text is a part of the name.
    #[must_use]
    pub fn with_player(self, part: &str) -> Self {
        Self { player: Some(part.to_lowercase()), ..self }
    }

    /// Selects the games of a tournament. The text is a part of the name.
    #[must_use]
    pub fn with_tournament(self, part: &str) -> Self {
        Self { tournament: Some(part.to_lowercase()), ..self }
    }

    /// Selects the games of these years.
    #[must_use]
    pub fn with_years(self, years: RangeInclusive<u16>) -> Self {
        Self { years: Some(years), ..self }
    }

    /// Selects the games with an opening.
    #[must_use]
    pub fn with_opening(self, opening: OpeningFilter) -> Self {
        Self { opening: Some(opening), ..self }
    }

    /// Selects the games with a result.
    #[must_use]
    pub fn with_result(self, result: GameResultFilter) -> Self {
        Self { result: Some(result), ..self }
    }

    /// Returns whether a game satisfies all conditions.
    #[must_use]
    pub fn matches(&self, game: &ReadGame, openings: &Openings) -> bool {
        let has = |name: &Option<String>, part: &str| {
            name.as_ref().is_some_and(|name| name.to_lowercase().contains(part))
        };
        let info = &game.info;
        let is_player = |part| [has(&info.black, part), has(&info.white, part)];
        self.player.as_ref().is_none_or(|part| is_player(part).contains(&true))
            && self.tournament.as_ref().is_none_or(|part| has(&info.tournament, part))
            && self
                .years
                .as_ref()
                .is_none_or(|years| info.year().is_some_and(|year| years.contains(&year)))
            && self.result.is_none_or(|result| {
                let players = self.player.as_ref().map_or([false, false], |part| is_player(part));
                result.matches(game, players)
            })
            && self.opening.as_ref().is_none_or(|opening| opening.matches(&game.position, openings))
    }
}

/// A result for [`GameFilter`].
///
/// The text forms are `black`, `white`, `draw`, `won`, `lost` and `unknown`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum GameResultFilter {
    /// This side won.
    Winner(Color),
    /// A draw.
    Draw,
    /// The player of the filter won.
    Won,
    /// The player of the filter lost.
    Lost,
    /// The result is unknown.
    Unknown,
}

impl GameResultFilter {
    /// Returns whether a game has the result. `players` are the sides of the player of the filter.
    fn matches(self, game: &ReadGame, players: [bool; 2]) -> bool {
        let Some(winner) = game.winner() else { return self == Self::Unknown };
        let player_won = |winner: Color| players[usize::from(winner == Color::White)];
        match self {
            Self::Winner(side) => winner == Some(side),
            Self::Draw => winner.is_none(),
            Self::Won => winner.is_some_and(player_won),
            Self::Lost => winner.is_some_and(|winner| player_won(!winner)),
            Self::Unknown => false,
        }
    }
}

/// The error when a text is not a result for [`GameFilter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of: black, white, draw, won, lost, unknown")]
pub struct ParseResultFilterError;

impl FromStr for GameResultFilter {
    type Err = ParseResultFilterError;

    fn from_str(text: &str) -> Result<Self, ParseResultFilterError> {
        Ok(match text.to_lowercase().as_str() {
            "black" => Self::Winner(Color::Black),
            "white" => Self::Winner(Color::White),
            "draw" => Self::Draw,
            "won" => Self::Won,
            "lost" => Self::Lost,
            "unknown" => Self::Unknown,
            _ => return Err(ParseResultFilterError),
        })
    }
}

impl core::fmt::Display for GameResultFilter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Winner(Color::Black) => "black",
            Self::Winner(Color::White) => "white",
            Self::Draw => "draw",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Unknown => "unknown",
        })
    }
}

/// An opening for [`GameFilter`]: a part of a name, or a transcript.
///
/// A game has an opening if any position of the game has the name, in English or Japanese, or if a
/// position of the game is an image of the position after the transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningFilter(Wanted);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Wanted {
    Name(String),
    Position { key: PositionKey, text: String },
}

impl FromStr for OpeningFilter {
    type Err = core::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = match transcript::parse(text) {
            Ok(game) if game.position.ply() > 0 => {
                Wanted::Position { key: canonical(game.position.board()).0, text: text.into() }
            }
            _ => Wanted::Name(text.trim().to_lowercase()),
        };
        Ok(Self(wanted))
    }
}

impl core::fmt::Display for OpeningFilter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match &self.0 {
            Wanted::Name(text) | Wanted::Position { text, .. } => f.write_str(text),
        }
    }
}

impl OpeningFilter {
    fn matches(&self, game: &Position, openings: &Openings) -> bool {
        let is_wanted = |position: &Position| match &self.0 {
            Wanted::Position { key, .. } => canonical(position.board()).0 == *key,
            Wanted::Name(part) => openings.at(position.board()).is_some_and(|opening| {
                let mut names = opening.english_names().chain(opening.japanese_names());
                opening.to_string().to_lowercase().contains(part)
                    || names.any(|name| name.to_lowercase().contains(part))
            }),
        };
        let mut position = game.initial();
        if is_wanted(&position) {
            return true;
        }
        game.history().iter().any(|turn| {
            position.play_unchecked(turn.mv);
            is_wanted(&position)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Format, record};
    use alloc::vec::Vec;

    const GAMES: &str = "[Event \"Open A\"]\n[Date \"1999.01.02\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\
        [Result \"40-24\"]\n1. f5 d6 2. c3 d3 3. c4 f4 4. f6\n\n\
        [Event \"Cup\"]\n[Date \"2001\"]\n[Black \"Bob\"]\n[White \"Eve\"]\n[Result \"0-1\"]\n1. d3 c3\n\n\
        [White \"Ann\"]\n[Result \"32-32\"]\n1. f5 f6\n\n[Black \"Eve\"]\n[Result \"*\"]\n1. f5\n";

    fn found(filter: &GameFilter) -> Vec<usize> {
        let games = record::read(Format::Pgn, GAMES.as_bytes()).unwrap();
        let openings = Openings::new();
        let games = games.iter().flatten().enumerate();
        games.filter(|(_, game)| filter.matches(game, &openings)).map(|(index, _)| index).collect()
    }

    #[test]
    fn each_condition_selects() {
        let all = GameFilter::new();
        assert_eq!(found(&all), [0, 1, 2, 3]);
        assert_eq!(found(&all.clone().with_player("BOB")), [0, 1]);
        assert_eq!(found(&all.clone().with_tournament("open")), [0]);
        assert_eq!(found(&all.clone().with_years(2000..=2005)), [1]);
        for (text, expected) in
            [("black", &[0][..]), ("white", &[1]), ("draw", &[2]), ("unknown", &[3]), ("won", &[])]
        {
            let result: GameResultFilter = text.parse().unwrap();
            assert_eq!(result.to_string(), text);
            assert_eq!(found(&all.clone().with_result(result)), expected, "{text}");
        }
        let bob = all.clone().with_player("bob");
        assert_eq!(found(&bob.clone().with_result(GameResultFilter::Lost)), [0, 1]);
        let ann = all.clone().with_player("ann");
        assert_eq!(found(&ann.with_result(GameResultFilter::Won)), [0]);
        for (text, expected) in [
            ("Tiger", &[0][..]),
            ("虎", &[0]),
            ("stephenson", &[0]),
            ("f5d6c3d3c4", &[0]),
            ("c4c3", &[1, 2]),
            ("f5f4", &[]),
            ("parallel", &[]),
        ] {
            let opening: OpeningFilter = text.parse().unwrap();
            assert_eq!(found(&all.clone().with_opening(opening)), expected, "{text}");
        }
        assert!("x".parse::<GameResultFilter>().is_err());
    }
}
