//! Use-cases of recipients.

use bytes::Bytes;
use rules::account::Caller;
use rules::command::Command;
use rules::decisions::recipient::CreateRecipient;
use rules::email_address::EmailAddress;
use rules::id::RecipientId;
use rules::idempotency::IdempotencyRequest;
use rules::refusal::{Noun, Refusal};
use store::{KnownRecipient, RecipientFilter};

use crate::payouts::Payouts;
use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::wire;
use crate::platform::writer::CommandResponse;

/// A checked request.
pub struct NewRecipient {
    pub email: EmailAddress,
    pub nickname: Option<String>,
}

impl Payouts {
    pub async fn create_recipient(
        &self,
        caller: &Caller,
        new: NewRecipient,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let now = self.platform.clock.now();
        let (id, event) = (self.platform.dice.id(now), self.platform.dice.id(now));
        let create = CreateRecipient { id, event, email: new.email, nickname: new.nickname };
        self.platform.writer.submit(Command::CreateRecipient(*caller, create), idempotency).await
    }

    pub async fn recipient(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        let known = self.known_recipient(caller, id).await?;
        Ok(wire::recipient(&known.recipient, &known.nickname).into())
    }

    pub async fn known_recipient(&self, caller: &Caller, id: &str) -> Result<KnownRecipient, Failure> {
        let found = match RecipientId::parse(id) {
            Some(id) => self.platform.store.recipient(caller, id).await?,
            None => None,
        };
        Ok(found.ok_or(Refusal::NotFound(Noun::Recipient))?)
    }

    pub async fn recipients(
        &self,
        caller: &Caller,
        filter: &RecipientFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let shown = self.recipients_shown(caller, filter, paging).await?;
        shown.render(|known| Ok(wire::recipient(&known.recipient, &known.nickname)))
    }

    pub async fn recipients_shown(
        &self,
        caller: &Caller,
        filter: &RecipientFilter,
        paging: &Paging,
    ) -> Result<CursorPage<KnownRecipient>, Failure> {
        let after = self.platform.open_cursor(caller, "recipients", paging)?;
        let page = self
            .platform
            .lists(caller)
            .await?
            .recipients(caller, filter, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.shown(caller, "recipients", paging, page))
    }

    pub async fn update_recipient(
        &self,
        caller: &Caller,
        id: &str,
        nickname: Option<String>,
    ) -> Result<CommandResponse, Failure> {
        let id = RecipientId::parse(id).ok_or(Refusal::NotFound(Noun::Recipient))?;
        self.platform
            .writer
            .submit(Command::UpdateRecipient(*caller, id, nickname, self.platform.event_id()), None)
            .await
    }
}
