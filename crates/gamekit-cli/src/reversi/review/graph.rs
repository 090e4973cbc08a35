//! A graph of values in the terminal.

/// The number of rows above and below the axis.
const ROWS: i32 = 5;

/// A value at a ply.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) ply: usize,
    /// The value in discs for Black.
    pub(super) discs: f64,
    /// Whether the value is proven.
    pub(super) is_exact: bool,
}

/// Draws values: `#` for a proven value, `o` for an estimate. A column is a ply.
pub(super) fn draw(points: &[Point]) -> String {
    let Some(last) = points.iter().map(|point| point.ply).max() else { return String::new() };
    let most = points.iter().map(|point| point.discs.abs()).fold(0.0, f64::max);
    // Whole discs per row.
    let step = (most / f64::from(ROWS)).ceil().max(1.0);
    let row_of = |point: &Point| (point.discs / step).round() as i32;
    let mut text = String::from("discs for Black (# proven, o estimated)\n");
    for row in (-ROWS..=ROWS).rev() {
        let label = format!("{:+}", f64::from(row) * step);
        let mut line = format!("{:>5} {}", label, if row == 0 { '+' } else { '|' });
        for ply in 1..=last {
            let point = points.iter().find(|point| point.ply == ply && row_of(point) == row);
            line.push(match point {
                Some(point) if point.is_exact => '#',
                Some(_) => 'o',
                None if row == 0 => '-',
                None => ' ',
            });
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let mut plies = format!("{:>5}  ", "ply");
    for ply in (10..=last).step_by(10) {
        plies.push_str(&format!("{ply:>10}"));
    }
    text.push_str(plies.trim_end());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_their_rows_and_columns() {
        let point = |ply, discs, is_exact| Point { ply, discs, is_exact };
        let points = [point(1, 0.2, false), point(2, -10.0, true), point(10, 4.0, true)];
        let text = draw(&points);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[1], "  +10 |");
        assert_eq!(lines[4], "   +4 |         #");
        assert_eq!(lines[6], "   +0 +o---------");
        assert_eq!(lines[11], "  -10 | #");
        assert_eq!(lines[12], "  ply          10");
        assert_eq!(draw(&[]), "");
    }
}
