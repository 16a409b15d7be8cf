//! API keys: records of long-lived credentials. The key itself is shown once and never kept; only its hash is.

use crate::id::{AccountId, ApiKeyId, AppId};
use crate::scope::Scopes;
use crate::time::Timestamp;

/// Keys of one account that are not revoked. They share the account's rate limit, so no account needs more.
pub const MAX_API_KEYS: usize = 50;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub account: AccountId,
    pub app: AppId,
    pub name: String,
    pub scopes: Scopes,
    /// HMAC-SHA256 of the key under the server secret of `secret_version`.
    pub hash: [u8; 32],
    pub secret_version: u8,
    /// The last characters of the key, so that its owner can tell keys apart.
    pub hint: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}
