//! The OAuth 2.0 server: authorization code with refresh, for confidential clients (RFC 6749, 7009, 7636, 8414, 9207).

mod authorize;
mod client;
mod metadata;
mod redirect;
mod request;
mod token;
mod token_error;

pub use metadata::metadata;
pub use token::{revoke, token};

use crate::page::{Access, Page};
use crate::settings::WebSettings;

pub static PAGES: &[Page] = &[
    Page::get("/oauth/authorize", Access::Anyone, |page_request| Box::pin(authorize::ask(page_request))),
    Page::post("/oauth/authorize", Access::Anyone, |page_request| Box::pin(authorize::decide(page_request))),
];

/// Who this server is, to clients.
fn issuer(settings: &WebSettings) -> String {
    format!("{}/oauth", settings.origin)
}
