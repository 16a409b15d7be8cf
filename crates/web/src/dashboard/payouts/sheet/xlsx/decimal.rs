//! Numbers as workbooks store them: decimals of up to 17 digits, perhaps with an exponent. A spreadsheet computes with
//! 15 significant digits, and shows no more; the others are noise (`0.30000000000000004`). So a number is rounded to
//! 15 digits, and to nothing less: what has too many decimals then stays as it is, and is refused as an amount.

const SIGNIFICANT: usize = 15;
/// Longer than any number that a spreadsheet writes.
const LONGEST: usize = 40;
/// Amounts are far smaller, and have far fewer decimals.
const MAX_ZEROS: i64 = 30;

/// A plain decimal with a point, without zeros at its end. None if this is no number, or one that is far too long.
pub fn plain(text: &str) -> Option<String> {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let exponent: i64 = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?;
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_plain = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    if text.len() > LONGEST || whole.is_empty() || !is_plain(whole) || !is_plain(decimals) {
        return None;
    }
    let all = format!("{whole}{decimals}");
    let digits = all.trim_start_matches('0');
    let mut scale = i64::try_from(decimals.len()).ok()?.checked_sub(exponent)?;
    let (rounded, dropped) = rounded(digits);
    scale = scale.checked_sub(i64::try_from(dropped).ok()?)?;
    let kept = rounded.trim_end_matches('0');
    if kept.is_empty() {
        return Some("0".to_owned());
    }
    scale -= i64::try_from(rounded.len() - kept.len()).ok()?;
    if !(-MAX_ZEROS..=MAX_ZEROS).contains(&scale) {
        return None;
    }
    Some(format!("{sign}{}", with_point(kept, scale)))
}

/// The significant digits, and how many behind them were left out.
fn rounded(digits: &str) -> (String, usize) {
    let Some((kept, rest)) = digits.split_at_checked(SIGNIFICANT).filter(|(_, rest)| !rest.is_empty()) else {
        return (digits.to_owned(), 0);
    };
    let value: u64 = kept.parse().expect("15 digits are a number");
    let up = u64::from(rest.as_bytes()[0] >= b'5');
    ((value + up).to_string(), rest.len())
}

fn with_point(digits: &str, scale: i64) -> String {
    if scale <= 0 {
        return format!("{digits}{}", "0".repeat(scale.unsigned_abs() as usize));
    }
    let scale = scale.unsigned_abs() as usize;
    let padded = format!("{}{digits}", "0".repeat((scale + 1).saturating_sub(digits.len())));
    let (whole, decimals) = padded.split_at(padded.len() - scale);
    format!("{whole}.{decimals}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rules::money::{Amount, Currency};

    use super::plain;

    #[test]
    fn a_number_keeps_every_digit_that_its_spreadsheet_shows() {
        for (text, decimal) in [
            ("0", Some("0")),
            ("-0", Some("0")),
            ("12.5", Some("12.5")),
            ("12.50", Some("12.5")),
            ("007", Some("7")),
            ("1E3", Some("1000")),
            ("1.25E+3", Some("1250")),
            ("1.25e-3", Some("0.00125")),
            ("1E-7", Some("0.0000001")),
            ("12.300000000000001", Some("12.3")),
            ("0.30000000000000004", Some("0.3")),
            ("80.099999999999994", Some("80.1")),
            ("999999.99999999999", Some("1000000")),
            ("12.3000000001", Some("12.3000000001")),
            ("1234567.1234567", Some("1234567.1234567")),
            ("-5", Some("-5")),
            ("100000000000000000000", Some("100000000000000000000")),
            ("1E400", None),
            ("1E99999999999999999999", None),
            ("1E-400", None),
            ("", None),
            (".5", None),
            ("1,5", None),
            ("NaN", None),
            ("inf", None),
            ("0x10", None),
            ("--1", None),
            ("1E", None),
            ("1E1.5", None),
            ("٣", None),
        ] {
            assert_eq!(plain(text).as_deref(), decimal, "{text}");
        }
        assert_eq!(plain(&"1".repeat(41)), None);
    }

    proptest! {
        #[test]
        fn amounts_survive_being_numbers_of_a_spreadsheet(micros in 1_i64..1_000_000_000_000_000) {
            let amount = Amount::from_micros(micros);
            // What programs write: all 17 digits of the nearest float.
            let float: f64 = amount.to_string().parse().expect("a number");
            for text in [amount.to_string(), float.to_string(), format!("{float:.16e}"), format!("{float:e}")] {
                let decimal = plain(&text).expect("a decimal");
                prop_assert_eq!(Amount::parse(&decimal, Currency::Usdc), Ok(amount), "{}", text);
            }
        }
    }
}
