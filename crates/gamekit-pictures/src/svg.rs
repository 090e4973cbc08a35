//! SVG elements. The same calls always write the same bytes.
//!
//! A drawing has its own background, so that it is readable on light and on dark pages. A title and
//! a description state the content as text.

use std::fmt::{self, Display, Write};

/// The fonts of labels, with gothic fonts for kanji.
const SANS: &str = "'Noto Sans', 'Helvetica Neue', Arial, 'Hiragino Sans', 'Yu Gothic', \
                    'Noto Sans CJK JP', sans-serif";
/// The colour of text.
pub(crate) const INK: &str = "#26221c";
/// The colour of less important text.
pub(crate) const FAINT: &str = "#6b655b";
/// The colour of the background.
pub(crate) const PAPER: &str = "#fbf8f1";
/// The colour of the edge of the background.
const EDGE: &str = "#d9d2c3";

/// An SVG file under construction. Attributes (`fill="none"`) are inserted unchanged; text is
/// escaped.
pub(crate) struct Svg {
    head: String,
    text: String,
}

impl Svg {
    /// Starts a file with a title and a description for screen readers.
    pub(crate) fn new(title: &str, description: &str) -> Self {
        let (title, description) = (Escaped(title), Escaped(description));
        let head = format!("<title>{title}</title>\n<desc>{description}</desc>\n");
        Self { head, text: String::new() }
    }

    /// Draws a rectangle: left, top, width, height.
    pub(crate) fn rect(&mut self, [x, y, width, height]: [f64; 4], attributes: &str) {
        self.line(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
            Num(x),
            Num(y),
            Num(width),
            Num(height)
        ));
    }

    /// Draws a circle.
    pub(crate) fn circle(&mut self, (x, y): (f64, f64), radius: f64, attributes: &str) {
        let (x, y, radius) = (Num(x), Num(y), Num(radius));
        self.line(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {attributes}/>"));
    }

    /// Draws a closed line through points. The attributes decide whether the polygon is filled.
    #[cfg(any(feature = "shogi", test))]
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], attributes: &str) {
        self.points("polygon", points, attributes);
    }

    /// Draws an open line through points.
    pub(crate) fn polyline(&mut self, points: &[(f64, f64)], attributes: &str) {
        self.points("polyline", points, attributes);
    }

    fn points(&mut self, shape: &str, points: &[(f64, f64)], attributes: &str) {
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", Num(x), Num(y))).collect();
        self.line(format_args!("<{shape} points=\"{}\" {attributes}/>", points.join(" ")));
    }

    /// Draws a string. The point is the start of the baseline, or the anchor that the attributes
    /// select.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), text: &str, attributes: &str) {
        let gap = if attributes.is_empty() { "" } else { " " };
        self.line(format_args!(
            "<text x=\"{}\" y=\"{}\"{gap}{attributes}>{}</text>",
            Num(x),
            Num(y),
            Escaped(text)
        ));
    }

    /// Draws text, condensed if it would be wider than `width`.
    pub(crate) fn text_within(
        &mut self,
        at: (f64, f64),
        width: f64,
        size: f64,
        text: &str,
        attributes: &str,
    ) {
        let mut style = format!("font-size=\"{}\"", Num(size));
        if !attributes.is_empty() {
            style.push_str(&format!(" {attributes}"));
        }
        if text_width(text, size) > width {
            let length = Num(width);
            style.push_str(&format!(" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\""));
        }
        self.text(at, text, &style);
    }

    /// Begins a group of elements that share attributes.
    pub(crate) fn open(&mut self, attributes: &str) {
        self.line(format_args!("<g {attributes}>"));
    }

    /// Ends the innermost group.
    pub(crate) fn close(&mut self) {
        self.line(format_args!("</g>"));
    }

    /// Ends the file, which gets this width and height, and returns its content.
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

/// Estimates the width of text in a sans-serif font. The estimate is more often too wide than too
/// narrow.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    // Most characters after Latin, Greek and Cyrillic are as wide as they are high.
    let ems = text.chars().map(|letter| if letter < '\u{1100}' { 0.56 } else { 1.0 });
    size * ems.sum::<f64>()
}

/// A number with at most two decimals and no trailing zeros: `4`, `4.5`, `0`.
struct Num(f64);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A string between tags. Control characters are omitted, because XML cannot contain them.
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
    fn long_texts_are_squeezed() {
        let mut svg = Svg::new("", "");
        svg.text_within((0.0, 0.0), 100.0, 10.0, "short", "");
        svg.text_within((0.0, 0.0), 100.0, 10.0, "虎虎虎虎虎虎虎虎虎虎虎", "");
        let text = svg.finish(1.0, 1.0);
        assert_eq!(text.matches("textLength=\"100\"").count(), 1, "{text}");
    }
}
