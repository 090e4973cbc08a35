//! The options for SVG pictures.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gamekit_pictures::Language;

use crate::error::{Failure, Outcome};
use crate::output_path::{self, Inputs};
use crate::{atomic, fonts, stream};

/// The options of a command that draws a picture.
#[derive(Args)]
pub(crate) struct SvgArg {
    /// Draw the position, or the graph of a review, as an SVG picture.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Language of the words in the picture.
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t = Words::English)]
    svg_language: Words,
}

/// The values of `--svg-language`.
#[derive(Clone, Copy, ValueEnum)]
enum Words {
    English,
    Japanese,
}

impl SvgArg {
    /// Returns whether a picture is wanted.
    pub(crate) const fn is_used(&self) -> bool {
        self.svg.is_some()
    }

    /// Returns an error if the position is a stream, if the path cannot be written, or if the path
    /// is an input file.
    pub(crate) fn check(&self, words: &[String], inputs: &Inputs) -> Outcome {
        if self.svg.is_some() && stream::is_stream(words) {
            return Err(Failure::Message(
                "--svg draws one position, but POSITION is `-`".to_owned(),
            ));
        }
        self.check_output(inputs)
    }

    /// Returns an error for a path that cannot be written, and for an input file.
    pub(crate) fn check_output(&self, inputs: &Inputs) -> Outcome {
        let Some(path) = &self.svg else { return Ok(()) };
        output_path::check(path)?;
        inputs.refuse(path)
    }

    /// Prints a hint if the picture has kanji and the computer appears to have no font for them.
    pub(crate) fn hint_fonts(&self) {
        if let Some(path) = &self.svg
            && !fonts::has_kanji()
        {
            eprintln!(
                "gamekit: {}: note: no font with kanji was found on this computer; viewers without such \
                 a font show boxes instead of the pieces (--ascii draws letters)",
                path.display()
            );
        }
    }

    /// Writes the picture, if the option is used.
    pub(crate) fn save(&self, picture: impl FnOnce(Language) -> String) -> Result<(), String> {
        let Some(path) = &self.svg else { return Ok(()) };
        let language = match self.svg_language {
            Words::English => Language::English,
            Words::Japanese => Language::Japanese,
        };
        atomic::create(path, |file| {
            file.write_all(picture(language).as_bytes()).map_err(|error| error.to_string())
        })
        .map_err(|error| format!("{}: {error}", path.display()))
    }
}
