//! Every decision of Florin, as pure functions: values in (time and fresh ids too), values out.
//!
//! Nothing here does I/O, asks a clock, rolls dice, waits, or knows how a value looks on the wire.

pub mod account;
pub mod answer;
pub mod api_key;
pub mod bank_account;
pub mod change;
pub mod claim;
pub mod command;
pub mod country;
pub mod crossing;
pub mod deposit;
pub mod email;
pub mod event;
pub mod evm_address;
pub mod external_wallet;
pub mod freeze;
pub mod id;
pub mod inbound;
pub mod ledger;
pub mod money;
pub mod notice;
pub mod operator;
pub mod payout;
pub mod pricing;
pub mod quote;
pub mod rail;
pub mod recipient;
pub mod refusal;
pub mod sandbox;
pub mod scope;
pub mod secret_mark;
pub mod standing;
pub mod tariff;
pub mod text;
pub mod time;
pub mod transaction;
pub mod withdrawal;
pub mod world;
