//! Which separator of decimals the amounts of a file have. A file may come from a country where `1.250` is more than a
//! thousand, to a reader for whom it is little more than one.

use i18n::Locale;
use rules::money::Amount;

use super::record::{Cell, Record};

/// What the amounts and the separator of the columns say: spreadsheets separate columns by `;` where the comma
/// separates decimals.
pub struct Separators {
    /// A spreadsheet has none: its cells are apart.
    delimiter: Option<u8>,
    has_decimal_point: bool,
    has_decimal_comma: bool,
}

impl Separators {
    pub fn of(amounts: impl Iterator<Item = Cell>, delimiter: Option<u8>) -> Separators {
        let (mut has_decimal_point, mut has_decimal_comma) = (false, false);
        for cell in amounts {
            match decimal_separator(&cell) {
                Some('.') => has_decimal_point = true,
                Some(_) => has_decimal_comma = true,
                None => {}
            }
        }
        if !has_decimal_point && !has_decimal_comma {
            has_decimal_comma = delimiter == Some(b';');
            has_decimal_point = delimiter == Some(b',');
        }
        Separators { delimiter, has_decimal_point, has_decimal_comma }
    }

    /// Whether a cell may be what is left of one that has a separator of columns in it.
    pub fn may_split_cells(&self) -> bool {
        self.delimiter.is_some()
    }

    /// Whether the amount in this place and the cell behind it look like one amount with a comma between its thousands:
    /// `1,000.00` without quotes.
    pub fn splits(&self, record: &Record, amount: Option<usize>) -> bool {
        let cell = |place: usize| record.cells.get(place).map(Cell::text);
        let Some((first, second)) = amount.and_then(|place| cell(place).zip(cell(place + 1))) else {
            return false;
        };
        let thousands = first.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let (hundreds, decimals) = second.split_once('.').unwrap_or((&second, "0"));
        self.delimiter == Some(b',')
            && is_digits(thousands)
            && thousands.len() <= 3
            && !thousands.starts_with('0')
            && is_digits(hundreds)
            && hundreds.len() == 3
            && is_digits(decimals)
    }

    /// Whether the reader's format takes a separator in this amount for that of decimals, although in the file it may
    /// separate thousands.
    pub fn may_mislead(&self, locale: Locale, cell: &Cell) -> bool {
        let Some((separator, 1..=3, 3)) = only_separator(cell) else { return false };
        let own = locale.typed_amount(Amount::ZERO).chars().find(|letter| !letter.is_ascii_digit());
        let is_other_in_file = match separator {
            '.' => self.has_decimal_comma,
            _ => self.has_decimal_point,
        };
        own == Some(separator) && is_other_in_file
    }
}

/// The separator that can only be that of decimals.
fn decimal_separator(cell: &Cell) -> Option<char> {
    let Cell::Text(text) = cell else { return None };
    if let Some((separator, whole, decimals)) = only_separator(cell) {
        let is_group = decimals == 3 && (1..=3).contains(&whole);
        return (!is_group).then_some(separator);
    }
    // The last of two kinds: `1.250,00`.
    let (point, comma) = (text.rfind('.')?, text.rfind(',')?);
    Some(if point > comma { '.' } else { ',' })
}

/// A separator that stands alone between digits, and how many digits are before and behind it. A zero before it is no
/// thousand.
fn only_separator(cell: &Cell) -> Option<(char, usize, usize)> {
    let Cell::Text(text) = cell else { return None };
    let number = text.trim_matches(|letter: char| !letter.is_ascii_digit());
    let at = number.find(['.', ','])?;
    let (whole, rest) = number.split_at(at);
    let (separator, decimals) = (rest.chars().next()?, &rest[1..]);
    let thousands = if whole.starts_with('0') { 0 } else { whole.len() };
    (is_digits(whole) && is_digits(decimals)).then_some((separator, thousands, decimals.len()))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;

    use super::{Cell, Separators};

    #[test]
    fn a_separator_of_thousands_is_not_taken_for_that_of_decimals() {
        let check = |language: Language, delimiter: u8, amounts: &[&str], misleading: &[&str]| {
            let cells: Vec<Cell> = amounts.iter().map(|text| Cell::Text((*text).to_owned())).collect();
            let separators = Separators::of(cells.iter().cloned(), Some(delimiter));
            let found = cells.iter().filter(|cell| separators.may_mislead(Locale::from(language), cell));
            assert_eq!(found.map(Cell::text).collect::<Vec<_>>(), misleading, "{language:?} {amounts:?}");
        };
        use Language::{English, Portuguese};
        check(English, b';', &["1.250", "12,50"], &["1.250"]);
        check(English, b'\t', &["1.250", "1.000,00"], &["1.250"]);
        check(English, b';', &["1.250", "2.000"], &["1.250", "2.000"]);
        check(English, b';', &["1.250", "12.50"], &[]);
        check(English, b',', &["1.250", "12.50", "7"], &[]);
        check(English, b'\t', &["1.250"], &[]);
        check(English, b';', &["12.500 ", "$ 1.250", "0.125"], &[]);
        check(English, b';', &["1.250", "0.1234", "0,5"], &["1.250"]);
        check(Portuguese, b',', &["1,250", "12.50"], &["1,250"]);
        check(Portuguese, b';', &["1,250", "12,50"], &[]);
        check(Portuguese, b',', &["1,250"], &["1,250"]);
        check(English, b';', &["", "abc", "-", "."], &[]);
    }
}
