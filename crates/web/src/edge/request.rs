//! What every request gets, whatever it asks for: an id, a measured answer, a problem document instead of anything that
//! went wrong, and headers that keep browsers out of trouble.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, Version, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tower::ServiceExt;

use crate::problem::{Problem, Slug};
use crate::state::Web;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub async fn answer(web: &Web, router: Router, request: Request) -> Response {
    let started = web.app.elapsed();
    let request_id = web.app.request_id();
    let method = request.method().clone();
    let answering = AssertUnwindSafe(route(router, request)).catch_unwind();
    let mut response = match answering.await {
        Ok(Ok(response)) => response,
        Err(_) => {
            tracing::error!(request_id, "a handler panicked");
            Problem::new(Slug::InternalError, "Something went wrong on our side.").into_response()
        }
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        render(web, &problem, &request_id, &mut response);
    }
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, HeaderValue::from_str(&request_id).expect("letters and digits"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    measure(&method, &response, web.app.elapsed().saturating_sub(started));
    response
}

/// HTTP/1.1 asks for exactly one Host (RFC 9112, 3.2): two parties that pick different ones could be played against
/// each other.
async fn route(router: Router, request: Request) -> Result<Response, Infallible> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if request.version() == Version::HTTP_11 && hosts != 1 {
        let detail = "Send one Host header, no more and no less.";
        return Ok(Problem::new(Slug::MalformedRequest, detail).into_response());
    }
    router.oneshot(request).await
}

fn render(web: &Web, problem: &Problem, request_id: &str, response: &mut Response) {
    if problem.slug.status().is_server_error() {
        tracing::warn!(request_id, problem = problem.slug.name(), "a request failed");
    }
    *response.body_mut() = Body::from(problem.render(&web.settings.origin, request_id));
    let headers = response.headers_mut();
    headers.extend(problem.headers.iter().cloned());
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.remove(header::CONTENT_LENGTH);
}

fn measure(method: &Method, response: &Response, took: Duration) {
    let route = response.extensions().get::<Route>().map_or("none", |route| route.0);
    let status = response.status().as_u16().to_string();
    let labels = [("method", known(method).to_owned()), ("route", route.to_owned()), ("status", status)];
    metrics::counter!("florin_requests_total", &labels).increment(1);
    metrics::histogram!("florin_request_seconds", "route" => route).record(took);
}

/// The route that answered, so that metrics have one name for it and not one for each id.
#[derive(Clone, Copy, Debug)]
pub struct Route(pub &'static str);

/// A method that anybody made up must not become a metric of its own.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PATCH" => "PATCH",
        _ => "other",
    }
}
