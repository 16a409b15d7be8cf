//! The accept loop: a bounded number of connections, in all and for each client, each with limits on how long the
//! client may take to send its headers and to read its response, and a stop that lets what was started finish.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use rules::client_address::ClientAddress;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::leftover::WithLeftover;
use super::request::{answer, refused_connection};
use super::write_timeout::WriteTimeout;
use crate::concurrency_limits::ConcurrencyPermit;
use crate::state::Web;

/// Room for request line and headers together; more is 431.
const LARGEST_HEAD: usize = 16 << 10;
const MAX_HEADERS: usize = 100;
const TIDY_EVERY: Duration = Duration::from_secs(60);

/// Where a request came from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

pub async fn listen(listener: TcpListener, web: Arc<Web>, router: Router, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(web.settings.max_connections));
    let graceful = GracefulShutdown::new();
    let mut tidy = tokio::time::interval(TIDY_EVERY);
    tokio::pin!(stop);
    loop {
        // A client that finds no room waits in the kernel's queue until another leaves.
        let next = async {
            let permit = room.clone().acquire_owned().await.expect("the semaphore is never closed");
            (permit, listener.accept().await)
        };
        tokio::select! {
            () = &mut stop => break,
            _ = tidy.tick() => keep_tidy(&web),
            (permit, accepted) = next => match accepted {
                Ok((stream, peer)) => match place(&web, peer) {
                    Ok(place) => serve(stream, Peer(peer), &web, &router, &graceful, (permit, place)),
                    // At once, and without waiting for the request: waiting is what would cost something.
                    Err(TooManyConnections) => _ = stream.try_write(&refused_connection(&web)),
                },
                Err(error) => {
                    // Usually too many open files: waiting lets some of them close.
                    tracing::warn!(%error, "connection not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    drop(listener);
    web.stopping.send_replace(true);
    if tokio::time::timeout(web.settings.stop_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("connections did not finish in time and were closed");
    }
}

/// The client has as many connections as one client may have.
struct TooManyConnections;

/// Behind a proxy, connections are the proxy's and have no places; requests do.
fn place(web: &Web, peer: SocketAddr) -> Result<Option<ConcurrencyPermit>, TooManyConnections> {
    if web.settings.is_behind_proxy {
        return Ok(None);
    }
    web.places.take(ClientAddress::new(peer.ip()).network()).map(Some).ok_or(TooManyConnections)
}

fn keep_tidy(web: &Web) {
    web.limits.tidy();
    web.write_limits.tidy();
    let refused = web.places.take_refused();
    if refused > 0 {
        let most = web.places.most();
        tracing::warn!(
            refused,
            most,
            "refused clients with too many open connections; behind a proxy, set behind_proxy"
        );
    }
}

fn serve(
    stream: TcpStream,
    peer: Peer,
    web: &Arc<Web>,
    router: &Router,
    graceful: &GracefulShutdown,
    places: (OwnedSemaphorePermit, Option<ConcurrencyPermit>),
) {
    let _ = stream.set_nodelay(true);
    let (web, router) = (web.clone(), router.clone());
    let header_timeout = web.settings.header_timeout;
    let stream = WriteTimeout::new(stream, web.settings.write_timeout);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (web, router) = (web.clone(), router.clone());
        async move {
            let mut request: Request = WithLeftover::of(request).map(axum::body::Body::new);
            request.extensions_mut().insert(peer);
            Ok::<_, Infallible>(answer(&web, router, request).await)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_timeout)
        .max_headers(MAX_HEADERS)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let watched = graceful.watch(connection);
    tokio::spawn(async move {
        // A client that breaks off or sends no HTTP is its own affair.
        if let Err(error) = watched.await {
            tracing::debug!(%error, "connection ended early");
        }
        drop(places);
    });
}
