//! Values of serde: every value that is read from a text can be written and read back.
#![no_main]
use libfuzzer_sys::fuzz_target;
use serde::{Deserialize, Serialize};
use shogi_core::format::csa;
use shogi_core::format::encoding::Encoding;
use shogi_core::format::packed::{GameResult, Hcp, Hcpe, PackedSfen, PackedSfenValue, Sample};
use shogi_core::format::record::{LossKind, Mode};
use shogi_core::format::usi::{PositionLine, Word};
use shogi_core::format::book::Book;
use shogi_core::{
    BareMove, Bitboard, Color, DeclarationResult, DeclarationRule, DrawReason, End, Flaws, Game,
    Hand, Handicap, Move, MoveTime, Outcome, Piece, PieceKind, Position, Repetition, Setup, Square,
    Step, WinReason,
};
use std::fmt::Debug;

macro_rules! values {
    ($text:expr; $($name:ty)*) => { $(value::<$name>($text);)* };
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    values! { &text;
        Color PieceKind Piece Square BareMove Move Hand Bitboard Setup Position Flaws Handicap End Step
        MoveTime Outcome WinReason DrawReason Repetition DeclarationRule DeclarationResult Hcp
        PackedSfen Hcpe PackedSfenValue GameResult Sample Word PositionLine Book Encoding
        csa::Version Mode LossKind
    }
    // A game with times that KIF truncates can still be read and written.
    if let Ok(game) = serde_json::from_value::<Game>((&*text).into())
        && let Ok(json) = serde_json::to_string(&game)
    {
        let again: Game = serde_json::from_str(&json).expect("the output can be read");
        assert_eq!(again, game);
    }
});

#[track_caller]
fn value<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(text: &str) {
    let Ok(value) = serde_json::from_value::<T>(text.into()) else { return };
    let json = serde_json::to_string(&value).expect("a value");
    let again: T = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert_eq!(again, value, "{json}");
    assert_eq!(serde_json::to_string(&again).expect("a value"), json);
}
