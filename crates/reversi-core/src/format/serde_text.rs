//! Serde implementations (feature `serde`). Each type is serialised as its text form. Deserialising
//! calls the parser of the text form, with all checks. `docs/formats/serde.md` lists the text
//! forms.
use super::detect::Format;
use super::engine_book::EngineFormat;
use super::filter::{GameResultFilter, OpeningFilter};
use super::ggf::Game;
use super::gtp::{Command as GtpCommand, Request, Response};
use super::nboard::{Answer, Command as NboardCommand, Depth, Played};
use super::obf::Problem;
use super::pgn;
use super::transcript::Transcript;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::key::PositionKey;
use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt::{Display, Write};
use core::str::FromStr;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! text_form {
    ($($name:ty: $write:expr, $read:expr;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$name) -> Result<String, String> = $write;
                serializer.serialize_str(&write(self).map_err(S::Error::custom)?)
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
    Color: written, parsed;
    Square: written, parsed;
    Move: written, parsed;
    Bitboard: write_squares, read_squares;
    Board: |board| Ok(board.to_string().replace('\n', "")), parsed;
    Position: written, parsed;
    PositionKey: written, parsed;
    Problem: written_exactly, parsed;
    Game: written_exactly, parsed;
    pgn::Game: written_exactly, parsed;
    pgn::GameResult: written, parsed;
    GameResultFilter: written, parsed;
    OpeningFilter: written, parsed;
    Transcript: written_exactly, parsed;
    Format: written, parsed;
    EngineFormat: written, parsed;
    Request: written_exactly, parsed;
    GtpCommand: written_exactly, parsed;
    Response: written_exactly, parsed;
    NboardCommand: written_exactly, parsed;
    Answer: written_exactly, parsed;
    Played: written_exactly, parsed;
    Depth: written, parsed;
}

fn written(value: &impl Display) -> Result<String, String> {
    Ok(value.to_string())
}

/// Writes a value whose fields are public. Returns an error if the text form cannot represent the
/// value, so that reading the text would give a different value.
fn written_exactly<T>(value: &T) -> Result<String, String>
where
    T: Display + FromStr<Err: Display> + PartialEq,
{
    let text = value.to_string();
    match parsed::<T>(&text) {
        Ok(read) if read == *value => Ok(text),
        Ok(_) => Err("the text form cannot represent this value without loss".into()),
        Err(error) => Err(alloc::format!("the text form cannot represent this value: {error}")),
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn write_squares(squares: &Bitboard) -> Result<String, String> {
    let mut text = String::new();
    for (index, square) in squares.iter().enumerate() {
        let blank = if index == 0 { "" } else { " " };
        let _ = write!(text, "{blank}{square}");
    }
    Ok(text)
}

fn read_squares(text: &str) -> Result<Bitboard, String> {
    text.split_ascii_whitespace().map(parsed::<Square>).collect()
}
