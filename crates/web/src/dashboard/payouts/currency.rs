//! Currencies that files name: in a column, beside an amount or in the name of a column. Payouts are in USDC, and an
//! amount of another currency must never become one in USDC.

pub const OURS: &str = "USDC";

/// What a column of currencies may hold, in any case. With a header, all but ours are refused.
const CODES: [&str; 44] = [
    OURS, "AED", "ARS", "AUD", "BOB", "BRL", "BTC", "CAD", "CHF", "CLP", "CNY", "COP", "CRC", "CZK", "DAI",
    "DKK", "DOP", "ETH", "EUR", "EURC", "GBP", "GTQ", "HKD", "HNL", "HUF", "INR", "JPY", "KES", "MXN", "NGN",
    "NIO", "NOK", "NZD", "PEN", "PHP", "PLN", "PYG", "SEK", "SGD", "USD", "USDT", "UYU", "VES", "ZAR",
];
/// Those that may be words, so that only capitals mean them.
const CODES_IN_CAPITALS: [&str; 115] = [
    "AFN", "ALL", "AMD", "ANG", "AOA", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND",
    "BSD", "BTN", "BWP", "BYN", "BZD", "CDF", "CUP", "CVE", "DJF", "DZD", "EGP", "ERN", "ETB", "FJD", "FKP",
    "GEL", "GHS", "GIP", "GMD", "GNF", "GYD", "HTG", "IDR", "ILS", "IQD", "IRR", "ISK", "JMD", "JOD", "KGS",
    "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL",
    "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MYR", "MZN", "NAD", "NPR", "OMR", "PAB",
    "PGK", "PKR", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SHP", "SLE", "SOS", "SRD",
    "SSP", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "UZS",
    "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZMW", "ZWG",
];
/// `$` alone is the symbol of many currencies, and people write it for USDC.
const SYMBOLS: [(&str, &str); 22] = [
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₦", "NGN"),
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("₱", "PHP"),
    ("₫", "VND"),
    ("₺", "TRY"),
    ("₴", "UAH"),
    ("₪", "ILS"),
    ("₡", "CRC"),
    ("₲", "PYG"),
    ("₸", "KZT"),
    ("₵", "GHS"),
    ("฿", "THB"),
    ("৳", "BDT"),
    ("₾", "GEL"),
    ("₿", "BTC"),
    ("S/", "PEN"),
    ("B/.", "PAB"),
];
/// Letters before a `$`. Others don't make it the symbol of another currency: `Total$`, `US$`.
const DOLLARS_AND_PESOS: [(&str, &str); 18] = [
    ("A", "AUD"),
    ("AR", "ARS"),
    ("AU", "AUD"),
    ("C", "CAD"),
    ("CA", "CAD"),
    ("CAN", "CAD"),
    ("CL", "CLP"),
    ("CO", "COP"),
    ("COL", "COP"),
    ("HK", "HKD"),
    ("MEX", "MXN"),
    ("MX", "MXN"),
    ("NT", "TWD"),
    ("NZ", "NZD"),
    ("R", "BRL"),
    ("RD", "DOP"),
    ("S", "SGD"),
    ("U", "UYU"),
];
/// Symbols that are words, in lower case.
const WORDS: [(&str, &str); 3] = [("kr", "SEK"), ("kč", "CZK"), ("zł", "PLN")];

/// A currency that this text is the code of.
pub fn code(text: &str) -> Option<&'static str> {
    let known = CODES.into_iter().find(|code| code.eq_ignore_ascii_case(text));
    known.or_else(|| CODES_IN_CAPITALS.into_iter().find(|code| *code == text))
}

/// A currency that this text names among other words, or by its symbol.
pub fn named_in(text: &str) -> Option<&'static str> {
    let symbol = SYMBOLS.into_iter().find(|(symbol, _)| text.contains(symbol)).map(|(_, code)| code);
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    symbol
        .or_else(|| dollar_or_peso(text))
        .or_else(|| words.find_map(|word| code(word).or_else(|| named(&WORDS, &word.to_lowercase()))))
}

fn dollar_or_peso(text: &str) -> Option<&'static str> {
    text.match_indices('$').find_map(|(at, _)| {
        let before = text[..at].trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).len();
        named(&DOLLARS_AND_PESOS, &text[before..at].to_ascii_uppercase())
    })
}

fn named(names: &[(&str, &'static str)], text: &str) -> Option<&'static str> {
    names.iter().find(|(name, _)| *name == text).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::{CODES, CODES_IN_CAPITALS, named_in};

    #[test]
    fn currencies_are_found_among_words() {
        for (text, found) in [
            ("Amount", None),
            ("Amount (USDC)", Some("USDC")),
            ("amount_eur", Some("EUR")),
            ("Montant en €", Some("EUR")),
            ("Valor (R$)", Some("BRL")),
            ("Amount ($)", None),
            ("Amount (US$)", None),
            ("Total$", None),
            ("Amount (MX$)", Some("MXN")),
            ("NT$ 5", Some("TWD")),
            ("₦12.50", Some("NGN")),
            ("12.50₽", Some("RUB")),
            ("100 kr", Some("SEK")),
            ("100kr", Some("SEK")),
            ("EUR100", Some("EUR")),
            ("100 TRY", Some("TRY")),
            ("try to pay all", None),
            ("250000 VND", Some("VND")),
            ("Total usd", Some("USD")),
            ("Neuroscience", None),
        ] {
            assert_eq!(named_in(text), found, "{text}");
        }
        assert!(CODES_IN_CAPITALS.is_sorted());
        assert!(CODES.is_sorted_by_key(|code| (*code != "USDC", *code)));
    }
}
