//! Errors for JavaScript.

use wasm_bindgen::JsError;

/// Makes a JavaScript error with a message. The messages of the libraries name the place of the
/// fault.
pub(crate) fn js(message: impl ToString) -> JsError {
    JsError::new(&message.to_string())
}
