//! Every expected "no": a named variant with the facts it rests on. One place, in `web`, maps them to HTTP.

use std::fmt;

use crate::api_key::MAX_API_KEYS;
use crate::connect_app::MAX_CONNECT_APPS;
use crate::endpoint::{MAX_ENDPOINTS, MAX_UNVERIFIED, MAX_UNVERIFIED_PER_HOST};
use crate::money::Amount;
use crate::payout_draft::MAX_DRAFTS;
use crate::pricing::PriceError;
use crate::time::Timestamp;

/// What could not be found. An unknown id and another account's are the same refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    Account,
    ApiKey,
    ApiRequest,
    BankAccount,
    ConnectApp,
    Delivery,
    Deposit,
    Endpoint,
    ExternalWallet,
    Email,
    Network,
    RailNotice,
    Payout,
    PayoutDraft,
    PayoutItem,
    Proposal,
    Recipient,
    Transaction,
    User,
    Withdrawal,
}

impl Noun {
    pub const fn words(self) -> &'static str {
        match self {
            Noun::Account => "account",
            Noun::ApiKey => "API key",
            Noun::ApiRequest => "API request",
            Noun::BankAccount => "bank account",
            Noun::ConnectApp => "Connect App",
            Noun::Delivery => "delivery",
            Noun::Deposit => "deposit",
            Noun::Endpoint => "webhook endpoint",
            Noun::ExternalWallet => "external wallet",
            Noun::Email => "email",
            Noun::Network => "network",
            Noun::RailNotice => "notice",
            Noun::Payout => "payout",
            Noun::PayoutDraft => "payout draft",
            Noun::PayoutItem => "payout item",
            Noun::Proposal => "proposal",
            Noun::Recipient => "recipient",
            Noun::Transaction => "transaction",
            Noun::User => "user",
            Noun::Withdrawal => "withdrawal",
        }
    }
}

/// What there is too much of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// These items of a payout are too large.
    Item { items: Vec<usize>, most: Amount },
    /// These items of a payout are too small.
    LeastItem { items: Vec<usize>, least: Amount },
    /// The whole payout is too large.
    Payout { most: Amount },
    /// A deposit or a withdrawal is too large.
    ExternalTransfer { most: Amount },
    /// More deposits and withdrawals are under way than an account can have at a time.
    OpenTransfers { most: usize },
    /// The fees leave nothing of it.
    Smallest,
    /// More than a balance can hold.
    Balance,
    /// More test money than one account may create in all.
    TestMoney { most: Amount },
    /// Further than the clock of a test account can be moved.
    ClockAhead,
    /// More webhook endpoints than one account can have.
    Endpoints,
    /// More webhook endpoints at one host that are not verified than one account can have.
    UnverifiedAtHost,
    /// More webhook endpoints that are not verified than one account can have.
    UnverifiedEndpoints,
    /// More API keys that are not revoked than one account can have.
    ApiKeys,
    /// More Connect Apps that are not archived than one user can have.
    ConnectApps,
    /// More payout drafts that aren't sent than one account can have.
    PayoutDrafts,
}

/// Why a quote is no longer good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaleQuote {
    Unknown,
    Used,
    Expired,
}

impl StaleQuote {
    const fn words(self) -> &'static str {
        match self {
            StaleQuote::Unknown => "There is no quote with this ID. Create a new one.",
            StaleQuote::Used => "This quote was already used. Create a new one.",
            StaleQuote::Expired => "This quote has expired. Create a new one.",
        }
    }
}

impl From<PriceError> for Refusal {
    fn from(error: PriceError) -> Refusal {
        Refusal::LimitExceeded(match error {
            PriceError::TooSmall => Limit::Smallest,
            PriceError::TooLarge => Limit::Balance,
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    NotFound(Noun),
    /// The key was used before, for a request with another body.
    IdempotencyKeyReused {
        object: String,
    },
    /// A user with this email exists.
    EmailTaken,
    /// The address, the password or the code is wrong; the response does not say which.
    SignInFailed,
    /// An operator keeps this user out.
    UserLocked,
    /// The sender has reminded this recipient in the last 24 hours.
    RemindedRecently {
        seconds: i64,
    },
    /// A visitor may be guessing.
    TooManyAttempts {
        seconds: i64,
    },
    /// The password is needed again before this can be done.
    ConfirmationRequired,
    /// A user took new names too often.
    RenamedTooOften {
        seconds: i64,
    },
    /// An endpoint has used up what it can have sent again in a day.
    ReplayedTooOften {
        seconds: i64,
    },
    /// A link that was changed, has expired or was used.
    LinkDead,
    /// A code or refresh token that is unknown, used up, expired or another client's.
    InvalidGrant,
    /// More than the user allowed.
    ScopeNotGranted,
    /// These items name recipients that the account does not have.
    UnknownRecipient {
        items: Vec<usize>,
    },
    /// The account's USDC is on another chain than the one that was named.
    OtherChain {
        own: String,
    },
    LimitExceeded(Limit),
    InsufficientFunds {
        needed: Amount,
        available: Amount,
    },
    /// The object's state doesn't allow the operation.
    InvalidState {
        noun: Noun,
        state: &'static str,
    },
    /// The caller's app has registered no such bank account.
    UnknownBankAccount,
    UnknownExternalWallet,
    BankAccountArchived,
    ExternalWalletArchived,
    /// Money that goes to this address comes in to an account of this service.
    AddressOfService,
    /// New wallets cannot be withdrawn to at once.
    WalletTooNew {
        usable_at: Timestamp,
    },
    QuoteExpired(StaleQuote),
    /// The user was shown another price a moment ago.
    PriceChanged,
    /// The quote is good, but for something else.
    OtherQuote {
        is_for: String,
    },
    /// The operator has set no terms for it.
    RouteClosed {
        what: &'static str,
        route: &'static str,
    },
    /// Two operators gave different details of the same payment.
    OperatorsDisagree {
        operator: String,
        facts: String,
    },
    /// The account has an endpoint at this URL.
    EndpointExists,
    /// Everything that waited was claimed, cancelled or has expired.
    NothingToClaim,
    /// The books were found broken, and no money leaves until an operator has looked.
    MoneyStopped,
    /// The books have read more of the chain than this was decided by.
    ChainMoved,
    /// The books have not read enough of the chain to know whether this was paid.
    ChainUnread,
    /// It was authorized on the chain, which alone decides its outcome.
    ChainDecides,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Item { most, .. } => write!(f, "An item can be at most {most} USDC."),
            Limit::LeastItem { least, .. } => write!(f, "An item must be at least {least} USDC."),
            Limit::Payout { most } => write!(f, "A payout can be at most {most} USDC in total."),
            Limit::ExternalTransfer { most } => {
                write!(f, "A deposit or withdrawal can be worth at most {most} USDC.")
            }
            Limit::OpenTransfers { most } => write!(
                f,
                "This account has reached its limit of {most} deposits and withdrawals in progress. Cancel some, or \
                 try again when some are final."
            ),
            Limit::Smallest => f.write_str("The amount must be greater than its fees."),
            Limit::Balance => f.write_str("The amount is larger than a balance can hold."),
            Limit::TestMoney { most } => {
                write!(f, "A test account can create at most {most} USDC of test money in total.")
            }
            Limit::ClockAhead => {
                f.write_str("A test account's clock can be moved forward by at most 100 years in total.")
            }
            Limit::ApiKeys => write!(
                f,
                "This account has reached its limit of {MAX_API_KEYS} active API keys. Revoke one first."
            ),
            Limit::ConnectApps => {
                write!(f, "You have reached the limit of {MAX_CONNECT_APPS} Connect Apps. Archive one first.")
            }
            Limit::PayoutDrafts => {
                write!(f, "You have {MAX_DRAFTS} payout drafts. Send or delete one first.")
            }
            Limit::Endpoints => write!(
                f,
                "This account has reached its limit of {MAX_ENDPOINTS} webhook endpoints, including those of its \
                 simulated people. Remove one first."
            ),
            Limit::UnverifiedAtHost => write!(
                f,
                "This account has reached its limit of {MAX_UNVERIFIED_PER_HOST} unverified endpoints at this \
                 host, including those of its simulated people. Verify or remove one first."
            ),
            Limit::UnverifiedEndpoints => write!(
                f,
                "This account has reached its limit of {MAX_UNVERIFIED} unverified endpoints, including those of \
                 its simulated people. Verify or remove one first."
            ),
        }
    }
}

const UNKNOWN_BANK_ACCOUNT: &str = "There is no bank account with this ID. Register it first.";
const UNKNOWN_EXTERNAL_WALLET: &str = "There is no external wallet with this ID. Register it first.";

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotFound(noun) => write!(f, "There is no {} with this ID.", noun.words()),
            Refusal::IdempotencyKeyReused { object } => write!(
                f,
                "This Idempotency-Key was already used with a different body, for {object}. Use a new key for a \
                 new request, or send the same body to get the same response."
            ),
            Refusal::EndpointExists => {
                f.write_str("An endpoint with this URL already exists. Change that endpoint, or remove it first.")
            }
            Refusal::EmailTaken => f.write_str("A user with this email address already exists."),
            Refusal::SignInFailed => f.write_str("The email address, password or code is incorrect."),
            Refusal::UserLocked => f.write_str("This user is locked. Contact support."),
            Refusal::TooManyAttempts { seconds } => {
                write!(f, "Too many attempts. Try again in {}.", wait_in_words(*seconds))
            }
            Refusal::RemindedRecently { seconds } => {
                write!(f, "You reminded this recipient recently. Try again in {}.", wait_in_words(*seconds))
            }
            Refusal::ConfirmationRequired => f.write_str("Confirm your password to continue."),
            Refusal::ReplayedTooOften { seconds } => write_replayed_too_often(f, *seconds),
            Refusal::RenamedTooOften { seconds } => {
                write!(f, "You've changed your name too often. You can change it again in {}.", wait_in_words(*seconds))
            }
            Refusal::LinkDead => f.write_str("This link is invalid, has expired or was already used."),
            Refusal::InvalidGrant => f.write_str("This code or token is no longer valid."),
            Refusal::ScopeNotGranted => f.write_str("The user has not granted all of these scopes."),
            Refusal::UnknownRecipient { .. } => f.write_str(
                "There is no recipient with this ID. Create the recipient first, or send an email address \
                 instead.",
            ),
            Refusal::OtherChain { own } => {
                write!(f, "This account's USDC is on {own}. It can't be sent to another chain.")
            }
            Refusal::LimitExceeded(limit) => limit.fmt(f),
            Refusal::InsufficientFunds { needed, available } => {
                write!(f, "Insufficient funds: {needed} USDC needed, {available} USDC available.")
            }
            Refusal::InvalidState { noun, state } => {
                write!(f, "This {} is {state}, which doesn't allow this operation.", noun.words())
            }
            Refusal::UnknownBankAccount => f.write_str(UNKNOWN_BANK_ACCOUNT),
            Refusal::UnknownExternalWallet => f.write_str(UNKNOWN_EXTERNAL_WALLET),
            Refusal::BankAccountArchived => f.write_str(BANK_ACCOUNT_ARCHIVED),
            Refusal::ExternalWalletArchived => f.write_str(EXTERNAL_WALLET_ARCHIVED),
            Refusal::AddressOfService => f.write_str(ADDRESS_OF_SERVICE),
            Refusal::WalletTooNew { usable_at } => {
                write!(f, "This external wallet is too new. It can be used for withdrawals from {usable_at}.")
            }
            Refusal::QuoteExpired(stale) => f.write_str(stale.words()),
            Refusal::PriceChanged => f.write_str("The price has changed."),
            Refusal::OtherQuote { is_for } => write!(f, "This quote is for {is_for}."),
            Refusal::RouteClosed { what, route } => {
                write!(f, "The operator has set no terms for {what} on {route}, so they are not available.")
            }
            Refusal::OperatorsDisagree { operator, facts } => write!(
                f,
                "{operator} proposed different details: “{facts}”. Enter the same details, or reject the proposal."
            ),
            Refusal::NothingToClaim => f.write_str("There is nothing left to claim."),
            Refusal::ChainDecides => f.write_str(CHAIN_DECIDES),
            Refusal::ChainMoved => f.write_str("New blocks arrived in the meantime. Try again."),
            Refusal::ChainUnread => f.write_str(CHAIN_UNREAD),
            Refusal::MoneyStopped => f.write_str(
                "Outgoing money is temporarily stopped while the operator investigates a problem. Nothing was \
                 changed. Try again later.",
            ),
        }
    }
}

const BANK_ACCOUNT_ARCHIVED: &str =
    "This bank account is archived and can't be used for new transfers. Register it again.";
const EXTERNAL_WALLET_ARCHIVED: &str =
    "This external wallet is archived and can't be used for new withdrawals. Register it again.";
const ADDRESS_OF_SERVICE: &str =
    "This address belongs to an account on this service. Send a payout to the account's owner instead.";

const CHAIN_DECIDES: &str = "This withdrawal was authorized on the chain, so only the chain decides its outcome: \
                             it completes when it is paid there, and fails a day later if it is not.";

const CHAIN_UNREAD: &str = "This withdrawal may already have been paid: the server has just started and is still \
                            reading the chain. Nothing was changed. Try again in a few minutes.";

fn write_replayed_too_often(f: &mut fmt::Formatter<'_>, seconds: i64) -> fmt::Result {
    let wait = wait_in_words(seconds);
    write!(f, "This endpoint has reached its daily limit of resent deliveries. Try again in {wait}.")
}

fn wait_in_words(seconds: i64) -> String {
    match seconds {
        ..=1 => "a second".to_owned(),
        2..=119 => format!("{seconds} seconds"),
        120..=7_199 => format!("{} minutes", (seconds + 59) / 60),
        7_200..=172_799 => format!("{} hours", (seconds + 3_599) / 3_600),
        _ => format!("{} days", (seconds + 86_399) / 86_400),
    }
}
