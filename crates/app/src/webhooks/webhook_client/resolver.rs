//! Finds the addresses behind a name. Addresses are never kept: each connection asks anew, and dials what it was told.
//! A name that was not answered is not asked for again for a while.

use std::collections::HashMap;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::delivery::{Holder, Sender};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::connection_limits::SharedConnectionSlots;

/// Looking up blocks a thread, for as long as a stranger's DNS server pleases. Others need threads, too.
const MAX_AT_ONCE: usize = 192;
/// How long a webhook waits for an answer. The thread may wait longer, and keeps its place until then.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(3);
/// For so long no lookup is repeated for a name that was not answered.
const SILENT_FOR: Duration = Duration::from_secs(10);

/// Who knows names. It may block.
pub(super) struct Resolver {
    ask: Arc<LookupFn>,
    places: SharedConnectionSlots,
    /// Until when names count as silent, for each sender, so that no account can postpone another's webhooks.
    silent: Mutex<HashMap<(Sender, String), Duration>>,
}

type LookupFn = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;
type LookupResult = Result<Arc<[SocketAddr]>, Unresolved>;

/// What is asked, and for which holder. A question without a holder is not counted.
#[derive(Clone, Copy)]
pub(super) struct LookupRequest<'a> {
    pub holder: Option<&'a Holder>,
    pub host: &'a str,
    pub port: u16,
    /// Time since the start.
    pub now: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unresolved {
    NotFound,
    /// There was no answer in time.
    Silent,
    /// There was no answer a short time ago, so it was not asked for again.
    StillSilent(Duration),
    /// As many lookups are under way as there may be.
    NoPlace,
}

/// The names of one lane: one question at a time, so that a DNS server that never answers holds up one thread only,
/// and its answer is for all who waited for it.
pub(super) struct Names {
    turn: Arc<Semaphore>,
    last: Arc<Mutex<CachedLookup>>,
}

#[derive(Default)]
struct CachedLookup {
    /// How many answers there were.
    count: u64,
    place: (String, u16),
    found: Option<LookupResult>,
}

impl Resolver {
    pub(super) fn system() -> Resolver {
        Resolver::by(|host, port| Ok((host, port).to_socket_addrs()?.collect()))
    }

    pub(super) fn by(
        ask: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
    ) -> Resolver {
        let places = SharedConnectionSlots::new(MAX_AT_ONCE);
        Resolver { ask: Arc::new(ask), places, silent: Mutex::default() }
    }

    /// How long this name still counts as silent.
    fn silence(&self, question: LookupRequest<'_>) -> Option<Duration> {
        let key = (question.holder?.sender, question.host.to_owned());
        let until = open(&self.silent).get(&key).copied()?;
        until.checked_sub(question.now).filter(|left| !left.is_zero())
    }

    fn remember_silence(&self, question: LookupRequest<'_>) {
        let Some(holder) = question.holder else { return };
        let mut silent = open(&self.silent);
        silent.retain(|_, until| *until > question.now);
        let until = question.now + LOOKUP_TIMEOUT + SILENT_FOR;
        silent.insert((holder.sender, question.host.to_owned()), until);
    }
}

impl Names {
    pub(super) async fn look_up(&self, resolver: &Resolver, question: LookupRequest<'_>) -> LookupResult {
        if let Some(left) = resolver.silence(question) {
            return Err(Unresolved::StillSilent(left));
        }
        let LookupRequest { holder, host, port, .. } = question;
        let before = open(&self.last).count;
        // A lookup that is still under way is another name's fault.
        let Ok(turn) = timeout(LOOKUP_TIMEOUT, self.turn.clone().acquire_owned()).await else {
            return Err(Unresolved::Silent);
        };
        let turn = turn.expect("it is never closed");
        if let Some(found) = open(&self.last).after(before, host, port) {
            return found;
        }
        let place = holder.map(|holder| resolver.places.take(holder)).transpose().map_err(|_| {
            metrics::counter!("florin_webhooks_postponed_total", "for" => "lookup").increment(1);
            Unresolved::NoPlace
        })?;
        let (ask, last, host) = (resolver.ask.clone(), self.last.clone(), host.to_owned());
        // The turn is over when the answer is there, and not when its caller stops waiting.
        let asking = tokio::task::spawn_blocking(move || {
            let _held = (turn, place);
            let found: LookupResult = ask(&host, port).map(Arc::from).map_err(|_| Unresolved::NotFound);
            let mut last = open(&last);
            *last = CachedLookup { count: last.count + 1, place: (host, port), found: Some(found.clone()) };
            found
        });
        match timeout(LOOKUP_TIMEOUT, asking).await {
            Ok(found) => found.unwrap_or(Err(Unresolved::NotFound)),
            Err(_) => {
                resolver.remember_silence(question);
                Err(Unresolved::Silent)
            }
        }
    }

    pub(super) fn new() -> Names {
        Names { turn: Arc::new(Semaphore::new(1)), last: Arc::default() }
    }
}

impl CachedLookup {
    /// An answer to this question that came since then.
    fn after(&self, count: u64, host: &str, port: u16) -> Option<LookupResult> {
        let is_it = self.count != count && self.place.0 == host && self.place.1 == port;
        self.found.clone().filter(|_| is_it)
    }
}

fn open<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
