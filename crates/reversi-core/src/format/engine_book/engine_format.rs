//! The formats.
use core::fmt;
use core::str::FromStr;

/// A format of books of engines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EngineFormat {
    /// Edax, version 4.
    Edax,
    /// Egaroucid, version 3: `.egbk3`.
    Egaroucid,
    /// Egaroucid, version 2: `.egbk2`.
    Egaroucid2,
    /// Egaroucid, version 1: `.egbk`.
    Egaroucid1,
}

impl EngineFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Edax, Self::Egaroucid, Self::Egaroucid2, Self::Egaroucid1];

    /// Returns the name of the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edax => "Edax",
            Self::Egaroucid => "Egaroucid",
            Self::Egaroucid2 => "Egaroucid 2",
            Self::Egaroucid1 => "Egaroucid 1",
        }
    }
}

/// The name of the format.
impl fmt::Display for EngineFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error when a text is not the name of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown format, expected one of: Edax, Egaroucid, Egaroucid 2, Egaroucid 1")]
pub struct ParseEngineFormatError;

impl FromStr for EngineFormat {
    type Err = ParseEngineFormatError;

    fn from_str(text: &str) -> Result<Self, ParseEngineFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseEngineFormatError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn names_are_read_back() {
        for format in EngineFormat::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert!(ParseEngineFormatError.to_string().contains(format.name()));
        }
        assert_eq!("edax".parse::<EngineFormat>(), Err(ParseEngineFormatError));
    }
}
