//! The chain that holds an account's USDC.

use rules::account::Mode;

/// An open enum on the wire: lower-case names, more may come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chain {
    /// The sandbox's own: nothing outside is ever touched.
    Simulated,
    /// The network that the operator configured for live money.
    Network(String),
}

impl Chain {
    /// Reads the operator's setting. `simulated` is not for live money.
    pub fn parse_network(name: &str) -> Result<Chain, String> {
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if !is_name || name == "simulated" {
            return Err(
                "a chain must be a lower-case network name such as base, ethereum or polygon".to_owned()
            );
        }
        Ok(Chain::Network(name.to_owned()))
    }

    /// The one place that branches on the mode: test money is always simulated, live money is on what is configured.
    pub fn of(mode: Mode, live: &Chain) -> &Chain {
        match mode {
            Mode::Test => &Chain::Simulated,
            Mode::Live => live,
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Chain::Simulated => "simulated",
            Chain::Network(name) => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;
    use rules::account::Mode;

    #[test]
    fn test_money_is_never_on_a_real_chain_and_live_money_never_on_the_simulated_one() {
        let live = Chain::parse_network("base").expect("a network");
        assert_eq!(Chain::of(Mode::Test, &live).name(), "simulated");
        assert_eq!(Chain::of(Mode::Live, &live).name(), "base");
        for wrong in ["simulated", "", "Base", "base 1"] {
            assert!(Chain::parse_network(wrong).is_err(), "{wrong}");
        }
    }
}
