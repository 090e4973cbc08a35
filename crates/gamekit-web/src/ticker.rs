//! Reports of the progress of a search to a JavaScript function.

use std::cell::RefCell;
use std::ops::ControlFlow;

use js_sys::{Date, Function};
use wasm_bindgen::JsValue;

/// The shortest time between two reports of the same results, in milliseconds.
const INTERVAL: f64 = 200.0;

thread_local! {
    /// The function that receives the reports. It is not in the observer of a search, because an
    /// observer must be `Send`, and a JavaScript function is not.
    static REPORT: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Limits the time of a search and the number of its reports.
pub(crate) struct Ticker {
    /// The time at which the search ends, in milliseconds since 1970.
    deadline: f64,
    next: f64,
    last: String,
}

impl Ticker {
    /// Starts the clock. Without `report`, the search has no reports. Without a time limit, `millis` is
    /// infinite or 0.
    pub(crate) fn start(report: Option<Function>, millis: f64) -> Self {
        REPORT.set(report);
        let now = Date::now();
        let deadline = if millis > 0.0 { now + millis } else { f64::INFINITY };
        Self { deadline, next: now, last: String::new() }
    }

    /// Reports the progress if its `key` has changed or if the last report is old. Returns `Break` if
    /// the time is over or if the function returns `true`.
    pub(crate) fn tick(&mut self, key: &str, text: impl FnOnce() -> String) -> ControlFlow<()> {
        let now = Date::now();
        if now >= self.deadline {
            return ControlFlow::Break(());
        }
        if key == self.last && now < self.next {
            return ControlFlow::Continue(());
        }
        self.next = now + INTERVAL;
        key.clone_into(&mut self.last);
        let answer = REPORT.with_borrow(|report| {
            report.as_ref().map(|report| report.call1(&JsValue::NULL, &JsValue::from(text())))
        });
        match answer {
            // An error of the function ends the search, too.
            Some(Err(_)) => ControlFlow::Break(()),
            Some(Ok(answer)) if answer.is_truthy() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
