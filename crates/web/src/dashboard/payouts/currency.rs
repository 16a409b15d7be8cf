//! Currencies that files name: in a column, beside an amount or in the name of a column. Payouts are in USDC, and an
//! amount of another currency must never become one in USDC.

pub const OURS: &str = "USDC";

/// What a column of currencies may hold. Others aren't recognised without a header; with one, all but ours are refused.
const CODES: [&str; 44] = [
    OURS, "AED", "ARS", "AUD", "BOB", "BRL", "BTC", "CAD", "CHF", "CLP", "CNY", "COP", "CRC", "CZK", "DAI",
    "DKK", "DOP", "ETH", "EUR", "EURC", "GBP", "GTQ", "HKD", "HNL", "HUF", "INR", "JPY", "KES", "MXN", "NGN",
    "NIO", "NOK", "NZD", "PEN", "PHP", "PLN", "PYG", "SEK", "SGD", "USD", "USDT", "UYU", "VES", "ZAR",
];
/// `$` is the symbol of many currencies, and people write it for USDC.
const SYMBOLS: [(&str, &str); 6] =
    [("R$", "BRL"), ("€", "EUR"), ("£", "GBP"), ("¥", "JPY"), ("₹", "INR"), ("S/", "PEN")];

/// A currency that this text is the code of.
pub fn code(text: &str) -> Option<&'static str> {
    CODES.into_iter().find(|code| code.eq_ignore_ascii_case(text))
}

/// A currency that this text names among other words, or by its symbol.
pub fn named_in(text: &str) -> Option<&'static str> {
    let symbol = SYMBOLS.into_iter().find(|(symbol, _)| text.contains(symbol)).map(|(_, code)| code);
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    symbol.or_else(|| words.find_map(code))
}

#[cfg(test)]
mod tests {
    use super::{CODES, named_in};

    #[test]
    fn currencies_are_found_among_words() {
        for (text, found) in [
            ("Amount", None),
            ("Amount (USDC)", Some("USDC")),
            ("amount_eur", Some("EUR")),
            ("Montant en €", Some("EUR")),
            ("Valor (R$)", Some("BRL")),
            ("Amount ($)", None),
            ("Total usd", Some("USD")),
            ("Neuroscience", None),
        ] {
            assert_eq!(named_in(text), found, "{text}");
        }
        assert!(CODES.is_sorted_by_key(|code| (*code != "USDC", *code)));
    }
}
