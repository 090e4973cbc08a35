//! Values as JSON text.

use serde::Serialize;

/// Returns a value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    // The values of this crate have string keys and finite numbers, so they always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the language with this name: `ja` is Japanese, and any other name is English.
pub(crate) fn language(name: &str) -> gamekit_pictures::Language {
    match name {
        "ja" => gamekit_pictures::Language::Japanese,
        _ => gamekit_pictures::Language::English,
    }
}
