//! Benches of the shogi core.
use criterion::Criterion;

mod packed;
mod see;
mod sfen;

pub(crate) fn define(c: &mut Criterion) {
    see::define(c);
    sfen::define(c);
    packed::define(c);
}

/// The positions of four computer games, as text.
pub(crate) const GAMES: &str = include_str!("../tests/data/shogi/games618.sfen");
