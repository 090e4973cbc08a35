//! Reads the bytes of an input one after the other.

/// The bytes of an input that are not read yet.
pub struct Input<'a>(pub &'a [u8]);

impl Input<'_> {
    /// Returns the next byte, if there is one.
    pub fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// Returns the next byte, or 0 at the end.
    pub fn byte(&mut self) -> u8 {
        self.next().unwrap_or_default()
    }

    /// Returns the next four bytes as a number.
    pub fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// Returns the text up to a byte 0xff or the end.
    pub fn text(&mut self) -> String {
        let end = self.0.iter().position(|&byte| byte == 0xff).unwrap_or(self.0.len());
        let (text, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }
}
