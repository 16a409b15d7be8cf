//! Automatic withdrawals: turning them on, and withdrawing what has come in.
//!
//! The commit that credits a payment also writes down that it is to be withdrawn. A worker looks at what is written,
//! and in one commit the payments are collected and, if they are enough, their withdrawal is made: as the owner would
//! make it, with the same limits and on the same terms. Whatever happens to the worker, a payment is in one withdrawal
//! or in none.

mod withdraw;

pub use withdraw::{WithdrawPayments, withdraw};

use std::sync::Arc;

use crate::account::Caller;
use crate::automatic_withdrawal::AutomaticWithdrawals;
use crate::change::{Change, Outcome};
use crate::decisions::switch_off;
use crate::decisions::withdrawal::NamedDestination;
use crate::external_account::Destination;
use crate::id::TransactionId;
use crate::money::Amount;
use crate::refusal::{Limit, Refusal};
use crate::tariff::Tariff;
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// What the owner wants to be done with incoming payments from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetAutomaticWithdrawals {
    pub destination: Destination,
    /// The address of a wallet that is the destination.
    pub address: Option<String>,
    pub minimum: Amount,
    pub next_withdrawal: TransactionId,
    pub tariff: Arc<Tariff>,
    pub most: Amount,
}

impl SetAutomaticWithdrawals {
    pub(crate) fn needs(&self, needs: &mut Needs, caller: &Caller) {
        needs.accounts.insert(caller.account);
        needs.automatic_withdrawals.insert(caller.account);
        needs.destination(caller.account, self.destination);
        needs.deposit_addresses.extend(self.address.clone());
    }
}

/// Turns them on, or changes where they go. What was collected and not withdrawn goes to the new destination.
pub fn set(
    world: &World,
    caller: &Caller,
    set: &SetAutomaticWithdrawals,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let account = world.account(caller.account)?;
    let named = NamedDestination::find(world, account.id, set.destination, |app| caller.reaches(app))?;
    named.check_active()?;
    // Money that goes to an account of this service comes in as a payment, and could go round in a circle.
    if set.address.as_ref().is_some_and(|address| world.deposit_addresses.contains(address)) {
        return Err(Refusal::AddressOfService);
    }
    if set.minimum > set.most {
        return Err(Refusal::LimitExceeded(Limit::ExternalTransfer { most: set.most }));
    }
    named.offered(&set.tariff)?.withdrawal(set.minimum)?;
    let known = world.automatic_withdrawals.get(&account.id);
    let wanted = match known.filter(|known| known.is_on()) {
        Some(known) => {
            AutomaticWithdrawals { destination: set.destination, minimum: set.minimum, ..known.clone() }
        }
        None => AutomaticWithdrawals {
            account: account.id,
            mode: account.mode,
            destination: set.destination,
            minimum: set.minimum,
            off: None,
            on_since: now,
            next_withdrawal: set.next_withdrawal,
            collected: Amount::ZERO,
            closed_since: None,
            next_at: None,
        },
    };
    if known == Some(&wanted) {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    }
    // Where it is refused now may not be where it would be refused, and a lower minimum may be reached.
    let next_at = (wanted.collected > Amount::ZERO).then_some(now);
    let wanted = AutomaticWithdrawals { closed_since: None, next_at, ..wanted };
    Ok(Change { outcome: Outcome::Done, rows: switch_off::rows(account, wanted) })
}
