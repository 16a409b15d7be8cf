//! Connect Apps: third parties that act for users through OAuth. Each belongs to the user who registered it.

use crate::id::{AppId, UserId};
use crate::redirect_uri::RedirectUri;
use crate::time::Timestamp;

/// As many as one app needs.
pub const MAX_REDIRECT_URIS: usize = 10;

/// How many apps one user can have that are not archived.
pub const MAX_CONNECT_APPS: usize = 50;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectApp {
    /// Also the `client_id`.
    pub id: AppId,
    pub owner: UserId,
    pub name: String,
    pub redirect_uris: Vec<RedirectUri>,
    pub secret: ClientSecret,
    pub created_at: Timestamp,
    pub archived_at: Option<Timestamp>,
}

/// What is kept of a client's secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientSecret {
    pub hash: [u8; 32],
    pub version: u8,
    pub hint: String,
}
