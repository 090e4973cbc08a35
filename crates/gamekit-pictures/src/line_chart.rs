//! Line charts.

use crate::legend::Legend;
use crate::svg::{FAINT, PAPER, Svg};

/// A chart of named lines over one horizontal axis.
///
/// ```
/// use gamekit_pictures::{Line, LineChart};
///
/// let svg = LineChart::new("Error by search depth")
///     .with_x_label("plies")
///     .with_line(Line::new("mobility", [(2.0, 7.5), (4.0, 6.0), (6.0, 5.5)]))
///     .with_line(Line::new("patterns", [(2.0, 4.0), (4.0, 3.0), (6.0, 2.5)]))
///     .to_svg();
/// assert!(svg.starts_with("<svg") && svg.contains(">mobility</text>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct LineChart {
    title: String,
    x_label: String,
    is_x_descending: bool,
    line_meaning: Option<String>,
    mark_meaning: Option<String>,
    lines: Vec<Line>,
}

/// A named line of a [`LineChart`], with optional single points drawn as rings.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Line {
    name: String,
    points: Vec<(f64, f64)>,
    marks: Vec<(f64, f64)>,
}

impl Line {
    /// Makes a line through points (x, y).
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { name: name.into(), points: finite(points), marks: Vec::new() }
    }

    /// Adds single points (x, y), drawn as rings in the colour of the line.
    pub fn with_marks(mut self, marks: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.marks.extend(finite(marks));
        self
    }
}

/// Removes points that cannot be drawn.
fn finite(points: impl IntoIterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 470.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 126.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 92.0;
const COLOURS: [&str; 4] = ["#77716a", "#c2571a", "#2a6fb0", "#1d7f4e"];
/// The minimum vertical distance between the names of two lines.
const NAME: f64 = 18.0;

impl LineChart {
    /// Makes an empty chart.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: String::new(),
            is_x_descending: false,
            line_meaning: None,
            mark_meaning: None,
            lines: Vec::new(),
        }
    }

    /// Sets the text below the horizontal axis.
    pub fn with_x_label(mut self, label: impl Into<String>) -> Self {
        self.x_label = label.into();
        self
    }

    /// Draws large values of x on the left and small values on the right.
    pub fn with_descending_x(mut self) -> Self {
        self.is_x_descending = true;
        self
    }

    /// Adds a line. The colours repeat after four lines.
    pub fn with_line(mut self, line: Line) -> Self {
        self.lines.push(line);
        self
    }

    /// Explains the lines in the legend.
    pub fn with_line_meaning(mut self, text: impl Into<String>) -> Self {
        self.line_meaning = Some(text.into());
        self
    }

    /// Explains the rings of [`Line::with_marks`] in the legend.
    pub fn with_mark_meaning(mut self, text: impl Into<String>) -> Self {
        self.mark_meaning = Some(text.into());
        self
    }

    /// Returns the chart as the content of an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let all = || self.lines.iter().flat_map(|line| line.points.iter().chain(&line.marks));
        let x_axis = Axis::of(all().map(|point| point.0), false);
        let y_axis = Axis::of(all().map(|point| point.1), true);
        let x = |value: f64| {
            let share = x_axis.share(value);
            let share = if self.is_x_descending { 1.0 - share } else { share };
            LEFT + share * (WIDTH - LEFT - RIGHT)
        };
        let y = |value: f64| HEIGHT - BOTTOM - y_axis.share(value) * (HEIGHT - TOP - BOTTOM);
        let mut svg = Svg::new(&self.title, &self.description());
        svg.text((24.0, 34.0), &self.title, "font-size=\"19\" font-weight=\"600\"");
        svg.open(&format!("text-anchor=\"end\" fill=\"{FAINT}\""));
        for value in y_axis.ticks() {
            let at = y(value);
            svg.polyline(&[(LEFT, at), (WIDTH - RIGHT, at)], "stroke=\"#ddd4c0\"");
            svg.text((LEFT - 8.0, at + 5.0), &y_axis.label(value), "");
        }
        svg.close();
        svg.open(&format!("text-anchor=\"middle\" fill=\"{FAINT}\""));
        for value in x_axis.ticks() {
            svg.text((x(value), HEIGHT - BOTTOM + 20.0), &x_axis.label(value), "");
        }
        let middle = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 41.0);
        svg.text(middle, &self.x_label, "");
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
        // The name of a line is drawn next to the right end of the line.
        let end = |line: &Line| {
            let rightmost = line.points.iter().max_by(|a, b| x(a.0).total_cmp(&x(b.0)));
            rightmost.map_or(TOP, |point| y(point.1))
        };
        let places = apart(self.lines.iter().map(end).collect(), HEIGHT - BOTTOM);
        for ((line, colour), at) in self.lines.iter().zip(colours()).zip(places) {
            let (at, style) = ((WIDTH - RIGHT + 4.0, at + 5.0), format!("fill=\"{colour}\""));
            let style = format!("{style} font-weight=\"600\"");
            svg.text_within(at, RIGHT - 14.0, 15.0, &line.name, &style);
        }
        let mut legend = Legend::new(LEFT, WIDTH - 24.0, HEIGHT - 24.0);
        let colour = COLOURS[0];
        if let Some(text) = &self.line_meaning {
            legend.item(&mut svg, 24.0, text, |svg, (x, y)| {
                let style = format!("fill=\"{colour}\"");
                svg.rect([x - 12.0, y - 1.25, 24.0, 2.5], &style);
            });
        }
        if let Some(text) = &self.mark_meaning {
            legend.item(&mut svg, 12.0, text, |svg, at| ring(svg, at, colour));
        }
        svg.finish(WIDTH, HEIGHT)
    }

    /// Returns the chart as text, for screen readers.
    fn description(&self) -> String {
        let mut text = format!("{}.", self.title);
        if let Some(meaning) = &self.mark_meaning {
            text.push_str(&format!(" Rings: {meaning}."));
        }
        for line in &self.lines {
            let points = if line.marks.is_empty() { &line.points } else { &line.marks };
            let points: Vec<String> =
                points.iter().map(|(x, y)| format!("{y:.2} at {x}")).collect();
            text.push_str(&format!(" {}: {}.", line.name, points.join(", ")));
        }
        text
    }
}

fn ring(svg: &mut Svg, at: (f64, f64), colour: &str) {
    let style = format!("fill=\"{PAPER}\" stroke=\"{colour}\" stroke-width=\"2\"");
    svg.circle(at, 5.0, &style);
}

/// The range of an axis and the distance between its labels.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// Chooses a range that contains the values. The range includes 0 unless all values are far
    /// from 0. A rounded range begins and ends at a label.
    fn of(values: impl Iterator<Item = f64>, is_rounded: bool) -> Self {
        let (low, high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let low = if low > 0.0 && low < high / 2.0 { 0.0 } else { low };
        let high = if high < 0.0 && high > low / 2.0 { 0.0 } else { high };
        let (low, high) = if low < high { (low, high) } else { (low.min(0.0), low.max(0.0)) };
        let high = if low < high { high } else { low + 1.0 };
        let step = nice_step(high - low);
        if is_rounded {
            Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
        } else {
            Self { low, high, step }
        }
    }

    /// Returns the position of a value on the axis, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// Returns the multiples of the step on the axis.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (first, last) = ((self.low / self.step).ceil(), (self.high / self.step + 1e-9).floor());
        let count = (last - first).clamp(0.0, 20.0) as u32;
        (0..=count).map(move |number| (first + f64::from(number)) * self.step)
    }

    /// Returns the text of a tick, with as many decimals as the step needs.
    fn label(&self, value: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 12.0) as usize;
        // Adding 0 turns -0 into 0.
        format!("{:.decimals$}", value + 0.0)
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20, ... (and of 0.1, 0.2, 0.5, ...) that divides a range
/// into at most six parts.
fn nice_step(range: f64) -> f64 {
    let wanted = range / 6.0;
    let power = 10f64.powf(wanted.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= wanted);
    factor.unwrap_or(10.0) * power
}

/// Moves the heights of names apart so that names do not overlap. A height that is too close to the
/// previous one is moved down. Heights below `lowest` are then moved up.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descending_axis_has_large_values_on_the_left() {
        let chart = LineChart::new("t").with_line(Line::new("a", [(0.0, 0.0), (50.0, 10.0)]));
        let svg = chart.clone().with_descending_x().to_svg();
        assert!(svg.contains("<polyline points=\"634,378 56,62\""), "{svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        let svg = chart.to_svg();
        assert!(svg.contains("<polyline points=\"56,378 634,62\""), "{svg}");
    }

    #[test]
    fn axes_have_round_labels() {
        let labels = |values: &[f64], is_rounded| {
            let axis = Axis::of(values.iter().copied(), is_rounded);
            axis.ticks().map(|tick| axis.label(tick)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(&[2.0, 58.0], false), "0 10 20 30 40 50");
        assert_eq!(labels(&[4.0, 18.7], true), "0 5 10 15 20");
        assert_eq!(labels(&[1977.0, 2022.0], false), "1980 1990 2000 2010 2020");
        assert_eq!(labels(&[-0.25, 0.3], true), "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3");
        assert_eq!(labels(&[-3.0], true), "-3.0 -2.5 -2.0 -1.5 -1.0 -0.5 0.0");
        assert_eq!(labels(&[], true), labels(&[0.0, 1.0], true));
    }

    #[test]
    fn an_empty_chart_and_numbers_without_a_place_are_drawn() {
        assert!(LineChart::new("").to_svg().ends_with("</svg>\n"));
        let line = Line::new("a", [(f64::NAN, 0.0), (0.0, f64::INFINITY), (1.0, 1.0)]);
        let svg = LineChart::new("t").with_line(line.with_marks([(f64::NAN, 1.0)])).to_svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn names_keep_apart() {
        assert_eq!(apart(vec![50.0, 10.0, 52.0], 100.0), [50.0, 10.0, 68.0]);
        assert_eq!(apart(vec![95.0, 90.0, 99.0], 100.0), [82.0, 64.0, 100.0]);
        assert_eq!(apart(vec![], 100.0), [0.0; 0]);
    }
}
