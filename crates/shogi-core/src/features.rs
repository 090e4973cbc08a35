//! The inputs and labels of neural networks, in the layout of dlshogi.
//!
//! A position is two stacks of planes of 9x9 squares, from the point of view of the side to move: if White
//! is to move, the board is turned by 180 degrees. A plane has 81 values of 0 or 1 in the order of
//! [`Square::to_apery`]: file by file, `9 * (file - 1) + (rank - 1)`.
//!
//! [`board_planes`] writes [`BOARD_PLANES`] planes: 31 of the side to move, then 31 of the opponent.
//!
//! | plane of a side | value 1 |
//! |-----------------|---------|
//! | 0 to 13  | a piece of the kind: pawn, lance, knight, silver, bishop, rook, gold, king, promoted pawn, promoted lance, promoted knight, promoted silver, horse, dragon |
//! | 14 to 27 | a piece of the kind attacks the square |
//! | 28 to 30 | at least 1, 2 or 3 pieces of the side attack the square |
//!
//! [`hand_planes`] writes [`HAND_PLANES`] planes. Each plane has the same value on all squares. There are 28
//! planes for the hand of the side to move, then 28 for the hand of the opponent, then one that is 1 if
//! the side to move is in check. The 28 planes are 8 for pawns, 4 each for lances, knights, silvers and
//! golds, and 2 each for bishops and rooks. The first `n` planes of a kind are 1 if the hand has `n` pieces.
//! More than 8 pawns are the same as 8.
//!
//! [`label`] maps a move to one of [`LABELS`] classes: `81 * direction + target`. The target is the square
//! of the plane. Directions 0 to 9 are moves: up, up-left, up-right, left, right, down, down-left,
//! down-right, and the knight's jumps to the left and to the right. Directions 10 to 19 are the same moves
//! with promotion. Directions 20 to 26 are drops of a pawn, lance, knight, silver, bishop, rook and gold.
//!
//! The layout comes from [dlshogi](https://github.com/TadaoYamaoka/DeepLearningShogi), by Tadao Yamaoka.

use crate::attacks::{attacks, step_attacks};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::mv::{BareMove, Move};
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::square::Square;

/// The number of squares of a plane.
pub const PLANE: usize = Square::COUNT;

/// The number of planes that [`board_planes`] writes.
pub const BOARD_PLANES: usize = 62;

/// The number of planes that [`hand_planes`] writes.
pub const HAND_PLANES: usize = 57;

/// The number of classes of [`label`].
pub const LABELS: usize = 27 * PLANE;

/// The kinds of pieces in the order of their planes.
const KINDS: [PieceKind; 14] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Gold,
    PieceKind::King,
    PieceKind::Tokin,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::Horse,
    PieceKind::Dragon,
];

/// The kinds of pieces in hand, with the numbers of their planes.
const HAND_KINDS: [(PieceKind, usize); 7] = [
    (PieceKind::Pawn, 8),
    (PieceKind::Lance, 4),
    (PieceKind::Knight, 4),
    (PieceKind::Silver, 4),
    (PieceKind::Gold, 4),
    (PieceKind::Bishop, 2),
    (PieceKind::Rook, 2),
];

/// For each side to move, the index of a square in a plane by the index of the square.
static PLANE_INDEX: [[u8; 81]; 2] = {
    let mut table = [[0; PLANE]; 2];
    let mut index = 0;
    while index < PLANE {
        let square = Square::from_index(index as u8).unwrap();
        table[0][index] = square.to_apery();
        table[1][index] = square.half_turn().to_apery();
        index += 1;
    }
    table
};

/// The direction of a move between two squares of a plane, by the origin and the target.
static DIRECTIONS: [[u8; 81]; 81] = {
    let mut table = [[0; PLANE]; PLANE];
    let mut origin = 0;
    while origin < PLANE {
        let mut target = 0;
        while target < PLANE {
            table[origin][target] = direction(origin as i32, target as i32);
            target += 1;
        }
        origin += 1;
    }
    table
};

const fn direction(origin: i32, target: i32) -> u8 {
    let up = origin % 9 - target % 9;
    // The files are numbered from right to left.
    let left = target / 9 - origin / 9;
    match (up.signum(), left.signum()) {
        (1, 1) if up == 2 && left == 1 => 8,
        (1, -1) if up == 2 && left == -1 => 9,
        (1, 0) => 0,
        (1, 1) => 1,
        (1, _) => 2,
        (0, 1) => 3,
        (0, _) => 4,
        (_, 0) => 5,
        (_, 1) => 6,
        _ => 7,
    }
}

/// Writes the planes of the board: see the [module](self).
pub fn board_planes(position: &Position, planes: &mut [[f32; PLANE]; BOARD_PLANES]) {
    planes.as_flattened_mut().fill(0.0);
    let (side, occupied) = (position.side(), position.occupied());
    let index = &PLANE_INDEX[side.index()];
    let (own, other) = planes.split_at_mut(BOARD_PLANES / 2);
    for (color, planes) in [(side, own), (side.opponent(), other)] {
        // The squares that are attacked at least once, twice and three times.
        let mut counts = [Bitboard::EMPTY; 3];
        let mut count = |attacked: Bitboard| {
            counts[2] |= counts[1] & attacked;
            counts[1] |= counts[0] & attacked;
            counts[0] |= attacked;
        };
        for (number, &kind) in KINDS.iter().enumerate() {
            let pieces = position.colored_pieces(color, kind);
            if pieces.is_empty() {
                continue;
            }
            let piece = Piece::new(color, kind);
            let is_slider = matches!(
                kind,
                PieceKind::Lance
                    | PieceKind::Bishop
                    | PieceKind::Rook
                    | PieceKind::Horse
                    | PieceKind::Dragon
            );
            let mut all = Bitboard::EMPTY;
            for square in pieces {
                let attacked = if is_slider {
                    attacks(piece, square, occupied)
                } else {
                    step_attacks(piece, square)
                };
                all |= attacked;
                count(attacked);
            }
            set(&mut planes[number], pieces, index);
            set(&mut planes[KINDS.len() + number], all, index);
        }
        for (plane, squares) in planes[2 * KINDS.len()..].iter_mut().zip(counts) {
            set(plane, squares, index);
        }
    }
}

/// Writes the planes of the hands and of the check: see the [module](self).
pub fn hand_planes(position: &Position, planes: &mut [[f32; PLANE]; HAND_PLANES]) {
    let side = position.side();
    let mut rest = planes.as_mut_slice();
    for color in [side, side.opponent()] {
        let hand = position.hand(color);
        for (kind, number) in HAND_KINDS {
            let (of_kind, after) = rest.split_at_mut(number);
            let (ones, zeros) = of_kind.split_at_mut(number.min(hand.count(kind).into()));
            ones.as_flattened_mut().fill(1.0);
            zeros.as_flattened_mut().fill(0.0);
            rest = after;
        }
    }
    rest.as_flattened_mut().fill(if position.is_check() { 1.0 } else { 0.0 });
}

fn set(plane: &mut [f32; PLANE], squares: Bitboard, index: &[u8; PLANE]) {
    // Two words of 64 bits are faster to iterate over than one word of 128 bits.
    let bits = squares.bits();
    for (mut word, first) in [(bits as u64, 0), ((bits >> 64) as u64, 64)] {
        while word != 0 {
            let square = first + word.trailing_zeros() as usize;
            plane[usize::from(index[square])] = 1.0;
            word &= word - 1;
        }
    }
}

/// Returns the class of a move of `side`: see the [module](self).
///
/// The class of a move that no piece can make, such as 1a to 3b by a king, is that of the nearest
/// direction.
///
/// ```
/// use shogi_core::{Color, features};
/// // A pawn moves up to 7f.
/// assert_eq!(features::label(Color::Black, "7g7f".parse()?), 59);
/// assert_eq!(features::label(Color::White, "3c3d".parse()?), 59);
/// # Ok::<(), shogi_core::format::usi::ParseMoveError>(())
/// ```
#[must_use]
pub fn label(side: Color, m: BareMove) -> u16 {
    let index = &PLANE_INDEX[side.index()];
    let target = u16::from(index[m.target().index()]);
    let direction = match m {
        BareMove::Drop { kind, .. } => 20 + drop_class(kind),
        BareMove::Normal { origin, promote, .. } => {
            let origin = usize::from(index[origin.index()]);
            let direction = u16::from(DIRECTIONS[origin][usize::from(target)]);
            direction + if promote { 10 } else { 0 }
        }
    };
    PLANE as u16 * direction + target
}

const fn drop_class(kind: PieceKind) -> u16 {
    match kind {
        PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        PieceKind::Silver => 3,
        PieceKind::Bishop => 4,
        PieceKind::Rook => 5,
        PieceKind::Gold => 6,
        _ => 0,
    }
}

/// Writes 1 for the class of each legal move, and 0 for the other classes.
pub fn legal_mask(position: &Position, mask: &mut [u8; LABELS]) {
    mask.fill(0);
    let side = position.side();
    for m in &position.legal_moves() {
        mask[usize::from(label(side, Move::bare(m)))] = 1;
    }
}
