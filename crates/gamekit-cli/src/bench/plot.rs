//! The times as bars, both games side by side, on a logarithmic scale.

use gamekit_tasks::{Row, Summary, Topic};

use super::machine::Machine;
use crate::svg::{FAINT, INK, Legend, Svg};

const WIDTH: f64 = 760.0;
const LEFT: f64 = 184.0;
const RIGHT: f64 = 84.0;
const TOP: f64 = 84.0;
const BAR: f64 = 16.0;
/// From the top of a topic's bars to that of the next.
const STEP: f64 = 2.0 * BAR + 14.0;
const COLOURS: [&str; 4] = ["#2e8555", "#c98a2b", "#33649b", "#8a4f9e"];

/// The file.
pub(super) fn svg(rows: &[Row], machine: &Machine) -> String {
    let mut games: Vec<&str> = rows.iter().map(|row| row.game).collect();
    games.sort_unstable();
    games.dedup();
    let topics: Vec<Topic> =
        Topic::ALL.into_iter().filter(|topic| rows.iter().any(|r| r.topic == *topic)).collect();
    let bottom = TOP + STEP * topics.len() as f64;
    let mut svg = Svg::new("Millions of items a second, one thread", &description(rows, machine));
    let style = "font-size=\"19\" font-weight=\"600\"";
    svg.text((24.0, 34.0), "Millions of items a second, one thread", style);
    let line = format!("{}; logarithmic scale", machine.line());
    svg.text_within((24.0, 57.0), WIDTH - 48.0, 13.0, &line, &format!("fill=\"{FAINT}\""));

    let scale = Scale::of(rows);
    for power in scale.powers() {
        let x = scale.x(10f64.powi(power));
        svg.polyline(&[(x, TOP - 8.0), (x, bottom)], "stroke=\"#ddd4c0\"");
        let label = if power >= 0 {
            grouped(10u64.pow(power.unsigned_abs()))
        } else {
            format!("{}", 10f64.powi(power))
        };
        let style = format!("text-anchor=\"middle\" font-size=\"13\" fill=\"{FAINT}\"");
        svg.text((x, bottom + 18.0), &label, &style);
    }
    for (number, topic) in topics.iter().enumerate() {
        let y = TOP + STEP * number as f64;
        let (words, style) = (topic.description(), "text-anchor=\"end\"");
        svg.text_within((LEFT - 12.0, y + BAR + 5.0), LEFT - 36.0, 15.0, words, style);
        for (row, lane) in rows
            .iter()
            .filter(|row| row.topic == *topic)
            .filter_map(|row| Some((row, games.iter().position(|game| *game == row.game)?)))
        {
            bar(&mut svg, &scale, row, lane, y + BAR * lane as f64);
        }
    }
    let bottom = legend(&mut svg, &games, bottom + 46.0);
    svg.finish(WIDTH, bottom + 8.0)
}

/// The bars in words, for readers who do not see them.
fn description(rows: &[Row], machine: &Machine) -> String {
    let rates = rows.iter().map(|row| {
        format!("{}, {}: {}", row.topic.description(), row.game, rate_label(&row.summary))
    });
    let rates: Vec<String> = rates.collect();
    format!("{}. {}", machine.line(), rates.join("; "))
}

/// Millions a second, of a time in nanoseconds.
fn rate(nanoseconds: f64) -> f64 {
    1e3 / nanoseconds
}

/// The median rate in three or four digits.
fn rate_label(summary: &Summary) -> String {
    match rate(summary.median) {
        high if high >= 100.0 => grouped(high.round() as u64),
        low => format!("{low:.2}"),
    }
}

/// A number with a comma between its thousands.
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

/// A bar as long as the median rate, a whisker from the slowest round to the fastest, and the rate.
fn bar(svg: &mut Svg, scale: &Scale, row: &Row, lane: usize, y: f64) {
    let summary = row.summary;
    let (x, slow, fast) =
        (scale.x(rate(summary.median)), scale.x(rate(summary.max)), scale.x(rate(summary.min)));
    let colour = COLOURS[lane % COLOURS.len()];
    svg.rect([LEFT, y, x - LEFT, BAR - 2.0], &format!("fill=\"{colour}\""));
    whisker(svg, (slow, fast), y + BAR / 2.0 - 1.0);
    svg.text((fast.max(x) + 7.0, y + BAR - 3.0), &rate_label(&summary), "font-size=\"13\"");
}

/// A line between two ends, each with a bar across.
fn whisker(svg: &mut Svg, ends: (f64, f64), y: f64) {
    let style = format!("fill=\"none\" stroke=\"{INK}\"");
    svg.polyline(&[(ends.0, y), (ends.1, y)], &style);
    for end in [ends.0, ends.1] {
        svg.polyline(&[(end, y - 3.0), (end, y + 3.0)], &style);
    }
}

/// The colours of the games, and what else is to be known; the lower edge of it.
fn legend(svg: &mut Svg, games: &[&str], y: f64) -> f64 {
    let mut legend = Legend::new(LEFT, WIDTH - 24.0, y);
    for (game, colour) in games.iter().zip(COLOURS.into_iter().cycle()) {
        let mut letters = game.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        let name = first.unwrap_or_default() + letters.as_str();
        legend.item(svg, 22.0, &name, |svg, (x, y)| {
            svg.rect([x - 11.0, y - 6.0, 22.0, 12.0], &format!("fill=\"{colour}\""));
        });
    }
    let words = "from the slowest round to the fastest; bars and numbers: the median";
    legend.item(svg, 22.0, words, |svg, (x, y)| whisker(svg, (x - 11.0, x + 11.0), y));
    legend.bottom()
}

/// All rates across the drawing, from a power of ten to the highest rate.
struct Scale {
    low: i32,
    high: f64,
}

impl Scale {
    fn of(rows: &[Row]) -> Self {
        let rates = || rows.iter().flat_map(|r| [r.summary.max, r.summary.min].map(rate));
        let least = rates().fold(f64::INFINITY, f64::min).max(1e-3);
        let most = rates().fold(0.0, f64::max).min(1e9);
        // No rate at all still makes a drawing.
        let low = if least.is_finite() { least.log10().floor() as i32 } else { 0 };
        let high = if most > 0.0 { most.log10() } else { 1.0 };
        Self { low, high: high.max(f64::from(low) + 1.0) }
    }

    /// The powers of ten on the scale.
    fn powers(&self) -> impl Iterator<Item = i32> {
        self.low..=self.high.floor() as i32
    }

    fn x(&self, rate: f64) -> f64 {
        let share = (rate.log10() - f64::from(self.low)) / (self.high - f64::from(self.low));
        LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_ten_times_as_fast_is_one_power_longer() {
        let row = |topic, median| {
            let summary = Summary { rounds: 1, median, min: median, max: median };
            Row { game: "reversi", topic, summary }
        };
        let svg = svg(&[row(Topic::Key, 100.0), row(Topic::Hash, 10.0)], &Machine::new());
        // 10 and 100 millions a second, from 184 to 676: the ends of the scale.
        assert!(svg.contains("<rect x=\"184\" y=\"84\" width=\"492\""), "{svg}");
        assert!(svg.contains("<rect x=\"184\" y=\"130\" width=\"0\""), "{svg}");
        assert!(svg.contains(">symmetric key</text>"), "{svg}");
        assert!(svg.contains("symmetric key, reversi: 10.00; hash from scratch, reversi: 100"));
    }

    #[test]
    fn thousands_have_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn nothing_measured_is_an_empty_drawing() {
        assert!(svg(&[], &Machine::new()).ends_with("</svg>\n"));
    }
}
