//! The records of a CSV file, one after the other. It never reads more of a record than it may have columns: a file can
//! be one line of half a million separators.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::problem::{MAX_COLUMNS, MAX_EMPTY_LINES, SheetProblem};
use super::record::{Cell, Record};

/// Comes behind the file: in quotes it is part of a cell, and elsewhere it changes nothing.
const END_OF_LINE: &[u8] = b"\n";

pub struct CsvRecords<'a> {
    reader: Reader,
    file: &'a [u8],
    lines: Lines<'a>,
    at: usize,
    /// What cells hold once their quotes are gone, which is never more than the file and one more end of a line.
    unquoted: Vec<u8>,
    /// Where in it each cell ends. One more than there may be shows that there are more.
    ends: [usize; MAX_COLUMNS + 1],
    empty_lines: usize,
    is_last_line_ended: bool,
}

impl<'a> CsvRecords<'a> {
    /// Those behind the first bytes of a file.
    pub fn of(text: &'a str, delimiter: u8, at: usize) -> CsvRecords<'a> {
        CsvRecords {
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            file: text.as_bytes(),
            lines: Lines { bytes: text.as_bytes(), at: 0, line: 1 },
            at,
            unquoted: vec![0; text.len() + END_OF_LINE.len()],
            ends: [0; MAX_COLUMNS + 1],
            empty_lines: 0,
            is_last_line_ended: false,
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
            if self.empty_lines > MAX_EMPTY_LINES {
                return Err(SheetProblem::TooManyEmptyLines);
            }
        }
    }

    fn next_line(&mut self) -> Result<Option<Record>, SheetProblem> {
        let (start, mut written, mut columns) = (self.at, 0, 0);
        loop {
            let rest = &self.file[self.at..];
            let ends_last_line = rest.is_empty() && !self.is_last_line_ended;
            self.is_last_line_ended |= ends_last_line;
            let (read, input, output, ended) = self.reader.read_record(
                if ends_last_line { END_OF_LINE } else { rest },
                &mut self.unquoted[written..],
                &mut self.ends[columns..],
            );
            self.at += if ends_last_line { 0 } else { input };
            (written, columns) = (written + output, columns + ended);
            match read {
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return Ok(None),
                // A quote has swallowed all lines to the end.
                ReadRecordResult::InputEmpty if ends_last_line && output > 0 => {
                    return Err(SheetProblem::OpenQuote(self.lines.of_record(start)));
                }
                // Asked once more, without any input, it says that this is the end.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputEndsFull => return Err(SheetProblem::TooManyColumns),
                ReadRecordResult::OutputFull => return Err(SheetProblem::Unreadable),
            }
        }
        if columns > MAX_COLUMNS {
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
