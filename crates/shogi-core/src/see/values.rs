use crate::piece::PieceKind;

/// What pieces are worth in an exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeeValues {
    /// By [`PieceKind::index`].
    pub(super) capture: [i32; 16],
    /// What promotion gains, 0 for a kind that keeps its face.
    pub(super) gain: [i32; 16],
    /// The number of the kind after a capture on which it promotes, if it does.
    pub(super) promoted: [u8; 16],
    /// No promotion gains more; not below 0.
    pub(super) most_gain: i32,
    /// By kind with [`KEEPS_FACE`] or without: what its capture comes to.
    pub(super) takes: [Takes; 32],
    /// By kind: its part of the keys that attackers are compared by.
    pub(super) order: [u32; 16],
}

/// What a piece makes of the piece it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Takes {
    /// What its promotion gains.
    pub(super) gain: i32,
    /// What it is worth to the other side thereafter.
    pub(super) after: i32,
}

/// In a number of [`SeeValues::takes`], set for a piece that does not promote.
pub(super) const KEEPS_FACE: usize = 16;

/// Of a key: the kind is lowest, the square above it, then whether the piece keeps its face, then
/// the place of the kind in the order of attackers. The least key takes first.
pub(super) const KEY_SQUARE: u32 = 4;
pub(super) const KEY_KEEPS_FACE: u32 = 11;
const KEY_ORDER: u32 = 12;

/// The kinds in the order in which they take.
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

/// The least key of no piece.
pub(super) const NO_ATTACKER: u32 = (ORDER.len() as u32) << KEY_ORDER;

impl SeeValues {
    /// The values of Bonanza 6: a piece counts what it is worth on the board and, to its captor, in
    /// hand; promotion gains the difference of the values on the board.
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

    /// Values of the caller's choice, by [`PieceKind::index`].
    ///
    /// `capture` is what the captor of a piece wins, promoted or not as it stands. `promotion` is what
    /// a side wins by promoting a piece of the kind; `None` says that the kind keeps its face and its
    /// value in exchanges, in the move that begins one too. Kinds that cannot promote have no part in
    /// it. The value of a king is never asked for.
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
        i = 0;
        while i < ORDER.len() {
            let kind = ORDER[i] as usize;
            let keeps_face = (values.promoted[kind] as usize == kind) as u32;
            values.order[kind] =
                (i as u32) << KEY_ORDER | keeps_face << KEY_KEEPS_FACE | kind as u32;
            i += 1;
        }
        values
    }

    /// What the captor of the kind wins.
    #[must_use]
    pub const fn capture(&self, kind: PieceKind) -> i32 {
        self.capture[kind.index()]
    }

    /// What promotion of the kind gains; `None` if it does not promote in exchanges.
    #[must_use]
    pub const fn promotion(&self, kind: PieceKind) -> Option<i32> {
        if self.promoted[kind.index()] == kind as u8 { None } else { Some(self.gain[kind.index()]) }
    }
}
