//! A line of a file before its columns are known.

/// A cell, as far as its file says what is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// What was written, without blanks around it. In a CSV file all cells are texts.
    Text(String),
    /// A number of a spreadsheet as a plain decimal with a point.
    Number(String),
    /// A number that its spreadsheet shows in another currency, with the symbol or code of that currency.
    OtherCurrency(String, String),
    /// A number that its spreadsheet shows as a date or a percentage, as a text that is no amount.
    NoAmount(String),
}

impl Cell {
    pub fn is_empty(&self) -> bool {
        matches!(self, Cell::Text(text) if text.is_empty())
    }

    /// What a reader sees in it.
    pub fn text(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Number(text) | Cell::NoAmount(text) => text.clone(),
            Cell::OtherCurrency(number, currency) => format!("{number} {currency}"),
        }
    }
}

pub struct Record {
    /// The line on which it begins, as editors and spreadsheets count lines.
    pub line: usize,
    pub cells: Vec<Cell>,
}

impl Record {
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(Cell::is_empty)
    }
}
