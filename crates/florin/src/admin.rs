//! The operator's own address: `/metrics` for Prometheus and `/healthz`. It must not be open to the outside.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::CONTENT_TYPE;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use web::WriteTimeout;

use crate::bind::bind;
use crate::command_error::CommandError;

const MAX_CONNECTIONS: usize = 16;
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// Without it, histograms grow between two visits of Prometheus.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

const SECONDS: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0];
const COMMANDS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 512.0];

/// Collects from now on; serves when it is told to.
pub struct Admin {
    listener: TcpListener,
    metrics: PrometheusHandle,
    write_timeout: Duration,
}

impl Admin {
    pub async fn bind(address: SocketAddr, write_timeout: Duration) -> Result<Admin, CommandError> {
        let listener = bind(address, "--admin-listen").await?;
        let metrics = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .and_then(|builder| {
                builder.set_buckets_for_metric(Matcher::Suffix("_commands".to_owned()), &COMMANDS)
            })
            .and_then(PrometheusBuilder::install_recorder)
            .map_err(|error| CommandError::Refused(format!("metrics not collected: {error}")))?;
        app::describe_metrics();
        Ok(Admin { listener, metrics, write_timeout })
    }

    /// Until it is dropped.
    pub async fn run(self) {
        let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        let mut upkeep = tokio::time::interval(UPKEEP_EVERY);
        loop {
            tokio::select! {
                _ = upkeep.tick() => self.metrics.run_upkeep(),
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => {
                        answer_if_room(WriteTimeout::new(stream, self.write_timeout), &self.metrics, &room);
                    }
                    Err(error) => {
                        tracing::warn!(%error, "connection at the admin address not accepted");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
            }
        }
    }
}

/// Beyond the limit a connection is closed unheard: no operator needs more than this.
fn answer_if_room(stream: WriteTimeout, metrics: &PrometheusHandle, room: &Arc<Semaphore>) {
    let Ok(place) = room.clone().try_acquire_owned() else { return };
    let metrics = metrics.clone();
    tokio::spawn(async move {
        let service =
            service_fn(move |request| std::future::ready(Ok::<_, Infallible>(answer(&request, &metrics))));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
        // A visitor that breaks off is its own business.
        let _ = http.serve_connection(TokioIo::new(stream), service).await;
        drop(place);
    });
}

fn answer(request: &Request<Incoming>, metrics: &PrometheusHandle) -> Response<Full<Bytes>> {
    let (status, body) = match (request.method(), request.uri().path()) {
        (&Method::GET, "/metrics") => (StatusCode::OK, metrics.render()),
        (&Method::GET, "/healthz") => (StatusCode::OK, "ok\n".to_owned()),
        _ => (StatusCode::NOT_FOUND, "Available: /metrics and /healthz\n".to_owned()),
    };
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
        .body(Full::new(Bytes::from(body)))
        .expect("a status, one fixed header and a body make a response")
}
