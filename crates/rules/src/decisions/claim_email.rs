//! How many emails say that money waits: senders choose the addresses, so this limits what Florin can be used for.
//!
//! - A mailbox, whatever the tags in its address, gets at most `per_recipient` emails in 24 hours. Some of these are a
//!   reserve for what the recipient asks for. The others are shared by the senders in turn (`turn`): the sender whose
//!   last email to the mailbox is longest ago goes first, and one who has had none before all others.
//! - A sender's second and later emails of a day leave some shares for other senders. So a sender's first email to a
//!   mailbox waits at most `1 + others / shares` days, where `others` are the senders who also wait for their first.
//! - A sender has one claim email in 24 hours for each address, and a daily limit for all of them. It can remind an
//!   address once in 24 hours.
//!
//! What comes later waits, and is combined into one email for each address; nothing is lost. The decision falls in the
//! commit that marks an email as being sent, under the locks of the counts, so no number of servers exceeds them.

mod counts;
mod turn;

use crate::change::{Change, Outcome, Row};
use crate::claim_email::{EmailLimits, EmailScope};
use crate::email::{Email, EmailKind, EmailStatus};
use crate::email_address::EmailAddress;
use crate::id::{AccountId, EmailId};
use crate::refusal::Refusal;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::world::{Needs, World};
use counts::{Counts, sender_reminder};
pub use counts::{count_names, reminder_name};
pub use turn::{MailboxTurn, WaitingEmail, take, turn_needs};

/// How long after an email that may not have arrived the recipient is reminded.
const FOLLOW_UP_SECONDS: i64 = SECONDS_PER_DAY;

impl EmailScope {
    fn time(self, world: &World, now: Timestamp) -> Result<Timestamp, Refusal> {
        match self {
            EmailScope::Live => Ok(now),
            EmailScope::Sandbox(account) => Ok(world.account(account)?.time(now)),
        }
    }
}

/// Whose doing a claim email is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// A sender pays.
    Payment,
    /// A sender asks for a reminder.
    Reminder,
    /// The recipient asks for it: it is no sender's doing.
    Request,
    /// An email before it may not have arrived.
    FollowUp,
}

impl Origin {
    fn of(message: &Email) -> Origin {
        match message.kind {
            EmailKind::Reminder if message.cause.contains(":r") => Origin::Request,
            EmailKind::Reminder if message.cause.contains(":u") => Origin::FollowUp,
            EmailKind::Reminder => Origin::Reminder,
            EmailKind::Claim
            | EmailKind::Join
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
            | EmailKind::OperatorAlert => Origin::Payment,
        }
    }
}

/// The reminder after a claim email that ended without confirmation that it arrived: others may have been combined
/// into it, and no sender must be forgotten. It comes a day later, within the limits, if something still waits then;
/// once, because after two emails without an answer a third is as likely to be one too many.
pub(crate) fn follow_up(ended: &Email, id: EmailId, now: Timestamp) -> Option<Email> {
    if !ended.kind.is_about_claims() || Origin::of(ended) == Origin::FollowUp {
        return None;
    }
    let item = ended.cause.split(':').next()?;
    let cause = format!("{item}:u:{}", ended.id);
    let message = Email::new(id, EmailKind::Reminder, ended.to.clone(), cause, now);
    let next_at = now.plus_seconds(FOLLOW_UP_SECONDS);
    Some(Email { account: ended.account, queue: ended.queue, next_at, ..message })
}

/// Emails of a sandbox are decided on when they are caused: nothing is sent, so nothing needs a worker. Live ones are
/// decided on when they are due.
pub fn written(world: &World, messages: Vec<Email>, limits: EmailLimits) -> Vec<Row> {
    let mut counts = Counts::new(world, limits);
    let mut rows = Vec::with_capacity(messages.len());
    for message in messages {
        let scope = EmailScope::of_email(&message).filter(|scope| matches!(scope, EmailScope::Sandbox(_)));
        rows.push(Row::Email(match scope {
            None => message,
            Some(scope) => match counts.check(&message, scope, message.created_at) {
                Err(held) => Email { next_at: held.until, ..message },
                Ok(()) => {
                    counts.add(&message, scope, message.created_at);
                    Email { status: EmailStatus::Kept, ..message }
                }
            },
        }));
    }
    rows.extend(counts.rows());
    rows
}

/// The counts that [`written`] depends on.
pub fn written_needs(needs: &mut Needs, scope: EmailScope, email: &EmailAddress, sender: AccountId) {
    match scope {
        EmailScope::Live => {}
        EmailScope::Sandbox(_) => needs.email_counts.extend(count_names(scope, email, sender)),
    }
}

/// The counts that [`remind`] depends on.
pub fn remind_needs(needs: &mut Needs, message: &Email, scope: EmailScope) {
    let sender = message.account.expect("a reminder is about an account's payment");
    needs.accounts.insert(sender);
    needs.email_counts.extend(count_names(scope, &message.to, sender));
    needs.email_counts.insert(reminder_name(scope, &message.to, sender));
}

/// A reminder, unless the limits are reached: the caller is told when it can be asked for again.
pub fn remind(
    world: &World,
    message: &Email,
    scope: EmailScope,
    limits: EmailLimits,
    now: Timestamp,
) -> Result<Vec<Row>, Refusal> {
    let now = scope.time(world, now)?;
    let message = Email { created_at: now, next_at: now, ..message.clone() };
    let asked = sender_reminder(world, &message, scope, now)?;
    let checked = Counts::new(world, limits).check(&message, scope, now);
    checked.map_err(|held| Refusal::TooManyAttempts { seconds: held.until.seconds_after(now) })?;
    let mut rows = written(world, vec![message], limits);
    rows.extend(asked.map(Row::EmailCount));
    Ok(rows)
}

/// A count by its scope and name.
pub type CountKey = (EmailScope, String);

pub fn forget_needs(needs: &mut Needs, counts: &[CountKey]) {
    for (scope, name) in counts {
        if let EmailScope::Sandbox(account) = scope {
            needs.accounts.insert(*account);
        }
        needs.email_counts.insert(name.clone());
    }
}

/// Deletes counts that are over, by the clock of their scope. Some may have begun anew since they were looked at.
pub fn forget(world: &World, counts: &[CountKey], now: Timestamp) -> Result<Change, Refusal> {
    let mut rows = Vec::new();
    for (scope, name) in counts {
        let now = scope.time(world, now)?;
        let is_over = world.email_counts.get(name).is_some_and(|known| known.ends_at <= now);
        rows.extend(is_over.then(|| Row::ForgottenEmailCount(name.clone())));
    }
    Ok(Change { outcome: Outcome::Done, rows })
}
