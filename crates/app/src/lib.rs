//! The use cases: what each call does, from a checked request to bytes that can be sent, and the work that goes on by
//! itself. It knows neither HTTP nor SQL.
//!
//! `platform` is at the bottom and knows no use case. A use case holds the platform and the few others that it calls.
//! `wiring` makes all of them; `workers` and `step_driver` are beside it at the top. No two modules use each other.

mod accounts;
mod audit;
pub mod auth;
mod chain;
mod claim_pages;
mod connect;
pub mod email;
mod external_transfers;
mod first_run;
mod identity;
mod operators;
mod payouts;
mod platform;
mod sandbox;
mod search;
#[cfg(feature = "simulated")]
mod step_driver;
mod stops;
mod webhooks;
mod wiring;
mod workers;

pub use accounts::{Accounts, DaySum, MAX_COUNTED, OVERVIEW_DAYS, Overview, StatementFigures};
pub use audit::{Audit, AuditProgress};
pub use auth::{Auth, CreatedKey};
pub use chain::{
    ChainKeys, ChainProblem, ChainSettings, ChainStatus, ChainWorker, StaysStopped, as_configured,
};
#[cfg(feature = "simulated")]
pub use chain::{CrashPoint, CrashPoints};
pub use claim_pages::{ClaimPage, ClaimPages, ClaimState, ReminderTally};
pub use connect::{
    AuthenticatedClient, AuthorizationRequest, Connect, ConnectedApp, CreatedApp, NewConnectApp,
    RefreshToken, TokenRefusal, Tokens,
};
pub use email::{Emails, ShownEmail};
pub use external_transfers::{
    ExternalTransfers, MaskedBankAccount, MaskedDetail, NewAutomaticWithdrawals, NewBankAccount, NewDeposit,
    NewDestination, NewExternalWallet, NewQuote, NewWithdrawal,
};
pub use first_run::{AcceptedEvent, FirstPayment, FirstRun, FirstRunProgress};
pub use identity::{
    AccessOutcome, ActiveAccess, Enrolment, Identity, JoinLinkTarget, Joined, LockReason, NewUser, Revoke,
    SignInClient, SignInResult, UserLock,
};
pub use operators::{MAX_LISTED, Operator, OperatorOutcome, Operators, Receipt};
pub use payouts::{NewPayout, NewRecipient, Payouts, REMEMBERED_DAYS, ReviewedDraft};
pub use platform::Platform;
pub use platform::cursor::{CursorPage, Paging};
pub use platform::failure::Failure;
pub use platform::metrics_table::{METRICS, Metric, describe_metrics};
pub use platform::secret_marks::SecretsProblem;
pub use platform::session::SignedIn;
pub use platform::settings::AppSettings;
pub use platform::writer::CommandResponse;
#[cfg(feature = "simulated")]
pub use platform::writer::steps::Steps;
pub use platform::{clock, credential, dice, secrets, vault, wire};
pub use sandbox::{Sandbox, SimulatedEvent, SimulatedRailNotice};
pub use search::{Found, MAX_SEARCHED, Search};
pub use stops::Stops;
pub use store::{
    BankAccountFilter, ExternalTransferFilter, ExternalWalletFilter, ItemFilter, KnownRecipient,
    LedgerEntries, LedgerEntry, ListedUser, MovementCursor, NamedTransaction, OpenDraft, OpenFilter,
    PayoutFilter, Period, RecipientFilter, ShownDelivery, ShownItem, StatementSpan, StoredEvent,
    TransactionFilter, UnderWay, WaitingSum,
};
pub use webhooks::{
    DeliveryStory, EndpointClient, Listener, ListenerEvent, MAX_DELIVERIES_COUNTED, MAX_WEBHOOK_CONNECTIONS,
    NewEndpoint, Phase, Undelivered, WebhookClient, WebhookResponse, WebhookSecret, Webhooks, secure_to,
};
pub use wiring::{App, AppBuilder};
pub use workers::run_workers;
