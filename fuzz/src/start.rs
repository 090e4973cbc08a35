//! Reads the position at the beginning of a shogi input.
use shogi_core::format::record::Mode;
use shogi_core::Position;
use shogi_core::format::sfen;

/// Returns the position of the first line and the rest of the input. If the line is not a position,
/// returns the start position.
#[must_use]
pub fn start(bytes: &[u8]) -> (Position, &[u8]) {
    if let Some(end) = bytes.iter().position(|&byte| byte == b'\n')
        && let Ok(line) = str::from_utf8(&bytes[..end])
        && let Ok((position, _)) = sfen::parse(line, Mode::Lenient)
    {
        return (position, &bytes[end + 1..]);
    }
    (Position::start(), bytes)
}
