//! What the owners of addresses do not want to read: under Settings, or by a link that each such email has. The link
//! works without an account, because recipients of reminders may have none.

use rules::command::PeopleCommand;
use rules::email::Email;
use rules::email_address::EmailAddress;
use rules::email_preferences::{EmailGroup, EmailPreferenceChange, EmailsOff};
use rules::refusal::Refusal;

use crate::email::{EmailLink, Emails};
use crate::platform::failure::Failure;

const PURPOSE: &str = "unsubscribe";

impl Emails {
    /// Where the reader of an email can turn it off, if they can.
    pub(super) fn unsubscribe_link(&self, message: &Email) -> Option<EmailLink> {
        message.group().map(|_| {
            let token = self.platform.link(PURPOSE, message.id, message.to.as_str());
            self.room.link("/unsubscribe/", &token)
        })
    }

    /// Whose emails a link turns off, and which.
    pub async fn unsubscribe_target(&self, token: &str) -> Result<(EmailAddress, EmailGroup), Failure> {
        let email = self.platform.email_of_link(token).await?;
        if !self.platform.link_is_ours(PURPOSE, email.id, email.to.as_str(), token) {
            return Err(Refusal::LinkDead.into());
        }
        let group = email.group().ok_or(Refusal::LinkDead)?;
        Ok((email.to, group))
    }

    /// Turns off what the link is for.
    pub async fn unsubscribe(&self, token: &str) -> Result<(EmailAddress, EmailGroup), Failure> {
        let (email, group) = self.unsubscribe_target(token).await?;
        self.change(&email, EmailsOff::default().with(group), EmailsOff::default()).await?;
        Ok((email, group))
    }

    pub async fn emails_off(&self, email: &EmailAddress) -> Result<EmailsOff, Failure> {
        Ok(self.platform.store.emails_off(email).await?)
    }

    /// Turns off these groups, and all others on.
    pub async fn set_emails_off(&self, email: &EmailAddress, off: EmailsOff) -> Result<(), Failure> {
        self.change(email, off, off.inverse()).await
    }

    async fn change(
        &self,
        email: &EmailAddress,
        turn_off: EmailsOff,
        turn_on: EmailsOff,
    ) -> Result<(), Failure> {
        let change = EmailPreferenceChange { email_key: email.lookup_key(), turn_off, turn_on };
        self.platform.writer.submit(PeopleCommand::SetEmailPreferences(change).into(), None).await?;
        Ok(())
    }

    /// Whether its reader has turned it off since it was written.
    pub(super) async fn is_turned_off(&self, message: &Email) -> Result<bool, Failure> {
        match message.group() {
            Some(group) => Ok(self.emails_off(&message.to).await?.contains(group)),
            None => Ok(false),
        }
    }
}
