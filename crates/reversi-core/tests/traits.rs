//! The traits that users may count on, checked by the compiler.
#![cfg(feature = "std")]

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use reversi_core::format::{boardtext, games, ggf, obf, transcript, wthor};
use reversi_core::{
    Bitboard, Board, BoardError, Color, IllegalMove, IllegalMoveKind, Move, ParseColorError,
    ParseSquareError, Position, PositionKey, Square, Squares, Symmetry, Turn, book, eval, opening,
    pattern, search, solve, train,
};

/// What every public type is: usable in any thread, and printable for those who look for a fault.
fn anywhere<T: Debug + Send + Sync + Unpin>() {}
/// A small value that is compared and put into tables.
fn value<T: Copy + Eq + Hash + Debug + Send + Sync + Unpin>() {}
/// It can be kept in order.
fn ordered<T: Ord>() {}
/// What is text to people: written, and read back.
fn text<T: Display + FromStr>() {}
/// Data that is compared and copied.
fn data<T: Clone + PartialEq + Debug + Send + Sync + Unpin>() {}
/// An error: it goes through `?` into any box, and from thread to thread.
fn error<T: Error + Send + Sync + Unpin + 'static>() {}
/// An error without I/O inside can be compared in a test.
fn plain_error<T: Error + Clone + Eq + Send + Sync + Unpin + 'static>() {}

#[test]
fn types_have_their_traits() {
    value::<Bitboard>();
    value::<Board>();
    value::<Color>();
    value::<Move>();
    value::<PositionKey>();
    value::<Square>();
    value::<Symmetry>();
    value::<Turn>();
    value::<book::Basis>();
    value::<book::BookInfo>();
    value::<book::BookMove>();
    value::<book::Evaluation>();
    value::<book::Record>();
    value::<opening::Opening>();
    value::<pattern::PatternStates>();
    value::<search::Selectivity>();
    value::<train::Sample>();
    value::<wthor::GameRecord>();
    value::<wthor::Name>();
    ordered::<Bitboard>();
    ordered::<Board>();
    ordered::<Color>();
    ordered::<Move>();
    ordered::<PositionKey>();
    ordered::<Square>();
    ordered::<book::Evaluation>();
    ordered::<opening::Opening>();
    text::<Color>();
    text::<Move>();
    text::<Square>();
    data::<Position>();
    data::<book::Book>();
    data::<eval::Weights>();
    data::<ggf::Game>();
    data::<obf::Problem>();
    data::<pattern::PatternSet>();
    data::<pattern::PatternBoard<'static>>();
    data::<search::Hint>();
    data::<search::Options>();
    data::<search::Report>();
    data::<solve::Solution>();
    data::<transcript::Transcript>();
    data::<wthor::GameFile>();
    data::<wthor::NameFile>();
    anywhere::<Squares>();
    anywhere::<book::BookBuilder>();
    anywhere::<book::MappedBook>();
    anywhere::<opening::Openings>();
    anywhere::<search::Searcher>();
    anywhere::<solve::Limits<'static>>();
    anywhere::<solve::Solver>();
}

#[test]
fn errors_are_errors() {
    plain_error::<BoardError>();
    plain_error::<IllegalMove>();
    plain_error::<IllegalMoveKind>();
    plain_error::<ParseColorError>();
    plain_error::<ParseSquareError>();
    plain_error::<book::BookTooLarge>();
    plain_error::<book::ReadBookError>();
    plain_error::<book::ReadFlatError>();
    plain_error::<book::RegisterGameError>();
    plain_error::<boardtext::ParseBoardError>();
    plain_error::<eval::ReadWeightsError>();
    plain_error::<ggf::ParseGgfError>();
    plain_error::<obf::ParseObfError>();
    plain_error::<pattern::EditError>();
    plain_error::<pattern::PatternSetError>();
    plain_error::<transcript::ParseTranscriptError>();
    plain_error::<wthor::ReadWthorError>();
    plain_error::<wthor::ReplayError>();
    plain_error::<wthor::WriteWthorError>();
    error::<book::OpenBookError>();
    error::<book::SaveBookError>();
    error::<games::ReadGamesError>();
}

#[test]
fn sizes_are_what_the_docs_promise() {
    assert_eq!((size_of::<Square>(), size_of::<Board>()), (1, 16));
}
