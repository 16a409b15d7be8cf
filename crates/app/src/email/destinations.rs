//! Bank accounts and wallets as emails name them: with as much of their numbers as pages show, and no more.

use i18n::Locale;
use rules::automatic_withdrawal::LoggedSetting;
use rules::external_account::Destination;
use rules::external_account::bank_account::LoggedBankAccount;
use rules::id::{BankAccountId, UserId};
use rules::security::{SecurityEntry, SecurityKind};

use crate::email::Emails;
use crate::external_transfers::MaskedBankAccount;
use crate::platform::failure::Failure;

/// However long a name is, the number behind it is shown.
const MAX_NAME: usize = 80;

/// What an entry of the security log is about, in words. What it isn't about is empty.
#[derive(Default)]
pub struct LoggedDestinations {
    /// Of a bank account that was added.
    pub number: String,
    /// Of automatic withdrawals.
    pub destination: String,
    /// The one before.
    pub before: String,
}

impl Emails {
    /// `Payroll · •••• 9719`, of a bank account or wallet of this user.
    pub(super) async fn destination_text(
        &self,
        user: UserId,
        destination: Destination,
        locale: Locale,
    ) -> Result<Option<String>, Failure> {
        let (name, number) = match destination {
            Destination::BankAccount(id) => {
                let Some(known) = self.masked_bank_account(user, id).await? else { return Ok(None) };
                let number = known.shown_number(locale);
                (known.name, number)
            }
            Destination::ExternalWallet(id) => {
                let Some(known) = self.platform.store.external_wallet_of(user, id).await? else {
                    return Ok(None);
                };
                let address = known.address.shortened();
                (known.name, address)
            }
        };
        let name = match name.chars().count() > MAX_NAME {
            true => format!("{}…", name.chars().take(MAX_NAME).collect::<String>()),
            false => name,
        };
        // The name that a form suggests contains the number.
        Ok(Some(if name.contains(&number) { name } else { format!("{name} · {number}") }))
    }

    pub(super) async fn logged_destinations(
        &self,
        entry: &SecurityEntry,
        locale: Locale,
    ) -> Result<LoggedDestinations, Failure> {
        let mut found = LoggedDestinations::default();
        if entry.kind == SecurityKind::BankAccountAdded
            && let Some(logged) = LoggedBankAccount::parse(&entry.about)
            && let Some(known) = self.masked_bank_account(entry.user, logged.id).await?
        {
            found.number = known.shown_number(locale);
        }
        if entry.kind == SecurityKind::AutomaticWithdrawalsOn
            && let Some(logged) = LoggedSetting::parse(&entry.about)
        {
            let text = self.destination_text(entry.user, logged.destination, locale).await?;
            found.destination = text.unwrap_or_else(|| logged.name.to_owned());
            if let Some(before) = logged.before {
                found.before = self.destination_text(entry.user, before, locale).await?.unwrap_or_default();
            }
        }
        Ok(found)
    }

    async fn masked_bank_account(
        &self,
        user: UserId,
        id: BankAccountId,
    ) -> Result<Option<MaskedBankAccount>, Failure> {
        let Some(row) = self.platform.store.bank_account_of(user, id).await? else { return Ok(None) };
        Ok(Some(MaskedBankAccount::of(&self.platform.vault, row)?))
    }
}
