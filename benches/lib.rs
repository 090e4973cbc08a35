//! Helpers for comparing runs; the benches themselves start in `main.rs`.

pub mod work;
