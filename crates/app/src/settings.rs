//! What an operator can choose that use-cases depend on.

use rails::Chain;
use rules::money::{Amount, MICROS_PER_UNIT};
use rules::payout::Limits;

#[derive(Clone, Debug)]
pub struct Settings {
    /// The prefix of keys, lower-case letters and digits.
    pub key_prefix: String,
    /// The network that holds live money.
    pub live_chain: Chain,
    /// The most that may be paid to one person, and in one call.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            key_prefix: "florin".to_owned(),
            live_chain: Chain::Network("base".to_owned()),
            limits: Limits {
                item: Amount::from_micros(1_000_000 * MICROS_PER_UNIT),
                payout: Amount::from_micros(10_000_000 * MICROS_PER_UNIT),
            },
        }
    }
}
