//! Every expected "no": a named variant with the facts it rests on. One place, in `web`, maps them to HTTP.

use std::fmt;

/// What could not be found. An unknown id and somebody else's are the same refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    Account,
    ApiKey,
    BankAccount,
    Recipient,
    User,
}

impl Noun {
    pub const fn words(self) -> &'static str {
        match self {
            Noun::Account => "account",
            Noun::ApiKey => "API key",
            Noun::BankAccount => "bank account",
            Noun::Recipient => "recipient",
            Noun::User => "user",
        }
    }
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
        }
    }
}
