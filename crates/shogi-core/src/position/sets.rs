//! The indices of the piece sets of a position.

/// All promoted pieces.
pub(crate) const PROMOTED: usize = 0;
pub(crate) const PAWN: usize = 1;
pub(crate) const LANCE: usize = 2;
pub(crate) const KNIGHT: usize = 3;
pub(crate) const SILVER: usize = 4;
/// Gold, tokin and the promoted lance, knight and silver. They all move in the same way.
pub(crate) const GOLD: usize = 5;
/// Bishop and horse.
pub(crate) const BISHOP: usize = 6;
/// Rook and dragon.
pub(crate) const ROOK: usize = 7;
pub(crate) const KING: usize = 8;

/// The index of the set that contains the pieces of a kind, indexed by the index of the kind.
pub(crate) static SLOTS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 5, 5, 5, 5, 0, 6, 7];

/// The square number of a missing king.
pub(crate) const NO_KING: u8 = 81;
