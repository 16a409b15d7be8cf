//! The commands about money that comes in from banks or goes out to them.

use crate::account::{Caller, Mode};
use crate::change::{Change, Outcome, Row};
use crate::decisions::deposit::{self, CreateDeposit};
use crate::decisions::operator::{self, Attestation, Statement};
use crate::decisions::quote::{self, CreateQuote};
use crate::decisions::rail_notice::{self, TakeRailNotice};
use crate::decisions::sandbox;
use crate::decisions::withdrawal::{self, CancelWithdrawal, CreateWithdrawal};
use crate::external_transfer::Route;
use crate::id::{AccountId, EventKind, Series, TransactionId};
use crate::ledger::LedgerAccountId;
use crate::refusal::Refusal;
use crate::tariff::PublishedTariff;
use crate::time::Timestamp;
use crate::world::{Needs, World};

use super::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalTransferCommand {
    CreateQuote(Caller, CreateQuote),
    CreateDeposit(Caller, CreateDeposit),
    CancelDeposit(Caller, TransactionId, Series<EventKind>),
    /// A deposit whose time has come.
    DueDeposit(DueExternalTransfer),
    CreateWithdrawal(Caller, CreateWithdrawal),
    CancelWithdrawal(CancelWithdrawal),
    /// An order to pay is about to be given.
    SendWithdrawal(DueExternalTransfer),
    /// It was given.
    NoteAnswer(AccountId, TransactionId, withdrawal::RailAnswer),
    TakeRailNotice(TakeRailNotice),
    /// The same, from an operator.
    Vouch(Statement, Attestation),
    RejectProposal(String, Attestation),
    /// A server has read its tariff file.
    PublishTariff(String),
    /// The simulated bank, or chain, takes an order to pay.
    TakeSimulatedOrder(AccountId, String),
}

impl From<ExternalTransferCommand> for Command {
    fn from(command: ExternalTransferCommand) -> Command {
        Command::ExternalTransfer(Box::new(command))
    }
}

/// A deposit or withdrawal that a worker looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueExternalTransfer {
    pub account: AccountId,
    pub transaction: TransactionId,
    pub mode: Mode,
    pub route: Route,
    pub events: Series<EventKind>,
}

impl DueExternalTransfer {
    fn needs(&self, needs: &mut Needs) {
        needs.balance_of(self.account);
        needs.transactions.insert((self.account, self.transaction));
        needs.balances.insert(self.route.world(self.mode));
        needs.moved.extend([self.route.world(self.mode), LedgerAccountId::Fees(self.mode)]);
    }
}

impl ExternalTransferCommand {
    pub fn needs(&self, needs: &mut Needs) {
        match self {
            ExternalTransferCommand::CreateQuote(caller, _) => {
                needs.accounts.insert(caller.account);
            }
            ExternalTransferCommand::CreateDeposit(caller, new) => deposit::needs(needs, caller, new),
            ExternalTransferCommand::CancelDeposit(caller, id, _) => {
                needs.accounts.insert(caller.account);
                needs.transactions.insert((caller.account, *id));
            }
            ExternalTransferCommand::CreateWithdrawal(caller, new) => withdrawal::needs(needs, caller, new),
            ExternalTransferCommand::CancelWithdrawal(cancel) => cancel.needs(needs),
            ExternalTransferCommand::DueDeposit(due) | ExternalTransferCommand::SendWithdrawal(due) => {
                due.needs(needs)
            }
            ExternalTransferCommand::NoteAnswer(account, id, _) => {
                needs.accounts.insert(*account);
                needs.transactions.insert((*account, *id));
            }
            ExternalTransferCommand::TakeRailNotice(take) => rail_notice::needs(needs, take),
            ExternalTransferCommand::Vouch(statement, attestation) => {
                operator::needs(needs, statement, attestation)
            }
            ExternalTransferCommand::RejectProposal(name, _) => {
                needs.proposals.insert(name.clone());
                needs.operator_limit = true;
            }
            ExternalTransferCommand::PublishTariff(_) => {}
            ExternalTransferCommand::TakeSimulatedOrder(account, _) => {
                needs.accounts.insert(*account);
            }
        }
    }

    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            ExternalTransferCommand::CreateQuote(caller, new) => quote::create(world, caller, new, now),
            ExternalTransferCommand::CreateDeposit(caller, new) => deposit::create(world, caller, new, now),
            ExternalTransferCommand::CancelDeposit(caller, id, events) => {
                deposit::cancel(world, caller, *id, *events, now)
            }
            ExternalTransferCommand::DueDeposit(due) => {
                deposit::due(world, due.account, due.transaction, due.events, now)
            }
            ExternalTransferCommand::CreateWithdrawal(caller, new) => {
                withdrawal::create(world, caller, new, now)
            }
            ExternalTransferCommand::CancelWithdrawal(cancel) => withdrawal::cancel(world, cancel, now),
            ExternalTransferCommand::SendWithdrawal(due) => {
                withdrawal::send(world, due.account, due.transaction, due.events, now)
            }
            ExternalTransferCommand::NoteAnswer(account, id, answer) => {
                withdrawal::note_answer(world, *account, *id, answer, now)
            }
            ExternalTransferCommand::TakeRailNotice(take) => rail_notice::take(world, take, now),
            ExternalTransferCommand::Vouch(statement, attestation) => {
                operator::vouch(world, statement, attestation, now)
            }
            ExternalTransferCommand::RejectProposal(name, attestation) => {
                operator::reject(world, name, attestation, now)
            }
            ExternalTransferCommand::PublishTariff(text) => {
                let tariff = PublishedTariff { text: text.clone(), published_at: now };
                Ok(Change { outcome: Outcome::Done, rows: vec![Row::Tariff(tariff)] })
            }
            ExternalTransferCommand::TakeSimulatedOrder(account, reference) => {
                sandbox::take_order(world, *account, reference, now)
            }
        }
    }
}
