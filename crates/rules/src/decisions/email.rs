//! Taking emails that are due, and noting how sending them went.
//!
//! An email is marked as being sent before anything leaves, and only the process that committed this sends it. What
//! became of one whose sender died, or whose answer was lost, is unknown: it is never sent again by itself. A claim
//! email is followed by one reminder, because money waits. How many an address gets is decided in `claim_email`.

use crate::activity_email::paid_later;
use crate::change::{Change, Outcome, Row};
use crate::decisions::claim_email;
use crate::email::{Email, EmailKind, EmailStatus};
use crate::id::EmailId;
use crate::time::Timestamp;
use crate::world::World;

/// How long after each try the next one comes. After the last, the email is given up.
const PAUSES_SECONDS: [i64; 8] = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

/// Who has not said for this long what became of an email is not going to.
const FORGOTTEN_SECONDS: i64 = 600;

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
    let taken: Vec<Email> = due.map(|message| message.taken(now)).collect();
    let rows = taken.iter().cloned().map(Row::Email).collect();
    Change { outcome: Outcome::Emails(taken), rows }
}

/// Notes how sending went. Only what is being sent can be noted. The new id is for the email that follows, if one does:
/// a reminder, or one about payments that came later.
pub fn note(world: &World, id: EmailId, posted: SendOutcome, follow_up: EmailId, now: Timestamp) -> Change {
    let sending = world.emails.get(&id).filter(|message| message.status == EmailStatus::Sending);
    let mut rows = Vec::new();
    if let Some(message) = sending {
        let noted = noted(message, posted, now);
        let is_given_up = matches!(posted, SendOutcome::Unclear | SendOutcome::Later)
            && noted.status != EmailStatus::Queued;
        let follow_up = match noted.status {
            EmailStatus::Queued => None,
            _ if noted.kind == EmailKind::Paid => paid_later(message, follow_up, now),
            _ => claim_email::follow_up(&noted, follow_up, now).filter(|_| is_given_up),
        };
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
        let follow_up = claim_email::follow_up(&unclear, lost.follow_up, now)
            .or_else(|| paid_later(message, lost.follow_up, now));
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
