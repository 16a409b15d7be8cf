//! Emails: queued messages to people, and how far each has come.
//!
//! Each waits in a queue with workers of its own, so that no number of claim emails delays a reset email.

use crate::account::Mode;
use crate::email_address::EmailAddress;
use crate::email_preferences::EmailGroup;
use crate::id::{AccountId, EmailId};
use crate::language::Language;
use crate::named_enum;
use crate::time::Timestamp;

named_enum! {
    /// What an email is about, and so what it says.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EmailKind {
        /// Money waits. The cause is the first item that a payout sends to the address.
        Claim = "claim",
        /// The same, once more, because the sender or the recipient asked or an email may not have arrived. The cause
        /// is the item, which of these it was, and a number or that email.
        Reminder = "reminder",
        /// Proves an address to open an account with it.
        Join = "join",
        /// A visitor wanted to open an account with an address that has one.
        Known = "known",
        /// A new password can be chosen.
        Reset = "reset",
        /// Something that matters for a user's security. The cause is the entry in their log.
        Security = "security",
        /// Nothing is sent to a webhook endpoint any more. The cause is the endpoint and when it was turned off.
        WebhookOff = "webhook_off",
        /// Incoming payments are not withdrawn any more. The cause is the account and the withdrawal that would have
        /// been next.
        AutomaticWithdrawalsOff = "automatic_withdrawals_off",
        /// Payments came in. `activity_email` describes the causes of this and all that follow.
        Paid = "paid",
        /// Recipients of a payout claimed what waited for them.
        Claimed = "claimed",
        /// Payments of a payout were not claimed in time, and went back to the sender.
        Refunded = "refunded",
        WithdrawalSent = "withdrawal_sent",
        WithdrawalCompleted = "withdrawal_completed",
        WithdrawalFailed = "withdrawal_failed",
        /// It had arrived, and the bank sent it back.
        WithdrawalReturned = "withdrawal_returned",
        DepositCredited = "deposit_credited",
        DepositFailed = "deposit_failed",
        DepositExpired = "deposit_expired",
        /// To the operator, about items that wait too long. `operator_alert` describes the causes.
        OperatorAlert = "operator_alert",
    }
}

impl EmailKind {
    /// Whether it tells an owner what happened to the money of their account.
    pub const fn is_about_activity(self) -> bool {
        matches!(self.queue(), EmailQueue::Activity)
    }

    /// With which others its reader can turn it off, if they can.
    pub const fn group(self) -> Option<EmailGroup> {
        match self {
            EmailKind::Paid => Some(EmailGroup::Payments),
            EmailKind::Claimed => Some(EmailGroup::Payouts),
            EmailKind::WithdrawalSent
            | EmailKind::WithdrawalCompleted
            | EmailKind::DepositCredited
            | EmailKind::DepositExpired => Some(EmailGroup::Transfers),
            EmailKind::Reminder => Some(EmailGroup::ClaimReminders),
            EmailKind::Claim
            | EmailKind::Join
            | EmailKind::Known
            | EmailKind::Reset
            | EmailKind::Security
            | EmailKind::WebhookOff
            | EmailKind::AutomaticWithdrawalsOff
            | EmailKind::Refunded
            | EmailKind::WithdrawalFailed
            | EmailKind::WithdrawalReturned
            | EmailKind::DepositFailed
            | EmailKind::OperatorAlert => None,
        }
    }

    /// Whether it says that money waits: senders and strangers cause these, so their number is limited.
    pub const fn is_about_claims(self) -> bool {
        match self {
            EmailKind::Claim | EmailKind::Reminder => true,
            EmailKind::Join
            | EmailKind::Known
            | EmailKind::Reset
            | EmailKind::Security
            | EmailKind::WebhookOff
            | EmailKind::AutomaticWithdrawalsOff
            | EmailKind::Paid
            | EmailKind::Claimed
            | EmailKind::Refunded
            | EmailKind::WithdrawalSent
            | EmailKind::WithdrawalCompleted
            | EmailKind::WithdrawalFailed
            | EmailKind::WithdrawalReturned
            | EmailKind::DepositCredited
            | EmailKind::DepositFailed
            | EmailKind::DepositExpired
            | EmailKind::OperatorAlert => false,
        }
    }

    /// Where it waits, unless a test account causes it.
    const fn queue(self) -> EmailQueue {
        match self {
            EmailKind::Join | EmailKind::Known | EmailKind::Reset => EmailQueue::SignIn,
            EmailKind::Security
            | EmailKind::WebhookOff
            | EmailKind::AutomaticWithdrawalsOff
            | EmailKind::OperatorAlert => EmailQueue::Account,
            EmailKind::Claim | EmailKind::Reminder => EmailQueue::Claims,
            EmailKind::Paid
            | EmailKind::Claimed
            | EmailKind::Refunded
            | EmailKind::WithdrawalSent
            | EmailKind::WithdrawalCompleted
            | EmailKind::WithdrawalFailed
            | EmailKind::WithdrawalReturned
            | EmailKind::DepositCredited
            | EmailKind::DepositFailed
            | EmailKind::DepositExpired => EmailQueue::Activity,
        }
    }
}

named_enum! {
    /// Where an email waits. Each queue has workers of its own, so none waits for another.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EmailQueue {
        /// Sign-up and password reset: a person waits in front of a page.
        SignIn = "sign_in",
        /// What happened on the recipient's own account.
        Account = "account",
        /// What happened to the money of an account: as many as there are payments, withdrawals and deposits.
        Activity = "activity",
        /// Bulk: claim emails and reminders.
        Claims = "claims",
        /// What test accounts cause. Nothing in it is ever sent.
        Sandbox = "sandbox",
    }
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EmailStatus {
        /// To be sent.
        Queued = "queued",
        /// Caused by a test account: to be looked at, never to be sent.
        Kept = "kept",
        /// A process is about to send it.
        Sending = "sending",
        Sent = "sent",
        /// Given up: it was refused for good, or too often.
        Failed = "failed",
        /// It may or may not have been sent.
        Unclear = "unclear",
        /// Not sent: another email to the address says the same.
        Combined = "combined",
        /// Not sent: there is no reason for it any more.
        Obsolete = "obsolete",
    }
}

/// An email to a person. What it says is made when it is sent, from what caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Email {
    pub id: EmailId,
    /// Whose doing it is. None, as long as they have no account.
    pub account: Option<AccountId>,
    pub kind: EmailKind,
    pub to: EmailAddress,
    /// What caused it: there is never a second email for it.
    pub cause: String,
    pub queue: EmailQueue,
    /// How many payout items it announces; 0 for emails that are not about claims.
    pub items: i64,
    pub status: EmailStatus,
    /// Of emails that a visitor asks for on a page. The language of others is decided when they are written, from the
    /// settings at that time.
    pub language: Option<Language>,
    pub created_at: Timestamp,
    /// When it is due, while it waits; since when it is being sent, while it is. In the sandbox, by the clock of the
    /// account.
    pub next_at: Timestamp,
    pub tries: i64,
}

impl Email {
    pub fn new(id: EmailId, kind: EmailKind, to: EmailAddress, cause: String, now: Timestamp) -> Email {
        let (status, queue, items) = (EmailStatus::Queued, kind.queue(), 0);
        let (account, language, tries) = (None, None, 0);
        let (created_at, next_at) = (now, now);
        Email { id, account, kind, to, cause, queue, items, status, language, created_at, next_at, tries }
    }

    /// With which others its reader can turn it off, if they can. What a recipient asks for is sent, and so is what
    /// follows an email that may not have arrived: it may be the first.
    pub fn group(&self) -> Option<EmailGroup> {
        let is_needed =
            self.kind == EmailKind::Reminder && (self.cause.contains(":r") || self.cause.contains(":u"));
        self.kind.group().filter(|_| !is_needed)
    }

    /// What it is called on pages: its status, and whether the limits hold it back.
    pub fn state_name(&self) -> &'static str {
        let is_held_back = self.status == EmailStatus::Queued
            && self.kind.is_about_claims()
            && self.tries == 0
            && self.next_at > self.created_at;
        if is_held_back { "delayed" } else { self.status.name() }
    }

    /// The same email, about to be sent by the process that commits this.
    pub(crate) fn taken(&self, now: Timestamp) -> Email {
        Email { status: EmailStatus::Sending, next_at: now, tries: self.tries + 1, ..self.clone() }
    }

    /// The same, caused by this account. What a test account causes is kept to be looked at, and never sent. Its claim
    /// emails keep to the same limits as live ones, so they are kept when they would have been sent.
    pub fn caused_by(self, account: AccountId, mode: Mode) -> Email {
        let (queue, status) = match mode {
            Mode::Live => (self.queue, self.status),
            Mode::Test if self.kind.is_about_claims() => (EmailQueue::Sandbox, EmailStatus::Queued),
            Mode::Test => (EmailQueue::Sandbox, EmailStatus::Kept),
        };
        Email { account: Some(account), queue, status, ..self }
    }
}
