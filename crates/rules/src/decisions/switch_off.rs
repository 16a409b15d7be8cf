//! Turning automatic withdrawals off: because the owner wants it, or because the money would not arrive. What was
//! collected stays in the balance. What happens to a bank account or a withdrawal calls this, in the same commit.

use crate::account::{Account, Caller};
use crate::automatic_withdrawal::{AutomaticWithdrawals, OffReason, SwitchedOff};
use crate::change::{Change, Outcome, Row};
use crate::email::{Email, EmailKind};
use crate::external_account::Destination;
use crate::id::EmailId;
use crate::money::Amount;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

/// The owner wants no more of them, and needs no email about it.
pub fn turn_off(world: &World, caller: &Caller, now: Timestamp) -> Result<Change, Refusal> {
    let account = world.account(caller.account)?;
    let known = world.automatic_withdrawals.get(&account.id).filter(|known| known.is_on());
    let rows = known.map(|known| rows(account, ended(account, known, OffReason::Owner, now)));
    Ok(Change { outcome: Outcome::Done, rows: rows.unwrap_or_default() })
}

/// Something happened to a destination that money should not go to by itself any more.
pub(crate) struct SwitchOff<'a> {
    pub account: &'a Account,
    pub destination: Destination,
    pub reason: OffReason,
    pub email: EmailId,
}

/// The rows of it, if payments are withdrawn to this destination: they tell the owner, too.
pub(crate) fn switch_off(world: &World, off: &SwitchOff<'_>, now: Timestamp) -> Vec<Row> {
    let known = world.automatic_withdrawals.get(&off.account.id);
    match known.filter(|known| known.is_on() && known.destination == off.destination) {
        Some(known) => switched_off(world, off.account, known, (off.reason, off.email), now),
        None => Vec::new(),
    }
}

pub(crate) fn switched_off(
    world: &World,
    account: &Account,
    known: &AutomaticWithdrawals,
    (reason, email): (OffReason, EmailId),
    now: Timestamp,
) -> Vec<Row> {
    let mut rows = rows(account, ended(account, known, reason, now));
    // No person reads the email of people who exist in the sandbox only.
    if let Some(owner) = world.owner_emails.get(&account.id).filter(|owner| !owner.is_simulated()) {
        // Each time that they are turned on has a next withdrawal of its own, and ends once.
        let cause = format!("{}:{}", account.id, known.next_withdrawal);
        let message = Email::new(email, EmailKind::AutomaticWithdrawalsOff, owner.clone(), cause, now);
        rows.push(Row::Email(message.caused_by(account.id, account.mode)));
    }
    rows
}

fn ended(
    account: &Account,
    known: &AutomaticWithdrawals,
    reason: OffReason,
    now: Timestamp,
) -> AutomaticWithdrawals {
    AutomaticWithdrawals {
        off: Some(SwitchedOff { reason, at: account.time(now) }),
        collected: Amount::ZERO,
        closed_since: None,
        next_at: None,
        ..known.clone()
    }
}

/// The row, and the account's own, by which those who credit the account know.
pub(crate) fn rows(account: &Account, wanted: AutomaticWithdrawals) -> Vec<Row> {
    let withdraws_automatically = wanted.is_on();
    let mut rows = vec![Row::AutomaticWithdrawals(Box::new(wanted))];
    if account.withdraws_automatically != withdraws_automatically {
        rows.push(Row::Account(Account { withdraws_automatically, ..*account }));
    }
    rows
}
