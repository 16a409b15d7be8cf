//! The only SQL, and the only crate that knows which engine is underneath.
//!
//! It answers questions about rows and writes what was decided. It decides nothing itself.

mod activity_emails;
mod api_keys;
mod api_requests;
mod automatic_withdrawals;
mod bank_accounts;
mod chain;
mod claim_emails;
mod claims;
mod commit_fence;
mod connect_apps;
mod deliveries;
mod duplicates;
mod email_preferences;
mod emails;
mod endpoints;
mod engine;
mod error;
mod events;
mod external_transfers;
mod external_wallets;
#[cfg(feature = "simulated")]
mod faults;
mod freezes;
mod grants;
mod ledger;
mod list;
mod migrate;
mod named;
mod overview;
mod password;
mod payout_drafts;
mod payouts;
mod postgres_url;
mod quotes;
mod rail_notices;
mod recipients;
mod replays;
mod secret_marks;
mod security_log;
mod server_lock;
mod sessions;
mod simulated_orders;
mod statements;
mod stored_responses;
mod table;
mod transaction_lists;
mod transactions;
mod url;
mod users;
mod verify;
mod waiting;
mod world;
mod writer;

pub use activity_emails::{EndedClaim, ReceivedPayment, ReceivedPayments};
pub use api_keys::KnownKey;
pub use api_requests::{ApiCredential, ApiRequestFilter, ApiRequestKind};
pub use automatic_withdrawals::WithdrawnPayments;
pub use bank_accounts::BankAccountFilter;
pub use chain::OnChain;
pub use claim_emails::DueMailboxes;
pub use claims::{ClaimPosition, ClaimedItem, SenderSum, WaitingSum};
pub use deliveries::{DeliveryFilter, DueDelivery, DuePosition, ShownDelivery, StoredEvent};
pub use duplicates::PlannedPayment;
pub use email_preferences::ExpiryPosition;
pub use endpoints::DueEndpoint;
pub use engine::{Privileges, Store};
pub use error::Error;
pub use external_transfers::{DueTransferRow, ExternalTransferFilter, OpenFilter};
pub use external_wallets::ExternalWalletFilter;
#[cfg(feature = "simulated")]
pub use faults::{FaultKind, FaultPoint, Faults};
pub use grants::KnownToken;
pub use ledger::Balance;
pub use list::{ListOrder, ListPage, Period, Position};
pub use migrate::{Migrations, SCHEMA_VERSION};
pub use named::NamedTransaction;
pub use overview::{DailyVolume, UnderWay};
pub use password::{PasswordCommand, PasswordSource};
pub use payout_drafts::OpenDraft;
pub use payouts::PayoutFilter;
pub use recipients::{KnownRecipient, RecipientFilter, RecipientOrder};
pub use server_lock::ServerLock;
pub use statements::{
    LedgerEntries, LedgerEntry, MovementCursor, MovementSum, MovementSums, StatementBalance, StatementSpan,
};
pub use transaction_lists::TransactionFilter;
pub use transactions::{ItemFilter, ItemOrder, ShownItem};
pub use url::DatabaseUrl;
pub use users::ListedUser;
pub use verify::{Finding, LedgerKind, News, Proof, VerifyProgress, VerifyReport};
pub use writer::{COMMIT_OUTCOME_WAIT, LostCommits, Writer};
