//! The files of names: players and tournaments.
use super::error::{ReadWthorError, WriteWthorError, WriteWthorErrorKind};
use super::header::{Date, HEADER, Header, check_length};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The kind of names in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// Players, `.jou`: fields of 20 bytes.
    Players,
    /// Tournaments, `.trn`: fields of 26 bytes.
    Tournaments,
}

impl NameKind {
    /// Returns the length of a field in bytes. A name is at least one byte shorter than its field,
    /// because a NUL ends the name.
    #[must_use]
    pub const fn field_len(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }
}

/// A stored name: Latin-1 text, terminated by a NUL. Bytes after the NUL are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name {
    bytes: [u8; 26],
}

impl Name {
    /// Returns the name as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        latin1(&self.bytes)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_text(), f)
    }
}

/// A file of names. Game records refer to a name by its number in this file. Number 0 is an unknown
/// player or tournament.
///
/// ```
/// use reversi_core::format::wthor::{Date, NameFile, NameKind};
/// let mut players = NameFile::new(NameKind::Players, Date { year: 2024, month: 5, day: 1 });
/// players.push("???")?;
/// players.push("Tastet Marc")?;
/// let bytes = players.to_bytes();
/// assert_eq!(NameFile::from_bytes(NameKind::Players, &bytes).unwrap(), players);
/// assert_eq!(players.name(1).unwrap().to_text(), "Tastet Marc");
/// # Ok::<(), reversi_core::format::wthor::WriteWthorError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameFile {
    kind: NameKind,
    header: Header,
    names: Vec<Name>, // invariant: at most u16::MAX
}

impl NameFile {
    /// Makes a file without names.
    #[must_use]
    pub fn new(kind: NameKind, made: Date) -> Self {
        Self { kind, header: Header::new(made), names: Vec::new() }
    }

    /// Returns the kind of the names.
    #[must_use]
    pub fn kind(&self) -> NameKind {
        self.kind
    }

    /// Returns the day on which the file was made.
    #[must_use]
    pub fn date(&self) -> Date {
        self.header.date()
    }

    /// Returns the name with this number.
    #[must_use]
    pub fn name(&self, number: u16) -> Option<Name> {
        self.names.get(usize::from(number)).copied()
    }

    /// Returns all names in the order of their numbers, beginning with number 0.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Appends a name and returns its number.
    ///
    /// # Errors
    /// Returns [`WriteWthorErrorKind::Name`] if the name is too long or is not Latin-1 text, and
    /// [`WriteWthorErrorKind::TooManyRecords`] if the file is full.
    pub fn push(&mut self, name: &str) -> Result<u16, WriteWthorError> {
        let mut bytes = [0; 26];
        for (len, (at, c)) in name.char_indices().enumerate() {
            let byte = u8::try_from(u32::from(c)).ok().filter(|&byte| byte != 0);
            match byte {
                Some(byte) if len < self.kind.field_len() - 1 => bytes[len] = byte,
                _ => {
                    let kind = WriteWthorErrorKind::Name { max: self.kind.field_len() - 1 };
                    return Err(WriteWthorError { at: Some(at), kind });
                }
            }
        }
        let number = u16::try_from(self.names.len())
            .ok()
            .filter(|&number| number < u16::MAX)
            .ok_or(WriteWthorErrorKind::TooManyRecords { count: self.names.len() })
            .map_err(WriteWthorError::new)?;
        self.names.push(Name { bytes });
        Ok(number)
    }

    /// Reads a file of names of one kind. The two kinds of files differ only in their lengths.
    ///
    /// # Errors
    /// Returns [`ReadWthorError`] with the byte.
    pub fn from_bytes(kind: NameKind, bytes: &[u8]) -> Result<Self, ReadWthorError> {
        let header = Header::read(bytes)?;
        check_length(bytes, u64::from(header.names), kind.field_len() as u64)?;
        let names = bytes[HEADER..]
            .chunks_exact(kind.field_len())
            .map(|field| {
                let mut bytes = [0; 26];
                bytes[..field.len()].copy_from_slice(field);
                Name { bytes }
            })
            .collect();
        // The header does not store the number of names, because `names` has it.
        Ok(Self { kind, header: Header { names: 0, ..header }, names })
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let len = self.kind.field_len();
        let mut bytes = Vec::with_capacity(HEADER + len * self.names.len());
        let header = Header { names: self.names.len() as u16, ..self.header };
        bytes.extend_from_slice(&header.to_bytes());
        for name in &self.names {
            bytes.extend_from_slice(&name.bytes[..len]);
        }
        bytes
    }
}

/// The names of players and tournaments that the numbers in game records refer to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The names of the players.
    pub players: Option<NameFile>,
    /// The names of the tournaments.
    pub tournaments: Option<NameFile>,
}

impl Names {
    /// Returns the name of a player. The number 0 is an unknown player.
    #[must_use]
    pub fn player(&self, number: u16) -> Option<String> {
        known(self.players.as_ref()?, number)
    }

    /// Returns the name of a tournament. The number 0 means various games.
    #[must_use]
    pub fn tournament(&self, number: u16) -> Option<String> {
        known(self.tournaments.as_ref()?, number)
    }
}

/// Returns the name with a number, if the number is not 0 and the name is not blank.
fn known(names: &NameFile, number: u16) -> Option<String> {
    let name = names.name(number).filter(|_| number != 0)?.to_text();
    let trimmed = name.trim();
    (!trimmed.is_empty()).then(|| trimmed.into())
}

/// Reads text with one byte per character (ISO 8859-1), up to the first NUL.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}
