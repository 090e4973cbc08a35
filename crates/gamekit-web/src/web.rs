//! Reversi and shogi for JavaScript: the functions of the page and of the npm package.
//!
//! The functions of this crate are the low level. They return structures as JSON text, because a
//! parser of JSON is part of every JavaScript engine. `npm/gamekit.js` wraps them in classes, and
//! `npm/gamekit.d.ts` has their types.
#![allow(unsafe_code, reason = "wasm-bindgen generates unsafe code")]
#![allow(unreachable_pub, reason = "JavaScript reaches the functions through wasm-bindgen")]

#[cfg(any(feature = "reversi", feature = "shogi"))]
mod error;
#[cfg(feature = "reversi")]
mod reversi;
#[cfg(feature = "shogi")]
mod shogi;
#[cfg(any(feature = "reversi", feature = "shogi"))]
mod text;
#[cfg(any(feature = "reversi", feature = "shogi"))]
mod ticker;
