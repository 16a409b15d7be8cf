//! What every request gets: an ID, a measured response, a problem document for every failure, and headers that protect
//! browsers.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use app::Failure;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, Version, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tower::ServiceExt;

use super::client::forwarded_address;
use crate::concurrency_limits::ConcurrencyPermit;
use crate::memory_limits::MemoryHolder;
use crate::permit_body::PermitBody;
use crate::problem::{Problem, Slug};
use crate::request_log::LogEntry;
use crate::state::Web;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// A year, and for this host alone: what else is under the domain is not for this server to say.
const HSTS: &str = "max-age=31536000";

pub async fn answer(web: &Web, router: Router, mut request: Request) -> Response {
    let started = web.app.platform.elapsed();
    let request_id = web.app.platform.request_id();
    let method = request.method().clone();
    // Dropped without a status if the client goes away.
    let log_entry = LogEntry::of(&web.app, &mut request, &request_id, started);
    let (response, place) = match in_flight(web, &request) {
        Ok(place) => (route(router, request, &request_id).await, place),
        Err(problem) => (problem.into_response(), None),
    };
    let response = held(web, finish(web, response, &request_id), &request_id);
    log_entry.finish(response.status());
    measure(&method, &response, web.app.platform.elapsed().saturating_sub(started));
    match place {
        Some(place) => response.map(|body| PermitBody::until_sent(body, place)),
        None => response,
    }
}

/// A large response that was made for its caller is the caller's memory until it was sent.
fn held(web: &Web, response: Response, request_id: &str) -> Response {
    let Some(holder) = response.extensions().get::<MemoryHolder>().cloned() else { return response };
    web.memory.until_sent(holder, response, || finish(web, busy(), request_id))
}

fn busy() -> Response {
    Problem::from(Failure::Busy).into_response()
}

/// Behind a proxy each client may have so many requests at the same time. Requests of which the proxy does not say
/// where they come from are its own.
fn in_flight(web: &Web, request: &Request) -> Result<Option<ConcurrencyPermit>, Problem> {
    if !web.settings.is_behind_proxy {
        return Ok(None);
    }
    let Some(address) = forwarded_address(request.headers()) else { return Ok(None) };
    let place = web.places.take(address.network());
    place.map(Some).ok_or_else(|| too_many(web, "requests"))
}

fn too_many(web: &Web, what: &str) -> Problem {
    let most = web.places.most();
    let detail =
        format!("Your network address already has {most} {what}. Try again when one of them has ended.");
    Problem::new(Slug::RateLimited, detail).with_header(header::RETRY_AFTER, HeaderValue::from(1))
}

/// What a client reads that has too many connections. It is written before the request was read.
pub fn refused_connection(web: &Web) -> Vec<u8> {
    let request_id = web.app.platform.request_id();
    let problem = too_many(web, "connections");
    let body = problem.render(&web.settings.origin, &request_id);
    let response = finish(web, problem.into_response(), &request_id);
    let mut head = format!("HTTP/1.1 {}\r\n", response.status());
    for (name, value) in response.headers() {
        head += &format!("{name}: {}\r\n", value.to_str().unwrap_or_default());
    }
    head += &format!("content-length: {}\r\nconnection: close\r\n\r\n", body.len());
    [head.into_bytes(), body].concat()
}

/// What every response has.
fn finish(web: &Web, mut response: Response, request_id: &str) -> Response {
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        render(web, &problem, request_id, &mut response);
    }
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, HeaderValue::from_str(request_id).expect("letters and digits"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if web.settings.origin.starts_with("https://") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }
    response
}

async fn route(router: Router, request: Request, request_id: &str) -> Response {
    match AssertUnwindSafe(one_host(router, request)).catch_unwind().await {
        Ok(Ok(response)) => response,
        Err(_) => {
            tracing::error!(request_id, "handler panicked");
            Problem::new(Slug::InternalError, "Something went wrong on our side.").into_response()
        }
    }
}

/// HTTP/1.1 asks for exactly one Host (RFC 9112, 3.2): two parties that pick different ones could be played against
/// each other.
async fn one_host(router: Router, request: Request) -> Result<Response, Infallible> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if request.version() == Version::HTTP_11 && hosts != 1 {
        let detail = "Send exactly one Host header.";
        return Ok(Problem::new(Slug::MalformedRequest, detail).into_response());
    }
    router.oneshot(request).await
}

fn render(web: &Web, problem: &Problem, request_id: &str, response: &mut Response) {
    if problem.slug.status().is_server_error() {
        tracing::warn!(request_id, problem = problem.slug.name(), "request failed");
    }
    *response.body_mut() = Body::from(problem.render(&web.settings.origin, request_id));
    let headers = response.headers_mut();
    headers.extend(problem.headers.iter().cloned());
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.remove(header::CONTENT_LENGTH);
}

fn measure(method: &Method, response: &Response, took: Duration) {
    let route = response.extensions().get::<RouteLabel>().map_or("none", |route| route.0);
    let status = response.status().as_u16().to_string();
    let labels = [("method", known(method).to_owned()), ("route", route.to_owned()), ("status", status)];
    metrics::counter!("florin_requests_total", &labels).increment(1);
    metrics::histogram!("florin_request_duration_seconds", "route" => route).record(took);
}

/// The route that answered, so that metrics have one name for it and not one for each id.
#[derive(Clone, Copy, Debug)]
pub struct RouteLabel(pub &'static str);

/// A made-up method must not become a metric of its own.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PATCH" => "PATCH",
        _ => "other",
    }
}
