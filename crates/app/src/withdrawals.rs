//! Use-cases of withdrawals.

use rules::account::Caller;
use rules::answer::Claim;
use rules::command::Command;
use rules::id::{BankAccountId, ExternalWalletId, TransactionId};
use rules::money::Amount;
use rules::refusal::{Noun, Refusal};
use rules::withdrawal::{CreateWithdrawal, Destination};

use crate::App;
use crate::deposits::read_quote;
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
            NewDestination::BankAccount(id) => {
                Destination::BankAccount(BankAccountId::parse(id).ok_or(Refusal::UnknownBankAccount)?)
            }
            NewDestination::ExternalWallet(id) => Destination::ExternalWallet(
                ExternalWalletId::parse(id).ok_or(Refusal::UnknownExternalWallet)?,
            ),
        };
        let id: TransactionId = self.dice.id(self.clock.now());
        let create = CreateWithdrawal {
            id,
            events: self.fresh().events,
            destination,
            amount: new.amount,
            quote: read_quote(new.quote.as_deref())?,
            reference: id.to_string(),
            tariff: self.tariff(caller.mode),
            most: self.settings.most_per_crossing,
            wallet_waits_seconds: self.settings.external_wallet_waits_seconds,
        };
        self.writer.submit(Command::CreateWithdrawal(*caller, create), claim).await
    }

    pub async fn cancel_withdrawal(
        &self,
        caller: &Caller,
        id: &str,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let id = TransactionId::parse(id).ok_or(Refusal::NotFound(Noun::Withdrawal))?;
        let command = Command::CancelWithdrawal(*caller, id, self.fresh().events);
        self.writer.submit(command, claim).await
    }
}
