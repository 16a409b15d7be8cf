//! The live chain: what its blocks mean for the books, and when a payment may be authorized, relayed and given up.
//!
//! Two things decide about a payment, and nothing else does: whether its authorization is used at the end of the last
//! block that the books know, and whether that block is so late that it can never be used. Answers to sends, receipts
//! and blocks that may still change decide nothing.

mod authorizations;
mod blocks;
mod network;

pub use authorizations::{GiveUp, NewAuthorization, NewRelayTransactions, WithdrawalRefusal};
pub use blocks::{AuthorizationOutcome, Blocks, ChainEvent, IncomingTokenTransfer};
pub use network::{Accept, GiveAddress};

pub(crate) use authorizations::{
    authorize, give_up, needs_to_authorize, needs_to_give_up, needs_to_refuse, needs_to_relay, refuse, relay,
};
pub(crate) use blocks::{needs_to_take, take};
pub(crate) use network::{accept, accept_code, give_address, meet, needs_to_accept, needs_to_give};
