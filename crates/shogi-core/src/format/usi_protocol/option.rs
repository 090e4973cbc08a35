//! The declaration of an option of an engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::error::ParseLineError;
use super::words::{Words, one_line, signed};

/// The text that stands for an empty default.
const EMPTY: &str = "<empty>";

/// An option that an engine offers: `option name NAME type TYPE ..`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDeclaration {
    /// The name. It should not contain blanks.
    pub name: String,
    /// The type, with the default and the allowed values.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `check`: a switch.
    Check {
        /// The default.
        default: bool,
    },
    /// `spin`: a number.
    Spin {
        /// The default.
        default: i64,
        /// The smallest allowed number.
        min: i64,
        /// The largest allowed number.
        max: i64,
    },
    /// `combo`: one of several words.
    Combo {
        /// The default.
        default: String,
        /// The allowed words.
        values: Vec<String>,
    },
    /// `button`: an action.
    Button,
    /// `string`: a text.
    Text {
        /// The default, which may be empty.
        default: String,
    },
    /// `filename`: a path.
    FileName {
        /// The default, which may be empty.
        default: String,
    },
}

impl OptionDeclaration {
    /// Writes the words after `option`.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", one_line(&self.name))?;
        let text = |default: &str| {
            let default = one_line(default);
            if default.is_empty() { String::from(EMPTY) } else { default }
        };
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, values } => {
                write!(f, "combo default {}", text(default))?;
                values.iter().try_for_each(|value| write!(f, " var {}", text(value)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {}", text(default)),
            OptionKind::FileName { default } => write!(f, "filename default {}", text(default)),
        }
    }

    /// Reads the words after `option`.
    pub(super) fn parse(line: &str, mut words: Words<'_>) -> Result<Self, ParseLineError> {
        let at = words.at;
        if words.next().is_none_or(|(_, word)| word != "name") {
            return Err(ParseLineError::expected(at, "`name`"));
        }
        let start = words.at;
        let mut end = line.len();
        while let Some((at, word)) = words.next() {
            if word == "type" {
                end = at;
                break;
            }
        }
        let name = one_line(&line[start..end]);
        let kind_at = words.at;
        let kind = words.next();
        let mut fields = Fields::read(line, words);
        let text =
            |default: Option<String>| default.filter(|text| text != EMPTY).unwrap_or_default();
        let number = |text: Option<String>| text.and_then(|text| signed(&text));
        let kind = match kind.map(|(_, word)| word) {
            Some("check") => {
                OptionKind::Check { default: fields.default.is_some_and(|text| text == "true") }
            }
            Some("spin") => OptionKind::Spin {
                default: number(fields.default).unwrap_or(0),
                min: number(fields.min).unwrap_or(i64::MIN),
                max: number(fields.max).unwrap_or(i64::MAX),
            },
            Some("combo") => {
                for value in &mut fields.values {
                    *value = text(Some(core::mem::take(value)));
                }
                OptionKind::Combo { default: text(fields.default), values: fields.values }
            }
            Some("button") => OptionKind::Button,
            Some("string") => OptionKind::Text { default: text(fields.default) },
            Some("filename") => OptionKind::FileName { default: text(fields.default) },
            _ => return Err(ParseLineError::expected(kind_at, "the type of an option")),
        };
        if name.is_empty() {
            return Err(ParseLineError::expected(start, "the name of an option"));
        }
        Ok(Self { name, kind })
    }
}

/// The fields after the type.
#[derive(Default)]
struct Fields {
    default: Option<String>,
    min: Option<String>,
    max: Option<String>,
    values: Vec<String>,
}

impl Fields {
    fn read(line: &str, mut words: Words<'_>) -> Self {
        let mut fields = Self::default();
        let (mut keyword, mut start) = ("", words.at);
        while let Some((at, word)) = words.next() {
            if ["default", "min", "max", "var"].contains(&word) {
                fields.set(keyword, &line[start..at]);
                (keyword, start) = (word, words.at);
            }
        }
        fields.set(keyword, &line[start..]);
        fields
    }

    fn set(&mut self, keyword: &str, text: &str) {
        let text = one_line(text);
        match keyword {
            "default" => self.default = Some(text),
            "min" => self.min = Some(text),
            "max" => self.max = Some(text),
            "var" => self.values.push(text),
            _ => {}
        }
    }
}
