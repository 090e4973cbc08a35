//! SVG drawings: the few shapes that the pictures need, and bytes that are the same every time.
//!
//! A drawing brings its own background, so that it can be read on a light and on a dark page.

use std::fmt::{self, Display, Write};
use std::path::PathBuf;

use clap::Args;

use crate::error::{Failure, Outcome};
use crate::place::{self, Inputs};
use crate::{atomic, stream};

/// Letters, where a page has them; kanji in a gothic face.
const SANS: &str = "'Noto Sans', 'Helvetica Neue', Arial, 'Hiragino Sans', 'Yu Gothic', \
                    'Noto Sans CJK JP', sans-serif";
/// The colour of words.
pub(crate) const INK: &str = "#26221c";
/// The colour of words that matter less.
pub(crate) const FAINT: &str = "#6b655b";
const PAPER: &str = "#fbf8f1";
const EDGE: &str = "#d9d2c3";

/// `--svg FILE`, for a command that draws a position.
#[derive(Args)]
pub(crate) struct SvgArg {
    /// Draw the position as a picture, an SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl SvgArg {
    /// Refuses to draw a stream of positions into one file, or where no file can be written, or in
    /// place of a file that is read.
    pub(crate) fn check(&self, words: &[String], inputs: &Inputs) -> Outcome {
        let Some(path) = &self.svg else { return Ok(()) };
        if stream::is_stream(words) {
            return Err(Failure::Message("--svg draws one position, not a stream".to_owned()));
        }
        place::check(path)?;
        inputs.refuse(path)
    }

    /// Writes the picture, where one is asked for.
    pub(crate) fn save(&self, picture: impl FnOnce() -> String) -> Result<(), String> {
        let Some(path) = &self.svg else { return Ok(()) };
        atomic::create(path, |file| {
            std::io::Write::write_all(file, picture().as_bytes()).map_err(|error| error.to_string())
        })
        .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// A drawing under way. Attributes (`fill="none"`) are put in as they are; texts are escaped.
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    /// A sheet of that many units, with a title for readers who do not see it.
    pub(crate) fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self { text: String::new() };
        svg.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" font-family=\"{SANS}\" font-size=\"14\" fill=\"{INK}\">",
            w = Num(width),
            h = Num(height)
        ));
        svg.line(format_args!("<title>{}</title>", Escaped(title)));
        let sheet = format!("rx=\"8\" fill=\"{PAPER}\" stroke=\"{EDGE}\"");
        svg.rect([0.5, 0.5, width - 1.0, height - 1.0], &sheet);
        svg
    }

    /// A rectangle: left, top, width, height.
    pub(crate) fn rect(&mut self, [x, y, width, height]: [f64; 4], attributes: &str) {
        self.line(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
            Num(x),
            Num(y),
            Num(width),
            Num(height)
        ));
    }

    /// A circle.
    pub(crate) fn circle(&mut self, (x, y): (f64, f64), radius: f64, attributes: &str) {
        let (x, y, radius) = (Num(x), Num(y), Num(radius));
        self.line(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {attributes}/>"));
    }

    /// A line through points; closed and filled if the attributes say so.
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], attributes: &str) {
        self.points("polygon", points, attributes);
    }

    /// An open line through points.
    pub(crate) fn polyline(&mut self, points: &[(f64, f64)], attributes: &str) {
        self.points("polyline", points, attributes);
    }

    fn points(&mut self, shape: &str, points: &[(f64, f64)], attributes: &str) {
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", Num(x), Num(y))).collect();
        self.line(format_args!("<{shape} points=\"{}\" {attributes}/>", points.join(" ")));
    }

    /// Words whose baseline begins at the point, or is anchored there as the attributes say.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), words: &str, attributes: &str) {
        let gap = if attributes.is_empty() { "" } else { " " };
        self.line(format_args!(
            "<text x=\"{}\" y=\"{}\"{gap}{attributes}>{}</text>",
            Num(x),
            Num(y),
            Escaped(words)
        ));
    }

    /// Begins a group of shapes that share attributes.
    pub(crate) fn open(&mut self, attributes: &str) {
        self.line(format_args!("<g {attributes}>"));
    }

    /// Ends the group begun last.
    pub(crate) fn close(&mut self) {
        self.line(format_args!("</g>"));
    }

    /// The whole file.
    pub(crate) fn finish(mut self) -> String {
        self.line(format_args!("</svg>"));
        self.text
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }
}

/// A length in at most two decimals, the shortest way: `4`, `4.5`, `0`.
struct Num(f64);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text between tags. Control characters, which XML cannot hold, are left out.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\u{fffe}' | '\u{ffff}' => {}
                character if character.is_control() => {}
                character => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_safe() {
        let mut svg = Svg::new(100.0, 50.5, "a < b");
        svg.text((1.0 / 3.0, -0.001), "\"R&D\"\u{0}\u{1b}>", "");
        svg.open("stroke=\"red\"");
        svg.polygon(&[(0.0, 1.25), (2.5, 10.0)], "fill=\"none\"");
        svg.close();
        let text = svg.finish();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("width=\"100\" height=\"50.5\" viewBox=\"0 0 100 50.5\""));
        assert_eq!(lines[1], "<title>a &lt; b</title>");
        assert_eq!(lines[3], "<text x=\"0.33\" y=\"0\">&quot;R&amp;D&quot;&gt;</text>");
        assert_eq!(lines[5], "<polygon points=\"0,1.25 2.5,10\" fill=\"none\"/>");
        assert_eq!(lines[6..], ["</g>", "</svg>"]);
    }
}
