//! Use-cases of external wallets.

use bytes::Bytes;
use rails::Chain;
use rules::account::Caller;
use rules::answer::Claim;
use rules::command::Command;
use rules::evm_address::EvmAddress;
use rules::external_wallet::CreateExternalWallet;
use rules::id::ExternalWalletId;
use rules::refusal::{Noun, Refusal};
use store::ExternalWalletFilter;

use crate::cursor::Paging;
use crate::failure::Failure;
use crate::writer::Answered;
use crate::{App, wire};

/// A checked request.
pub struct NewExternalWallet {
    pub name: String,
    pub chain: String,
    pub address: EvmAddress,
}

impl App {
    pub async fn create_external_wallet(
        &self,
        caller: &Caller,
        new: NewExternalWallet,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let NewExternalWallet { name, chain, address } = new;
        let own_chain = Chain::of(caller.mode, &self.settings.live_chain).name().to_owned();
        let id = self.dice.id(self.clock.now());
        let create = CreateExternalWallet { id, name, chain, address, own_chain };
        self.writer.submit(Command::CreateExternalWallet(*caller, create), claim).await
    }

    pub async fn external_wallet(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        let found = match ExternalWalletId::parse(id) {
            Some(id) => self.store.external_wallet(caller, id).await?,
            None => None,
        };
        let row = found.ok_or(Refusal::NotFound(Noun::ExternalWallet))?;
        Ok(wire::external_wallet(&row).into())
    }

    pub async fn external_wallets(
        &self,
        caller: &Caller,
        filter: &ExternalWalletFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let after = self.open_cursor(caller, "external_wallets", paging)?;
        let page = self.store.external_wallets(caller, filter, after.as_ref(), paging.size).await?;
        self.render_page(caller, "external_wallets", paging, page, |row| Ok(wire::external_wallet(&row)))
    }

    pub async fn rename_external_wallet(
        &self,
        caller: &Caller,
        id: &str,
        name: String,
    ) -> Result<Answered, Failure> {
        let id = ExternalWalletId::parse(id).ok_or(Refusal::NotFound(Noun::ExternalWallet))?;
        self.writer.submit(Command::RenameExternalWallet(*caller, id, name), None).await
    }

    pub async fn archive_external_wallet(
        &self,
        caller: &Caller,
        id: &str,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let id = ExternalWalletId::parse(id).ok_or(Refusal::NotFound(Noun::ExternalWallet))?;
        self.writer.submit(Command::ArchiveExternalWallet(*caller, id), claim).await
    }
}
