//! Where a request comes from.

use std::net::IpAddr;

use axum::http::request::Parts;

use super::Peer;
use crate::state::Web;

/// The address of the client. Behind a proxy it is the last one the proxy has added: whatever stands before that, the
/// client may have made up.
pub fn client_address(web: &Web, parts: &Parts) -> Option<IpAddr> {
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
    if !web.settings.is_behind_proxy {
        return peer;
    }
    let lines = parts.headers.get_all("x-forwarded-for").iter();
    let last = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).next_back();
    last.and_then(|text| text.trim().parse().ok()).or(peer)
}
