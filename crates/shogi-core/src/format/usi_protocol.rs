//! The USI protocol between a graphical program and an engine: commands and answers as types.
//!
//! A [`Command`] goes from the graphical program to the engine, an [`Answer`] back. Both are one line
//! without a line break. Both parse and print.
//!
//! ```
//! use shogi_core::format::usi_protocol::{Answer, Command, Go};
//! let command: Command = "go btime 60000 wtime 50000 byoyomi 1000".parse()?;
//! let Command::Go(go) = &command else { panic!() };
//! assert_eq!(go.times.byoyomi.as_secs(), 1);
//! assert_eq!(command.to_string(), "go btime 60000 wtime 50000 byoyomi 1000");
//!
//! let answer: Answer = "info depth 5 score mate 3 pv G*5b".parse()?;
//! assert_eq!(answer.to_string(), "info depth 5 score mate 3 pv G*5b");
//!
//! // USI tells an engine to ignore what it does not know.
//! assert!("xboard".parse::<Command>().is_err());
//! # Ok::<(), shogi_core::format::usi_protocol::ParseLineError>(())
//! ```
//!
//! The readers follow the policy of the protocol: words that they do not know are skipped where the rest
//! of the line keeps its meaning. An unknown line is an error, which the caller ignores.

mod answer;
mod command;
mod error;
mod go;
mod info;
mod option;
mod words;

pub use answer::{Answer, Checkmate};
pub use command::{Command, GameResult};
pub use error::{ParseLineError, ParseLineErrorKind};
pub use go::{Go, MateLimit, Times};
pub use info::{Bound, Info, Score};
pub use option::{OptionDeclaration, OptionKind};
