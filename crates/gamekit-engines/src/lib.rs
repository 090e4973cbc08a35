#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod clock;
pub mod message_loop;
pub mod program;
#[cfg(feature = "reversi")]
pub mod reversi;
#[cfg(feature = "shogi")]
pub mod usi;
