//! Text tables. A wide character, such as a kanji, counts as two cells.

use std::fmt;

use unicode_width::UnicodeWidthStr;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Left-aligned, for words.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// A table with a header row.
pub(crate) struct Table {
    columns: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Makes an empty table.
    pub(crate) fn new(columns: &[(&'static str, Align)]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row with one cell per column.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].width());
            cells.chain([self.columns[column].0.width()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |f: &mut fmt::Formatter<'_>, cells: &mut dyn Iterator<Item = &str>| {
            let mut text = String::new();
            for (column, cell) in cells.enumerate() {
                let padding = widths[column].saturating_sub(cell.width());
                let gap = if column == 0 { "" } else { "  " };
                match self.columns[column].1 {
                    Align::Left => text.push_str(&format!("{gap}{cell}{:padding$}", "")),
                    Align::Right => text.push_str(&format!("{gap}{:padding$}{cell}", "")),
                }
            }
            writeln!(f, "{}", text.trim_end())
        };
        line(f, &mut self.columns.iter().map(|column| column.0))?;
        for row in &self.rows {
            line(f, &mut row.iter().map(String::as_str))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_fill_two_cells() {
        let mut table =
            Table::new(&[("name", Align::Left), ("n", Align::Right), ("x", Align::Left)]);
        table.row(vec!["虎".into(), "1".into(), "a".into()]);
        table.row(vec!["tiger".into(), "10".into(), "b".into()]);
        assert_eq!(table.to_string(), "name    n  x\n虎      1  a\ntiger  10  b\n");
    }
}
