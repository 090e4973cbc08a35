//! Searches a position with a custom evaluation: `search -- "SFEN or startpos" DEPTH`.

use shogi_core::{
    Color, History, Move, MoveFilter, MoveList, PieceKind, Position, SearchRepetition, See,
};

static EXCHANGES: See = See::BONANZA;
const MATE: i32 = 1_000_000;

struct Search {
    history: History,
    root_len: usize,
}

/// Returns the evaluation for the side to move: the material difference plus the number of legal
/// moves.
fn evaluate(position: &Position) -> i32 {
    let material = |color: Color| -> i32 {
        let value = |kind: PieceKind| {
            let held = i32::from(position.hand(color).count(kind));
            let count = position.colored_pieces(color, kind).len() as i32 + held;
            count * EXCHANGES.values().capture(kind)
        };
        PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King).map(value).sum()
    };
    material(position.side()) - material(!position.side()) + position.count_moves() as i32
}

impl Search {
    /// Returns the value of the position for the side to move.
    fn value(&mut self, position: &mut Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        match self.history.search_repetition(self.root_len) {
            SearchRepetition::None => {}
            SearchRepetition::Draw => return 0,
            SearchRepetition::Win | SearchRepetition::Superior => return MATE,
            SearchRepetition::Loss | SearchRepetition::Inferior => return -MATE,
        }
        if !position.has_moves() {
            return -MATE;
        }
        let mut moves = MoveList::new();
        if depth == 0 && !position.is_check() {
            alpha = alpha.max(evaluate(position));
            position.engine_moves_into(MoveFilter::Captures, &mut moves);
            moves.retain(|m| position.see_ge(m, 1));
        } else {
            position.engine_moves_into(MoveFilter::All, &mut moves);
        }
        moves.sort_by_cached_key(|&m| -position.see(m));
        for m in moves {
            if alpha >= beta {
                break;
            }
            alpha =
                alpha.max(-self.value_after(position, m, depth.saturating_sub(1), -beta, -alpha));
        }
        alpha
    }

    /// Returns the value of the position after a move, from the point of view of the opponent.
    fn value_after(
        &mut self,
        position: &mut Position,
        m: Move,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let undo = position.play_unchecked(m);
        self.history.push(position);
        let value = self.value(position, depth, alpha, beta);
        self.history.pop();
        position.undo(m, undo);
        value
    }
}

fn best_move(mut position: Position, depth: u32) -> Option<Move> {
    let history = History::new(&position);
    let mut search = Search { root_len: history.len(), history };
    let moves = position.engine_moves().into_iter();
    moves.min_by_key(|&m| search.value_after(&mut position, m, depth, -MATE, MATE))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let position: Position = arguments.next().as_deref().unwrap_or("startpos").parse()?;
    let depth: u32 = arguments.next().as_deref().unwrap_or("2").parse()?;
    println!("{:?}", best_move(position, depth.saturating_sub(1)));
    Ok(())
}

#[test]
fn finds_a_mate_and_wins_a_rook() {
    let search = |sfen: &str| best_move(sfen.parse().unwrap(), 1).unwrap().to_string();
    assert_eq!(search("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"), "G*5b");
    assert_eq!(search("4k4/9/9/4r4/9/9/9/9/4RK3 b - 1"), "5i5d");
}
