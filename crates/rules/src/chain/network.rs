//! The network that live USDC is on: what it is told apart by, how far the books have read it, and which addresses on
//! it are ours. A database knows one network, for ever.

use std::fmt;

use crate::evm_address::EvmAddress;
use crate::id::AccountId;
use crate::money::Amount;
use crate::time::Timestamp;

/// Thirty-two bytes that name a block, a transaction, an authorization or a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Reads what [`fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Hash> {
        let digits = text.strip_prefix("0x")?.as_bytes();
        let is_small = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
        if digits.len() != 64 || !digits.iter().all(is_small) {
            return None;
        }
        let value = |byte: u8| (byte as char).to_digit(16).expect("it is a digit") as u8;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = value(pair[0]) << 4 | value(pair[1]);
        }
        Some(Hash(bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A block that will not change any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FinalBlock {
    pub number: i64,
    pub hash: Hash,
    /// By the chain's own clock.
    pub at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainNetwork {
    /// As the API shows it.
    pub name: String,
    pub chain_id: i64,
    pub token: EvmAddress,
    /// The token's program; another one may do anything.
    pub code: Hash,
    /// Where the money is that can be sent.
    pub treasury: EvmAddress,
    /// Which pays for transactions and holds no USDC.
    pub gas_account: EvmAddress,
    /// The last block that the books know.
    pub last: FinalBlock,
    /// What the treasury has at its end.
    pub holds: Amount,
    /// What of all our money on the chain is the operator's own, and no user's: it is not in the books.
    pub own: Amount,
    /// How many deposit addresses were given.
    pub next_index: i64,
    /// Of the gas account's next transaction.
    pub next_nonce: i64,
    pub created_at: Timestamp,
}

impl ChainNetwork {
    /// Why this cannot be the network that is known.
    pub fn differs_from(&self, known: &ChainNetwork) -> Option<String> {
        let told = [
            ("name", known.name.clone(), self.name.clone()),
            ("chain ID", known.chain_id.to_string(), self.chain_id.to_string()),
            ("token", known.token.to_string(), self.token.to_string()),
            ("treasury", known.treasury.to_string(), self.treasury.to_string()),
            ("gas account", known.gas_account.to_string(), self.gas_account.to_string()),
        ];
        let other = told.into_iter().find(|(_, known, given)| known != given);
        other.map(|(what, known, given)| {
            format!("the {what} is {known} in the books, but {given} in the settings")
        })
    }
}

/// An address that one account is paid at. It is watched for ever, also after another has taken its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DepositAddress {
    pub address: EvmAddress,
    pub account: AccountId,
    /// How many of the account's came before it. Its key is made of the account and this, so that books that forgot it
    /// can give it to no other user.
    pub nth: i64,
    /// How many of all came before it.
    pub index: i64,
    /// What is there at the end of the last block that the books know.
    pub holds: Amount,
    /// The authorization by which it is being emptied.
    pub sweep: Option<Hash>,
    pub created_at: Timestamp,
    pub retired_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Hash;

    proptest! {
        #[test]
        fn a_hash_survives_its_text(bytes: [u8; 32]) {
            prop_assert_eq!(Hash::parse(&Hash(bytes).to_string()), Some(Hash(bytes)));
        }
    }

    #[test]
    fn what_is_no_hash_is_none() {
        let text = Hash([0xab; 32]).to_string();
        for wrong in [&text[2..], &text[..65], &text.to_uppercase(), &format!("{text}0"), "0x", "", "0xé"] {
            assert_eq!(Hash::parse(wrong), None, "{wrong}");
        }
    }
}
