//! Grants: what a user allowed a Connect App, with its code, its refresh token and its access tokens.

use crate::id::{AccountId, AppId, GrantId, UserId};
use crate::named_enum;
use crate::redirect_uri::RedirectUri;
use crate::scope::Scopes;
use crate::time::{SECONDS_PER_DAY, Timestamp};

pub const CODE_SECONDS: i64 = 60;

pub const ACCESS_SECONDS: i64 = 3_600;

/// An unused refresh token.
pub const IDLE_SECONDS: i64 = 90 * SECONDS_PER_DAY;

/// For this long the same refresh token gets the same answer.
pub const RETRY_SECONDS: i64 = 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    pub id: GrantId,
    pub app: AppId,
    /// Who consented, and for which of their accounts.
    pub user: UserId,
    pub account: AccountId,
    pub scopes: Scopes,
    pub created_at: Timestamp,
    pub code: AuthorizationCode,
    /// When the code was exchanged.
    pub connected_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    pub refresh: Option<Refresh>,
}

/// An authorization code, by its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorizationCode {
    pub hash: [u8; 32],
    pub redirect_uri: RedirectUri,
    /// Of PKCE: the SHA-256 of the verifier.
    pub challenge: Option<[u8; 32]>,
}

/// Which refresh tokens are good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refresh {
    pub current: [u8; 32],
    pub previous: Option<[u8; 32]>,
    pub rotated_at: Timestamp,
    /// The answer that came with the current one, for a client that repeats the request at once.
    pub sealed_answer: Vec<u8>,
}

/// An access token, or a refresh token that is or was good, by its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OAuthToken {
    pub hash: [u8; 32],
    pub grant: GrantId,
    pub kind: TokenKind,
    pub scopes: Scopes,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum TokenKind {
        Access = "access",
        Refresh = "refresh",
    }
}
