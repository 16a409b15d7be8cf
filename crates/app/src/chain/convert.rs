//! Converts between values of the chain and values of the rules.

use evm::{Address, B256};
use rules::chain::Hash;
use rules::evm_address::EvmAddress;
use rules::money::Amount;
use rules::time::Timestamp;

pub fn address(address: Address) -> EvmAddress {
    EvmAddress::from_bytes(address.into_array())
}

/// An address that the books know is one.
pub fn parsed(address: &EvmAddress) -> Address {
    address.as_str().parse().expect("an address was checked when it was made")
}

pub const fn hash(hash: B256) -> Hash {
    Hash(hash.0)
}

pub const fn b256(hash: Hash) -> B256 {
    B256::new(hash.0)
}

pub fn time(seconds: u64) -> Timestamp {
    Timestamp::from_seconds(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// Seconds since 1970, as the chain counts.
pub fn seconds(time: Timestamp) -> u64 {
    u64::try_from(time.seconds()).unwrap_or(0)
}

pub fn number(block: u64) -> i64 {
    i64::try_from(block).unwrap_or(i64::MAX)
}

pub fn units(amount: Amount) -> u64 {
    u64::try_from(amount.micros()).expect("what is paid is not below zero")
}

/// A number that the chain gave us, such as that of a block or a nonce.
pub fn known_number(number: i64) -> u64 {
    u64::try_from(number).expect("numbers of the chain are not below zero")
}
