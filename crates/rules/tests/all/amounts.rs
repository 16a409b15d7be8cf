//! Amounts against a second reader, written another way: a state machine and decimal text where the rules
//! split and multiply. Every short string, a million random ones, and the way back from value to text.

use proptest::prelude::*;
use rules::money::{Amount, AmountError, Currency};

/// Reads one character at a time, and lets the standard library turn padded text into a number.
fn oracle(text: &str, decimals: usize) -> Result<i64, AmountError> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Start,
        LeadingZero,
        Whole,
        Point,
        Fraction,
    }
    let mut state = State::Start;
    let (mut whole, mut fraction) = (String::new(), String::new());
    for c in text.chars() {
        state = match (state, c) {
            (State::Start, '0') => State::LeadingZero,
            (State::Start, '1'..='9') | (State::Whole, '0'..='9') => State::Whole,
            (State::LeadingZero | State::Whole, '.') => State::Point,
            (State::Point | State::Fraction, '0'..='9') => State::Fraction,
            _ => return Err(AmountError::NotPlainDecimal),
        };
        match state {
            State::LeadingZero | State::Whole => whole.push(c),
            State::Fraction => fraction.push(c),
            State::Start | State::Point => {}
        }
    }
    if matches!(state, State::Start | State::Point) {
        return Err(AmountError::NotPlainDecimal);
    }
    if whole.len() >= 13 {
        return Err(AmountError::TooLarge);
    }
    if fraction.len() > decimals {
        return Err(AmountError::TooManyDecimals);
    }
    let micros: u128 = format!("{whole}{fraction:0<6}").parse().expect("at most 18 digits");
    if micros == 0 { Err(AmountError::Zero) } else { Ok(i64::try_from(micros).expect("below 10^18")) }
}

/// Asserts that both readers say the same with six decimals and with two; returns how often it was an
/// amount.
fn compare(text: &str) -> usize {
    [(Currency::Usdc, 6), (Currency::Usd, 2)]
        .into_iter()
        .filter(|(currency, decimals)| {
            let read = Amount::parse(text, *currency).map(Amount::micros);
            assert_eq!(read, oracle(text, *decimals), "{text:?} in {}", currency.code());
            read.is_ok()
        })
        .count()
}

fn compare_all(text: &mut String, symbols: &[char], length: usize, seen: &mut usize) {
    compare(text);
    *seen += 1;
    if length == 0 {
        return;
    }
    for symbol in symbols {
        text.push(*symbol);
        compare_all(text, symbols, length - 1, seen);
        text.pop();
    }
}

#[test]
fn every_string_of_up_to_five_symbols_is_read_as_the_second_reader_does() {
    let symbols = [
        '0', '1', '9', '.', '-', '+', 'e', ' ', ',', '_', 'x', '5', 'E', 'N', '^', '"', '\0', '\n', '٣', '１',
    ];
    let mut seen = 0;
    compare_all(&mut String::new(), &symbols, 5, &mut seen);
    assert_eq!(seen, 1 + 20 + 400 + 8_000 + 160_000 + 3_200_000);
}

/// SplitMix64: small, and the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit as u64) as usize
    }

    fn push_digits(&mut self, text: &mut String, count: usize) {
        for _ in 0..count {
            // Zeros are what goes wrong: leading, trailing and all of them.
            let digit = if self.below(3) == 0 { 0 } else { self.below(10) };
            text.push(char::from(b'0' + digit as u8));
        }
    }

    /// Digits, mostly with a point; about half are good amounts.
    fn near_valid(&mut self, text: &mut String) {
        let whole = self.below(15);
        if whole > 0 {
            text.push(char::from(b'0' + self.below(10) as u8));
            self.push_digits(text, whole - 1);
        } else {
            text.push('0');
        }
        if self.below(4) > 0 {
            text.push('.');
            let decimals = self.below(8);
            self.push_digits(text, decimals);
        }
    }

    fn wild(&mut self, text: &mut String) {
        for _ in 0..self.below(12) {
            let symbol = match self.below(3) {
                0 => char::from_u32(self.below(0x11_0000) as u32),
                _ => char::from_u32(self.below(0x80) as u32),
            };
            text.extend(symbol);
        }
    }
}

#[test]
fn a_million_random_strings_are_read_as_the_second_reader_does() {
    let (mut dice, mut text, mut accepted) = (Dice(0x0f10_0814), String::new(), 0);
    for _ in 0..1_000_000 {
        text.clear();
        match dice.below(4) {
            0 | 1 => dice.near_valid(&mut text),
            2 => {
                dice.near_valid(&mut text);
                let odd =
                    ['.', ' ', '-', '+', 'e', '0', '\0', '_', ',', '٣', '１', '\u{66b}'][dice.below(12)];
                text.insert(dice.below(text.len() + 1), odd);
            }
            _ => dice.wild(&mut text),
        }
        accepted += compare(&text);
    }
    // A generator that only makes rubbish would prove nothing.
    assert!(accepted > 250_000, "only {accepted} were amounts");
}

#[test]
fn the_amounts_people_try_are_read_or_refused_with_the_reason() {
    use AmountError::{NotPlainDecimal, TooLarge, TooManyDecimals, Zero};
    for (text, expected) in [
        ("10.50", Ok(10_500_000)),
        ("0.01", Ok(10_000)),
        ("1", Ok(1_000_000)),
        ("999999999999.99", Ok(999_999_999_999_990_000)),
        ("1.000", Err(TooManyDecimals)),
        ("0.001", Err(TooManyDecimals)),
        ("1000000000000", Err(TooLarge)),
        ("1000000000000000000000000000000", Err(TooLarge)),
        ("0", Err(Zero)),
        ("0.00", Err(Zero)),
    ] {
        assert_eq!(Amount::parse(text, Currency::Usd).map(Amount::micros), expected, "{text}");
    }
    for text in [
        "", " ", "1e3", "+1", "-0", "-1", " 1", "1 ", "1\n", "1\0", "٣", "１", "NaN", "inf", "0x10", "1_000",
        "1,5", "1,000.00", ".5", "1.", ".", "..", "1..2", "1.2.3", "00", "00.1", "01", "10^30", "1/2", "$1",
        "1'000",
    ] {
        assert_eq!(Amount::parse(text, Currency::Usdc), Err(NotPlainDecimal), "{text:?}");
    }
    assert_eq!(Amount::parse("0.000001", Currency::Usdt).map(Amount::micros), Ok(1));
    assert_eq!(Amount::parse("0.0000001", Currency::Usdt), Err(TooManyDecimals));
    let largest = Amount::parse("999999999999.999999", Currency::Usdc).map(Amount::micros);
    assert_eq!(largest, Ok(999_999_999_999_999_999));
}

fn assert_survives_its_text(micros: i64) {
    let amount = Amount::from_micros(micros);
    let text = amount.to_string();
    assert_eq!(Amount::parse(&text, Currency::Usdc), Ok(amount), "{text}");
    let (_, fraction) = text.split_once('.').expect("at least two decimals");
    assert!((2..=6).contains(&fraction.len()), "{text}");
    assert!(fraction.len() == 2 || !fraction.ends_with('0'), "{text}");
    assert_eq!(Amount::from_micros(-micros).to_string(), format!("-{text}"));
}

#[test]
fn small_amounts_and_those_around_a_power_of_ten_survive_their_text() {
    (1..=20_000).for_each(assert_survives_its_text);
    for power in 5..18 {
        let round = 10_i64.pow(power);
        (round - 200..=round + 200)
            .filter(|micros| *micros < 10_i64.pow(18))
            .for_each(assert_survives_its_text);
    }
    assert_eq!(Amount::ZERO.to_string(), "0.00");
    assert_eq!(Amount::from_micros(10_000_000).to_string(), "10.00");
    assert_eq!(Amount::from_micros(1).to_string(), "0.000001");
    assert_eq!(Amount::from_micros(1_230_000).to_string(), "1.23");
    assert_eq!(Amount::from_micros(i64::MIN).to_string(), "-9223372036854.775808");
}

proptest! {
    #[test]
    fn an_amount_survives_its_text(micros in 1_i64..1_000_000_000_000_000_000) {
        assert_survives_its_text(micros);
    }
}
