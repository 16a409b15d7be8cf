//! Emails: queued messages to people, and how far each has come.
//!
//! Each waits in a queue with workers of its own, so that no number of claim emails delays a reset email. How many
//! claim emails an address gets is decided in `claim_email`.
//!
//! An email is marked as being sent before anything leaves, and only the process that committed this sends it. What
//! became of one whose sender died, or whose answer was lost, is unknown: it is never sent again by itself. A claim
//! email is followed by one reminder, because money waits.

use crate::account::Mode;
use crate::change::{Change, Outcome, Row};
use crate::claim_email;
use crate::email_address::EmailAddress;
use crate::id::{AccountId, EmailId};
use crate::named_enum;
use crate::sandbox;
use crate::time::Timestamp;
use crate::world::World;

/// How long after each try the next one comes. After the last, the email is given up.
const PAUSES_SECONDS: [i64; 8] = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];
/// Who has not said for this long what became of an email is not going to.
const FORGOTTEN_SECONDS: i64 = 600;

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
    }
}

impl EmailKind {
    /// Whether it says that money waits: senders and strangers cause these, so their number is limited.
    pub const fn is_about_claims(self) -> bool {
        match self {
            EmailKind::Claim | EmailKind::Reminder => true,
            EmailKind::Join
            | EmailKind::Known
            | EmailKind::Reset
            | EmailKind::Security
            | EmailKind::WebhookOff => false,
        }
    }

    /// Where it waits, unless a test account causes it.
    const fn queue(self) -> EmailQueue {
        match self {
            EmailKind::Join | EmailKind::Known | EmailKind::Reset => EmailQueue::SignIn,
            EmailKind::Security | EmailKind::WebhookOff => EmailQueue::Account,
            EmailKind::Claim | EmailKind::Reminder => EmailQueue::Claims,
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
    pub created_at: Timestamp,
    /// When it is due, while it waits; since when it is being sent, while it is. In the sandbox, by the clock of the
    /// account.
    pub next_at: Timestamp,
    pub tries: i64,
}

impl Email {
    pub fn new(id: EmailId, kind: EmailKind, to: EmailAddress, cause: String, now: Timestamp) -> Email {
        let (status, queue, items) = (EmailStatus::Queued, kind.queue(), 0);
        let (account, tries) = (None, 0);
        Email { id, account, kind, to, cause, queue, items, status, created_at: now, next_at: now, tries }
    }

    /// What it is called on pages: its status, and whether the limits hold it back.
    pub fn state_name(&self) -> &'static str {
        let is_held_back = self.status == EmailStatus::Queued
            && self.kind.is_about_claims()
            && self.tries == 0
            && self.next_at > self.created_at;
        if is_held_back { "delayed" } else { self.status.name() }
    }

    /// The same, caused by this account. What a test account causes is never sent.
    pub fn caused_by(self, account: AccountId, mode: Mode) -> Email {
        let (queue, status) = sandbox::email_handling(mode, &self);
        Email { account: Some(account), queue, status, ..self }
    }
}

/// How an attempt to send an email ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SendOutcome {
    Sent,
    /// Surely not sent; it may go better another time.
    Later,
    /// Surely not sent, and it will never go better.
    Never,
    Unclear,
    /// Not sent, because the reason for it is gone.
    Obsolete,
}

/// Takes those that are due, to be sent by the calling process only.
pub fn take(world: &World, ids: &[EmailId], now: Timestamp) -> Change {
    let known = ids.iter().filter_map(|id| world.emails.get(id));
    let is_due = |message: &&Email| message.status == EmailStatus::Queued && message.next_at <= now;
    let due = known.filter(is_due).filter(|message| !message.kind.is_about_claims());
    let taken: Vec<Email> = due.map(|message| taken(message, now)).collect();
    let rows = taken.iter().cloned().map(Row::Email).collect();
    Change { outcome: Outcome::Emails(taken), rows }
}

/// The same email, about to be sent by the process that commits this.
pub(crate) fn taken(message: &Email, now: Timestamp) -> Email {
    Email { status: EmailStatus::Sending, next_at: now, tries: message.tries + 1, ..message.clone() }
}

/// Notes how sending went. Only what is being sent can be noted. The new id is for the reminder that follows, if one
/// does.
pub fn note(world: &World, id: EmailId, posted: SendOutcome, follow_up: EmailId, now: Timestamp) -> Change {
    let sending = world.emails.get(&id).filter(|message| message.status == EmailStatus::Sending);
    let mut rows = Vec::new();
    if let Some(message) = sending {
        let noted = noted(message, posted, now);
        let is_given_up = matches!(posted, SendOutcome::Unclear | SendOutcome::Later)
            && noted.status != EmailStatus::Queued;
        let follow_up = claim_email::follow_up(&noted, follow_up, now).filter(|_| is_given_up);
        rows.extend([noted].into_iter().chain(follow_up).map(Row::Email));
    }
    Change { outcome: Outcome::Done, rows }
}

fn noted(message: &Email, posted: SendOutcome, now: Timestamp) -> Email {
    let pause = usize::try_from(message.tries - 1).ok().and_then(|try_| PAUSES_SECONDS.get(try_));
    let (status, next_at) = match (posted, pause) {
        (SendOutcome::Sent, _) => (EmailStatus::Sent, now),
        (SendOutcome::Later, Some(pause)) => (EmailStatus::Queued, now.plus_seconds(*pause)),
        (SendOutcome::Later, None) | (SendOutcome::Never, _) => (EmailStatus::Failed, now),
        (SendOutcome::Unclear, _) => (EmailStatus::Unclear, now),
        (SendOutcome::Obsolete, _) => (EmailStatus::Obsolete, now),
    };
    Email { status, next_at, ..message.clone() }
}

/// An email whose sender has died, and the id of the reminder that follows, if one does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbandonedEmail {
    pub email_id: EmailId,
    pub follow_up: EmailId,
}

/// The process that was sending these has died.
pub fn give_up(world: &World, lost: &[AbandonedEmail], now: Timestamp) -> Change {
    let is_lost = |message: &&Email| message.status == EmailStatus::Sending && is_lost(message.next_at, now);
    let ended = lost.iter().filter_map(|lost| {
        let message = world.emails.get(&lost.email_id).filter(is_lost)?;
        let unclear = Email { status: EmailStatus::Unclear, next_at: now, ..message.clone() };
        let follow_up = claim_email::follow_up(&unclear, lost.follow_up, now);
        Some([unclear].into_iter().chain(follow_up).map(Row::Email))
    });
    Change { outcome: Outcome::Done, rows: ended.flatten().collect() }
}

fn is_lost(since: Timestamp, now: Timestamp) -> bool {
    since.plus_seconds(FORGOTTEN_SECONDS) <= now
}

/// Emails that have been "being sent" since before this moment are lost.
pub fn lost_before(now: Timestamp) -> Timestamp {
    now.plus_seconds(-FORGOTTEN_SECONDS)
}
