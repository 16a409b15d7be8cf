//! What a decision says: the rows to put, and what to tell the caller.

use crate::account::Account;
use crate::activity_email::ActivityEmail;
use crate::api_key::ApiKey;
use crate::api_request::LoggedRequest;
use crate::attempt::Attempts;
use crate::audit::ProvedRound;
use crate::automatic_withdrawal::{AutomaticWithdrawals, IncomingPayment};
use crate::chain::{Authorization, ChainNetwork, DepositAddress, RelayTransaction};
use crate::claim::OpenClaim;
use crate::claim_email::{CombinedEmails, EmailCount, ExpiryReminder, PostponedEmails};
use crate::connect_app::ConnectApp;
use crate::delivery::{Attempt, Delivery, Replay};
use crate::email::Email;
use crate::email_address::EmailAddress;
use crate::email_preferences::EmailPreferenceChange;
use crate::endpoint::Endpoint;
use crate::event::Event;
use crate::external_account::bank_account::BankAccount;
use crate::external_account::external_wallet::ExternalWallet;
use crate::freeze::{Freeze, Lift};
use crate::grant::{Grant, OAuthToken};
use crate::id::{
    AccountId, BankAccountId, EndpointId, EventId, ExternalWalletId, FreezeId, PayoutDraftId, RecipientId,
    SessionId, TransactionId,
};
use crate::idempotency::{StoredResponse, StoredResponseId};
use crate::ledger::{LedgerAccount, Transfer};
use crate::operator::{OperatorAction, OperatorLimit, Proposal};
use crate::payout::{Payout, Preview};
use crate::payout_draft::PayoutDraft;
use crate::quote::Quote;
use crate::rail_notice::RailNotice;
use crate::recipient::{Nickname, Recipient};
use crate::sandbox::SimulatedOrder;
use crate::secret_mark::SecretMark;
use crate::security::SecurityEntry;
use crate::session::Session;
use crate::tariff::PublishedTariff;
use crate::time::Timestamp;
use crate::transaction::Transaction;
use crate::user::User;

/// Everything one command does, to be written whole or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub outcome: Outcome,
    pub rows: Vec<Row>,
}

/// A row as it is after the change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    User(User),
    Session(Session),
    EndedSession(SessionId),
    Attempts(Attempts),
    ForgottenAttempts([u8; 32]),
    SecurityEntry(SecurityEntry),
    ConnectApp(ConnectApp),
    Grant(Grant),
    Token(OAuthToken),
    ForgottenToken([u8; 32]),
    Account(Account),
    ApiKey(ApiKey),
    BankAccount(BankAccount),
    ExternalWallet(ExternalWallet),
    AutomaticWithdrawals(Box<AutomaticWithdrawals>),
    IncomingPayment(IncomingPayment),
    Recipient(Recipient),
    Nickname(Nickname),
    LedgerAccount(LedgerAccount),
    NewTransaction(Transaction),
    /// One that is already there.
    Transaction(Transaction),
    Transfer(Transfer),
    Payout(Payout),
    PayoutDraft(PayoutDraft),
    DeletedPayoutDraft(AccountId, PayoutDraftId),
    OpenClaim(OpenClaim),
    ClosedClaim(TransactionId),
    Email(Email),
    /// Unless there is an email with its cause.
    ActivityEmail(ActivityEmail),
    /// Unless there is one, or its recipient wants none.
    ExpiryReminder(ExpiryReminder),
    EmailPreferences(EmailPreferenceChange),
    EmailCount(EmailCount),
    ForgottenEmailCount(String),
    /// Claim emails that were not checked one by one.
    PostponedEmails(PostponedEmails),
    CombinedEmails(CombinedEmails),
    /// Where a recipient is paid from now on.
    Wallet {
        recipient: RecipientId,
        wallet: AccountId,
    },
    Event(Event),
    Endpoint(Endpoint),
    Delivery(Delivery),
    ForgottenDelivery(EndpointId, EventId),
    Attempt(Attempt),
    Replay(Replay),
    Quote(Quote),
    RailNotice(RailNotice),
    Proposal(Proposal),
    ClosedProposal(String),
    OperatorAction(OperatorAction),
    OperatorLimit(OperatorLimit),
    /// Instead of the one before.
    Tariff(PublishedTariff),
    SimulatedOrder(SimulatedOrder),
    /// How much test money an account has created in all, in micro-units.
    SimulatedMoney {
        account: AccountId,
        total: i64,
    },
    Network(Box<ChainNetwork>),
    DepositAddress(Box<DepositAddress>),
    Authorization(Box<Authorization>),
    /// One that is new; nothing about it ever changes.
    RelayTransaction(Box<RelayTransaction>),
    Freeze(Freeze),
    LiftedFreeze(FreezeId, Lift),
    /// Instead of the one before.
    AuditRound(ProvedRound),
    StoredResponse(StoredResponseId, StoredResponse),
    ForgottenAnswer(StoredResponseId),
    SecretMark(SecretMark),
    ApiRequest(Box<LoggedRequest>),
    ForgottenApiRequest(AccountId, String),
}

/// What the caller is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    User(User),
    /// With the number of the browser, once nothing more is asked for.
    SignedIn(Session, Option<i64>),
    ConnectApp(ConnectApp),
    /// It has new tokens.
    Grant(Grant),
    /// It has ended, because something of it was used twice or by another client.
    GrantEnded(Grant),
    /// The same answer as a moment ago.
    SameTokens(Vec<u8>),
    /// Emails that a worker now has to itself.
    Emails(Vec<Email>),
    ApiKey(ApiKey),
    BankAccount(BankAccount),
    Archived(BankAccountId),
    ExternalWallet(ExternalWallet),
    ArchivedWallet(ExternalWalletId),
    Recipient {
        recipient: Recipient,
        nickname: String,
    },
    Payout(Payout),
    Item {
        item: Transaction,
        email: EmailAddress,
    },
    Preview(Preview),
    PayoutDraft(PayoutDraft),
    Transaction(Transaction),
    Quote(Quote),
    RailNotice(RailNotice),
    /// A second operator must say the same.
    Proposed(Proposal),
    /// What time it is now for a test account.
    Clock(Timestamp),
    /// The payouts that a worker now has to itself.
    Leased(Vec<Payout>),
    Endpoint(Endpoint),
    /// Those that a worker now has to itself.
    Endpoints(Vec<Endpoint>),
    /// The event that will be delivered, or delivered again.
    Delivery(EventId),
    Replay(Replay),
    Network(Box<ChainNetwork>),
    DepositAddress(Box<DepositAddress>),
    /// The number of items that were credited or refunded, or of payments and withdrawals that moved on.
    Resolved(usize),
    Done,
}

/// What a command answers with, out of an [`Outcome`]. Nothing, if the outcome is that of another command.
pub trait FromOutcome: Sized {
    fn from_outcome(outcome: Outcome) -> Option<Self>;
}

macro_rules! from_outcome {
    ($($type:ty: $pattern:pat => $value:expr;)+) => {
        $(impl FromOutcome for $type {
            fn from_outcome(outcome: Outcome) -> Option<$type> {
                match outcome {
                    $pattern => Some($value),
                    _ => None,
                }
            }
        })+
    };
}

from_outcome! {
    User: Outcome::User(user) => user;
    (Session, Option<i64>): Outcome::SignedIn(session, device) => (session, device);
    ConnectApp: Outcome::ConnectApp(app) => app;
    Grant: Outcome::Grant(grant) => grant;
    Vec<Email>: Outcome::Emails(emails) => emails;
    ApiKey: Outcome::ApiKey(key) => key;
    Payout: Outcome::Payout(payout) => payout;
    (Transaction, EmailAddress): Outcome::Item { item, email } => (item, email);
    Preview: Outcome::Preview(preview) => preview;
    PayoutDraft: Outcome::PayoutDraft(draft) => draft;
    Quote: Outcome::Quote(quote) => quote;
    Vec<Payout>: Outcome::Leased(payouts) => payouts;
    Endpoint: Outcome::Endpoint(endpoint) => endpoint;
    Vec<Endpoint>: Outcome::Endpoints(endpoints) => endpoints;
    ChainNetwork: Outcome::Network(network) => *network;
    DepositAddress: Outcome::DepositAddress(address) => *address;
    usize: Outcome::Resolved(count) => count;
}

impl Outcome {
    /// The id of what was created or changed.
    pub fn object(&self) -> String {
        match self {
            Outcome::User(user) => user.id.to_string(),
            Outcome::SignedIn(session, _) => session.id.to_string(),
            Outcome::ConnectApp(app) => app.id.to_string(),
            Outcome::Grant(grant) | Outcome::GrantEnded(grant) => grant.id.to_string(),
            Outcome::ApiKey(key) => key.id.to_string(),
            Outcome::BankAccount(bank_account) => bank_account.id.to_string(),
            Outcome::Archived(id) => id.to_string(),
            Outcome::ExternalWallet(wallet) => wallet.id.to_string(),
            Outcome::ArchivedWallet(id) => id.to_string(),
            Outcome::Recipient { recipient, .. } => recipient.id.to_string(),
            Outcome::Payout(payout) => payout.id.to_string(),
            Outcome::PayoutDraft(draft) => draft.id.to_string(),
            Outcome::Item { item, .. } => item.id.to_string(),
            Outcome::Transaction(transaction) => transaction.id.to_string(),
            Outcome::Quote(quote) => quote.id.to_string(),
            Outcome::RailNotice(notice) => notice.id.to_string(),
            Outcome::Endpoint(endpoint) => endpoint.id.to_string(),
            Outcome::Delivery(event) => event.to_string(),
            Outcome::Replay(replay) => replay.id.to_string(),
            Outcome::Network(network) => network.name.clone(),
            Outcome::DepositAddress(given) => given.address.to_string(),
            Outcome::SameTokens(_)
            | Outcome::Endpoints(_)
            | Outcome::Emails(_)
            | Outcome::Preview(_)
            | Outcome::Proposed(_)
            | Outcome::Clock(_)
            | Outcome::Leased(_)
            | Outcome::Resolved(_)
            | Outcome::Done => String::new(),
        }
    }

    /// Whether a stored answer to it is kept for ever: repeating it would move money again.
    pub fn moves_money(&self) -> bool {
        matches!(self, Outcome::Payout(_) | Outcome::Item { .. } | Outcome::Transaction(_))
    }

    /// An item as these rows leave it.
    pub(crate) fn item_of(rows: &[Row], id: TransactionId, email: &EmailAddress) -> Outcome {
        let changed = rows.iter().find_map(|row| match row {
            Row::Transaction(transaction) if transaction.id == id => Some(transaction.clone()),
            _ => None,
        });
        Outcome::Item { item: changed.expect("the change is about this item"), email: email.clone() }
    }
}
