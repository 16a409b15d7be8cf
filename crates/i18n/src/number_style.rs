//! How numbers are written: digits, separators, percent. Facts of CLDR for our languages and regions, in a table of our
//! own: `tests/all/golden.rs` compares the results with those of ICU. Everything is exact, and nothing is rounded.

use std::fmt::Write;

use rules::language::{Language, Region};
use rules::money::Amount;

/// Keeps a number and what belongs to it on one line.
pub(crate) const NO_BREAK_SPACE: char = '\u{a0}';
const NARROW_NO_BREAK_SPACE: char = '\u{202f}';

/// The separators of a language in a region, and where signs stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NumberStyle {
    decimal: char,
    group: char,
    /// From how many digits before the decimal separator they are grouped: Spain writes 1234 and 12.345.
    grouped_from: usize,
    /// Whether readers may write it the other way round, because where they live is not known.
    is_guess: bool,
    has_space_before_percent: bool,
    pub(crate) symbol: SymbolPlace,
}

/// Where the symbol of a currency stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SymbolPlace {
    /// `$1.00`
    Before,
    /// `$ 1,00`
    BeforeWithSpace,
    /// `1,00 $`
    AfterWithSpace,
}

/// English everywhere, and Spanish in Mexico and in the United States.
const WITH_POINT: NumberStyle = NumberStyle {
    decimal: '.',
    group: ',',
    grouped_from: 4,
    is_guess: false,
    has_space_before_percent: false,
    symbol: SymbolPlace::Before,
};

/// Portuguese in Brazil, and Spanish in Argentina and Colombia.
const WITH_COMMA: NumberStyle = NumberStyle {
    decimal: ',',
    group: '.',
    grouped_from: 4,
    is_guess: false,
    has_space_before_percent: false,
    symbol: SymbolPlace::BeforeWithSpace,
};

/// Spanish in Spain.
const SPAIN: NumberStyle = NumberStyle {
    decimal: ',',
    group: '.',
    grouped_from: 5,
    is_guess: false,
    has_space_before_percent: true,
    symbol: SymbolPlace::AfterWithSpace,
};

/// Portuguese in Portugal.
const PORTUGAL: NumberStyle = NumberStyle {
    decimal: ',',
    group: NO_BREAK_SPACE,
    grouped_from: 5,
    is_guess: false,
    has_space_before_percent: false,
    symbol: SymbolPlace::AfterWithSpace,
};

const FRANCE: NumberStyle = NumberStyle {
    decimal: ',',
    group: NARROW_NO_BREAK_SPACE,
    grouped_from: 4,
    is_guess: false,
    has_space_before_percent: true,
    symbol: SymbolPlace::AfterWithSpace,
};

/// French in Canada.
const QUEBEC: NumberStyle = NumberStyle { group: NO_BREAK_SPACE, ..FRANCE };

/// Spanish without a region: Chile, Uruguay and Paraguay write it like Argentina, Mexico and Peru don't.
const SPANISH_SOMEWHERE: NumberStyle = NumberStyle { is_guess: true, ..WITH_POINT };

impl NumberStyle {
    pub(crate) const fn decimal(self) -> char {
        self.decimal
    }

    /// The decimal separator, if no reader of this style uses it for thousands.
    pub(crate) const fn certain_decimal(self) -> Option<char> {
        if self.is_guess { None } else { Some(self.decimal) }
    }

    /// The style of the language in the region, or where most of its readers are.
    pub(crate) const fn of(language: Language, region: Option<Region>) -> NumberStyle {
        match language {
            Language::English => WITH_POINT,
            Language::Spanish => match region {
                Some(Region::Argentina | Region::Colombia) => WITH_COMMA,
                Some(Region::EuroArea) => SPAIN,
                Some(Region::Brazil | Region::Canada | Region::Mexico | Region::UnitedStates) => WITH_POINT,
                None => SPANISH_SOMEWHERE,
            },
            Language::Portuguese => match region {
                Some(Region::EuroArea) => PORTUGAL,
                Some(
                    Region::Argentina
                    | Region::Brazil
                    | Region::Canada
                    | Region::Colombia
                    | Region::Mexico
                    | Region::UnitedStates,
                )
                | None => WITH_COMMA,
            },
            Language::French => match region {
                Some(Region::Canada) => QUEBEC,
                Some(
                    Region::Argentina
                    | Region::Brazil
                    | Region::Colombia
                    | Region::EuroArea
                    | Region::Mexico
                    | Region::UnitedStates,
                )
                | None => FRANCE,
            },
        }
    }
}

/// The two parts of an amount, for pages that show them apart. Put together, they are the amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digits {
    /// `-1,234`
    pub whole: String,
    /// `.50`
    pub fraction: String,
}

pub(crate) fn integer(number: i64, style: NumberStyle) -> String {
    sign(number).to_owned() + &grouped(&number.unsigned_abs().to_string(), style)
}

/// The digits are those of the API, so that a page and an answer never differ.
pub(crate) fn digits(amount: Amount, style: NumberStyle) -> Digits {
    let text = amount.to_string();
    let (whole, fraction) = text.split_once('.').expect("an amount has decimals");
    let whole = sign(amount.micros()).to_owned() + &grouped(whole.trim_start_matches('-'), style);
    let mut separated = String::from(style.decimal);
    separated.push_str(fraction);
    Digits { whole, fraction: separated }
}

pub(crate) fn percent(basis_points: i64, style: NumberStyle) -> String {
    let (whole, fraction) = (basis_points.unsigned_abs() / 100, basis_points.unsigned_abs() % 100);
    let mut out = sign(basis_points).to_owned() + &grouped(&whole.to_string(), style);
    if fraction > 0 {
        let fraction = format!("{fraction:02}");
        out.push(style.decimal);
        out.push_str(fraction.trim_end_matches('0'));
    }
    if style.has_space_before_percent {
        out.push(NO_BREAK_SPACE);
    }
    out.push('%');
    out
}

fn sign(number: i64) -> &'static str {
    if number < 0 { "-" } else { "" }
}

fn grouped(digits: &str, style: NumberStyle) -> String {
    if digits.len() < style.grouped_from {
        return digits.to_owned();
    }
    let first = (digits.len() - 1) % 3 + 1;
    let mut out = digits[..first].to_owned();
    for group in digits.as_bytes()[first..].chunks(3) {
        let group = str::from_utf8(group).expect("digits are ASCII");
        write!(out, "{}{group}", style.group).expect("a string takes everything");
    }
    out
}
