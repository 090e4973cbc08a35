//! The built-in evaluation: material, the distance of the pieces from both kings, and the mobility of
//! bishops and rooks. docs/design/013-shogi-search.md has the effect of each term and the source of the
//! numbers.

use super::evaluate::Evaluate;
use crate::attacks::{bishop_attacks, rook_attacks};
use crate::color::Color;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// What a piece of a kind is worth, in centipawns.
struct Worth {
    on_board: i32,
    in_hand: i32,
    /// Added by the distance from the own king and from the enemy king, in king's moves.
    own: [i32; 9],
    enemy: [i32; 9],
}

const fn worth(on_board: i32, in_hand: i32, own: [i32; 3], enemy: [i32; 4]) -> Worth {
    let own = [0, own[0], own[1], own[2], 0, 0, 0, 0, 0];
    let enemy = [0, enemy[0], enemy[1], enemy[2], enemy[3], 0, 0, 0, 0];
    Worth { on_board, in_hand, own, enemy }
}

const NOTHING: Worth = worth(0, 0, [0; 3], [0; 4]);

/// By [`PieceKind::index`]: the kinds from the pawn to the king, then the promoted kinds.
static WORTH: [Worth; 16] = [
    NOTHING,
    worth(80, 63, [25, 17, -3], [-7, 74, 41, 1]),
    worth(141, 249, [151, 81, 36], [36, 85, 52, -15]),
    worth(162, 242, [71, 25, 31], [-63, 27, 74, 7]),
    worth(297, 351, [98, 74, 53], [7, 94, 57, 11]),
    worth(356, 442, [83, 74, 45], [70, 90, 13, -11]),
    worth(433, 580, [27, 11, -20], [18, 84, 11, -4]),
    worth(498, 700, [-50, -45, -11], [27, 112, 18, 21]),
    NOTHING,
    worth(342, 0, [90, 36, 81], [13, 286, 195, 0]),
    worth(356, 0, [178, 160, 144], [6, 162, 45, -15]),
    worth(347, 0, [101, 74, 97], [-11, 189, -28, -35]),
    worth(413, 0, [-43, 27, -34], [34, 27, 62, 31]),
    NOTHING,
    worth(720, 0, [-24, 15, 60], [0, 36, 13, 49]),
    worth(759, 0, [22, -99, -35], [0, 169, 133, 88]),
];

/// The centipawns of each square that a bishop or a rook, promoted or not, attacks along its lines.
const MOBILITY: i32 = 11;
/// The centipawns of the right to move.
const TEMPO: i32 = 27;

/// The distance of two squares in king's moves.
static DISTANCE: [[u8; 81]; 81] = {
    let mut distance = [[0; 81]; 81];
    let mut i = 0usize;
    while i < 81 * 81 {
        let (a, b) = (i / 81, i % 81);
        let (files, ranks) = ((a % 9).abs_diff(b % 9), (a / 9).abs_diff(b / 9));
        distance[a][b] = if files > ranks { files } else { ranks } as u8;
        i += 1;
    }
    distance
};

/// Returns the centipawns of a piece on a square. A missing king adds nothing.
#[inline]
fn on_board(kind: PieceKind, square: Square, own: Option<Square>, enemy: Option<Square>) -> i32 {
    let worth = &WORTH[kind.index()];
    let near = |king: Option<Square>, values: &[i32; 9]| {
        king.map_or(0, |king| values[usize::from(DISTANCE[king.index()][square.index()])])
    };
    worth.on_board + near(own, &worth.own) + near(enemy, &worth.enemy)
}

/// An evaluation by material on the board and in hand, by the distance of the pieces from both kings, and
/// by the mobility of bishops and rooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material(());

impl Material {
    /// Makes the evaluation.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Evaluate for Material {
    /// The material and the distances, of Black minus White.
    type State = i32;

    fn state(&self, position: &Position) -> i32 {
        let sum = |color: Color| -> i32 {
            let (own, enemy) = (position.king(color), position.king(color.opponent()));
            let value = |kind: PieceKind| {
                let held = if kind.is_hand() { position.hand(color).count(kind) } else { 0 };
                let squares = position.colored_pieces(color, kind).into_iter();
                squares.map(|square| on_board(kind, square, own, enemy)).sum::<i32>()
                    + i32::from(held) * WORTH[kind.index()].in_hand
            };
            PieceKind::ALL.into_iter().map(value).sum()
        };
        sum(Color::Black) - sum(Color::White)
    }

    #[inline]
    fn play(&self, before: &i32, m: Move, after: &Position) -> i32 {
        if m.kind() == PieceKind::King {
            return self.state(after);
        }
        let mover = after.side().opponent();
        let (own, enemy) = (after.king(mover), after.king(after.side()));
        let mut gain = on_board(m.kind_after(), m.target(), own, enemy);
        gain -= match m.origin() {
            Some(origin) => on_board(m.kind(), origin, own, enemy),
            None => WORTH[m.kind().index()].in_hand,
        };
        if let Some(captured) = m.captured() {
            gain += on_board(captured, m.target(), enemy, own);
            gain += WORTH[captured.unpromoted().index()].in_hand;
        }
        match mover {
            Color::Black => before + gain,
            Color::White => before - gain,
        }
    }

    #[inline]
    fn evaluate(&self, position: &Position, state: &i32) -> i32 {
        let value = state + mobility(position, Color::Black) - mobility(position, Color::White);
        TEMPO
            + match position.side() {
                Color::Black => value,
                Color::White => -value,
            }
    }
}

/// Returns the centipawns of the mobility of a side's bishops and rooks.
#[inline]
fn mobility(position: &Position, color: Color) -> i32 {
    let (own, occupied) = (position.colors(color), position.occupied());
    let rooks = position.pieces(PieceKind::Rook) | position.pieces(PieceKind::Dragon);
    let bishops = position.pieces(PieceKind::Bishop) | position.pieces(PieceKind::Horse);
    let squares = (rooks & own).into_iter().map(|square| rook_attacks(square, occupied).len());
    let more = (bishops & own).into_iter().map(|square| bishop_attacks(square, occupied).len());
    MOBILITY * squares.chain(more).sum::<u32>() as i32
}
