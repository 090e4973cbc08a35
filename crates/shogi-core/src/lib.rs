#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod attacks;
mod bitboard;
mod color;
mod declaration;
pub mod features;
pub mod format;
mod game;
mod hand;
pub mod mate;
mod movegen;
mod mv;
mod outcome;
mod perft;
mod piece;
mod position;
mod repetition;
mod rules;
#[cfg(feature = "std")]
pub mod search;
mod see;
mod setup;
mod square;
mod vector_set;
mod zobrist;

pub use bitboard::{Bitboard, ParseBitboardError, ParseBitboardErrorKind, Squares};
pub use color::{Color, ParseColorError};
pub use declaration::{
    Declaration, DeclarationResult, DeclarationRule, impasse_points, missing_points,
};
pub use game::{
    AddMoveError, AddMoveErrorKind, Children, End, Game, GameBuilder, Handicap, Line, LineEnded,
    MoveTime, NoSuchNode, NodeId, ParseEndError, ParseHandicapError, Preorder, Replay, Step, field,
};
pub use hand::Hand;
pub use mate::mate_in_one;
pub use movegen::{MAX_MOVES, MoveFilter, MoveGroup, MoveList, MoveListIntoIter, instruction_set};
pub use mv::{BareMove, Move};
pub use outcome::{Doubt, DrawReason, Outcome, ParseOutcomeError, WinReason};
#[cfg(feature = "rayon")]
pub use perft::par_perft;
pub use perft::{PerftTable, divide, perft, perft_hashed};
pub use piece::{ParsePieceError, Piece, PieceKind};
pub use position::{
    CheckSquares, Flaws, IllegalMove, IllegalMoveKind, ParseFlawsError, Position, PositionError,
    Undo,
};
pub use repetition::{History, Repetition, SearchRepetition};
pub use rules::GameRules;
pub use see::{See, SeeTies, SeeValues};
pub use setup::Setup;
pub use square::{ParseSquareError, Square};
