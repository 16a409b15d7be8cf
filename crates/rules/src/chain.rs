//! The live chain as the books know it: its blocks, its addresses, and the payments that are authorized on it.

mod authorizations;
mod network;
mod token_log;

pub use authorizations::{
    Authorization, AuthorizationEnd, ChainPayment, MARGIN_SECONDS, RelayTransaction, VALID_SECONDS,
};
pub use network::{ChainNetwork, DepositAddress, FinalBlock, Hash};
pub use token_log::{LogEntry, LogMeaning, LogReading, WatchList, read};
