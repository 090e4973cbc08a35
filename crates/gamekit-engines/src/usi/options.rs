//! The options of the engine.
use shogi_core::DeclarationRule;
use shogi_core::GameRules;
use shogi_core::format::usi_protocol::{OptionDeclaration, OptionKind};
use std::path::PathBuf;
use std::time::Duration;

/// The maximum value of `USI_Hash` in MB.
const MAX_HASH: i64 = 1 << 20;
/// The maximum value of `Threads`.
const MAX_THREADS: i64 = 256;
/// The maximum value of `MultiPV`: the most moves that a position can have.
const MAX_LINES: i64 = 593;
/// The maximum value of `ResignValue`. With this value the engine never resigns before it is mated.
const MAX_RESIGN: i64 = 99_999;
/// The maximum value of `MaxMovesToDraw`.
const MAX_MOVES: i64 = 100_000;
/// The maximum value of `NetworkDelay` in milliseconds.
const MAX_DELAY: i64 = 10_000;

/// The values of `EnteringKingRule`: the name, the point rule, and whether the missing pieces of a
/// handicap game count.
const RULES: [(&str, Option<DeclarationRule>, bool); 6] = [
    ("NoEnteringKing", None, false),
    ("CSARule24", Some(DeclarationRule::Points24), false),
    ("CSARule24H", Some(DeclarationRule::Points24), true),
    ("CSARule27", Some(DeclarationRule::Points27), false),
    ("CSARule27H", Some(DeclarationRule::Points27), true),
    (TRY_RULE, None, false),
];
const TRY_RULE: &str = "TryRule";
const USUAL_RULE: &str = "CSARule27";

/// The values of the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// The memory of the table in MB.
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    /// The engine resigns at this many centipawns below 0.
    pub(super) resign: i64,
    /// The number of the last move of a game, 0 for no limit.
    max_moves: u32,
    entering_king: usize,
    /// The time to keep in reserve for the transmission of a move.
    pub(super) delay: Duration,
    pub(super) book: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let usual = RULES.iter().position(|(name, ..)| *name == USUAL_RULE).unwrap_or(0);
        Self {
            hash: 64,
            threads: 1,
            lines: 1,
            resign: MAX_RESIGN,
            max_moves: 0,
            entering_king: usual,
            delay: Duration::from_millis(50),
            book: None,
        }
    }
}

/// Returns the options that the engine offers.
pub(super) fn declarations() -> Vec<OptionDeclaration> {
    let usual = Options::default();
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let kinds = [
        ("USI_Hash", spin(usual.hash as i64, 1, MAX_HASH)),
        ("USI_Ponder", OptionKind::Check { default: false }),
        ("Threads", spin(usual.threads as i64, 1, MAX_THREADS)),
        ("MultiPV", spin(usual.lines as i64, 1, MAX_LINES)),
        ("ResignValue", spin(usual.resign, 0, MAX_RESIGN)),
        ("MaxMovesToDraw", spin(i64::from(usual.max_moves), 0, MAX_MOVES)),
        (
            "EnteringKingRule",
            OptionKind::Combo {
                default: USUAL_RULE.into(),
                values: RULES.iter().map(|(name, ..)| (*name).into()).collect(),
            },
        ),
        ("NetworkDelay", spin(usual.delay.as_millis() as i64, 0, MAX_DELAY)),
        ("BookFile", OptionKind::FileName { default: String::new() }),
    ];
    let declare = |(name, kind): (&str, _)| OptionDeclaration { name: name.into(), kind };
    kinds.into_iter().map(declare).collect()
}

impl Options {
    /// Sets an option. Unknown options and invalid values change nothing. Numbers outside the allowed
    /// range become the nearest allowed number.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let number = |min: i64, max: i64| value.parse().ok().map(|n: i64| n.clamp(min, max));
        match name {
            "USI_Hash" => self.hash = number(1, MAX_HASH).map_or(self.hash, |n| n as usize),
            "Threads" => self.threads = number(1, MAX_THREADS).map_or(self.threads, |n| n as usize),
            "MultiPV" => self.lines = number(1, MAX_LINES).map_or(self.lines, |n| n as usize),
            "ResignValue" => self.resign = number(0, MAX_RESIGN).unwrap_or(self.resign),
            "MaxMovesToDraw" => {
                self.max_moves = number(0, MAX_MOVES).map_or(self.max_moves, |n| n as u32);
            }
            "EnteringKingRule" => {
                let found = RULES.iter().position(|(name, ..)| *name == value);
                self.entering_king = found.unwrap_or(self.entering_king);
            }
            "NetworkDelay" => {
                let delay = number(0, MAX_DELAY).map(|n| Duration::from_millis(n as u64));
                self.delay = delay.unwrap_or(self.delay);
            }
            "BookFile" => {
                let is_none = value.is_empty() || value == "<empty>" || value == "no_book";
                self.book = (!is_none).then(|| value.into());
            }
            _ => {}
        }
    }

    /// Returns the rules of a game that starts at this move number, and whether declarations win.
    pub(super) fn rules(&self, first_move: u32) -> (GameRules, bool) {
        let (name, declaration, handicap_points) = RULES[self.entering_king];
        let mut rules = GameRules::default();
        if self.max_moves > 0 {
            rules.max_moves = Some(self.max_moves.saturating_sub(first_move.saturating_sub(1)));
        }
        rules.declaration = declaration;
        rules.handicap_points = handicap_points;
        rules.try_rule = name == TRY_RULE;
        (rules, declaration.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_the_declared_ones() {
        for OptionDeclaration { name, kind } in declarations() {
            let mut options = Options::default();
            match kind {
                OptionKind::Spin { default, min, max } => {
                    options.set(&name, &default.to_string());
                    assert_eq!(options, Options::default(), "{name}");
                    options.set(&name, "x");
                    assert_eq!(options, Options::default(), "{name}");
                    options.set(&name, &(max + 1).to_string());
                    let mut most = Options::default();
                    most.set(&name, &max.to_string());
                    assert_eq!(options, most, "{name}");
                    options.set(&name, &min.to_string());
                }
                OptionKind::Combo { default, values } => {
                    assert!(values.contains(&default));
                    for value in values {
                        options.set(&name, &value);
                        assert_eq!(options == Options::default(), value == default, "{value}");
                    }
                }
                _ => {}
            }
            assert!(!name.contains(' '));
        }
    }

    #[test]
    fn the_move_limit_counts_from_the_start_of_the_game() {
        let mut options = Options::default();
        assert_eq!(options.rules(1).0.max_moves, None);
        options.set("MaxMovesToDraw", "320");
        assert_eq!(options.rules(1).0.max_moves, Some(320));
        assert_eq!(options.rules(21).0.max_moves, Some(300));
    }
}
