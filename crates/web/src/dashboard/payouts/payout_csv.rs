//! Reads the files that people upload to pay many at once. A file is anything until it is read: every fault is named
//! with its line, and nothing of it is trusted.

use rules::email_address::EmailAddress;
use rules::payout::MOST_ITEMS;

use super::csv_records::{Record, Records};
use super::draft::DraftRow;
use crate::shorten::shortened;

/// What the sample holds.
pub const SAMPLE: &str = "email,amount,reference\r\n\
                          ada@example.com,125.50,Invoice 1001\r\n\
                          grace@example.com,80,\"Bonus, May\"\r\n";
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    EmailAddress,
    RecipientId,
    Amount,
    Reference,
    Unused,
}

/// The rows of a file, or why it cannot be read at all.
pub fn read(file: &[u8]) -> Result<Sheet, String> {
    let text = as_text(file)?;
    let (mut records, mut lines) = (Records::of(text, delimiter(text)), Lines::of(text));
    let first = records.next()?.ok_or("The file is empty.")?;
    let (columns, unused, has_header) = columns(&first)?;
    let mut next = if has_header { records.next()? } else { Some(first) };
    let mut rows = Vec::new();
    while let Some(record) = next {
        if rows.len() == MOST_ITEMS {
            return Err(format!(
                "The file has more than {MOST_ITEMS} rows. One payout can pay at most {MOST_ITEMS} people: split it \
                 into several files."
            ));
        }
        rows.push(row(lines.of_record(&record), &record, &columns));
        next = records.next()?;
    }
    match rows.is_empty() {
        true => Err("The file has a header, but no rows below it.".to_owned()),
        false => Ok(Sheet { rows, unused }),
    }
}

fn as_text(file: &[u8]) -> Result<&str, String> {
    if file.starts_with(b"PK\x03\x04") || file.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err("This is a spreadsheet. Save it as \u{201c}CSV UTF-8\u{201d} first.".to_owned());
    }
    if file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff") {
        return Err("This file is UTF-16. Save it as \u{201c}CSV UTF-8\u{201d}.".to_owned());
    }
    if file.contains(&0) {
        return Err("This is not a text file.".to_owned());
    }
    let text = str::from_utf8(file)
        .map_err(|_| "This file is not UTF-8. Save it as \u{201c}CSV UTF-8\u{201d}.".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() { Err("The file is empty.".to_owned()) } else { Ok(text) }
}

/// Whichever separates more in the first line.
fn delimiter(text: &str) -> u8 {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if line.matches(';').count() > line.matches(',').count() { b';' } else { b',' }
}

/// What each column is, those that are not used, and whether the first line says so. Without a header, a first line
/// that begins with a recipient is taken for one of the rows.
fn columns(first: &Record) -> Result<(Vec<Column>, Vec<String>, bool), String> {
    let begins = first.cells.first().map(String::as_str).unwrap_or_default();
    if EmailAddress::parse(begins).is_ok() {
        let mut columns = vec![Column::EmailAddress, Column::Amount, Column::Reference];
        columns.resize(first.cells.len().max(columns.len()), Column::Unused);
        return Ok((columns, Vec::new(), false));
    }
    let columns: Vec<Column> = first.cells.iter().map(|name| column(name)).collect();
    let of = |wanted: Column| columns.iter().filter(|column| **column == wanted).count();
    let (who, amount) = (of(Column::EmailAddress) + of(Column::RecipientId), of(Column::Amount));
    if who == 0 || amount == 0 {
        return Err("The first line must name the columns: email, amount and reference.".to_owned());
    }
    for (column, name) in [
        (Column::EmailAddress, "email"),
        (Column::RecipientId, "recipient_id"),
        (Column::Amount, "amount"),
        (Column::Reference, "reference"),
    ] {
        if of(column) > 1 {
            return Err(format!("The column {name} is there more than once."));
        }
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

fn column(name: &str) -> Column {
    match name.to_ascii_lowercase().replace([' ', '-'], "_").as_str() {
        "email" | "e_mail" | "mail" | "email_address" => Column::EmailAddress,
        "recipient_id" | "recipient" => Column::RecipientId,
        "amount" => Column::Amount,
        "reference" => Column::Reference,
        _ => Column::Unused,
    }
}

fn row(number: usize, record: &Record, columns: &[Column]) -> DraftRow {
    let cell = |wanted: Column| {
        let position = columns.iter().position(|column| *column == wanted);
        position.and_then(|position| record.cells.get(position)).map(String::as_str).unwrap_or_default()
    };
    let mut mistakes = Vec::new();
    // An amount of `1,000.00` must not be read as 1, even if nothing comes behind it.
    if record.cells.len() > columns.len() {
        let words =
            "This line has more columns than the header. Put quotes around text that holds a separator.";
        mistakes.push(("", words.to_owned()));
    }
    let (email, recipient) = (cell(Column::EmailAddress), cell(Column::RecipientId));
    if !email.is_empty() && !recipient.is_empty() {
        mistakes.push(("", "Name the person by email address or by recipient id, not by both.".to_owned()));
    }
    if email.is_empty() && !recipient.is_empty() && !recipient.starts_with("rcp_") {
        mistakes.push(("", "The id of a recipient begins with rcp_.".to_owned()));
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
