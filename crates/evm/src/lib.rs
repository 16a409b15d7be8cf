//! How to talk to an EVM network and its USDC: reading what happened, signing what should happen, sending it.
//!
//! It knows nothing of rows, accounts or balances, decides nothing about them, and reads neither clock nor dice: time
//! and randomness are values that it is given.

mod authorization;
mod bad_key;
mod broadcast;
mod chain;
mod chain_error;
mod deposit_keys;
mod event;
mod fees;
mod funds;
mod key_file;
mod keys;
mod network;
mod network_mismatch;
mod nodes;
mod revert;
mod rpc;
mod rpc_node;
mod rpc_url;
mod signing_limits;
mod token;
mod transaction;

pub use alloy_primitives::{Address, B256, Bytes, Signature, U256, keccak256};

pub use authorization::{AuthorizationForm, SignedAuthorization, TransferAuthorization, payment_nonce};
pub use bad_key::BadKey;
pub use broadcast::{Broadcast, BroadcastResult};
pub use chain::{
    Block, Chain, ChainFuture, ContractCall, DryRun, Head, KnownBlock, LARGEST_RANGE_BLOCKS, NonceAt, Scan,
};
pub use chain_error::ChainError;
pub use deposit_keys::DepositKeys;
pub use event::{TokenEvent, TokenLogEvent, TooLarge, micro_units};
pub use fees::{GasFees, MarketFees};
pub use funds::{FundsSigner, NotSigned};
pub use key_file::{Cost, KeyFileEntropy, seal as seal_key_file};
pub use keys::{LocalSigner, Signer, Signing, SigningTrouble};
pub use network::{BadNetwork, EvmNetwork, Finality};
pub use network_mismatch::{Domains, NetworkMismatch};
pub use nodes::Nodes;
pub use rpc_url::{BadRpcUrl, RpcUrl};
pub use signing_limits::{SECONDS_PER_DAY, SECONDS_PER_HOUR, SignedPayment, SigningLimits, SigningRefusal};
pub use token::{ContractCode, TokenIdentity};
pub use transaction::{EvmTransaction, SignedTransaction};
