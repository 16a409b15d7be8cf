//! Claim emails: whose limits count together, and which emails are combined. `decisions/claim_email` says why.

use crate::account::Mode;
use crate::email::{Email, EmailQueue};
use crate::email_address::EmailAddress;
use crate::id::{AccountId, EmailId};
use crate::time::{SECONDS_PER_DAY, Timestamp};

const LARGEST_RESERVE: i64 = 2;

/// How long a sender must wait before reminding the same address again.
pub const REMINDER_PAUSE_SECONDS: i64 = SECONDS_PER_DAY;

/// How many claim emails and reminders may be sent in 24 hours, as the operator set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EmailLimits {
    /// To one mailbox, from all senders. At least two: one for senders, one for the recipient.
    pub per_recipient: i64,
    /// For one sending account, to all recipients.
    pub per_sender: i64,
}

impl EmailLimits {
    /// Emails to a mailbox that only its owner can ask for.
    pub fn reserve(self) -> i64 {
        (self.per_recipient / 2).min(LARGEST_RESERVE)
    }

    /// What the owner of a mailbox can ask for at an address with a tag. The last of the reserve is for the address
    /// without one: strangers make up tags, pay them, and ask for the emails.
    pub(crate) fn reserve_for_tags(self) -> i64 {
        (self.reserve() - 1).max(1)
    }

    /// Emails to a mailbox that its senders share.
    pub fn shares(self) -> i64 {
        self.per_recipient - self.reserve()
    }

    /// The shares that senders may use who have had one on the same day. The others are for those who have not.
    pub(crate) fn shares_for_repeats(self) -> i64 {
        (self.shares() + 1) / 2
    }
}

/// Whose emails count together: all live ones, or those of one sandbox, by its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum EmailScope {
    Live,
    Sandbox(AccountId),
}

impl EmailScope {
    pub const fn of(account: AccountId, mode: Mode) -> EmailScope {
        match mode {
            Mode::Live => EmailScope::Live,
            Mode::Test => EmailScope::Sandbox(account),
        }
    }

    pub const fn mode(self) -> Mode {
        match self {
            EmailScope::Live => Mode::Live,
            EmailScope::Sandbox(_) => Mode::Test,
        }
    }

    pub(crate) fn of_email(message: &Email) -> Option<EmailScope> {
        match message.queue {
            EmailQueue::Sandbox => message.account.map(EmailScope::Sandbox),
            EmailQueue::SignIn | EmailQueue::Account | EmailQueue::Activity | EmailQueue::Claims => {
                Some(EmailScope::Live)
            }
        }
    }

    pub fn name(self) -> String {
        match self {
            EmailScope::Live => LIVE.to_owned(),
            EmailScope::Sandbox(account) => account.to_string(),
        }
    }

    pub fn parse(name: &str) -> Option<EmailScope> {
        if name == LIVE { Some(EmailScope::Live) } else { AccountId::parse(name).map(EmailScope::Sandbox) }
    }
}

const LIVE: &str = "live";

/// What emails that can be combined have in common: the scope and the exact address. Nothing for other emails.
pub fn address_of(message: &Email) -> Option<String> {
    claim_scope(message).map(|scope| address_name(scope, &message.to))
}

/// What emails that share a budget have in common: the scope and the mailbox. Nothing for other emails.
pub fn mailbox_of(message: &Email) -> Option<String> {
    claim_scope(message).map(|scope| mailbox_name(scope, &message.to))
}

fn claim_scope(message: &Email) -> Option<EmailScope> {
    EmailScope::of_email(message).filter(|_| message.kind.is_about_claims())
}

pub(crate) fn address_name(scope: EmailScope, email: &EmailAddress) -> String {
    format!("{}:{}", scope.name(), email.lookup_key())
}

pub(crate) fn mailbox_name(scope: EmailScope, email: &EmailAddress) -> String {
    format!("{}:{}", scope.name(), email.mailbox_key())
}

/// How many emails count under a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmailCount {
    pub scope: EmailScope,
    pub name: String,
    /// When the first of them was sent; the last, in the count of a sender at a mailbox.
    pub since: Timestamp,
    pub count: i64,
    /// When it is over, by the clock of its scope.
    pub ends_at: Timestamp,
}

/// Emails that wait for the same reason, and until when. They were never tried, and are due earlier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostponedEmails {
    pub emails: PostponedGroup,
    pub until: Timestamp,
}

/// Whose claim emails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PostponedGroup {
    /// All to a mailbox.
    Mailbox(String),
    /// One sender's to a mailbox.
    SenderAtMailbox(String, AccountId),
    /// One sender's to an address.
    SenderAtAddress(String, AccountId),
    /// All of a sender.
    Sender(AccountId),
}

/// Everything that waits for an address and was never tried stands in this email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombinedEmails {
    pub address: String,
    pub into: EmailId,
    pub at: Timestamp,
}

/// What a claim email announced goes back in so many days: its recipient is reminded once, if anything of it still
/// waits and they want to be reminded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpiryReminder {
    pub id: EmailId,
    pub announced_by: EmailId,
    pub days: i64,
    pub at: Timestamp,
}

/// How many days before money goes back its recipients are reminded.
pub const REMINDED_DAYS: [i64; 2] = [7, 2];
