//! A line chart as SVG.

use crate::svg::{FAINT, Svg};

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
        let mut svg = Svg::new(WIDTH, HEIGHT, self.title);
        svg.text((LEFT, 28.0), self.title, "font-size=\"16\"");
        svg.open("text-anchor=\"end\"");
        for level in steps(most_y, 5) {
            let at = y(level);
            svg.polyline(&[(LEFT, at), (WIDTH - RIGHT, at)], "stroke=\"#e3dccb\"");
            svg.text((LEFT - 6.0, at + 4.0), &level.to_string(), "");
        }
        svg.close();
        svg.open("text-anchor=\"middle\"");
        for count in steps(most_x, 10) {
            svg.text((x(count), HEIGHT - BOTTOM + 18.0), &count.to_string(), "");
        }
        svg.text(((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 36.0), self.across, "");
        svg.close();
        let note = format!("font-size=\"12\" fill=\"{FAINT}\"");
        svg.text((LEFT, HEIGHT - 9.0), self.note, &note);
        for (number, (line, colour)) in
            self.lines.iter().zip(COLOURS.into_iter().cycle()).enumerate()
        {
            let points: Vec<_> = line.points.iter().map(|p| (x(p.0), y(p.1))).collect();
            let stroke = format!("stroke=\"{colour}\" stroke-width=\"2\"");
            svg.polyline(&points, &format!("fill=\"none\" {stroke}"));
            for mark in &line.marks {
                svg.circle((x(mark.0), y(mark.1)), 4.5, &format!("fill=\"#ffffff\" {stroke}"));
            }
            let at = (WIDTH - RIGHT + 12.0, TOP + 14.0 + 20.0 * number as f64);
            svg.text(at, line.name, &format!("fill=\"{colour}\""));
        }
        svg.finish()
    }
}

/// The multiples of a step from 0 to the most.
fn steps(most: f64, step: usize) -> impl Iterator<Item = f64> {
    (0..).step_by(step).map(|multiple: u32| f64::from(multiple)).take_while(move |&at| at <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_empties_are_further_left_and_more_error_is_higher() {
        let line = Line { name: "a", points: vec![(0.0, 0.0), (50.0, 10.0)], marks: vec![] };
        let chart = Chart { title: "t", across: "x", note: "n", lines: vec![line] };
        let svg = chart.svg();
        assert!(svg.contains("<polyline points=\"640,376 48,44\""), "{svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}
