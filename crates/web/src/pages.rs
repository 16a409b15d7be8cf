//! The public pages: the documentation and the explanation of each error. Their policy allows our own script and no
//! resource from other sites.

pub mod brand_files;
mod errors;

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::docs::DocsSite;
use crate::edge::client_address;
use crate::frame::stylesheet_text;
use crate::page;
use crate::problem::{Problem, Slug};
use crate::settings::WebSettings;
use crate::state::Web;

const CACHED: &str = "public, max-age=300";
/// For pages that keep themselves up to date. Every page works without it.
const HTMX: &str = include_str!("../assets/htmx-2.0.11.min.js");
/// For copy buttons and the time zone. Every page works without it, too.
const SCRIPT: &str = include_str!("../assets/page.js");

pub async fn home() -> Redirect {
    Redirect::to("/dashboard")
}

/// The documentation, whose pages are made when the first one is asked for.
pub fn docs_routes() -> Router<Arc<Web>> {
    let site = Arc::new(OnceLock::new());
    let [home, page, search] = [site.clone(), site.clone(), site];
    Router::new()
        .route("/docs", get(move |State(web): State<Arc<Web>>| async move { docs_home(&web, &home) }))
        .route(
            "/docs/search",
            get(move |State(web): State<Arc<Web>>, request: Request| async move {
                docs_search(&web, &search, request)
            }),
        )
        .route(
            "/docs/{page}",
            get(move |State(web): State<Arc<Web>>, request: Request| async move {
                docs_page(&web, &page, &request)
            }),
        )
}

fn made<'s>(site: &'s OnceLock<DocsSite>, web: &Web) -> &'s DocsSite {
    site.get_or_init(|| DocsSite::new(&web.settings, &web.app.platform.settings.key_prefix))
}

fn docs_home(web: &Web, site: &OnceLock<DocsSite>) -> Response {
    cached(made(site, web).home().into_response())
}

/// A page of the documentation by its name.
fn docs_page(web: &Web, site: &OnceLock<DocsSite>, request: &Request) -> Response {
    let slug = request.uri().path().strip_prefix("/docs/").unwrap_or_default();
    match made(site, web).page(slug) {
        Some(page) => cached(page.into_response()),
        None if accepts_html(request.headers()) => {
            (StatusCode::NOT_FOUND, made(site, web).missing()).into_response()
        }
        None => nothing_there(web, request.headers()),
    }
}

/// What the documentation says about `q`. Each search reads all texts, so it counts for the visitor's network.
fn docs_search(web: &Web, site: &OnceLock<DocsSite>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let network = client_address(web, &parts).map(|address| address.network());
    if let Some(problem) = web.limits.spend_from(network).refused() {
        return problem.into_response();
    }
    let mut fields = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
    let query = fields.find(|(name, _)| name == "q").map(|(_, query)| query).unwrap_or_default();
    cached(made(site, web).search(&web.settings, &query).into_response())
}

/// A page for people and a problem for programs.
pub fn nothing_there(web: &Web, headers: &HeaderMap) -> Response {
    if accepts_html(headers) {
        return page::nothing_here(web, headers);
    }
    Problem::new(Slug::NotFound, "This path doesn't exist.").into_response()
}

pub fn accepts_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

pub async fn stylesheet(State(web): State<Arc<Web>>) -> Response {
    let style = stylesheet_text(&web.settings.brand);
    cached(([(header::CONTENT_TYPE, "text/css; charset=utf-8")], style).into_response())
}

pub async fn htmx() -> Response {
    script_file(HTMX)
}

pub async fn script() -> Response {
    script_file(SCRIPT)
}

fn script_file(script: &'static str) -> Response {
    cached(([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script).into_response())
}

/// The page that the `type` of a problem leads to. An unknown name is a page for browsers and a problem for
/// programs.
pub async fn error(State(web): State<Arc<Web>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let name = uri.path().strip_prefix("/errors/").unwrap_or_default();
    explain(&web.settings, name, &headers)
}

fn explain(settings: &WebSettings, name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    if let Some(slug) = Slug::parse(name) {
        return Ok(cached(errors::page(settings, slug).into_response()));
    }
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if accept.contains("text/html") {
        return Ok((StatusCode::NOT_FOUND, errors::unknown(settings)).into_response());
    }
    Err(Problem::new(Slug::NotFound, "This error doesn't exist."))
}

fn cached(response: Response) -> Response {
    ([(header::CACHE_CONTROL, CACHED)], response).into_response()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

    use super::explain;
    use crate::problem::Slug;
    use crate::settings::WebSettings;

    fn settings() -> WebSettings {
        WebSettings::new("https://pay.example.com".to_owned())
    }

    #[test]
    fn every_page_is_sent_with_a_policy_that_allows_our_own_script_and_no_other() {
        for slug in Slug::ALL {
            let response = explain(&settings(), slug.name(), &HeaderMap::new()).expect("it has a page");
            assert_eq!(response.status(), StatusCode::OK);
            let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
            assert!(
                policy.starts_with("default-src 'none'") && policy.contains("; script-src 'self';"),
                "{policy}"
            );
            assert!(!policy.contains("unsafe") && !policy.contains("script-src 'self' "), "{policy}");
        }
    }

    /// The script is part of every page, and the policy can't see what it does inside.
    #[test]
    fn our_own_script_makes_no_html_and_asks_for_nothing() {
        for power in [
            "innerHTML",
            "outerHTML",
            "insertAdjacent",
            "document.write",
            "DOMParser",
            "eval(",
            "Function(",
            "fetch(",
            "XMLHttpRequest",
            "sendBeacon",
            "WebSocket",
            "EventSource",
            "import",
            "localStorage",
            "sessionStorage",
            "postMessage",
            "location",
        ] {
            assert!(!super::SCRIPT.contains(power), "{power}");
        }
        assert!(super::SCRIPT.lines().all(|line| line.len() <= 120) && super::SCRIPT.lines().count() < 150);
    }

    #[test]
    fn an_unknown_error_is_a_page_for_browsers_and_a_problem_for_programs() {
        for unknown in ["", "nothing", "Not_Found", "not_found/", "%ff"] {
            let problem = explain(&settings(), unknown, &HeaderMap::new()).expect_err("there is none");
            assert_eq!(problem.slug, Slug::NotFound, "{unknown}");
            let accept = HeaderValue::from_static("text/html,application/xhtml+xml,*/*;q=0.8");
            let browser = HeaderMap::from_iter([(header::ACCEPT, accept)]);
            let page = explain(&settings(), unknown, &browser).expect("a page");
            assert_eq!(page.status(), StatusCode::NOT_FOUND, "{unknown}");
            assert!(page.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{unknown}");
        }
    }
}
