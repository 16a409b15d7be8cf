//! One process of Florin: its memory, its clock, its queue, and the requests it has not answered. When it dies, all of
//! that is gone.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use app::clock::Clock;
use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{App, AppSettings, Failure, Steps};
use rules::money::Amount;
use store::{FaultKind, FaultPoint, Faults, Store};
use tokio::runtime::Runtime;

use crate::deliveries::Receivers;
use crate::intent::{Asking, Reply};

/// A request or a tick that is on its way.
pub struct Flight {
    pub asking: Asking,
    /// Whether the process has heard of it yet.
    pub is_said: bool,
    pub errand: Errand,
}

pub enum Errand {
    Tick,
    Request {
        intent: usize,
        is_other: bool,
        was_won: bool,
        /// How often the database was made to refuse, and to be away, before.
        refusals: usize,
        outages: usize,
    },
}

pub struct Process {
    pub app: Arc<App>,
    pub clock: Clock,
    /// The latest time a batch was decided at: for the writer, time never runs back.
    pub latest: i64,
    pub refusals: usize,
    pub outages: usize,
    pub flights: Vec<Flight>,
    faults: Faults,
    steps: Steps,
    settling: Pin<Box<dyn Future<Output = ()>>>,
}

impl Process {
    pub fn start(store: &Store, receivers: &Receivers, seed: u64, time: i64) -> Process {
        // All processes have the same secrets, or they could not read each other's rows.
        let secrets = Secrets::generate(&Dice::seeded(1));
        let vault = Vault::new(&Secrets::parse(&secrets).expect("secrets"));
        let (clock, faults) = (Clock::set_to(time), Faults::default());
        let (store, settings, dice) = (store.clone(), settings(), Dice::seeded(seed));
        let builder = App::builder(store, vault, settings, clock.clone(), dice);
        let builder = builder.with_webhook_client(receivers.webhook_client());
        let (app, steps) = builder.stepped(faults.clone());
        let app = Arc::new(app);
        let own = app.clone();
        let settling = Box::pin(async move { own.settle_own().await });
        let flights = Vec::new();
        Process { app, clock, latest: 0, refusals: 0, outages: 0, flights, faults, steps, settling }
    }

    pub fn waiting(&self) -> usize {
        self.steps.waiting()
    }

    /// Does one batch, with these faults on its way. Says whether the process survived.
    pub fn step(&mut self, runtime: &Runtime, most: usize, faults: &[(FaultPoint, FaultKind)]) -> bool {
        self.faults.plan(faults.iter().copied());
        // A batch that never began has not looked at the clock.
        if faults.iter().filter(|(place, _)| *place == FaultPoint::Begin).count() < MAX_TRIES {
            let now = self.clock.now().micros();
            // A clock that was more than a minute ahead was wrong, and no later row keeps to it.
            let was_wrong = self.latest - now > 60_000_000;
            self.latest = if was_wrong { now } else { self.latest.max(now) };
        }
        let mut stepping = pin!(self.steps.step(most));
        let survived = runtime.block_on(poll_fn(|context| match stepping.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(true),
            Poll::Pending if self.faults.met().contains(&FaultKind::Crash) => Poll::Ready(false),
            Poll::Pending => Poll::Pending,
        }));
        let refused = self.faults.refused();
        assert!(refused.is_empty(), "the database had to refuse what the rules should have: {refused:?}");
        let met = self.faults.met();
        let refusals = met.iter().filter(|mishap| **mishap == FaultKind::Refused).count();
        self.refusals += refusals;
        self.outages += met.len() - refusals;
        survived
    }

    /// Goes on settling what it has accepted, as far as it can without its writer.
    pub fn settle(&mut self) {
        assert!(poll(&mut self.settling).is_none(), "settling never ends");
    }

    /// Goes on with one request, and takes it out if it was answered.
    pub fn hear(&mut self, index: usize) -> Option<(Errand, Result<Reply, Failure>)> {
        self.flights[index].is_said = true;
        let told = poll(&mut self.flights[index].asking)?;
        Some((self.flights.remove(index).errand, told))
    }
}

/// As often as a batch is tried.
pub const MAX_TRIES: usize = 6;

/// Goes on until it must wait. The awaited task is polled by the simulation itself, so no task is woken.
fn poll<T>(future: &mut Pin<Box<dyn Future<Output = T>>>) -> Option<T> {
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// A limit that payments for deposits exceed now and then.
fn settings() -> AppSettings {
    AppSettings {
        max_per_external_transfer: Amount::from_micros(600_000_000),
        // As much as can be counted, so that the ledger's own limit is met.
        max_test_money: Amount::from_micros(i64::MAX),
        ..AppSettings::default()
    }
}
