//! The commands about automatic withdrawals.

use crate::account::Caller;
use crate::change::Change;
use crate::decisions::automatic_withdrawal::{self, SetAutomaticWithdrawals, WithdrawPayments};
use crate::decisions::switch_off;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::{Needs, World};

use super::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AutomaticWithdrawalCommand {
    Set(Caller, SetAutomaticWithdrawals),
    TurnOff(Caller),
    Withdraw(WithdrawPayments),
}

impl From<AutomaticWithdrawalCommand> for Command {
    fn from(command: AutomaticWithdrawalCommand) -> Command {
        Command::AutomaticWithdrawal(Box::new(command))
    }
}

impl AutomaticWithdrawalCommand {
    pub fn needs(&self, needs: &mut Needs) {
        match self {
            AutomaticWithdrawalCommand::Set(caller, set) => set.needs(needs, caller),
            AutomaticWithdrawalCommand::TurnOff(caller) => {
                needs.accounts.insert(caller.account);
                needs.automatic_withdrawals.insert(caller.account);
            }
            AutomaticWithdrawalCommand::Withdraw(seen) => seen.needs(needs),
        }
    }

    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            AutomaticWithdrawalCommand::Set(caller, set) => {
                automatic_withdrawal::set(world, caller, set, now)
            }
            AutomaticWithdrawalCommand::TurnOff(caller) => switch_off::turn_off(world, caller, now),
            AutomaticWithdrawalCommand::Withdraw(seen) => automatic_withdrawal::withdraw(world, seen, now),
        }
    }
}
