//! The formats.
use core::fmt;

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
