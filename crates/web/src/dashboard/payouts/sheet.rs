//! Reads the files that people upload to pay many at once: CSV in its varieties, and Excel workbooks. A file is
//! anything until it is read: every fault is named with its line, and nothing of it is trusted. An amount that could
//! mean another, or is in another currency, is never read as one in USDC: it becomes a text that is no amount, and is
//! corrected.

mod columns;
mod csv_records;
mod header;
mod problem;
mod record;
mod separators;
mod text;
mod xlsx;

use i18n::Locale;
use rules::money::{Amount, Currency};
use rules::payout::MAX_ITEMS;

use super::currency;
use super::draft::{AMBIGUOUS, DraftRow, FileSummary, SPLIT, shortened};
pub use columns::{Column, SAMPLE_COLUMNS};
use csv_records::CsvRecords;
use header::Columns;
pub use problem::SheetProblem;
use record::{Cell, Record};
use separators::Separators;

/// Titles above the names of the columns.
const MAX_TITLES: usize = 10;
/// With titles, a header, and one more payment to see that there are too many.
const MAX_RECORDS: usize = MAX_TITLES + MAX_ITEMS + 2;

/// What a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Each with its line. What is wrong with them is in their texts.
    pub rows: Vec<DraftRow>,
    pub summary: FileSummary,
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
    if file.is_empty() {
        return Err(SheetProblem::Missing);
    }
    if xlsx::is_archive(file) {
        let workbook = xlsx::read(file)?;
        let mut records = workbook.records.into_iter();
        let mut sheet = assemble(locale, None, || Ok(records.next()))?;
        sheet.summary.sheet = Some(workbook.sheet).filter(|_| workbook.has_more_sheets);
        sheet.summary.hidden_rows = workbook.hidden_rows;
        return Ok(sheet);
    }
    let text = text::read(file)?;
    let (delimiter, begins) = delimiter(&text);
    let mut records = CsvRecords::of(&text, delimiter, begins);
    assemble(locale, Some(delimiter), || records.next())
}

/// What separates columns, and where the first line begins.
fn delimiter(text: &str) -> (u8, usize) {
    if let Some(announced) = text::announced(text) {
        return announced;
    }
    let reads = |delimiter: u8, begins: usize| {
        let first = CsvRecords::of(text, delimiter, begins).next().ok().flatten();
        first.is_some_and(|first| is_understood(&first))
    };
    // Titles may have separators that the lines below don't.
    let lines: Vec<(usize, Vec<u8>)> =
        first_lines(text).map(|(begins, line)| (begins, likely(line))).collect();
    let understood =
        lines.iter().find_map(|(begins, likely)| likely.iter().find(|delimiter| reads(**delimiter, *begins)));
    let first = || lines.iter().find_map(|(_, likely)| likely.first());
    (understood.or_else(first).copied().unwrap_or(b','), 0)
}

/// The lines that can contain the column names, and where each begins.
fn first_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        end += line.len();
        (end - line.len(), line)
    });
    lines.filter(|(_, line)| !line.trim().is_empty()).take(MAX_TITLES + 1)
}

/// What separates columns in this line, the most frequent first.
fn likely(line: &str) -> Vec<u8> {
    let count = |delimiter: u8| line.bytes().filter(|byte| *byte == delimiter).count();
    let mut there: Vec<u8> = text::DELIMITERS.into_iter().filter(|delimiter| count(*delimiter) > 0).collect();
    there.sort_by_key(|delimiter| std::cmp::Reverse(count(*delimiter)));
    there
}

fn is_understood(first: &Record) -> bool {
    !matches!(Columns::named_by(first), Ok(None)) || Columns::seen_in(first).is_ok()
}

fn assemble(
    locale: Locale,
    delimiter: Option<u8>,
    mut next: impl FnMut() -> Result<Option<Record>, SheetProblem>,
) -> Result<Sheet, SheetProblem> {
    let mut above = Vec::new();
    let mut header = None;
    while header.is_none() && above.len() <= MAX_TITLES {
        let Some(record) = next()? else { break };
        header = Columns::named_by(&record)?;
        let may_be_payment = header.is_none() && header::names_recipient(&record);
        above.push(record);
        if may_be_payment {
            break;
        }
    }
    let (columns, mut records) = match (header, above.first()) {
        (Some(columns), _) => (columns, Vec::new()),
        (None, Some(first)) => (Columns::seen_in(first)?, above),
        (None, None) => return Err(SheetProblem::Empty),
    };
    while records.len() <= MAX_ITEMS {
        let Some(record) = next()? else { break };
        records.push(record);
    }
    if records.is_empty() {
        return Err(SheetProblem::NoRows);
    }
    if records.len() > MAX_ITEMS {
        return Err(SheetProblem::TooManyRows);
    }
    let amounts = records.iter().map(|record| columns.cell(record, Column::Amount));
    let separators = Separators::of(amounts, delimiter);
    let row = |record: &Record| row(locale, record, &columns, &separators);
    let found = columns.found.iter().map(|column| column.text(locale)).collect();
    let summary = FileSummary { columns: found, unused: columns.unused.clone(), ..FileSummary::default() };
    Ok(Sheet { rows: records.iter().map(row).collect(), summary })
}

/// What can't be one payment becomes texts that no payment can have, so it is wrong until it is corrected.
fn row(locale: Locale, record: &Record, columns: &Columns, separators: &Separators) -> DraftRow {
    let text = |column: Column| columns.cell(record, column).text();
    let recipients = [text(Column::EmailAddress), text(Column::RecipientId)];
    let amount = columns.cell(record, Column::Amount);
    let other_currency = other_currency(record, columns, &amount);
    let has_too_many = separators.may_split_cells() && record.cells.len() > columns.len();
    let amount = if has_too_many || separators.splits(record, columns.position(Column::Amount)) {
        // An amount of `1,000.00` must not be read as 1, even if nothing comes behind it.
        rest(record, columns.position(Column::Amount))
    } else if let Some(named) = other_currency {
        format!("{} {named}", number(locale, &amount))
    } else if separators.may_mislead(locale, &amount) {
        format!("{} {AMBIGUOUS}", amount.text())
    } else {
        number(locale, &amount)
    };
    DraftRow {
        number: record.line,
        to: shortened(&recipients.join(" ")),
        amount: shortened(&amount),
        reference: shortened(&text(Column::Reference)),
        mistakes: Vec::new(),
    }
}

/// The currency that a line is in, if it isn't ours. A column of currencies must name one in every line. What isn't a
/// word, such as the number of a currency, would become part of the amount.
fn other_currency(record: &Record, columns: &Columns, amount: &Cell) -> Option<String> {
    if let Cell::OtherCurrency(_, currency) = amount {
        return Some(currency.clone());
    }
    let named = columns.cell(record, Column::Currency).text();
    let is_other = columns.has(Column::Currency) && !named.eq_ignore_ascii_case(currency::OURS);
    let is_word = !named.is_empty() && named.chars().all(|letter| letter.is_alphabetic() || letter == ' ');
    is_other.then(|| if is_word { named } else { AMBIGUOUS.to_owned() })
}

/// An amount as the reader would type it.
fn number(locale: Locale, cell: &Cell) -> String {
    match cell {
        Cell::Number(number) | Cell::OtherCurrency(number, _) => {
            match Amount::parse(number, Currency::Usdc) {
                Ok(amount) => locale.typed_amount(amount),
                Err(_) => number.clone(),
            }
        }
        Cell::Text(text) | Cell::NoAmount(text) => text.clone(),
    }
}

/// The rest of a line that has too many cells.
fn rest(record: &Record, position: Option<usize>) -> String {
    let cells = record.cells.iter().skip(position.unwrap_or_default());
    cells.map(|cell| cell.text() + SPLIT).collect()
}

#[cfg(test)]
mod tests;
