//! Which of the emails that wait for a mailbox go now. It never decides how many may: that is what counts are for.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::change::{Change, Outcome, Row};
use crate::claim_email::{CombinedEmails, EmailLimits, EmailScope, address_name};
use crate::decisions::claim_email::Origin;
use crate::decisions::claim_email::counts::{Counts, count_names};
use crate::email::{Email, EmailKind, EmailStatus};
use crate::email_address::EmailAddress;
use crate::id::{AccountId, EmailId};
use crate::money::Amount;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// The emails that wait for one mailbox, as a worker saw them: some that are due of each sender, and all retries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailboxTurn {
    pub scope: EmailScope,
    pub messages: Vec<WaitingEmail>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingEmail {
    pub id: EmailId,
    pub email: EmailAddress,
    pub sender: AccountId,
    /// What it announces.
    pub amount: Amount,
    /// Whether anything of what it announces can still be claimed. What once cannot, never can again.
    pub is_needed: bool,
}

pub fn turn_needs(needs: &mut Needs, turns: &[MailboxTurn]) {
    for turn in turns {
        if let EmailScope::Sandbox(account) = turn.scope {
            needs.accounts.insert(account);
        }
        for waiting in &turn.messages {
            needs.emails.insert(waiting.id);
            needs.email_counts.extend(count_names(turn.scope, &waiting.email, waiting.sender));
        }
    }
}

/// Takes what may be sent now: at most one email for each address, which stands for all that wait for it. The others
/// are combined into it, or wait until the limits allow one. What no worker has looked at follows them.
pub fn take(
    world: &World,
    turns: &[MailboxTurn],
    limits: EmailLimits,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let mut counts = Counts::new(world, limits);
    let mut rows = Vec::new();
    for turn in turns {
        let now = turn.scope.time(world, now)?;
        rows.extend(Mailbox::new(world, turn, now).decide(&mut counts));
    }
    let sending = |row: &Row| match row {
        Row::Email(message) if message.status == EmailStatus::Sending => Some(message.clone()),
        _ => None,
    };
    let taken = rows.iter().filter_map(sending).collect();
    rows.extend(counts.rows());
    Ok(Change { outcome: Outcome::Emails(taken), rows })
}

/// A mailbox while it is decided on.
struct Mailbox<'w> {
    scope: EmailScope,
    now: Timestamp,
    /// Tried before, and so counted.
    retries: Vec<&'w Email>,
    new: Vec<(&'w Email, Amount)>,
    rows: Vec<Row>,
}

impl<'w> Mailbox<'w> {
    fn new(world: &'w World, turn: &MailboxTurn, now: Timestamp) -> Mailbox<'w> {
        let (mut retries, mut new, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for waiting in &turn.messages {
            let known = world.emails.get(&waiting.id);
            let Some(message) = known.filter(|message| message.status == EmailStatus::Queued) else {
                continue;
            };
            if !waiting.is_needed {
                rows.push(Row::Email(ended(message, EmailStatus::Obsolete, now)));
            } else if message.tries > 0 {
                retries.push(message);
            } else {
                new.push((message, waiting.amount));
            }
        }
        retries.sort_by_key(|message| (Origin::of(message) == Origin::FollowUp, message.next_at, message.id));
        Mailbox { scope: turn.scope, now, retries, new, rows }
    }

    fn decide(mut self, counts: &mut Counts<'_>) -> Vec<Row> {
        let chosen = self.choose(counts);
        self.combine_retries(&chosen);
        for (message, _) in std::mem::take(&mut self.new) {
            let relay_transaction = chosen.get(&self.address(message)).copied();
            if relay_transaction.is_some_and(|relay_transaction| relay_transaction.id == message.id) {
                self.send(message);
            } else if relay_transaction
                .is_some_and(|relay_transaction| stands_for(relay_transaction, message))
                || self.has_retry(message)
            {
                self.rows.push(Row::Email(ended(message, EmailStatus::Combined, self.now)));
            } else if message.next_at <= self.now
                && let Err(held) = counts.check(message, self.scope, self.now)
            {
                self.rows.push(Row::Email(Email { next_at: held.until, ..message.clone() }));
                let others = held.others.into_iter().map(Row::PostponedEmails);
                let others: Vec<Row> = others.filter(|row| !self.rows.contains(row)).collect();
                self.rows.extend(others);
            }
        }
        self.rows
    }

    /// The new emails that go now, by their address. Senders take turns.
    fn choose(&self, counts: &mut Counts<'_>) -> BTreeMap<String, &'w Email> {
        let mut chosen = BTreeMap::new();
        loop {
            let allowed = self.new.iter().copied().filter(|(message, _)| {
                // A retry says what a new email would; only the recipient need not wait for it.
                let is_open = !self.has_retry(message) || Origin::of(message) == Origin::Request;
                let is_first = is_open && !chosen.contains_key(&self.address(message));
                is_first && message.next_at <= self.now && counts.check(message, self.scope, self.now).is_ok()
            });
            let place = |(message, amount): &(&Email, Amount)| {
                let (origin, last) = (Origin::of(message), counts.last_sent(message, self.scope, self.now));
                let is_tagged = message.to.is_tagged();
                let turn = (origin != Origin::Request, last, origin == Origin::FollowUp, is_tagged);
                (turn, Reverse(*amount), message.next_at, message.id)
            };
            let Some((first, _)) = allowed.min_by_key(place) else { return chosen };
            counts.add(first, self.scope, self.now);
            chosen.insert(self.address(first), first);
        }
    }

    /// An address has one retry, which stands for new emails, too. It begins anew with them, so that they are not given
    /// up together with it.
    fn combine_retries(&mut self, chosen: &BTreeMap<String, &Email>) {
        let mut first: BTreeMap<String, &Email> = BTreeMap::new();
        for retry in &self.retries {
            let address = self.address(retry);
            if chosen.contains_key(&address) || first.contains_key(&address) {
                self.rows.push(Row::Email(ended(retry, EmailStatus::Combined, self.now)));
            } else {
                first.insert(address, retry);
            }
        }
        for (address, retry) in first {
            let mut others = self.new.iter().map(|(message, _)| *message).chain(self.retries.iter().copied());
            let stands_for_more = others.any(|other| {
                other.id != retry.id && self.address(other) == address && stands_for(retry, other)
            });
            let is_due = retry.next_at <= self.now;
            let retry = Email { tries: if stands_for_more { 1 } else { retry.tries }, ..retry.clone() };
            if is_due {
                self.send(&retry);
            } else if stands_for_more {
                self.combine_others(&retry);
                self.rows.push(Row::Email(retry));
            }
        }
    }

    fn send(&mut self, message: &Email) {
        self.combine_others(message);
        self.rows.push(Row::Email(match self.scope {
            EmailScope::Live => message.taken(self.now),
            EmailScope::Sandbox(_) => ended(message, EmailStatus::Kept, self.now),
        }));
    }

    /// Those that no worker has looked at.
    fn combine_others(&mut self, message: &Email) {
        if Origin::of(message) != Origin::FollowUp {
            let (address, into, at) = (self.address(message), message.id, self.now);
            self.rows.push(Row::CombinedEmails(CombinedEmails { address, into, at }));
        }
    }

    fn has_retry(&self, message: &Email) -> bool {
        let address = self.address(message);
        self.retries.iter().any(|retry| self.address(retry) == address && stands_for(retry, message))
    }

    fn address(&self, message: &Email) -> String {
        address_name(self.scope, &message.to)
    }
}

/// Nothing follows a follow-up, so it stands for no email that could be lost with it.
fn stands_for(relay_transaction: &Email, message: &Email) -> bool {
    Origin::of(relay_transaction) != Origin::FollowUp || message.kind != EmailKind::Claim
}

fn ended(message: &Email, status: EmailStatus, now: Timestamp) -> Email {
    Email { status, next_at: now, ..message.clone() }
}
