//! Who is who on the model chain.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use app::{ChainKeys, ChainSettings};
use evm::{Address, B256, DepositKeys, EvmNetwork, Finality, LocalSigner, RpcUrl, Signer, SigningLimits};
use rules::money::Amount;

pub const NAME: &str = "model";
pub const CHAIN_ID: u64 = 31_337;
pub const TOKEN: Address = Address::repeat_byte(0xcc);
pub const DOMAIN: B256 = B256::repeat_byte(0xd0);
pub const USDC: i64 = 1_000_000;
/// What the treasury has before anything happens: the operator's own.
pub const FLOAT: i64 = 300 * USDC;
/// Smaller transfers are not credited.
pub const LEAST: i64 = 10_000;
pub const MAX_GAS_PRICE: u128 = 500_000_000_000;
pub const MAX_PER_PAYMENT: i64 = 90 * USDC;

pub const OUTSIDER: Address = Address::repeat_byte(0x0a);
/// The key never pays this one.
pub const DENIED: Address = Address::repeat_byte(0xde);
/// The token may refuse this one.
pub const SUSPECT: Address = Address::repeat_byte(0x5a);
const DEPOSIT_SEED: [u8; 32] = [9; 32];

pub fn gas() -> LocalSigner {
    LocalSigner::from_secret(&[8; 32]).expect("a key")
}

pub fn gas_account() -> Address {
    static ADDRESS: OnceLock<Address> = OnceLock::new();
    *ADDRESS.get_or_init(|| gas().address())
}

pub fn treasury() -> Address {
    static ADDRESS: OnceLock<Address> = OnceLock::new();
    *ADDRESS.get_or_init(|| funds().address())
}

fn funds() -> LocalSigner {
    LocalSigner::from_secret(&[7; 32]).expect("a key")
}

fn deposits() -> DepositKeys {
    DepositKeys::from_seed(&DEPOSIT_SEED).expect("a seed")
}

pub fn all() -> ChainKeys {
    ChainKeys { funds: Box::new(funds()), gas: Box::new(gas()), deposits: deposits() }
}

pub fn network(depth: u64) -> EvmNetwork {
    EvmNetwork {
        name: NAME.to_owned(),
        chain_id: CHAIN_ID,
        rpc: vec![RpcUrl::parse("http://127.0.0.1:9").expect("an address")],
        token: TOKEN,
        finality: Finality::Depth(depth),
        quorum: 1,
    }
}

pub fn settings(per_hour: i64, sweep_above: i64) -> ChainSettings {
    ChainSettings {
        limits: SigningLimits {
            per_payment: MAX_PER_PAYMENT as u64,
            per_hour: per_hour as u64,
            per_day: 24 * per_hour as u64,
            denied: BTreeSet::from([DENIED]),
        },
        min_arrival: Amount::from_micros(LEAST),
        sweep_above: Amount::from_micros(sweep_above),
        max_gas_price: MAX_GAS_PRICE,
    }
}
