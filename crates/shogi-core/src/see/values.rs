use crate::piece::PieceKind;

/// The values of pieces in an exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeeValues {
    /// The capture values, indexed by [`PieceKind::index`].
    pub(super) capture: [i32; 16],
    /// The gain by promotion of each kind. It is 0 if the kind does not promote in exchanges.
    pub(super) gain: [i32; 16],
    /// The index of each kind after a capture with promotion.
    pub(super) promoted: [u8; 16],
    /// The greatest gain by promotion, at least 0.
    pub(super) most_gain: i32,
    /// The effect of a capture by each kind, with promotion and (at index plus [`KEEPS_FACE`])
    /// without promotion.
    pub(super) takes: [Takes; 32],
    /// The part of a piece's key that depends on its kind.
    pub(super) order: [u32; 16],
}

/// The effect of a capture by a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Takes {
    /// The gain by promotion.
    pub(super) gain: i32,
    /// The value of the capturing piece for the opponent after the capture.
    pub(super) after: i32,
}

/// The bit of an index of [`SeeValues::takes`] that is set for a capture without promotion.
pub(super) const KEEPS_FACE: usize = 16;

/// A key decides which attacker captures first: the attacker with the smallest key. Its fields are,
/// from the lowest bits, the kind, the square, whether the piece does not promote, and the place of
/// the kind in the order of attackers.
pub(super) const KEY_SQUARE: u32 = 4;
pub(super) const KEY_KEEPS_FACE: u32 = 11;
const KEY_ORDER: u32 = 12;

/// The order in which kinds of equal value capture. The king always captures last.
const ORDER: [PieceKind; 14] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Tokin,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::Silver,
    PieceKind::ProSilver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Dragon,
    PieceKind::King,
];

/// A number greater than the key of any piece.
pub(super) const NO_ATTACKER: u32 = (ORDER.len() as u32) << KEY_ORDER;

impl SeeValues {
    /// The values of the engine Bonanza 6. The capture value of a piece is its value on the board
    /// plus its value in the hand of the side that captures it. The gain by promotion is the
    /// difference of the two values on the board.
    ///
    /// | kind    | P   | L   | N   | S   | G   | B    | R    | +P  | +L  | +N  | +S  | +B   | +R   |
    /// |---------|-----|-----|-----|-----|-----|------|------|-----|-----|-----|-----|------|------|
    /// | capture | 174 | 464 | 514 | 738 | 888 | 1138 | 1284 | 621 | 721 | 767 | 864 | 1396 | 1587 |
    /// | gain    | 447 | 257 | 253 | 126 |     | 258  | 303  |     |     |     |     |      |      |
    pub const BONANZA: Self = {
        const BOARD: [i32; 16] =
            [0, 87, 232, 257, 369, 444, 569, 642, 15000, 534, 489, 510, 495, 0, 827, 945];
        let mut capture = BOARD;
        let mut promotion = [None; 16];
        let mut i = 1;
        while i < 16 {
            if i != 8 {
                capture[i] = BOARD[i] + BOARD[i & 7];
            }
            if i < 8 && i != 5 {
                promotion[i] = Some(BOARD[i + 8] - BOARD[i]);
            }
            i += 1;
        }
        Self::new(capture, promotion)
    };

    pub(super) const BONANZA_TABLE: &'static Self = &Self::BONANZA;

    /// Makes values from two tables, indexed by [`PieceKind::index`].
    ///
    /// `capture` has the value that a side wins by capturing a piece of each kind. These values
    /// also decide the order in which attackers capture. `promotion` has the value that a side wins
    /// by promoting a piece of each kind. `None` means that the kind does not promote in exchanges.
    /// The capture value of the king and the promotion values of kinds that cannot promote are
    /// ignored.
    ///
    /// ```
    /// use shogi_core::{PieceKind, SeeValues};
    /// // Plain material: nothing promotes.
    /// let mut capture = [0; 16];
    /// for (kind, value) in [(PieceKind::Pawn, 1), (PieceKind::Silver, 5), (PieceKind::Gold, 6), (PieceKind::Rook, 10)] {
    ///     capture[kind.index()] = value;
    /// }
    /// let values = SeeValues::new(capture, [None; 16]);
    /// assert_eq!(values.capture(PieceKind::Gold), 6);
    /// assert_eq!(values.promotion(PieceKind::Pawn), None);
    /// ```
    #[must_use]
    pub const fn new(capture: [i32; 16], promotion: [Option<i32>; 16]) -> Self {
        let mut values = Self {
            capture,
            gain: [0; 16],
            promoted: [0; 16],
            most_gain: 0,
            takes: [Takes { gain: 0, after: 0 }; 32],
            order: [NO_ATTACKER; 16],
        };
        let mut i = 0;
        while i < 16 {
            values.promoted[i] = i as u8;
            if let (Some(kind), Some(gain)) = (PieceKind::from_index(i as u8), promotion[i])
                && let Some(promoted) = kind.promoted()
            {
                values.gain[i] = gain;
                values.promoted[i] = promoted as u8;
                if gain > values.most_gain {
                    values.most_gain = gain;
                }
            }
            values.takes[i] =
                Takes { gain: values.gain[i], after: capture[values.promoted[i] as usize] };
            values.takes[i | KEEPS_FACE] = Takes { gain: 0, after: capture[i] };
            i += 1;
        }
        let order = by_value(&capture);
        i = 0;
        while i < order.len() {
            let kind = order[i] as usize;
            let keeps_face = (values.promoted[kind] as usize == kind) as u32;
            values.order[kind] =
                (i as u32) << KEY_ORDER | keeps_face << KEY_KEEPS_FACE | kind as u32;
            i += 1;
        }
        values
    }

    /// Returns the value that a side wins by capturing a piece of the kind.
    #[must_use]
    pub const fn capture(&self, kind: PieceKind) -> i32 {
        self.capture[kind.index()]
    }

    /// Returns the gain by promotion of the kind. Returns `None` if the kind does not promote in
    /// exchanges.
    #[must_use]
    pub const fn promotion(&self, kind: PieceKind) -> Option<i32> {
        if self.promoted[kind.index()] == kind as u8 { None } else { Some(self.gain[kind.index()]) }
    }
}

/// Returns the kinds in ascending order of their values, with the king last.
const fn by_value(capture: &[i32; 16]) -> [PieceKind; ORDER.len()] {
    let mut order = ORDER;
    let king = ORDER.len() - 1;
    // Insertion sort is stable, so kinds of equal value stay in the order of `ORDER`.
    let mut sorted = 1;
    while sorted < king {
        let mut i = sorted;
        while i > 0 && capture[order[i] as usize] < capture[order[i - 1] as usize] {
            (order[i], order[i - 1]) = (order[i - 1], order[i]);
            i -= 1;
        }
        sorted += 1;
    }
    order
}
