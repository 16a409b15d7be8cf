//! The only SQL, and the only crate that knows which engine is underneath.
//!
//! It answers questions about rows and writes what was decided. It decides nothing itself.

mod answers;
mod api_keys;
mod bank_accounts;
mod decode;
mod engine;
mod error;
mod ledger;
mod list;
mod migrate;
mod recipients;
mod secret_marks;
mod server_lock;
mod url;
mod users;
mod witness;
mod world;
mod writer;

pub use api_keys::KnownKey;
pub use bank_accounts::BankAccountFilter;
pub use engine::Store;
pub use error::Error;
pub use ledger::Balance;
pub use list::{Page, Position};
pub use migrate::Migrations;
pub use recipients::{KnownRecipient, RecipientFilter};
pub use server_lock::ServerLock;
pub use url::DatabaseUrl;
pub use writer::Writer;
