//! What an operator can choose that use-cases depend on.

use rails::Chain;
use rules::money::{Amount, MICROS_PER_UNIT};
use rules::payout::Limits;
use rules::tariff::Tariff;

#[derive(Clone, Debug)]
pub struct Settings {
    /// The prefix of keys, lower-case letters and digits.
    pub key_prefix: String,
    /// The network that holds live money.
    pub live_chain: Chain,
    /// The most that may be paid to one person, and in one call.
    pub limits: Limits,
    /// The most that one deposit or withdrawal may be worth.
    pub most_per_crossing: Amount,
    /// The most test money that one test account may create in all.
    pub most_test_money: Amount,
    /// How old an external wallet must be before money is sent to it.
    pub external_wallet_waits_seconds: i64,
    /// What live money costs. Where it says nothing, nothing crosses.
    pub live_tariff: Tariff,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            key_prefix: "florin".to_owned(),
            live_chain: Chain::Network("base".to_owned()),
            most_per_crossing: Amount::from_micros(1_000_000 * MICROS_PER_UNIT),
            most_test_money: Amount::from_micros(100_000_000 * MICROS_PER_UNIT),
            external_wallet_waits_seconds: 0,
            live_tariff: Tariff::default(),
            limits: Limits {
                item: Amount::from_micros(1_000_000 * MICROS_PER_UNIT),
                payout: Amount::from_micros(10_000_000 * MICROS_PER_UNIT),
            },
        }
    }
}
