//! Use-cases of withdrawals.

use rules::account::Caller;
use rules::answer::Claim;
use rules::command::CrossingCommand;
use rules::id::TransactionId;
use rules::money::Amount;
use rules::refusal::{Noun, Refusal};
use rules::withdrawal::{CreateWithdrawal, Destination};

use crate::App;
use crate::deposits::id_or_nobodys;
use crate::failure::Failure;
use crate::writer::Answered;

/// A checked request.
pub struct NewWithdrawal {
    pub to: NewDestination,
    pub amount: Amount,
    pub quote: Option<String>,
}

pub enum NewDestination {
    BankAccount(String),
    ExternalWallet(String),
}

impl App {
    pub async fn create_withdrawal(
        &self,
        caller: &Caller,
        new: NewWithdrawal,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let destination = match &new.to {
            NewDestination::BankAccount(id) => Destination::BankAccount(id_or_nobodys(id)),
            NewDestination::ExternalWallet(id) => Destination::ExternalWallet(id_or_nobodys(id)),
        };
        let id: TransactionId = self.dice.id(self.clock.now());
        let create = CreateWithdrawal {
            id,
            events: self.fresh().events,
            destination,
            amount: new.amount,
            quote: new.quote.as_deref().map(id_or_nobodys),
            reference: id.to_string(),
            tariff: self.tariff(caller.mode),
            most: self.settings.most_per_crossing,
            wallet_waits_seconds: self.settings.external_wallet_waits_seconds,
        };
        self.writer.submit(CrossingCommand::CreateWithdrawal(*caller, create).into(), claim).await
    }

    pub async fn cancel_withdrawal(
        &self,
        caller: &Caller,
        id: &str,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let id = TransactionId::parse(id).ok_or(Refusal::NotFound(Noun::Withdrawal))?;
        let command = CrossingCommand::CancelWithdrawal(*caller, id, self.fresh().events).into();
        self.writer.submit(command, claim).await
    }
}
