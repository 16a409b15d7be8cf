//! Mails: rows that somebody is to be written to, and how far each has come.
//!
//! Each waits in a queue with workers of its own, so that no number of claim emails delays a reset email. How many
//! claim emails an address gets is decided in `claim_email`.
//!
//! A mail is marked as being sent before anything leaves, and only whoever's commit that was sends it. What became of
//! one whose sender died, or whose answer was lost, nobody knows: it is never sent again by itself. A claim email is
//! followed by one reminder, because money waits.

use crate::account::Mode;
use crate::change::{Change, Outcome, Row};
use crate::claim_email;
use crate::email::Email;
use crate::id::{AccountId, MailId};
use crate::sandbox;
use crate::time::Timestamp;
use crate::world::World;

/// How long after each try the next one comes. After the last, the mail is given up.
const PAUSES_SECONDS: [i64; 8] = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];
/// Who has not said for this long what became of a mail is not going to.
const FORGOTTEN_SECONDS: i64 = 600;

/// What a mail is about, and so what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailKind {
    /// Money waits. The cause is the first item that a payout sends to the address.
    Claim,
    /// The same, once more, because the sender or the recipient asked or an email may not have arrived. The cause is
    /// the item, which of these it was, and a number or that email.
    Reminder,
    /// Proves an address to whoever wants to open an account with it.
    Join,
    /// Somebody wanted to open an account with an address that has one.
    Known,
    /// A new password can be chosen.
    Reset,
    /// Something that matters for a user's security. The cause is the entry in their log.
    Security,
    /// Nothing is sent to a webhook endpoint any more. The cause is the endpoint and when it was turned off.
    WebhookOff,
}

impl MailKind {
    pub const ALL: [MailKind; 7] = [
        MailKind::Claim,
        MailKind::Reminder,
        MailKind::Join,
        MailKind::Known,
        MailKind::Reset,
        MailKind::Security,
        MailKind::WebhookOff,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            MailKind::Claim => "claim",
            MailKind::Reminder => "reminder",
            MailKind::Join => "join",
            MailKind::Known => "known",
            MailKind::Reset => "reset",
            MailKind::Security => "security",
            MailKind::WebhookOff => "webhook_off",
        }
    }

    pub fn parse(name: &str) -> Option<MailKind> {
        MailKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it says that money waits: senders and strangers cause these, so their number is limited.
    pub const fn is_about_claims(self) -> bool {
        match self {
            MailKind::Claim | MailKind::Reminder => true,
            MailKind::Join
            | MailKind::Known
            | MailKind::Reset
            | MailKind::Security
            | MailKind::WebhookOff => false,
        }
    }

    /// Where it waits, unless a test account causes it.
    const fn queue(self) -> EmailQueue {
        match self {
            MailKind::Join | MailKind::Known | MailKind::Reset => EmailQueue::SignIn,
            MailKind::Security | MailKind::WebhookOff => EmailQueue::Account,
            MailKind::Claim | MailKind::Reminder => EmailQueue::Claims,
        }
    }
}

/// Where an email waits. Each queue has workers of its own, so none waits for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmailQueue {
    /// Sign-up and password reset: a person waits in front of a page.
    SignIn,
    /// What happened on the recipient's own account.
    Account,
    /// Bulk: claim emails and reminders.
    Claims,
    /// What test accounts cause. Nothing in it is ever sent.
    Sandbox,
}

impl EmailQueue {
    pub const ALL: [EmailQueue; 4] =
        [EmailQueue::SignIn, EmailQueue::Account, EmailQueue::Claims, EmailQueue::Sandbox];

    pub const fn name(self) -> &'static str {
        match self {
            EmailQueue::SignIn => "sign_in",
            EmailQueue::Account => "account",
            EmailQueue::Claims => "claims",
            EmailQueue::Sandbox => "sandbox",
        }
    }

    pub fn parse(name: &str) -> Option<EmailQueue> {
        EmailQueue::ALL.into_iter().find(|queue| queue.name() == name)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailStatus {
    /// To be sent.
    Queued,
    /// Caused by a test account: to be looked at, never to be sent.
    Kept,
    /// Somebody is about to send it.
    Sending,
    Sent,
    /// Given up: it was refused for good, or too often.
    Failed,
    /// It may or may not have been sent.
    Unclear,
    /// Not sent: another email to the address says the same.
    Combined,
    /// Not sent: there is no reason for it any more.
    Obsolete,
}

impl MailStatus {
    pub const ALL: [MailStatus; 8] = [
        MailStatus::Queued,
        MailStatus::Kept,
        MailStatus::Sending,
        MailStatus::Sent,
        MailStatus::Failed,
        MailStatus::Unclear,
        MailStatus::Combined,
        MailStatus::Obsolete,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            MailStatus::Queued => "queued",
            MailStatus::Kept => "kept",
            MailStatus::Sending => "sending",
            MailStatus::Sent => "sent",
            MailStatus::Failed => "failed",
            MailStatus::Unclear => "unclear",
            MailStatus::Combined => "combined",
            MailStatus::Obsolete => "obsolete",
        }
    }

    pub fn parse(name: &str) -> Option<MailStatus> {
        MailStatus::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// A mail that is to be written to somebody. What it says is made when it is sent, from what caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    pub id: MailId,
    /// Whose doing it is. Nobody's, as long as they have no account.
    pub account: Option<AccountId>,
    pub kind: MailKind,
    pub email: Email,
    /// What caused it: there is never a second mail for it.
    pub cause: String,
    pub queue: EmailQueue,
    /// How many payout items it announces; 0 for emails that are not about claims.
    pub items: i64,
    pub status: MailStatus,
    pub created_at: Timestamp,
    /// When it is due, while it waits; since when it is being sent, while it is. In the sandbox, by the clock of the
    /// account.
    pub next_at: Timestamp,
    pub tries: i64,
}

impl Mail {
    pub fn new(id: MailId, kind: MailKind, email: Email, cause: String, now: Timestamp) -> Mail {
        let (status, queue, items) = (MailStatus::Queued, kind.queue(), 0);
        let (account, tries) = (None, 0);
        Mail { id, account, kind, email, cause, queue, items, status, created_at: now, next_at: now, tries }
    }

    /// What it is called on pages: its status, and whether the limits hold it back.
    pub fn state_name(&self) -> &'static str {
        let is_held_back = self.status == MailStatus::Queued
            && self.kind.is_about_claims()
            && self.tries == 0
            && self.next_at > self.created_at;
        if is_held_back { "delayed" } else { self.status.name() }
    }

    /// The same, caused by this account. What a test account causes is never sent.
    pub fn caused_by(self, account: AccountId, mode: Mode) -> Mail {
        let (queue, status) = sandbox::email_handling(mode, &self);
        Mail { account: Some(account), queue, status, ..self }
    }
}

/// How an attempt to send a mail ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posted {
    Sent,
    /// Surely not sent; it may go better another time.
    Later,
    /// Surely not sent, and it will never go better.
    Never,
    Unclear,
    /// Not sent, because the reason for it is gone.
    Obsolete,
}

/// Takes those that are due, to be sent by whoever asked and nobody else.
pub fn take(world: &World, ids: &[MailId], now: Timestamp) -> Change {
    let known = ids.iter().filter_map(|id| world.mails.get(id));
    let is_due = |mail: &&Mail| mail.status == MailStatus::Queued && mail.next_at <= now;
    let due = known.filter(is_due).filter(|mail| !mail.kind.is_about_claims());
    let taken: Vec<Mail> = due.map(|mail| taken(mail, now)).collect();
    let rows = taken.iter().cloned().map(Row::Mail).collect();
    Change { outcome: Outcome::Mails(taken), rows }
}

/// The same mail, about to be sent by whoever's commit this is.
pub(crate) fn taken(mail: &Mail, now: Timestamp) -> Mail {
    Mail { status: MailStatus::Sending, next_at: now, tries: mail.tries + 1, ..mail.clone() }
}

/// Notes how sending went. Only what is being sent can be noted. The new id is for the reminder that follows, if one
/// does.
pub fn note(world: &World, id: MailId, posted: Posted, follow_up: MailId, now: Timestamp) -> Change {
    let sending = world.mails.get(&id).filter(|mail| mail.status == MailStatus::Sending);
    let mut rows = Vec::new();
    if let Some(mail) = sending {
        let noted = noted(mail, posted, now);
        let is_given_up =
            matches!(posted, Posted::Unclear | Posted::Later) && noted.status != MailStatus::Queued;
        let follow_up = claim_email::follow_up(&noted, follow_up, now).filter(|_| is_given_up);
        rows.extend([noted].into_iter().chain(follow_up).map(Row::Mail));
    }
    Change { outcome: Outcome::Done, rows }
}

fn noted(mail: &Mail, posted: Posted, now: Timestamp) -> Mail {
    let pause = usize::try_from(mail.tries - 1).ok().and_then(|try_| PAUSES_SECONDS.get(try_));
    let (status, next_at) = match (posted, pause) {
        (Posted::Sent, _) => (MailStatus::Sent, now),
        (Posted::Later, Some(pause)) => (MailStatus::Queued, now.plus_seconds(*pause)),
        (Posted::Later, None) | (Posted::Never, _) => (MailStatus::Failed, now),
        (Posted::Unclear, _) => (MailStatus::Unclear, now),
        (Posted::Obsolete, _) => (MailStatus::Obsolete, now),
    };
    Mail { status, next_at, ..mail.clone() }
}

/// An email whose sender has died, and the id of the reminder that follows, if one does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lost {
    pub mail: MailId,
    pub follow_up: MailId,
}

/// Whoever was sending these has died.
pub fn give_up(world: &World, lost: &[Lost], now: Timestamp) -> Change {
    let is_lost = |mail: &&Mail| mail.status == MailStatus::Sending && is_lost(mail.next_at, now);
    let ended = lost.iter().filter_map(|lost| {
        let mail = world.mails.get(&lost.mail).filter(is_lost)?;
        let unclear = Mail { status: MailStatus::Unclear, next_at: now, ..mail.clone() };
        let follow_up = claim_email::follow_up(&unclear, lost.follow_up, now);
        Some([unclear].into_iter().chain(follow_up).map(Row::Mail))
    });
    Change { outcome: Outcome::Done, rows: ended.flatten().collect() }
}

fn is_lost(since: Timestamp, now: Timestamp) -> bool {
    since.plus_seconds(FORGOTTEN_SECONDS) <= now
}

/// Mails that have been "being sent" since before this moment are lost.
pub fn lost_before(now: Timestamp) -> Timestamp {
    now.plus_seconds(-FORGOTTEN_SECONDS)
}
