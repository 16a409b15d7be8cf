//! Sessions: who is signed in, where, since when, and until when.

use crate::id::{SessionId, UserId};
use crate::money::Amount;
use crate::named_enum;
use crate::security::ClientInfo;
use crate::time::{CLOCKS_DIFFER_SECONDS, SECONDS_PER_DAY, Timestamp};
use crate::user::User;

/// An unused session ends after this long.
pub const IDLE_SECONDS: i64 = 12 * 3_600;

/// However much it is used, a session ends after this long.
pub const LONGEST_SECONDS: i64 = 14 * SECONDS_PER_DAY;

/// How long a user may take to give their second factor.
const HALF_SIGNED_IN_SECONDS: i64 = 600;

/// For this long after the password was given, keys, payees and secrets may be shown and changed.
pub const PROVED_SECONDS: i64 = 900;

/// How many sessions of each stage one user has at a time.
pub const MAX_SESSIONS: usize = 50;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Stage {
        /// The password was right; the second factor is still to come. Nothing else can be done.
        Password = "password",
        Full = "full",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    pub id: SessionId,
    pub user: UserId,
    /// Of the cookie, which is never stored.
    pub hash: [u8; 32],
    /// The user's epoch at sign-in: when that counts up, the session is over.
    pub epoch: i64,
    pub stage: Stage,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
    /// When the password was last given.
    pub proved_at: Timestamp,
    /// Live money that this session has paid out without recent authentication. It only grows.
    pub paid: Amount,
    /// How much of it had been paid when the password was last given.
    pub paid_when_proved: Amount,
    pub client_info: ClientInfo,
}

/// What a new session needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewSession {
    pub id: SessionId,
    pub hash: [u8; 32],
}

impl Session {
    pub fn begin(
        new: NewSession,
        user: &User,
        stage: Stage,
        client_info: ClientInfo,
        now: Timestamp,
    ) -> Session {
        Session {
            id: new.id,
            user: user.id,
            hash: new.hash,
            epoch: user.epoch,
            stage,
            created_at: now,
            seen_at: now,
            proved_at: now,
            paid: Amount::ZERO,
            paid_when_proved: Amount::ZERO,
            client_info,
        }
    }

    pub fn is_alive(&self, user: &User, now: Timestamp) -> bool {
        self.user == user.id && self.epoch == user.epoch && now < self.ends_at()
    }

    /// When it ends if it is not used again.
    pub fn ends_at(&self) -> Timestamp {
        match self.stage {
            Stage::Password => self.created_at.plus_seconds(HALF_SIGNED_IN_SECONDS),
            Stage::Full => {
                let idle = self.seen_at.plus_seconds(IDLE_SECONDS);
                idle.min(self.created_at.plus_seconds(LONGEST_SECONDS))
            }
        }
    }

    /// Whether the password was given a short while ago.
    pub fn is_proved(&self, now: Timestamp) -> bool {
        // A proof from the future is from a clock that has been corrected since. Clocks of servers differ a little.
        let is_from_the_future = self.proved_at > now.plus_seconds(CLOCKS_DIFFER_SECONDS);
        self.stage == Stage::Full && !is_from_the_future && now < self.proved_at.plus_seconds(PROVED_SECONDS)
    }

    /// The same session, whose owner has just given the password again.
    pub fn proved(&self, now: Timestamp) -> Session {
        Session { proved_at: now, seen_at: now, paid_when_proved: self.paid, ..self.clone() }
    }

    /// What it has paid out since the password was last given, and `more`. `None` if that is too much to count.
    pub fn unproved_with(&self, more: Amount) -> Option<Amount> {
        Amount::from_micros(self.paid.micros() - self.paid_when_proved.micros()).checked_add(more)
    }
}
