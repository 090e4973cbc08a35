use crate::piece::Kind;

/// What pieces are worth in an exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeeValues {
    /// By [`Kind::index`].
    pub(super) capture: [i32; 16],
    /// What promotion gains, 0 for a kind that keeps its face.
    pub(super) gain: [i32; 16],
    /// The number of the kind after a capture on which it promotes, if it does.
    pub(super) promoted: [u8; 16],
    /// No promotion gains more; not below 0.
    pub(super) most_gain: i32,
}

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

    /// Values of the caller's choice, by [`Kind::index`].
    ///
    /// `capture` is what the captor of a piece wins, promoted or not as it stands. `promotion` is what
    /// a side wins by promoting a piece of the kind; `None` says that the kind keeps its face and its
    /// value in exchanges, in the move that begins one too. Kinds that cannot promote have no part in
    /// it. The value of a king is never asked for.
    ///
    /// ```
    /// use shogi_core::{Kind, SeeValues};
    /// // Plain material: nothing promotes.
    /// let mut capture = [0; 16];
    /// for (kind, value) in [(Kind::Pawn, 1), (Kind::Silver, 5), (Kind::Gold, 6), (Kind::Rook, 10)] {
    ///     capture[kind.index()] = value;
    /// }
    /// let values = SeeValues::new(capture, [None; 16]);
    /// assert_eq!(values.capture(Kind::Gold), 6);
    /// assert_eq!(values.promotion(Kind::Pawn), None);
    /// ```
    #[must_use]
    pub const fn new(capture: [i32; 16], promotion: [Option<i32>; 16]) -> Self {
        let mut values = Self { capture, gain: [0; 16], promoted: [0; 16], most_gain: 0 };
        let mut i = 0;
        while i < 16 {
            values.promoted[i] = i as u8;
            if let (Some(kind), Some(gain)) = (Kind::from_index(i as u8), promotion[i])
                && let Some(promoted) = kind.promoted()
            {
                values.gain[i] = gain;
                values.promoted[i] = promoted as u8;
                if gain > values.most_gain {
                    values.most_gain = gain;
                }
            }
            i += 1;
        }
        values
    }

    /// What the captor of the kind wins.
    #[must_use]
    pub const fn capture(&self, kind: Kind) -> i32 {
        self.capture[kind.index()]
    }

    /// What promotion of the kind gains; `None` if it does not promote in exchanges.
    #[must_use]
    pub const fn promotion(&self, kind: Kind) -> Option<i32> {
        if self.promoted[kind.index()] == kind as u8 { None } else { Some(self.gain[kind.index()]) }
    }
}
