//! Shared functions for comparing programs. `main.rs` contains the benchmarks' entry point.

pub mod engine_book;
pub mod work;
