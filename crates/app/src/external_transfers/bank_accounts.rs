//! Use-cases of bank accounts.

mod masked;

pub use masked::{MaskedBankAccount, MaskedDetail};

use bytes::Bytes;
use i18n::Locale;
use rules::account::Caller;
use rules::command::Command;
use rules::decisions::external_account::bank_account::CreateBankAccount;
use rules::external_account::bank_account::{BankAccount, LoggedBankAccount, Sealed};
use rules::id::BankAccountId;
use rules::idempotency::IdempotencyRequest;
use rules::rail::Rail;
use rules::refusal::{Noun, Refusal};
use rules::security::{ClientInfo, SecurityKind};
use store::BankAccountFilter;

use crate::external_transfers::ExternalTransfers;
use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;
use crate::platform::wire;
use crate::platform::writer::CommandResponse;

/// So many accounts with one number get different names.
const MAX_SAME_NAMES: usize = 20;

/// A checked request.
pub struct NewBankAccount {
    pub name: String,
    pub rail: Rail,
    /// The rail object, as JSON in the order of its description.
    pub details: String,
}

impl ExternalTransfers {
    pub async fn create_bank_account(
        &self,
        caller: &Caller,
        new: NewBankAccount,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id = self.platform.dice.id(self.platform.clock.now());
        self.platform.writer.submit(self.new_bank_account(caller, id, new), idempotency).await
    }

    /// The same by the owner in person, with a line in their security log. It never holds a number.
    pub async fn add_bank_account(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
        caller: &Caller,
        new: NewBankAccount,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id: BankAccountId = self.platform.dice.id(self.platform.clock.now());
        let about = LoggedBankAccount { name: &new.name, rail: new.rail, id }.words();
        let command = self.new_bank_account(caller, id, new);
        let noted = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::BankAccountAdded, Some(caller.mode)),
            about,
            command,
        );
        self.platform.writer.submit(noted, idempotency).await
    }

    /// A name for a bank account whose owner gives it none: the method and the masked number, with a count behind it if
    /// another account has that name.
    pub async fn suggested_name(
        &self,
        caller: &Caller,
        locale: Locale,
        (rail, details): (Rail, &str),
    ) -> Result<String, Failure> {
        let number = masked::shown_number(rail, details, locale);
        let name = format!("{} · {number}", locale.rail_name(rail));
        for count in 1..=MAX_SAME_NAMES {
            let candidate = if count == 1 { name.clone() } else { format!("{name} ({count})") };
            if !self.platform.store.has_bank_account_named(caller.account, &candidate).await? {
                return Ok(candidate);
            }
        }
        Ok(name)
    }

    fn new_bank_account(&self, caller: &Caller, id: BankAccountId, new: NewBankAccount) -> Command {
        let place = wire::details_place(caller.account, id);
        let details = Sealed(self.platform.vault.seal(&self.platform.dice, &place, new.details.as_bytes()));
        let create = CreateBankAccount {
            id,
            event: self.platform.event_id(),
            name: new.name,
            rail: new.rail,
            details,
        };
        Command::CreateBankAccount(*caller, create)
    }

    pub async fn bank_account(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        Ok(wire::bank_account(&self.platform.vault, &self.own_bank_account(caller, id).await?)?.into())
    }

    /// With most digits of its numbers left out.
    pub async fn masked_bank_account(&self, caller: &Caller, id: &str) -> Result<MaskedBankAccount, Failure> {
        MaskedBankAccount::of(&self.platform.vault, self.own_bank_account(caller, id).await?)
    }

    async fn own_bank_account(&self, caller: &Caller, id: &str) -> Result<BankAccount, Failure> {
        let found = match BankAccountId::parse(id) {
            Some(id) => self.platform.store.bank_account(caller, id).await?,
            None => None,
        };
        Ok(found.ok_or(Refusal::NotFound(Noun::BankAccount))?)
    }

    pub async fn bank_accounts(
        &self,
        caller: &Caller,
        filter: &BankAccountFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let shown = self.bank_account_rows(caller, filter, paging).await?;
        shown.render(|row| wire::bank_account(&self.platform.vault, &row))
    }

    /// With most digits of their numbers left out.
    pub async fn masked_bank_accounts(
        &self,
        caller: &Caller,
        filter: &BankAccountFilter,
        paging: &Paging,
    ) -> Result<CursorPage<MaskedBankAccount>, Failure> {
        let shown = self.bank_account_rows(caller, filter, paging).await?;
        shown.try_map(|row| MaskedBankAccount::of(&self.platform.vault, row))
    }

    async fn bank_account_rows(
        &self,
        caller: &Caller,
        filter: &BankAccountFilter,
        paging: &Paging,
    ) -> Result<CursorPage<BankAccount>, Failure> {
        let after = self.platform.open_cursor(caller, "bank_accounts", paging)?;
        let page = self
            .platform
            .lists(caller)
            .await?
            .bank_accounts(caller, filter, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.shown(caller, "bank_accounts", paging, page))
    }

    pub async fn rename_bank_account(
        &self,
        caller: &Caller,
        id: &str,
        name: String,
    ) -> Result<CommandResponse, Failure> {
        let id = BankAccountId::parse(id).ok_or(Refusal::NotFound(Noun::BankAccount))?;
        self.platform
            .writer
            .submit(Command::RenameBankAccount(*caller, id, name, self.platform.event_id()), None)
            .await
    }

    pub async fn archive_bank_account(
        &self,
        caller: &Caller,
        id: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id = BankAccountId::parse(id).ok_or(Refusal::NotFound(Noun::BankAccount))?;
        self.platform
            .writer
            .submit(Command::ArchiveBankAccount(*caller, id, self.archive_ids()), idempotency)
            .await
    }
}
