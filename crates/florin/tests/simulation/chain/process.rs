//! One process whose live money is on the model chain. A round of its worker goes on when it is told to, from one wait
//! to the next; when the process dies, all that is not in the database is gone.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use app::clock::Clock;
use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{App, AppSettings, ChainSettings, CrashPoints, Steps};
use rails::Chain;
use rules::pricing::Terms;
use rules::tariff::Tariff;
use store::{FaultKind, FaultPoint, Faults, Store};
use tokio::runtime::Runtime;

use super::keys;
use super::net::Net;
use super::view::View;

/// What all processes have in common.
pub struct House {
    pub store: Store,
    pub net: Arc<Mutex<Net>>,
    pub settings: ChainSettings,
    pub depth: u64,
}

pub struct Process {
    pub app: Arc<App>,
    pub clock: Clock,
    pub view: Arc<View>,
    pub moments: CrashPoints,
    faults: Faults,
    steps: Steps,
    round: Option<Pin<Box<dyn Future<Output = ()>>>>,
}

impl Process {
    pub fn start(house: &House, seed: u64, time: u64) -> Process {
        let secrets = Secrets::generate(&Dice::seeded(1));
        let vault = Vault::new(&Secrets::parse(&secrets).expect("secrets"));
        let (clock, faults, moments) =
            (Clock::set_to(time as i64 * 1_000_000), Faults::default(), CrashPoints::default());
        let settings = AppSettings {
            live_chain: Chain::Network(keys::NAME.to_owned()),
            live_tariff: Tariff { chain: Some(Terms::FREE), ..Tariff::default() },
            ..AppSettings::default()
        };
        let (store, dice) = (house.store.clone(), Dice::seeded(seed));
        let view = Arc::new(View::new(house.net.clone(), seed ^ 0x5eed));
        let network = keys::network(house.depth);
        let (keys, chain) = (keys::all(), house.settings.clone());
        let (app, steps) = App::builder(store, vault, settings, clock.clone(), dice)
            .with_model_chain(view.clone(), network, keys, chain, moments.clone())
            .stepped(faults.clone());
        let app = Arc::new(app);
        Process { app, clock, view, moments, faults, steps, round: None }
    }

    /// Goes on with its round until it must wait, or begins one. Says whether that is over.
    pub fn work(&mut self) -> bool {
        let app = self.app.clone();
        let round = self.round.get_or_insert_with(|| Box::pin(async move { app.chain.chain_round().await }));
        let is_over = poll(round).is_some();
        if is_over {
            self.round = None;
        }
        is_over
    }

    pub fn is_working(&self) -> bool {
        self.round.is_some()
    }

    pub fn waiting(&self) -> usize {
        self.steps.waiting()
    }

    /// Does one batch of what waits to be written, with these faults on the way. Says whether the process survived.
    pub fn write(&mut self, runtime: &Runtime, most: usize, faults: &[(FaultPoint, FaultKind)]) -> bool {
        self.faults.plan(faults.iter().copied());
        let mut stepping = std::pin::pin!(self.steps.step(most));
        let survived =
            runtime.block_on(std::future::poll_fn(|context| match stepping.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(true),
                Poll::Pending if self.faults.met().contains(&FaultKind::Crash) => Poll::Ready(false),
                Poll::Pending => Poll::Pending,
            }));
        let refused = self.faults.refused();
        assert!(refused.is_empty(), "the database had to refuse what the rules should have: {refused:?}");
        survived
    }

    /// Does something to its end, while nothing goes wrong.
    pub fn have<T>(&mut self, runtime: &Runtime, work: impl Future<Output = T> + 'static) -> T {
        let mut work: Pin<Box<dyn Future<Output = T>>> = Box::pin(work);
        for _ in 0..10_000 {
            if let Some(done) = poll(&mut work) {
                return done;
            }
            if self.waiting() > 0 {
                assert!(self.write(runtime, usize::MAX, &[]), "nothing goes wrong");
            }
        }
        panic!("this never ends");
    }
}

/// No task is woken: the simulation itself comes back.
fn poll<T>(future: &mut Pin<Box<dyn Future<Output = T>>>) -> Option<T> {
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
