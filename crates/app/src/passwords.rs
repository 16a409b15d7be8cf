//! Passwords: argon2id, a few at a time. Strangers can make the server hash passwords, so every caller of this
//! module has counted the attempt before. Sign-in has a queue of its own: sign-up, claims and resets must not be
//! able to keep the owner of an account out.

mod choices;

use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use rules::client_address::{ClientAddress, ClientNetwork};
use rules::security::Whence;
use tokio::sync::{OnceCell, Semaphore, SemaphorePermit};

use crate::App;
use crate::failure::Failure;
pub use choices::Choice;
use choices::Choices;

/// Each takes 19 MiB and tens of milliseconds on purpose: more at once would only slow each other and everybody else.
const MOST_CHECKED_AT_ONCE: usize = 2;
/// Whoever would have to wait behind more than this is told to come back.
const MOST_WAITING: usize = 64;

pub struct Passwords {
    /// For people who say who they are: sign-in, and giving the password once more.
    checks: Checks,
    /// For people who choose a new password.
    choices: Choices,
    /// Checked when there is nobody to check against, so that it takes as long.
    nobody: OnceCell<String>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            checks: Checks { turns: Semaphore::new(MOST_CHECKED_AT_ONCE), waiting: AtomicUsize::new(0) },
            choices: Choices::default(),
            nobody: OnceCell::new(),
        }
    }
}

struct Checks {
    turns: Semaphore,
    waiting: AtomicUsize,
}

impl Checks {
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

/// Does work with a password on a thread of its own.
async fn run<T: Send + 'static>(
    purpose: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    metrics::counter!("florin_password_hashes_total", "purpose" => purpose).increment(1);
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work with a password was interrupted");
        Failure::Internal
    })
}

fn unhashed(error: argon2::password_hash::Error) -> Failure {
    tracing::error!(%error, "a password cannot be hashed");
    Failure::Internal
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
    pub(crate) async fn hash_password(
        &self,
        password: String,
        choice: Choice,
        whence: &Whence,
    ) -> Result<String, Failure> {
        let turn = self.passwords.choices.turn(choice, network_of(whence)).await?;
        let salt = self.dice.bytes();
        // The thread keeps the turn: a client that goes away does not stop the hashing.
        let hashed = run("choose", move || {
            let _turn = turn;
            hash(password.as_bytes(), &salt)
        });
        hashed.await?.map_err(unhashed)
    }

    /// Whether this is the password of the hash. Without a hash it takes as long, and is not.
    pub(crate) async fn password_fits(
        &self,
        password: String,
        stored: Option<&str>,
    ) -> Result<bool, Failure> {
        let Passwords { checks, nobody, .. } = &self.passwords;
        let is_somebody = stored.is_some_and(|stored| !stored.is_empty());
        let _turn = checks.turn().await?;
        let made_up = async || {
            let (password, salt) = (self.dice.base62(20), self.dice.bytes());
            run("check", move || hash(password.as_bytes(), &salt)).await?.map_err(unhashed)
        };
        let nobody = nobody.get_or_try_init(made_up).await?;
        let stored = stored.filter(|_| is_somebody).unwrap_or(nobody).to_owned();
        let fits = move || {
            let parsed = PasswordHash::new(&stored);
            parsed.is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
        };
        Ok(run("check", fits).await? && is_somebody)
    }
}

fn network_of(whence: &Whence) -> Option<ClientNetwork> {
    ClientAddress::parse(&whence.address).map(ClientAddress::network)
}

fn hash(password: &[u8], salt: &[u8; 16]) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password_with_salt(password, salt).map(|hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Choice, MOST_WAITING, Passwords};

    /// However many people choose a password, sign-in does not notice.
    #[tokio::test]
    async fn sign_in_has_its_turn_while_the_queue_of_new_passwords_is_full() {
        let passwords = Passwords::default();
        let _turn = passwords.choices.turn(Choice::Join, None).await.expect("a turn");
        let mut waiting: Vec<_> =
            (0..MOST_WAITING).map(|_| Box::pin(passwords.choices.turn(Choice::Join, None))).collect();
        for turn in &mut waiting {
            assert!(futures_util::poll!(turn.as_mut()).is_pending());
        }
        assert!(passwords.choices.turn(Choice::Join, None).await.is_err());
        assert!(passwords.checks.turn().await.is_ok(), "sign-in waits for nobody else");
    }
}
