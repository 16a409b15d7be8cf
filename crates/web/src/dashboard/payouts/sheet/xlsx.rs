//! Excel workbooks (`.xlsx`; ECMA-376): the first sheet that is shown. Only stored values are read: nothing is
//! computed, and nothing that the file refers to is opened. What is unpacked is bounded, and so is what is kept of it.
//!
//! It reads numbers as the decimals that stand in the file. Libraries for workbooks read them as floats, forget in
//! which currency they are shown, and unpack whatever there is.

mod archive;
mod decimal;
mod styles;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::MAX_RECORDS;
use super::problem::{MAX_COLUMNS, MAX_EMPTY_LINES, SheetProblem};
use super::record::{Cell, Record};
use crate::shorten::shortened;
use archive::{Archive, ArchiveProblem};
use styles::{NumberFormat, Styles, attribute};

/// What each file in a workbook may unpack to. A sheet of a hundred payments has some ten thousand bytes.
const LARGEST_PART: usize = 4 << 20;
const MAX_STRINGS: usize = 50_000;
const LONGEST_CELL: usize = 1_000;
/// As long as spreadsheets let it be.
const LONGEST_SHEET_NAME: usize = 31;

/// The first sheet of a workbook.
pub struct Workbook {
    pub sheet: String,
    /// Whether there are others, which are not read.
    pub has_more_sheets: bool,
    pub records: Vec<Record>,
    /// Those of the records that aren't shown, perhaps by a filter.
    pub hidden_rows: usize,
}

pub fn is_archive(file: &[u8]) -> bool {
    file.starts_with(b"PK\x03\x04") || file.starts_with(b"PK\x05\x06")
}

pub fn read(file: &[u8]) -> Result<Workbook, SheetProblem> {
    let archive = Archive::of(file).ok_or(SheetProblem::Workbook)?;
    let part = |name: &str| archive.text(name, LARGEST_PART).map_err(problem);
    let optional = |name: &str| match archive.text(name, LARGEST_PART) {
        Ok(text) => Ok(Some(text)),
        Err(ArchiveProblem::Missing) => Ok(None),
        Err(other) => Err(problem(other)),
    };
    let sheets = sheets(&part("xl/workbook.xml")?).map_err(unreadable)?;
    let first = sheets.first().ok_or(SheetProblem::Workbook)?;
    let path = target(&part("xl/_rels/workbook.xml.rels")?, &first.relation).map_err(unreadable)?;
    let path = path.ok_or(SheetProblem::Workbook)?;
    let strings = match optional("xl/sharedStrings.xml")? {
        Some(xml) => shared_strings(&xml)?,
        None => Vec::new(),
    };
    let styles = match optional("xl/styles.xml")? {
        Some(xml) => Styles::of(&xml).map_err(unreadable)?,
        None => Styles::none(),
    };
    let xml = part(&path)?;
    let reader =
        SheetReader { strings: &strings, styles: &styles, records: Vec::new(), empty: 0, hidden_rows: 0 };
    let (records, hidden_rows) = reader.read(&xml)?;
    let name: String = first.name.chars().filter(|letter| !letter.is_control()).collect();
    Ok(Workbook {
        sheet: shortened(&name, LONGEST_SHEET_NAME),
        has_more_sheets: sheets.len() > 1,
        records,
        hidden_rows,
    })
}

fn problem(problem: ArchiveProblem) -> SheetProblem {
    match problem {
        ArchiveProblem::TooLarge => SheetProblem::WorkbookTooLarge,
        ArchiveProblem::Missing | ArchiveProblem::Unreadable => SheetProblem::Workbook,
    }
}

fn unreadable(_: quick_xml::Error) -> SheetProblem {
    SheetProblem::Workbook
}

struct SheetName {
    name: String,
    relation: String,
}

/// The sheets that are shown, in their order.
fn sheets(xml: &str) -> Result<Vec<SheetName>, quick_xml::Error> {
    let (mut reader, mut sheets) = (Reader::from_str(xml), Vec::new());
    loop {
        match reader.read_event()? {
            Event::Eof => return Ok(sheets),
            Event::Start(tag) | Event::Empty(tag)
                if tag.local_name().as_ref() == "sheet" && !attribute(&tag, "state").ends_with("idden") =>
            {
                sheets.push(SheetName { name: attribute(&tag, "name"), relation: attribute(&tag, "id") });
            }
            _ => {}
        }
    }
}

/// The path that a relation of the workbook leads to.
fn target(xml: &str, relation: &str) -> Result<Option<String>, quick_xml::Error> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event()? {
            Event::Eof => return Ok(None),
            Event::Start(tag) | Event::Empty(tag)
                if tag.local_name().as_ref() == "Relationship" && attribute(&tag, "Id") == relation =>
            {
                let target = attribute(&tag, "Target");
                let absolute = target.strip_prefix('/').map(str::to_owned);
                return Ok(Some(absolute.unwrap_or_else(|| format!("xl/{target}"))));
            }
            _ => {}
        }
    }
}

/// The texts that cells name by their place, without the readings of Japanese words.
fn shared_strings(xml: &str) -> Result<Vec<String>, SheetProblem> {
    let (mut reader, mut strings) = (Reader::from_str(xml), Vec::new());
    let (mut text, mut is_text, mut is_reading) = (String::new(), false, false);
    loop {
        match reader.read_event().map_err(unreadable)? {
            Event::Eof => return Ok(strings),
            Event::Start(tag) => match tag.local_name().as_ref() {
                "t" => is_text = !is_reading,
                "rPh" => is_reading = true,
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "t" => is_text = false,
                "rPh" => is_reading = false,
                "si" => strings.push(std::mem::take(&mut text)),
                _ => {}
            },
            Event::Empty(tag) if tag.local_name().as_ref() == "si" => strings.push(String::new()),
            Event::Text(part) if is_text => text.push_str(&part.xml10_content()),
            Event::CData(part) if is_text => text.push_str(&part.xml10_content()),
            Event::GeneralRef(part) if is_text => text.extend(letter(&part)),
            _ => {}
        }
        if strings.len() > MAX_STRINGS {
            return Err(SheetProblem::WorkbookTooLarge);
        }
    }
}

/// The letter that a reference such as `&amp;` stands for. Others would be defined by the file, and are left out.
fn letter(part: &BytesRef<'_>) -> Option<char> {
    match part.resolve_char_ref() {
        Ok(Some(letter)) => Some(letter),
        Ok(None) | Err(_) => match &*part.xml10_content() {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => None,
        },
    }
}

struct SheetReader<'a> {
    strings: &'a [String],
    styles: &'a Styles,
    records: Vec<Record>,
    empty: usize,
    hidden_rows: usize,
}

/// A cell while it is read.
#[derive(Default)]
struct OpenCell {
    column: usize,
    kind: String,
    style: String,
    value: String,
}

impl SheetReader<'_> {
    fn read(mut self, xml: &str) -> Result<(Vec<Record>, usize), SheetProblem> {
        let mut reader = Reader::from_str(xml);
        let (mut row, mut cell) = (Record { line: 0, cells: Vec::new() }, OpenCell::default());
        let (mut next_column, mut is_value, mut is_hidden) = (0, false, false);
        loop {
            match reader.read_event().map_err(unreadable)? {
                Event::Eof => break,
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "row" => {
                        row = Record { line: line(&tag, row.line), cells: Vec::new() };
                        is_hidden = matches!(attribute(&tag, "hidden").as_str(), "1" | "true");
                        next_column = 0;
                    }
                    "c" => cell = open(&tag, next_column),
                    // The value, or the text of a cell that isn't shared; not its formula.
                    "v" | "t" => is_value = true,
                    _ => {}
                },
                Event::Empty(tag) => match tag.local_name().as_ref() {
                    "row" => row.line = line(&tag, row.line),
                    "c" => next_column = open(&tag, next_column).column + 1,
                    _ => {}
                },
                Event::Text(part) if is_value => cell.value.push_str(&part.xml10_content()),
                Event::CData(part) if is_value => cell.value.push_str(&part.xml10_content()),
                Event::GeneralRef(part) if is_value => cell.value.extend(letter(&part)),
                Event::End(tag) => match tag.local_name().as_ref() {
                    "v" | "t" => is_value = false,
                    "c" => {
                        next_column = cell.column + 1;
                        self.put(&mut row, std::mem::take(&mut cell))?;
                    }
                    "row" => {
                        let line = row.line;
                        let ended = std::mem::replace(&mut row, Record { line, cells: Vec::new() });
                        self.hidden_rows += usize::from(is_hidden && !ended.is_empty());
                        self.end(ended)?;
                    }
                    "sheetData" => break,
                    _ => {}
                },
                _ => {}
            }
            if self.records.len() == MAX_RECORDS {
                break;
            }
        }
        if self.records.is_empty() {
            return Err(SheetProblem::Empty);
        }
        Ok((self.records, self.hidden_rows))
    }

    fn put(&self, row: &mut Record, cell: OpenCell) -> Result<(), SheetProblem> {
        let column = cell.column;
        let value = self.value(cell);
        if value.is_empty() {
            return Ok(());
        }
        if column >= MAX_COLUMNS {
            return Err(SheetProblem::TooManyColumns);
        }
        if row.cells.len() <= column {
            row.cells.resize(column + 1, Cell::Text(String::new()));
        }
        row.cells[column] = value;
        Ok(())
    }

    fn end(&mut self, row: Record) -> Result<(), SheetProblem> {
        if !row.is_empty() {
            self.records.push(row);
            return Ok(());
        }
        self.empty += 1;
        if self.empty > MAX_EMPTY_LINES { Err(SheetProblem::TooManyEmptyLines) } else { Ok(()) }
    }

    fn value(&self, cell: OpenCell) -> Cell {
        let text = |text: &str| Cell::Text(text.trim().chars().take(LONGEST_CELL).collect());
        match cell.kind.as_str() {
            "s" => {
                let place: Option<usize> = cell.value.trim().parse().ok();
                text(place.and_then(|place| self.strings.get(place)).map_or("", String::as_str))
            }
            "" | "n" if cell.value.trim().is_empty() => text(""),
            "" | "n" => match (decimal::plain(cell.value.trim()), self.styles.format(&cell.style)) {
                (Some(number), NumberFormat::Plain) => Cell::Number(number),
                (Some(number), NumberFormat::Currency(code)) => Cell::OtherCurrency(number, code.to_owned()),
                (Some(number), NumberFormat::Percent) => Cell::NoAmount(format!("{number} (%)")),
                (Some(number), NumberFormat::Date) => Cell::NoAmount(date(&number)),
                (None, _) => text(&cell.value),
            },
            "b" => text(if cell.value.trim() == "1" { "TRUE" } else { "FALSE" }),
            // Texts of formulas, texts in the cell, dates and errors.
            _ => text(&cell.value),
        }
    }
}

fn line(tag: &BytesStart<'_>, before: usize) -> usize {
    attribute(tag, "r").parse().unwrap_or(before + 1)
}

/// Its column is that of its reference, such as `B5`, or else the next.
fn open(tag: &BytesStart<'_>, next_column: usize) -> OpenCell {
    let reference = attribute(tag, "r");
    let letters = reference.bytes().take_while(u8::is_ascii_uppercase).take(4);
    let number = letters.fold(0_usize, |number, letter| number * 26 + usize::from(letter - b'A') + 1);
    OpenCell {
        column: number.checked_sub(1).unwrap_or(next_column),
        kind: attribute(tag, "t"),
        style: attribute(tag, "s"),
        value: String::new(),
    }
}

/// The day of a date, which is a number of days since the end of 1899, or the number if it is none.
fn date(number: &str) -> String {
    let whole = number.split('.').next().unwrap_or_default();
    let Some(days) = whole.parse::<i64>().ok().filter(|days| (61..=2_958_465).contains(days)) else {
        return format!("({number})");
    };
    // Days since March 1st of the year 0, in eras of 400 years.
    let since = days - 25_569 + 719_468;
    let (era, day) = (since / 146_097, since % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let in_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + next)
}

#[cfg(test)]
mod tests;
