//! The files in a ZIP archive that is in memory. It unpacks no more of a file than it is told: a few bytes can unpack
//! to gigabytes, whatever size the archive declares.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

const END: [u8; 4] = *b"PK\x05\x06";
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const FILE: [u8; 4] = *b"PK\x03\x04";
const END_LENGTH: usize = 22;
const ENTRY_LENGTH: usize = 46;
const FILE_LENGTH: usize = 30;
const LONGEST_COMMENT: usize = 65_535;
/// A workbook has a few dozen.
const MAX_ENTRIES: usize = 1_000;

const STORED: usize = 0;
const DEFLATED: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveProblem {
    Missing,
    Unreadable,
    TooLarge,
}

pub struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: &'a [u8],
    is_encrypted: bool,
    method: usize,
    packed_length: usize,
    at: usize,
}

impl<'a> Archive<'a> {
    /// None if this is no ZIP archive.
    pub fn of(bytes: &'a [u8]) -> Option<Archive<'a>> {
        let last = bytes.len().checked_sub(END_LENGTH)?;
        let first = last.saturating_sub(LONGEST_COMMENT);
        let end = (first..=last).rev().find(|at| bytes[*at..].starts_with(&END))?;
        let (count, mut at) = (short(bytes, end + 10)?, long(bytes, end + 16)?);
        let mut entries = Vec::new();
        for _ in 0..count.min(MAX_ENTRIES) {
            if !bytes.get(at..)?.starts_with(&ENTRY) {
                return None;
            }
            let (name, extra, comment) =
                (short(bytes, at + 28)?, short(bytes, at + 30)?, short(bytes, at + 32)?);
            entries.push(Entry {
                name: bytes.get(at + ENTRY_LENGTH..at + ENTRY_LENGTH + name)?,
                is_encrypted: short(bytes, at + 8)? & 1 != 0,
                method: short(bytes, at + 10)?,
                packed_length: long(bytes, at + 20)?,
                at: long(bytes, at + 42)?,
            });
            at += ENTRY_LENGTH + name + extra + comment;
        }
        Some(Archive { bytes, entries })
    }

    /// A file as text, if it has at most so many bytes.
    pub fn text(&self, name: &str, most: usize) -> Result<String, ArchiveProblem> {
        let is_named = |entry: &&Entry<'_>| entry.name.eq_ignore_ascii_case(name.as_bytes());
        let entry = self.entries.iter().find(is_named).ok_or(ArchiveProblem::Missing)?;
        let packed = self.packed(entry).ok_or(ArchiveProblem::Unreadable)?;
        let unpacked = match entry.method {
            _ if entry.is_encrypted => return Err(ArchiveProblem::Unreadable),
            STORED if packed.len() > most => return Err(ArchiveProblem::TooLarge),
            STORED => packed.to_vec(),
            DEFLATED => decompress_to_vec_with_limit(packed, most).map_err(|error| match error.status {
                miniz_oxide::inflate::TINFLStatus::HasMoreOutput => ArchiveProblem::TooLarge,
                _ => ArchiveProblem::Unreadable,
            })?,
            _ => return Err(ArchiveProblem::Unreadable),
        };
        String::from_utf8(unpacked).map_err(|_| ArchiveProblem::Unreadable)
    }

    fn packed(&self, entry: &Entry<'_>) -> Option<&'a [u8]> {
        if !self.bytes.get(entry.at..)?.starts_with(&FILE) {
            return None;
        }
        let lengths = short(self.bytes, entry.at + 26)? + short(self.bytes, entry.at + 28)?;
        let start = entry.at + FILE_LENGTH + lengths;
        self.bytes.get(start..start.checked_add(entry.packed_length)?)
    }
}

fn short(bytes: &[u8], at: usize) -> Option<usize> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(usize::from(u16::from_le_bytes(two.try_into().ok()?)))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(four.try_into().ok()?)).ok()
}
