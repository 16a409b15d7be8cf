//! Signing in and out, and confirming the password again.

use data_encoding::BASE64URL_NOPAD;
use rules::attempt::{Guard, GuardKey};
use rules::command::{Command, PeopleCommand};
use rules::decisions::user::{Confirm, Factor, FinishSignIn, SignIn};
use rules::email_address::EmailAddress;
use rules::id::UserId;
use rules::language::Language;
use rules::refusal::Refusal;
use rules::security::{ClientInfo, SecurityKind};
use rules::session::{NewSession, Session};
use rules::user::User;

use crate::identity::Identity;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

const COOKIE_LENGTH: usize = 40;

/// Who knocks: from where, and with which proof that they have signed in here before.
#[derive(Clone, Debug, Default)]
pub struct SignInClient {
    pub client_info: ClientInfo,
    pub device: Option<String>,
    /// What the browser asks for.
    pub language: Option<Language>,
}

/// A user who signed in. Both texts are for cookies, and kept nowhere else.
#[derive(Clone, Debug)]
pub struct SignInResult {
    pub cookie: String,
    /// Proves to the next sign-in that this browser has signed in before. `None` while the second factor is missing.
    pub device: Option<String>,
    pub session: Session,
}

impl Identity {
    /// Signs in with a password. Whether the address or the password was wrong is never revealed.
    pub async fn sign_in(
        &self,
        email: &EmailAddress,
        password: String,
        visitor: &SignInClient,
    ) -> Result<SignInResult, Failure> {
        let user = self.platform.store.user_by_email(&email.lookup_key()).await?;
        let principal = self.principal(email, user.as_ref(), visitor).await?;
        let (place, guarded) = self.count_password("sign in", &principal).await?;
        let stored = user.as_ref().map(|user| user.password_hash.as_str());
        let fits = self.password_fits(password, stored, place).await?;
        let Some(user) = user else {
            // As much is read as for a known user.
            self.platform.store.accounts_of(self.platform.dice.id(self.platform.clock.now())).await?;
            return Err(Refusal::SignInFailed.into());
        };
        if !fits {
            self.note_failure(&user, &visitor.client_info).await?;
            return Err(Refusal::SignInFailed.into());
        }
        self.enter(&user, visitor, guarded, self.successes("sign in", &principal)).await
    }

    /// Begins a session for a user whose password, or link, was right. Says what is forgiven, and what counts that it
    /// was right.
    pub(crate) async fn enter(
        &self,
        user: &User,
        visitor: &SignInClient,
        forgiven: Vec<GuardKey>,
        successes: Vec<GuardKey>,
    ) -> Result<SignInResult, Failure> {
        let (live, test) = self.platform.accounts_of(user.id).await?;
        let (cookie, session) = self.new_session();
        let sign_in = SignIn {
            actor: self.platform.actor(user, live.unwrap_or(test).id, &visitor.client_info),
            password_hash: user.password_hash.clone(),
            session,
            device: self.known_device(user, visitor),
            forgiven,
            successes,
            language: visitor.language,
        };
        let (session, device) = self.session_command(PeopleCommand::SignIn(sign_in)).await?;
        Ok(SignInResult { cookie, device: device.map(|device| self.device_cookie(user, device)), session })
    }

    /// The second half, with a code of the authenticator or a recovery code.
    pub async fn finish_sign_in(
        &self,
        half: &SignedIn,
        code: &str,
        visitor: &SignInClient,
    ) -> Result<SignInResult, Failure> {
        let (counted, factor) = self.try_code(&half.user, code, visitor).await?;
        let principal = self.signed_in_principal(half, visitor);
        let (cookie, session) = self.new_session();
        let finish = FinishSignIn {
            actor: self.platform.acting(half, &visitor.client_info),
            factor,
            half: half.session.id,
            session,
            device: self.known_device(&half.user, visitor),
            forgiven: [vec![counted], self.guards("sign in", &principal)].concat(),
            successes: self.successes("sign in", &principal),
            language: visitor.language,
        };
        let (session, device) = self.session_command(PeopleCommand::FinishSignIn(finish)).await?;
        Ok(SignInResult {
            cookie,
            device: device.map(|device| self.device_cookie(&half.user, device)),
            session,
        })
    }

    /// Gives the password once more, and a code where there is a second factor.
    pub async fn confirm(
        &self,
        signed_in: &SignedIn,
        password: String,
        code: &str,
        visitor: &SignInClient,
    ) -> Result<(), Failure> {
        let user = &signed_in.user;
        let principal = self.signed_in_principal(signed_in, visitor);
        let (place, guarded) = self.count_password("confirm", &principal).await?;
        if !self.password_fits(password, Some(&user.password_hash), place).await? {
            self.note_failure(user, &visitor.client_info).await?;
            return Err(Refusal::SignInFailed.into());
        }
        let (mut forgiven, mut factor) = (guarded, None);
        if user.second_factor.is_some() {
            let (counted, given) = self.try_code(user, code, visitor).await?;
            forgiven.push(counted);
            factor = Some(given);
        }
        let confirm = Confirm {
            actor: self.platform.acting(signed_in, &visitor.client_info),
            session: signed_in.session.id,
            password_hash: user.password_hash.clone(),
            factor,
            forgiven,
            successes: self.successes("confirm", &principal),
        };
        self.platform.writer.submit(PeopleCommand::Confirm(confirm).into(), None).await?;
        Ok(())
    }

    pub async fn sign_out(&self, signed_in: &SignedIn, client_info: &ClientInfo) -> Result<(), Failure> {
        let actor = self.platform.acting(signed_in, client_info);
        let command = PeopleCommand::SignOut(actor, signed_in.session.id);
        self.platform.writer.submit(command.into(), None).await?;
        Ok(())
    }

    /// What forms of this visitor carry, so that only our own pages can send them.
    pub fn form_token(&self, cookie: &str) -> String {
        self.platform.vault.prove("form", cookie)
    }

    pub fn form_token_fits(&self, cookie: &str, token: &str) -> bool {
        self.platform.vault.proves("form", cookie, token)
    }

    /// Proves that Florin wrote a message for this session. Neither part has a space.
    pub fn flash_proof(&self, session: &str, message: &str) -> String {
        self.platform.vault.prove("flash", &format!("{session} {message}"))
    }

    pub fn is_flash_proof(&self, session: &str, message: &str, proof: &str) -> bool {
        self.platform.vault.proves("flash", &format!("{session} {message}"), proof)
    }

    /// Encrypts the filters that a user chose in lists, for a cookie that this user alone can use.
    pub fn seal_list_memory(&self, user: UserId, text: &str) -> String {
        let sealed = self.platform.vault.seal(&self.platform.dice, &list_memory_place(user), text.as_bytes());
        BASE64URL_NOPAD.encode(&sealed)
    }

    pub fn open_list_memory(&self, user: UserId, sealed: &str) -> Option<String> {
        let sealed = BASE64URL_NOPAD.decode(sealed.as_bytes()).ok()?;
        String::from_utf8(self.platform.vault.open(&list_memory_place(user), &sealed)?).ok()
    }

    /// Something random for the cookie of a visitor who is not signed in.
    pub fn fresh_cookie(&self) -> String {
        self.platform.dice.base62(COOKIE_LENGTH)
    }

    fn new_session(&self) -> (String, NewSession) {
        let cookie = self.fresh_cookie();
        let (hash, _) = self.platform.vault.hash_credential(&cookie);
        (cookie, NewSession { id: self.platform.dice.id(self.platform.clock.now()), hash })
    }

    async fn session_command(&self, command: PeopleCommand) -> Result<(Session, Option<i64>), Failure> {
        Ok(self.platform.writer.submit(command.into(), None).await?.outcome())
    }

    /// Judges a code of a user whose password was right, and says what has counted it. A browser that has signed in
    /// before has a count of its own here, too: who has stolen the password cannot keep the owner out.
    async fn try_code(
        &self,
        user: &User,
        code: &str,
        visitor: &SignInClient,
    ) -> Result<(GuardKey, Factor), Failure> {
        let what = match self.known_device(user, visitor) {
            Some(device) => format!("second factor {} on {device}", user.id),
            None => format!("second factor {}", user.id),
        };
        let counted = (Guard::Code, self.platform.vault.name(&what));
        self.platform.writer.submit(PeopleCommand::Attempt(vec![counted]).into(), None).await?;
        if let Some(factor) = self.factor(user, code) {
            return Ok((counted, factor));
        }
        let (live, test) = self.platform.accounts_of(user.id).await?;
        let actor = self.platform.actor(user, live.unwrap_or(test).id, &visitor.client_info);
        let alerts = (Guard::Alert, self.platform.vault.name(&format!("wrong codes of {}", user.id)));
        let command: Command = PeopleCommand::NoteWrongCode(actor, counted, alerts).into();
        self.platform.writer.submit_and_forget(command);
        Err(Refusal::SignInFailed.into())
    }

    /// Proves that a browser has signed in as this user. Each has its own number.
    pub(super) fn device_cookie(&self, user: &User, device: i64) -> String {
        let proof = self.platform.vault.prove("device", &format!("{} {device}", user.id));
        format!("{device}-{proof}")
    }

    /// The number of the browser, if it has signed in as this user before and was not forgotten since.
    pub(super) fn known_device(&self, user: &User, visitor: &SignInClient) -> Option<i64> {
        let (device, proof) = visitor.device.as_deref()?.split_once('-')?;
        let is_ours = self.platform.vault.proves("device", &format!("{} {device}", user.id), proof);
        device.parse().ok().filter(|device| is_ours && user.knows_device(*device))
    }

    /// In the background: the commit takes no longer than it does for an unknown user.
    async fn note_failure(&self, user: &User, client_info: &ClientInfo) -> Result<(), Failure> {
        let (live, test) = self.platform.accounts_of(user.id).await?;
        let actor = self.platform.actor(user, live.unwrap_or(test).id, client_info);
        let command: Command = PeopleCommand::Note(actor, SecurityKind::SignInFailed, String::new()).into();
        self.platform.writer.submit_and_forget(command);
        Ok(())
    }
}

/// What the filters of a user's lists are encrypted for.
fn list_memory_place(user: UserId) -> String {
    format!("list memory {user}")
}
