//! The times as bars, both games side by side, on a logarithmic scale.

use gamekit_tasks::{Row, Topic};

use super::machine::Machine;
use crate::svg::{FAINT, Svg};

const WIDTH: f64 = 760.0;
const LEFT: f64 = 176.0;
const RIGHT: f64 = 96.0;
const TOP: f64 = 84.0;
const BAR: f64 = 15.0;
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
    let mut svg = Svg::new(WIDTH, bottom + 56.0, "gamekit bench");
    svg.text((24.0, 32.0), "Millions of items a second, one thread", "font-size=\"18\"");
    svg.text((24.0, 54.0), &machine.line(), &format!("font-size=\"12\" fill=\"{FAINT}\""));

    let scale = Scale::of(rows);
    for power in scale.low..=scale.high {
        let x = scale.x(10f64.powi(power));
        svg.polyline(&[(x, TOP - 8.0), (x, bottom)], "stroke=\"#e3dccb\"");
        let label = if power >= 0 {
            format!("{}", 10u64.pow(power.unsigned_abs()))
        } else {
            format!("{}", 10f64.powi(power))
        };
        let style = format!("text-anchor=\"middle\" font-size=\"12\" fill=\"{FAINT}\"");
        svg.text((x, bottom + 18.0), &label, &style);
    }
    for (number, topic) in topics.iter().enumerate() {
        let y = TOP + STEP * number as f64;
        let words = topic.description();
        svg.text((LEFT - 12.0, y + BAR + 5.0), words, "text-anchor=\"end\"");
        for (row, lane) in rows
            .iter()
            .filter(|row| row.topic == *topic)
            .filter_map(|row| Some((row, games.iter().position(|game| *game == row.game)?)))
        {
            bar(&mut svg, &scale, row, lane, y + BAR * lane as f64);
        }
    }
    legend(&mut svg, &games, bottom + 42.0);
    svg.finish()
}

/// A bar as long as the median rate, a whisker from the slowest round to the fastest, and the rate.
fn bar(svg: &mut Svg, scale: &Scale, row: &Row, lane: usize, y: f64) {
    let rate = |nanoseconds: f64| 1e3 / nanoseconds;
    let summary = row.summary;
    let (x, slow, fast) =
        (scale.x(rate(summary.median)), scale.x(rate(summary.max)), scale.x(rate(summary.min)));
    let colour = COLOURS[lane % COLOURS.len()];
    svg.rect([LEFT, y, x - LEFT, BAR - 2.0], &format!("fill=\"{colour}\""));
    let middle = y + BAR / 2.0 - 1.0;
    let whisker = "fill=\"none\" stroke=\"#26221c\"";
    svg.polyline(&[(slow, middle), (fast, middle)], whisker);
    for end in [slow, fast] {
        svg.polyline(&[(end, middle - 3.0), (end, middle + 3.0)], whisker);
    }
    let places = if rate(summary.median) >= 100.0 { 0 } else { 2 };
    let label = format!("{:.places$}", rate(summary.median));
    svg.text((fast.max(x) + 6.0, y + BAR - 3.0), &label, "font-size=\"12\"");
}

/// The colours of the games, and what else is to be known.
fn legend(svg: &mut Svg, games: &[&str], y: f64) {
    let mut x = LEFT;
    for (game, colour) in games.iter().zip(COLOURS.into_iter().cycle()) {
        svg.rect([x, y - 11.0, 12.0, 12.0], &format!("fill=\"{colour}\""));
        svg.text((x + 18.0, y), game, "");
        x += 96.0;
    }
    let note = "medians, from the slowest round to the fastest";
    svg.text((x, y), note, &format!("fill=\"{FAINT}\" font-size=\"12\""));
}

/// Powers of ten across the drawing, all rates between the first and the last.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn of(rows: &[Row]) -> Self {
        let rates = || rows.iter().flat_map(|r| [1e3 / r.summary.max, 1e3 / r.summary.min]);
        let least = rates().fold(f64::INFINITY, f64::min).max(1e-3);
        let most = rates().fold(0.0, f64::max).min(1e9);
        // No rate at all still makes a drawing.
        let low = if least.is_finite() { least.log10().floor() as i32 } else { 0 };
        let high = if most > 0.0 { most.log10().ceil() as i32 } else { 1 };
        Self { low, high: high.max(low + 1) }
    }

    fn x(&self, rate: f64) -> f64 {
        let share = (rate.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamekit_tasks::Summary;

    #[test]
    fn a_bar_ten_times_as_fast_is_one_power_longer() {
        let row = |topic, median| {
            let summary = Summary { rounds: 1, median, min: median, max: median };
            Row { game: "reversi", topic, summary }
        };
        let svg = svg(&[row(Topic::Key, 100.0), row(Topic::Hash, 10.0)], &Machine::new());
        // 10 and 100 millions a second, from 176 to 664: the ends of the scale.
        assert!(svg.contains("<rect x=\"176\" y=\"84\" width=\"488\""), "{svg}");
        assert!(svg.contains("<rect x=\"176\" y=\"128\" width=\"0\""), "{svg}");
        assert!(svg.contains(">symmetric key</text>"), "{svg}");
    }

    #[test]
    fn nothing_measured_is_an_empty_drawing() {
        assert!(svg(&[], &Machine::new()).ends_with("</svg>\n"));
    }
}
