//! The records of a CSV file, one after the other. It never reads more of a record than it may have columns: a file can
//! be one line of half a million separators.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::problem::{MOST_COLUMNS, MOST_EMPTY_LINES, SheetProblem};
use super::record::{Cell, Record};

pub struct CsvRecords<'a> {
    reader: Reader,
    file: &'a [u8],
    lines: Lines<'a>,
    at: usize,
    /// What cells hold once their quotes are gone, which is never more than the file.
    unquoted: Vec<u8>,
    /// Where in it each cell ends. One more than there may be shows that there are more.
    ends: [usize; MOST_COLUMNS + 1],
    empty_lines: usize,
}

impl<'a> CsvRecords<'a> {
    /// Those behind the first bytes of a file.
    pub fn of(text: &'a str, delimiter: u8, at: usize) -> CsvRecords<'a> {
        CsvRecords {
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            file: text.as_bytes(),
            lines: Lines { bytes: text.as_bytes(), at: 0, line: 1 },
            at,
            unquoted: vec![0; text.len()],
            ends: [0; MOST_COLUMNS + 1],
            empty_lines: 0,
        }
    }

    /// The next line that says something. A line of nothing but separators is as empty as an empty one.
    pub fn next(&mut self) -> Result<Option<Record>, SheetProblem> {
        loop {
            let Some(record) = self.next_line()? else { return Ok(None) };
            if !record.is_empty() {
                return Ok(Some(record));
            }
            self.empty_lines += 1;
            if self.empty_lines > MOST_EMPTY_LINES {
                return Err(SheetProblem::TooManyEmptyLines);
            }
        }
    }

    fn next_line(&mut self) -> Result<Option<Record>, SheetProblem> {
        let (start, mut written, mut columns) = (self.at, 0, 0);
        loop {
            let (read, input, output, ended) = self.reader.read_record(
                &self.file[self.at..],
                &mut self.unquoted[written..],
                &mut self.ends[columns..],
            );
            (self.at, written, columns) = (self.at + input, written + output, columns + ended);
            match read {
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return Ok(None),
                // Asked once more, without any input, it ends the record.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputEndsFull => return Err(SheetProblem::TooManyColumns),
                ReadRecordResult::OutputFull => return Err(SheetProblem::Unreadable),
            }
        }
        if columns > MOST_COLUMNS {
            return Err(SheetProblem::TooManyColumns);
        }
        let mut cells = Vec::with_capacity(columns);
        let mut from = 0;
        for end in &self.ends[..columns] {
            let cell = str::from_utf8(&self.unquoted[from..*end]).map_err(|_| SheetProblem::Unreadable)?;
            cells.push(Cell::Text(cell.trim().to_owned()));
            from = *end;
        }
        Ok(Some(Record { line: self.lines.of_record(start), cells }))
    }
}

/// Counts lines as an editor does. The reader's own count is of where it stopped before, which may be in front of the
/// end of that line.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line that a record begins on, or the empty lines before it. Records are asked for in their order.
    fn of_record(&mut self, start: usize) -> usize {
        let is_end = |byte: Option<&u8>| matches!(byte, Some(b'\r' | b'\n'));
        while self.at < start || is_end(self.bytes.get(self.at)) {
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
