//! Who is told what: every event has a delivery to each endpoint that asked for it, written in the same commit; and
//! once the receivers are up, everything has arrived.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::{Undelivered, WebhookClient, WebhookResponse};
use rules::endpoint::EnabledEvents;
use rules::event_type::EventType;
use rules::id::{AccountId, EndpointId};

use crate::database::Entry;
use crate::intent::Reply;
use crate::rng::Rng;
use crate::run::Run;

/// The addresses of receivers, by how they are. The first takes everything, the last nothing, until the end.
const RECEIVERS: [&str; 3] =
    ["https://hooks.example.com/good", "https://hooks.example.com/moody", "https://hooks.example.com/dead"];
const SOME: [EventType; 4] = [
    EventType::PayoutCreated,
    EventType::ItemCompleted,
    EventType::RecipientUpdated,
    EventType::WithdrawalCreated,
];

/// All receivers of events. Not part of any process: nothing that happens to those happens to them.
#[derive(Clone)]
pub struct Receivers(Arc<Mutex<State>>);

struct State {
    rng: Rng,
    are_all_up: bool,
    /// What was accepted, by receiver and event.
    accepted: BTreeMap<(String, String), usize>,
    /// What was sent of an event, to all endpoints.
    bodies: HashMap<String, String>,
}

impl Receivers {
    pub fn new(seed: u64) -> Receivers {
        let (accepted, bodies) = Default::default();
        Receivers(Arc::new(Mutex::new(State { rng: Rng::new(seed), are_all_up: false, accepted, bodies })))
    }

    /// A webhook client that brings everything here.
    pub fn webhook_client(&self) -> WebhookClient {
        let receivers = self.clone();
        WebhookClient::simulated(Arc::new(move |url, headers, body| {
            let id = &headers.iter().find(|(name, _)| *name == "webhook-id").expect("an id").1;
            receivers.receive(url.as_str(), id, str::from_utf8(body).expect("text"))
        }))
    }

    fn receive(&self, url: &str, event: &str, body: &str) -> Result<WebhookResponse, Undelivered> {
        let mut state = self.0.lock().expect("the receivers");
        let known = state.bodies.entry(event.to_owned()).or_insert_with(|| body.to_owned());
        assert_eq!(known, body, "an event is the same every time");
        let is_in_the_mood = state.rng.chance(50);
        let status = match url {
            _ if state.are_all_up || url == RECEIVERS[0] => 200,
            _ if url == RECEIVERS[1] && is_in_the_mood => 204,
            _ if url == RECEIVERS[1] => 503,
            _ => return Err(Undelivered::ConnectionRefused),
        };
        if status < 300 {
            *state.accepted.entry((url.to_owned(), event.to_owned())).or_default() += 1;
        }
        Ok(WebhookResponse { status, excerpt: String::new(), retry_after: None, took: Duration::ZERO })
    }

    fn are_all_up(&self) {
        self.0.lock().expect("the receivers").are_all_up = true;
    }

    fn has_accepted(&self, url: &str, event: &str) -> bool {
        self.0.lock().expect("the receivers").accepted.contains_key(&(url.to_owned(), event.to_owned()))
    }
}

/// What the journal says of endpoints, events and deliveries.
#[derive(Default)]
pub struct Deliveries {
    /// By id: whose, where and what.
    endpoints: BTreeMap<String, (String, String, EnabledEvents)>,
    expected: BTreeSet<(String, String)>,
    written: BTreeSet<(String, String)>,
    delivered: BTreeSet<(String, String)>,
}

impl Deliveries {
    /// Whether the line was about these.
    pub fn apply(&mut self, entry: &Entry) -> bool {
        match entry.what.as_str() {
            "endpoint" => {
                let wants = EnabledEvents::parse(&entry.text(2)).expect("what it wants");
                self.endpoints.insert(entry.id.clone(), (entry.text(0), entry.text(1), wants));
            }
            "delivery" => {
                let is_new = self.written.insert((entry.id.clone(), entry.text(0)));
                assert!(is_new, "{} is told of {} twice", entry.id, entry.text(0));
            }
            "delivered" => _ = self.delivered.insert((entry.id.clone(), entry.text(0))),
            // For the endpoint that it is about, and for no other.
            "event" if entry.text(0) == EventType::WebhookTest.name() => {
                self.expected.insert((entry.id.clone(), entry.text(4)));
            }
            "event" => {
                self.event(&entry.text(2), &entry.text(0), &entry.text(4));
                return false;
            }
            _ => return false,
        }
        true
    }

    fn event(&mut self, account: &str, kind: &str, event: &str) {
        let kind = EventType::parse(kind).expect("a type of event");
        let asks = |wants: &EnabledEvents| match wants {
            EnabledEvents::Everything => true,
            EnabledEvents::These(types) => types.contains(&kind),
        };
        let told = self.endpoints.iter().filter(|(_, (owner, _, wants))| owner == account && asks(wants));
        let told: Vec<String> = told.map(|(id, _)| id.clone()).collect();
        self.expected.extend(told.into_iter().map(|id| (id, event.to_owned())));
    }

    /// After every batch: who asked is told, and no other; what is marked as delivered has arrived.
    pub fn check(&self, receivers: &Receivers) {
        assert_eq!(self.written, self.expected, "every event has its deliveries, and no others");
        for (endpoint, event) in &self.delivered {
            let url = &self.endpoints[endpoint].1;
            assert!(receivers.has_accepted(url, event), "{url} has never accepted {event}");
        }
    }
}

impl Run<'_> {
    /// Every account has endpoints of each kind, for everything or for some.
    pub fn subscribe(&mut self) {
        for account in self.accounts.clone() {
            let id = AccountId::parse(&account).expect("an account");
            for (index, url) in RECEIVERS.into_iter().enumerate() {
                let wants =
                    if index == 1 { EnabledEvents::These(SOME.to_vec()) } else { EnabledEvents::Everything };
                let app = self.processes[0].app.clone();
                let adding = async move { app.add_endpoint(id, url, wants).await.map(Reply::Answered) };
                self.spawn(0, Box::pin(adding));
            }
        }
        self.drive();
    }

    /// All receivers are up, and time passes: everything arrives.
    pub fn deliver_everything(&mut self) {
        self.receivers.are_all_up();
        for round in 0..200 {
            self.turn_endpoints_on();
            let Some(due) = self.latest_due() else {
                let told = &self.deliveries;
                assert_eq!(
                    told.delivered, told.expected,
                    "everything has arrived, once the receivers were up"
                );
                return;
            };
            self.set_clocks(due);
            let app = self.processes[round % 2].app.clone();
            self.spawn(
                round % 2,
                Box::pin(async move { Ok(app.webhooks.deliver_due().await).map(|_| Reply::Count) }),
            );
            self.drive();
        }
        panic!("deliveries wait for ever");
    }

    /// Days without a success turn an endpoint off, and ten failures give a delivery up.
    fn turn_endpoints_on(&mut self) {
        let sql = "select p.account_id, p.id from endpoints p where p.off_at is not null
                   or exists (select 1 from deliveries d where d.endpoint_id = p.id and d.status = 'failed')";
        let app = self.processes[0].app.clone();
        for (account, endpoint) in self.pairs(sql) {
            let account = AccountId::parse(&account).expect("an account");
            let id = EndpointId::parse(&endpoint).expect("an endpoint");
            let app = app.clone();
            let turning = async move {
                app.turn_endpoint_on(account, id).await?;
                app.replay_failed(account, id).await?;
                while app.webhooks.step_replays().await > 0 {}
                Ok(Reply::Count)
            };
            self.spawn(0, Box::pin(turning));
            self.drive();
        }
    }

    /// When everything that waits is due, and every lease is over.
    fn latest_due(&self) -> Option<i64> {
        let sql = "select max(max(d.next_at), max(p.lease_until)) from deliveries d
                   join endpoints p on p.id = d.endpoint_id where d.status = 'waiting'";
        self.database.connection.query_row(sql, [], |row| row.get(0)).expect("a time")
    }

    fn pairs(&self, sql: &str) -> Vec<(String, String)> {
        let mut statement = self.database.connection.prepare(sql).expect("SQL");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    }
}
