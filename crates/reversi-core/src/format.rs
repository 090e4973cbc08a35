//! Text and files: how positions, games and collections of games are written.
//!
//! | module         | what it reads and writes                                             |
//! |----------------|----------------------------------------------------------------------|
//! | [`boardtext`]  | a position as 64 characters and the side to move                     |
//! | [`transcript`] | a game as its moves, `f5d6c3`, passes written or not                 |
//! | [`obf`]        | positions with the scores of their moves, a line each                |
//! | [`ggf`]        | games with players, clocks, evaluations and times                    |
//! | [`wthor`]      | the WTHOR game base: `.wtb`, `.jou`, `.trn`                          |
//!
//! With the `std` feature, `games` reads files and directories of games into a book.
//!
//! Readers trust no count and no offset of a file, repair nothing silently, and say the place of
//! what they refuse.
pub mod boardtext;
#[cfg(feature = "std")]
pub mod games;
pub mod ggf;
pub mod obf;
pub mod transcript;
pub mod wthor;
