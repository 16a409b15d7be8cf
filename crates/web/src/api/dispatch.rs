//! The only entry to every endpoint. It checks the credential, the rate, the scope, the query and the body, in this
//! order, before it looks up any ID.

use app::Failure;
use app::auth::{Authenticated, Bearer};
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use rules::account::Mode;

use super::credentials::admit;
use super::endpoint::{ApiEndpoint, ApiRequest, ApiResponse};
use super::exchange::Exchange;
use super::query::Query;
use crate::body::BodyProblem;
use crate::edge::visitor_memory;
use crate::json_node::JsonNode;
use crate::memory_limits::{HeldMemory, MemoryHolder};
use crate::problem::{Detail, Problem, Slug};
use crate::rate_limits::Spender;
use crate::shape::{self, CheckedFields};
use crate::state::Web;

/// Bodies larger than this are not read.
const LARGEST_BODY: usize = 1 << 20;
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Answers one request for one endpoint at the address of one mode.
pub async fn dispatch(web: &Web, endpoint: &'static ApiEndpoint, mode: Mode, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let admission = admit(web, &parts, mode).await;
    let limited = admission.limited;
    let mut exchange = Exchange::begin(web, endpoint, &parts, &admission);
    let admitted = admission.admitted();
    let holder = match &admitted {
        Ok(authenticated) => MemoryHolder::Account(authenticated.charged, mode, spender(authenticated)),
        Err(_) => visitor_memory(web, &parts),
    };
    let answer = match admitted {
        Ok(authenticated) => {
            run(web, endpoint, &authenticated, &parts, (body, holder.clone()), &mut exchange).await
        }
        Err(problem) => Err(problem),
    };
    exchange.end(&answer);
    let mut response = match answer {
        Ok(reply) => success(reply),
        Err(problem) => problem.into_response(),
    };
    response.extensions_mut().insert(holder);
    limited.write_headers(response.headers_mut());
    response
}

async fn run(
    web: &Web,
    endpoint: &ApiEndpoint,
    authenticated: &Authenticated,
    parts: &Parts,
    (body, holder): (Body, MemoryHolder),
    exchange: &mut Exchange,
) -> Result<ApiResponse, Problem> {
    let caller = authenticated.caller;
    if !endpoint.scopes.iter().any(|scope| caller.scopes.contains(*scope)) {
        return Err(Problem::lacks_scope(endpoint.scopes));
    }
    let query = Query::parse(parts.uri.query().unwrap_or_default(), endpoint.query)?;
    let idempotency_key =
        if endpoint.takes_idempotency_key() { idempotency_key(&parts.headers)? } else { None };
    if idempotency_key.is_none()
        && web.settings.require_idempotency_key
        && endpoint.may_require_idempotency_key()
    {
        return Err(Problem {
            errors: vec![Detail::new("header.Idempotency-Key", "is required")],
            ..Problem::new(
                Slug::IdempotencyKeyRequired,
                "This request requires an Idempotency-Key, so that you can retry it safely.",
            )
        });
    }
    let mut memory = web.memory.holding_nothing(holder);
    let bytes = read_body(web, body, &mut memory).await?;
    exchange.sent(&bytes);
    let (sent, body) = check_body(endpoint, &parts.headers, &bytes)?;
    let reserved = if endpoint.spends_writes() {
        let items = sent.list("items").len();
        Some(web.write_limits.reserve(caller.mode, authenticated.charged, spender(authenticated), items)?)
    } else {
        None
    };
    let path = below_version(parts.uri.path());
    let (id, item_id) = (id_in(endpoint, path, "{id}"), id_in(endpoint, path, "{item_id}"));
    let call = ApiRequest { app: &web.app, caller, id, item_id, path, query, body, sent, idempotency_key };
    let answer = (endpoint.run)(&call).await;
    let is_written = match &answer {
        Ok(reply) => !reply.replayed,
        // What went wrong on our side may have been written.
        Err(problem) => problem.slug.status().is_server_error(),
    };
    if let Some(reserved) = reserved.filter(|_| !is_written) {
        web.write_limits.give_back(&reserved);
    }
    answer
}

/// Whose part of the account's limits a request uses.
fn spender(authenticated: &Authenticated) -> Spender {
    match authenticated.bearer {
        Bearer::Key(_) => Spender::Bearer(authenticated.bearer),
        Bearer::Grant(_) => Spender::App(authenticated.caller.app, authenticated.charged),
    }
}

/// The path as both modes share it.
fn below_version(path: &str) -> &str {
    path.strip_prefix("/sandbox").unwrap_or(path).strip_prefix("/v1").unwrap_or(path)
}

/// The segment where the endpoint's path has this parameter; what is no id is found nowhere.
fn id_in<'a>(endpoint: &ApiEndpoint, path: &'a str, parameter: &str) -> &'a str {
    let position = endpoint.path.split('/').position(|segment| segment == parameter);
    position.and_then(|position| path.split('/').nth(position)).unwrap_or_default()
}

async fn read_body(web: &Web, body: Body, memory: &mut HeldMemory) -> Result<Bytes, Problem> {
    let malformed = |detail: &str| Problem::new(Slug::MalformedRequest, detail);
    let read = crate::body::read(body, LARGEST_BODY, web.settings.body_timeout, memory).await;
    read.map_err(|problem| match problem {
        BodyProblem::TooLarge => {
            Problem::new(Slug::PayloadTooLarge, "The request body is larger than 1 MiB.")
        }
        BodyProblem::Incomplete => malformed("The request body is incomplete."),
        BodyProblem::TooSlow => malformed("The request body did not arrive in time.")
            .with_header(header::CONNECTION, HeaderValue::from_static("close")),
        BodyProblem::NoMemory => Failure::Busy.into(),
    })
}

/// The body as it was sent and as what it was read as. An endpoint without a body takes none, or an empty object.
fn check_body<'a>(
    endpoint: &ApiEndpoint,
    headers: &HeaderMap,
    bytes: &'a [u8],
) -> Result<(JsonNode<'a>, CheckedFields), Problem> {
    let Some(object) = endpoint.body else {
        let sent = if bytes.is_empty() { JsonNode::Null } else { check_no_body(headers, bytes)? };
        return Ok((sent, CheckedFields::default()));
    };
    check_media_type(headers)?;
    let node = JsonNode::parse(bytes).map_err(|detail| Problem::new(Slug::MalformedRequest, detail))?;
    let mut problems = Vec::new();
    let checked = shape::check(object, &node, "body", &mut problems);
    (endpoint.check_together)(&node, &mut problems);
    if problems.is_empty() { Ok((node, checked)) } else { Err(Problem::invalid(problems)) }
}

fn check_no_body<'a>(headers: &HeaderMap, bytes: &'a [u8]) -> Result<JsonNode<'a>, Problem> {
    check_media_type(headers)?;
    match JsonNode::parse(bytes).map_err(|detail| Problem::new(Slug::MalformedRequest, detail))? {
        JsonNode::Object(fields) if fields.is_empty() => Ok(JsonNode::Null),
        _ => Err(Problem::invalid(vec![Detail::new("body", "must be empty; this endpoint takes no body")])),
    }
}

fn check_media_type(headers: &HeaderMap) -> Result<(), Problem> {
    let refuse = |detail: &str| Err(Problem::new(Slug::UnsupportedMediaType, detail));
    if headers.contains_key(header::CONTENT_ENCODING) {
        return refuse("Compressed bodies are not supported. Remove the Content-Encoding header.");
    }
    if headers.get_all(header::CONTENT_TYPE).iter().count() > 1 {
        return refuse("More than one Content-Type header. Send exactly one.");
    }
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parts = value.split(';').map(str::trim);
    let is_json = parts.next().is_some_and(|media| media.eq_ignore_ascii_case("application/json"));
    let is_utf8 = parts.all(|parameter| {
        let charset = parameter.to_ascii_lowercase();
        !charset.starts_with("charset=") || ["charset=utf-8", "charset=\"utf-8\""].contains(&charset.as_str())
    });
    match (is_json, is_utf8) {
        (true, true) => Ok(()),
        (true, false) => refuse("Unsupported charset. Send the body in UTF-8."),
        (false, _) => {
            refuse("Missing or unsupported Content-Type. Expected `Content-Type: application/json`.")
        }
    }
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut sent = headers.get_all(&IDEMPOTENCY_KEY).iter();
    let Some(value) = sent.next() else { return Ok(None) };
    let refuse = |message: &str| Err(Problem::invalid(vec![Detail::new("header.Idempotency-Key", message)]));
    if sent.next().is_some() {
        return refuse("must be sent only once");
    }
    let is_key = (1..=255).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic);
    match value.to_str() {
        Ok(key) if is_key => Ok(Some(key.to_owned())),
        _ => refuse("must have 1 to 255 visible ASCII characters"),
    }
}

fn success(reply: ApiResponse) -> Response {
    let mut response = (StatusCode::OK, Body::from(reply.body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if reply.replayed {
        headers.insert(IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"));
    }
    response
}
