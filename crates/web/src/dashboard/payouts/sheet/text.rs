//! The text of a CSV file, whatever program saved it: UTF-8, UTF-16 with a byte order mark, or Windows-1252, which
//! Excel writes in Western countries. Also how its columns are separated, if its first line says so.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::problem::SheetProblem;

/// What may separate columns. The first of several that are equally likely: text rarely has tabs or semicolons.
pub const DELIMITERS: [u8; 4] = [b'\t', b';', b',', b'|'];
const OLD_EXCEL: &[u8] = b"\xd0\xcf\x11\xe0";

pub fn read(file: &[u8]) -> Result<Cow<'_, str>, SheetProblem> {
    if file.starts_with(OLD_EXCEL) {
        return Err(SheetProblem::OldSpreadsheet);
    }
    let text = match file {
        [0xff, 0xfe, rest @ ..] => UTF_16LE.decode_without_bom_handling_and_without_replacement(rest),
        [0xfe, 0xff, rest @ ..] => UTF_16BE.decode_without_bom_handling_and_without_replacement(rest),
        _ => Some(one_byte_or_utf8(file)),
    };
    let text = text.ok_or(SheetProblem::Encoding)?;
    if text.contains(is_in_no_text) {
        return Err(SheetProblem::NotText);
    }
    if text.trim().is_empty() { Err(SheetProblem::Empty) } else { Ok(text) }
}

/// A file that isn't UTF-8 is taken for Windows-1252. Addresses and amounts are the same in both.
fn one_byte_or_utf8(file: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(file) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(file).0,
    }
}

fn is_in_no_text(letter: char) -> bool {
    letter < ' ' && !matches!(letter, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// The separator that a first line of `sep=;` announces, as Excel writes it, and where the next line begins.
pub fn announced(text: &str) -> Option<(u8, usize)> {
    let end = text.find(['\r', '\n'])?;
    let line = text[..end].trim_matches([' ', '"']);
    let (name, value) = line.split_at_checked(4)?;
    let &[delimiter] = value.as_bytes() else { return None };
    let is_known = name.eq_ignore_ascii_case("sep=") && DELIMITERS.contains(&delimiter);
    is_known.then_some((delimiter, end))
}

#[cfg(test)]
mod tests {
    use super::{SheetProblem, announced, read};

    #[test]
    fn every_common_encoding_is_read() {
        let utf_16 = |text: &str, to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(to_bytes).collect()
        };
        for file in [
            "Jörg €".as_bytes().to_vec(),
            "\u{feff}Jörg €".as_bytes().to_vec(),
            utf_16("Jörg €", u16::to_le_bytes),
            utf_16("Jörg €", u16::to_be_bytes),
            b"J\xf6rg \x80".to_vec(),
        ] {
            assert_eq!(read(&file).expect("a text"), "Jörg €", "{file:?}");
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for (file, problem) in [
            (b"".as_slice(), SheetProblem::Empty),
            (b" \r\n", SheetProblem::Empty),
            (b"\xef\xbb\xbf", SheetProblem::Empty),
            (b"\xff\xfe", SheetProblem::Empty),
            (b"\xff\xfee\0m", SheetProblem::Encoding),
            (b"\xff\xfe\0\xd8e\0", SheetProblem::Encoding),
            (b"email\0", SheetProblem::NotText),
            (b"\x89PNG\r\n\x1a\n", SheetProblem::NotText),
            (b"\xd0\xcf\x11\xe0\xa1", SheetProblem::OldSpreadsheet),
        ] {
            assert_eq!(read(file), Err(problem), "{file:?}");
        }
    }

    #[test]
    fn a_first_line_may_name_the_separator() {
        assert_eq!(announced("sep=;\r\nemail"), Some((b';', 5)));
        assert_eq!(announced("SEP=\t\nemail"), Some((b'\t', 5)));
        assert_eq!(announced("\"sep=,\"\nemail"), Some((b',', 7)));
        for text in ["sep=;", "sep=ab\n", "sep=\n", "separate;x\n", "sep=é\n", "email;amount\n"] {
            assert_eq!(announced(text), None, "{text:?}");
        }
    }
}
