//! The servers, who pays through them, and who kills them.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::time::{Duration, Instant};

use rules::id::EventId;

use crate::call::Target;
use crate::connection::{Connection, PATIENCE};
use crate::payouts;
use crate::people::{self, MAX_ITEMS};
use crate::run::{Place, Run};
use crate::server::Server;
use crate::units;
use crate::webhooks::arrivals::Arrivals;
use crate::webhooks::dashboard::Dashboard;
use crate::webhooks::receiver::{Conduct, Receivers};
use crate::webhooks::{BAD, books, id};

const EVENTS_OF_A_PAYOUT: u64 = MAX_ITEMS as u64 + 2;
/// Good endpoints that want everything, and some that want a part of it.
const EVERYTHING: usize = 7;
const PARTS: [&[&str]; 4] = [
    &["payout.created"],
    &["payout.completed", "payout.failed"],
    &["payout_item.completed"],
    &["payout.created", "payout_item.completed", "recipient.created"],
];
const PAYING: usize = 4;
/// So many events may be under way: enough for every kill to hit something, few enough to last to the end.
const MAX_AHEAD: u64 = 4_000;
const POLL: Duration = Duration::from_millis(10);
const SAY_EVERY: Duration = Duration::from_secs(10);
/// Longer than a lease lasts, and than a retry waits.
const TAIL_PATIENCE: Duration = Duration::from_secs(180);

/// One endpoint, and what is behind it.
pub struct Placed {
    pub conduct: Conduct,
    pub id: String,
    /// Empty: all.
    pub types: &'static [&'static str],
    pub arrivals: Arrivals,
}

pub struct Field<'a> {
    run: &'a Run,
    pub place: Place,
    servers: RefCell<Vec<Option<Server>>>,
    receivers: Receivers,
    pub endpoints: Vec<Placed>,
    /// What had happened before there was an endpoint.
    pub before: HashSet<EventId>,
    paid: Cell<u64>,
    pub began: Instant,
}

impl<'a> Field<'a> {
    pub async fn start(run: &'a Run, place: Place, processes: usize) -> Result<Field<'a>, String> {
        let good = std::iter::repeat_n(Conduct::Good, EVERYTHING + PARTS.len());
        let conducts: Vec<Conduct> = good.chain(BAD).collect();
        let receivers = Receivers::start(&conducts)?;
        let (servers, paid, began) = (RefCell::default(), Cell::new(0), Instant::now());
        let (endpoints, before) = Default::default();
        let field = Field { run, place, servers, receivers, endpoints, before, paid, began };
        for _ in 0..processes {
            let server = field.new_server().await?;
            field.servers.borrow_mut().push(Some(server));
        }
        Ok(field)
    }

    async fn new_server(&self) -> Result<Server, String> {
        Server::start_florin(&self.run.florin, &self.place.folder, self.place.database_url.as_deref()).await
    }

    /// One that is running.
    pub fn target(&self) -> Result<Target, String> {
        let servers = self.servers.borrow();
        let server = servers.iter().flatten().next().ok_or("no server is running")?;
        Ok(server.target.clone())
    }

    pub async fn add_endpoints(&mut self) -> Result<(), String> {
        let server = self.servers.borrow_mut()[0].take().ok_or("no server is running")?;
        let mut dashboard = Dashboard::sign_in(&server).await?;
        let types = std::iter::repeat_n(&[][..], EVERYTHING).chain(PARTS).chain([&[][..]; BAD.len()]);
        for (receiver, types) in self.receivers.all.iter().zip(types) {
            let page = dashboard.add(&receiver.url, types).await?;
            let (conduct, arrivals) = (receiver.conduct, receiver.arrivals.clone());
            self.endpoints.push(Placed { conduct, id: id(&page).to_owned(), types, arrivals });
        }
        self.servers.borrow_mut()[0] = Some(server);
        self.before = books::events(&self.place).await?.into_iter().map(|(id, _)| id).collect();
        Ok(())
    }

    /// Pays until there are so many events, kills in between, and waits until every good endpoint has all of it.
    pub async fn go_through(&mut self, events: u64, kills: u64, seed: u64) -> Result<(), String> {
        self.began = Instant::now();
        let payouts = events.div_ceil(EVENTS_OF_A_PAYOUT);
        let left = Cell::new(payouts);
        let field = &*self;
        let paying = futures_util::future::try_join_all((0..PAYING).map(|_| field.pay(&left)));
        let (_, ()) = tokio::try_join!(paying, field.kill(payouts, kills, seed))?;
        people::all_settled(&field.target()?).await?;
        field.until_all_noted().await
    }

    async fn pay(&self, left: &Cell<u64>) -> Result<(), String> {
        let mut connection = None;
        while let Some(rest) = left.get().checked_sub(1) {
            left.set(rest);
            let number = self.run.numbers.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            while self.is_far_ahead() {
                tokio::time::sleep(POLL).await;
            }
            // With the same key until it is answered, as a careful client does.
            while !self.try_to_pay(&mut connection, number).await {
                connection = None;
                tokio::time::sleep(POLL * 5).await;
            }
            self.paid.set(self.paid.get() + 1);
        }
        Ok(())
    }

    async fn try_to_pay(&self, open: &mut Option<(Connection, Target)>, number: u64) -> bool {
        if open.is_none() {
            let Ok(target) = self.target() else { return false };
            let Ok(connection) = Connection::open(&target.authority).await else { return false };
            *open = Some((connection, target));
        }
        let Some((connection, target)) = open else { return false };
        let call = payouts::call(target, MAX_ITEMS);
        let answered = tokio::time::timeout(PATIENCE, connection.exchange(&call, number)).await;
        matches!(answered, Ok(Ok(answer)) if answer.status == 200)
    }

    fn is_far_ahead(&self) -> bool {
        let whole = self.endpoints.iter().take(EVERYTHING);
        let arrived = whole.map(|endpoint| endpoint.arrivals.count()).min().unwrap_or(0);
        self.paid.get() * EVENTS_OF_A_PAYOUT > arrived + MAX_AHEAD
    }

    /// Each at a random moment, and up again after a while.
    async fn kill(&self, payouts: u64, kills: u64, seed: u64) -> Result<(), String> {
        let mut dice = Dice(seed);
        let mut moments: Vec<u64> = (0..kills).map(|_| dice.below(payouts)).collect();
        moments.sort_unstable();
        let mut said = Instant::now();
        for (number, moment) in moments.into_iter().enumerate() {
            while self.paid.get() < moment {
                tokio::time::sleep(POLL).await;
                if said.elapsed() > SAY_EVERY {
                    said = Instant::now();
                    eprintln!("{} payouts of {payouts}, {number} kills", self.paid.get());
                }
            }
            tokio::time::sleep(Duration::from_millis(dice.below(500))).await;
            let index = usize::try_from(dice.below(self.servers.borrow().len() as u64)).unwrap_or(0);
            // Dropping a server kills it.
            drop(self.servers.borrow_mut()[index].take());
            tokio::time::sleep(Duration::from_millis(dice.below(1_000))).await;
            let server = self.new_server().await?;
            self.servers.borrow_mut()[index] = Some(server);
        }
        Ok(())
    }

    async fn until_all_noted(&self) -> Result<(), String> {
        let deadline = Instant::now() + TAIL_PATIENCE;
        loop {
            let waiting = books::waiting(&self.place).await?;
            let good = self.endpoints.iter().filter(|endpoint| endpoint.conduct == Conduct::Good);
            let left: u64 = good.filter_map(|endpoint| waiting.get(&endpoint.id)).sum();
            if left == 0 {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err(format!("{} deliveries to good endpoints still wait", units::thousands(left)));
            }
            tokio::time::sleep(POLL * 20).await;
        }
    }
}

/// SplitMix64: the same moments for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}
