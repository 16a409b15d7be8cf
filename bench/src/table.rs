//! Text in columns: the first ones to the left, figures to the right, as wide as their widest cell.
//! It must never know what the cells mean.

pub struct Table {
    /// How many columns are words; the rest are figures.
    words: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(words: usize, head: &[&str]) -> Table {
        Table { words, rows: vec![head.iter().map(|&cell| cell.to_owned()).collect()] }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.rows[0].len(), "every row has a cell for every column");
        self.rows.push(cells);
    }

    /// The table with a rule under its head, each line ended.
    pub fn text(&self) -> String {
        let widths: Vec<usize> = (0..self.rows[0].len()).map(|column| self.width(column)).collect();
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            push_line(&mut text, &self.line(row, &widths));
            if number == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
                push_line(&mut text, &rules.join("  "));
            }
        }
        text
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
            if column < self.words { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<String>>().join("  ")
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(row: [&str; 3]) -> Vec<String> {
        row.map(str::to_owned).to_vec()
    }

    #[test]
    fn words_stand_left_and_figures_right_whatever_letters_they_have() {
        let mut table = Table::new(1, &["server", "requests/s", "p50"]);
        table.row(cells(["SQLite", "9,000", "680 µs"]));
        table.row(cells(["PostgreSQL", "12,345,678", "1.2 ms"]));
        let expected = "\
server      requests/s     p50
──────────  ──────────  ──────
SQLite           9,000  680 µs
PostgreSQL  12,345,678  1.2 ms
";
        assert_eq!(table.text(), expected);
    }

    #[test]
    fn no_line_ends_in_spaces() {
        let mut table = Table::new(3, &["a", "b", "a long head"]);
        table.row(cells(["x", "", ""]));
        assert!(table.text().lines().all(|line| line == line.trim_end()));
    }
}
