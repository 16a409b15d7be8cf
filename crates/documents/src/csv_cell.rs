//! Text that people wrote, as a cell of a CSV file. Spreadsheets may take a cell for a formula and run it, and some
//! split cells where we did not: in many countries the separator is `;`, and quotes then do not hold a cell together.
//! So whatever a reader may take for the beginning of a cell is made text with an apostrophe.

use std::borrow::Cow;

use rules::text::is_invisible;

pub fn harmless(text: &str) -> Cow<'_, str> {
    let mut safe = String::with_capacity(text.len() + 1);
    let mut is_first = true;
    for (index, letter) in text.char_indices() {
        if is_first && begins_like_a_formula(&text[index..]) {
            safe.push('\'');
        }
        // A line break would end the row for readers that do not know quotes.
        safe.push(if letter.is_control() || is_line_break(letter) { ' ' } else { letter });
        is_first = letter == ';' || letter == '\t' || is_line_break(letter);
    }
    if safe == text { Cow::Borrowed(text) } else { Cow::Owned(safe) }
}

/// Whether the first letter that a reader cannot overlook begins a formula.
fn begins_like_a_formula(text: &str) -> bool {
    text.chars().find(|letter| !can_be_overlooked(*letter)).is_some_and(begins_a_formula)
}

/// Also in the widths that spreadsheets take for the same.
const fn begins_a_formula(letter: char) -> bool {
    matches!(
        letter,
        '=' | '+'
            | '-'
            | '@'
            | '\u{ff1d}'
            | '\u{ff0b}'
            | '\u{ff0d}'
            | '\u{ff20}'
            | '\u{fe66}'
            | '\u{fe62}'
            | '\u{fe63}'
            | '\u{fe6b}'
            | '\u{2212}'
    )
}

/// Blanks, controls, quotes, and letters that show nothing.
fn can_be_overlooked(letter: char) -> bool {
    letter == '"' || letter.is_whitespace() || letter.is_control() || is_invisible(letter)
}

const fn is_line_break(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use csv::{QuoteStyle, ReaderBuilder, WriterBuilder};
    use proptest::prelude::*;

    use super::harmless;

    /// A row as the export writes it.
    fn written(text: &str) -> String {
        let mut file = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(Vec::new());
        let cell = harmless(text);
        for _ in 0..2 {
            file.write_record(["txn_1", "-12.50", &cell, &cell, "USDC"]).expect("memory takes everything");
        }
        String::from_utf8(file.into_inner().expect("memory takes everything")).expect("UTF-8")
    }

    /// What a spreadsheet would run. Written apart from the code under test.
    fn is_formula(cell: &str) -> bool {
        let visible = |letter: &char| {
            let shown = !letter.is_whitespace() && !letter.is_control() && *letter != '"';
            shown && !"\u{200b}\u{200d}\u{2060}\u{feff}\u{ad}\u{202e}".contains(*letter)
        };
        cell.chars().find(visible).is_some_and(|letter| "=+-@＝＋－＠﹦﹢﹣﹫−".contains(letter))
    }

    /// No cell of a reader with this separator is a formula, whether it knows quotes or not. The number that we wrote
    /// ourselves is one to none of them.
    fn check(text: &str, separator: char) -> Result<(), String> {
        let file = written(text);
        let mut reader = ReaderBuilder::new();
        reader.delimiter(separator as u8).has_headers(false).flexible(true);
        let mut cells: Vec<String> = Vec::new();
        for record in reader.from_reader(file.as_bytes()).records() {
            cells.extend(record.map_err(|error| error.to_string())?.iter().map(str::to_owned));
        }
        // Commas are what we write: a program that reads those knows quotes.
        if separator != ',' {
            cells.extend(file.split([separator, '\n', '\r']).map(str::to_owned));
        }
        let ours = ["-12.50"];
        match cells.iter().find(|cell| is_formula(cell) && !ours.contains(&cell.as_str())) {
            Some(cell) => Err(format!("{cell:?} of {file:?} by {separator:?}")),
            None => Ok(()),
        }
    }

    #[test]
    fn no_reader_finds_a_formula() {
        for text in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "=cmd|' /C calc'!A0",
            "A;=cmd|' /C calc'!A0",
            "A;\"=1\"",
            "A; =1",
            "A;\u{200b}=1",
            ";=1",
            ";;=1",
            "＝1",
            "A;＋1",
            "－1",
            "＠SUM",
            "\u{feff}=1",
            " =1",
            "A\t=1",
            "A\n=1",
            "A\r\n@x",
            "\"=1",
            "A\";=1",
            "A\u{2028}=1",
            "A\u{b}-1",
            "a;b;-c",
            "−1",
        ] {
            for separator in [',', ';', '\t'] {
                assert_eq!(check(text, separator), Ok(()), "{text:?}");
            }
        }
    }

    #[test]
    fn text_without_formulas_is_left_alone() {
        for text in [
            "",
            "1=1",
            "ada@example.com",
            "Invoice -1",
            "'=1",
            "a; b",
            "Müller; Söhne",
            "1;2",
            "5 > 3 = true",
        ] {
            assert_eq!(harmless(text), text);
        }
        assert_eq!(harmless("A;=1"), "A;'=1");
        assert_eq!(harmless("=1"), "'=1");
        assert_eq!(harmless("a\nb"), "a b");
    }

    #[test]
    fn what_was_written_is_read_again_and_numbers_stay_numbers() {
        let file = written("A;=1, \"two\"");
        let mut reader = ReaderBuilder::new().has_headers(false).from_reader(file.as_bytes());
        let records: Vec<_> = reader.records().map(|record| record.expect("a record")).collect();
        assert_eq!(records.len(), 2);
        assert_eq!(
            records[0].iter().collect::<Vec<_>>()[1..4],
            ["-12.50", "A;'=1, \"two\"", "A;'=1, \"two\""]
        );
    }

    proptest! {
        #[test]
        fn whatever_somebody_writes_is_no_formula(text in "[=+@;,\t\n\r \"'a-c1＝＋－＠\u{200b}\u{feff}\u{2028}|-]{0,24}") {
            for separator in [',', ';', '\t'] {
                prop_assert_eq!(check(&text, separator), Ok(()));
            }
        }
    }
}
