//! A request and its response as the request log gets them. Nothing is parsed or copied while the client waits, but for
//! small bodies: a worker does that.

use app::auth::{Authenticated, Bearer};
use app::{Describe, RedactedBody, RequestContent};
use axum::http::Uri;
use axum::http::request::Parts;
use bytes::Bytes;

use super::credentials::Admission;
use super::endpoint::{ApiEndpoint, ApiResponse};
use super::redaction;
use crate::edge::client_address;
use crate::json_node::JsonNode;
use crate::problem::Problem;
use crate::request_log::{Described, LogSlot};
use crate::state::Web;

/// Larger bodies are not kept: the buffer of the log is in memory.
const LARGEST_KEPT: usize = 16 << 10;

/// Nothing, if the request is not logged: its account is unknown, the account's share is used up, or the log is off.
pub struct Exchange(Option<LoggedExchange>);

struct LoggedExchange {
    slot: LogSlot,
    endpoint: &'static ApiEndpoint,
    uri: Uri,
    authenticated: Authenticated,
    address: Option<rules::client_address::ClientAddress>,
    sent: KeptBody,
}

/// A body, or only its size if it is too large.
#[derive(Clone, Default)]
struct KeptBody {
    size: usize,
    bytes: Bytes,
}

enum Returned {
    Nothing,
    Success(KeptBody),
    Problem(Box<Problem>),
}

impl KeptBody {
    /// A copy, because a part of a larger buffer would keep all of it in memory.
    fn copy(bytes: &Bytes) -> KeptBody {
        let kept = if bytes.len() <= LARGEST_KEPT { Bytes::copy_from_slice(bytes) } else { Bytes::new() };
        KeptBody { size: bytes.len(), bytes: kept }
    }
}

impl Exchange {
    /// The log hears of the request at once, in case that the client goes away. Of a request that it has no room for,
    /// nothing more is looked at.
    pub fn begin(
        web: &Web,
        endpoint: &'static ApiEndpoint,
        parts: &Parts,
        admission: &Admission,
    ) -> Exchange {
        let (Some(slot), Ok(authenticated)) = (parts.extensions.get::<LogSlot>(), &admission.authenticated)
        else {
            return Exchange(None);
        };
        let caller = &authenticated.caller;
        if !web.app.request_log.has_room(caller.mode, caller.account, endpoint.method.name()) {
            return Exchange(None);
        }
        let exchange = LoggedExchange {
            slot: slot.clone(),
            endpoint,
            uri: parts.uri.clone(),
            authenticated: *authenticated,
            address: client_address(web, parts),
            sent: KeptBody::default(),
        };
        exchange.log(Returned::Nothing);
        Exchange(Some(exchange))
    }

    pub fn sent(&mut self, body: &Bytes) {
        let Some(exchange) = self.0.as_mut().filter(|_| !body.is_empty()) else { return };
        exchange.sent = KeptBody::copy(body);
        exchange.log(Returned::Nothing);
    }

    pub fn end(self, answer: &Result<ApiResponse, Problem>) {
        let Some(exchange) = self.0 else { return };
        exchange.log(match answer {
            Ok(response) => Returned::Success(KeptBody::copy(&response.body)),
            Err(problem) => Returned::Problem(Box::new(problem.clone())),
        });
    }
}

impl LoggedExchange {
    fn log(&self, returned: Returned) {
        let key = match self.authenticated.bearer {
            Bearer::Key(key) => Some(key),
            Bearer::Grant(_) => None,
        };
        let caller = self.authenticated.caller;
        self.slot.put(Described {
            account: caller.account,
            mode: caller.mode,
            app: caller.app,
            key,
            method: self.endpoint.method.name(),
            address: self.address,
            describe: describe(self.endpoint, self.uri.clone(), self.sent.clone(), returned),
        });
    }
}

fn describe(endpoint: &'static ApiEndpoint, uri: Uri, sent: KeptBody, returned: Returned) -> Describe {
    Box::new(move || content(endpoint, &uri, &sent, &returned))
}

fn content(
    endpoint: &'static ApiEndpoint,
    uri: &Uri,
    sent: &KeptBody,
    returned: &Returned,
) -> RequestContent {
    let named = redaction::ids_of_path(endpoint, uri.path()).last().map(str::to_owned);
    let created = match returned {
        Returned::Success(body) if named.is_none() && creates(endpoint) => id_in(body),
        Returned::Success(_) | Returned::Problem(_) | Returned::Nothing => None,
    };
    let (error, returned) = match returned {
        Returned::Nothing => ("", RedactedBody::default()),
        Returned::Success(body) => ("", redacted(body, |node| redaction::body(Some(endpoint.answer), node))),
        Returned::Problem(problem) => {
            let (text, is_cut) = redaction::problem(problem);
            (problem.slug.name(), RedactedBody { size: text.len(), text, is_cut })
        }
    };
    RequestContent {
        path: redaction::path(endpoint, uri),
        error,
        is_creation: created.is_some(),
        object: created.or(named).unwrap_or_default(),
        sent: redacted(sent, |node| redaction::body(endpoint.body, node)),
        returned,
    }
}

/// Whether the response shows an object that the request made.
fn creates(endpoint: &ApiEndpoint) -> bool {
    endpoint.spends_writes() && !endpoint.has_id()
}

fn id_in(body: &KeptBody) -> Option<String> {
    let node = JsonNode::parse(&body.bytes).ok()?;
    node.text("id").filter(|id| rules::id::has_form_of_id(id)).map(str::to_owned)
}

fn redacted(body: &KeptBody, redact: impl Fn(&JsonNode<'_>) -> (String, bool)) -> RedactedBody {
    let (text, is_cut) = JsonNode::parse(&body.bytes).map(|node| redact(&node)).unwrap_or_default();
    RedactedBody { size: body.size, text, is_cut }
}
