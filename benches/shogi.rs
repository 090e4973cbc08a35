//! Benches of the shogi core.
use criterion::Criterion;

pub(crate) fn define(_c: &mut Criterion) {}
