//! The yardstick: an axum route that answers a constant of the size of a balance, in its own process.
//! It must never do any work, so that its speed is the most this machine and this HTTP stack can give.

use std::io::Write;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

pub const PATH: &str = "/constant";
const BODY: &str = concat!(
    r#"{"amount":"10000.00","currency":"USDC","chain":"simulated","#,
    r#""last_updated":"2026-01-01T00:00:00.000Z"}"#
);

/// Serves until the process is killed; the only line on standard output is the address.
pub fn serve() -> Result<(), String> {
    let runtime = tokio::runtime::Runtime::new().map_err(|problem| format!("no runtime: {problem}"))?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|p| format!("cannot listen: {p}"))?;
        let address = listener.local_addr().map_err(|p| format!("no local address: {p}"))?;
        println!("http://{address}");
        std::io::stdout().flush().map_err(|p| format!("cannot print the address: {p}"))?;
        // A refused option only makes an answer slower; the run goes on and the figures show it.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let routes =
            Router::new().route(PATH, get(|| async { ([(CONTENT_TYPE, "application/json")], BODY) }));
        axum::serve(listener, routes).await.map_err(|p| format!("the constant route stopped: {p}"))
    })
}
