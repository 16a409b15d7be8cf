//! The files by which browsers show the service in tabs and on home screens.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use crate::icons::{manifest_of, svg_of};
use crate::state::Web;

/// They change only with the settings of the server.
const CACHED: &str = "public, max-age=86400";

pub async fn manifest(State(web): State<Arc<Web>>) -> Response {
    sent("application/manifest+json", manifest_of(&web.settings.brand).to_string().into())
}

pub async fn svg(State(web): State<Arc<Web>>) -> Response {
    sent("image/svg+xml", svg_of(&web.settings.brand).into())
}

pub async fn favicon(State(web): State<Arc<Web>>) -> Response {
    sent("image/x-icon", web.icons.tab(&web.settings.brand))
}

pub async fn touch(State(web): State<Arc<Web>>) -> Response {
    sent("image/png", web.icons.touch(&web.settings.brand))
}

pub async fn small(State(web): State<Arc<Web>>) -> Response {
    sent("image/png", web.icons.small(&web.settings.brand))
}

pub async fn large(State(web): State<Arc<Web>>) -> Response {
    sent("image/png", web.icons.large(&web.settings.brand))
}

fn sent(kind: &'static str, body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, CACHED)], body).into_response()
}
