//! Authentication: from what a caller presents to a [`Caller`], the only way to get one.
//!
//! A credential that was found is trusted for half a second before it is looked up again, so a revocation is effective
//! in every process within one second, and a busy key costs two look-ups a second.

mod api_keys;

pub use api_keys::CreatedKey;

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use rules::account::{Caller, Mode};
use rules::command::{Command, ConnectCommand};
use rules::decisions::api_key::KeyUse;
use rules::grant::TokenKind;
use rules::id::{AccountId, ApiKeyId, GrantId};
use rules::refusal::{Noun, Refusal};
use rules::scope::Scopes;
use rules::time::Timestamp;
use store::{KnownKey, KnownToken};

use crate::platform::Platform;
use crate::platform::credential::{self, Credential};
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

const TRUSTED: Duration = Duration::from_millis(500);
/// More credentials than this in half a second, and they are simply looked up again.
const MAX_CACHED: usize = 10_000;

/// Why a credential is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CredentialError {
    /// Not a credential of ours at all; says what is wrong with it.
    Malformed(&'static str),
    /// Well-formed, but unknown.
    Unknown,
    Revoked,
    /// An operator keeps its user out.
    Locked,
    /// An access token whose hour is over.
    Expired,
    /// A credential of this mode, presented at the other mode's address.
    WrongMode(Mode),
    /// It could not be looked up.
    Failed(Failure),
}

/// What a caller came with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bearer {
    Key(ApiKeyId),
    /// An access token.
    Grant(GrantId),
}

/// A caller and what it came with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Authenticated {
    pub caller: Caller,
    pub bearer: Bearer,
    /// The account whose limits its requests count for.
    pub charged: AccountId,
    /// When the credential stops being good by itself.
    expires_at: Option<Timestamp>,
}

/// What is known of credentials right now.
#[derive(Default)]
pub(crate) struct KeyRing {
    trusted: RwLock<HashMap<[u8; 32], (Authenticated, Duration)>>,
    key_uses: Mutex<HashMap<ApiKeyId, KeyUse>>,
    grant_uses: Mutex<HashMap<GrantId, Timestamp>>,
}

impl KeyRing {
    fn trusted(&self, hash: &[u8; 32], now: Duration) -> Option<Authenticated> {
        let trusted = self.trusted.read().unwrap_or_else(PoisonError::into_inner);
        let (authenticated, since) = trusted.get(hash)?;
        (now.saturating_sub(*since) < TRUSTED).then_some(*authenticated)
    }

    fn trust(&self, hash: [u8; 32], authenticated: Authenticated, since: Duration) {
        let mut trusted = self.trusted.write().unwrap_or_else(PoisonError::into_inner);
        if trusted.len() >= MAX_CACHED {
            trusted.clear();
        }
        trusted.insert(hash, (authenticated, since));
    }

    pub(crate) fn forget(&self, hash: &[u8; 32]) {
        self.trusted.write().unwrap_or_else(PoisonError::into_inner).remove(hash);
    }

    /// Everything that came of a grant.
    pub(crate) fn forget_grant(&self, grant: GrantId) {
        let mut trusted = self.trusted.write().unwrap_or_else(PoisonError::into_inner);
        trusted.retain(|_, (authenticated, _)| authenticated.bearer != Bearer::Grant(grant));
    }
}

fn note<K: Eq + Hash, V>(uses: &Mutex<HashMap<K, V>>, key: K, used: V) {
    uses.lock().unwrap_or_else(PoisonError::into_inner).insert(key, used);
}

fn take<K, V>(uses: &Mutex<HashMap<K, V>>) -> HashMap<K, V> {
    std::mem::take(&mut *uses.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Credentials: which caller they stand for, and API keys.
pub struct Auth {
    platform: Arc<Platform>,
    pub(crate) key_ring: KeyRing,
}

impl Auth {
    pub(crate) fn new(platform: Arc<Platform>) -> Auth {
        Auth { platform, key_ring: KeyRing::default() }
    }

    /// Accepts a credential at the address of one mode.
    pub async fn authenticate(&self, credential: &str, mode: Mode) -> Result<Authenticated, CredentialError> {
        let (hash, version) = self.platform.vault.hash_credential(credential);
        let looked_up = self.platform.clock.elapsed();
        let authenticated = match self.key_ring.trusted(&hash, looked_up) {
            Some(authenticated) => authenticated,
            None => {
                let authenticated = self.look_up(credential, (hash, version)).await?;
                self.key_ring.trust(hash, authenticated, looked_up);
                authenticated
            }
        };
        if authenticated.expires_at.is_some_and(|expiry| expiry <= self.platform.clock.now()) {
            return Err(CredentialError::Expired);
        }
        if authenticated.caller.mode != mode {
            return Err(CredentialError::WrongMode(authenticated.caller.mode));
        }
        Ok(authenticated)
    }

    /// By hash, never by comparing texts; under an older server secret if need be.
    async fn look_up(
        &self,
        credential: &str,
        newest: ([u8; 32], u8),
    ) -> Result<Authenticated, CredentialError> {
        let kind = credential::kind_of(&self.platform.settings.key_prefix, credential)
            .map_err(CredentialError::Malformed)?;
        for hash in self.platform.vault.credential_hashes(credential) {
            let found = match kind {
                Credential::Key(_) => self.look_up_key(&hash, newest).await?,
                Credential::Access => self.look_up_token(&hash).await?,
                Credential::Refresh => {
                    return Err(CredentialError::Malformed(
                        "Refresh tokens work only at the token endpoint.",
                    ));
                }
                Credential::Client => {
                    return Err(CredentialError::Malformed(
                        "Client secrets work only at the token endpoint.",
                    ));
                }
            };
            if let Some(authenticated) = found {
                return Ok(authenticated);
            }
        }
        Err(CredentialError::Unknown)
    }

    async fn look_up_key(
        &self,
        hash: &[u8; 32],
        (newest, version): ([u8; 32], u8),
    ) -> Result<Option<Authenticated>, CredentialError> {
        let known = self.platform.store.api_key_by_hash(hash).await.map_err(failed)?;
        let Some(known) = known else { return Ok(None) };
        let authenticated = accept_key(&known)?;
        let rehash = (known.key.secret_version != version).then_some((newest, version));
        let used = KeyUse { id: known.key.id, at: self.platform.clock.now(), rehash };
        note(&self.key_ring.key_uses, known.key.id, used);
        Ok(Some(authenticated))
    }

    async fn look_up_token(&self, hash: &[u8; 32]) -> Result<Option<Authenticated>, CredentialError> {
        let known = self.platform.store.token_by_hash(hash).await.map_err(failed)?;
        let Some(known) = known.filter(|known| known.token.kind == TokenKind::Access) else {
            return Ok(None);
        };
        let authenticated = accept_token(&known)?;
        note(&self.key_ring.grant_uses, known.grant.id, self.platform.clock.now());
        Ok(Some(authenticated))
    }

    /// The owner in person, at one of their accounts. A user who is only half signed in has no access.
    pub fn owner(&self, signed_in: &SignedIn, mode: Mode) -> Option<Caller> {
        let account = signed_in.account(mode).filter(|_| signed_in.is_fully())?;
        let scopes = Scopes::all();
        Some(Caller { account: account.id, app: account.own_app, mode, scopes, is_owner: true })
    }

    /// The owner of a test account, for what happens in it without them.
    pub(crate) async fn sandbox_owner(&self, account: AccountId) -> Result<Caller, Failure> {
        let owner = self.platform.store.owner_of(account).await?;
        let (_, user) =
            owner.filter(|(mode, _)| *mode == Mode::Test).ok_or(Refusal::NotFound(Noun::Account))?;
        let (_, test) = self.platform.accounts_of(user.id).await?;
        let (scopes, mode) = (Scopes::all(), Mode::Test);
        Ok(Caller { account: test.id, app: test.own_app, mode, scopes, is_owner: true })
    }

    /// Stores when credentials were last used. What cannot be stored now is not worth an error.
    pub(crate) async fn note_key_uses(&self) {
        let keys: Vec<KeyUse> = take(&self.key_ring.key_uses).into_values().collect();
        let grants: Vec<_> = take(&self.key_ring.grant_uses).into_iter().collect();
        let mut commands = Vec::new();
        if !keys.is_empty() {
            commands.push(Command::NoteKeyUses(keys));
        }
        if !grants.is_empty() {
            commands.push(ConnectCommand::NoteUses(grants).into());
        }
        for command in commands {
            if let Err(failure) = self.platform.writer.submit(command, None).await {
                tracing::warn!(?failure, "last-used times of credentials not stored");
            }
        }
    }
}

fn failed(error: store::Error) -> CredentialError {
    CredentialError::Failed(error.into())
}

fn accept_key(known: &KnownKey) -> Result<Authenticated, CredentialError> {
    let key = &known.key;
    if key.revoked_at.is_some() {
        return Err(CredentialError::Revoked);
    }
    if known.is_locked {
        return Err(CredentialError::Locked);
    }
    let caller =
        Caller { account: key.account, app: key.app, mode: known.mode, scopes: key.scopes, is_owner: false };
    Ok(Authenticated { caller, bearer: Bearer::Key(key.id), charged: known.charged, expires_at: None })
}

/// It acts as its app on the account of the user who consented.
fn accept_token(known: &KnownToken) -> Result<Authenticated, CredentialError> {
    let (token, grant) = (&known.token, &known.grant);
    if grant.ended_at.is_some() || known.app_is_gone {
        return Err(CredentialError::Revoked);
    }
    if known.is_locked {
        return Err(CredentialError::Locked);
    }
    let caller = Caller {
        account: grant.account,
        app: grant.app,
        mode: known.mode,
        scopes: token.scopes,
        is_owner: false,
    };
    let (bearer, expires_at) = (Bearer::Grant(grant.id), Some(token.expires_at));
    Ok(Authenticated { caller, bearer, charged: known.charged, expires_at })
}
