//! Searches a position with the library's search and a custom evaluation that is updated with each move:
//! `evaluation -- "SFEN or startpos" NODES`.

use shogi_core::search::{Evaluate, Limits, Options, Searcher};
use shogi_core::{Color, History, Move, PieceKind, Position, See, Square};

/// Material, and some centipawns for each rank that a piece has advanced.
struct Advance;

/// Returns the value of a piece. A square of `None` means the hand.
fn piece(color: Color, kind: PieceKind, square: Option<Square>) -> i32 {
    const PER_RANK: i32 = 5;
    let value = match kind {
        PieceKind::King => 0,
        _ => See::BONANZA.values().capture(kind) / 2,
    };
    let ranks = square.map_or(0, |square| match color {
        Color::Black => 9 - square.rank(),
        Color::White => square.rank() - 1,
    });
    value + PER_RANK * i32::from(ranks)
}

impl Evaluate for Advance {
    /// The values of the pieces of each side, by [`Color::index`].
    type State = [i32; 2];

    fn state(&self, position: &Position) -> [i32; 2] {
        [Color::Black, Color::White].map(|color| {
            let on_board = |kind: PieceKind| -> i32 {
                let squares = position.colored_pieces(color, kind);
                squares.into_iter().map(|square| piece(color, kind, Some(square))).sum()
            };
            let in_hand =
                |kind| i32::from(position.hand(color).count(kind)) * piece(color, kind, None);
            PieceKind::ALL.into_iter().map(|kind| on_board(kind) + in_hand(kind)).sum()
        })
    }

    fn play(&self, before: &[i32; 2], m: Move, after: &Position) -> [i32; 2] {
        let (mut state, other) = (*before, after.side());
        let (own, target) = (other.opponent(), Some(m.target()));
        state[own.index()] += piece(own, m.kind_after(), target) - piece(own, m.kind(), m.origin());
        if let Some(kind) = m.captured() {
            state[own.index()] += piece(own, kind.unpromoted(), None);
            state[other.index()] -= piece(other, kind, target);
        }
        state
    }

    fn evaluate(&self, position: &Position, state: &[i32; 2]) -> i32 {
        let side = position.side();
        state[side.index()] - state[side.opponent().index()]
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let position: Position = arguments.next().as_deref().unwrap_or("startpos").parse()?;
    let nodes: u64 = arguments.next().as_deref().unwrap_or("100000").parse()?;
    let mut searcher = Searcher::new(Advance, 1 << 20);
    let limits = Limits::NONE.with_nodes(nodes);
    let report =
        searcher.search(&position, &History::new(&position), &Options::unlimited(), &limits);
    println!("{report:?}");
    Ok(())
}

#[test]
fn the_state_is_updated_as_computed_from_scratch() {
    let mut position = Position::start();
    let mut state = Advance.state(&position);
    for text in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "2b3c", "5e3c+", "2a3c"] {
        let m = position.parse_move(text).unwrap();
        position.play(m).unwrap();
        state = Advance.play(&state, m, &position);
        assert_eq!(state, Advance.state(&position), "{text}");
    }
}
