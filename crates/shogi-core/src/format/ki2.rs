//! KI2: records with the move names of books and newspapers, `▲７六歩 △３四歩`, without origin squares
//! and times.
//!
//! ```
//! use shogi_core::format::{ki2, record::Mode};
//! let read = ki2::parse("▲７六歩 △３四歩 ▲２二角成 △同　銀\nまで4手で中断\n", Mode::Strict)?;
//! let moves: Vec<_> = read.game.moves().map(|m| m.to_string()).collect();
//! assert_eq!(moves, ["7g7f", "3c3d", "8h2b+", "3a2b"]);
//! # Ok::<(), shogi_core::format::record::ReadRecordError>(())
//! ```
//!
//! The repository's page `docs/formats/ki2.md` describes the move names.

use alloc::vec::Vec;
use core::fmt::Write;

use super::illegal_move;
use super::kif::{self, Header, is_unknown_summary, push_texts, sides, summary_of_end};
use super::mode::Mode;
use super::notation::{self, push_ki2, push_kif};
use super::report::{LossKind, ReadGame, ReadRecordError, Written};
use crate::color::Color;
use crate::game::{Game, NodeId, Step};
use crate::mv::Move;
use crate::position::{Position, Undo};

/// Reads a record in KI2 or KIF, as [`kif::parse`] does.
///
/// # Errors
/// Returns the first error and its location. Which faults are errors depends on `mode`.
pub fn parse(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    kif::parse(text, mode)
}

/// Reads a record from the bytes of a file. With the feature `encoding`, the encoding is detected;
/// otherwise, it must be UTF-8.
///
/// # Errors
/// Fails as [`parse`] does, and if the bytes are not text.
pub fn read(bytes: &[u8], mode: Mode) -> Result<ReadGame, ReadRecordError> {
    kif::read(bytes, mode)
}

/// Writes a game as KI2, with all variations but without times.
#[must_use]
pub fn write(game: &Game) -> Written {
    let mut written = Written::new();
    let (game, illegal) = illegal_move::readable(game);
    let game = &*game;
    written.lose_many(LossKind::IllegalMove, illegal);
    let sides = sides(game);
    Header { game, sides, has_ply: false }.push(&mut written);
    written.text.push('\n');
    push_texts(&mut written, game, NodeId::ROOT);
    let mut writer = Writer { position: game.start().clone(), path: Vec::new(), sides };
    for id in game.preorder() {
        if let Some(step) = game.step(id) {
            writer.push(&mut written, game, id, step);
        }
    }
    written
}

struct Writer {
    position: Position,
    path: Vec<(NodeId, Move, Undo)>,
    sides: [&'static str; 2],
}

impl Writer {
    fn push(&mut self, written: &mut Written, game: &Game, id: NodeId, step: Step) {
        let parent = game.parent(id).unwrap_or(NodeId::ROOT);
        if game.next(parent) != Some(id) {
            let _ = writeln!(written.text, "\n変化：{}手", game.ply(id));
            while self.path.last().is_some_and(|&(node, ..)| game.ply(node) >= game.ply(id)) {
                if let Some((_, m, undo)) = self.path.pop() {
                    self.position.undo(m, undo);
                }
            }
        }
        if game.time(id).is_some() {
            written.lose(LossKind::Time);
        }
        let last = self.path.last().map(|&(_, m, _)| m.target());
        match step {
            Step::Move(m) => {
                // Each move has its own line, because cshogi reads only one move per line.
                push_ki2(&mut written.text, &self.position, m, last);
                written.text.push('\n');
                let undo = self.position.play_unchecked(m);
                self.path.push((id, m, undo));
            }
            Step::Illegal(m) => {
                written.text.push(notation::mark(self.position.side()));
                push_kif(&mut written.text, m, last);
                written.text.push('\n');
                if game.next(id).is_none() {
                    let side = self.sides[self.position.side().index()];
                    let _ = writeln!(written.text, "まで{}手で{side}の反則負け", game.ply(id));
                }
            }
            Step::End(end) => {
                let closed = matches!(game.step(parent), Some(Step::Illegal(_)));
                let side =
                    if closed { self.position.side().opponent() } else { self.position.side() };
                let says = summary_of_end(end, side, self.sides).or_else(|| {
                    game.end_word(id).filter(|word| is_word(word, side)).map(Into::into)
                });
                match says {
                    Some(says) => {
                        let _ = writeln!(written.text, "まで{}手で{says}", game.ply(parent));
                    }
                    None => written.lose(LossKind::End),
                }
            }
        }
        push_texts(written, game, id);
    }
}

/// Returns whether a reader would read the word in a summary as an unknown end word.
fn is_word(word: &str, side: Color) -> bool {
    !word.is_empty()
        && word.trim() == word
        && !word.contains(['\n', '\r'])
        && !word.starts_with(['で', '手'])
        && is_unknown_summary(word, side)
}
