mod text;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::color::Color;
use crate::declaration::{Declaration, DeclarationResult, DeclarationRule};
use crate::game::{End, Game, NodeId, Step};
use crate::position::Position;
use crate::repetition::{History, Repetition};

pub use text::ParseOutcomeError;

/// How a game stands or has ended, by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        winner: Color,
        /// Why.
        reason: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
    /// The game has no result: it goes on, was broken off, or the record does not tell. The end word,
    /// if there is one.
    Unfinished(Option<End>),
}

/// Why a game is won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WinReason {
    /// The loser has resigned.
    Resignation,
    /// The loser has no legal move.
    Checkmate,
    /// The loser's time is up.
    Time,
    /// The loser has broken a rule.
    Foul,
    /// The loser has repeated a position four times by giving check with every move.
    PerpetualCheck,
    /// The winner has declared its entering king.
    Declaration,
    /// The winner's king has reached the other king's home square.
    Try,
    /// The loser has not appeared.
    Default,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DrawReason {
    /// Fourfold repetition (sennichite).
    Repetition,
    /// Impasse (jishogi).
    Impasse,
    /// The greatest number of moves.
    MaxMoves,
    /// Agreed, or declared by the event.
    Agreement,
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }

    const fn win(winner: Color, reason: WinReason) -> Self {
        Self::Win { winner, reason }
    }
}

/// The rules of an event that judging depends on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Rules {
    /// The game is drawn when this many moves have been made, if the last one does not mate.
    pub max_moves: Option<u32>,
    /// A king that reaches the other king's home square unchecked wins.
    pub try_rule: bool,
    /// In declarations the points of the pieces missing in a handicap game are White's.
    pub handicap_points: bool,
    /// The rule that a declaration must win by; one of the two that count points, whichever, unless
    /// told. A try counts besides, where it wins.
    pub declaration: Option<DeclarationRule>,
}

/// Something a record claims that the rules do not bear out. The claim stands; the reader may doubt it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Doubt {
    /// The end word says checkmate, but the side to move has a legal move.
    NoCheckmate,
    /// The end word says repetition, but the position has occurred this many times only.
    NoRepetition {
        /// How often it has occurred.
        occurrences: u32,
    },
    /// A fourfold repetition ended the game by the rules, but moves follow.
    PlayedOn {
        /// The move, counted from 1, that completed the repetition.
        ply: u32,
    },
    /// The declaration wins by none of the rules that count.
    NoDeclaration {
        /// What counts.
        facts: Declaration,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCheckmate => {
                f.write_str("the record says checkmate, but there are legal moves")
            }
            Self::NoRepetition { occurrences } => write!(
                f,
                "the record says repetition, but the position has occurred {occurrences} times only"
            ),
            Self::PlayedOn { ply } => {
                write!(f, "move {ply} completed a fourfold repetition, but the game went on")
            }
            Self::NoDeclaration { facts } => {
                let mut faults: Vec<String> = Vec::new();
                if !facts.king_in_zone {
                    faults.push("the king is not in the zone".into());
                }
                if facts.pieces_in_zone < 10 {
                    faults.push(alloc::format!("{} pieces in the zone", facts.pieces_in_zone));
                }
                if facts.in_check {
                    faults.push("the king is in check".into());
                }
                faults.push(alloc::format!("{} points", facts.points));
                if facts.result(DeclarationRule::Points24) == DeclarationResult::Draw {
                    faults.push("a draw by the 24-point rule".into());
                }
                write!(f, "the declaration does not win: {}", faults.join(", "))
            }
        }
    }
}

impl Game {
    /// How the main line has ended, by its end word and the rules.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome_at(self.leaf(), &Rules::default())
    }

    /// How the line to a node has ended, under these rules.
    ///
    /// An end word is taken at its word, with one exception: whether a repetition is a draw or a
    /// perpetual check is decided by the moves. Without an end word a mate, a fourfold repetition, a
    /// try and the greatest number of moves are found by the rules.
    #[must_use]
    pub fn outcome_at(&self, id: NodeId, rules: &Rules) -> Outcome {
        let (position, history) = self.replay(id);
        let side = position.side();
        let other = side.opponent();
        let end = match self.step(id) {
            Some(Step::Illegal(_)) => return Outcome::win(other, WinReason::Foul),
            Some(Step::End(end)) => {
                let before = self.parent(id).and_then(|parent| self.step(parent));
                if matches!(before, Some(Step::Illegal(_))) {
                    return Outcome::win(other, WinReason::Foul);
                }
                end
            }
            _ => return by_rules(&position, &history, rules),
        };
        match end {
            End::Resignation => Outcome::win(other, WinReason::Resignation),
            End::Checkmate => Outcome::win(other, WinReason::Checkmate),
            End::TimeUp => Outcome::win(other, WinReason::Time),
            End::Foul { by } => Outcome::win(by.opponent(), WinReason::Foul),
            End::Repetition => match history.state() {
                Repetition::PerpetualCheck { loser } => {
                    Outcome::win(loser.opponent(), WinReason::PerpetualCheck)
                }
                _ => Outcome::Draw(DrawReason::Repetition),
            },
            End::Impasse => Outcome::Draw(DrawReason::Impasse),
            End::Declaration => Outcome::win(side, WinReason::Declaration),
            End::Draw => Outcome::Draw(DrawReason::Agreement),
            End::MaxMoves => Outcome::Draw(DrawReason::MaxMoves),
            End::WinByDefault => Outcome::win(side, WinReason::Default),
            End::LossByDefault => Outcome::win(other, WinReason::Default),
            End::NoMate
            | End::Interruption
            | End::SealedMove
            | End::TakeBack
            | End::Error
            | End::Other => Outcome::Unfinished(Some(end)),
        }
    }

    /// What in the main line the rules do not bear out.
    #[must_use]
    pub fn doubts(&self, rules: &Rules) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let mut position = self.start().clone();
        let mut history = History::new(&position);
        let moves: Vec<_> = self.moves().collect();
        for (i, &m) in moves.iter().enumerate() {
            let _ = position.play_unchecked(m);
            let state = history.push(&position);
            if i + 1 < moves.len() && !matches!(state, Repetition::None { .. }) {
                doubts.push(Doubt::PlayedOn { ply: i as u32 + 1 });
                break;
            }
        }
        match self.end() {
            Some(End::Checkmate) if position.has_moves() => doubts.push(Doubt::NoCheckmate),
            Some(End::Repetition) => {
                if let Repetition::None { occurrences } = history.state() {
                    doubts.push(Doubt::NoRepetition { occurrences });
                }
            }
            Some(End::Declaration) => {
                let facts = facts(&position, rules);
                let wins = |rule| facts.result(rule) == DeclarationResult::Win;
                let is_won = match rules.declaration {
                    Some(rule) => wins(rule),
                    None => wins(DeclarationRule::Points27) || wins(DeclarationRule::Points24),
                };
                if !(is_won || rules.try_rule && wins(DeclarationRule::Try)) {
                    doubts.push(Doubt::NoDeclaration { facts });
                }
            }
            _ => {}
        }
        doubts
    }

    fn replay(&self, id: NodeId) -> (Position, History) {
        let mut position = self.start().clone();
        let mut history = History::new(&position);
        for m in self.moves_to(id) {
            let _ = position.play_unchecked(m);
            history.push(&position);
        }
        (position, history)
    }
}

fn facts(position: &Position, rules: &Rules) -> Declaration {
    if rules.handicap_points {
        Declaration::with_handicap(position)
    } else {
        Declaration::of(position)
    }
}

fn by_rules(position: &Position, history: &History, rules: &Rules) -> Outcome {
    let side = position.side();
    if !position.has_moves() {
        return Outcome::win(side.opponent(), WinReason::Checkmate);
    }
    match history.state() {
        Repetition::PerpetualCheck { loser } => {
            return Outcome::win(loser.opponent(), WinReason::PerpetualCheck);
        }
        Repetition::Draw => return Outcome::Draw(DrawReason::Repetition),
        Repetition::None { .. } => {}
    }
    let moves = history.len() as u32 - 1;
    if rules.try_rule && moves > 0 {
        // A legal move never leaves the own king in check, so that standing on the square is enough.
        let goal = match side {
            Color::Black => crate::square::Square::SQ_5I,
            Color::White => crate::square::Square::SQ_5A,
        };
        if position.king(side.opponent()) == Some(goal) {
            return Outcome::win(side.opponent(), WinReason::Try);
        }
    }
    if rules.max_moves.is_some_and(|max| moves >= max) {
        return Outcome::Draw(DrawReason::MaxMoves);
    }
    Outcome::Unfinished(None)
}
