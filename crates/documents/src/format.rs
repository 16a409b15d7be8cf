//! Amounts as documents show them: as the reader's language writes numbers, and with a true minus.

use i18n::Locale;
use rules::money::{Amount, Currency};

/// The currency of every balance.
pub const CURRENCY: Currency = Currency::Usdc;

/// `−1,234.50 USDC`
pub fn money(locale: Locale, value: Amount) -> String {
    with_minus(locale.money(value, CURRENCY))
}

/// `−1,234.50`
pub fn amount(locale: Locale, value: Amount) -> String {
    with_minus(locale.amount(value))
}

/// `+1,234.50` or `−1,234.50`
pub fn signed(locale: Locale, value: Amount) -> String {
    let text = amount(locale, value);
    if value > Amount::ZERO { format!("+{text}") } else { text }
}

/// `−3.25` for a fee, `+3.25` for one that was given back, and nothing where there is none.
pub fn fee(locale: Locale, fee: Amount) -> String {
    match fee {
        Amount::ZERO => String::new(),
        fee => signed(locale, Amount::from_micros(-fee.micros())),
    }
}

fn with_minus(text: String) -> String {
    match text.strip_prefix('-') {
        Some(rest) => format!("\u{2212}{rest}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::money::Amount;

    use super::{amount, fee, money, signed};

    #[test]
    fn amounts_keep_all_their_decimals_and_show_their_sign() {
        let check = |micros, text: &str| {
            assert_eq!(amount(Locale::ENGLISH, Amount::from_micros(micros)), text);
        };
        check(0, "0.00");
        check(1, "0.000001");
        check(-1_234_567_890_123, "\u{2212}1,234,567.890123");
        check(i64::MIN, "\u{2212}9,223,372,036,854.775808");
        let five = Amount::from_micros(5_000_000);
        let minus_five = Amount::from_micros(-5_000_000);
        assert_eq!(
            (signed(Locale::ENGLISH, five), signed(Locale::ENGLISH, Amount::ZERO)),
            ("+5.00".to_owned(), "0.00".to_owned())
        );
        assert_eq!(
            (fee(Locale::ENGLISH, five), fee(Locale::ENGLISH, minus_five)),
            ("\u{2212}5.00".to_owned(), "+5.00".to_owned())
        );
        assert_eq!(fee(Locale::ENGLISH, Amount::ZERO), "");
        let portuguese = Locale::from(Language::Portuguese);
        assert_eq!(money(portuguese, Amount::from_micros(-1_234_500_000)), "\u{2212}1.234,50\u{a0}USDC");
    }
}
