//! Use-cases of recipients.

use bytes::Bytes;
use rules::account::Caller;
use rules::answer::Claim;
use rules::command::Command;
use rules::email::Email;
use rules::id::RecipientId;
use rules::recipient::CreateRecipient;
use rules::refusal::{Noun, Refusal};
use store::RecipientFilter;

use crate::cursor::Paging;
use crate::failure::Failure;
use crate::writer::Answered;
use crate::{App, wire};

/// A checked request.
pub struct NewRecipient {
    pub email: Email,
    pub nickname: Option<String>,
}

impl App {
    pub async fn create_recipient(
        &self,
        caller: &Caller,
        new: NewRecipient,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let now = self.clock.now();
        let (id, event) = (self.dice.id(now), self.dice.id(now));
        let create = CreateRecipient { id, event, email: new.email, nickname: new.nickname };
        self.writer.submit(Command::CreateRecipient(*caller, create), claim).await
    }

    pub async fn recipient(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        let found = match RecipientId::parse(id) {
            Some(id) => self.store.recipient(caller, id).await?,
            None => None,
        };
        let known = found.ok_or(Refusal::NotFound(Noun::Recipient))?;
        Ok(wire::recipient(&known.recipient, &known.nickname).into())
    }

    pub async fn recipients(
        &self,
        caller: &Caller,
        filter: &RecipientFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let after = self.open_cursor(caller, "recipients", paging)?;
        let page = self.store.recipients(caller, filter, after.as_ref(), paging.size).await?;
        let render = |known: store::KnownRecipient| Ok(wire::recipient(&known.recipient, &known.nickname));
        self.render_page(caller, "recipients", paging, page, render)
    }

    pub async fn update_recipient(
        &self,
        caller: &Caller,
        id: &str,
        nickname: Option<String>,
    ) -> Result<Answered, Failure> {
        let id = RecipientId::parse(id).ok_or(Refusal::NotFound(Noun::Recipient))?;
        self.writer.submit(Command::UpdateRecipient(*caller, id, nickname), None).await
    }
}
