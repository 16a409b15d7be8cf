//! All routes of the server.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, any, get, on, post};
use rules::account::Mode;

use crate::api::{self, ApiEndpoint, ENDPOINTS, Method};
use crate::edge::RouteLabel;
use crate::page::{self, Page};
use crate::pages::brand_files;
use crate::problem::{Problem, Slug};
use crate::state::Web;
use crate::{event_stream, oauth, openapi, pages, site};

/// Where the endpoints of each mode live.
pub const BASES: [(&str, Mode); 2] = [("/v1", Mode::Live), ("/sandbox/v1", Mode::Test)];

pub fn router(web: Arc<Web>) -> Router {
    let mut router = Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/openapi.json", get(openapi_json))
        .route("/", get(pages::home))
        .merge(pages::docs_routes())
        .route("/assets/style.css", get(pages::stylesheet))
        .route("/assets/htmx.js", get(pages::htmx))
        .route("/assets/page.js", get(pages::script))
        .route("/assets/icon-180.png", get(brand_files::touch))
        .route("/assets/icon-192.png", get(brand_files::small))
        .route("/assets/icon-512.png", get(brand_files::large))
        .route("/favicon.ico", get(brand_files::favicon))
        .route("/favicon.svg", get(brand_files::svg))
        .route("/manifest.webmanifest", get(brand_files::manifest))
        .route("/errors/{slug}", get(pages::error))
        .route(event_stream::PATH, any(event_stream::listen))
        .route("/oauth/token", post(oauth::token))
        .route("/oauth/revoke", post(oauth::revoke))
        .route("/.well-known/oauth-authorization-server", get(oauth::metadata))
        .route("/.well-known/oauth-authorization-server/oauth", get(oauth::metadata));
    for page in site::pages() {
        router = router.route(page.path, page_router(page));
    }
    for (base, mode) in BASES {
        for endpoint in ENDPOINTS.into_iter().filter(|endpoint| endpoint.is_in(mode)) {
            router = router.route(&format!("{base}{}", endpoint.path), method_router(endpoint, mode));
        }
    }
    router.fallback(unknown_path).method_not_allowed_fallback(unknown_method).with_state(web)
}

fn filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Patch => MethodFilter::PATCH,
    }
}

fn method_router(endpoint: &'static ApiEndpoint, mode: Mode) -> MethodRouter<Arc<Web>> {
    on(filter(endpoint.method), move |State(web): State<Arc<Web>>, request: Request| async move {
        let mut response = api::dispatch(&web, endpoint, mode, request).await;
        response.extensions_mut().insert(RouteLabel(endpoint.path));
        response
    })
}

fn page_router(page: &'static Page) -> MethodRouter<Arc<Web>> {
    on(filter(page.method), move |State(web): State<Arc<Web>>, request: Request| async move {
        let mut response = page::dispatch(&web, page, request).await;
        response.extensions_mut().insert(RouteLabel(page.path));
        response
    })
}

async fn unknown_path(State(web): State<Arc<Web>>, request: Request) -> Response {
    pages::nothing_there(&web, request.headers())
}

/// A page for people who open the address of a form, and a problem for programs.
async fn unknown_method(State(web): State<Arc<Web>>, route: MatchedPath, request: Request) -> Response {
    if pages::accepts_html(request.headers())
        && let Some(back) = site::page_above(route.as_str(), request.uri().path())
    {
        return page::form_only(&web, request.headers(), back);
    }
    let detail = "This path doesn't support this method. The Allow header lists the supported methods.";
    Problem::new(Slug::MethodNotAllowed, detail).into_response()
}

/// Alive: the process answers.
async fn healthz() -> Response {
    json(r#"{"status":"ok"}"#)
}

/// Ready: the database answers and has every table.
async fn readyz(State(web): State<Arc<Web>>) -> Result<Response, Problem> {
    match web.app.platform.ready().await {
        Ok(()) => Ok(json(r#"{"status":"ready"}"#)),
        Err(why) => Err(Problem::new(Slug::Unavailable, format!("Not ready: {why}."))),
    }
}

async fn openapi_json(State(web): State<Arc<Web>>) -> Response {
    let describe = || openapi::document(&web.settings.origin, &web.settings.brand.name).to_string().into();
    json(web.description.get_or_init(describe).clone())
}

fn json(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}
