//! Every decision of Florin, as pure functions: values in (time and fresh ids too), values out.
//!
//! From the bottom up: values and nouns (`money`, `id`, `payout`, `user` …), the rows that a decision sees and changes
//! (`world`, `change`, `refusal`), the decisions by noun, and the commands that choose one. Nothing here does I/O, asks
//! a clock, rolls dice, waits, or knows how a value looks on the wire.

pub mod account;
pub mod allocation;
pub mod api_key;
pub mod archive_status;
pub mod attempt;
pub mod audit;
pub mod bank_identifiers;
pub mod chain;
pub mod change;
pub mod claim;
pub mod claim_email;
pub mod client_address;
pub mod command;
pub mod connect_app;
pub mod country;
pub mod decisions;
pub mod delivery;
pub mod device;
pub mod email;
pub mod email_address;
pub mod endpoint;
pub mod event;
pub mod event_type;
pub mod evm_address;
pub mod external_account;
pub mod external_transfer;
pub mod freeze;
pub mod grant;
pub mod id;
pub mod idempotency;
pub mod ledger;
pub mod listed_enum;
pub mod machine_user;
pub mod money;
pub mod month;
pub mod named_enum;
pub mod operator;
pub mod password_queue;
pub mod payout;
pub mod pricing;
pub mod quote;
pub mod rail;
pub mod rail_notice;
pub mod rate_lock;
pub mod recipient;
pub mod redirect_uri;
pub mod refusal;
pub mod sandbox;
pub mod scope;
pub mod secret_mark;
pub mod security;
pub mod session;
pub mod tariff;
pub mod text;
pub mod time;
pub mod transaction;
pub mod user;
pub mod webhook_url;
pub mod world;
