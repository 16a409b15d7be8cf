//! Authentication: from what a caller presents to a [`Caller`], the only way to get one.
//!
//! A key that was found is trusted for half a second before it is looked up again, so a revocation is effective in
//! every process within one second, and a busy key costs two look-ups a second.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use rules::account::{Caller, Mode};
use rules::api_key::KeyUse;
use rules::command::Command;
use rules::id::ApiKeyId;
use store::KnownKey;

use crate::failure::Failure;
use crate::{App, credential};

const TRUSTED: Duration = Duration::from_millis(500);
/// More keys than this in half a second, and they are simply looked up again.
const MOST_CACHED: usize = 10_000;

/// Why a credential is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denied {
    /// Not a credential of ours at all; says what is wrong with it.
    Malformed(&'static str),
    /// Well-formed, but nobody has it.
    Unknown,
    Revoked,
    /// A key of this mode, presented at the other mode's address.
    WrongMode(Mode),
    /// It could not be looked up.
    Failed(Failure),
}

/// A caller and the key it came with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Authenticated {
    pub caller: Caller,
    pub key: ApiKeyId,
}

/// What is known of keys right now.
#[derive(Default)]
pub struct KeyRing {
    trusted: RwLock<HashMap<[u8; 32], (Authenticated, Duration)>>,
    uses: Mutex<HashMap<ApiKeyId, KeyUse>>,
}

impl KeyRing {
    fn trusted(&self, hash: &[u8; 32], now: Duration) -> Option<Authenticated> {
        let trusted = self.trusted.read().unwrap_or_else(PoisonError::into_inner);
        let (authenticated, since) = trusted.get(hash)?;
        (now.saturating_sub(*since) < TRUSTED).then_some(*authenticated)
    }

    fn trust(&self, hash: [u8; 32], authenticated: Authenticated, since: Duration) {
        let mut trusted = self.trusted.write().unwrap_or_else(PoisonError::into_inner);
        if trusted.len() >= MOST_CACHED {
            trusted.clear();
        }
        trusted.insert(hash, (authenticated, since));
    }

    pub(crate) fn forget(&self, hash: &[u8; 32]) {
        self.trusted.write().unwrap_or_else(PoisonError::into_inner).remove(hash);
    }

    fn note(&self, used: KeyUse) {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner).insert(used.id, used);
    }

    fn take_uses(&self) -> Vec<KeyUse> {
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        uses.drain().map(|(_, used)| used).collect()
    }
}

impl App {
    /// Accepts a credential at the address of one mode.
    pub async fn authenticate(&self, credential: &str, mode: Mode) -> Result<Authenticated, Denied> {
        let (hash, version) = self.vault.hash_credential(credential);
        let looked_up = self.clock.elapsed();
        let authenticated = match self.key_ring.trusted(&hash, looked_up) {
            Some(authenticated) => authenticated,
            None => {
                credential::mode_of(&self.settings.key_prefix, credential).map_err(Denied::Malformed)?;
                let known = self.look_up(credential).await?;
                let authenticated = accept(&known)?;
                let rehash = (known.key.secret_version != version).then_some((hash, version));
                self.key_ring.note(KeyUse { id: known.key.id, at: self.clock.now(), rehash });
                self.key_ring.trust(hash, authenticated, looked_up);
                authenticated
            }
        };
        if authenticated.caller.mode != mode {
            return Err(Denied::WrongMode(authenticated.caller.mode));
        }
        Ok(authenticated)
    }

    /// By hash, never by comparing texts; under an older server secret if need be.
    async fn look_up(&self, credential: &str) -> Result<KnownKey, Denied> {
        for hash in self.vault.credential_hashes(credential) {
            let known = self.store.api_key_by_hash(&hash).await;
            if let Some(known) = known.map_err(|error| Denied::Failed(error.into()))? {
                return Ok(known);
            }
        }
        Err(Denied::Unknown)
    }

    /// Stores when keys were last used. What cannot be stored now is not worth an error.
    pub(crate) async fn note_key_uses(&self) {
        let uses = self.key_ring.take_uses();
        if uses.is_empty() {
            return;
        }
        if let Err(failure) = self.writer.submit(Command::NoteKeyUses(uses), None).await {
            tracing::warn!(?failure, "when keys were last used could not be stored");
        }
    }
}

fn accept(known: &KnownKey) -> Result<Authenticated, Denied> {
    if known.key.revoked_at.is_some() {
        return Err(Denied::Revoked);
    }
    let caller =
        Caller { account: known.key.account, app: known.key.app, mode: known.mode, scopes: known.key.scopes };
    Ok(Authenticated { caller, key: known.key.id })
}
