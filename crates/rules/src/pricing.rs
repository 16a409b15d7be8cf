//! What a deposit or a withdrawal costs: the rate, the fees, and what rounding leaves over. Whole numbers only, so that
//! what goes in is what comes out, the fees and the rounding, to the micro-unit.

use std::fmt;

use crate::money::{Amount, Currency, MICROS_PER_UNIT};

/// The smallest part of a fiat currency, in micro-units of it: a cent.
const CENT: i128 = 10_000;
const MICROS: i128 = MICROS_PER_UNIT as i128;
const WHOLE: i128 = 10_000;

/// How much of a fiat currency one USDC is, in micro-units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rate(i64);

impl Rate {
    /// No currency is worth so little.
    pub const HIGHEST: i64 = 1_000_000 * MICROS_PER_UNIT;

    pub const fn from_micros(micros: i64) -> Option<Rate> {
        if micros > 0 && micros <= Rate::HIGHEST { Some(Rate(micros)) } else { None }
    }

    pub const fn micros(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Amount::from_micros(self.0).fmt(f)
    }
}

/// A share in hundredths of a percent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct BasisPoints(u16);

impl BasisPoints {
    /// Half: what would take more is a mistake in the settings.
    pub const MOST: u16 = 5_000;

    pub const fn new(points: u16) -> Option<BasisPoints> {
        if points <= BasisPoints::MOST { Some(BasisPoints(points)) } else { None }
    }

    pub const fn get(self) -> u16 {
        self.0
    }

    fn of(self, amount: i128) -> i128 {
        amount * i128::from(self.0) / WHOLE
    }
}

/// On what terms money crosses one rail in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// None where both sides are USDC.
    pub rate: Option<Rate>,
    pub fixed: Amount,
    pub percentage: BasisPoints,
    pub spread: BasisPoints,
}

/// What is taken, in USDC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fees {
    pub fixed: i64,
    pub percentage: i64,
    pub spread: i64,
    /// What is worth less than the smallest coin of the other currency.
    pub rounding: i64,
}

impl Fees {
    /// What goes to the account of fees.
    pub const fn charged(&self) -> Amount {
        Amount::from_micros(self.fixed + self.percentage + self.spread)
    }

    pub const fn rounding(&self) -> Amount {
        Amount::from_micros(self.rounding)
    }

    pub const fn total(&self) -> Amount {
        Amount::from_micros(self.fixed + self.percentage + self.spread + self.rounding)
    }

    /// By the names that the API shows, those that are not zero.
    pub fn components(&self) -> impl Iterator<Item = (&'static str, Amount)> {
        let all = [
            ("fixed", self.fixed),
            ("percentage", self.percentage),
            ("spread", self.spread),
            ("rounding", self.rounding),
        ];
        all.into_iter()
            .filter(|(_, amount)| *amount > 0)
            .map(|(name, amount)| (name, Amount::from_micros(amount)))
    }
}

/// What one external transfer moves and costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Price {
    /// USDC on Florin's side: what is credited, or what is debited.
    pub inside: Amount,
    /// The same money outside, in the other currency; USDC itself on a chain.
    pub outside: Amount,
    /// What the outside part is worth in USDC: what the ledger moves to or from outside, less the fees.
    pub crossed: Amount,
    pub fees: Fees,
}

/// Why something has no price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PriceError {
    /// The fees leave nothing.
    TooSmall,
    /// More than can be counted.
    TooLarge,
}

impl Terms {
    /// USDC for USDC, for nothing.
    pub const FREE: Terms =
        Terms { rate: None, fixed: Amount::ZERO, percentage: BasisPoints(0), spread: BasisPoints(0) };

    /// What fiat money that comes in becomes: its worth, less the fees. `outside` is in whole cents.
    pub fn deposit(&self, outside: Amount) -> Result<Price, PriceError> {
        let crossed = self.crossed(outside);
        let fees = self.fees(crossed)?;
        let inside = crossed - i128::from(fees.charged().micros());
        Ok(Price { inside: positive(inside)?, outside, crossed: positive(crossed)?, fees })
    }

    /// What USDC that goes out becomes: less the fees, in whole cents; what is left of the last cent is rounding.
    pub fn withdrawal(&self, inside: Amount) -> Result<Price, PriceError> {
        let gross = i128::from(inside.micros());
        let mut fees = self.fees(gross)?;
        let net = gross - i128::from(fees.charged().micros());
        if net <= 0 {
            return Err(PriceError::TooSmall);
        }
        let (outside, crossed) = match self.rate {
            Some(rate) => {
                let rate = i128::from(rate.0);
                let cents = net * rate / MICROS / CENT * CENT;
                // Rounded up, it is still no more than there is.
                (cents, (cents * MICROS + rate - 1) / rate)
            }
            None => (net, net),
        };
        fees.rounding = counted(net - crossed)?;
        Ok(Price { inside, outside: positive(outside)?, crossed: positive(crossed)?, fees })
    }

    /// For a part of a payment that has paid the fixed fee with another part, or pays none yet.
    pub const fn without_fixed_fee(self) -> Terms {
        Terms { fixed: Amount::ZERO, ..self }
    }

    /// What fiat money is worth before any fee, rounded down.
    pub fn worth(&self, outside: Amount) -> Result<Amount, PriceError> {
        counted(self.crossed(outside)).map(Amount::from_micros)
    }

    /// The most fiat money that is worth no more than this, in whole cents.
    pub fn affordable(&self, worth: Amount) -> Amount {
        let worth = i128::from(worth.micros());
        let outside = match self.rate {
            Some(rate) => worth * i128::from(rate.0) / MICROS / CENT * CENT,
            None => worth,
        };
        Amount::from_micros(i64::try_from(outside).unwrap_or(i64::MAX / CENT as i64 * CENT as i64))
    }

    fn crossed(&self, outside: Amount) -> i128 {
        let arrived = i128::from(outside.micros());
        self.rate.map_or(arrived, |rate| arrived * MICROS / i128::from(rate.0))
    }

    /// The cheapest deposit that is worth at least this much USDC.
    pub fn deposit_for(&self, inside: Amount) -> Result<Price, PriceError> {
        let step = if self.rate.is_some() { CENT as i64 } else { 1 };
        let price = |steps: i64| self.deposit(Amount::from_micros(steps * step));
        cheapest(i64::MAX / step, price, |price| price.inside >= inside)
    }

    /// The cheapest withdrawal that pays at least this much outside.
    pub fn withdrawal_for(&self, outside: Amount) -> Result<Price, PriceError> {
        let price = |micros: i64| self.withdrawal(Amount::from_micros(micros));
        cheapest(i64::MAX, price, |price| price.outside >= outside)
    }

    /// One share is taken of the whole, and then told apart: so what is left never shrinks when the whole grows.
    fn fees(&self, of: i128) -> Result<Fees, PriceError> {
        let together = BasisPoints(self.percentage.0 + self.spread.0).of(of);
        let spread = self.spread.of(of);
        // All of them together can be counted, too.
        counted(together + i128::from(self.fixed.micros()))?;
        Ok(Fees {
            fixed: self.fixed.micros(),
            percentage: counted(together - spread)?,
            spread: counted(spread)?,
            rounding: 0,
        })
    }
}

/// The first of growing numbers whose price is enough.
fn cheapest(
    most: i64,
    price: impl Fn(i64) -> Result<Price, PriceError>,
    is_enough: impl Fn(&Price) -> bool,
) -> Result<Price, PriceError> {
    let (mut low, mut high) = (1, most);
    while low < high {
        let middle = low + (high - low) / 2;
        match price(middle) {
            Ok(found) if is_enough(&found) => high = middle,
            Err(PriceError::TooLarge) => high = middle,
            Ok(_) | Err(PriceError::TooSmall) => low = middle + 1,
        }
    }
    price(low).and_then(|found| if is_enough(&found) { Ok(found) } else { Err(PriceError::TooLarge) })
}

fn counted(micros: i128) -> Result<i64, PriceError> {
    i64::try_from(micros).map_err(|_| PriceError::TooLarge)
}

fn positive(micros: i128) -> Result<Amount, PriceError> {
    let micros = counted(micros)?;
    if micros > 0 { Ok(Amount::from_micros(micros)) } else { Err(PriceError::TooSmall) }
}

/// Reads a rate from the settings: a plain decimal with at most six places.
pub fn parse_rate(text: &str) -> Result<Rate, &'static str> {
    let amount = Amount::parse(text, Currency::Usdc)
        .map_err(|_| "a rate must be a plain decimal, such as \"5.43\"")?;
    Rate::from_micros(amount.micros()).ok_or("a rate can be at most 1000000")
}

/// Reads a share from the settings: percent with at most two places.
pub fn parse_percent(text: &str) -> Result<BasisPoints, &'static str> {
    const FORM: &str = "a percentage must be from 0 to 50 with at most two decimals, such as \"0.25\"";
    if text == "0" {
        return Ok(BasisPoints::default());
    }
    let amount = Amount::parse(text, Currency::Usd).map_err(|_| FORM)?;
    let points = u16::try_from(amount.micros() / CENT as i64).map_err(|_| FORM)?;
    BasisPoints::new(points).ok_or(FORM)
}

#[cfg(test)]
mod tests {
    use super::{BasisPoints, PriceError, Rate, Terms, parse_percent, parse_rate};
    use crate::money::Amount;
    use proptest::prelude::*;

    fn terms(rate: Option<i64>, fixed: i64, percentage: u16, spread: u16) -> Terms {
        Terms {
            rate: rate.map(|rate| Rate::from_micros(rate).expect("a rate")),
            fixed: Amount::from_micros(fixed),
            percentage: BasisPoints::new(percentage).expect("a share"),
            spread: BasisPoints::new(spread).expect("a share"),
        }
    }

    fn any_terms() -> impl Strategy<Value = Terms> {
        let rate = prop_oneof![
            1 => Just(None),
            9 => (1..=Rate::HIGHEST).prop_map(Some),
            9 => (100_000..=10_000_000_000_i64).prop_map(Some),
        ];
        (rate, 0..100_000_000_i64, 0..=5_000_u16, 0..=4_000_u16)
            .prop_map(|(rate, fixed, percentage, spread)| terms(rate, fixed, percentage, spread))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_096))]

        #[test]
        fn what_comes_in_is_what_is_credited_and_the_fees(terms in any_terms(), cents in 1..1_i64 << 46) {
            let Ok(price) = terms.deposit(Amount::from_micros(cents * 10_000)) else { return Ok(()) };
            prop_assert_eq!(
                price.crossed.micros(),
                price.inside.micros() + price.fees.charged().micros() + price.fees.rounding
            );
            prop_assert_eq!(price.fees.rounding, 0);
            prop_assert!(price.inside.micros() > 0);
            if let Some(rate) = terms.rate {
                // Worth no more than what arrived, and less than a micro-unit less.
                let (arrived, rate) = (i128::from(cents) * 10_000 * 1_000_000, i128::from(rate.micros()));
                let worth = i128::from(price.crossed.micros()) * rate;
                prop_assert!(worth <= arrived && arrived < worth + rate);
            }
        }

        #[test]
        fn what_goes_out_the_fees_and_the_rounding_are_what_was_taken(terms in any_terms(), micros in 1..1_i64 << 62) {
            let Ok(price) = terms.withdrawal(Amount::from_micros(micros)) else { return Ok(()) };
            let fees = price.fees;
            prop_assert_eq!(
                i128::from(micros),
                i128::from(price.crossed.micros()) + i128::from(fees.charged().micros()) + i128::from(fees.rounding)
            );
            prop_assert!(fees.rounding >= 0 && price.outside.micros() > 0);
            let shown: i64 = fees.components().map(|(_, amount)| amount.micros()).sum();
            prop_assert_eq!(shown, fees.total().micros());
            if let Some(rate) = terms.rate {
                prop_assert_eq!(price.outside.micros() % 10_000, 0);
                // The rounding is worth less than a cent.
                prop_assert!(i128::from(fees.rounding) * i128::from(rate.micros()) < 10_000 * 1_000_000);
            }
        }

        #[test]
        fn more_in_is_never_less_out(terms in any_terms(), a in 1..1_i64 << 50, b in 1..1_i64 << 50) {
            let (less, more) = (a.min(b), a.max(b));
            if let (Ok(less), Ok(more)) =
                (terms.withdrawal(Amount::from_micros(less)), terms.withdrawal(Amount::from_micros(more)))
            {
                prop_assert!(less.outside <= more.outside);
            }
            if let (Ok(less), Ok(more)) =
                (terms.deposit(Amount::from_micros(less)), terms.deposit(Amount::from_micros(more)))
            {
                prop_assert!(less.inside <= more.inside);
            }
        }

        #[test]
        fn what_is_wanted_outside_or_inside_is_reached_at_the_lowest_price(
            terms in any_terms(), wanted in 1..1_i64 << 40,
        ) {
            if let Ok(price) = terms.withdrawal_for(Amount::from_micros(wanted)) {
                prop_assert!(price.outside.micros() >= wanted);
                let cheaper = terms.withdrawal(Amount::from_micros(price.inside.micros() - 1));
                prop_assert!(cheaper.is_err() || cheaper.is_ok_and(|cheaper| cheaper.outside.micros() < wanted));
            }
            if let Ok(price) = terms.deposit_for(Amount::from_micros(wanted)) {
                prop_assert!(price.inside.micros() >= wanted);
                let step = if terms.rate.is_some() { 10_000 } else { 1 };
                let cheaper = terms.deposit(Amount::from_micros(price.outside.micros() - step));
                prop_assert!(cheaper.is_err() || cheaper.is_ok_and(|cheaper| cheaper.inside.micros() < wanted));
            }
        }
    }

    #[test]
    fn an_example_that_can_be_checked_by_hand() {
        let terms = terms(Some(5_430_000), 500_000, 50, 25);
        // 100.00 BRL at 5.43 are 18.416206 USDC; 0.75 % of it and half a dollar are taken.
        let price = terms.deposit(Amount::from_micros(100_000_000)).expect("a price");
        assert_eq!(price.crossed.to_string(), "18.416206");
        assert_eq!(price.fees.charged().to_string(), "0.638121");
        assert_eq!(price.inside.to_string(), "17.778085");
        // 100.00 USDC less 1.25 are 98.75, or 536.2125 BRL, of which 536.21 can be paid.
        let price = terms.withdrawal(Amount::from_micros(100_000_000)).expect("a price");
        assert_eq!(price.outside.to_string(), "536.21");
        assert_eq!((price.fees.charged().to_string(), price.fees.rounding), ("1.25".to_owned(), 460));
    }

    #[test]
    fn what_the_fees_eat_up_and_what_cannot_be_counted_has_no_price() {
        let terms = terms(Some(4_000_000_000), 1_000_000, 0, 0);
        assert_eq!(terms.withdrawal(Amount::from_micros(1_000_000)), Err(PriceError::TooSmall));
        assert_eq!(
            terms.withdrawal(Amount::from_micros(1_000_001)),
            Err(PriceError::TooSmall),
            "less than a cent"
        );
        assert_eq!(terms.deposit(Amount::from_micros(4_000_000_000)), Err(PriceError::TooSmall));
        assert_eq!(terms.withdrawal(Amount::from_micros(i64::MAX)), Err(PriceError::TooLarge));
        assert_eq!(
            terms.withdrawal_for(Amount::from_micros(i64::MAX)).map(|price| price.outside.micros() % 10_000),
            Err(PriceError::TooLarge)
        );
    }

    #[test]
    fn rates_and_shares_are_plain_decimals() {
        assert_eq!(parse_rate("5.43").map(Rate::micros), Ok(5_430_000));
        for wrong in ["", "0", "-1", "1,5", "1.2345678", "1000000.01", "5e3"] {
            assert!(parse_rate(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_percent("0.25").map(BasisPoints::get), Ok(25));
        assert_eq!(
            (parse_percent("0").map(BasisPoints::get), parse_percent("50").map(BasisPoints::get)),
            (Ok(0), Ok(5_000))
        );
        for wrong in ["", "50.01", "0.001", "-1", "1%", "7000"] {
            assert!(parse_percent(wrong).is_err(), "{wrong}");
        }
    }
}
