//! Recipients: one per account and lower-cased email, seen by every app of the account; the nickname is per app.
//!
//! Whether a recipient has an account, and what they are called, is shown only to accounts that have paid them: an
//! address must not be enough to find that out. In test mode, where paying costs nothing, real names are never shown.

use crate::account::Account;
use crate::email_address::EmailAddress;
use crate::id::{AccountId, AppId, RecipientId};
use crate::time::Timestamp;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipient {
    pub id: RecipientId,
    pub account: AccountId,
    /// As it was first written: the address that email goes to.
    pub email: EmailAddress,
    pub created_at: Timestamp,
    /// The name of the user who verified this address, where that may be shown once they are paid: in live mode.
    pub person: Option<String>,
    /// The account that was credited when they were first paid, or that was simulated.
    pub wallet: Option<AccountId>,
    /// How many events it has had.
    pub events: i64,
}

impl Recipient {
    /// One that an account is about to know, and that has its first event.
    pub(crate) fn new(id: RecipientId, account: &Account, email: &EmailAddress, now: Timestamp) -> Recipient {
        Recipient {
            id,
            account: account.id,
            email: email.clone(),
            created_at: account.time(now),
            person: None,
            wallet: None,
            events: 1,
        }
    }

    /// Whether this account has paid them, and so knows that they have a wallet.
    pub fn on_platform(&self) -> bool {
        self.wallet.is_some()
    }

    /// The person's own name once this account has paid them, else the part before the `@`.
    pub fn display_name(&self) -> &str {
        let own = self.person.as_deref().filter(|_| self.on_platform());
        own.unwrap_or_else(|| self.email.local_part())
    }
}

/// What one app calls a recipient. The empty text means no nickname.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nickname {
    pub app: AppId,
    pub recipient: RecipientId,
    pub text: String,
}
