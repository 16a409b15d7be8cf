//! Passwords: argon2id, a few at a time. Strangers can make the server hash passwords, so every caller of this
//! module has counted the attempt before. Sign-in has a queue of its own: sign-up, claims and resets must not be
//! able to keep the owner of an account out.

use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use tokio::sync::{OnceCell, Semaphore, SemaphorePermit};

use crate::App;
use crate::failure::Failure;

/// Each takes 19 MiB and tens of milliseconds on purpose: more at once would only slow each other and everybody else.
const MOST_CHECKED_AT_ONCE: usize = 2;
const MOST_CHOSEN_AT_ONCE: usize = 1;
/// Whoever would have to wait behind more than this is told to come back.
const MOST_WAITING: usize = 64;

pub struct Passwords {
    /// For people who say who they are: sign-in, and giving the password once more.
    checks: Queue,
    /// For people who choose a new password.
    choices: Queue,
    /// Checked when there is nobody to check against, so that it takes as long.
    nobody: OnceCell<String>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            checks: Queue::new("check", MOST_CHECKED_AT_ONCE),
            choices: Queue::new("choose", MOST_CHOSEN_AT_ONCE),
            nobody: OnceCell::new(),
        }
    }
}

struct Queue {
    purpose: &'static str,
    turns: Semaphore,
    waiting: AtomicUsize,
}

impl Queue {
    fn new(purpose: &'static str, most_at_once: usize) -> Queue {
        Queue { purpose, turns: Semaphore::new(most_at_once), waiting: AtomicUsize::new(0) }
    }

    async fn turn(&self) -> Result<SemaphorePermit<'_>, Failure> {
        let place = Place::behind(&self.waiting);
        if self.waiting.load(Ordering::Relaxed) > MOST_WAITING {
            return Err(Failure::Busy);
        }
        let turn = self.turns.acquire().await.map_err(|_| Failure::Unavailable);
        drop(place);
        turn
    }

    /// Does the work on a thread of its own, when it is its turn.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        let _turn = self.turn().await?;
        metrics::counter!("florin_password_hashes_total", "purpose" => self.purpose).increment(1);
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(%error, "work with a password was interrupted");
            Failure::Internal
        })
    }

    async fn hash(&self, password: String, salt: [u8; 16]) -> Result<String, Failure> {
        self.run(move || hash(password.as_bytes(), &salt)).await?.map_err(|error| {
            tracing::error!(%error, "a password cannot be hashed");
            Failure::Internal
        })
    }
}

/// A place in the line, which is given up by whoever goes away as well.
struct Place<'a>(&'a AtomicUsize);

impl Place<'_> {
    fn behind(waiting: &AtomicUsize) -> Place<'_> {
        waiting.fetch_add(1, Ordering::Relaxed);
        Place(waiting)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl App {
    /// The hash of a new password. The caller has counted the attempt, and checked that there is a use for the
    /// password.
    pub(crate) async fn hash_password(&self, password: String) -> Result<String, Failure> {
        self.passwords.choices.hash(password, self.dice.bytes()).await
    }

    /// Whether this is the password of the hash. Without a hash it takes as long, and is not.
    pub(crate) async fn password_fits(
        &self,
        password: String,
        stored: Option<&str>,
    ) -> Result<bool, Failure> {
        let Passwords { checks, nobody, .. } = &self.passwords;
        let is_somebody = stored.is_some_and(|stored| !stored.is_empty());
        let made_up = || checks.hash(self.dice.base62(20), self.dice.bytes());
        let nobody = nobody.get_or_try_init(made_up).await?;
        let stored = stored.filter(|_| is_somebody).unwrap_or(nobody).to_owned();
        let fits = move || {
            let parsed = PasswordHash::new(&stored);
            parsed.is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
        };
        Ok(checks.run(fits).await? && is_somebody)
    }
}

fn hash(password: &[u8], salt: &[u8; 16]) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password_with_salt(password, salt).map(|hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::{MOST_CHOSEN_AT_ONCE, MOST_WAITING, Passwords};
    use crate::failure::Failure;

    /// Everybody who chooses a password waits, so nobody more can; who signs in does not notice.
    #[tokio::test]
    async fn sign_in_has_its_turn_while_the_queue_of_new_passwords_is_full() {
        let passwords = Passwords::default();
        let mut turns = Vec::new();
        for _ in 0..MOST_CHOSEN_AT_ONCE {
            turns.push(passwords.choices.turn().await.expect("a turn"));
        }
        let mut waiting: Vec<_> = (0..MOST_WAITING).map(|_| Box::pin(passwords.choices.turn())).collect();
        for turn in &mut waiting {
            assert!(futures_util::poll!(turn.as_mut()).is_pending());
        }
        assert!(matches!(passwords.choices.turn().await, Err(Failure::Busy)));
        assert!(passwords.checks.turn().await.is_ok(), "sign-in waits for nobody else");
        // Whoever goes away gives the place to the next.
        drop(waiting.pop());
        let mut next = Box::pin(passwords.choices.turn());
        assert!(futures_util::poll!(next.as_mut()).is_pending());
        drop(turns);
        assert!(waiting.remove(0).await.is_ok());
    }
}
