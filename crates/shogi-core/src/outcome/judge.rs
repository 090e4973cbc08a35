//! Decides the outcome of a game by its end word and the rules.

use alloc::vec::Vec;

use super::doubt::Doubt;
use super::kinds::{DrawReason, Outcome, WinReason};
use crate::color::Color;
use crate::declaration::{Declaration, DeclarationResult, DeclarationRule};
use crate::game::{End, Game, NodeId, Step};
use crate::position::Position;
use crate::repetition::{History, Repetition};
use crate::rules::GameRules;

impl Game {
    /// Returns the outcome of the main line under the default rules.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome_at(self.leaf(), &GameRules::default())
    }

    /// Returns the outcome of the moves from the root to a node, under these rules.
    ///
    /// If the node is an end word, the end word decides. For a repetition, the moves decide whether
    /// it is a draw or a perpetual check. Without an end word, the rules decide: the game may have
    /// ended by a mate, a fourfold repetition, a try, or the maximum number of moves.
    #[must_use]
    pub fn outcome_at(&self, id: NodeId, rules: &GameRules) -> Outcome {
        let (position, history) = self.replay_to(id);
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

    /// Returns the claims of the main line that the rules do not support.
    #[must_use]
    pub fn doubts(&self, rules: &GameRules) -> Vec<Doubt> {
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
        if let Some(limit) = rules.max_moves.filter(|&limit| moves.len() as u64 > u64::from(limit))
        {
            doubts.push(Doubt::PastMoveLimit { limit });
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

    fn replay_to(&self, id: NodeId) -> (Position, History) {
        let mut position = self.start().clone();
        let mut history = History::new(&position);
        for m in self.moves_to(id) {
            let _ = position.play_unchecked(m);
            history.push(&position);
        }
        (position, history)
    }
}

fn facts(position: &Position, rules: &GameRules) -> Declaration {
    if rules.handicap_points {
        Declaration::of_handicap_game(position)
    } else {
        Declaration::of(position)
    }
}

fn by_rules(position: &Position, history: &History, rules: &GameRules) -> Outcome {
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
        // After a legal move, the king of the side that moved is not in check, so only its square
        // is tested.
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
