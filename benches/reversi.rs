//! Benches of the Reversi core.
use criterion::Criterion;

mod kernels;
mod perft;

pub(crate) fn define(c: &mut Criterion) {
    perft::define(c);
    kernels::define(c);
}
