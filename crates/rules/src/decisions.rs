//! Decisions, by noun: what a command may do, given the rows that were gathered for it, and which rows it changes.
//!
//! They build on the nouns beside this folder; no noun knows its decisions.

pub mod account;
pub mod api_key;
pub mod api_request;
pub mod attempt;
pub mod automatic_withdrawal;
pub mod chain;
pub mod claim_email;
pub mod connect_app;
pub mod delivery;
pub mod deposit;
pub mod email;
pub mod endpoint;
pub mod external_account;
pub mod external_transfer;
pub mod freeze;
pub mod grant;
pub mod inbound;
pub mod operator;
pub mod payout;
pub mod quote;
pub mod rail_notice;
pub mod recipient;
pub mod sandbox;
pub mod secret_mark;
pub mod security;
pub mod session;
pub mod switch_off;
pub mod user;
pub mod withdrawal;
