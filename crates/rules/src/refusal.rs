//! Every expected "no": a named variant with the facts it rests on. One place, in `web`, maps them to HTTP.

use std::fmt;

use crate::money::Amount;

/// What could not be found. An unknown id and somebody else's are the same refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    Account,
    ApiKey,
    BankAccount,
    ExternalWallet,
    Payout,
    PayoutItem,
    Recipient,
    Transaction,
    User,
}

impl Noun {
    pub const fn words(self) -> &'static str {
        match self {
            Noun::Account => "account",
            Noun::ApiKey => "API key",
            Noun::BankAccount => "bank account",
            Noun::ExternalWallet => "external wallet",
            Noun::Payout => "payout",
            Noun::PayoutItem => "payout item",
            Noun::Recipient => "recipient",
            Noun::Transaction => "transaction",
            Noun::User => "user",
        }
    }
}

/// What there is too much of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// These items of a payout are too large.
    Item { items: Vec<usize>, most: Amount },
    /// The whole payout is too large.
    Payout { most: Amount },
    /// More than a balance can hold.
    Balance,
    /// Further than the clock of a test account can be moved.
    ClockAhead,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    NotFound(Noun),
    /// The key was used before, for a request that said something else.
    IdempotencyKeyReused {
        object: String,
    },
    /// A user with this e-mail exists.
    EmailTaken,
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
    /// Everything that waited was claimed, cancelled or has expired.
    NothingToClaim,
    /// The books were found broken, and no money leaves until somebody has looked.
    MoneyStopped,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Item { most, .. } => write!(f, "An item may be at most {most} USDC."),
            Limit::Payout { most } => write!(f, "A payout may be at most {most} USDC in all."),
            Limit::Balance => f.write_str("A balance cannot hold this much."),
            Limit::ClockAhead => f.write_str("The clock of a test account can be moved 100 years in all."),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotFound(noun) => write!(f, "There is no {} with this id.", noun.words()),
            Refusal::IdempotencyKeyReused { object } => write!(
                f,
                "This Idempotency-Key was already used with another body, for {object}. Send a new key for a new \
                 request, or the same body to get the same answer."
            ),
            Refusal::EmailTaken => f.write_str("A user with this e-mail address already exists."),
            Refusal::UnknownRecipient { .. } => f.write_str(
                "There is no recipient with this id. Create it first, or name the person by e-mail address.",
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
            Refusal::NothingToClaim => f.write_str("Nothing is waiting to be claimed any more."),
            Refusal::MoneyStopped => f.write_str(
                "Outgoing money is stopped while the operator looks into a difference in the books. Nothing was \
                 changed.",
            ),
        }
    }
}
