//! The position that an input of shogi begins with.
use shogi_core::Position;
use shogi_core::format::sfen;

/// The position of the first line, or the usual start if that is none; and the rest.
#[must_use]
pub fn start(bytes: &[u8]) -> (Position, &[u8]) {
    if let Some(end) = bytes.iter().position(|&byte| byte == b'\n')
        && let Ok(line) = str::from_utf8(&bytes[..end])
        && let Ok((position, _)) = sfen::parse_lenient(line)
    {
        return (position, &bytes[end + 1..]);
    }
    (Position::start(), bytes)
}
