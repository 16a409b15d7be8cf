//! The money that a new test account begins with, and the language in which an account writes to its recipients.

use crate::account::{Account, Caller};
use crate::change::{Change, Outcome, Row};
use crate::decisions::inbound::{self, NewInboundTransfer};
use crate::id::{AccountId, AppId, EventId, TransactionId};
use crate::language::Language;
use crate::money::{Amount, MICROS_PER_UNIT};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::user::User;
use crate::world::World;

/// What a test account starts with: 10,000.00 USDC.
pub const TEST_FUNDS: Amount = Amount::from_micros(10_000 * MICROS_PER_UNIT);

/// The fresh ids one new account needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewAccount {
    pub id: AccountId,
    pub own_app: AppId,
    /// The inbound transfer that funds it, and its event; used in test mode only.
    pub funding: TransactionId,
    pub funding_event: EventId,
}

/// Test money is booked like any other: an inbound transfer that came from the simulated chain.
pub(crate) fn test_funds(account: &Account, ids: &NewAccount, now: Timestamp) -> Vec<Row> {
    let external_reference = format!("simulated:{}", ids.funding);
    let arrival = NewInboundTransfer {
        id: ids.funding,
        event: ids.funding_event,
        amount: TEST_FUNDS,
        external_reference,
    };
    inbound::book(account, &arrival, now).1
}

/// The language of emails to people whom the account pays and who have set none themselves. The same again writes
/// nothing.
pub fn set_recipient_language(world: &World, caller: &Caller, language: Language) -> Result<Change, Refusal> {
    let account = *world.account(caller.account)?;
    let changed = Account { recipient_language: Some(language), ..account };
    let rows = if changed == account { Vec::new() } else { vec![Row::Account(changed)] };
    Ok(Change { outcome: Outcome::Done, rows })
}

/// Decisions about money read the account and not its owner, so locking a user also locks the user's accounts.
pub fn lock_accounts(world: &World, user: &User, accounts: &[AccountId]) -> Vec<Row> {
    let known = accounts.iter().filter_map(|id| world.accounts.get(id));
    let own = known.filter(|account| account.user == user.id);
    own.map(|account| Row::Account(Account { locked_at: user.locked_at, ..*account })).collect()
}
