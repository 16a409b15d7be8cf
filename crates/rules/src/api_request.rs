//! A request to the API, as the log of its account keeps it. What is stored of it was redacted before.

use crate::id::{AccountId, ApiKeyId, AppId};
use crate::time::Timestamp;

/// The newest of each kind that an account keeps: reading much must not push out what changed something.
pub const MAX_KEPT: usize = 10_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiRequest {
    pub account: AccountId,
    /// What the response's `X-Request-Id` said.
    pub id: String,
    pub app: AppId,
    /// Nothing for an access token of a Connect App.
    pub key: Option<ApiKeyId>,
    pub method: String,
    /// With its query.
    pub path: String,
    /// Nothing if the client went away before the response.
    pub status: Option<u16>,
    /// The name of the error; empty if there was none.
    pub error: String,
    /// The id of what it created, or else of what its path names. Empty if there is neither.
    pub object: String,
    pub is_creation: bool,
    pub took_micros: i64,
    pub address: String,
    /// How many requests of the account were left out of the log shortly before this one was written.
    pub left_out: i64,
    pub created_at: Timestamp,
}

/// One that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedRequest {
    pub request: ApiRequest,
    pub sealed_bodies: Vec<u8>,
}
