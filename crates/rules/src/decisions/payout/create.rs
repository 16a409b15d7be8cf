//! Accepting a payout: the whole total is reserved with everything that says so, or nothing happens.

use std::collections::HashMap;

use crate::account::{Account, Caller, Mode};
use crate::change::{Change, Outcome, Row};
use crate::email_address::EmailAddress;
use crate::event::{Event, EventPayload};
use crate::id::{EventKind, PayoutId, RecipientId, RecipientKind, Series};
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::money::{Amount, Currency};
use crate::payout::{Breakdown, LEASE_SECONDS, Payout, PayoutStatus, Preview, PreviewItem};
use crate::recipient::Recipient;
use crate::refusal::{Limit, Refusal};
use crate::sandbox;
use crate::time::Timestamp;
use crate::transaction::{ItemStatus, Transaction, TransactionType};
use crate::world::World;

/// Who is to be paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PayoutTarget {
    EmailAddress(EmailAddress),
    Recipient(RecipientId),
    /// An ID that no object can have.
    Unknown,
}

impl PayoutTarget {
    /// The recipient that an id names.
    pub fn recipient(id: &str) -> PayoutTarget {
        RecipientId::parse(id).map_or(PayoutTarget::Unknown, PayoutTarget::Recipient)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewItem {
    pub target: PayoutTarget,
    pub amount: Amount,
    pub reference: Option<String>,
}

/// How much may be sent at once, as the operator set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayoutLimits {
    /// The least that a live item may be: each can cause an email to a stranger.
    pub least: Amount,
    pub item: Amount,
    pub payout: Amount,
}

impl PayoutLimits {
    /// As they are for an account of this mode.
    pub fn in_mode(self, mode: Mode) -> PayoutLimits {
        PayoutLimits { least: sandbox::min_per_item(mode, self.least), ..self }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreatePayout {
    /// The first of a series; the items follow it.
    pub id: PayoutId,
    pub items: Vec<NewItem>,
    pub reference: Option<String>,
    pub idempotency_key: Option<String>,
    pub limits: PayoutLimits,
    /// Ids for recipients that are new.
    pub recipients: Series<RecipientKind>,
    pub events: Series<EventKind>,
}

pub fn create(world: &World, caller: &Caller, new: &CreatePayout, now: Timestamp) -> Result<Change, Refusal> {
    world.check_money_may_leave()?;
    let account = world.account(caller.account)?;
    account.check_not_locked()?;
    let total = check(world, caller, new)?;
    let (recipients, newcomers) = recipients(world, account, new, now);
    let (real_now, now) = (now, account.time(now));
    let count = new.items.len() as i64;
    let payout = Payout {
        id: new.id,
        account: caller.account,
        mode: account.mode,
        status: PayoutStatus::Processing,
        currency: Currency::Usdc,
        total_amount: total,
        total_items: count,
        breakdown: Breakdown { processing: count, ..Breakdown::default() },
        reference: new.reference.clone(),
        idempotency_key: new.idempotency_key.clone(),
        created_at: now,
        completed_at: None,
        // The process that accepts it is the first to have it.
        next_at: Some(real_now.plus_seconds(LEASE_SECONDS)),
    };
    let mut rows = Vec::with_capacity(new.items.len() + 2 * newcomers.len() + 3);
    rows.push(Row::Event(Event {
        id: new.events.nth(newcomers.len()),
        account: caller.account,
        payload: EventPayload::PayoutCreated(payout.clone()),
        sequence: 1,
        at: now,
    }));
    let met = newcomers.iter().enumerate();
    rows.extend(met.map(|(index, recipient)| Row::Event(recipient.created("", new.events.nth(index)))));
    rows.extend(newcomers.into_iter().map(Row::Recipient));
    rows.push(Row::Payout(payout.clone()));
    rows.extend(new.items.iter().zip(recipients).enumerate().map(|(index, (item, recipient))| {
        Row::NewTransaction(Transaction {
            payout: Some(new.id),
            recipient: Some(recipient),
            reference: item.reference.clone(),
            ..Transaction::new(new.id.item(index), caller.account, TransactionType::Payout, item.amount, now)
        })
    }));
    rows.push(Row::Transfer(Transfer {
        operation: Operation::Hold(new.id),
        debit: LedgerAccountId::Available(caller.account),
        credit: LedgerAccountId::Held(caller.account),
        amount: total,
        created_at: real_now,
    }));
    Ok(Change { outcome: Outcome::Payout(payout), rows })
}

/// Everything that can be wrong with a well-formed payout. Returns its total.
fn check(world: &World, caller: &Caller, new: &CreatePayout) -> Result<Amount, Refusal> {
    let unknown: Vec<usize> = positions(new, |item| match &item.target {
        PayoutTarget::EmailAddress(_) => false,
        PayoutTarget::Recipient(id) => !world.has_recipient(caller.account, *id),
        PayoutTarget::Unknown => true,
    });
    if !unknown.is_empty() {
        return Err(Refusal::UnknownRecipient { items: unknown });
    }
    let large = positions(new, |item| item.amount > new.limits.item);
    if !large.is_empty() {
        return Err(Refusal::LimitExceeded(Limit::Item { items: large, most: new.limits.item }));
    }
    let PayoutLimits { least, .. } = new.limits.in_mode(caller.mode);
    let small = positions(new, |item| item.amount < least);
    if !small.is_empty() {
        return Err(Refusal::LimitExceeded(Limit::LeastItem { items: small, least }));
    }
    let total = new.items.iter().try_fold(Amount::ZERO, |sum, item| sum.checked_add(item.amount));
    let most = new.limits.payout;
    let total = total.filter(|total| *total <= most).ok_or(Refusal::LimitExceeded(Limit::Payout { most }))?;
    let available = world.balance(LedgerAccountId::Available(caller.account));
    if total > available {
        return Err(Refusal::InsufficientFunds { needed: total, available });
    }
    Ok(total)
}

fn positions(new: &CreatePayout, wrong: impl Fn(&NewItem) -> bool) -> Vec<usize> {
    new.items.iter().enumerate().filter(|(_, item)| wrong(item)).map(|(index, _)| index).collect()
}

/// The recipient of each item, and those that are new: one for each address, however often it comes.
fn recipients(
    world: &World,
    account: &Account,
    new: &CreatePayout,
    now: Timestamp,
) -> (Vec<RecipientId>, Vec<Recipient>) {
    let mut newcomers: Vec<Recipient> = Vec::new();
    let mut seen: HashMap<String, RecipientId> = HashMap::new();
    let ids = new.items.iter().map(|item| match &item.target {
        PayoutTarget::Recipient(id) => *id,
        PayoutTarget::Unknown => unreachable!("an item for an unknown recipient was refused"),
        PayoutTarget::EmailAddress(email) => {
            let key = email.lookup_key();
            if let Some(known) = world.recipient_id(account.id, &key) {
                return known;
            }
            if let Some(twice) = seen.get(&key) {
                return *twice;
            }
            let id = new.recipients.nth(newcomers.len());
            newcomers.push(Recipient::new(id, account, email, now));
            seen.insert(key, id);
            id
        }
    });
    let ids = ids.collect();
    (ids, newcomers)
}

/// Decides as [`create`] does, and changes nothing.
pub fn preview(world: &World, caller: &Caller, new: &CreatePayout) -> Change {
    let refusal = world.check_money_may_leave().and_then(|()| check(world, caller, new)).err();
    let mut first_written: HashMap<String, &EmailAddress> = HashMap::new();
    let items = new.items.iter().map(|item| {
        let (email, recipient, on_platform) = match &item.target {
            PayoutTarget::Unknown => return None,
            PayoutTarget::Recipient(id) => {
                let known = world.recipients.get(id).filter(|known| known.account == caller.account)?;
                (known.email.clone(), Some(known.id), known.on_platform())
            }
            PayoutTarget::EmailAddress(email) => {
                let key = email.lookup_key();
                match world.recipient_by_email(caller.account, &key) {
                    Some(known) => (known.email.clone(), Some(known.id), known.on_platform()),
                    None => {
                        let email = *first_written.entry(key).or_insert(email);
                        (email.clone(), None, false)
                    }
                }
            }
        };
        let status = match (sandbox::asks_to_fail(caller.mode, &email), on_platform) {
            (true, _) => ItemStatus::Failed,
            (false, true) => ItemStatus::Completed,
            (false, false) => ItemStatus::PendingClaim,
        };
        Some(PreviewItem { email, recipient, amount: item.amount, on_platform, status })
    });
    let preview = Preview {
        total: new.items.iter().try_fold(Amount::ZERO, |sum, item| sum.checked_add(item.amount)),
        available: world.balance(LedgerAccountId::Available(caller.account)),
        items: items.collect(),
        refusal,
    };
    Change { outcome: Outcome::Preview(preview), rows: Vec::new() }
}
