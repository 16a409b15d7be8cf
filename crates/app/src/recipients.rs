//! Use-cases of recipients.

use bytes::Bytes;
use rules::account::Caller;
use rules::command::Command;
use rules::email_address::EmailAddress;
use rules::id::RecipientId;
use rules::idempotency::IdempotencyRequest;
use rules::recipient::CreateRecipient;
use rules::refusal::{Noun, Refusal};
use store::{KnownRecipient, RecipientFilter};

use crate::cursor::{Paging, Shown};
use crate::failure::Failure;
use crate::writer::Answered;
use crate::{App, wire};

/// A checked request.
pub struct NewRecipient {
    pub email: EmailAddress,
    pub nickname: Option<String>,
}

impl App {
    pub async fn create_recipient(
        &self,
        caller: &Caller,
        new: NewRecipient,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<Answered, Failure> {
        let now = self.clock.now();
        let (id, event) = (self.dice.id(now), self.dice.id(now));
        let create = CreateRecipient { id, event, email: new.email, nickname: new.nickname };
        self.writer.submit(Command::CreateRecipient(*caller, create), idempotency).await
    }

    pub async fn recipient(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        let known = self.known_recipient(caller, id).await?;
        Ok(wire::recipient(&known.recipient, &known.nickname).into())
    }

    pub async fn known_recipient(&self, caller: &Caller, id: &str) -> Result<KnownRecipient, Failure> {
        let found = match RecipientId::parse(id) {
            Some(id) => self.store.recipient(caller, id).await?,
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
    ) -> Result<Shown<KnownRecipient>, Failure> {
        let after = self.open_cursor(caller, "recipients", paging)?;
        let page = self.lists(caller).recipients(caller, filter, after.as_ref(), paging.size).await?;
        Ok(self.shown(caller, "recipients", paging, page))
    }

    pub async fn update_recipient(
        &self,
        caller: &Caller,
        id: &str,
        nickname: Option<String>,
    ) -> Result<Answered, Failure> {
        let id = RecipientId::parse(id).ok_or(Refusal::NotFound(Noun::Recipient))?;
        self.writer.submit(Command::UpdateRecipient(*caller, id, nickname, self.event_id()), None).await
    }
}
