//! SVG drawings: the few shapes that the pictures need, and bytes that are the same every time.
//!
//! A drawing brings its own background, so that it can be read on a light and on a dark page, and
//! says in words what it shows. No glyph outside letters and kanji is needed to read it.

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
/// The colour of the sheet.
pub(crate) const PAPER: &str = "#fbf8f1";
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
    head: String,
    text: String,
}

impl Svg {
    /// A sheet with a title and a description for readers who do not see it.
    pub(crate) fn new(title: &str, description: &str) -> Self {
        let (title, description) = (Escaped(title), Escaped(description));
        let head = format!("<title>{title}</title>\n<desc>{description}</desc>\n");
        Self { head, text: String::new() }
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

    /// Words that keep within a width, squeezed if they must be.
    pub(crate) fn text_within(
        &mut self,
        at: (f64, f64),
        width: f64,
        size: f64,
        words: &str,
        attributes: &str,
    ) {
        let mut style = format!("font-size=\"{}\"", Num(size));
        if !attributes.is_empty() {
            style.push_str(&format!(" {attributes}"));
        }
        if text_width(words, size) > width {
            let length = Num(width);
            style.push_str(&format!(" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\""));
        }
        self.text(at, words, &style);
    }

    /// Begins a group of shapes that share attributes.
    pub(crate) fn open(&mut self, attributes: &str) {
        self.line(format_args!("<g {attributes}>"));
    }

    /// Ends the group begun last.
    pub(crate) fn close(&mut self) {
        self.line(format_args!("</g>"));
    }

    /// The whole file, so wide and so high.
    pub(crate) fn finish(self, width: f64, height: f64) -> String {
        let Self { head, text } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"{SANS}\" font-size=\"14\" \
             fill=\"{INK}\">\n{head}\
             <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{PAPER}\" \
             stroke=\"{EDGE}\"/>\n{text}</svg>\n",
            Num(width - 1.0),
            Num(height - 1.0),
            w = Num(width),
            h = Num(height),
        )
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }
}

/// About how wide words are in a sans-serif face, rather too wide than too narrow.
fn text_width(words: &str, size: f64) -> f64 {
    // Beyond the Latin, Greek and Cyrillic letters most are as wide as they are high.
    let ems = words.chars().map(|letter| if letter < '\u{1100}' { 0.56 } else { 1.0 });
    size * ems.sum::<f64>()
}

/// What the marks of a picture mean: samples with words, in rows from left to right.
pub(crate) struct Legend {
    left: f64,
    right: f64,
    /// The middle of the next sample's left edge.
    next: (f64, f64),
}

impl Legend {
    const SIZE: f64 = 13.0;
    const LEADING: f64 = 27.0;
    /// Between a sample and its words, and after them.
    const GAPS: (f64, f64) = (8.0, 20.0);

    /// Rows between two edges; the samples of the first have their middle at `y`.
    pub(crate) fn new(left: f64, right: f64, y: f64) -> Self {
        Self { left, right, next: (left, y) }
    }

    /// A sample so wide, drawn around a point, and what it means.
    pub(crate) fn item(
        &mut self,
        svg: &mut Svg,
        width: f64,
        words: &str,
        sample: impl FnOnce(&mut Svg, (f64, f64)),
    ) {
        let length = text_width(words, Self::SIZE);
        let whole = width + Self::GAPS.0 + length;
        if self.next.0 > self.left && self.next.0 + whole > self.right {
            self.next = (self.left, self.next.1 + Self::LEADING);
        }
        let (x, y) = self.next;
        sample(svg, (x + width / 2.0, y));
        let at = (x + width + Self::GAPS.0, y + 0.36 * Self::SIZE);
        svg.text_within(at, self.right - at.0, Self::SIZE, words, &format!("fill=\"{FAINT}\""));
        self.next.0 += whole + Self::GAPS.1;
    }

    /// The lower edge of the rows.
    pub(crate) fn bottom(&self) -> f64 {
        self.next.1 + Self::LEADING / 2.0
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
        let mut svg = Svg::new("a < b", "c & d");
        svg.text((1.0 / 3.0, -0.001), "\"R&D\"\u{0}\u{1b}>", "");
        svg.open("stroke=\"red\"");
        svg.polygon(&[(0.0, 1.25), (2.5, 10.0)], "fill=\"none\"");
        svg.close();
        let text = svg.finish(100.0, 50.5);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("width=\"100\" height=\"50.5\" viewBox=\"0 0 100 50.5\""));
        assert_eq!(lines[1], "<title>a &lt; b</title>");
        assert_eq!(lines[2], "<desc>c &amp; d</desc>");
        assert!(lines[3].starts_with("<rect x=\"0.5\" y=\"0.5\" width=\"99\" height=\"49.5\""));
        assert_eq!(lines[4], "<text x=\"0.33\" y=\"0\">&quot;R&amp;D&quot;&gt;</text>");
        assert_eq!(lines[6], "<polygon points=\"0,1.25 2.5,10\" fill=\"none\"/>");
        assert_eq!(lines[7..], ["</g>", "</svg>"]);
    }

    #[test]
    fn long_words_are_squeezed_and_long_legends_have_rows() {
        let mut svg = Svg::new("", "");
        svg.text_within((0.0, 0.0), 100.0, 10.0, "short", "");
        svg.text_within((0.0, 0.0), 100.0, 10.0, "虎虎虎虎虎虎虎虎虎虎虎", "");
        let mut legend = Legend::new(10.0, 204.0, 50.0);
        let mut places = Vec::new();
        for words in ["a word", "another word", "more"] {
            legend.item(&mut svg, 20.0, words, |_, at| places.push(at));
        }
        assert_eq!(places[0], (20.0, 50.0));
        assert_eq!(places[1], (20.0, 77.0));
        assert!(places[2].0 > 100.0 && places[2].1 == 77.0, "{places:?}");
        assert_eq!(legend.bottom(), 90.5);
        let text = svg.finish(1.0, 1.0);
        assert_eq!(text.matches("textLength=\"100\"").count(), 1, "{text}");
    }
}
