//! Text and files: how positions, games and collections of games are written.
//!
//! | module         | what it reads and writes                                             |
//! |----------------|----------------------------------------------------------------------|
//! | [`boardtext`]  | a position as 64 characters and the side to move                     |
//! | [`transcript`] | a game as its moves, `f5d6c3`, passes written or not                 |
//! | [`wthor`]      | the WTHOR game base: `.wtb`, `.jou`, `.trn`                          |
//!
//! Readers trust no count and no offset of a file, repair nothing silently, and say the place of
//! what they refuse.
pub mod boardtext;
pub mod transcript;
pub mod wthor;
