//! Passwords: argon2id, a few at a time. Strangers can make the server hash passwords, so every caller of this module
//! takes a place in the queue first, then counts the attempt, and then waits for its turn.

mod queue;

pub use queue::QueueSlot;

use std::sync::{Arc, OnceLock};

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use rules::password_queue::{Lane, PasswordClient};

use crate::identity::Identity;
use crate::platform::failure::Failure;
use queue::{HashPermit, HashQueue};

#[derive(Default)]
pub struct Passwords {
    queue: HashQueue,
    /// Checked when there is no user to check against, so that it takes as long.
    decoy: Arc<OnceLock<String>>,
}

/// Does work with a password on a thread of its own. The thread keeps the turn: a client that goes away does not stop
/// the hashing.
async fn run<T: Send + 'static>(
    turn: HashPermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    metrics::counter!("florin_password_hashes_total", "purpose" => turn.lane.work().name()).increment(1);
    let work = move || {
        let done = work();
        drop(turn);
        done
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "password hashing was interrupted");
        Failure::Internal
    })
}

impl Identity {
    /// A place in the queue, or [`Failure::Busy`]. Dropping it gives it up.
    pub(super) fn enter_password_queue(
        &self,
        lane: Lane,
        client: PasswordClient,
    ) -> Result<QueueSlot, Failure> {
        self.passwords.queue.enter(lane, client)
    }

    /// The hash of a new password. The caller has counted the attempt, and checked that there is a use for the
    /// password.
    pub(crate) async fn hash_password(&self, password: String, place: QueueSlot) -> Result<String, Failure> {
        let turn = place.turn().await?;
        let salt = self.platform.dice.bytes();
        run(turn, move || hash(password.as_bytes(), &salt)).await?.map_err(|error| {
            tracing::error!(%error, "password not hashed");
            Failure::Internal
        })
    }

    /// Whether this is the password of the hash. Without a hash it takes as long, and is not.
    pub(super) async fn password_fits(
        &self,
        password: String,
        stored: Option<&str>,
        place: QueueSlot,
    ) -> Result<bool, Failure> {
        let turn = place.turn().await?;
        let stored = stored.filter(|stored| !stored.is_empty()).map(str::to_owned);
        let (decoy, made_up) =
            (self.passwords.decoy.clone(), (self.platform.dice.base62(20), self.platform.dice.bytes()));
        let check = move || {
            let (other, salt) = made_up;
            let decoy = || decoy.get_or_init(|| hash(other.as_bytes(), &salt).expect("a fresh password"));
            let fits = fits(&password, stored.as_ref().unwrap_or_else(decoy));
            fits && stored.is_some()
        };
        run(turn, check).await
    }
}

fn hash(password: &[u8], salt: &[u8; 16]) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password_with_salt(password, salt).map(|hash| hash.to_string())
}

fn fits(password: &str, stored: &str) -> bool {
    let parsed = PasswordHash::new(stored);
    parsed.is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
}
