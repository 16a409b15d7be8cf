//! Choosing a new password without the old one: a link in a mail, good once and for an hour.

use rules::command::PeopleCommand;
use rules::email::Email;
use rules::mail::{Mail, MailKind};
use rules::refusal::Refusal;
use rules::security::Whence;
use rules::user::{Edit, User};

use super::SignedIn;
use crate::App;
use crate::failure::Failure;

/// How long a link works.
pub const LIFETIME_SECONDS: i64 = 3_600;

impl App {
    /// Writes a link to whoever has an account with this address. The answer is the same in every case.
    pub async fn ask_to_reset(&self, email: &Email, whence: &Whence) -> Result<(), Failure> {
        self.count_asker(whence).await?;
        let user =
            self.store.user_by_email(&email.lookup_key()).await?.filter(|user| user.verified_at.is_some());
        let Some(user) = user else {
            // Takes as long as if there were somebody.
            let guard = self.mail_guard(MailKind::Reset, email);
            let _ = self.writer.submit(PeopleCommand::Attempt(vec![guard]).into(), None).await;
            return Ok(());
        };
        let (live, test) = self.accounts_of(user.id).await?;
        let account = Some(live.unwrap_or(test).id);
        // To the address as it was proved, and not as somebody has typed it.
        self.ask_for(Mail { account, ..self.asked_mail(MailKind::Reset, &user.email) }).await
    }

    /// Whose password a link can change.
    pub async fn reset_offer(&self, token: &str) -> Result<User, Failure> {
        let mail = self.linked_mail(token, MailKind::Reset, LIFETIME_SECONDS).await?;
        let user = self.store.user_by_email(&mail.email.lookup_key()).await?.ok_or(Refusal::LinkDead)?;
        if !self.link_is_ours("reset", mail.id, &user.password_hash, token) {
            return Err(Refusal::LinkDead.into());
        }
        Ok(user)
    }

    /// The link depends on the old password: when that is gone, so is the link.
    pub(crate) fn reset_link(&self, mail: &Mail, user: &User) -> String {
        self.link("reset", mail.id, &user.password_hash)
    }

    /// Sets a new password, and ends every session.
    pub async fn reset_password(
        &self,
        token: &str,
        password: String,
        whence: &Whence,
    ) -> Result<(), Failure> {
        let user = self.reset_offer(token).await?;
        self.count_new_password(&format!("reset {token}"), whence).await?;
        let edit =
            Edit::Password { hash: self.hash_password(password).await?, was: user.password_hash.clone() };
        let (live, test) = self.accounts_of(user.id).await?;
        let actor = self.actor(&user, live.unwrap_or(test).id, whence);
        self.writer.submit(PeopleCommand::Edit(actor, edit, None).into(), None).await?;
        Ok(())
    }

    /// The same for somebody who is signed in, has given their password, and stays signed in here.
    pub async fn change_password(
        &self,
        signed_in: &SignedIn,
        password: String,
        whence: &Whence,
    ) -> Result<(), Failure> {
        self.count_new_password(&format!("user {}", signed_in.user.id), whence).await?;
        let was = signed_in.user.password_hash.clone();
        let edit = Edit::Password { hash: self.hash_password(password).await?, was };
        self.edit(signed_in, edit, whence).await
    }
}
