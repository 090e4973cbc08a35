//! Implements serde for each type with a text form. Deserialisation uses the parser of the text
//! form. This module needs the feature `serde`. The repository's page `docs/formats/serde.md` lists
//! the text forms.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Display, Write};
use core::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::book::{Book, YbbLossKind};
use super::detect::Format;
use super::encoding::Encoding;
use super::mode::Mode;
use super::packed::{GameResult, Hcp, Hcpe, PackedSfen, PackedSfenValue, Sample};
use super::report::LossKind;
use super::sfen::Sfen;
use super::usi::{PositionLine, Word};
use super::usi_protocol::{Answer, Command, Score};
use super::{csa, kif, times};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::declaration::{DeclarationResult, DeclarationRule};
use crate::game::{End, Game, Handicap, MoveTime, Step};
use crate::hand::Hand;
use crate::mv::{BareMove, Move};
use crate::outcome::{DrawReason, Outcome, WinReason};
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, Position};
use crate::repetition::Repetition;
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
    Color: Color::to_string, parsed;
    PieceKind: PieceKind::to_string, parsed;
    Piece: Piece::to_string, parsed;
    Square: Square::to_string, parsed;
    BareMove: BareMove::to_string, parsed;
    Move: write_move, read_move;
    Hand: write_hand, read_hand;
    Bitboard: write_squares, read_squares;
    Setup: Setup::to_string, parsed;
    Position: Position::to_string, parsed;
    Flaws: Flaws::to_string, parsed;
    Handicap: Handicap::to_string, parsed;
    End: End::to_string, parsed;
    Step: write_step, read_step;
    MoveTime: write_time, read_time;
    Outcome: Outcome::to_string, parsed;
    WinReason: WinReason::to_string, |text| listed(&WinReason::ALL, text);
    DrawReason: DrawReason::to_string, |text| listed(&DrawReason::ALL, text);
    Repetition: write_repetition, read_repetition;
    DeclarationRule: |rule| RULES.name(rule), |text| RULES.value(text);
    DeclarationResult: |result| RESULTS.name(result), |text| RESULTS.value(text);
    Hcp: Hcp::to_string, parsed;
    PackedSfen: PackedSfen::to_string, parsed;
    Hcpe: Hcpe::to_string, parsed;
    PackedSfenValue: PackedSfenValue::to_string, parsed;
    GameResult: GameResult::to_string, parsed;
    Sample: Sample::to_string, parsed;
    Word: Word::to_string, parsed;
    PositionLine: PositionLine::to_string, parsed;
    Answer: Answer::to_string, parsed;
    Command: Command::to_string, parsed;
    Score: Score::to_string, parsed;
    Book: Book::to_string, parsed;
    YbbLossKind: YbbLossKind::to_string, |text| listed(&YbbLossKind::ALL, text);
    Encoding: |encoding| ENCODINGS.name(encoding), |text| ENCODINGS.value(text);
    csa::Version: |version| VERSIONS.name(version), |text| VERSIONS.value(text);
    Mode: |mode| MODES.name(mode), |text| MODES.value(text);
    Format: Format::to_string, parsed;
    Sfen: Sfen::to_string, parsed;
    LossKind: LossKind::to_string, |text| listed(&LossKind::ALL, text);
}

/// Serialises a game as KIF with fractions of a second. Content that KIF cannot hold is an error,
/// because the text would otherwise silently lose this content.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = kif::write_exact(self);
        match written.losses.first() {
            None => serializer.serialize_str(&written.text),
            Some(loss) => Err(serde::ser::Error::custom(alloc::format!(
                "the game cannot be written as KIF without loss: {loss}"
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        kif::parse(&text, Mode::Strict).map(|read| read.game).map_err(D::Error::custom)
    }
}

/// The serde names of the values of a type without `Display`.
struct Names<T: 'static>(&'static [(T, &'static str)]);

impl<T: Copy + PartialEq> Names<T> {
    fn name(&self, value: &T) -> String {
        let found = self.0.iter().find(|(known, _)| known == value);
        found.map_or("", |(_, name)| name).into()
    }

    fn value(&self, text: &str) -> Result<T, String> {
        self.0.iter().find(|(_, name)| *name == text).map(|(value, _)| *value).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|(_, name)| *name).collect();
            alloc::format!("expected one of: {}", names.join(", "))
        })
    }
}

const RULES: Names<DeclarationRule> = Names(&[
    (DeclarationRule::Points27, "27 points"),
    (DeclarationRule::Points24, "24 points"),
    (DeclarationRule::Try, "try"),
]);
const RESULTS: Names<DeclarationResult> = Names(&[
    (DeclarationResult::Win, "win"),
    (DeclarationResult::Draw, "draw"),
    (DeclarationResult::Fails, "fails"),
]);
const ENCODINGS: Names<Encoding> = Names(&[
    (Encoding::Utf8, "UTF-8"),
    (Encoding::Utf8Bom, "UTF-8 with a mark"),
    (Encoding::ShiftJis, "Shift_JIS"),
    (Encoding::EucJp, "EUC-JP"),
    (Encoding::Utf16Le, "UTF-16LE"),
    (Encoding::Utf16Be, "UTF-16BE"),
    (Encoding::Iso2022Jp, "ISO-2022-JP"),
]);
const VERSIONS: Names<csa::Version> =
    Names(&[(csa::Version::V2_2, "2.2"), (csa::Version::V3_0, "3.0")]);
const MODES: Names<Mode> = Names(&[(Mode::Strict, "strict"), (Mode::Lenient, "lenient")]);

/// Returns the value of `all` whose `Display` form is the text.
fn listed<T: Copy + Display>(all: &[T], text: &str) -> Result<T, String> {
    all.iter().find(|value| value.to_string() == text).copied().ok_or_else(|| {
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        alloc::format!("expected one of: {}", names.join(", "))
    })
}

fn write_step(step: &Step) -> String {
    match step {
        Step::Move(m) => write_move(m),
        Step::Illegal(m) => alloc::format!("illegal {}", write_move(m)),
        Step::End(end) => alloc::format!("end {end}"),
    }
}

fn read_step(text: &str) -> Result<Step, String> {
    if let Some(end) = text.strip_prefix("end ") {
        return parsed(end).map(Step::End);
    }
    match text.strip_prefix("illegal ") {
        Some(m) => read_move(m).map(Step::Illegal),
        None => read_move(text).map(Step::Move),
    }
}

fn write_time(time: &MoveTime) -> String {
    let mut text = String::new();
    let mut push = |time: Duration, has_hours: bool| {
        let (seconds, millis) = (time.as_secs(), time.subsec_millis());
        let minutes = seconds / 60;
        let _ = match has_hours {
            true => write!(text, "/{:02}:{:02}:{:02}", minutes / 60, minutes % 60, seconds % 60),
            false => write!(text, "{minutes}:{:02}", seconds % 60),
        };
        if millis > 0 {
            let _ = write!(text, ".{millis:03}");
        }
    };
    push(time.spent, false);
    if let Some(total) = time.total {
        push(total, true);
    }
    text
}

fn read_time(text: &str) -> Result<MoveTime, String> {
    let times = times::parse_times(&alloc::format!("({text})"));
    let total = |total: Option<u64>| total.is_some() == text.contains('/');
    match times {
        Some((spent, sum)) if total(sum) => Ok(MoveTime {
            spent: Duration::from_millis(spent),
            total: sum.map(Duration::from_millis),
        }),
        _ => Err("expected a time such as 0:16 or 0:16/00:01:30".into()),
    }
}

fn write_repetition(repetition: &Repetition) -> String {
    match *repetition {
        Repetition::None { occurrences } => alloc::format!("occurrence {occurrences}"),
        Repetition::Draw => "draw".into(),
        Repetition::PerpetualCheck { loser: Color::Black } => "perpetual check of black".into(),
        Repetition::PerpetualCheck { loser: Color::White } => "perpetual check of white".into(),
    }
}

fn read_repetition(text: &str) -> Result<Repetition, String> {
    let none = |digit| Repetition::None { occurrences: digit };
    [none(1), none(2), none(3), Repetition::Draw]
        .into_iter()
        .chain(Color::ALL.map(|loser| Repetition::PerpetualCheck { loser }))
        .find(|repetition| write_repetition(repetition) == text)
        .ok_or_else(|| {
            "expected `occurrence 1` to `occurrence 3`, `draw`, or `perpetual check of` a side"
                .into()
        })
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

fn write_move(m: &Move) -> String {
    let mut text = m.to_string();
    if let Some(piece) = m.moved() {
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
                Some((piece, captured)) => (piece, Some(parsed(captured)?)),
                None => (pieces, None),
            };
            Move::try_normal(parsed(piece)?, origin, target, promote, captured)
        }
    };
    m.ok_or_else(|| "the pieces cannot make this move".into())
}

fn write_hand(hand: &Hand) -> String {
    let mut text = String::new();
    for kind in PieceKind::HAND.into_iter().rev() {
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
    if text.is_empty() {
        return Err("expected pieces of a hand such as RB2P, or -".into());
    }
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count: u8 = if digits == 0 { 1 } else { rest[..digits].parse().map_err(shown)? };
        let letter = rest[digits..].chars().next().ok_or("expected a piece after the number")?;
        let kind = PieceKind::from_letter(letter)
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
