//! What a decision says: the rows to put, and what to tell the caller.

use crate::account::{Account, User};
use crate::answer::{Answer, AnswerId};
use crate::api_key::ApiKey;
use crate::bank_account::BankAccount;
use crate::id::BankAccountId;
use crate::ledger::{LedgerAccount, Transfer};
use crate::recipient::{Nickname, Recipient};
use crate::secret_mark::SecretMark;
use crate::transaction::Transaction;

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
    Account(Account),
    ApiKey(ApiKey),
    BankAccount(BankAccount),
    Recipient(Recipient),
    Nickname(Nickname),
    LedgerAccount(LedgerAccount),
    Transaction(Transaction),
    Transfer(Transfer),
    Answer(AnswerId, Answer),
    ForgottenAnswer(AnswerId),
    SecretMark(SecretMark),
}

/// What the caller is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    User(User),
    ApiKey(ApiKey),
    BankAccount(BankAccount),
    Archived(BankAccountId),
    Recipient { recipient: Recipient, nickname: String },
    Done,
}

impl Outcome {
    /// The id of what was created or changed.
    pub fn object(&self) -> String {
        match self {
            Outcome::User(user) => user.id.to_string(),
            Outcome::ApiKey(key) => key.id.to_string(),
            Outcome::BankAccount(bank_account) => bank_account.id.to_string(),
            Outcome::Archived(id) => id.to_string(),
            Outcome::Recipient { recipient, .. } => recipient.id.to_string(),
            Outcome::Done => String::new(),
        }
    }
}
