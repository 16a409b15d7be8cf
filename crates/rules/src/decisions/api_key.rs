//! Creating and revoking API keys, and noting when they were used.

use crate::api_key::{ApiKey, MAX_API_KEYS};
use crate::change::{Change, Outcome, Row};
use crate::id::{AccountId, ApiKeyId};
use crate::refusal::{Limit, Noun, Refusal};
use crate::scope::Scopes;
use crate::time::Timestamp;
use crate::world::World;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateApiKey {
    pub id: ApiKeyId,
    pub account: AccountId,
    pub name: String,
    pub scopes: Scopes,
    pub hash: [u8; 32],
    pub secret_version: u8,
    pub hint: String,
}

/// A new key acts as its account's own app.
pub fn create(world: &World, new: &CreateApiKey, now: Timestamp) -> Result<Change, Refusal> {
    let account = world.accounts.get(&new.account).ok_or(Refusal::NotFound(Noun::Account))?;
    if world.active_api_keys(new.account) >= MAX_API_KEYS {
        return Err(Refusal::LimitExceeded(Limit::ApiKeys));
    }
    let key = ApiKey {
        id: new.id,
        account: new.account,
        app: account.own_app,
        name: new.name.clone(),
        scopes: new.scopes,
        hash: new.hash,
        secret_version: new.secret_version,
        hint: new.hint.clone(),
        created_at: now,
        last_used_at: None,
        revoked_at: None,
    };
    Ok(Change { outcome: Outcome::ApiKey(key.clone()), rows: vec![Row::ApiKey(key)] })
}

/// Revoking is final and repeatable: the first time counts.
pub fn revoke(
    world: &World,
    id: ApiKeyId,
    account: Option<AccountId>,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = world.api_keys.get(&id).filter(|key| account.is_none_or(|account| key.account == account));
    let known = known.ok_or(Refusal::NotFound(Noun::ApiKey))?;
    if known.revoked_at.is_some() {
        return Ok(Change { outcome: Outcome::ApiKey(known.clone()), rows: Vec::new() });
    }
    let key = ApiKey { revoked_at: Some(now), ..known.clone() };
    Ok(Change { outcome: Outcome::ApiKey(key.clone()), rows: vec![Row::ApiKey(key)] })
}

/// One use of a key, as authentication noticed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyUse {
    pub id: ApiKeyId,
    pub at: Timestamp,
    /// The key's hash under the newest server secret, where the stored one is older.
    pub rehash: Option<([u8; 32], u8)>,
}

/// Notes when keys were last used, and moves hashes of an old server secret to the new one.
pub fn note_uses(world: &World, uses: &[KeyUse]) -> Change {
    let noted = uses.iter().filter_map(|used| {
        let known = world.api_keys.get(&used.id)?;
        let (hash, secret_version) = used.rehash.unwrap_or((known.hash, known.secret_version));
        let last_used_at = known.last_used_at.max(Some(used.at));
        Some(Row::ApiKey(ApiKey { last_used_at, hash, secret_version, ..known.clone() }))
    });
    Change { outcome: Outcome::Done, rows: noted.collect() }
}
