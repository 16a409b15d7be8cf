//! The HTTP edges: parse, call `app`, render. No rules and no SQL.

mod api;
mod auth_pages;
mod body;
mod claim;
mod concurrency_limits;
mod dashboard;
mod dev_email;
mod docs;
mod edge;
mod event_stream;
mod exports;
mod first_run;
mod frame;
mod icons;
mod json_node;
mod memory_limits;
mod oauth;
mod openapi;
mod page;
mod pages;
mod permit_body;
mod problem;
mod rails;
mod rate_limits;
mod request_log;
mod router;
mod settings;
mod shape;
mod shorten;
mod site;
mod state;
mod write_limits;

pub use api::{ApiEndpoint, ENDPOINTS, Method};
pub use edge::WriteTimeout;
pub use page::{Access, Page};
pub use problem::Slug;
pub use router::BASES;
pub use settings::{Brand, CapturedEmail, DemoAccount, WebSettings};
pub use site::pages;

use std::sync::{Arc, OnceLock};

use concurrency_limits::ConcurrencyLimits;
use futures_util::future::BoxFuture;
use icons::Icons;
use memory_limits::MemoryLimits;
use rate_limits::RateLimits;
use state::Web;
use tokio::sync::watch;
use write_limits::WriteLimits;

/// Serves until `stop` completes, then finishes what was started.
pub fn serve(
    listener: tokio::net::TcpListener,
    app: Arc<app::App>,
    settings: WebSettings,
    stop: BoxFuture<'static, ()>,
) -> BoxFuture<'static, ()> {
    let write_limits = WriteLimits::new(settings.writes_per_day, settings.sandbox_writes_per_day);
    let limits = RateLimits::new(settings.rate_limit, settings.account_rate_limit);
    let places = ConcurrencyLimits::new(settings.max_connections_per_address);
    let memory = MemoryLimits::new(settings.max_request_memory);
    let web = Arc::new(Web {
        app,
        settings,
        limits,
        write_limits,
        exports: Arc::default(),
        places,
        memory,
        stopping: watch::Sender::new(false),
        description: OnceLock::new(),
        icons: Icons::default(),
    });
    let router = router::router(web.clone());
    Box::pin(edge::listen(listener, web, router, stop))
}

/// The API's description, as `/openapi.json` serves it.
pub fn openapi_json() -> String {
    let document = openapi::document("http://127.0.0.1:8080", "Florin");
    serde_json::to_string_pretty(&document).expect("the document is JSON")
}
