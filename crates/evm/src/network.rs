//! A network: its token, its nodes, and when a block is final.

use std::fmt;

use alloy_primitives::Address;

use crate::rpc_url::RpcUrl;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvmNetwork {
    /// As people and the API call it.
    pub name: String,
    pub chain_id: u64,
    pub rpc: Vec<RpcUrl>,
    /// The address of USDC there.
    pub token: Address,
    pub finality: Finality,
    /// How many of the nodes must say the same before it is believed.
    pub quorum: usize,
}

/// From when on a block will never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finality {
    /// When the node says so: its block tag `finalized`.
    Tag,
    /// When so many blocks follow it, for networks without that tag.
    Depth(u64),
}

/// A configuration that cannot be meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadNetwork {
    NoNodes { name: String },
    SameNodeTwice { name: String, host: String },
    Quorum { name: String, quorum: usize, nodes: usize },
    NoToken { name: String },
}

impl EvmNetwork {
    /// What can be known without asking a node.
    pub fn check(&self) -> Result<(), BadNetwork> {
        let name = self.name.clone();
        if self.rpc.is_empty() {
            return Err(BadNetwork::NoNodes { name });
        }
        // One node that is asked twice would agree with itself.
        let repeated = self.rpc.iter().enumerate().find(|(index, url)| self.rpc[..*index].contains(url));
        if let Some((_, url)) = repeated {
            return Err(BadNetwork::SameNodeTwice { name, host: url.host().to_owned() });
        }
        if self.quorum == 0 || self.quorum > self.rpc.len() {
            let (quorum, nodes) = (self.quorum, self.rpc.len());
            return Err(BadNetwork::Quorum { name, quorum, nodes });
        }
        if self.token.is_zero() {
            return Err(BadNetwork::NoToken { name });
        }
        Ok(())
    }
}

impl fmt::Display for BadNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadNetwork::NoNodes { name } => {
                write!(f, "the network {name} has no node: set the URL of at least one")
            }
            BadNetwork::SameNodeTwice { name, host } => write!(
                f,
                "the network {name} lists the node at {host} twice, so it would agree with itself. List each node \
                 once"
            ),
            BadNetwork::Quorum { name, quorum, nodes } => write!(
                f,
                "on the network {name}, {quorum} of {nodes} nodes must agree, which is impossible: choose a \
                 number from 1 to {nodes}"
            ),
            BadNetwork::NoToken { name } => {
                write!(f, "the network {name} has no token: set the address of its USDC contract")
            }
        }
    }
}

impl std::error::Error for BadNetwork {}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(urls: &[&str], quorum: usize) -> EvmNetwork {
        let rpc = urls.iter().map(|url| RpcUrl::parse(url).expect("an address")).collect();
        let token = Address::repeat_byte(1);
        EvmNetwork { name: "base".to_owned(), chain_id: 8453, rpc, token, finality: Finality::Tag, quorum }
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_what_to_do() {
        let (one, two) = ("https://a.example/key123456", "https://b.example");
        assert_eq!(network(&[one, two], 2).check(), Ok(()));
        let rows = [
            (network(&[], 1), "has no node:"),
            (network(&[one, two, one], 2), "lists the node at a.example twice"),
            (network(&[one], 0), "0 of 1 nodes must agree"),
            (network(&[one, two], 3), "choose a number from 1 to 2"),
            (EvmNetwork { token: Address::ZERO, ..network(&[one], 1) }, "has no token"),
        ];
        for (network, words) in rows {
            let said = network.check().expect_err(words).to_string();
            assert!(said.contains(words) && !said.contains("key123456"), "{said}");
        }
    }
}
