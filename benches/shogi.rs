//! Benchmarks of `shogi-core`.
use criterion::Criterion;

mod movegen;
mod packed;
mod perft;
mod position;
mod records;
mod see;
mod sfen;
mod sliders;
mod startup;

pub(crate) fn define(c: &mut Criterion) {
    perft::define(c);
    movegen::define(c);
    position::define(c);
    sliders::define(c);
    see::define(c);
    sfen::define(c);
    packed::define(c);
    records::define(c);
    startup::define(c);
}

/// The positions of four computer games, as SFENs.
pub(crate) const GAMES: &str = include_str!("../tests/data/shogi/games618.sfen");
pub(crate) const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// A position with many drops and captures.
pub(crate) const MATSURI: &str =
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
/// The position with 593 legal moves, the largest known number.
pub(crate) const MAX: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
