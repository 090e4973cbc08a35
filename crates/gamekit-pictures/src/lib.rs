#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bar_chart;
mod language;
mod legend;
mod line_chart;
#[cfg(feature = "reversi")]
pub mod reversi;
#[cfg(feature = "shogi")]
pub mod shogi;
mod svg;

pub use bar_chart::{Bar, BarChart};
pub use language::Language;
pub use line_chart::{Line, LineChart};
