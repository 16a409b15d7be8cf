//! Signs and codes of currencies around a typed amount: `$5`, `5 USDC`, `$1,250.00 MXN`. They must be those of the
//! field. `$` stands for five currencies of banks and for digital dollars: beside it, the field says which one it is.

use rules::money::Currency;

use super::{NOT_AN_AMOUNT, TypedAmountError};

/// In upper case and without spaces. The code comes first.
fn marks(currency: Currency) -> &'static [&'static str] {
    match currency {
        Currency::Usdc => &["USDC", "$", "US$", "$US"],
        Currency::Usdt => &["USDT", "$", "US$", "$US"],
        Currency::Usd => &["USD", "$", "US$", "$US"],
        Currency::Brl => &["BRL", "R$"],
        Currency::Ars => &["ARS", "$", "AR$"],
        Currency::Cop => &["COP", "$", "COL$", "CO$"],
        Currency::Mxn => &["MXN", "$", "MX$", "MEX$", "$MX"],
        Currency::Cad => &["CAD", "$", "CA$", "C$", "$CA"],
        Currency::Eur => &["EUR", "€"],
    }
}

/// Of currencies that no field takes, so that an amount in one of them is recognized.
const OF_OTHER_CURRENCIES: [&str; 32] = [
    "£", "¥", "₹", "₽", "₩", "₪", "₫", "₱", "₺", "₦", "₿", "A$", "NZ$", "S/", "AUD", "BOB", "BTC", "CHF",
    "CLP", "CNY", "DKK", "ETH", "GBP", "INR", "JPY", "NOK", "PEN", "PLN", "PYG", "SEK", "TRY", "UYU",
];

/// The number between the marks, without blanks around it.
pub(super) fn without_marks(typed: &str, currency: Currency) -> Result<&str, TypedAmountError> {
    let is_number = |character: char| character.is_ascii_digit() || matches!(character, '.' | ',');
    let start = typed.find(is_number).ok_or(NOT_AN_AMOUNT)?;
    let end = typed.rfind(is_number).ok_or(NOT_AN_AMOUNT)? + 1;
    for mark in [&typed[..start], &typed[end..]] {
        check(mark, currency)?;
    }
    Ok(&typed[start..end])
}

fn check(typed: &str, currency: Currency) -> Result<(), TypedAmountError> {
    let mark: String = typed.split_whitespace().collect::<String>().to_uppercase();
    if mark.is_empty() || is_made_of(&mark, marks(currency)) {
        return Ok(());
    }
    let of_ours = Currency::ALL.into_iter().any(|other| is_made_of(&mark, marks(other)));
    if of_ours || is_made_of(&mark, &OF_OTHER_CURRENCIES) {
        return Err(TypedAmountError::OtherCurrency(typed.trim().to_owned()));
    }
    Err(NOT_AN_AMOUNT)
}

/// One of the marks, or a sign and a code.
fn is_made_of(mark: &str, marks: &[&str]) -> bool {
    marks.contains(&mark)
        || marks.iter().any(|first| mark.strip_prefix(first).is_some_and(|rest| marks.contains(&rest)))
}
