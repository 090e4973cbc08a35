//! The types that serde reads from the JSON.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

#[derive(Deserialize)]
pub(super) struct Record<'a> {
    #[serde(default)]
    pub(super) header: Header,
    #[serde(default)]
    pub(super) initial: Option<Initial>,
    #[serde(borrow)]
    pub(super) moves: Vec<&'a RawValue>,
}

/// The header fields in the order of the JSON. A name may occur several times.
#[derive(Default)]
pub(super) struct Header(pub(super) Vec<(String, String)>);

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Header;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Header(fields))
            }

            fn visit_unit<E>(self) -> Result<Header, E> {
                Ok(Header::default())
            }
        }
        deserializer.deserialize_any(Fields)
    }
}

#[derive(Deserialize)]
pub(super) struct Initial {
    pub(super) preset: String,
    pub(super) data: Option<State>,
}

#[derive(Deserialize)]
pub(super) struct State {
    pub(super) color: u8,
    /// The files from right to left (file 1 first), each with its squares from rank 1 to 9.
    pub(super) board: Vec<Vec<Option<Piece>>>,
    pub(super) hands: Vec<Hand>,
}

#[derive(Deserialize)]
pub(super) struct Piece {
    pub(super) color: Option<u8>,
    pub(super) kind: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "UPPERCASE", default)]
pub(super) struct Hand {
    pub(super) fu: u32,
    pub(super) ky: u32,
    pub(super) ke: u32,
    pub(super) gi: u32,
    pub(super) ki: u32,
    pub(super) ka: u32,
    pub(super) hi: u32,
}

/// An element of a list of moves.
#[derive(Deserialize)]
pub(super) struct Element<'a> {
    pub(super) comments: Option<Vec<String>>,
    #[serde(rename = "move", borrow)]
    pub(super) step: Option<Step<'a>>,
    pub(super) time: Option<Times>,
    #[serde(borrow)]
    pub(super) special: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) forks: Option<Vec<Vec<&'a RawValue>>>,
}

#[derive(Deserialize)]
pub(super) struct Step<'a> {
    pub(super) color: Option<u8>,
    pub(super) from: Option<Place>,
    pub(super) to: Option<Place>,
    #[serde(borrow)]
    pub(super) piece: Cow<'a, str>,
    pub(super) same: Option<bool>,
    pub(super) promote: Option<bool>,
    #[serde(borrow)]
    pub(super) capture: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) relative: Option<Cow<'a, str>>,
}

#[derive(Deserialize, Clone, Copy)]
pub(super) struct Place {
    pub(super) x: u8,
    pub(super) y: u8,
}

#[derive(Deserialize)]
pub(super) struct Times {
    pub(super) now: Option<Time>,
    pub(super) total: Option<Time>,
}

#[derive(Deserialize)]
pub(super) struct Time {
    #[serde(default)]
    h: Option<f64>,
    #[serde(default)]
    m: Option<f64>,
    #[serde(default)]
    s: Option<f64>,
}

impl Time {
    pub(super) fn millis(&self) -> u64 {
        let part = |value: Option<f64>| value.unwrap_or(0.0);
        let seconds = part(self.h) * 3600.0 + part(self.m) * 60.0 + part(self.s);
        // The conversion saturates: a negative number becomes 0, and an infinite number becomes the
        // maximum.
        (seconds * 1000.0 + 0.5) as u64
    }
}
