//! The header that starts each WTHOR file.
use super::error::{ReadWthorError, ReadWthorErrorKind};

/// The length of a header in bytes.
pub(super) const HEADER: usize = 16;

/// The day on which a file was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Date {
    /// The year, including the century; at most 25,599.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
}

impl Date {
    /// Returns the date that is `days` days after 1970-01-01. Years greater than 65,535 are
    /// returned as 65,535.
    ///
    /// ```
    /// use reversi_core::format::wthor::Date;
    /// assert_eq!(Date::from_unix_days(19_723), Date { year: 2024, month: 1, day: 1 });
    /// ```
    #[must_use]
    pub fn from_unix_days(days: u32) -> Self {
        // The calculation uses years that begin in March, so that the leap day is the last day.
        let days = u64::from(days) + 719_468; // since 0000-03-01
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = u16::try_from(400 * era + year + next).unwrap_or(u16::MAX);
        Self { year, month: month as u8, day: day as u8 }
    }
}

/// The 16 bytes at the start of every file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) century: u8,
    pub(super) year: u8,
    pub(super) month: u8,
    pub(super) day: u8,
    pub(super) games: u32,
    pub(super) names: u16,
    pub(super) game_year: u16,
    pub(super) board: u8,
    pub(super) kind: u8,
    pub(super) depth: u8,
    pub(super) reserved: u8,
}

impl Header {
    /// Reads the header at the start of a file.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ReadWthorError> {
        let Some(&b) = bytes.first_chunk::<HEADER>() else {
            let kind = ReadWthorErrorKind::NoHeader;
            return Err(ReadWthorError { at: bytes.len(), record: None, kind });
        };
        Ok(Self {
            century: b[0],
            year: b[1],
            month: b[2],
            day: b[3],
            games: u32::from_le_bytes([b[4], b[5], b[6], b[7]]),
            names: u16::from_le_bytes([b[8], b[9]]),
            game_year: u16::from_le_bytes([b[10], b[11]]),
            board: b[12],
            kind: b[13],
            depth: b[14],
            reserved: b[15],
        })
    }

    /// Returns the bytes of the header.
    pub(super) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(&[self.century, self.year, self.month, self.day]);
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.game_year.to_le_bytes());
        bytes[12..].copy_from_slice(&[self.board, self.kind, self.depth, self.reserved]);
        bytes
    }

    /// Returns the day on which the file was made.
    pub(super) fn date(self) -> Date {
        let year = u16::from(self.century) * 100 + u16::from(self.year);
        Date { year, month: self.month, day: self.day }
    }

    /// Makes a header without counts.
    pub(super) fn new(date: Date) -> Self {
        Self {
            century: (date.year / 100).min(255) as u8,
            year: (date.year % 100) as u8,
            month: date.month,
            day: date.day,
            games: 0,
            names: 0,
            game_year: 0,
            board: 0,
            kind: 0,
            depth: 0,
            reserved: 0,
        }
    }
}

/// Checks that `count` records of `size` bytes fill the file after its header.
pub(super) fn check_length(bytes: &[u8], count: u64, size: u64) -> Result<(), ReadWthorError> {
    let (expected, found) = (HEADER as u64 + count * size, bytes.len() as u64);
    if expected == found {
        return Ok(());
    }
    // The offset of the error is the end of the last complete record, or of the last expected
    // record if the file is too long.
    let whole = count.min((found - HEADER as u64) / size);
    let at = (HEADER as u64 + whole * size) as usize;
    Err(ReadWthorError { at, record: None, kind: ReadWthorErrorKind::Length { expected, found } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, year, month, day) in [
            (0, 1970, 1, 1),
            (58, 1970, 2, 28),
            (59, 1970, 3, 1),
            (11_016, 2000, 2, 29),
            (11_017, 2000, 3, 1),
            (19_722, 2023, 12, 31),
            (19_723, 2024, 1, 1),
        ] {
            assert_eq!(Date::from_unix_days(days), Date { year, month, day }, "{days}");
        }
        assert_eq!(Date::from_unix_days(u32::MAX).year, u16::MAX);
    }
}
