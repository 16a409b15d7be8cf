//! The commands about the live chain. All of them are serialized by the lock on the network.

use crate::account::Mode;
use crate::chain::{ChainNetwork, Hash};
use crate::change::Change;
use crate::decisions::chain::{
    Accept, Blocks, GiveAddress, GiveUp, NewAuthorization, NewRelayTransactions, WithdrawalRefusal, accept,
    accept_code, authorize, give_address, give_up, meet, needs_to_accept, needs_to_authorize, needs_to_give,
    needs_to_give_up, needs_to_refuse, needs_to_relay, needs_to_take, refuse, relay, take,
};
use crate::ledger::LedgerAccountId;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::{Needs, World};

use super::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChainCommand {
    /// The network that the settings name, as it is now.
    Meet(ChainNetwork),
    GiveAddress(GiveAddress),
    Take(Blocks),
    Authorize(NewAuthorization),
    Relay(NewRelayTransactions),
    GiveUp(GiveUp),
    Refuse(WithdrawalRefusal),
    AcceptCode(Hash),
    Accept(Accept),
}

impl From<ChainCommand> for Command {
    fn from(command: ChainCommand) -> Command {
        Command::Chain(Box::new(command))
    }
}

impl ChainCommand {
    pub fn needs(&self, needs: &mut Needs) {
        match self {
            ChainCommand::Meet(_) => {
                needs.network = true;
                needs.balances.insert(LedgerAccountId::WorldChain(Mode::Live));
                needs.moved.insert(LedgerAccountId::WorldChain(Mode::Live));
            }
            ChainCommand::AcceptCode(_) => needs.network = true,
            ChainCommand::Accept(found) => needs_to_accept(needs, found),
            ChainCommand::GiveAddress(give) => needs_to_give(needs, give),
            ChainCommand::Take(blocks) => needs_to_take(needs, blocks),
            ChainCommand::Authorize(new) => needs_to_authorize(needs, new),
            ChainCommand::Relay(relay) => needs_to_relay(needs, relay),
            ChainCommand::GiveUp(give_up) => needs_to_give_up(needs, give_up),
            ChainCommand::Refuse(refuse) => needs_to_refuse(needs, refuse),
        }
    }

    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            ChainCommand::Meet(met) => meet(world, met),
            ChainCommand::GiveAddress(give) => give_address(world, give, now),
            ChainCommand::Take(blocks) => take(world, blocks, now),
            ChainCommand::Authorize(new) => authorize(world, new, now),
            ChainCommand::Relay(new) => relay(world, new),
            ChainCommand::GiveUp(over) => give_up(world, over, now),
            ChainCommand::Refuse(refused) => refuse(world, refused, now),
            ChainCommand::AcceptCode(code) => accept_code(world, *code),
            ChainCommand::Accept(found) => accept(world, found),
        }
    }
}
