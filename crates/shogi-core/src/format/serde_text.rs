//! serde: each type by its natural text, read back with the checks of its parser. Feature `serde`.
//!
//! | type | text |
//! |------|------|
//! | `Color` | `b`, `w` |
//! | `Kind`, `Piece` | `P`, `+R`; White's in small letters |
//! | `Square`, `BareMove` | as in USI: `7g`, `8h2b+`, `P*5e` |
//! | `Move` | USI, then the piece and what it takes: `8h2b+ BxB`, `7g7f P`, `P*5e` |
//! | `Hand` | as in SFEN, one side in capitals: `RB2P`, `-` |
//! | `Bitboard` | its squares: `9a 8a` |
//! | `Setup`, `Position` | SFEN |
//! | `Handicap` | its Japanese name |
//! | `Game` | KIF |

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt::{Display, Write};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kif;
use super::record::Mode;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::game::{Game, Handicap};
use crate::hand::Hand;
use crate::mv::{BareMove, Move};
use crate::piece::{Kind, Piece};
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;

macro_rules! text_form {
    ($($name:ty: $write:expr, $read:expr;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$name) -> String = $write;
                serializer.serialize_str(&write(self))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                let read: fn(&str) -> Result<$name, String> = $read;
                read(&text).map_err(D::Error::custom)
            }
        }
    )*};
}

text_form! {
    Color: |color| String::from(if *color == Color::Black { "b" } else { "w" }), color;
    Kind: Kind::to_string, kind;
    Piece: Piece::to_string, piece;
    Square: Square::to_string, parsed;
    BareMove: BareMove::to_string, parsed;
    Move: write_move, read_move;
    Hand: write_hand, read_hand;
    Bitboard: write_squares, read_squares;
    Setup: Setup::to_string, parsed;
    Position: Position::to_string, parsed;
    Handicap: Handicap::to_string, parsed;
    Game: |game| kif::write(game).text, |text| {
        kif::parse(text, Mode::Strict).map(|read| read.game).map_err(shown)
    };
}

fn shown(error: impl Display) -> String {
    error.to_string()
}

fn parsed<T>(text: &str) -> Result<T, String>
where
    T: core::str::FromStr,
    T::Err: Display,
{
    text.parse().map_err(shown)
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        _ => Err("expected a color, b or w".into()),
    }
}

fn kind(text: &str) -> Result<Kind, String> {
    let (letter, promoted) = match text.strip_prefix('+') {
        Some(letter) => (letter, true),
        None => (text, false),
    };
    let mut letters = letter.chars();
    let kind = letters.next().and_then(Kind::from_letter).filter(|_| letters.next().is_none());
    let kind = if promoted { kind.and_then(Kind::promoted) } else { kind };
    kind.ok_or_else(|| "expected a piece such as P or +R".into())
}

fn piece(text: &str) -> Result<Piece, String> {
    let is_white = text.ends_with(|c: char| c.is_ascii_lowercase());
    let color = if is_white { Color::White } else { Color::Black };
    kind(&text.to_ascii_uppercase())
        .map(|kind| Piece::new(color, kind))
        .map_err(|_| "expected a piece such as P, p or +R".into())
}

fn write_move(m: &Move) -> String {
    let mut text = m.to_string();
    if let Some(piece) = m.piece() {
        let _ = write!(text, " {piece}");
    }
    if let Some(captured) = m.captured() {
        let _ = write!(text, "x{captured}");
    }
    text
}

fn read_move(text: &str) -> Result<Move, String> {
    let (bare, pieces) = text.split_once(' ').unwrap_or((text, ""));
    let m = match parsed(bare)? {
        BareMove::Drop { kind, target } if pieces.is_empty() => Move::try_drop(kind, target),
        BareMove::Drop { .. } => None,
        BareMove::Normal { origin, target, promote } => {
            let (piece, captured) = match pieces.split_once('x') {
                Some((piece, captured)) => (piece, Some(kind(captured)?)),
                None => (pieces, None),
            };
            Move::try_normal(kind(piece)?, origin, target, promote, captured)
        }
    };
    m.ok_or_else(|| "the pieces cannot make this move".into())
}

fn write_hand(hand: &Hand) -> String {
    let mut text = String::new();
    for kind in Kind::HAND.into_iter().rev() {
        match hand.count(kind) {
            0 => {}
            1 => text.push(kind.letter()),
            count => {
                let _ = write!(text, "{count}{}", kind.letter());
            }
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

fn read_hand(text: &str) -> Result<Hand, String> {
    let mut hand = Hand::EMPTY;
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count: u8 = if digits == 0 { 1 } else { rest[..digits].parse().map_err(shown)? };
        let letter = rest[digits..].chars().next().ok_or("expected a piece behind the number")?;
        let kind = Kind::from_letter(letter)
            .filter(|kind| kind.is_hand() && count > 0)
            .ok_or("expected pieces of a hand such as RB2P, or -")?;
        hand = hand
            .count(kind)
            .checked_add(count)
            .and_then(|count| hand.with_count(kind, count))
            .ok_or("too many pieces for a hand")?;
        rest = &rest[digits + letter.len_utf8()..];
    }
    Ok(hand)
}

fn write_squares(squares: &Bitboard) -> String {
    let mut text = String::new();
    for square in squares.iter() {
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = write!(text, "{square}");
    }
    text
}

fn read_squares(text: &str) -> Result<Bitboard, String> {
    let mut squares = Bitboard::EMPTY;
    for square in text.split_ascii_whitespace() {
        squares.insert(parsed(square)?);
    }
    Ok(squares)
}

#[cfg(all(test, feature = "jkf"))]
mod tests {
    use core::fmt::Debug;

    use super::*;

    fn round<T>(value: &T, text: &str)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug,
    {
        let json = serde_json::to_string(value).unwrap();
        assert_eq!(json, serde_json::to_string(text).unwrap());
        assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    }

    #[test]
    fn texts_go_round() {
        round(&Color::White, "w");
        round(&Kind::Dragon, "+R");
        round(&Piece::new(Color::White, Kind::Horse), "+b");
        round(&Square::SQ_7G, "7g");
        round(
            &Move::normal(Kind::Bishop, Square::SQ_8H, Square::SQ_2B, true, Some(Kind::Dragon)),
            "8h2b+ Bx+R",
        );
        round(&Move::normal(Kind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None), "7g7f P");
        round(&Move::drop(Kind::Pawn, Square::SQ_5E), "P*5e");
        round(&Move::drop(Kind::Pawn, Square::SQ_5E).bare(), "P*5e");
        round(&Hand::EMPTY, "-");
        round(&Bitboard::from_square(Square::SQ_9A), "9a");
        round(&Handicap::Two, "二枚落ち");
        round(
            &Position::start(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        );
        let game = Game::new(Handicap::Two.position());
        round(&game, &kif::write(&game).text);
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for text in ["\"7j\"", "7", "\"\"", "\"7g7\""] {
            assert!(serde_json::from_str::<Square>(text).is_err(), "{text}");
        }
        for text in ["\"7g7f\"", "\"7g7f+ G\"", "\"K*5e\"", "\"P*5e P\"", "\"7g7f PxK\""] {
            assert!(serde_json::from_str::<Move>(text).is_err(), "{text}");
        }
        for text in ["\"40P\"", "\"2\"", "\"K\"", "\"256P\"", "\"0P\""] {
            assert!(serde_json::from_str::<Hand>(text).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Position>("\"9/9/9/9/9/9/9/9/9 b - 1\"").is_err());
        assert!(serde_json::from_str::<Kind>("\"+G\"").is_err());
        assert!(serde_json::from_str::<Game>("\"1 ７五歩(77)\"").is_err());
    }
}
