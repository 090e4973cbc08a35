//! Lines of the protocols NBoard and GTP.
#![no_main]
use gamekit_fuzz::boundary;
use libfuzzer_sys::fuzz_target;
use reversi_core::format::gtp::{self, Request, Response};
use reversi_core::format::nboard::{Answer, Command};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        match line.parse::<Command>() {
            // The writer of GGF replaces some texts, so that only the second text is stable.
            Ok(command @ Command::SetGame(_)) => {
                let written = command.to_string();
                let again: Command = written.parse().expect("the output can be read");
                assert_eq!(again.to_string(), written);
            }
            Ok(command) => {
                let written = command.to_string();
                assert_eq!(written.parse().as_ref(), Ok(&command), "{written}");
            }
            Err(error) => boundary(line, error.at),
        }
        match line.parse::<Answer>() {
            Ok(answer) => {
                let written = answer.to_string();
                assert_eq!(written.parse().as_ref(), Ok(&answer), "{written}");
            }
            Err(error) => boundary(line, error.at),
        }
        if let Ok(request) = line.parse::<Request>() {
            let written = request.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&request), "{written}");
        }
    }
    assert!(gtp::requests(&text).count() <= text.lines().count());
    if let Ok(response) = text.parse::<Response>() {
        let written = response.to_string();
        assert!(!written[..written.len() - 2].contains("\n\n"));
        assert_eq!(written.parse().as_ref(), Ok(&response), "{written}");
    }
});
