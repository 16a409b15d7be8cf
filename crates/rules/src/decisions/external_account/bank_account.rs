//! Registering a bank account.

use crate::account::Caller;
use crate::archive_status::ArchiveStatus;
use crate::change::Change;
use crate::decisions::external_account::{self, external_account};
use crate::external_account::bank_account::{BankAccount, Sealed};
use crate::id::{BankAccountId, EventId};
use crate::rail::Rail;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

external_account!(BankAccount, BankAccountId, bank_accounts, BankAccountChanged, Archived);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateBankAccount {
    pub id: BankAccountId,
    /// The id of the event of its creation.
    pub event: EventId,
    pub name: String,
    pub rail: Rail,
    pub details: Sealed,
}

pub fn create(
    world: &World,
    caller: &Caller,
    new: &CreateBankAccount,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let now = world.account(caller.account)?.time(now);
    let bank_account = BankAccount {
        id: new.id,
        account: caller.account,
        app: caller.app,
        name: new.name.clone(),
        status: ArchiveStatus::Active,
        rail: new.rail,
        details: new.details.clone(),
        created_at: now,
        events: 0,
    };
    Ok(external_account::create(bank_account, new.event, now))
}
