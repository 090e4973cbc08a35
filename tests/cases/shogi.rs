//! The checks of shogi cases, by kind.

use super::Plan;

pub(crate) const PLAN: Plan = Plan {
    checks: &[],
    policies: &[],
    waiting: &[
        "csa",
        "declaration",
        "ki2",
        "kif",
        "move32",
        "movegen",
        "perft",
        "promotion",
        "repetition",
        "see",
        "sfen",
        "uchifuzume",
        "usi",
    ],
};
