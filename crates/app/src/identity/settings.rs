//! What users can see and change about themselves.

use rules::account::Caller;
use rules::attempt::Guard;
use rules::command::{Command, PeopleCommand};
use rules::decisions::user::Edit;
use rules::language::Language;
use rules::security::{ClientInfo, SecurityEntry, SecurityKind};
use rules::session::Session;
use rules::zone::Zone;

use crate::identity::Identity;
use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

impl Identity {
    pub async fn rename(
        &self,
        signed_in: &SignedIn,
        name: String,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        let events = self.platform.dice.long_series(self.platform.clock.now());
        let counted =
            (Guard::Rename, self.platform.vault.name(&format!("new names of {}", signed_in.user.id)));
        self.edit(signed_in, Edit::Name(name, events, counted), client_info).await
    }

    pub async fn set_language(
        &self,
        signed_in: &SignedIn,
        language: Language,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        self.edit(signed_in, Edit::Language(language), client_info).await
    }

    /// Without a zone, pages follow the browser and emails are in UTC.
    pub async fn set_zone(
        &self,
        signed_in: &SignedIn,
        zone: Option<Zone>,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        self.edit(signed_in, Edit::Zone(zone), client_info).await
    }

    /// A personal account becomes a business account, for good.
    pub async fn upgrade(&self, signed_in: &SignedIn, client_info: &ClientInfo) -> Result<(), Failure> {
        self.edit(signed_in, Edit::Upgrade, client_info).await
    }

    /// The language of emails to people whom the caller's account pays and who have set none themselves.
    pub async fn set_recipient_language(
        &self,
        signed_in: &SignedIn,
        caller: &Caller,
        language: Language,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        let command = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::RecipientLanguageChanged, Some(caller.mode)),
            format!("{} ({})", language.name(), caller.mode.name()),
            Command::SetRecipientLanguage(*caller, language),
        );
        self.platform.writer.submit(command, None).await?;
        Ok(())
    }

    /// Ends every session but this one.
    pub async fn sign_out_everywhere(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        self.edit(signed_in, Edit::SignOutEverywhere, client_info).await
    }

    pub(super) async fn edit(
        &self,
        signed_in: &SignedIn,
        edit: Edit,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        let actor = self.platform.acting(signed_in, client_info);
        let command = PeopleCommand::Edit(actor, edit, Some(signed_in.session.id));
        self.platform.writer.submit(command.into(), None).await?;
        Ok(())
    }

    /// The sessions of a user, newest first.
    pub async fn sessions(&self, signed_in: &SignedIn) -> Result<Vec<Session>, Failure> {
        let now = self.platform.clock.now();
        let sessions = self.platform.store.sessions_of(signed_in.user.id).await?;
        Ok(sessions.into_iter().filter(|session| session.is_alive(&signed_in.user, now)).collect())
    }

    /// What happened to a user's keys, secrets and sign-ins, newest first.
    pub async fn security_log(
        &self,
        signed_in: &SignedIn,
        paging: &Paging,
    ) -> Result<CursorPage<SecurityEntry>, Failure> {
        let list = format!("security_log {}", signed_in.user.id);
        let after = self.platform.open_own_cursor(&list, paging)?;
        let page = self.platform.store.security_log(signed_in.user.id, after.as_ref(), paging.size).await?;
        Ok(self.platform.own_shown(&list, paging, page))
    }
}
