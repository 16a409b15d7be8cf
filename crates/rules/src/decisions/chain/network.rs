//! Meeting the network, accepting what is known to differ, and giving accounts deposit addresses.

use crate::account::Mode;
use crate::chain::{ChainNetwork, DepositAddress, Hash};
use crate::change::{Change, Outcome, Row};
use crate::evm_address::EvmAddress;
use crate::id::AccountId;
use crate::ledger::LedgerAccountId;
use crate::money::Amount;
use crate::refusal::{Noun, Refusal};
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::world::{Needs, World};

/// The network that is known; the one that is met if none was. What the treasury has beyond what the books say is the
/// operator's own. It is refused if it has less.
pub(crate) fn meet(world: &World, met: &ChainNetwork) -> Result<Change, Refusal> {
    if let Some(known) = world.network() {
        return Ok(Change { outcome: Outcome::Network(Box::new(known.clone())), rows: Vec::new() });
    }
    let network = ChainNetwork { own: own(met.holds, Amount::ZERO, world)?, ..met.clone() };
    Ok(changed(network))
}

/// What of the money on the chain is not in the books.
fn own(treasury: Amount, elsewhere: Amount, world: &World) -> Result<Amount, Refusal> {
    let needed = -world.balance(LedgerAccountId::WorldChain(Mode::Live)).micros();
    let there = treasury.micros().saturating_add(elsewhere.micros());
    if there < needed {
        let (needed, available) = (Amount::from_micros(needed), Amount::from_micros(there));
        return Err(Refusal::InsufficientFunds { needed, available });
    }
    Ok(Amount::from_micros(there - needed))
}

pub(crate) fn known(world: &World) -> Result<&ChainNetwork, Refusal> {
    world.network().ok_or(Refusal::NotFound(Noun::Network))
}

fn changed(network: ChainNetwork) -> Change {
    Change {
        outcome: Outcome::Network(Box::new(network.clone())),
        rows: vec![Row::Network(Box::new(network))],
    }
}

/// An operator has looked at the token's new program.
pub(crate) fn accept_code(world: &World, code: Hash) -> Result<Change, Refusal> {
    Ok(changed(ChainNetwork { code, ..known(world)?.clone() }))
}

/// What is at our addresses at the last block that the books know, where an operator has accepted a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accept {
    pub at: Hash,
    pub treasury: Amount,
    /// The deposit addresses that have more or less than the books say, with what they have.
    pub addresses: Vec<(EvmAddress, Amount)>,
    /// What all deposit addresses have.
    pub elsewhere: Amount,
}

pub(crate) fn needs_to_accept(needs: &mut Needs, accept: &Accept) {
    needs.network = true;
    needs.balances.insert(LedgerAccountId::WorldChain(Mode::Live));
    needs.moved.insert(LedgerAccountId::WorldChain(Mode::Live));
    needs.deposit_addresses.extend(accept.addresses.iter().map(|(address, _)| address.to_string()));
}

/// The difference is the operator's own money, as far as that goes.
pub(crate) fn accept(world: &World, accept: &Accept) -> Result<Change, Refusal> {
    let network = known(world)?;
    if network.last.hash != accept.at {
        return Err(Refusal::ChainMoved);
    }
    let own = own(accept.treasury, accept.elsewhere, world)?;
    let mut change = changed(ChainNetwork { holds: accept.treasury, own, ..network.clone() });
    for (address, holds) in &accept.addresses {
        let known = world.deposit_addresses.get(address.as_str()).ok_or(Refusal::ChainMoved)?;
        change.rows.push(Row::DepositAddress(Box::new(DepositAddress { holds: *holds, ..known.clone() })));
    }
    Ok(change)
}

/// The address of an account, or another one in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GiveAddress {
    pub account: AccountId,
    pub nth: i64,
    pub address: EvmAddress,
    pub another: bool,
}

/// Every address is watched and compared for ever. An account can have so many at once, and then one more each day.
pub const FREE_ADDRESSES: i64 = 20;

const ANOTHER_ADDRESS_SECONDS: i64 = SECONDS_PER_DAY;

pub(crate) fn needs_to_give(needs: &mut Needs, give: &GiveAddress) {
    needs.network = true;
    needs.accounts.insert(give.account);
    needs.addresses_of.insert(give.account);
}

pub(crate) fn give_address(world: &World, give: &GiveAddress, now: Timestamp) -> Result<Change, Refusal> {
    let network = known(world)?;
    let account = world.account(give.account)?;
    if account.mode == Mode::Test {
        return Err(Refusal::NotFound(Noun::Account));
    }
    let own = world.deposit_addresses.rows().filter(|known| known.account == give.account);
    let current = own.filter(|known| known.retired_at.is_none()).max_by_key(|known| known.nth);
    if let Some(current) = current.filter(|_| !give.another) {
        let outcome = Outcome::DepositAddress(Box::new(current.clone()));
        return Ok(Change { outcome, rows: Vec::new() });
    }
    if give.nth != current.map_or(0, |current| current.nth + 1) {
        return Err(Refusal::ChainMoved);
    }
    if let Some(current) = current.filter(|current| current.nth + 1 >= FREE_ADDRESSES) {
        let seconds = current.created_at.plus_seconds(ANOTHER_ADDRESS_SECONDS).seconds_after(now);
        if seconds > 0 {
            return Err(Refusal::TooManyAttempts { seconds });
        }
    }
    let given = DepositAddress {
        address: give.address.clone(),
        account: give.account,
        nth: give.nth,
        index: network.next_index,
        holds: Amount::ZERO,
        sweep: None,
        created_at: now,
        retired_at: None,
    };
    let next = ChainNetwork { next_index: network.next_index + 1, ..network.clone() };
    let retired = current.map(|known| DepositAddress { retired_at: Some(now), ..known.clone() });
    let mut rows: Vec<Row> = retired.map(|row| Row::DepositAddress(Box::new(row))).into_iter().collect();
    rows.extend([Row::DepositAddress(Box::new(given.clone())), Row::Network(Box::new(next))]);
    Ok(Change { outcome: Outcome::DepositAddress(Box::new(given)), rows })
}
