//! Benchmarks of `reversi-core`.
use criterion::Criterion;

mod book;
mod kernels;
mod key;
mod pattern;
mod perft;
mod search;
mod solve;

pub(crate) fn define(c: &mut Criterion) {
    book::define(c);
    perft::define(c);
    kernels::define(c);
    pattern::define(c);
    key::define(c);
    search::define(c);
    solve::define(c);
}
