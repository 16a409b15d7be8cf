//! What was sent in the last 24 hours, and whether one more may be. It never decides which email goes first.

use std::collections::BTreeMap;

use crate::change::Row;
use crate::claim::CLAIM_SECONDS;
use crate::claim_email::{
    EmailCount, EmailLimits, EmailScope, PostponedEmails, PostponedGroup, REMINDER_PAUSE_SECONDS,
    address_name, mailbox_name,
};
use crate::decisions::claim_email::Origin;
use crate::email::{Email, EmailKind};
use crate::email_address::EmailAddress;
use crate::id::AccountId;
use crate::refusal::Refusal;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::world::World;

/// The names of the counts that an email depends on.
struct Names {
    /// What the mailbox gets from senders.
    mailbox: String,
    /// What the owner of the mailbox asks for.
    requests: String,
    /// What the mailbox gets from this sender. It is kept for as long as an item waits, so that senders take turns.
    pair: String,
    /// What the address gets from this sender.
    address: String,
    sender: String,
}

impl Names {
    fn of(scope: EmailScope, email: &EmailAddress, sender: AccountId) -> Names {
        let (mailbox, address) = (mailbox_name(scope, email), address_name(scope, email));
        Names {
            requests: format!("requests:{mailbox}"),
            pair: format!("pair:{mailbox}:{sender}"),
            mailbox: format!("mailbox:{mailbox}"),
            address: format!("address:{address}:{sender}"),
            sender: format!("sender:{}:{sender}", scope.name()),
        }
    }
}

/// The counts that an email from this sender to this address depends on.
pub fn count_names(scope: EmailScope, email: &EmailAddress, sender: AccountId) -> [String; 5] {
    let Names { mailbox, requests, pair, address, sender } = Names::of(scope, email, sender);
    [mailbox, requests, pair, address, sender]
}

/// The name of the count of the reminders that a sender has asked for at an address.
pub fn reminder_name(scope: EmailScope, email: &EmailAddress, sender: AccountId) -> String {
    format!("reminder:{}:{sender}", address_name(scope, email))
}

/// A sender can remind an address once a day, whether or not the email has been sent by then. The count lasts as long
/// as an item waits, so that pages can show the time of the last reminder.
pub(super) fn sender_reminder(
    world: &World,
    message: &Email,
    scope: EmailScope,
    now: Timestamp,
) -> Result<Option<EmailCount>, Refusal> {
    let Some(sender) = message.account.filter(|_| Origin::of(message) == Origin::Reminder) else {
        return Ok(None);
    };
    let name = reminder_name(scope, &message.to, sender);
    let known = world.email_counts.get(&name).filter(|known| now < known.ends_at);
    let next = known.map(|known| known.since.plus_seconds(REMINDER_PAUSE_SECONDS));
    if let Some(next) = next.filter(|next| now < *next) {
        return Err(Refusal::RemindedRecently { seconds: next.seconds_after(now) });
    }
    let count = known.map_or(0, |known| known.count) + 1;
    Ok(Some(EmailCount { scope, name, since: now, count, ends_at: now.plus_seconds(CLAIM_SECONDS) }))
}

/// Why an email must wait.
pub(super) struct EmailPostponement {
    pub until: Timestamp,
    /// Which others must wait for the same reasons.
    pub others: Vec<PostponedEmails>,
}

/// The counts of a commit: those that were gathered, and what the commit adds to them.
pub(super) struct Counts<'w> {
    world: &'w World,
    limits: EmailLimits,
    changed: BTreeMap<String, EmailCount>,
}

impl<'w> Counts<'w> {
    pub(super) fn new(world: &'w World, limits: EmailLimits) -> Counts<'w> {
        Counts { world, limits, changed: BTreeMap::new() }
    }

    fn current(&self, name: &str, now: Timestamp) -> Option<&EmailCount> {
        let known = self.changed.get(name).or_else(|| self.world.email_counts.get(name));
        known.filter(|known| now < known.ends_at)
    }

    /// When the sender last had an email to the mailbox, as far as is on record.
    pub(super) fn last_sent(&self, message: &Email, scope: EmailScope, now: Timestamp) -> Option<Timestamp> {
        let names = Names::of(scope, &message.to, message.account?);
        self.current(&names.pair, now).map(|pair| pair.since)
    }

    /// Whether an email may be sent now, or when it may be.
    pub(super) fn check(
        &self,
        message: &Email,
        scope: EmailScope,
        now: Timestamp,
    ) -> Result<(), EmailPostponement> {
        let Some(sender) = message.account else { return Ok(()) };
        let names = Names::of(scope, &message.to, sender);
        if Origin::of(message) == Origin::Request {
            let most =
                if message.to.is_tagged() { self.limits.reserve_for_tags() } else { self.limits.reserve() };
            let full = self.current(&names.requests, now).filter(|known| known.count >= most);
            return full
                .map_or(Ok(()), |full| Err(EmailPostponement { until: full.ends_at, others: Vec::new() }));
        }
        let mailbox = || mailbox_name(scope, &message.to);
        let full = |name: &str, most: i64| self.current(name, now).filter(|known| known.count >= most);
        let mut others = Vec::new();
        let mut hold = |emails: PostponedGroup, known: &EmailCount| {
            others.push(PostponedEmails { emails, until: known.ends_at });
        };
        if let Some(known) = full(&names.mailbox, self.limits.shares()) {
            hold(PostponedGroup::Mailbox(mailbox()), known);
        }
        if let Some(known) = full(&names.mailbox, self.limits.shares_for_repeats())
            && self.current(&names.pair, now).is_some_and(|pair| pair.since >= known.since)
        {
            hold(PostponedGroup::SenderAtMailbox(mailbox(), sender), known);
        }
        if message.kind == EmailKind::Claim
            && let Some(known) = full(&names.address, 1)
        {
            hold(PostponedGroup::SenderAtAddress(address_name(scope, &message.to), sender), known);
        }
        if let Some(known) = full(&names.sender, self.limits.per_sender) {
            hold(PostponedGroup::Sender(sender), known);
        }
        let until = others.iter().map(|held| held.until).max();
        until.map_or(Ok(()), |until| Err(EmailPostponement { until, others }))
    }

    pub(super) fn add(&mut self, message: &Email, scope: EmailScope, now: Timestamp) {
        let Some(sender) = message.account else { return };
        let names = Names::of(scope, &message.to, sender);
        if Origin::of(message) == Origin::Request {
            self.count(names.requests, scope, now);
            return;
        }
        for name in [names.mailbox, names.address, names.sender] {
            self.count(name, scope, now);
        }
        let count = self.current(&names.pair, now).map_or(0, |known| known.count) + 1;
        let ends_at = now.plus_seconds(CLAIM_SECONDS);
        let pair = EmailCount { scope, name: names.pair.clone(), since: now, count, ends_at };
        self.changed.insert(names.pair, pair);
    }

    fn count(&mut self, name: String, scope: EmailScope, now: Timestamp) {
        let ends_at = now.plus_seconds(SECONDS_PER_DAY);
        let new = EmailCount { scope, name: name.clone(), since: now, count: 0, ends_at };
        let known = self.current(&name, now).cloned().unwrap_or(new);
        self.changed.insert(name, EmailCount { count: known.count + 1, ..known });
    }

    pub(super) fn rows(self) -> impl Iterator<Item = Row> {
        self.changed.into_values().map(Row::EmailCount)
    }
}
