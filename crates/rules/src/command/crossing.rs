//! The commands about money that comes in from banks or goes out to them.

use crate::account::{Caller, Mode};
use crate::change::{Change, Outcome, Row};
use crate::crossing::Route;
use crate::deposit::{self, CreateDeposit};
use crate::id::{AccountId, EventKind, Series, TransactionId};
use crate::ledger::LedgerAccountId;
use crate::notice::{self, TakeNotice};
use crate::operator::{self, Statement, Vouched};
use crate::quote::{self, CreateQuote};
use crate::refusal::Refusal;
use crate::sandbox;
use crate::tariff::PublishedTariff;
use crate::time::Timestamp;
use crate::withdrawal::{self, CreateWithdrawal};
use crate::world::{Needs, World};

use super::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CrossingCommand {
    CreateQuote(Caller, CreateQuote),
    CreateDeposit(Caller, CreateDeposit),
    CancelDeposit(Caller, TransactionId, Series<EventKind>),
    /// A deposit whose time has come.
    DueDeposit(DueCrossing),
    CreateWithdrawal(Caller, CreateWithdrawal),
    CancelWithdrawal(Caller, TransactionId, Series<EventKind>),
    /// An order to pay is about to be given.
    SendWithdrawal(DueCrossing),
    /// It was given.
    NoteAnswer(AccountId, TransactionId, withdrawal::Answer),
    TakeNotice(TakeNotice),
    /// The same, from an operator.
    Vouch(Statement, Vouched),
    RejectProposal(String, Vouched),
    /// A server has read its tariff file.
    PublishTariff(String),
    /// The simulated bank, or chain, takes an order to pay.
    TakeSimulatedOrder(AccountId, String),
}

impl From<CrossingCommand> for Command {
    fn from(command: CrossingCommand) -> Command {
        Command::Crossing(Box::new(command))
    }
}

/// A deposit or withdrawal that a worker looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueCrossing {
    pub account: AccountId,
    pub transaction: TransactionId,
    pub mode: Mode,
    pub route: Route,
    pub events: Series<EventKind>,
}

impl DueCrossing {
    fn needs(&self, needs: &mut Needs) {
        needs.balance_of(self.account);
        needs.transactions.insert((self.account, self.transaction));
        needs.balances.insert(self.route.world(self.mode));
        needs.moved.extend([self.route.world(self.mode), LedgerAccountId::Fees(self.mode)]);
    }
}

impl CrossingCommand {
    pub(super) fn mode(&self) -> Mode {
        match self {
            CrossingCommand::CreateQuote(caller, _)
            | CrossingCommand::CreateDeposit(caller, _)
            | CrossingCommand::CancelDeposit(caller, ..)
            | CrossingCommand::CreateWithdrawal(caller, _)
            | CrossingCommand::CancelWithdrawal(caller, ..) => caller.mode,
            CrossingCommand::DueDeposit(due) | CrossingCommand::SendWithdrawal(due) => due.mode,
            CrossingCommand::TakeNotice(notice) => notice.mode,
            CrossingCommand::TakeSimulatedOrder(..) => Mode::Test,
            CrossingCommand::NoteAnswer(..)
            | CrossingCommand::Vouch(..)
            | CrossingCommand::RejectProposal(..)
            | CrossingCommand::PublishTariff(_) => Mode::Live,
        }
    }

    pub fn needs(&self, needs: &mut Needs) {
        match self {
            CrossingCommand::CreateQuote(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            CrossingCommand::CreateDeposit(caller, new) => deposit::needs(needs, caller, new),
            CrossingCommand::CancelDeposit(caller, id, _) => {
                needs.accounts.insert(caller.account);
                needs.transactions.insert((caller.account, *id));
            }
            CrossingCommand::CreateWithdrawal(caller, new) => withdrawal::needs(needs, caller, new),
            CrossingCommand::CancelWithdrawal(caller, id, _) => {
                needs.balance_of(caller.account);
                needs.moved.insert(LedgerAccountId::Held(caller.account));
                needs.transactions.insert((caller.account, *id));
            }
            CrossingCommand::DueDeposit(due) | CrossingCommand::SendWithdrawal(due) => due.needs(needs),
            CrossingCommand::NoteAnswer(account, id, _) => {
                needs.accounts.insert(*account);
                needs.transactions.insert((*account, *id));
            }
            CrossingCommand::TakeNotice(take) => notice::needs(needs, take),
            CrossingCommand::Vouch(statement, vouched) => operator::needs(needs, statement, vouched),
            CrossingCommand::RejectProposal(name, _) => {
                needs.proposals.insert(name.clone());
                needs.operator_limit = true;
            }
            CrossingCommand::PublishTariff(_) => {}
            CrossingCommand::TakeSimulatedOrder(account, _) => {
                needs.accounts.insert(*account);
            }
        }
    }

    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            CrossingCommand::CreateQuote(caller, new) => quote::create(world, caller, new, now),
            CrossingCommand::CreateDeposit(caller, new) => deposit::create(world, caller, new, now),
            CrossingCommand::CancelDeposit(caller, id, events) => {
                deposit::cancel(world, caller, *id, *events, now)
            }
            CrossingCommand::DueDeposit(due) => {
                deposit::due(world, due.account, due.transaction, due.events, now)
            }
            CrossingCommand::CreateWithdrawal(caller, new) => withdrawal::create(world, caller, new, now),
            CrossingCommand::CancelWithdrawal(caller, id, events) => {
                withdrawal::cancel(world, caller, *id, *events, now)
            }
            CrossingCommand::SendWithdrawal(due) => {
                withdrawal::send(world, due.account, due.transaction, due.events, now)
            }
            CrossingCommand::NoteAnswer(account, id, answer) => {
                withdrawal::note_answer(world, *account, *id, answer)
            }
            CrossingCommand::TakeNotice(take) => notice::take(world, take, now),
            CrossingCommand::Vouch(statement, vouched) => operator::vouch(world, statement, vouched, now),
            CrossingCommand::RejectProposal(name, vouched) => operator::reject(world, name, vouched, now),
            CrossingCommand::PublishTariff(text) => {
                let tariff = PublishedTariff { text: text.clone(), published_at: now };
                Ok(Change { outcome: Outcome::Done, rows: vec![Row::Tariff(tariff)] })
            }
            CrossingCommand::TakeSimulatedOrder(account, reference) => {
                sandbox::take_order(world, *account, reference, now)
            }
        }
    }
}
