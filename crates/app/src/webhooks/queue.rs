//! The queue of one endpoint: reads due deliveries, sends as many concurrently as the receiver can take, and records
//! the outcomes. It ends when nothing is due, or when the receiver needs a pause.

use std::collections::{HashSet, VecDeque};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use rules::command::WebhookCommand;
use rules::decisions::delivery::DeliveryReport;
use rules::decisions::endpoint::Owner;
use rules::delivery::{AttemptReport, AttemptResponse};
use rules::endpoint::Endpoint;
use rules::id::EventId;
use rules::time::Timestamp;
use rules::webhook_url::WebhookUrl;
use store::{DueDelivery, DuePosition};

use super::dispatcher::OwnedEndpoint;
use super::hosts::HostCharge;
use super::secret::{self, WebhookKey};
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;
use crate::platform::{Platform, wire};
use crate::webhooks::Webhooks;
use crate::webhooks::webhook_client::Undelivered;

/// What is read at once for each that may be sent side by side.
const AHEAD: usize = 8;
/// Sent, and not yet noted: more than this does not arrive twice after a crash.
const MAX_UNNOTED: usize = 512;
/// Pages are read one behind the other, and now and then from the beginning: something may have come in before.
const PAGES_IN_A_ROW: u32 = 16;
/// Noting waits for the disk, so what ends meanwhile is noted together; at most so much of it.
const NOTED_AT_ONCE: usize = 512;
/// After our own failure.
const REST_SECONDS: i64 = 1;
/// How long a receiver waits for a place if nothing else is on its way to it.
const NO_PLACE: Duration = Duration::from_millis(200);
/// So often in a row is tried to note what became of attempts; the writer pauses in between.
const MAX_TROUBLES: u32 = 30;

type Noting<'a> = Pin<Box<dyn Future<Output = (Vec<AttemptReport>, Result<Endpoint, Failure>)> + Send + 'a>>;
type Reading<'a> = Pin<Box<dyn Future<Output = Result<Read, Failure>> + Send + 'a>>;

/// One page of what is due.
struct Read {
    due: Vec<DueDelivery>,
    is_full: bool,
}

enum SendResult {
    Attempted(AttemptReport),
    /// Nothing was sent there, which is no attempt. It is tried again soon.
    Postponed(Box<DueDelivery>, WebhookUrl, HostCharge, Postponement),
}

enum Postponement {
    /// The receiver must not be called before so long.
    TooEarly(Duration),
    /// Too many webhooks are under way.
    NoPlace,
}

struct EndpointQueue<'a> {
    webhooks: &'a Webhooks,
    platform: &'a Platform,
    taken: OwnedEndpoint,
    /// Where to, or why not.
    target: Arc<Result<WebhookUrl, String>>,
    keys: Vec<WebhookKey>,
    ready: VecDeque<DueDelivery>,
    /// What was read and is not yet noted: it is still due in the database.
    under_way: HashSet<EventId>,
    /// What was noted while a page was being read, which may still hold it.
    noted: Vec<EventId>,
    done: Vec<AttemptReport>,
    /// Where the next page begins, how many came before it, and whether the last one was the first of all.
    position: DuePosition,
    pages: u32,
    was_first: bool,
    is_more: bool,
    is_open: bool,
    /// As many as found a place side by side, if not all did. Forgotten with the next page.
    room: Option<usize>,
    troubles: u32,
}

impl Webhooks {
    pub(super) async fn serve_endpoint(&self, taken: OwnedEndpoint) {
        let id = taken.due.endpoint.id;
        let mut queue = EndpointQueue::of(self, taken);
        if let Err(failure) = queue.run().await {
            tracing::warn!(?failure, endpoint = %id, "deliveries postponed; will retry");
            let rested = queue.account_now().plus_seconds(REST_SECONDS);
            queue.taken.pace.rest(rested);
        }
        drop(queue);
        self.posting.nudge();
    }
}

impl<'a> EndpointQueue<'a> {
    fn of(webhooks: &'a Webhooks, taken: OwnedEndpoint) -> EndpointQueue<'a> {
        EndpointQueue {
            webhooks,
            platform: &webhooks.platform,
            taken,
            target: Arc::new(Err(String::new())),
            keys: Vec::new(),
            ready: VecDeque::new(),
            under_way: HashSet::new(),
            noted: Vec::new(),
            done: Vec::new(),
            position: DuePosition::default(),
            pages: 0,
            was_first: false,
            is_more: true,
            is_open: true,
            room: None,
            troubles: 0,
        }
    }

    async fn run(&mut self) -> Result<(), Failure> {
        self.take_in(self.taken.due.endpoint.clone())?;
        let webhooks = self.webhooks;
        let mut sending = FuturesUnordered::new();
        let mut noting: Option<Noting<'a>> = None;
        let mut reading: Option<Reading<'a>> = None;
        loop {
            if reading.is_none() {
                self.forget_noted();
            }
            let may_send = self.may_send();
            if reading.is_none() && may_send && self.should_read() {
                reading = Some(self.read_more());
            }
            while may_send && sending.len() < self.width() && self.unnoted() < MAX_UNNOTED {
                let Some(due) = self.ready.pop_front() else { break };
                match self.count_for_host() {
                    Some(counted) => sending.push(self.attempt(due, counted)),
                    None => {
                        self.ready.push_front(due);
                        break;
                    }
                }
            }
            if noting.is_none() && !self.done.is_empty() {
                let attempted = self.done.drain(..self.done.len().min(NOTED_AT_ONCE)).collect();
                noting = Some(Box::pin(webhooks.note_attempts(self.report(attempted))));
            }
            if sending.is_empty() && noting.is_none() && reading.is_none() {
                if !may_send || self.was_first {
                    return Ok(());
                }
                self.position = DuePosition::default();
                reading = Some(self.read_more());
            }
            tokio::select! {
                biased;
                Some(sent) = sending.next(), if !sending.is_empty() => match sent {
                    SendResult::Attempted(attempted) => self.ended(attempted),
                    SendResult::Postponed(due, url, counted, why) => {
                        self.webhooks.host_rates.take_back(&url, self.taken.due.sender(), &counted);
                        self.postpone(*due, why, sending.len());
                    }
                },
                noted = if_any(&mut noting) => {
                    noting = None;
                    self.noted(noted)?;
                }
                read = if_any(&mut reading) => {
                    reading = None;
                    self.take_up(read?);
                }
                () = self.taken.more.notified() => self.is_more = true,
            }
        }
    }

    /// Nothing is begun while the receiver needs a pause, or by a process that is going.
    fn may_send(&self) -> bool {
        let is_quiet = self.taken.pace.quiet_until() > self.account_now();
        self.is_open && !is_quiet && !self.webhooks.posting.is_stopping()
    }

    /// Counts one more webhook to the host. If it is too early for that, nothing is begun until it is not.
    fn count_for_host(&mut self) -> Option<HostCharge> {
        let Ok(url) = self.target.as_ref() else { return Some(HostCharge::default()) };
        match self.webhooks.host_rates.send(url, self.taken.due.sender(), self.platform.clock.elapsed()) {
            Ok(counted) => Some(counted),
            Err(wait) => {
                self.rest(wait);
                None
            }
        }
    }

    /// As many as are sent side by side.
    fn width(&self) -> usize {
        self.taken.pace.width().min(self.room.unwrap_or(usize::MAX))
    }

    /// Puts back what was not sent. What is still on its way makes room for it when it ends.
    fn postpone(&mut self, due: DueDelivery, why: Postponement, on_their_way: usize) {
        self.ready.push_front(due);
        self.hold_unverified();
        match why {
            Postponement::TooEarly(wait) => self.rest(wait),
            Postponement::NoPlace if on_their_way == 0 => self.rest(NO_PLACE),
            Postponement::NoPlace => self.room = Some(on_their_way),
        }
    }

    fn rest(&mut self, wait: Duration) {
        let wait = i64::try_from(wait.as_micros()).unwrap_or(i64::MAX);
        self.taken.pace.rest(self.account_now().plus_micros(wait));
    }

    /// A pause that a receiver asks for is one of the account's clock, like every other.
    fn account_now(&self) -> Timestamp {
        self.platform.clock.now().plus_micros(self.taken.due.clock_ahead)
    }

    fn forget_noted(&mut self) {
        for event in self.noted.drain(..) {
            self.under_way.remove(&event);
        }
    }

    /// While half of a page is sent, the next is read.
    fn should_read(&self) -> bool {
        self.is_more && self.ready.len() <= self.page() / 2
    }

    fn unnoted(&self) -> usize {
        self.under_way.len() - self.ready.len()
    }

    fn page(&self) -> usize {
        self.taken.pace.width() * AHEAD
    }

    /// From the beginning on, also what is under way is found again.
    fn read_more(&mut self) -> Reading<'a> {
        let (platform, endpoint, after) = (self.platform, self.taken.due.endpoint.id, self.position);
        self.was_first = after == DuePosition::default();
        let limit = self.page() + if self.was_first { self.under_way.len() } else { 0 };
        // What comes from now on is told.
        self.is_more = false;
        let awaited = self.taken.due.endpoint.awaited_test();
        Box::pin(async move {
            let (store, now) = (&platform.store, platform.clock.now());
            let due = match awaited {
                Some(test) => store.due_delivery(endpoint, test, now).await?.into_iter().collect(),
                None => store.due_deliveries(endpoint, now, after, limit).await?,
            };
            Ok(Read { is_full: due.len() == limit, due })
        })
    }

    fn take_up(&mut self, read: Read) {
        self.pages = (self.pages + 1) % PAGES_IN_A_ROW;
        self.position = match read.due.last() {
            _ if self.pages == 0 => DuePosition::default(),
            Some(last) => last.position(),
            None => self.position,
        };
        self.is_more |= read.is_full;
        self.room = None;
        self.ready.extend(read.due.into_iter().filter(|due| self.under_way.insert(due.event.id)));
    }

    fn attempt(
        &self,
        due: DueDelivery,
        counted: HostCharge,
    ) -> impl Future<Output = SendResult> + Send + use<'a> {
        let (platform, client, target) = (self.platform, self.taken.client.clone(), self.target.clone());
        let body = Bytes::from(wire::delivery_body(&due.event, self.taken.due.mode));
        let headers = secret::headers(&self.keys, due.event.id, platform.clock.now(), &body);
        async move {
            let begun = platform.clock.elapsed();
            let answer = match target.as_ref() {
                Ok(url) => match client.post(url, &headers, body).await {
                    Ok(reply) => AttemptResponse::Status {
                        code: reply.status,
                        excerpt: reply.excerpt,
                        retry_after: reply.retry_after,
                    },
                    Err(Undelivered::TooEarly(wait)) => {
                        let why = Postponement::TooEarly(wait);
                        return SendResult::Postponed(Box::new(due), url.clone(), counted, why);
                    }
                    Err(Undelivered::NoPlace) => {
                        let why = Postponement::NoPlace;
                        return SendResult::Postponed(Box::new(due), url.clone(), counted, why);
                    }
                    Err(undelivered) => AttemptResponse::Nothing { why: undelivered.to_string() },
                },
                Err(why) => AttemptResponse::Nothing { why: why.clone() },
            };
            let took = platform.clock.elapsed().saturating_sub(begun);
            SendResult::Attempted(AttemptReport {
                event: due.event.id,
                before: due.attempts,
                took_millis: i64::try_from(took.as_millis()).unwrap_or(i64::MAX),
                answer,
                jitter: platform.dice.bytes::<1>()[0],
            })
        }
    }

    fn ended(&mut self, attempted: AttemptReport) {
        let now = self.account_now();
        self.taken.pace.learn(&attempted.answer, now);
        let outcome = match &attempted.answer {
            answer if answer.is_success() => "delivered",
            AttemptResponse::Status { .. } => "refused",
            AttemptResponse::Nothing { .. } => "unanswered",
        };
        metrics::counter!("florin_deliveries_total", "outcome" => outcome).increment(1);
        self.done.push(attempted);
    }

    fn report(&self, attempted: Vec<AttemptReport>) -> DeliveryReport {
        let email_id = self.platform.dice.id(self.platform.clock.now());
        let due = &self.taken.due;
        let owner = Owner { email: due.email.clone(), mode: due.mode, email_id };
        DeliveryReport { account: due.endpoint.account, endpoint: due.endpoint.id, attempted, owner }
    }

    /// What could not be noted is noted later: what arrived must not be sent again for that.
    fn noted(
        &mut self,
        (attempted, noted): (Vec<AttemptReport>, Result<Endpoint, Failure>),
    ) -> Result<(), Failure> {
        match noted {
            Ok(endpoint) => {
                self.noted.extend(attempted.iter().map(|attempted| attempted.event));
                self.troubles = 0;
                self.take_in(endpoint)
            }
            Err(Failure::Unavailable | Failure::Busy) if self.troubles < MAX_TROUBLES => {
                self.troubles += 1;
                self.done.extend(attempted);
                Ok(())
            }
            Err(failure) => Err(failure),
        }
    }

    /// The endpoint may have been changed, turned off or taken by another process meanwhile.
    fn take_in(&mut self, endpoint: Endpoint) -> Result<(), Failure> {
        self.is_open = endpoint.is_on() && self.webhooks.posting.is_own(&endpoint);
        let mode = self.taken.due.mode;
        let parsed = WebhookUrl::parse(&endpoint.url, mode, &self.webhooks.reach);
        self.target = Arc::new(parsed.map_err(|fault| fault.to_string()));
        self.keys = self.webhooks.webhook_keys(&endpoint)?;
        self.taken.due.endpoint = endpoint;
        self.hold_unverified();
        Ok(())
    }
}

impl EndpointQueue<'_> {
    /// A receiver that is not verified gets its test only. What was read for the one before waits in the database.
    fn hold_unverified(&mut self) {
        let Some(test) = self.taken.due.endpoint.awaited_test() else { return };
        let (awaited, held): (VecDeque<DueDelivery>, VecDeque<DueDelivery>) =
            self.ready.drain(..).partition(|due| due.event.id == test);
        self.ready = awaited;
        for due in held {
            self.under_way.remove(&due.event.id);
        }
    }
}

impl Webhooks {
    async fn note_attempts(&self, report: DeliveryReport) -> (Vec<AttemptReport>, Result<Endpoint, Failure>) {
        let attempted = report.attempted.clone();
        let (mode, note) = (report.owner.mode, WebhookCommand::Note(report));
        let noted =
            self.platform.writer.submit_background_of(mode, note.into()).await.map(CommandResponse::outcome);
        (attempted, noted)
    }
}

/// Ends when it does, and never if there is none.
async fn if_any<T>(under_way: &mut Option<Pin<Box<dyn Future<Output = T> + Send + '_>>>) -> T {
    match under_way {
        Some(under_way) => under_way.await,
        None => std::future::pending().await,
    }
}
