//! Finds the addresses behind a name. Answers are never kept: each connection asks anew, and dials what it was told.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

/// Looking up blocks a thread, for as long as somebody's DNS server pleases. Others need threads, too.
const MOST_AT_ONCE: usize = 128;

/// Who knows names. It may block.
pub(super) struct Resolver {
    ask: Arc<Ask>,
    places: Arc<Semaphore>,
}

type Ask = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;
type Found = Result<Arc<[SocketAddr]>, io::ErrorKind>;

/// The names of one lane: one question at a time, so that a DNS server that never answers holds up one thread only,
/// and its answer is for all who waited for it.
pub(super) struct Names {
    turn: Arc<Semaphore>,
    last: Arc<Mutex<Last>>,
}

#[derive(Default)]
struct Last {
    /// How many answers there were.
    count: u64,
    place: (String, u16),
    found: Option<Found>,
}

impl Resolver {
    pub(super) fn system() -> Resolver {
        Resolver::by(|host, port| Ok((host, port).to_socket_addrs()?.collect()))
    }

    pub(super) fn by(
        ask: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
    ) -> Resolver {
        Resolver { ask: Arc::new(ask), places: Arc::new(Semaphore::new(MOST_AT_ONCE)) }
    }
}

impl Names {
    pub(super) fn new() -> Names {
        Names { turn: Arc::new(Semaphore::new(1)), last: Arc::default() }
    }

    pub(super) async fn look_up(&self, resolver: &Resolver, host: &str, port: u16) -> Found {
        let before = open(&self.last).count;
        let turn = self.turn.clone().acquire_owned().await.expect("it is never closed");
        if let Some(found) = open(&self.last).after(before, host, port) {
            return found;
        }
        let place = resolver.places.clone().acquire_owned().await.expect("it is never closed");
        let (ask, last, host) = (resolver.ask.clone(), self.last.clone(), host.to_owned());
        // The turn is over when the answer is there, and not when nobody waits for it any more.
        let asking = tokio::task::spawn_blocking(move || {
            let _held = (turn, place);
            let found: Found = ask(&host, port).map(Arc::from).map_err(|error| error.kind());
            let mut last = open(&last);
            *last = Last { count: last.count + 1, place: (host, port), found: Some(found.clone()) };
            found
        });
        asking.await.unwrap_or(Err(io::ErrorKind::Other))
    }
}

impl Last {
    /// An answer to this question that came since then.
    fn after(&self, count: u64, host: &str, port: u16) -> Option<Found> {
        let is_it = self.count != count && self.place.0 == host && self.place.1 == port;
        self.found.clone().filter(|_| is_it)
    }
}

fn open(last: &Mutex<Last>) -> MutexGuard<'_, Last> {
    last.lock().unwrap_or_else(PoisonError::into_inner)
}
