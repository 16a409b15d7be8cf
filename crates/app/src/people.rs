//! People: who is signed in, and what they can reach.

mod access;
mod attempts;
mod join;
mod links;
mod reset;
mod second_factor;
mod settings;
mod sign_in;

pub use access::{ActiveAccess, Revoke};
pub use join::{LIFETIME_SECONDS as JOIN_SECONDS, Offer};
pub use reset::LIFETIME_SECONDS as RESET_SECONDS;
pub use second_factor::Enrolment;
pub use sign_in::{Entered, Visitor};

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rules::account::{Account, Mode};
use rules::attempt::FORGIVEN_SECONDS;
use rules::command::{Audited, Command, PeopleCommand};
use rules::id::{AccountId, SessionId, UserId};
use rules::security::{Actor, ClientInfo, NewEntry, SecurityKind};
use rules::session::{IDLE_SECONDS, LONGEST_SECONDS, Session, Stage};
use rules::time::Timestamp;
use rules::user::User;

use crate::App;
use crate::failure::Failure;
use crate::workers::FORGOTTEN_AT_ONCE;

/// Somebody who has signed in, perhaps only half.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: Session,
    pub user: User,
    /// People who exist in the sandbox only have none.
    pub live: Option<Account>,
    pub test: Account,
}

impl SignedIn {
    pub fn is_fully(&self) -> bool {
        self.session.stage == Stage::Full
    }

    pub fn account(&self, mode: Mode) -> Option<&Account> {
        match mode {
            Mode::Live => self.live.as_ref(),
            Mode::Test => Some(&self.test),
        }
    }

    /// The account by whose lock everything is serialized that changes the user.
    fn home(&self) -> AccountId {
        self.live.as_ref().unwrap_or(&self.test).id
    }
}

/// When sessions were last used, until it is stored.
#[derive(Default)]
pub struct Seen(Mutex<HashMap<SessionId, Timestamp>>);

impl App {
    /// Who has this cookie, if they are still signed in.
    pub async fn signed_in(&self, cookie: &str) -> Result<Option<SignedIn>, Failure> {
        let now = self.clock.now();
        for hash in self.vault.credential_hashes(cookie) {
            if let Some((session, user)) = self.store.session_by_hash(&hash).await? {
                if !session.is_alive(&user, now) {
                    return Ok(None);
                }
                self.seen.0.lock().unwrap_or_else(PoisonError::into_inner).insert(session.id, now);
                let (live, test) = self.accounts_of(user.id).await?;
                return Ok(Some(SignedIn { session, user, live, test }));
            }
        }
        Ok(None)
    }

    pub(crate) async fn accounts_of(&self, user: UserId) -> Result<(Option<Account>, Account), Failure> {
        let accounts = self.store.accounts_of(user).await?;
        let of = |mode| accounts.iter().find(|account| account.mode == mode).copied();
        match of(Mode::Test) {
            Some(test) => Ok((of(Mode::Live), test)),
            None => {
                tracing::error!("a user has no test account");
                Err(Failure::Internal)
            }
        }
    }

    /// Whether somebody gave their password a short while ago.
    pub fn is_proved(&self, signed_in: &SignedIn) -> bool {
        signed_in.session.is_proved(self.clock.now())
    }

    pub(crate) fn actor(&self, user: &User, home: AccountId, client_info: &ClientInfo) -> Actor {
        let now = self.clock.now();
        let entry = NewEntry { id: self.dice.id(now), message: self.dice.id(now) };
        Actor { user: user.id, email: user.email.clone(), home, client_info: client_info.clone(), entry }
    }

    pub(crate) fn acting(&self, signed_in: &SignedIn, client_info: &ClientInfo) -> Actor {
        self.actor(&signed_in.user, signed_in.home(), client_info)
    }

    /// A command with its line in the log of whoever wants it.
    pub(crate) fn noted(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
        (kind, mode): (SecurityKind, Option<Mode>),
        about: String,
        command: Command,
    ) -> Command {
        Command::Audited(Box::new(Audited {
            actor: self.acting(signed_in, client_info),
            kind,
            about,
            mode,
            command,
        }))
    }

    /// Stores when sessions were last used.
    pub(crate) async fn note_sessions(&self) {
        let seen = std::mem::take(&mut *self.seen.0.lock().unwrap_or_else(PoisonError::into_inner));
        if seen.is_empty() {
            return;
        }
        let command = PeopleCommand::NoteSessions(seen.into_iter().collect());
        if let Err(failure) = self.writer.submit_in_background(command.into()).await {
            tracing::warn!(?failure, "when sessions were last used could not be stored");
        }
    }

    /// Deletes some sessions that have long ended, and says how many it found.
    pub(crate) async fn forget_sessions(&self) -> usize {
        let since = self.clock.now().plus_seconds(-IDLE_SECONDS.max(LONGEST_SECONDS));
        let ended = self.store.sessions_unused_since(since, FORGOTTEN_AT_ONCE);
        self.forget("ended sessions", ended, PeopleCommand::ForgetSessions).await
    }

    /// Deletes some counts of attempts that are old, and says how many it found.
    pub(crate) async fn forget_attempts(&self) -> usize {
        let before = self.clock.now().plus_seconds(-FORGIVEN_SECONDS);
        let old = self.store.attempts_before(before, FORGOTTEN_AT_ONCE);
        self.forget("old counts of attempts", old, PeopleCommand::ForgetAttempts).await
    }
}
