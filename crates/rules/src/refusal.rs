//! Every expected "no": a named variant with the facts it rests on. One place, in `web`, maps them to HTTP.

use std::fmt;

use crate::api_key::MOST_API_KEYS;
use crate::connect_app::MOST_CONNECT_APPS;
use crate::endpoint::{MOST_ENDPOINTS, MOST_UNVERIFIED, MOST_UNVERIFIED_PER_HOST};
use crate::money::Amount;
use crate::pricing::PriceError;
use crate::time::Timestamp;

/// What could not be found. An unknown id and another account's are the same refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    Account,
    ApiKey,
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
            StaleQuote::Unknown => "There is no such quote. Ask for a new one.",
            StaleQuote::Used => "This quote was used already. Ask for a new one.",
            StaleQuote::Expired => "This quote has expired. Ask for a new one.",
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
    /// The key was used before, for a request that said something else.
    IdempotencyKeyReused {
        object: String,
    },
    /// A user with this email exists.
    EmailTaken,
    /// The address, the password or the code is wrong; the response does not say which.
    SignInFailed,
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
    /// It cannot be done to something that is in this state.
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
    /// Two operators say different things about the same.
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
    /// It was promised on the chain, which alone tells what becomes of it.
    ChainDecides,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Item { most, .. } => write!(f, "An item may be at most {most} USDC."),
            Limit::LeastItem { least, .. } => write!(f, "An item must be at least {least} USDC."),
            Limit::Payout { most } => write!(f, "A payout may be at most {most} USDC in all."),
            Limit::ExternalTransfer { most } => {
                write!(f, "A deposit or withdrawal may be worth at most {most} USDC.")
            }
            Limit::OpenTransfers { most } => write!(
                f,
                "This account has {most} deposits and withdrawals under way, which is the most it can have. Cancel \
                 some, or try again when some are done."
            ),
            Limit::Smallest => f.write_str("The fees leave nothing of this amount."),
            Limit::Balance => f.write_str("A balance cannot hold this much."),
            Limit::TestMoney { most } => {
                write!(f, "A test account can create at most {most} USDC of test money in all.")
            }
            Limit::ClockAhead => f.write_str("The clock of a test account can be moved 100 years in all."),
            Limit::ApiKeys => write!(
                f,
                "This account has {MOST_API_KEYS} active API keys, which is the most it can have. Revoke one first."
            ),
            Limit::ConnectApps => write!(
                f,
                "You have {MOST_CONNECT_APPS} Connect Apps, which is the most you can have. Archive one first."
            ),
            Limit::Endpoints => write!(
                f,
                "An account can have at most {MOST_ENDPOINTS} webhook endpoints, including those of its simulated \
                 people. Remove one first."
            ),
            Limit::UnverifiedAtHost => write!(
                f,
                "This account and its simulated people have {MOST_UNVERIFIED_PER_HOST} unverified endpoints at this \
                 host. Verify or remove one of them first."
            ),
            Limit::UnverifiedEndpoints => write!(
                f,
                "This account and its simulated people have {MOST_UNVERIFIED} unverified endpoints, which is the most \
                 there can be. Verify or remove one of them first."
            ),
        }
    }
}

const UNKNOWN_BANK_ACCOUNT: &str = "There is no bank account with this id. Register it first.";
const UNKNOWN_EXTERNAL_WALLET: &str = "There is no external wallet with this id. Register it first.";

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotFound(noun) => write!(f, "There is no {} with this id.", noun.words()),
            Refusal::IdempotencyKeyReused { object } => write!(
                f,
                "This Idempotency-Key was already used with another body, for {object}. Send a new key for a new \
                 request, or the same body to get the same answer."
            ),
            Refusal::EndpointExists => {
                f.write_str("There's already an endpoint with this URL. Change that one, or remove it first.")
            }
            Refusal::EmailTaken => f.write_str("A user with this email address already exists."),
            Refusal::SignInFailed => f.write_str("The email address, the password or the code is not right."),
            Refusal::TooManyAttempts { seconds } => {
                write!(f, "There were too many attempts. Try again in {}.", wait_in_words(*seconds))
            }
            Refusal::ConfirmationRequired => f.write_str("Confirm your password to continue."),
            Refusal::ReplayedTooOften { seconds } => write_replayed_too_often(f, *seconds),
            Refusal::RenamedTooOften { seconds } => {
                write!(f, "You've changed your name too often. You can change it again in {}.", wait_in_words(*seconds))
            }
            Refusal::LinkDead => f.write_str("This link does not work, or does not work any more."),
            Refusal::InvalidGrant => f.write_str("This code or token is not valid any more."),
            Refusal::ScopeNotGranted => f.write_str("The user has not granted all of these scopes."),
            Refusal::UnknownRecipient { .. } => f.write_str(
                "There is no recipient with this id. Create it first, or name the person by email address.",
            ),
            Refusal::OtherChain { own } => {
                write!(f, "The USDC of this account is on the chain {own}, and cannot leave for another.")
            }
            Refusal::LimitExceeded(limit) => limit.fmt(f),
            Refusal::InsufficientFunds { needed, available } => {
                write!(f, "This needs {needed} USDC, and {available} USDC are available.")
            }
            Refusal::InvalidState { noun, state } => {
                write!(f, "This {} is {state}; this can no longer be done.", noun.words())
            }
            Refusal::UnknownBankAccount => f.write_str(UNKNOWN_BANK_ACCOUNT),
            Refusal::UnknownExternalWallet => f.write_str(UNKNOWN_EXTERNAL_WALLET),
            Refusal::BankAccountArchived => {
                f.write_str("This bank account is archived, and takes no new transfers. Register it again.")
            }
            Refusal::ExternalWalletArchived => {
                f.write_str("This external wallet is archived, and takes no new withdrawals. Register it again.")
            }
            Refusal::AddressOfService => f.write_str(ADDRESS_OF_SERVICE),
            Refusal::WalletTooNew { usable_at } => {
                write!(f, "This external wallet is new; withdrawals to it are possible from {usable_at}.")
            }
            Refusal::QuoteExpired(stale) => f.write_str(stale.words()),
            Refusal::PriceChanged => f.write_str("The price has changed."),
            Refusal::OtherQuote { is_for } => write!(f, "This quote is for {is_for}."),
            Refusal::RouteClosed { what, route } => {
                write!(f, "This service takes no {what} on {route} now: its operator has set no terms for them.")
            }
            Refusal::OperatorsDisagree { operator, facts } => write!(
                f,
                "{operator} has said {facts:?} about this. Say the same, or reject what was proposed."
            ),
            Refusal::NothingToClaim => f.write_str("Nothing is waiting to be claimed any more."),
            Refusal::ChainDecides => f.write_str(CHAIN_DECIDES),
            Refusal::ChainMoved => f.write_str("The chain has moved on. Try again."),
            Refusal::ChainUnread => f.write_str(CHAIN_UNREAD),
            Refusal::MoneyStopped => f.write_str(
                "Outgoing money is stopped while the operator looks into a difference in the books. Nothing was \
                 changed.",
            ),
        }
    }
}

const ADDRESS_OF_SERVICE: &str = "This address belongs to an account of this service. Send the money as a payout \
                                  instead.";

const CHAIN_DECIDES: &str = "This withdrawal was promised on the chain, and the chain alone decides what becomes of \
                             it: it completes when it was paid there, and fails a day later if it was not.";

const CHAIN_UNREAD: &str = "This withdrawal may already have been paid: the server was started a moment ago and is \
                            still reading the chain. Nothing was changed. Try again in a few minutes.";

fn write_replayed_too_often(f: &mut fmt::Formatter<'_>, seconds: i64) -> fmt::Result {
    let wait = wait_in_words(seconds);
    write!(
        f,
        "This endpoint has reached its daily limit of deliveries that are sent again. Try again in {wait}."
    )
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
