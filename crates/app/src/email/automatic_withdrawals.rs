//! The email about automatic withdrawals that were turned off.

use rules::account::Mode;
use rules::email::Email;

use crate::email::emails::owner_locale;
use crate::email::templates::{AutomaticWithdrawalsOffFacts, automatic_withdrawals_off};
use crate::email::{Emails, Letter};
use crate::platform::failure::Failure;

impl Emails {
    /// Nothing, if they are on again.
    pub(super) async fn automatic_withdrawals_off_letter(
        &self,
        message: &Email,
    ) -> Result<Option<Letter>, Failure> {
        let account = message.account.ok_or(Failure::Internal)?;
        let Some(known) = self.platform.store.automatic_withdrawals(account).await? else { return Ok(None) };
        let Some(off) = known.off else { return Ok(None) };
        let Some((_, owner)) = self.platform.store.owner_of(account).await? else { return Ok(None) };
        let locale = owner_locale(&owner);
        let destination = self.destination_text(owner.id, known.destination, locale).await?;
        let page = self.room.page(match known.mode {
            Mode::Live => "/dashboard/live/withdrawals/automatic",
            Mode::Test => "/dashboard/test/withdrawals/automatic",
        });
        let destination = destination.unwrap_or_default();
        let facts = AutomaticWithdrawalsOffFacts { off, destination: &destination, page };
        let cover = self.cover(message, locale);
        Ok(Some(automatic_withdrawals_off(&cover, &facts)))
    }
}
