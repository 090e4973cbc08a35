//! Searches a position with a custom evaluation: `search -- "SFEN or startpos" DEPTH`.

use shogi_core::{Color, History, Move, MoveFilter, MoveList, PieceKind, Position};
use shogi_core::{SearchRepetition, See};

const MATE: i32 = 1_000_000;

/// Returns the evaluation for the side to move: the material difference plus the number of legal moves.
fn evaluate(position: &Position) -> i32 {
    let material = |color: Color| -> i32 {
        let value = |kind: PieceKind| {
            let held = i32::from(position.hand(color).count(kind));
            let count = position.colored_pieces(color, kind).len() as i32 + held;
            count * See::BONANZA.values().capture(kind)
        };
        PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King).map(value).sum()
    };
    material(position.side()) - material(!position.side()) + position.count_moves() as i32
}

/// Returns the value of the position for the side to move. After the full depth, only captures that win
/// material are searched. The history begins with the root.
fn search(p: &mut Position, history: &mut History, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    match history.search_repetition(1) {
        SearchRepetition::None => {}
        SearchRepetition::Draw => return 0,
        SearchRepetition::Win | SearchRepetition::Superior => return MATE,
        SearchRepetition::Loss | SearchRepetition::Inferior => return -MATE,
    }
    let mut moves = MoveList::new();
    if depth == 0 && !p.is_check() {
        alpha = alpha.max(evaluate(p));
        p.engine_moves_into(MoveFilter::Captures, &mut moves);
        moves.retain(|m| p.see_ge(m, 1));
    } else {
        p.engine_moves_into(MoveFilter::All, &mut moves);
        alpha = alpha.max(-MATE);
    }
    moves.sort_by_cached_key(|&m| -p.see(m));
    for m in moves {
        if alpha >= beta {
            break;
        }
        let undo = p.play_unchecked(m);
        history.push(p);
        alpha = alpha.max(-search(p, history, depth.saturating_sub(1), -beta, -alpha));
        history.pop();
        p.undo(m, undo);
    }
    alpha
}

/// Returns the best move of a search to `depth` plies.
fn best_move(position: &Position, depth: u32) -> Option<Move> {
    let mut history = History::new(position);
    position.engine_moves().into_iter().min_by_key(|&m| {
        let mut next = position.after(m);
        history.push(&next);
        let value = search(&mut next, &mut history, depth.saturating_sub(1), -MATE, MATE);
        history.pop();
        value
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let position: Position = arguments.next().as_deref().unwrap_or("startpos").parse()?;
    let depth: u32 = arguments.next().as_deref().unwrap_or("2").parse()?;
    println!("{:?}", best_move(&position, depth));
    Ok(())
}

#[test]
fn finds_a_mate_and_wins_a_rook() {
    let search = |sfen: &str| best_move(&sfen.parse().unwrap(), 2).unwrap().to_string();
    assert_eq!(search("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"), "G*5b");
    assert_eq!(search("4k4/9/9/4r4/9/9/9/9/4RK3 b - 1"), "5i5d");
}
