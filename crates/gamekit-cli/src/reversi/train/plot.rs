//! A line chart as SVG.

use std::fmt::Write;

/// A chart of a few lines over one axis that counts down to the right.
pub(super) struct Chart {
    pub(super) title: &'static str,
    /// What the axis across counts.
    pub(super) across: &'static str,
    pub(super) note: &'static str,
    pub(super) lines: Vec<Line>,
}

/// A named line, and single points drawn as rings.
pub(super) struct Line {
    pub(super) name: &'static str,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) marks: Vec<(f64, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 120.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 64.0;
const COLOURS: [&str; 4] = ["#888888", "#c2571a", "#2a6fb0", "#1d7f4e"];

impl Chart {
    /// The drawing.
    pub(super) fn svg(&self) -> String {
        let all = || self.lines.iter().flat_map(|line| line.points.iter().chain(&line.marks));
        let most_x = all().map(|p| p.0).fold(1.0, f64::max);
        let most_y = (all().map(|p| p.1).fold(1.0, f64::max) / 5.0).ceil() * 5.0;
        let x = |v: f64| WIDTH - RIGHT - v / most_x * (WIDTH - LEFT - RIGHT);
        let y = |v: f64| HEIGHT - BOTTOM - v / most_y * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"{LEFT}\" y=\"26\" font-size=\"16\">{}</text>\n",
            self.title
        );
        let mut draw = |text: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = svg.write_fmt(text);
            svg.push('\n');
        };
        let mut level = 0.0;
        while level <= most_y {
            let (at, end) = (y(level), WIDTH - RIGHT);
            draw(format_args!(
                "<path d=\"M{LEFT} {at:.1}H{end}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{level}</text>",
                LEFT - 6.0,
                at + 4.0
            ));
            level += 5.0;
        }
        let mut count = 0.0;
        while count <= most_x {
            draw(format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{count}</text>",
                x(count),
                HEIGHT - BOTTOM + 18.0
            ));
            count += 10.0;
        }
        draw(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text x=\"{LEFT}\" y=\"{:.1}\" font-size=\"11\" fill=\"#555555\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - BOTTOM + 36.0,
            self.across,
            HEIGHT - 8.0,
            self.note
        ));
        for (number, (line, colour)) in
            self.lines.iter().zip(COLOURS.into_iter().cycle()).enumerate()
        {
            let points: Vec<String> =
                line.points.iter().map(|p| format!("{:.1},{:.1}", x(p.0), y(p.1))).collect();
            draw(format_args!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                points.join(" ")
            ));
            for mark in &line.marks {
                draw(format_args!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"#ffffff\" \
                     stroke=\"{colour}\" stroke-width=\"2\"/>",
                    x(mark.0),
                    y(mark.1)
                ));
            }
            draw(format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
                WIDTH - RIGHT + 12.0,
                TOP + 14.0 + 20.0 * number as f64,
                line.name
            ));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_empties_are_further_left_and_more_error_is_higher() {
        let line = Line { name: "a", points: vec![(0.0, 0.0), (50.0, 10.0)], marks: vec![] };
        let chart = Chart { title: "t", across: "x", note: "n", lines: vec![line] };
        let svg = chart.svg();
        assert!(svg.contains("<polyline points=\"640.0,376.0 48.0,44.0\""), "{svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}
