//! Stored responses: what a POST with an `Idempotency-Key` was answered, so that a retry gets the same answer.

use crate::id::{AccountId, AppId};
use crate::refusal::Refusal;
use crate::time::{SECONDS_PER_DAY, Timestamp};

/// Who asked what under which key. Methods other than POST have no keys, so the path names the operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct StoredResponseId {
    pub account: AccountId,
    pub app: AppId,
    pub path: String,
    pub key: String,
}

/// What a request with a key claims to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyRequest {
    pub id: StoredResponseId,
    /// A hash of what the body says, whatever its spacing and order.
    pub fingerprint: [u8; 32],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredResponse {
    pub fingerprint: [u8; 32],
    /// The id of what the request created or changed.
    pub object: String,
    /// The answer's bytes, encrypted: they may hold bank details.
    pub sealed_body: Vec<u8>,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
}

/// How long an answer is kept unless it moved money.
pub const KEPT_SECONDS: i64 = 30 * SECONDS_PER_DAY;

/// What a stored answer means for a new request.
#[derive(PartialEq, Eq, Debug)]
pub enum IdempotencyMatch<'a> {
    /// Nothing is stored, or it has expired: act.
    Fresh,
    /// The same request was answered: say the same again.
    Replay(&'a StoredResponse),
}

pub fn recall<'a>(
    stored: Option<&'a StoredResponse>,
    claim: &IdempotencyRequest,
    now: Timestamp,
) -> Result<IdempotencyMatch<'a>, Refusal> {
    let live = stored.filter(|answer| answer.expires_at.is_none_or(|expiry| now < expiry));
    match live {
        None => Ok(IdempotencyMatch::Fresh),
        Some(answer) if answer.fingerprint == claim.fingerprint => Ok(IdempotencyMatch::Replay(answer)),
        Some(answer) => Err(Refusal::IdempotencyKeyReused { object: answer.object.clone() }),
    }
}
