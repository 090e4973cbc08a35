//! The shogi tasks for every program: counting, listing or playing the last ply of a tree, and
//! listing the moves of many positions. Each program uses the calls that its documentation
//! recommends, and reuses its buffers.

/// A measured program.
pub trait Program {
    /// The name of the package.
    const NAME: &'static str;
    /// The type of a position.
    type Position;
    /// The buffers that the program reuses between lists.
    type Buffer: Default;

    /// Makes the position of a flawless SFEN.
    fn position(sfen: &str) -> Self::Position;
    /// Counts the legal moves in the fastest way that the program offers.
    fn count(position: &Self::Position) -> u64;
    /// Builds the list of legal moves and returns its length.
    fn list(position: &Self::Position, buffer: &mut Self::Buffer) -> u64;
    /// Plays every legal move, calls `visit`, and undoes the move.
    fn each(
        position: &mut Self::Position,
        buffer: &mut Self::Buffer,
        visit: impl FnMut(&mut Self::Position),
    );
}

/// The task at the last ply of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// Count the moves.
    Counted,
    /// Build the move list and take its length.
    Listed,
    /// Play and undo every move.
    Played,
}

/// Returns the number of leaves of the tree with this depth, which must be at least 1.
pub fn perft<P: Program>(position: &mut P::Position, depth: u32, last: Last) -> u64 {
    let mut buffer = P::Buffer::default();
    match (depth, last) {
        (1, Last::Counted) => return P::count(position),
        (1, Last::Listed) => return P::list(position, &mut buffer),
        _ => {}
    }
    let mut nodes = 0;
    P::each(position, &mut buffer, |next| {
        nodes += if depth == 1 { 1 } else { perft::<P>(next, depth - 1, last) };
    });
    nodes
}

/// The package `shogi-core` of this workspace.
#[derive(Debug)]
pub struct Ours;

impl Program for Ours {
    const NAME: &'static str = "ours";
    type Position = shogi_core::Position;
    type Buffer = shogi_core::MoveList;

    fn position(sfen: &str) -> Self::Position {
        sfen.parse().expect("a flawless SFEN")
    }

    fn count(position: &Self::Position) -> u64 {
        position.count_moves() as u64
    }

    fn list(position: &Self::Position, buffer: &mut Self::Buffer) -> u64 {
        position.legal_moves_into(buffer);
        std::hint::black_box(buffer).len() as u64
    }

    #[inline]
    fn each(
        position: &mut Self::Position,
        buffer: &mut Self::Buffer,
        mut visit: impl FnMut(&mut Self::Position),
    ) {
        position.legal_moves_into(buffer);
        for m in &*buffer {
            let undo = position.play_unchecked(m);
            visit(position);
            position.undo(m, undo);
        }
    }
}

#[cfg(feature = "rivals")]
pub use rivals::{Haitaka, Rsshogi, Shogi, Shunsai};

#[cfg(feature = "rivals")]
mod rivals {
    use std::hint::black_box;
    use std::ops::ControlFlow;

    use super::Program;

    /// The package `shunsai`.
    #[derive(Debug)]
    pub struct Shunsai;

    impl Program for Shunsai {
        const NAME: &'static str = "shunsai";
        type Position = shunsai::Position;
        type Buffer = Vec<shunsai::shogi_core::Move>;

        fn position(sfen: &str) -> Self::Position {
            use shogi_usi_parser::FromUsi;
            let text = format!("sfen {sfen}");
            shunsai::Position::new(shunsai::shogi_core::PartialPosition::from_usi(&text).unwrap())
        }

        fn count(position: &Self::Position) -> u64 {
            let mut moves = 0;
            let _ = position.generate_moves(|set| {
                moves += set.len() as u64;
                ControlFlow::Continue(())
            });
            moves
        }

        fn list(position: &Self::Position, buffer: &mut Self::Buffer) -> u64 {
            buffer.clear();
            let _ = position.generate_moves(|set| {
                set.write_into(buffer);
                ControlFlow::Continue(())
            });
            black_box(buffer).len() as u64
        }

        #[inline]
        fn each(
            position: &mut Self::Position,
            buffer: &mut Self::Buffer,
            mut visit: impl FnMut(&mut Self::Position),
        ) {
            buffer.reserve(600);
            Self::list(position, buffer);
            for &m in &*buffer {
                let undo = position.do_move(m);
                visit(position);
                position.undo_move(m, undo);
            }
        }
    }

    /// The package `haitaka`.
    #[derive(Debug)]
    pub struct Haitaka;

    impl Program for Haitaka {
        const NAME: &'static str = "haitaka";
        type Position = haitaka::Board;
        type Buffer = Vec<haitaka::Move>;

        fn position(sfen: &str) -> Self::Position {
            haitaka::Board::from_sfen(sfen).unwrap()
        }

        fn count(position: &Self::Position) -> u64 {
            let mut moves = 0;
            position.generate_moves(|set| {
                moves += set.into_iter().len() as u64;
                false
            });
            moves
        }

        fn list(position: &Self::Position, buffer: &mut Self::Buffer) -> u64 {
            buffer.clear();
            position.generate_moves(|set| {
                buffer.extend(set);
                false
            });
            black_box(buffer).len() as u64
        }

        // This package copies the position and plays moves directly from the generator.
        #[inline]
        fn each(
            position: &mut Self::Position,
            _: &mut Self::Buffer,
            mut visit: impl FnMut(&mut Self::Position),
        ) {
            position.generate_moves(|set| {
                for m in set {
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    visit(black_box(&mut next));
                }
                false
            });
        }
    }

    /// The package `rsshogi`.
    #[derive(Debug)]
    pub struct Rsshogi;

    impl Program for Rsshogi {
        const NAME: &'static str = "rsshogi";
        type Position = rsshogi::board::Position;
        type Buffer = rsshogi::board::Move32List;

        fn position(sfen: &str) -> Self::Position {
            let mut position = rsshogi::board::position_from_sfen(sfen).unwrap();
            position.init_stack();
            position
        }

        fn count(position: &Self::Position) -> u64 {
            Self::list(position, &mut rsshogi::board::Move32List::new())
        }

        fn list(position: &Self::Position, buffer: &mut Self::Buffer) -> u64 {
            buffer.clear();
            rsshogi::board::generate_legal_all_move32(position, buffer);
            black_box(buffer).as_slice().len() as u64
        }

        #[inline]
        fn each(
            position: &mut Self::Position,
            buffer: &mut Self::Buffer,
            mut visit: impl FnMut(&mut Self::Position),
        ) {
            Self::list(position, buffer);
            for &m in buffer.iter() {
                position.apply_move32(m);
                visit(position);
                position.undo_move32(m).expect("the move played last");
            }
        }
    }

    /// The package `shogi`, which has no move generator: candidate moves are tried one by one.
    #[derive(Debug)]
    pub struct Shogi;

    impl Shogi {
        fn moves(position: &mut shogi::Position, mut visit: impl FnMut(shogi::Move)) {
            use shogi::{Move, PieceType, Square};
            let side = position.side_to_move();
            let mut attempt = |position: &mut shogi::Position, m| {
                if position.make_move(m).is_ok() {
                    position.unmake_move().expect("the move made last");
                    visit(m);
                }
            };
            for from in Square::iter() {
                let Some(piece) = position.piece_at(from).filter(|p| p.color == side) else {
                    continue;
                };
                for to in position.move_candidates(from, piece) {
                    attempt(position, Move::Normal { from, to, promote: false });
                    let zone = from.in_promotion_zone(side) || to.in_promotion_zone(side);
                    if zone && piece.promote().is_some() {
                        attempt(position, Move::Normal { from, to, promote: true });
                    }
                }
            }
            for piece_type in PieceType::iter().filter(|kind| kind.is_hand_piece()) {
                if position.hand(shogi::Piece { piece_type, color: side }) > 0 {
                    for to in Square::iter() {
                        if position.piece_at(to).is_none() {
                            attempt(position, Move::Drop { to, piece_type });
                        }
                    }
                }
            }
        }
    }

    impl Program for Shogi {
        const NAME: &'static str = "shogi";
        // This package can only list moves by playing them, so a position must be mutable.
        type Position = std::cell::RefCell<shogi::Position>;
        type Buffer = Vec<shogi::Move>;

        fn position(sfen: &str) -> Self::Position {
            static TABLES: std::sync::Once = std::sync::Once::new();
            TABLES.call_once(shogi::bitboard::Factory::init);
            let mut position = shogi::Position::new();
            position.set_sfen(sfen).unwrap();
            position.into()
        }

        fn count(position: &Self::Position) -> u64 {
            let mut moves = 0;
            Self::moves(&mut position.borrow_mut(), |_| moves += 1);
            moves
        }

        fn list(position: &Self::Position, buffer: &mut Self::Buffer) -> u64 {
            buffer.clear();
            Self::moves(&mut position.borrow_mut(), |m| buffer.push(m));
            black_box(buffer).len() as u64
        }

        fn each(
            position: &mut Self::Position,
            buffer: &mut Self::Buffer,
            mut visit: impl FnMut(&mut Self::Position),
        ) {
            buffer.clear();
            Self::moves(position.get_mut(), |m| buffer.push(m));
            for &m in &*buffer {
                position.get_mut().make_move(m).expect("it was tried");
                visit(position);
                position.get_mut().unmake_move().expect("the move made last");
            }
        }
    }
}
