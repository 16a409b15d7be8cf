//! Passwords: argon2id, a few at a time.

use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use tokio::sync::{OnceCell, Semaphore, SemaphorePermit};

use crate::App;
use crate::failure::Failure;

/// Each takes 19 MiB and tens of milliseconds on purpose: more at once would only slow each other and everybody else.
const MOST_AT_ONCE: usize = 2;
/// Whoever would have to wait behind more than this is told to come back.
const MOST_WAITING: usize = 64;

pub struct Passwords {
    turns: Semaphore,
    waiting: AtomicUsize,
    /// Checked when there is nobody to check against, so that it takes as long.
    nobody: OnceCell<String>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            turns: Semaphore::new(MOST_AT_ONCE),
            waiting: AtomicUsize::new(0),
            nobody: OnceCell::new(),
        }
    }
}

impl Passwords {
    async fn turn(&self) -> Result<SemaphorePermit<'_>, Failure> {
        let place = Place::behind(&self.waiting);
        if self.waiting.load(Ordering::Relaxed) > MOST_WAITING {
            return Err(Failure::Busy);
        }
        let turn = self.turns.acquire().await.map_err(|_| Failure::Unavailable);
        drop(place);
        turn
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
    pub(crate) async fn hash_password(&self, password: String) -> Result<String, Failure> {
        let salt: [u8; 16] = self.dice.bytes();
        self.aside(move || hash(password.as_bytes(), &salt)).await?.map_err(|error| {
            tracing::error!(%error, "a password cannot be hashed");
            Failure::Internal
        })
    }

    /// Whether this is the password of the hash. Without a hash it takes as long, and is not.
    pub(crate) async fn password_fits(
        &self,
        password: String,
        stored: Option<&str>,
    ) -> Result<bool, Failure> {
        let is_somebody = stored.is_some_and(|stored| !stored.is_empty());
        let nobody =
            self.passwords.nobody.get_or_try_init(|| self.hash_password(self.dice.base62(20))).await?;
        let stored = stored.filter(|_| is_somebody).unwrap_or(nobody).to_owned();
        let fits = move || {
            let parsed = PasswordHash::new(&stored);
            parsed.is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
        };
        Ok(self.aside(fits).await? && is_somebody)
    }

    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let _turn = self.passwords.turn().await?;
        tokio::task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(%error, "work with a password was interrupted");
            Failure::Internal
        })
    }
}

fn hash(password: &[u8], salt: &[u8; 16]) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password_with_salt(password, salt).map(|hash| hash.to_string())
}
