//! The stages of a game. Each stage has its own tables.

/// The number of stages of a game.
pub const STAGES: usize = 15;

/// The number of plies of a stage. Each ply has its own constant.
pub(super) const PLIES: usize = 4;

/// Returns the stage of a board with this number of discs; each stage has four plies.
#[must_use]
#[inline]
pub const fn stage(discs: u32) -> usize {
    let stage = discs.saturating_sub(4) as usize / PLIES;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// Returns the ply of a board with this number of discs, counted from the start of the stage.
#[inline]
pub(super) const fn ply(discs: u32) -> usize {
    discs.saturating_sub(4) as usize % PLIES
}
