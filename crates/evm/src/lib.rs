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
mod limits;
mod network;
mod node;
mod nodes;
mod revert;
mod rpc;
mod rpc_url;
mod token;
mod transaction;
mod unfit;

pub use alloy_primitives::{Address, B256, Bytes, Signature, U256, keccak256};

pub use authorization::{Authorization, Form, SignedAuthorization, payment_nonce};
pub use bad_key::BadKey;
pub use broadcast::{Broadcast, Sent};
pub use chain::{Block, Call, Chain, DryRun, Head, Known, LARGEST_RANGE_BLOCKS, NonceAt, Scan};
pub use chain_error::ChainError;
pub use deposit_keys::DepositKeys;
pub use event::{Event, TokenEvent, TooLarge, micro_units};
pub use fees::{Fees, MarketFees};
pub use funds::{FundsSigner, NotSigned};
pub use key_file::{Cost, Fresh, seal as seal_key_file};
pub use keys::{LocalSigner, Signer, Signing, SigningTrouble};
pub use limits::{Limits, Refused, SECONDS_PER_DAY, SECONDS_PER_HOUR, Spent};
pub use network::{BadNetwork, Finality, Network};
pub use nodes::Nodes;
pub use rpc_url::{BadRpcUrl, RpcUrl};
pub use token::{Code, TokenIdentity};
pub use transaction::{SignedTransaction, Transaction};
pub use unfit::{Domains, Unfit};
