//! Which columns a file has: by their names, or by what its first line holds.

use i18n::Locale;
use rules::email_address::EmailAddress;

use super::columns::{Column, Header};
use super::problem::SheetProblem;
use super::record::{Cell, Record};
use crate::dashboard::payouts::currency;
use crate::shorten::shortened;

/// What recipients' ids begin with.
const RECIPIENT_ID: &str = "rcp_";
/// As much of a name as is repeated.
const LONGEST_NAME: usize = 40;
const MAX_UNUSED_SHOWN: usize = 10;

/// A column that was found, under which name; a file without a header names none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundColumn {
    pub column: Column,
    pub name: String,
    /// Counted from one.
    pub position: usize,
}

impl FoundColumn {
    /// What it means, and which it is.
    pub fn text(&self, locale: Locale) -> String {
        let column = self.column.name(locale);
        match self.name.as_str() {
            "" => locale
                .text_with("payout-file-found-place", &[("column", &column), ("number", &self.position)]),
            name => locale.text_with("payout-file-found", &[("column", &column), ("name", &name)]),
        }
    }
}

/// What the columns of a file are.
pub struct Columns {
    columns: Vec<Column>,
    pub found: Vec<FoundColumn>,
    /// The first of those that mean nothing here.
    pub unused: Vec<String>,
}

impl Columns {
    /// From a line that names them, if it does.
    pub fn named_by(header: &Record) -> Result<Option<Columns>, SheetProblem> {
        Ok(named(header)?.map(|columns| Columns::new(columns, header, true)))
    }

    /// From the first line of a file that doesn't name them.
    pub fn seen_in(first: &Record) -> Result<Columns, SheetProblem> {
        Ok(Columns::new(unnamed(first)?, first, false))
    }

    fn new(columns: Vec<Column>, first: &Record, has_header: bool) -> Columns {
        let (named, nameless) = (if has_header { first.cells.as_slice() } else { &[] }, String::new());
        let names: Vec<String> = named.iter().map(|cell| shortened(&cell.text(), LONGEST_NAME)).collect();
        let all = || columns.iter().zip(names.iter().chain(std::iter::repeat(&nameless))).enumerate();
        let is_there = |place: usize, column: Column| column != Column::Unused && place < first.cells.len();
        let found = all().filter(|(place, (column, _))| is_there(*place, **column));
        let found = found.map(|(index, (column, name))| FoundColumn {
            column: *column,
            name: name.clone(),
            position: index + 1,
        });
        let unused = all().filter(|(_, (column, name))| **column == Column::Unused && !name.is_empty());
        Columns {
            found: found.collect(),
            unused: unused.map(|(_, (_, name))| name.clone()).take(MAX_UNUSED_SHOWN).collect(),
            columns,
        }
    }

    pub fn len(&self) -> usize {
        self.columns.len()
    }

    pub fn has(&self, wanted: Column) -> bool {
        self.columns.contains(&wanted)
    }

    pub fn position(&self, wanted: Column) -> Option<usize> {
        self.columns.iter().position(|column| *column == wanted)
    }

    /// The cell of a line in this column; none is an empty text.
    pub fn cell(&self, record: &Record, wanted: Column) -> Cell {
        let cell = self.position(wanted).and_then(|position| record.cells.get(position));
        cell.cloned().unwrap_or_else(|| Cell::Text(String::new()))
    }
}

/// The columns by their names, if the first line names what a payment needs.
fn named(first: &Record) -> Result<Option<Vec<Column>>, SheetProblem> {
    let headers: Vec<Header> = first.cells.iter().map(|cell| Header::of(&cell.text())).collect();
    let mut columns = vec![Column::Unused; headers.len()];
    for column in Column::USED {
        let is_ours = |header: &Header| header.currency.is_none_or(|code| code == currency::OURS);
        let called = |is_called: &dyn Fn(&Header) -> bool| -> Vec<usize> {
            let all = headers.iter().enumerate();
            all.filter(|(_, header)| is_called(header)).map(|(index, _)| index).collect()
        };
        let mut positions = called(&|header| column.is_called(header) && is_ours(header));
        if positions.is_empty() {
            positions = called(&|header| column.is_called(header) || column.is_vaguely_called(header));
            // Several of these may well be in one file; people's names beside their addresses are.
            let most = match column {
                Column::Reference => 1,
                Column::RecipientId if columns.contains(&Column::EmailAddress) => 0,
                _ => positions.len(),
            };
            positions.truncate(most);
        }
        match positions[..] {
            [] => {}
            [position] => columns[position] = column,
            _ => return Err(SheetProblem::RepeatedColumn(column)),
        }
    }
    let has_recipient = columns.contains(&Column::EmailAddress) || columns.contains(&Column::RecipientId);
    let Some(amount) = columns.iter().position(|column| *column == Column::Amount) else { return Ok(None) };
    match headers[amount].currency {
        _ if !has_recipient => Ok(None),
        Some(code) if code != currency::OURS => Err(SheetProblem::OtherCurrency(code)),
        Some(_) | None => Ok(Some(columns)),
    }
}

/// The columns by what the first line holds, if that leaves no doubt.
fn unnamed(first: &Record) -> Result<Vec<Column>, SheetProblem> {
    let positions = |is_it: &dyn Fn(&Cell) -> bool| -> Vec<usize> {
        let all = first.cells.iter().enumerate();
        all.filter(|(_, cell)| is_it(cell)).map(|(index, _)| index).collect()
    };
    let (recipients, amounts) = (positions(&is_recipient), positions(&looks_like_amount));
    let mut columns = vec![Column::Unused; first.cells.len().max(3)];
    let (recipient, amount) = match (&recipients[..], &amounts[..]) {
        ([recipient], [amount]) => (*recipient, *amount),
        // In the order of the sample; what is wrong with the amount is told beside it.
        ([0], []) => (0, 1),
        ([], _) | ([_], []) => return Err(SheetProblem::NoColumns),
        ([_], _) | ([_, _, ..], _) => return Err(SheetProblem::AmbiguousColumns),
    };
    columns[recipient] = Column::EmailAddress;
    columns[amount] = Column::Amount;
    let currencies = positions(&|cell| currency::code(&cell.text()).is_some());
    if let [position] = currencies[..] {
        columns[position] = Column::Currency;
    }
    let reference = (amount + 1..columns.len()).find(|index| columns[*index] == Column::Unused);
    if let Some(position) = reference {
        columns[position] = Column::Reference;
    }
    Ok(columns)
}

/// Whether someone is named in it, so that it may be a payment and no title.
pub fn names_recipient(record: &Record) -> bool {
    record.cells.iter().any(is_recipient)
}

fn is_recipient(cell: &Cell) -> bool {
    let text = cell.text();
    EmailAddress::parse(&text).is_ok() || text.starts_with(RECIPIENT_ID) && !text.contains('@')
}

/// Digits with separators, and perhaps a currency.
fn looks_like_amount(cell: &Cell) -> bool {
    let Cell::Text(text) = cell else { return true };
    let words: String = text.split_whitespace().filter(|word| currency::code(word).is_none()).collect();
    let is_part =
        |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '\'' | '$' | '€' | '£');
    words.contains(|letter: char| letter.is_ascii_digit()) && words.chars().all(is_part)
}
