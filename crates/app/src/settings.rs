//! What an operator can choose that use-cases depend on.

use rails::Chain;

#[derive(Clone, Debug)]
pub struct Settings {
    /// The prefix of keys, lower-case letters and digits.
    pub key_prefix: String,
    /// The network that holds live money.
    pub live_chain: Chain,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { key_prefix: "florin".to_owned(), live_chain: Chain::Network("base".to_owned()) }
    }
}
