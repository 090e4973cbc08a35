//! Reads one position from the arguments, or one position per line from standard input.
//!
//! The answer to a line is printed before the next line is read. Another program can therefore wait
//! for the answer. Line numbers include blank lines, which have no answer. The answer to an invalid
//! line is an error message, and the next lines are still read. The exit code is 2 if any line was
//! invalid.

use std::io::{self, BufRead, Read};

use crate::error::{Failure, Outcome};
use crate::interrupt;
use crate::output::{Answer, Output};

/// The maximum length of a line in bytes. Any game record in one line is shorter. The maximum
/// limits the memory for a stream without newlines.
const LONGEST_LINE: usize = 1 << 20;

/// Prints the answer to the position in `words`. If `words` is `-`, prints the answer to each line
/// of standard input.
pub(crate) fn answer<A: Answer>(
    words: &[String],
    json: bool,
    mut solve: impl FnMut(&str) -> Result<A, String>,
) -> Outcome {
    let mut output = Output::new(json);
    // After Ctrl-C, the search has ended early, and its result has been printed.
    let interrupted = || if interrupt::is_asked() { Err(Failure::Interrupted) } else { Ok(()) };
    if !is_stream(words) {
        output.answer(&solve(&words.join(" "))?)?;
        return interrupted();
    }
    let mut all_good = true;
    each_line(io::stdin().lock(), |number, line| {
        match line.and_then(&mut solve) {
            Ok(found) => output.line_answer(number, &found)?,
            Err(error) => {
                all_good = false;
                output.line_error(None, number, &error)?;
            }
        }
        interrupted()
    })?;
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Whether the words select standard input.
pub(crate) fn is_stream(words: &[String]) -> bool {
    matches!(words, [word] if word == "-")
}

/// Calls `visit` with the number, counted from 1, and the text of each line that is not blank. For
/// a line that is too long or not UTF-8, the text is an error.
pub(crate) fn each_line(
    mut input: impl BufRead,
    mut visit: impl FnMut(usize, Result<&str, String>) -> Outcome,
) -> Outcome {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let limit = LONGEST_LINE as u64 + 1;
        let read = interrupt::waiting(|| (&mut input).take(limit).read_until(b'\n', &mut bytes))
            .map_err(|error| Failure::about("standard input", &error))?;
        if read == 0 {
            break;
        }
        let whole = bytes.last() == Some(&b'\n');
        if !whole && bytes.len() > LONGEST_LINE {
            skip_line(&mut input).map_err(|error| Failure::about("standard input", &error))?;
            visit(number, Err(format!("line is longer than {LONGEST_LINE} bytes")))?;
            continue;
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => {
                // The first line may begin with a byte-order mark.
                let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { text };
                let text = text.trim_end_matches(['\n', '\r']);
                if !text.trim().is_empty() {
                    visit(number, Ok(text))?;
                }
            }
            Err(error) => {
                let at = error.valid_up_to();
                visit(number, Err(format!("byte {at}: not UTF-8, expected text")))?;
            }
        }
    }
    Ok(())
}

/// Skips the rest of a line without storing it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        if let Some(end) = buffer.iter().position(|&byte| byte == b'\n') {
            input.consume(end + 1);
            return Ok(());
        }
        let length = buffer.len();
        input.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<(usize, Result<String, String>)> {
        let mut seen = Vec::new();
        each_line(input, |number, line| {
            seen.push((number, line.map(str::to_owned)));
            Ok(())
        })
        .unwrap();
        seen
    }

    #[test]
    fn blank_lines_are_counted_but_not_answered() {
        let seen = lines(b"a\n\n  \r\nb\r\nc");
        let expected = [(1, "a"), (4, "b"), (5, "c")].map(|(n, t)| (n, Ok(t.to_owned())));
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_line_of_other_bytes_is_an_error_with_its_place() {
        let seen = lines(b"ok\nab\xffc\nok\n");
        assert_eq!(seen[1], (2, Err("byte 2: not UTF-8, expected text".to_owned())));
        assert_eq!(seen.len(), 3);
    }

    #[test]
    fn a_line_without_end_is_bounded_and_the_next_one_is_read() {
        let mut input = vec![b'x'; 3 * LONGEST_LINE];
        input.extend_from_slice(b"\nnext\n");
        let seen = lines(&input);
        assert!(seen[0].1.is_err());
        assert_eq!(seen[1], (2, Ok("next".to_owned())));
        let longest = vec![b'y'; LONGEST_LINE];
        assert_eq!(lines(&longest)[0].1.as_ref().unwrap().len(), LONGEST_LINE);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        assert_eq!(lines("\u{feff}f5\n".as_bytes()), [(1, Ok("f5".to_owned()))]);
    }
}
