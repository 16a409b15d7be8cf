//! A webhook endpoint, as its test event contains it. Never contains its secret.

use rules::endpoint::Endpoint;
use rules::id::EndpointId;
use rules::time::Timestamp;
use serde::Serialize;

use super::{json, shown};

#[derive(Serialize)]
struct EndpointShown<'a> {
    #[serde(serialize_with = "shown")]
    id: EndpointId,
    url: &'a str,
    description: &'a str,
    status: &'static str,
    #[serde(serialize_with = "shown")]
    created_at: Timestamp,
}

pub(super) fn endpoint(row: &Endpoint) -> Vec<u8> {
    json(&EndpointShown {
        id: row.id,
        url: &row.url,
        description: &row.description,
        status: if row.is_on() { "enabled" } else { "disabled" },
        created_at: row.created_at,
    })
}
