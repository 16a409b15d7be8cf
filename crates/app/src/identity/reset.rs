//! Resets a password: an email contains a link that works once, for an hour.

use rules::attempt::{Guard, GuardKey};
use rules::command::{ChangePassword, PeopleCommand};
use rules::decisions::user::Edit;
use rules::email::{Email, EmailKind};
use rules::email_address::EmailAddress;
use rules::email_language::of_requested_email;
use rules::id::SessionId;
use rules::language::Language;
use rules::password_queue::Lane;
use rules::refusal::Refusal;
use rules::security::{Actor, ClientInfo};
use rules::user::User;

use super::{Revoke, SignInClient};
use crate::identity::Identity;
use crate::platform::email_links::RESET_SECONDS;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

impl Identity {
    /// Emails a link to the user who has an account with this address. The answer is the same in every case.
    /// `page` is the language of the page on which the visitor asks.
    pub async fn ask_to_reset(
        &self,
        email: &EmailAddress,
        page: Language,
        visitor: &SignInClient,
    ) -> Result<(), Failure> {
        self.count_asker(&visitor.client_info).await?;
        let user = self
            .platform
            .store
            .user_by_email(&email.lookup_key())
            .await?
            .filter(|user| user.verified_at.is_some());
        let Some(user) = user else {
            // Takes as long as if there were a user.
            let [first, reserve] = [self.unsent_guard(email), self.reset_guard("no reset of", email)];
            if !self.submit_unless_often(PeopleCommand::Attempt(vec![first])).await? {
                self.submit_unless_often(PeopleCommand::Attempt(vec![reserve])).await?;
            }
            return Ok(());
        };
        let (live, test) = self.platform.accounts_of(user.id).await?;
        let account = Some(live.unwrap_or(test).id);
        // To the address as it was proved, and not as it was typed.
        let language = of_requested_email(user.language, page);
        let message = Email { account, ..self.asked_email(EmailKind::Reset, &user.email, language) };
        // A browser that has signed in before asks on its own account, whatever strangers have asked for.
        let guard = match self.known_device(&user, visitor) {
            Some(device) => {
                (Guard::Email, self.platform.vault.name(&format!("email to {} asked on {device}", user.id)))
            }
            None => self.email_guard(&user.email),
        };
        if !self.submit_unless_often(PeopleCommand::Ask(vec![guard], message.clone())).await? {
            let reserve = self.reset_guard("reset of", &user.email);
            self.submit_unless_often(PeopleCommand::Ask(vec![reserve], message)).await?;
        }
        Ok(())
    }

    fn reset_guard(&self, what: &str, email: &EmailAddress) -> GuardKey {
        (Guard::Reset, self.platform.vault.name(&format!("{what} {}", email.lookup_key())))
    }

    /// Whose password a link can change.
    pub async fn reset_offer(&self, token: &str) -> Result<User, Failure> {
        let message = self.platform.linked_email(token, EmailKind::Reset, RESET_SECONDS).await?;
        let user =
            self.platform.store.user_by_email(&message.to.lookup_key()).await?.ok_or(Refusal::LinkDead)?;
        if !self.platform.link_is_ours("reset", message.id, &user.password_hash, token) {
            return Err(Refusal::LinkDead.into());
        }
        Ok(user)
    }

    /// Sets a new password, ends every session, and revokes what the user wants revoked. This place may try again to
    /// sign in. Codes of a second factor are not forgiven: a mailbox must not be a way to guess them.
    pub async fn reset_password(
        &self,
        token: &str,
        password: String,
        revoke: Revoke,
        visitor: &SignInClient,
    ) -> Result<(), Failure> {
        let user = self.reset_offer(token).await?;
        let allowed_by = format!("reset {token}");
        let counted = self.count_new_password(Lane::Reset, &allowed_by, None, &visitor.client_info).await?;
        // The browser's cookie is forgotten with the old password, so the browser will count as a stranger's.
        let mut forgiven = self.guards("sign in", &Identity::stranger_principal(&user, &visitor.client_info));
        forgiven.retain(|(guard, _)| *guard == Guard::Pair);
        forgiven.push(self.email_guard(&user.email));
        let (live, test) = self.platform.accounts_of(user.id).await?;
        let actor = self.platform.actor(&user, live.unwrap_or(test).id, &visitor.client_info);
        let hash = self.hash_password(password, counted.place).await?;
        self.set_password(actor, (hash, user.password_hash), None, revoke, forgiven).await
    }

    /// The same for a user who is signed in, has given their password, and stays signed in here.
    pub async fn change_password(
        &self,
        signed_in: &SignedIn,
        password: String,
        revoke: Revoke,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        let (allowed_by, sponsor) = (format!("user {}", signed_in.user.id), signed_in.test.sponsor);
        let counted = self.count_new_password(Lane::Reset, &allowed_by, sponsor, client_info).await?;
        let (actor, kept) = (self.platform.acting(signed_in, client_info), Some(signed_in.session.id));
        let hash = self.hash_password(password, counted.place).await?;
        let hashes = (hash, signed_in.user.password_hash.clone());
        self.set_password(actor, hashes, kept, revoke, Vec::new()).await
    }

    async fn set_password(
        &self,
        actor: Actor,
        (hash, was): (String, String),
        kept: Option<SessionId>,
        revoke: Revoke,
        forgiven: Vec<GuardKey>,
    ) -> Result<(), Failure> {
        let user = actor.user;
        let access = self.access_of(user).await?;
        let edit = Edit::Password { hash, was, access: access.outcome(revoke) };
        let revoked = access.revocations(revoke);
        let change = ChangePassword { actor, edit, kept, revoked, forgiven };
        self.platform.writer.submit(PeopleCommand::ChangePassword(change).into(), None).await?;
        self.finish_revoking(user, &access, revoke).await;
        Ok(())
    }
}
