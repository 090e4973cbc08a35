#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

pub mod bits;
pub mod ints;
pub mod symmetry;

pub use symmetry::Symmetry;

#[cfg(test)]
extern crate std;
