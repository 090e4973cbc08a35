//! A table that compares the games.

use std::fmt::Write;

use crate::summary::Summary;
use crate::topic::Topic;

/// The measurement of one task.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// The name of the game.
    pub game: &'static str,
    /// The kind of task.
    pub topic: Topic,
    /// The summary of the times.
    pub summary: Summary,
}

/// Formats a table with a line for each topic and a block of columns for each game: the median,
/// minimum and maximum time per item in nanoseconds, and millions of items per second (from the
/// median).
#[must_use]
pub fn side_by_side(rows: &[Row]) -> String {
    let mut games: Vec<&str> = rows.iter().map(|row| row.game).collect();
    games.sort_unstable();
    games.dedup();
    let mut table = format!("{:35}", "");
    for game in &games {
        // Writing to a string cannot fail, here and below.
        let _ = write!(table, " | {game:29}");
    }
    table.truncate(table.trim_end().len());
    let _ = write!(table, "\n{:9}  {:24}", "task", "one item");
    for _ in &games {
        let _ = write!(table, " | {:>6} {:>15} {:>6}", "ns", "min .. max", "M/s");
    }
    table.push('\n');
    for topic in Topic::ALL {
        let of = |game: &&str| rows.iter().find(|row| row.topic == topic && row.game == *game);
        if !games.iter().any(|game| of(game).is_some()) {
            continue;
        }
        let _ = write!(table, "{topic:9}  {:24}", topic.description());
        for game in &games {
            let [median, spread, rate] = of(game).map_or([(); 3].map(|()| "-".to_owned()), |row| {
                let Summary { median, min, max, .. } = row.summary;
                let spread = format!("{} .. {}", digits(min), digits(max));
                [digits(median), spread, digits(row.summary.per_second() / 1e6)]
            });
            let _ = write!(table, " | {median:>6} {spread:>15} {rate:>6}");
        }
        table.push('\n');
    }
    table
}

/// Formats a number with three significant digits.
fn digits(number: f64) -> String {
    let places = match number.abs() {
        n if n >= 100.0 => 0,
        n if n >= 10.0 => 1,
        n if n >= 1.0 => 2,
        _ => 3,
    };
    format!("{number:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_all_games_and_a_hole_where_one_is_missing() {
        let row = |game, topic, median| {
            let summary = Summary { rounds: 3, median, min: median / 2.0, max: 2.0 * median };
            Row { game, topic, summary }
        };
        let rows = [
            row("shogi", Topic::Key, 250.0),
            row("reversi", Topic::Key, 4.0),
            row("shogi", Topic::Perft, 2.5),
        ];
        let table = side_by_side(&rows);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = table.lines().map(words).collect();
        assert_eq!(lines[0], "| reversi | shogi");
        assert_eq!(lines[2], "perft count a leaf of the tree | - - - | 2.50 1.25 .. 5.00 400");
        assert_eq!(lines[3], "key symmetric key | 4.00 2.00 .. 8.00 250 | 250 125 .. 500 4.00");
        assert_eq!(lines.len(), 4);
    }
}
