//! Checks types that are serialised as their text form.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

pub(crate) trait Value: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug {}
impl<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug> Value for T {}

/// Checks that the value has this text, and that the text is read as the value.
#[track_caller]
pub(crate) fn round<T: Value>(value: &T, text: &str) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(json, serde_json::to_string(text).unwrap());
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    // `from_str` borrows a text without escapes, and `from_value` never borrows. Both must work.
    assert_eq!(&serde_json::from_value::<T>(text.into()).unwrap(), value);
}

/// Checks that every value is equal after serialisation and deserialisation, and that all texts
/// differ.
#[track_caller]
pub(crate) fn all_round<T: Value>(values: &[T]) {
    let mut texts = Vec::new();
    for value in values {
        let json = serde_json::to_string(value).unwrap();
        assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value, "{json}");
        assert!(json.len() > 2 && !texts.contains(&json), "{json}");
        texts.push(json);
    }
}

/// Checks that these texts and other JSON types are rejected.
#[track_caller]
pub(crate) fn refused<T: Value>(texts: &[&str]) {
    for text in texts.iter().chain(&["0", "\0", "値"]) {
        let read = serde_json::from_value::<T>((*text).into());
        assert!(read.is_err(), "{text:?} was read as {read:?}");
    }
    for json in ["7", "null", "[]", "{}", "true"] {
        assert!(serde_json::from_str::<T>(json).is_err(), "{json}");
    }
}
