//! People: who is signed in, and what they can reach.

mod access;
mod attempts;
mod join;
mod managed_users;
mod passwords;
mod reset;
mod second_factor;
mod settings;
mod sign_in;

pub use access::{AccessOutcome, ActiveAccess, Revoke};
pub use join::{JoinLinkTarget, Joined, NewUser};
pub use managed_users::{LockReason, UserLock};
pub use second_factor::Enrolment;
pub use sign_in::{SignInClient, SignInResult};

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rules::attempt::FORGIVEN_SECONDS;
use rules::command::PeopleCommand;
use rules::id::SessionId;
use rules::session::{IDLE_SECONDS, LONGEST_SECONDS};
use rules::time::Timestamp;

use crate::auth::Auth;
use crate::connect::Connect;
use crate::payouts::Payouts;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;
use crate::platform::{FORGOTTEN_AT_ONCE, Platform};
use crate::webhooks::Webhooks;
use passwords::Passwords;

/// When sessions were last used, until it is stored.
#[derive(Default)]
pub struct SessionActivity(Mutex<HashMap<SessionId, Timestamp>>);

/// People: how they join, sign in and manage their sign-in.
pub struct Identity {
    platform: Arc<Platform>,
    auth: Arc<Auth>,
    connect: Arc<Connect>,
    payouts: Arc<Payouts>,
    webhooks: Arc<Webhooks>,
    passwords: Passwords,
    /// When sessions were last used.
    seen: SessionActivity,
}

impl Identity {
    pub(crate) fn new(
        platform: Arc<Platform>,
        auth: Arc<Auth>,
        connect: Arc<Connect>,
        payouts: Arc<Payouts>,
        webhooks: Arc<Webhooks>,
    ) -> Identity {
        Identity {
            platform,
            auth,
            connect,
            payouts,
            webhooks,
            passwords: Passwords::default(),
            seen: SessionActivity::default(),
        }
    }

    /// Who has this cookie, if they are still signed in.
    pub async fn signed_in(&self, cookie: &str) -> Result<Option<SignedIn>, Failure> {
        let now = self.platform.clock.now();
        for hash in self.platform.vault.credential_hashes(cookie) {
            if let Some((session, user)) = self.platform.store.session_by_hash(&hash).await? {
                if !session.is_alive(&user, now) {
                    return Ok(None);
                }
                self.seen.0.lock().unwrap_or_else(PoisonError::into_inner).insert(session.id, now);
                let (live, test) = self.platform.accounts_of(user.id).await?;
                return Ok(Some(SignedIn { session, user, live, test }));
            }
        }
        Ok(None)
    }

    /// Whether this person gave their password a short while ago.
    pub fn is_proved(&self, signed_in: &SignedIn) -> bool {
        signed_in.session.is_proved(self.platform.clock.now())
    }

    /// Stores when sessions were last used.
    pub(crate) async fn note_sessions(&self) {
        let seen = std::mem::take(&mut *self.seen.0.lock().unwrap_or_else(PoisonError::into_inner));
        if seen.is_empty() {
            return;
        }
        let command = PeopleCommand::NoteSessions(seen.into_iter().collect());
        if let Err(failure) = self.platform.writer.submit_in_background(command.into()).await {
            tracing::warn!(?failure, "last-used times of sessions not stored");
        }
    }

    /// Deletes some sessions that have long ended, and says how many it found.
    pub(crate) async fn forget_sessions(&self) -> usize {
        let since = self.platform.clock.now().plus_seconds(-IDLE_SECONDS.max(LONGEST_SECONDS));
        let ended = self.platform.store.sessions_unused_since(since, FORGOTTEN_AT_ONCE);
        self.platform.forget("ended sessions", ended, PeopleCommand::ForgetSessions).await
    }

    /// Deletes some counts of attempts that are old, and says how many it found.
    pub(crate) async fn forget_attempts(&self) -> usize {
        let before = self.platform.clock.now().plus_seconds(-FORGIVEN_SECONDS);
        let old = self.platform.store.attempts_before(before, FORGOTTEN_AT_ONCE);
        self.platform.forget("old counts of attempts", old, PeopleCommand::ForgetAttempts).await
    }
}
