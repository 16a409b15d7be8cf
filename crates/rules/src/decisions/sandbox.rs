//! Test money, simulated people and the clock of a test account.

use crate::account::{Account, Caller, Mode};
use crate::change::{Change, Outcome, Row};
use crate::email_address::{EmailAddress, SIMULATED_DOMAIN};
use crate::id::{AccountId, AppId, RecipientId, UserId};
use crate::ledger;
use crate::money::Amount;
use crate::refusal::{Limit, Refusal};
use crate::sandbox::SimulatedOrder;
use crate::time::{MICROS_PER_SECOND, SECONDS_PER_DAY, Timestamp};
use crate::user::{AccountType, User};
use crate::world::World;

/// The ids of a person who exists in the sandbox only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewPerson {
    pub user: UserId,
    pub account: AccountId,
    pub own_app: AppId,
}

/// The address of a person made up for a recipient: its id, so that no other person's address becomes verified by a
/// simulation.
pub fn simulated_email(recipient: RecipientId) -> EmailAddress {
    EmailAddress::parse(&format!("{recipient}{SIMULATED_DOMAIN}")).expect("an id is a mailbox name")
}

/// A person made up for a simulated claim of what this account has paid: a wallet to be paid into. Without a password
/// no user can sign in to it.
pub fn simulated_person(
    payer: &Account,
    ids: NewPerson,
    recipient: RecipientId,
    (name, password_hash): (&str, &str),
    now: Timestamp,
) -> Vec<Row> {
    let mut rows = vec![
        Row::User(User {
            id: ids.user,
            email: simulated_email(recipient),
            name: name.to_owned(),
            account_type: AccountType::Personal,
            password_hash: password_hash.to_owned(),
            created_at: now,
            verified_at: None,
            epoch: 0,
            latest_device: 0,
            second_factor: None,
            language: None,
            zone: None,
            locked_at: None,
        }),
        Row::Account(Account {
            id: ids.account,
            user: ids.user,
            mode: Mode::Test,
            own_app: ids.own_app,
            created_at: now,
            clock_ahead: 0,
            withdraws_automatically: false,
            sponsor: Some(payer.charged()),
            recipient_language: None,
            locked_at: None,
        }),
    ];
    rows.extend(ledger::accounts_of(ids.account, Mode::Test, now).map(Row::LedgerAccount));
    rows
}

/// Counts test money that an account creates. All test accounts share the simulated banks and the simulated chain,
/// which hold no more than 64 bits count, so each may create so much in all, whatever becomes of it. What simulated
/// people create is charged to the account they were made up for: people are free.
pub fn create_money(world: &World, account: &Account, more: Amount, most: Amount) -> Result<Row, Refusal> {
    let charged = world.account(account.charged())?.id;
    let total = world.simulated_in(charged).checked_add(more.micros());
    match total.filter(|total| *total <= most.micros()) {
        Some(total) => Ok(Row::SimulatedMoney { account: charged, total }),
        None => Err(Refusal::LimitExceeded(Limit::TestMoney { most })),
    }
}

/// The simulated bank remembers an order by the account's clock. To be told twice changes nothing.
pub fn take_order(
    world: &World,
    account: AccountId,
    reference: &str,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let taken_at = world.account(account)?.time(now);
    let order = SimulatedOrder { reference: reference.to_owned(), account, taken_at };
    Ok(Change { outcome: Outcome::Done, rows: vec![Row::SimulatedOrder(order)] })
}

/// How far a test account's clock can be moved in all.
const FURTHEST_AHEAD: i64 = 100 * 366 * SECONDS_PER_DAY;

/// Moves the account's own clock forward. There is no way back.
pub fn advance_clock(
    world: &World,
    caller: &Caller,
    seconds: i64,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let account = world.account(caller.account)?;
    let ahead = account.clock_ahead.saturating_add(seconds.saturating_mul(MICROS_PER_SECOND));
    if ahead > FURTHEST_AHEAD * MICROS_PER_SECOND {
        return Err(Refusal::LimitExceeded(Limit::ClockAhead));
    }
    let account = Account { clock_ahead: ahead, ..*account };
    Ok(Change { outcome: Outcome::Clock(account.time(now)), rows: vec![Row::Account(account)] })
}
