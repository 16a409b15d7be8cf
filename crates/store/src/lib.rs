//! The only SQL, and the only crate that knows which engine is underneath.
//!
//! It answers questions about rows and writes what was decided. It decides nothing itself.

mod answers;
mod api_keys;
mod bank_accounts;
mod chain;
mod claim_emails;
mod claims;
mod connect_apps;
mod crossings;
mod decode;
mod deliveries;
mod endpoints;
mod engine;
mod error;
mod events;
mod external_wallets;
#[cfg(feature = "simulated")]
mod faults;
mod freezes;
mod grants;
mod ledger;
mod list;
mod mails;
mod migrate;
mod named;
mod notices;
mod overview;
mod payouts;
mod quotes;
mod recipients;
mod replays;
mod secret_marks;
mod security_log;
mod server_lock;
mod sessions;
mod transactions;
mod url;
mod users;
mod verify;
mod witness;
mod world;
mod writer;

pub use api_keys::KnownKey;
pub use bank_accounts::BankAccountFilter;
pub use chain::OnChain;
pub use claims::{ClaimedItem, SenderSum, WaitingSum};
pub use crossings::{CrossingFilter, DueCrossing};
pub use deliveries::{DueDelivery, DuePosition, ShownDelivery, StoredEvent};
pub use endpoints::DueEndpoint;
pub use engine::{Privileges, Store};
pub use error::Error;
pub use external_wallets::ExternalWalletFilter;
#[cfg(feature = "simulated")]
pub use faults::{Faults, Mishap, Place};
pub use grants::KnownToken;
pub use ledger::Balance;
pub use list::{Page, Period, Position};
pub use migrate::{Migrations, SCHEMA_VERSION};
pub use named::NamedTransaction;
pub use overview::{Moved, UnderWay};
pub use payouts::PayoutFilter;
pub use recipients::{KnownRecipient, RecipientFilter};
pub use server_lock::ServerLock;
pub use transactions::{ItemFilter, ShownItem, TransactionFilter};
pub use url::DatabaseUrl;
pub use verify::{Finding, News, Progress, Proof, Report};
pub use writer::Writer;
