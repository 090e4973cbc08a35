//! A line chart as SVG.

use crate::svg::{FAINT, Legend, PAPER, Svg};

/// A chart of a few lines over one axis that counts down to the right.
pub(super) struct Chart {
    pub(super) title: &'static str,
    /// What the axis across counts.
    pub(super) across: &'static str,
    /// What the lines and the rings are.
    pub(super) line_means: &'static str,
    pub(super) mark_means: &'static str,
    pub(super) lines: Vec<Line>,
}

/// A named line, and single points drawn as rings.
pub(super) struct Line {
    pub(super) name: &'static str,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) marks: Vec<(f64, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 470.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 126.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 92.0;
const COLOURS: [&str; 4] = ["#77716a", "#c2571a", "#2a6fb0", "#1d7f4e"];
/// How near the names of two lines may be.
const NAME: f64 = 18.0;

impl Chart {
    /// The drawing.
    pub(super) fn svg(&self) -> String {
        let all = || self.lines.iter().flat_map(|line| line.points.iter().chain(&line.marks));
        let most_x = all().map(|p| p.0).fold(1.0, f64::max);
        let most_y = (all().map(|p| p.1).fold(1.0, f64::max) / 5.0).ceil() * 5.0;
        let x = |v: f64| WIDTH - RIGHT - v / most_x * (WIDTH - LEFT - RIGHT);
        let y = |v: f64| HEIGHT - BOTTOM - v / most_y * (HEIGHT - TOP - BOTTOM);
        let mut svg = Svg::new(self.title, &self.description());
        svg.text((24.0, 34.0), self.title, "font-size=\"19\" font-weight=\"600\"");
        svg.open(&format!("text-anchor=\"end\" fill=\"{FAINT}\""));
        for level in steps(most_y, 5) {
            let at = y(level);
            svg.polyline(&[(LEFT, at), (WIDTH - RIGHT, at)], "stroke=\"#ddd4c0\"");
            svg.text((LEFT - 8.0, at + 5.0), &level.to_string(), "");
        }
        svg.close();
        svg.open(&format!("text-anchor=\"middle\" fill=\"{FAINT}\""));
        for count in steps(most_x, 10) {
            svg.text((x(count), HEIGHT - BOTTOM + 20.0), &count.to_string(), "");
        }
        svg.text(((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 41.0), self.across, "");
        svg.close();
        let colours = || COLOURS.into_iter().cycle();
        for (line, colour) in self.lines.iter().zip(colours()) {
            let points: Vec<_> = line.points.iter().map(|p| (x(p.0), y(p.1))).collect();
            let stroke = format!("stroke=\"{colour}\" stroke-width=\"2.5\"");
            svg.polyline(&points, &format!("fill=\"none\" {stroke} stroke-linejoin=\"round\""));
        }
        for (line, colour) in self.lines.iter().zip(colours()) {
            for mark in &line.marks {
                ring(&mut svg, (x(mark.0), y(mark.1)), colour);
            }
        }
        // Beside its end, where a line has one.
        let end = |line: &Line| {
            line.points.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(TOP, |p| y(p.1))
        };
        let places = apart(self.lines.iter().map(end).collect(), HEIGHT - BOTTOM);
        for ((line, colour), at) in self.lines.iter().zip(colours()).zip(places) {
            let (at, style) = ((WIDTH - RIGHT + 4.0, at + 5.0), format!("fill=\"{colour}\""));
            let style = format!("{style} font-weight=\"600\"");
            svg.text_within(at, RIGHT - 14.0, 15.0, line.name, &style);
        }
        let mut legend = Legend::new(LEFT, WIDTH - 24.0, HEIGHT - 24.0);
        let colour = COLOURS[0];
        legend.item(&mut svg, 24.0, self.line_means, |svg, (x, y)| {
            let style = format!("fill=\"{colour}\"");
            svg.rect([x - 12.0, y - 1.25, 24.0, 2.5], &style);
        });
        legend.item(&mut svg, 12.0, self.mark_means, |svg, at| ring(svg, at, colour));
        svg.finish(WIDTH, HEIGHT)
    }

    /// The chart in words, for readers who do not see it.
    fn description(&self) -> String {
        let mut text = format!("{}. Rings: {}.", self.title, self.mark_means);
        for line in &self.lines {
            let marks: Vec<String> =
                line.marks.iter().map(|(x, y)| format!("{y:.2} at {x}")).collect();
            text.push_str(&format!(" {}: {}.", line.name, marks.join(", ")));
        }
        text
    }
}

fn ring(svg: &mut Svg, at: (f64, f64), colour: &str) {
    let style = format!("fill=\"{PAPER}\" stroke=\"{colour}\" stroke-width=\"2\"");
    svg.circle(at, 5.0, &style);
}

/// Heights near those wanted, in their order, none nearer than a name to another and none below the
/// lowest: each is pushed down by the one above it, and the last push up again.
fn apart(wanted: Vec<f64>, lowest: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut places = wanted;
    for pair in order.windows(2) {
        places[pair[1]] = places[pair[1]].max(places[pair[0]] + NAME);
    }
    let mut limit = lowest;
    for &index in order.iter().rev() {
        places[index] = places[index].min(limit);
        limit = places[index] - NAME;
    }
    places
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
        let (title, across, line_means, mark_means) = ("t", "x", "l", "m");
        let chart = Chart { title, across, line_means, mark_means, lines: vec![line] };
        let svg = chart.svg();
        assert!(svg.contains("<polyline points=\"634,378 56,62\""), "{svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }

    #[test]
    fn names_keep_apart() {
        assert_eq!(apart(vec![50.0, 10.0, 52.0], 100.0), [50.0, 10.0, 68.0]);
        assert_eq!(apart(vec![95.0, 90.0, 99.0], 100.0), [82.0, 64.0, 100.0]);
        assert_eq!(apart(vec![], 100.0), [0.0; 0]);
    }
}
