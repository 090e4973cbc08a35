//! The traits that users may count on, checked by the compiler.
#![cfg(feature = "std")]

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use shogi_core::format::{csa, encoding, notation, packed, record, sfen, usi, yaneuraou_book, ybb};
use shogi_core::{
    BareMove, Bitboard, CheckSquares, Children, Color, Declaration, DeclarationResult,
    DeclarationRule, Doubt, DrawReason, End, Flaws, Game, GameBuilder, Hand, Handicap, History,
    IllegalMove, IllegalMoveKind, Line, MateAnswer, MateSearch, Move, MoveGroup, MoveList,
    MoveTime, NodeId, Outcome, ParseBitboardError, ParseColorError, ParseEndError, ParseFlawsError,
    ParseHandicapError, ParseOutcomeError, ParsePieceError, ParseSquareError, PerftTable, Piece,
    PieceKind, Position, PositionError, Preorder, Repetition, Rules, See, SeeValues, Setup, Square,
    Squares, Step, Undo, WinReason,
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
    value::<BareMove>();
    value::<Bitboard>();
    value::<Color>();
    value::<Declaration>();
    value::<DeclarationResult>();
    value::<DeclarationRule>();
    value::<DrawReason>();
    value::<End>();
    value::<Flaws>();
    value::<Hand>();
    value::<Handicap>();
    value::<PieceKind>();
    value::<Move>();
    value::<MoveTime>();
    value::<NodeId>();
    value::<Outcome>();
    value::<Piece>();
    value::<Repetition>();
    value::<Square>();
    value::<Step>();
    value::<WinReason>();
    value::<csa::Version>();
    value::<encoding::Encoding>();
    value::<packed::GameResult>();
    value::<packed::Hcp>();
    value::<packed::Hcpe>();
    value::<packed::PackedSfen>();
    value::<packed::PackedSfenValue>();
    value::<usi::Word>();
    ordered::<Bitboard>();
    ordered::<Color>();
    ordered::<PieceKind>();
    ordered::<Move>();
    ordered::<Piece>();
    ordered::<Square>();
    text::<BareMove>();
    text::<Bitboard>();
    text::<Color>();
    text::<End>();
    text::<Flaws>();
    text::<Handicap>();
    text::<PieceKind>();
    text::<Outcome>();
    text::<Piece>();
    text::<Position>();
    text::<Setup>();
    text::<Square>();
    text::<packed::GameResult>();
    text::<packed::Hcp>();
    text::<packed::Hcpe>();
    text::<packed::PackedSfen>();
    text::<packed::PackedSfenValue>();
    text::<packed::Sample>();
    text::<usi::Word>();
    data::<CheckSquares>();
    data::<Doubt>();
    data::<Game>();
    data::<MateAnswer>();
    data::<MoveGroup>();
    data::<Position>();
    data::<Rules>();
    data::<See>();
    data::<SeeValues>();
    data::<Setup>();
    data::<Undo>();
    data::<packed::Sample>();
    data::<record::ReadGame>();
    data::<record::Written>();
    data::<sfen::Sfen>();
    data::<usi::PositionLine>();
    data::<yaneuraou_book::Book>();
    data::<ybb::Book>();
    anywhere::<Children<'static>>();
    anywhere::<GameBuilder>();
    anywhere::<History>();
    anywhere::<Line<'static>>();
    anywhere::<MateSearch>();
    anywhere::<MoveList>();
    anywhere::<PerftTable>();
    anywhere::<Preorder<'static>>();
    anywhere::<Squares>();
}

#[test]
fn errors_are_errors() {
    plain_error::<IllegalMove>();
    plain_error::<IllegalMoveKind>();
    plain_error::<ParseBitboardError>();
    plain_error::<ParseColorError>();
    plain_error::<ParseEndError>();
    plain_error::<ParseFlawsError>();
    plain_error::<ParseHandicapError>();
    plain_error::<ParseOutcomeError>();
    plain_error::<ParsePieceError>();
    plain_error::<ParseSquareError>();
    plain_error::<PositionError>();
    plain_error::<encoding::EncodingError>();
    plain_error::<notation::ParseNameError>();
    plain_error::<packed::PackError>();
    plain_error::<packed::ParseHexError>();
    plain_error::<packed::ParseResultError>();
    plain_error::<packed::ParseSampleError>();
    plain_error::<packed::RecordError>();
    plain_error::<packed::UnpackError>();
    plain_error::<record::ReadRecordError>();
    plain_error::<sfen::ParseSfenError>();
    plain_error::<sfen::SfenWarning>();
    plain_error::<usi::ParseMoveError>();
    plain_error::<usi::ParsePositionError>();
    plain_error::<usi::ReadUsiError>();
    plain_error::<yaneuraou_book::ParseBookError>();
    plain_error::<ybb::ParseYbbError>();
    error::<packed::ReadRecordError>();
    error::<yaneuraou_book::AskBookError>();
    error::<yaneuraou_book::ReadBookError>();
    error::<ybb::AskYbbError>();
}

#[test]
fn sizes_are_what_the_docs_promise() {
    assert_eq!((size_of::<Option<Piece>>(), size_of::<Option<Move>>()), (1, 4));
    assert_eq!((size_of::<Square>(), size_of::<Hand>(), size_of::<Bitboard>()), (1, 4, 16));
}
