//! Reads the files that people upload to pay many at once. A file is anything until it is read: every fault is named
//! with its line, and nothing of it is trusted.

use i18n::Locale;
use rules::email_address::EmailAddress;
use rules::money::Amount;
use rules::payout::MOST_ITEMS;

use super::csv_records::{Record, Records};
use super::draft::DraftRow;
use super::sheet_columns::{Column, SAMPLE_COLUMNS};
use super::sheet_problem::SheetProblem;
use crate::shorten::shortened;

/// As much of an unknown name as is repeated.
const LONGEST_NAME: usize = 40;
const MOST_UNUSED_SHOWN: usize = 10;

/// What a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Each with its line, and with what is wrong with its columns.
    pub rows: Vec<DraftRow>,
    /// Columns that mean nothing here; the first of them.
    pub unused: Vec<String>,
}

/// A file to begin with, as spreadsheets of the reader's region write it: where amounts have a comma, columns are
/// separated by semicolons.
pub fn sample(locale: Locale) -> String {
    let typed = |cents: i64| locale.typed_amount(Amount::from_micros(cents * 10_000));
    let separator = if typed(50).contains(',') { ";" } else { "," };
    let names = SAMPLE_COLUMNS.map(|column| column.name(locale).to_owned());
    let invoice = locale.text("payout-sample-invoice").to_owned();
    let bonus = format!("\"{}\"", locale.text("payout-sample-bonus"));
    let lines = [
        names,
        ["ada@example.com".to_owned(), typed(12_550), invoice],
        ["grace@example.com".to_owned(), typed(8_000), bonus],
    ];
    lines.map(|cells| cells.join(separator) + "\r\n").concat()
}

/// The rows of a file, with what is wrong with each in the reader's language, or why it can't be read at all.
pub fn read(locale: Locale, file: &[u8]) -> Result<Sheet, SheetProblem> {
    let text = as_text(file)?;
    let (mut records, mut lines) = (Records::of(text, delimiter(text)), Lines::of(text));
    let first = records.next()?.ok_or(SheetProblem::Empty)?;
    let (columns, unused, has_header) = columns(&first)?;
    let mut next = if has_header { records.next()? } else { Some(first) };
    let mut rows = Vec::new();
    while let Some(record) = next {
        if rows.len() == MOST_ITEMS {
            return Err(SheetProblem::TooManyRows);
        }
        rows.push(row(locale, lines.of_record(&record), &record, &columns));
        next = records.next()?;
    }
    if rows.is_empty() { Err(SheetProblem::NoRows) } else { Ok(Sheet { rows, unused }) }
}

fn as_text(file: &[u8]) -> Result<&str, SheetProblem> {
    if file.starts_with(b"PK\x03\x04") || file.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(SheetProblem::Spreadsheet);
    }
    if file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff") {
        return Err(SheetProblem::Encoding);
    }
    if file.contains(&0) {
        return Err(SheetProblem::NotText);
    }
    let text = str::from_utf8(file).map_err(|_| SheetProblem::Encoding)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() { Err(SheetProblem::Empty) } else { Ok(text) }
}

/// Whichever separates more in the first line.
fn delimiter(text: &str) -> u8 {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if line.matches(';').count() > line.matches(',').count() { b';' } else { b',' }
}

/// What each column is, those that are not used, and whether the first line says so. Without a header, a first line
/// that begins with a recipient is taken for one of the rows.
fn columns(first: &Record) -> Result<(Vec<Column>, Vec<String>, bool), SheetProblem> {
    let begins = first.cells.first().map(String::as_str).unwrap_or_default();
    if EmailAddress::parse(begins).is_ok() {
        let mut columns = vec![Column::EmailAddress, Column::Amount, Column::Reference];
        columns.resize(first.cells.len().max(columns.len()), Column::Unused);
        return Ok((columns, Vec::new(), false));
    }
    let columns: Vec<Column> = first.cells.iter().map(|name| Column::named(name)).collect();
    let of = |wanted: Column| columns.iter().filter(|column| **column == wanted).count();
    let (who, amount) = (of(Column::EmailAddress) + of(Column::RecipientId), of(Column::Amount));
    if who == 0 || amount == 0 {
        return Err(SheetProblem::NoColumns);
    }
    if let Some(repeated) = Column::USED.into_iter().find(|column| of(*column) > 1) {
        return Err(SheetProblem::RepeatedColumn(repeated));
    }
    let named = first
        .cells
        .iter()
        .zip(&columns)
        .filter(|(name, column)| **column == Column::Unused && !name.is_empty());
    let unused = named.map(|(name, _)| shortened(name, LONGEST_NAME)).take(MOST_UNUSED_SHOWN).collect();
    Ok((columns, unused, true))
}

/// Counts lines as an editor does. The reader's own count is of where it stopped before, which may be in front of the
/// end of that line.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Lines<'a> {
        Lines { bytes: text.as_bytes(), at: 0, line: 1 }
    }

    /// The line that a record begins on. Records are asked for in their order.
    fn of_record(&mut self, record: &Record) -> usize {
        let is_end = |byte: Option<&u8>| matches!(byte, Some(b'\r' | b'\n'));
        while self.at < record.start || is_end(self.bytes.get(self.at)) {
            let (here, next) = (self.bytes.get(self.at), self.bytes.get(self.at + 1));
            if here.is_none() {
                break;
            }
            let ends = here == Some(&b'\n') || here == Some(&b'\r') && next != Some(&b'\n');
            self.line += usize::from(ends);
            self.at += 1;
        }
        self.line
    }
}

fn row(locale: Locale, number: usize, record: &Record, columns: &[Column]) -> DraftRow {
    let cell = |wanted: Column| {
        let position = columns.iter().position(|column| *column == wanted);
        position.and_then(|position| record.cells.get(position)).map(String::as_str).unwrap_or_default()
    };
    let mut mistakes = Vec::new();
    let mut wrong = |text: &str| mistakes.push(("", text.to_owned()));
    // An amount of `1,000.00` must not be read as 1, even if nothing comes behind it.
    if record.cells.len() > columns.len() {
        wrong(locale.text("payout-line-too-many-columns"));
    }
    let (email, recipient) = (cell(Column::EmailAddress), cell(Column::RecipientId));
    if !email.is_empty() && !recipient.is_empty() {
        wrong(locale.text("payout-line-two-recipients"));
    }
    if email.is_empty() && !recipient.is_empty() && !recipient.starts_with("rcp_") {
        wrong(locale.text("payout-line-recipient-id"));
    }
    DraftRow {
        number,
        to: if email.is_empty() { recipient } else { email }.to_owned(),
        amount: cell(Column::Amount).to_owned(),
        reference: cell(Column::Reference).to_owned(),
        mistakes,
    }
}

#[cfg(test)]
mod tests;
