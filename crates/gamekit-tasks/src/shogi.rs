//! The tasks' functions for shogi.

use std::fmt::Write;

use shogi_core::format::packed::PackedSfen;
use shogi_core::format::sfen;
use shogi_core::{MoveList, Position, perft};

use crate::game::{Game, Tree};

/// The implementation of the tasks for shogi.
#[derive(Debug)]
pub struct Shogi;

impl Game for Shogi {
    const NAME: &'static str = "shogi";
    const TREE: Tree = Tree { depth: 4, leaves: 719_731 };

    type Position = Position;
    type List = MoveList;
    type Packed = [u8; 32];

    fn start() -> Position {
        Position::start()
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        perft(position, depth)
    }

    fn list(position: &Position, list: &mut MoveList) -> u64 {
        position.legal_moves_into(list);
        list.len() as u64
    }

    fn after_each(position: &mut Position, list: &mut MoveList, mut visit: impl FnMut(&Position)) {
        position.legal_moves_into(list);
        for step in &*list {
            let undo = position.play_unchecked(step);
            visit(position);
            position.undo(step, undo);
        }
    }

    fn hash(position: &Position) -> u64 {
        position.hash()
    }

    // The tasks use only the lower 64 bits of the hash.
    fn hash_from_scratch(position: &Position) -> u64 {
        (position.hash_128() >> 64) as u64
    }

    fn key(position: &Position) -> u64 {
        position.hash().min(position.mirror().hash())
    }

    fn mirror(position: &Position) -> Position {
        position.mirror()
    }

    fn print(position: &Position, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = text.write_str(&sfen::encode(position));
    }

    fn parse(text: &str) -> Option<Position> {
        text.parse::<Position>().ok()
    }

    fn pack(position: &Position) -> Option<[u8; 32]> {
        PackedSfen::encode(position).ok().map(PackedSfen::to_bytes)
    }

    fn unpack(packed: &[u8; 32]) -> Option<Position> {
        PackedSfen::from_bytes(*packed).decode().ok()
    }
}
