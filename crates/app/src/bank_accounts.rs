//! Use-cases of bank accounts.

use bytes::Bytes;
use rules::account::Caller;
use rules::answer::Claim;
use rules::bank_account::{CreateBankAccount, Sealed};
use rules::command::Command;
use rules::id::BankAccountId;
use rules::rail::Rail;
use rules::refusal::{Noun, Refusal};
use store::BankAccountFilter;

use crate::cursor::Paging;
use crate::failure::Failure;
use crate::writer::Answered;
use crate::{App, wire};

/// A checked request.
pub struct NewBankAccount {
    pub name: String,
    pub rail: Rail,
    /// The rail object, as JSON in the order of its description.
    pub details: String,
}

impl App {
    pub async fn create_bank_account(
        &self,
        caller: &Caller,
        new: NewBankAccount,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let id: BankAccountId = self.dice.id(self.clock.now());
        let place = wire::details_place(caller.account, id);
        let details = Sealed(self.vault.seal(&self.dice, &place, new.details.as_bytes()));
        let create = CreateBankAccount { id, name: new.name, rail: new.rail, details };
        self.writer.submit(Command::CreateBankAccount(*caller, create), claim).await
    }

    pub async fn bank_account(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        let found = match BankAccountId::parse(id) {
            Some(id) => self.store.bank_account(caller, id).await?,
            None => None,
        };
        let row = found.ok_or(Refusal::NotFound(Noun::BankAccount))?;
        Ok(wire::bank_account(&self.vault, &row)?.into())
    }

    pub async fn bank_accounts(
        &self,
        caller: &Caller,
        filter: &BankAccountFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let after = self.open_cursor(caller, "bank_accounts", paging)?;
        let page = self.store.bank_accounts(caller, filter, after.as_ref(), paging.size).await?;
        self.render_page(caller, "bank_accounts", paging, page, |row| wire::bank_account(&self.vault, &row))
    }

    pub async fn rename_bank_account(
        &self,
        caller: &Caller,
        id: &str,
        name: String,
    ) -> Result<Answered, Failure> {
        let id = BankAccountId::parse(id).ok_or(Refusal::NotFound(Noun::BankAccount))?;
        self.writer.submit(Command::RenameBankAccount(*caller, id, name), None).await
    }

    pub async fn archive_bank_account(
        &self,
        caller: &Caller,
        id: &str,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let id = BankAccountId::parse(id).ok_or(Refusal::NotFound(Noun::BankAccount))?;
        self.writer.submit(Command::ArchiveBankAccount(*caller, id), claim).await
    }
}
