//! The two accounts of a user, and who is calling.
//!
//! A user owns a live and a test account. An account is the tenant: every other row belongs to exactly one, so live
//! and test are apart in the same way as two strangers are.

use crate::id::{AccountId, AppId, UserId};
use crate::language::Language;
use crate::named_enum;
use crate::refusal::Refusal;
use crate::scope::Scopes;
use crate::time::Timestamp;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Mode {
        Live = "live",
        Test = "test",
    }
}

/// Who is calling: the whole of what a credential can reach. Only authentication makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    pub account: AccountId,
    pub app: AppId,
    pub mode: Mode,
    pub scopes: Scopes,
    /// The owner in person, who sees and uses what every app has registered, and not one app.
    pub is_owner: bool,
}

impl Caller {
    /// Whether what this app has registered is theirs to see and use.
    pub fn reaches(&self, app: AppId) -> bool {
        self.is_owner || self.app == app
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    pub id: AccountId,
    pub user: UserId,
    pub mode: Mode,
    /// The app its API keys act as.
    pub own_app: AppId,
    pub created_at: Timestamp,
    /// How far the clock of a test account was moved forward, in microseconds. Always zero for a live one.
    pub clock_ahead: i64,
    /// Whether its automatic withdrawals are on: then what credits it must write down each payment.
    pub withdraws_automatically: bool,
    /// The test account that a simulated person was made up for: what the person creates and asks for is charged to it.
    pub sponsor: Option<AccountId>,
    /// Of emails to people whom it pays and who have set no language themselves. Without it, they are in the language
    /// of the account's owner.
    pub recipient_language: Option<Language>,
    /// When an operator locked the owner. Until the owner is unlocked, no money leaves the account and no webhook is
    /// sent. Money still arrives.
    pub locked_at: Option<Timestamp>,
}

impl Account {
    /// The account that test money created here, and requests made here, are charged to.
    pub fn charged(&self) -> AccountId {
        self.sponsor.unwrap_or(self.id)
    }

    /// Refuses an action of the owner while the owner is locked.
    pub const fn check_not_locked(&self) -> Result<(), Refusal> {
        if self.locked_at.is_some() { Err(Refusal::UserLocked) } else { Ok(()) }
    }

    /// What time it is for this account.
    pub const fn time(&self, real_now: Timestamp) -> Timestamp {
        real_now.plus_micros(self.clock_ahead)
    }
}
