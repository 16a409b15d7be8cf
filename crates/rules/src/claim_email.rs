//! How many emails say that money waits: senders choose the addresses, so this limits what Florin can be used for.
//!
//! An address gets one claim email in 24 hours. What comes later waits, and is combined into one email when that time
//! is over; nothing is lost. A mailbox, whatever the tags in its address, and a sender have daily limits. The decision
//! falls in the commit that marks an email as being sent, under the locks of the counts, so no number of servers
//! exceeds them.

use std::collections::BTreeMap;

use crate::account::Mode;
use crate::change::{Change, Outcome, Row};
use crate::email::Email;
use crate::id::{AccountId, MailId};
use crate::mail::{self, EmailQueue, Mail, MailKind, MailStatus};
use crate::refusal::Refusal;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::world::{Needs, World};

/// How long an email counts.
pub const COUNTED_SECONDS: i64 = SECONDS_PER_DAY;

/// How many claim emails and reminders may be sent in 24 hours, as the operator set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EmailLimits {
    /// To one mailbox, whoever the senders are.
    pub per_recipient: i64,
    /// For one sending account, whoever the recipients are.
    pub per_sender: i64,
}

/// How many emails count under a name, since the first of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmailCount {
    pub name: String,
    pub since: Timestamp,
    pub count: i64,
}

impl EmailCount {
    fn ends_at(&self) -> Timestamp {
        self.since.plus_seconds(COUNTED_SECONDS)
    }
}

/// Whose emails count together: all live ones, or those of one sandbox, by its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Scope {
    Live,
    Sandbox(AccountId),
}

impl Scope {
    pub const fn of(account: AccountId, mode: Mode) -> Scope {
        match mode {
            Mode::Live => Scope::Live,
            Mode::Test => Scope::Sandbox(account),
        }
    }

    fn of_mail(mail: &Mail) -> Option<Scope> {
        match mail.queue {
            EmailQueue::Sandbox => mail.account.map(Scope::Sandbox),
            EmailQueue::SignIn | EmailQueue::Account | EmailQueue::Claims => Some(Scope::Live),
        }
    }

    fn name(self) -> String {
        match self {
            Scope::Live => "live".to_owned(),
            Scope::Sandbox(account) => account.to_string(),
        }
    }

    fn time(self, world: &World, now: Timestamp) -> Result<Timestamp, Refusal> {
        match self {
            Scope::Live => Ok(now),
            Scope::Sandbox(account) => Ok(world.account(account)?.time(now)),
        }
    }
}

/// What emails that can be combined have in common: the scope and the exact address. Nothing for other emails.
pub fn address_of(mail: &Mail) -> Option<String> {
    let scope = Scope::of_mail(mail).filter(|_| mail.kind.is_about_claims())?;
    Some(address_name(scope, &mail.email))
}

pub fn address_name(scope: Scope, email: &Email) -> String {
    format!("{}:{}", scope.name(), email.lookup_key())
}

/// The counts that an email from this sender to this address depends on.
pub fn count_names(scope: Scope, email: &Email, sender: AccountId) -> [String; 3] {
    [
        format!("address:{}", address_name(scope, email)),
        format!("mailbox:{}:{}", scope.name(), email.mailbox_key()),
        format!("sender:{sender}"),
    ]
}

/// Whether the recipient asked for it: then it is no sender's doing.
fn is_asked_by_recipient(mail: &Mail) -> bool {
    mail.kind == MailKind::Reminder && mail.cause.contains(":r")
}

/// The counts of a commit: those that were gathered, and what the commit adds to them.
struct Counts<'w> {
    world: &'w World,
    limits: EmailLimits,
    changed: BTreeMap<String, EmailCount>,
}

impl<'w> Counts<'w> {
    fn new(world: &'w World, limits: EmailLimits) -> Counts<'w> {
        Counts { world, limits, changed: BTreeMap::new() }
    }

    fn current(&self, name: &str, now: Timestamp) -> Option<&EmailCount> {
        let known = self.changed.get(name).or_else(|| self.world.email_counts.get(name));
        known.filter(|known| now < known.ends_at())
    }

    /// Whether an email may be sent now, or when it may be.
    fn check(&self, mail: &Mail, scope: Scope, now: Timestamp) -> Result<(), Timestamp> {
        let Some(sender) = mail.account else { return Ok(()) };
        let [address, mailbox, sender] = count_names(scope, &mail.email, sender);
        let (address_limit, sender_limit) = match mail.kind {
            MailKind::Claim => (1, self.limits.per_sender),
            _ if is_asked_by_recipient(mail) => (i64::MAX, i64::MAX),
            _ => (i64::MAX, self.limits.per_sender),
        };
        let limits = [(address, address_limit), (mailbox, self.limits.per_recipient), (sender, sender_limit)];
        let ends = limits.iter().filter_map(|(name, most)| {
            self.current(name, now).filter(|known| known.count >= *most).map(EmailCount::ends_at)
        });
        ends.max().map_or(Ok(()), Err)
    }

    fn add(&mut self, mail: &Mail, scope: Scope, now: Timestamp) {
        let Some(sender) = mail.account else { return };
        let names = count_names(scope, &mail.email, sender);
        let counted = if is_asked_by_recipient(mail) { 2 } else { 3 };
        for name in names.into_iter().take(counted) {
            let known = self.current(&name, now).cloned();
            let known = known.unwrap_or(EmailCount { name: name.clone(), since: now, count: 0 });
            self.changed.insert(name, EmailCount { count: known.count + 1, ..known });
        }
    }

    fn rows(self) -> impl Iterator<Item = Row> {
        self.changed.into_values().map(Row::EmailCount)
    }
}

/// Emails of a sandbox are decided on when they are caused: nothing is sent, so nothing needs a worker. Live ones are
/// decided on when they are due.
pub fn written(world: &World, mails: Vec<Mail>, limits: EmailLimits) -> Vec<Row> {
    let mut counts = Counts::new(world, limits);
    let mut rows = Vec::with_capacity(mails.len());
    for mail in mails {
        let scope = Scope::of_mail(&mail).filter(|scope| matches!(scope, Scope::Sandbox(_)));
        rows.push(Row::Mail(match scope {
            None => mail,
            Some(scope) => match counts.check(&mail, scope, mail.created_at) {
                Err(next_at) => Mail { next_at, ..mail },
                Ok(()) => {
                    counts.add(&mail, scope, mail.created_at);
                    Mail { status: MailStatus::Kept, ..mail }
                }
            },
        }));
    }
    rows.extend(counts.rows());
    rows
}

/// A reminder, unless the limits are reached: whoever asks is told when it can be asked for again.
pub fn remind(
    world: &World,
    mail: &Mail,
    scope: Scope,
    limits: EmailLimits,
    now: Timestamp,
) -> Result<Vec<Row>, Refusal> {
    let now = scope.time(world, now)?;
    let mail = Mail { created_at: now, next_at: now, ..mail.clone() };
    let checked = Counts::new(world, limits).check(&mail, scope, now);
    checked.map_err(|until| Refusal::TooManyAttempts { seconds: until.seconds_after(now) })?;
    Ok(written(world, vec![mail], limits))
}

/// The emails that wait for one address, as a worker saw them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressTurn {
    pub scope: Scope,
    pub mails: Vec<WaitingEmail>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingEmail {
    pub id: MailId,
    pub email: Email,
    pub sender: AccountId,
    /// Whether anything of what it announces can still be claimed. What once cannot, never can again.
    pub is_needed: bool,
}

pub fn turn_needs(needs: &mut Needs, turns: &[AddressTurn]) {
    for turn in turns {
        if let Scope::Sandbox(account) = turn.scope {
            needs.accounts.insert(account);
        }
        for waiting in &turn.mails {
            needs.mails.insert(waiting.id);
            needs.email_counts.extend(count_names(turn.scope, &waiting.email, waiting.sender));
        }
    }
}

/// Takes what may be sent now: at most one new email for each address, which stands for all that wait for it. The
/// others are combined into it, or wait until the limits allow one.
pub fn take(
    world: &World,
    turns: &[AddressTurn],
    limits: EmailLimits,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let mut counts = Counts::new(world, limits);
    let mut rows = Vec::new();
    for turn in turns {
        let now = turn.scope.time(world, now)?;
        let queued = turn.mails.iter().filter_map(|waiting| {
            let mail = world.mails.get(&waiting.id)?;
            (mail.status == MailStatus::Queued).then_some((mail, waiting.is_needed))
        });
        let (needed, obsolete): (Vec<_>, Vec<_>) = queued.partition(|(_, is_needed)| *is_needed);
        let obsolete = obsolete.into_iter().map(|(mail, _)| mail);
        rows.extend(obsolete.map(|mail| ended(mail, MailStatus::Obsolete, now)));
        // What was tried before has been counted.
        let (tried, new): (Vec<&Mail>, Vec<&Mail>) =
            needed.into_iter().map(|(mail, _)| mail).partition(|mail| mail.tries > 0);
        rows.extend(tried.into_iter().filter(|mail| mail.next_at <= now).map(|mail| mail::taken(mail, now)));
        rows.extend(first_allowed(&mut counts, turn.scope, &new, now));
    }
    let taken = rows.iter().filter(|mail| mail.status == MailStatus::Sending).cloned().collect();
    let mut rows: Vec<Row> = rows.into_iter().map(Row::Mail).collect();
    rows.extend(counts.rows());
    Ok(Change { outcome: Outcome::Mails(taken), rows })
}

/// What becomes of emails to one address that were never tried.
fn first_allowed(counts: &mut Counts<'_>, scope: Scope, new: &[&Mail], now: Timestamp) -> Vec<Mail> {
    let due = || new.iter().copied().filter(|mail| mail.next_at <= now);
    let Some(first) = due().find(|mail| counts.check(mail, scope, now).is_ok()) else {
        let waiting = due().filter_map(|mail| {
            let next_at = counts.check(mail, scope, now).err()?;
            Some(Mail { next_at, ..mail.clone() })
        });
        return waiting.collect();
    };
    counts.add(first, scope, now);
    let others = new.iter().filter(|mail| mail.id != first.id);
    let sent = match scope {
        Scope::Live => mail::taken(first, now),
        Scope::Sandbox(_) => ended(first, MailStatus::Kept, now),
    };
    others.map(|mail| ended(mail, MailStatus::Combined, now)).chain([sent]).collect()
}

fn ended(mail: &Mail, status: MailStatus, now: Timestamp) -> Mail {
    Mail { status, next_at: now, ..mail.clone() }
}

/// Deletes counts that are over. Somebody may have begun anew since they were looked at.
pub fn forget(world: &World, names: &[String], now: Timestamp) -> Change {
    let over =
        names.iter().filter(|name| world.email_counts.get(*name).is_some_and(|known| known.ends_at() <= now));
    Change { outcome: Outcome::Done, rows: over.map(|name| Row::ForgottenEmailCount(name.clone())).collect() }
}
