//! Bar charts on a logarithmic scale.

use crate::language::Language;
use crate::legend::Legend;
use crate::svg::{FAINT, INK, Svg};

/// A chart of positive values as horizontal bars on a logarithmic scale. Each group has one bar per
/// series.
///
/// ```
/// use gamekit_pictures::{Bar, BarChart};
///
/// let svg = BarChart::new("Millions of nodes per second")
///     .with_subtitle("one thread")
///     .with_group("perft", [("Reversi", Bar::new(820.0)), ("Shogi", Bar::new(410.0))])
///     .with_group("search", [("Reversi", Bar::new(31.0).with_range(28.0, 32.5))])
///     .with_range_meaning("from the slowest to the fastest run; bars: the median")
///     .to_svg();
/// assert!(svg.contains(">perft</text>") && svg.contains(">31.00</text>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct BarChart {
    title: String,
    subtitle: String,
    language: Language,
    range_meaning: Option<String>,
    /// The names of the series, in the order of their first bars.
    series: Vec<String>,
    groups: Vec<Group>,
}

/// The bars of one group, each with the index of its series.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    name: String,
    bars: Vec<(usize, Bar)>,
}

/// A value of a [`BarChart`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Bar {
    value: f64,
    range: Option<(f64, f64)>,
}

impl Bar {
    /// Makes a bar. The bar of a value that is not positive has the length 0.
    pub const fn new(value: f64) -> Self {
        Self { value, range: None }
    }

    /// Adds the lowest and the highest measured value, drawn as a line with two ends.
    pub const fn with_range(mut self, low: f64, high: f64) -> Self {
        self.range = Some((low, high));
        self
    }
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 184.0;
const RIGHT: f64 = 84.0;
const TOP: f64 = 84.0;
const BAR: f64 = 16.0;
const COLOURS: [&str; 4] = ["#2e8555", "#c98a2b", "#33649b", "#8a4f9e"];

impl BarChart {
    /// Makes an empty chart.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            subtitle: String::new(),
            language: Language::default(),
            range_meaning: None,
            series: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// Sets the line below the title.
    pub fn with_subtitle(mut self, text: impl Into<String>) -> Self {
        self.subtitle = text.into();
        self
    }

    /// Sets the language of the text that the chart adds.
    pub const fn with_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Explains the ranges of the bars in the legend.
    pub fn with_range_meaning(mut self, text: impl Into<String>) -> Self {
        self.range_meaning = Some(text.into());
        self
    }

    /// Adds a group of bars, each with the name of its series.
    pub fn with_group<S: Into<String>>(
        mut self,
        name: impl Into<String>,
        bars: impl IntoIterator<Item = (S, Bar)>,
    ) -> Self {
        let bars = bars.into_iter().map(|(series, bar)| (self.number(series.into()), bar));
        let bars = bars.collect();
        self.groups.push(Group { name: name.into(), bars });
        self
    }

    /// Returns the index of a series. Adds the series if it is new.
    fn number(&mut self, series: String) -> usize {
        self.series.iter().position(|name| *name == series).unwrap_or_else(|| {
            self.series.push(series);
            self.series.len() - 1
        })
    }

    /// Returns the chart as the content of an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        // The distance from the top of one group to the top of the next group.
        let step = self.series.len().max(2) as f64 * BAR + 14.0;
        let bottom = TOP + step * self.groups.len() as f64;
        let mut svg = Svg::new(&self.title, &self.description());
        let style = "font-size=\"19\" font-weight=\"600\"";
        svg.text((24.0, 34.0), &self.title, style);
        let scale_name = self.language.choose("logarithmic scale", "対数目盛");
        let line = match self.subtitle.as_str() {
            "" => scale_name.to_owned(),
            subtitle => format!("{subtitle}; {scale_name}"),
        };
        svg.text_within((24.0, 57.0), WIDTH - 48.0, 13.0, &line, &format!("fill=\"{FAINT}\""));

        let scale = Scale::of(self.groups.iter().flat_map(|g| g.bars.iter().map(|(_, bar)| bar)));
        for power in scale.powers() {
            let x = scale.x(10f64.powi(power));
            svg.polyline(&[(x, TOP - 8.0), (x, bottom)], "stroke=\"#ddd4c0\"");
            let label = match power {
                0.. => grouped(10u64.pow(power.unsigned_abs())),
                _ => format!("{}", 10f64.powi(power)),
            };
            let style = format!("text-anchor=\"middle\" font-size=\"13\" fill=\"{FAINT}\"");
            svg.text((x, bottom + 18.0), &label, &style);
        }
        for (number, group) in self.groups.iter().enumerate() {
            let y = TOP + step * number as f64;
            let style = "text-anchor=\"end\"";
            svg.text_within((LEFT - 12.0, y + BAR + 5.0), LEFT - 36.0, 15.0, &group.name, style);
            for &(series, bar) in &group.bars {
                draw_bar(&mut svg, &scale, bar, series, y + BAR * series as f64);
            }
        }
        let bottom = self.legend(&mut svg, bottom + 46.0);
        svg.finish(WIDTH, bottom + 8.0)
    }

    /// Returns the values as text, for screen readers.
    fn description(&self) -> String {
        let bars = self.groups.iter().flat_map(|group| {
            group.bars.iter().map(|(series, bar)| {
                format!("{}, {}: {}", group.name, self.series[*series], value_label(bar.value))
            })
        });
        let bars = bars.collect::<Vec<_>>().join("; ");
        if self.subtitle.is_empty() { bars } else { format!("{}. {bars}", self.subtitle) }
    }

    /// Draws the legend: the colours of the series and the meaning of the ranges. Returns the lower
    /// edge of the legend.
    fn legend(&self, svg: &mut Svg, y: f64) -> f64 {
        let mut legend = Legend::new(LEFT, WIDTH - 24.0, y);
        for (name, colour) in self.series.iter().zip(COLOURS.into_iter().cycle()) {
            legend.item(svg, 22.0, name, |svg, (x, y)| {
                svg.rect([x - 11.0, y - 6.0, 22.0, 12.0], &format!("fill=\"{colour}\""));
            });
        }
        if let Some(text) = &self.range_meaning {
            legend.item(svg, 22.0, text, |svg, (x, y)| draw_range(svg, (x - 11.0, x + 11.0), y));
        }
        legend.bottom()
    }
}

/// Returns a value with three or four digits.
fn value_label(value: f64) -> String {
    match value {
        high if high >= 100.0 => grouped(high.round() as u64),
        low => format!("{low:.2}"),
    }
}

/// Returns a number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Draws a bar, its range and its value.
fn draw_bar(svg: &mut Svg, scale: &Scale, bar: Bar, series: usize, y: f64) {
    let x = scale.x(bar.value);
    let colour = COLOURS[series % COLOURS.len()];
    svg.rect([LEFT, y, x - LEFT, BAR - 2.0], &format!("fill=\"{colour}\""));
    let mut end = x;
    if let Some((low, high)) = bar.range {
        let ends = (scale.x(low), scale.x(high));
        draw_range(svg, ends, y + BAR / 2.0 - 1.0);
        end = end.max(ends.1);
    }
    svg.text((end + 7.0, y + BAR - 3.0), &value_label(bar.value), "font-size=\"13\"");
}

/// Draws a line with a short bar across each end.
fn draw_range(svg: &mut Svg, ends: (f64, f64), y: f64) {
    let style = format!("fill=\"none\" stroke=\"{INK}\"");
    svg.polyline(&[(ends.0, y), (ends.1, y)], &style);
    for end in [ends.0, ends.1] {
        svg.polyline(&[(end, y - 3.0), (end, y + 3.0)], &style);
    }
}

/// The logarithmic scale, from a power of ten to the highest value.
struct Scale {
    low: i32,
    high: f64,
}

impl Scale {
    /// Chooses a scale that contains the bars and their ranges.
    fn of<'a>(bars: impl Iterator<Item = &'a Bar> + Clone) -> Self {
        let values = || {
            let ends = bars.clone().flat_map(|bar| {
                let (low, high) = bar.range.unwrap_or((bar.value, bar.value));
                [bar.value, low, high]
            });
            ends.filter(|value| value.is_finite() && *value > 0.0)
        };
        let lowest = values().fold(f64::INFINITY, f64::min).max(1e-3);
        let highest = values().fold(0.0, f64::max).min(1e9);
        // A chart without values also needs a scale.
        let low = if lowest.is_finite() { lowest.log10().floor() as i32 } else { 0 };
        let high = if highest > 0.0 { highest.log10() } else { 1.0 };
        Self { low, high: high.max(f64::from(low) + 1.0) }
    }

    /// Returns the powers of ten on the scale.
    fn powers(&self) -> impl Iterator<Item = i32> {
        self.low..=self.high.floor() as i32
    }

    /// Returns the horizontal position of a value.
    fn x(&self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.low)) / (self.high - f64::from(self.low));
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_of_ten_times_the_value_is_one_power_longer() {
        let chart = BarChart::new("t")
            .with_group("key", [("Reversi", Bar::new(10.0))])
            .with_group("hash", [("Reversi", Bar::new(100.0))]);
        let svg = chart.to_svg();
        // The values 10 to 100 are drawn from x = 184 to x = 676.
        assert!(svg.contains("<rect x=\"184\" y=\"84\" width=\"0\""), "{svg}");
        assert!(svg.contains("<rect x=\"184\" y=\"130\" width=\"492\""), "{svg}");
        assert!(svg.contains(">key</text>"), "{svg}");
        assert!(svg.contains("<desc>key, Reversi: 10.00; hash, Reversi: 100</desc>"), "{svg}");
        assert!(svg.contains(">logarithmic scale</text>"), "{svg}");
        let svg = chart.with_language(Language::Japanese).with_subtitle("s").to_svg();
        assert!(svg.contains(">s; 対数目盛</text>"), "{svg}");
    }

    #[test]
    fn more_series_need_more_room() {
        let bars = ["a", "b", "c"].map(|name| (name, Bar::new(1.0).with_range(0.5, 2.0)));
        let svg = BarChart::new("t").with_group("x", bars).with_group("y", bars).to_svg();
        assert!(svg.contains("<rect x=\"184\" y=\"146\" "), "{svg}");
    }

    #[test]
    fn thousands_have_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn charts_without_values_and_values_without_a_place_are_drawn() {
        assert!(BarChart::new("t").to_svg().ends_with("</svg>\n"));
        let bars = [0.0, -1.0, f64::NAN, f64::INFINITY].map(|value| ("a", Bar::new(value)));
        let svg = BarChart::new("t").with_group("x", bars).to_svg();
        assert!(!svg.contains("x=\"NaN") && !svg.contains("width=\"NaN"), "{svg}");
        assert!(!svg.contains("=\"inf"), "{svg}");
    }
}
