//! The USI protocol: commands and answers.
#![no_main]
use gamekit_fuzz::boundary;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::usi_protocol::{Answer, Command};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        match line.parse::<Command>() {
            Ok(command) => {
                let written = command.to_string();
                assert_eq!(written.parse::<Command>().as_ref(), Ok(&command), "{written}");
            }
            Err(error) => boundary(line, error.at),
        }
        match line.parse::<Answer>() {
            Ok(answer) => {
                let written = answer.to_string();
                assert_eq!(written.parse::<Answer>().as_ref(), Ok(&answer), "{written}");
            }
            Err(error) => boundary(line, error.at),
        }
    }
});
