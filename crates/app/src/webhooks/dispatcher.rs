//! The worker that delivers events: it looks for endpoints that something is due for, leases those that no process
//! owns, and runs a queue for each, so that a slow or dead receiver delays only its own events.
//!
//! An endpoint is leased to one process. What that process has sent is noted when the answer is there; if it dies, the
//! lease runs out and another sends again what was not noted.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use rules::command::WebhookCommand;
use rules::delivery::{Pace, Sender};
use rules::endpoint::{Endpoint, Lease};
use rules::id::EndpointId;
use rules::time::Timestamp;
use store::DueEndpoint;
use tokio::sync::{Notify, mpsc, watch};

use crate::platform::failure::Failure;
use crate::webhooks::Webhooks;
use crate::webhooks::webhook_client::EndpointClient;

const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Events that are written one after the other are looked for together.
const LOOK_AT_MOST_EVERY: Duration = Duration::from_millis(10);
/// Where looking takes long, because there are many endpoints, it must not be all that is done.
const PAUSE_PER_LOOK: u32 = 8;
const TAKEN_AT_ONCE: usize = 256;
const LEASE_SECONDS: i64 = 10;
/// With less than this left, a lease is made longer.
const RENEW_SECONDS: i64 = 6;
/// What is not sent to for so long is not remembered.
const FORGOTTEN_SECONDS: i64 = 60;
/// For so long what is under way may take when the process stops.
const STOPPING: Duration = Duration::from_secs(6);

/// What this process knows of the endpoints it delivers to.
pub struct DispatcherState {
    /// This process, as leases name it.
    owner: String,
    /// Something may be due.
    news: watch::Sender<()>,
    states: EndpointStates,
    is_stopping: AtomicBool,
}

type EndpointStates = Arc<Mutex<HashMap<EndpointId, EndpointState>>>;

/// The way to one endpoint: it outlives the queues that use it.
struct EndpointState {
    client: Arc<EndpointClient>,
    /// By the account's clock, which is so much ahead.
    pace: Pace,
    clock_ahead: i64,
    lease: Lease,
    used_at: Timestamp,
    /// Wakes its queue, if one is running.
    running: Option<Arc<Notify>>,
}

/// An endpoint that is this process's to deliver to, until this is dropped.
pub(super) struct OwnedEndpoint {
    pub due: DueEndpoint,
    pub client: Arc<EndpointClient>,
    pub pace: Pace,
    pub more: Arc<Notify>,
    states: EndpointStates,
}

/// However its queue has ended, the endpoint can be looked at again.
impl Drop for OwnedEndpoint {
    fn drop(&mut self) {
        if let Some(state) = locked(&self.states).get_mut(&self.due.endpoint.id) {
            state.pace = self.pace.clone();
            state.running = None;
        }
    }
}

fn locked(states: &EndpointStates) -> MutexGuard<'_, HashMap<EndpointId, EndpointState>> {
    states.lock().unwrap_or_else(PoisonError::into_inner)
}

impl DispatcherState {
    pub fn new(owner: String, news: watch::Sender<()>) -> DispatcherState {
        DispatcherState {
            owner,
            news,
            states: EndpointStates::default(),
            is_stopping: AtomicBool::new(false),
        }
    }

    /// Says that something may be due.
    pub fn nudge(&self) {
        self.news.send_replace(());
    }

    /// Hears whenever something may be due.
    pub(super) fn news(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    pub(super) fn owner(&self) -> &str {
        &self.owner
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    pub(super) fn is_own(&self, endpoint: &Endpoint) -> bool {
        endpoint.lease.owner == self.owner
    }

    fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        self.nudge();
        locked(&self.states)
            .values()
            .for_each(|state| state.running.iter().for_each(|more| more.notify_one()));
    }

    fn is_quiet(&self) -> bool {
        locked(&self.states).values().all(|state| state.running.is_none())
    }

    fn known(&self) -> Vec<EndpointId> {
        locked(&self.states).keys().copied().collect()
    }

    /// Those of `due` that a queue can be started for; whose queue is running is woken instead.
    fn idle(&self, due: Vec<DueEndpoint>, now: Timestamp) -> Vec<DueEndpoint> {
        let states = locked(&self.states);
        let is_idle = |due: &DueEndpoint| match states.get(&due.endpoint.id) {
            Some(EndpointState { running: Some(more), .. }) => {
                more.notify_one();
                false
            }
            Some(state) => state.pace.quiet_until() <= now.plus_micros(due.clock_ahead),
            None => true,
        };
        due.into_iter().filter(is_idle).collect()
    }

    /// Endpoints that are in use, or whose receiver needs a pause, and whose lease ends soon. Forgets those that are
    /// neither.
    fn to_renew(&self, now: Timestamp) -> Vec<EndpointId> {
        let mut states = locked(&self.states);
        let is_quiet = |state: &EndpointState| state.pace.quiet_until() > now.plus_micros(state.clock_ahead);
        let is_kept = |state: &EndpointState| state.running.is_some() || is_quiet(state);
        states.retain(|_, state| is_kept(state) || now < state.used_at.plus_seconds(FORGOTTEN_SECONDS));
        let kept =
            states.iter().filter(|(_, state)| is_kept(state) && !state.lease.holds(now, RENEW_SECONDS));
        kept.map(|(id, _)| *id).collect()
    }

    /// Whether an endpoint is surely this process's for a while.
    fn is_leased(&self, endpoint: &Endpoint, now: Timestamp) -> bool {
        self.is_own(endpoint) && endpoint.lease.holds(now, RENEW_SECONDS)
    }

    fn take(
        &self,
        due: DueEndpoint,
        client: impl FnOnce() -> EndpointClient,
        now: Timestamp,
    ) -> OwnedEndpoint {
        let more = Arc::new(Notify::new());
        let mut states = locked(&self.states);
        let state = states.entry(due.endpoint.id).or_insert_with(|| EndpointState {
            client: Arc::new(client()),
            pace: Pace::default(),
            clock_ahead: due.clock_ahead,
            lease: due.endpoint.lease.clone(),
            used_at: now,
            running: None,
        });
        (state.lease, state.used_at) = (due.endpoint.lease.clone(), now);
        state.clock_ahead = due.clock_ahead;
        state.running = Some(more.clone());
        OwnedEndpoint {
            due,
            client: state.client.clone(),
            pace: state.pace.clone(),
            more,
            states: self.states.clone(),
        }
    }
}

impl Webhooks {
    /// Delivers until it is dropped.
    pub fn run_deliveries(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.take_over_leases().await;
            let (taking, taken) = mpsc::unbounded_channel();
            tokio::join!(self.find_endpoints(taking), self.run_queues(taken), self.run_replays());
        })
    }

    /// Begins nothing more, lets what is under way end, and gives the endpoints back, so that others need not wait.
    pub async fn stop_deliveries(&self) {
        self.posting.stop();
        let quiet = async {
            while !self.posting.is_quiet() {
                tokio::time::sleep(LOOK_AT_MOST_EVERY).await;
            }
        };
        let _ = tokio::time::timeout(STOPPING, quiet).await;
        self.release(self.posting.known(), Some(self.posting.owner.clone())).await;
    }

    /// Where there is one server only, the owner of a lease is dead.
    async fn take_over_leases(&self) {
        if !self.platform.store.has_one_server() {
            return;
        }
        match self.platform.store.leased_endpoints().await {
            Ok(leased) => self.release(leased, None).await,
            Err(error) => tracing::warn!(%error, "leases of dead processes not read"),
        }
    }

    async fn release(&self, endpoints: Vec<EndpointId>, owner: Option<String>) {
        if endpoints.is_empty() {
            return;
        }
        let command = WebhookCommand::Release { endpoints, owner };
        if let Err(failure) = self.platform.writer.submit_in_background(command.into()).await {
            tracing::warn!(?failure, "endpoints not released; other servers wait until their leases end");
        }
    }

    async fn find_endpoints(&self, taking: mpsc::UnboundedSender<OwnedEndpoint>) {
        let mut news = self.posting.news();
        loop {
            let _ = tokio::time::timeout(LOOK_EVERY, news.changed()).await;
            if self.posting.is_stopping() {
                return;
            }
            let begun = self.platform.clock.elapsed();
            let due = self.due_endpoints().await;
            let looking = self.platform.clock.elapsed().saturating_sub(begun);
            let taken = async { self.take_endpoints(due?, &taking).await };
            if let Err(failure) = taken.await {
                tracing::warn!(?failure, "due deliveries not read");
            }
            tokio::time::sleep(LOOK_AT_MOST_EVERY.max(looking * PAUSE_PER_LOOK)).await;
        }
    }

    async fn run_queues(&self, mut taken: mpsc::UnboundedReceiver<OwnedEndpoint>) {
        let mut queues = FuturesUnordered::new();
        loop {
            tokio::select! {
                biased;
                Some(()) = queues.next(), if !queues.is_empty() => {}
                found = taken.recv() => match found {
                    Some(taken) => queues.push(self.serve_endpoint(taken)),
                    // The worker has stopped; what is under way ends.
                    None => break,
                },
            }
        }
        while queues.next().await.is_some() {}
    }

    /// Everything that is due now, to all endpoints, once.
    #[cfg(feature = "simulated")]
    pub async fn deliver_due(&self) -> usize {
        let (taking, mut taken) = mpsc::unbounded_channel();
        if let Ok(due) = self.due_endpoints().await {
            let _ = self.take_endpoints(due, &taking).await;
        }
        let queues: Vec<OwnedEndpoint> = std::iter::from_fn(|| taken.try_recv().ok()).collect();
        let count = queues.len();
        futures_util::future::join_all(queues.into_iter().map(|taken| self.serve_endpoint(taken))).await;
        count
    }

    /// Endpoints that are this process's, and some without an owner: of many dead ones, each gets an owner soon, and
    /// is in no other's way.
    async fn due_endpoints(&self) -> Result<Vec<DueEndpoint>, Failure> {
        let now = self.platform.clock.now();
        let mut due = self.platform.store.own_due_endpoints(&self.posting.owner, now).await?;
        due.extend(self.platform.store.free_due_endpoints(now, TAKEN_AT_ONCE).await?);
        Ok(due)
    }

    /// What this process has anyway is sent to at once, without a word to the database.
    async fn take_endpoints(
        &self,
        due: Vec<DueEndpoint>,
        taking: &mpsc::UnboundedSender<OwnedEndpoint>,
    ) -> Result<(), Failure> {
        let now = self.platform.clock.now();
        let hand_over = |due: DueEndpoint| {
            let sender = due.sender();
            let _ = taking.send(self.posting.take(due, || self.endpoint_client(sender), now));
        };
        let idle = self.posting.idle(due, now).into_iter();
        let (own, free): (Vec<DueEndpoint>, Vec<DueEndpoint>) =
            idle.partition(|due| self.posting.is_leased(&due.endpoint, now));
        own.into_iter().for_each(hand_over);
        let mut wanted = self.posting.to_renew(now);
        wanted.extend(free.iter().map(|due| due.endpoint.id));
        if wanted.is_empty() {
            return Ok(());
        }
        let leased = self.lease(wanted, now).await?;
        let newly = |due: DueEndpoint| {
            let endpoint = leased.iter().find(|endpoint| endpoint.id == due.endpoint.id)?.clone();
            Some(DueEndpoint { endpoint, ..due })
        };
        free.into_iter().filter_map(newly).for_each(hand_over);
        Ok(())
    }

    fn endpoint_client(&self, sender: Sender) -> EndpointClient {
        let (rates, clock) = (self.host_rates.clone(), self.platform.clock.clone());
        let limit = move |addresses: &[IpAddr]| rates.reach(addresses, sender, clock.elapsed());
        self.webhook_client.endpoint_client().limited_by(sender, limit)
    }

    async fn lease(&self, endpoints: Vec<EndpointId>, now: Timestamp) -> Result<Vec<Endpoint>, Failure> {
        let (owner, until) = (self.posting.owner.clone(), now.plus_seconds(LEASE_SECONDS));
        let lease = WebhookCommand::Lease { endpoints, owner, until };
        let leased: Vec<Endpoint> = self.platform.writer.submit_in_background(lease.into()).await?.outcome();
        let mut states = locked(&self.posting.states);
        for endpoint in &leased {
            if let Some(state) = states.get_mut(&endpoint.id) {
                state.lease = endpoint.lease.clone();
            }
        }
        Ok(leased)
    }
}
