//! The program `gamekit`.
fn main() {}
