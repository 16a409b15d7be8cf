//! Use-cases of external wallets.

use bytes::Bytes;
use rails::Chain;
use rules::account::Caller;
use rules::command::Command;
use rules::decisions::external_account::external_wallet::CreateExternalWallet;
use rules::evm_address::EvmAddress;
use rules::external_account::external_wallet::ExternalWallet;
use rules::id::ExternalWalletId;
use rules::idempotency::IdempotencyRequest;
use rules::refusal::{Noun, Refusal};
use rules::security::{ClientInfo, SecurityKind};
use store::ExternalWalletFilter;

use crate::external_transfers::ExternalTransfers;
use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;
use crate::platform::wire;
use crate::platform::writer::CommandResponse;

/// A checked request.
pub struct NewExternalWallet {
    pub name: String,
    pub chain: String,
    pub address: EvmAddress,
}

impl ExternalTransfers {
    pub async fn create_external_wallet(
        &self,
        caller: &Caller,
        new: NewExternalWallet,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        self.platform.writer.submit(self.new_external_wallet(caller, new), idempotency).await
    }

    /// The same by the owner in person, with a line in their security log.
    pub async fn add_external_wallet(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
        caller: &Caller,
        new: NewExternalWallet,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let about = format!("{} ({})", new.name, new.address.shortened());
        let command = self.new_external_wallet(caller, new);
        let noted = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::ExternalWalletAdded, Some(caller.mode)),
            about,
            command,
        );
        self.platform.writer.submit(noted, idempotency).await
    }

    fn new_external_wallet(&self, caller: &Caller, new: NewExternalWallet) -> Command {
        let NewExternalWallet { name, chain, address } = new;
        let own_chain = Chain::of(caller.mode, &self.platform.settings.live_chain).name().to_owned();
        let now = self.platform.clock.now();
        let (id, event) = (self.platform.dice.id(now), self.platform.dice.id(now));
        let create = CreateExternalWallet { id, event, name, chain, address, own_chain };
        Command::CreateExternalWallet(*caller, create)
    }

    pub async fn external_wallet(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        Ok(wire::external_wallet(&self.known_external_wallet(caller, id).await?).into())
    }

    pub async fn known_external_wallet(&self, caller: &Caller, id: &str) -> Result<ExternalWallet, Failure> {
        let found = match ExternalWalletId::parse(id) {
            Some(id) => self.platform.store.external_wallet(caller, id).await?,
            None => None,
        };
        Ok(found.ok_or(Refusal::NotFound(Noun::ExternalWallet))?)
    }

    pub async fn external_wallets(
        &self,
        caller: &Caller,
        filter: &ExternalWalletFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let shown = self.external_wallets_shown(caller, filter, paging).await?;
        shown.render(|row| Ok(wire::external_wallet(&row)))
    }

    pub async fn external_wallets_shown(
        &self,
        caller: &Caller,
        filter: &ExternalWalletFilter,
        paging: &Paging,
    ) -> Result<CursorPage<ExternalWallet>, Failure> {
        let after = self.platform.open_cursor(caller, "external_wallets", paging)?;
        let page = self
            .platform
            .lists(caller)
            .await?
            .external_wallets(caller, filter, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.shown(caller, "external_wallets", paging, page))
    }

    pub async fn rename_external_wallet(
        &self,
        caller: &Caller,
        id: &str,
        name: String,
    ) -> Result<CommandResponse, Failure> {
        let id = ExternalWalletId::parse(id).ok_or(Refusal::NotFound(Noun::ExternalWallet))?;
        self.platform
            .writer
            .submit(Command::RenameExternalWallet(*caller, id, name, self.platform.event_id()), None)
            .await
    }

    pub async fn archive_external_wallet(
        &self,
        caller: &Caller,
        id: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id = ExternalWalletId::parse(id).ok_or(Refusal::NotFound(Noun::ExternalWallet))?;
        self.platform
            .writer
            .submit(Command::ArchiveExternalWallet(*caller, id, self.archive_ids()), idempotency)
            .await
    }
}
