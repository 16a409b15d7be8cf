//! An account with endpoints, the receivers behind them, and events for them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::arrivals::{Arrivals, span};
use super::books;
use super::dashboard::Dashboard;
use super::receiver::{Conduct, Receiver, Receivers};
use crate::call::Target;
use crate::connection::Connection;
use crate::payouts;
use crate::people::{self, MAX_ITEMS};
use crate::run::{Entrant, Run};

/// A payout that is accepted, each of its items, and the payout again when it has ended.
const EVENTS_OF_A_PAYOUT: u64 = MAX_ITEMS as u64 + 2;
const PAYING: usize = 16;
const POLL: Duration = Duration::from_millis(5);
/// Nothing arrives for so long: nothing will.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Site<'a> {
    run: &'a Run,
    entrant: &'a Entrant,
    dashboard: Dashboard,
    sets: Vec<Receivers>,
    /// The page of each endpoint, in the order in which they were added.
    pages: Vec<String>,
}

/// What one backlog took.
pub struct Drained {
    pub deliveries: u64,
    pub took: Duration,
}

impl<'a> Site<'a> {
    pub async fn open(run: &'a Run, entrant: &'a Entrant) -> Result<Site<'a>, String> {
        let dashboard = Dashboard::sign_in(&entrant.server).await?;
        Ok(Site { run, entrant, dashboard, sets: Vec::new(), pages: Vec::new() })
    }

    /// Adds endpoints that are off.
    pub async fn add(&mut self, conducts: &[Conduct], types: &[&str]) -> Result<(), String> {
        let receivers = Receivers::start(conducts)?;
        for receiver in &receivers.all {
            let page = self.dashboard.add(&receiver.url, types).await?;
            self.dashboard.turn_off(&page).await?;
            self.pages.push(page);
        }
        self.sets.push(receivers);
        Ok(())
    }

    pub fn arrivals(&self, index: usize) -> &Arrivals {
        &self.receiver(index).arrivals
    }

    pub async fn turn_on(&mut self, index: usize) -> Result<(), String> {
        self.dashboard.turn_on(&self.pages[index]).await
    }

    pub async fn turn_off(&mut self, index: usize) -> Result<(), String> {
        self.dashboard.turn_off(&self.pages[index]).await
    }

    /// Makes so many events, then turns on these endpoints and waits until the good ones have got everything.
    pub async fn drain(&mut self, on: &[usize], events: u64) -> Result<Drained, String> {
        self.make_events(events).await?;
        let waiting = books::waiting(&self.entrant.place).await?;
        self.sets.iter().flat_map(|set| &set.all).for_each(|receiver| receiver.arrivals.forget());
        for index in on {
            self.turn_on(*index).await?;
        }
        let good: Vec<usize> =
            on.iter().copied().filter(|index| self.receiver(*index).conduct == Conduct::Good).collect();
        self.until_arrived(&good, &waiting).await?;
        let took = span(good.iter().map(|index| self.arrivals(*index)));
        let deliveries = good.iter().map(|index| self.arrivals(*index).count()).sum();
        self.until_noted(&good).await?;
        for index in on {
            self.turn_off(*index).await?;
        }
        Ok(Drained { deliveries, took })
    }

    /// Payouts of 100, until all of them are settled.
    async fn make_events(&self, events: u64) -> Result<(), String> {
        let target = &self.entrant.server.target;
        pay(target, events.div_ceil(EVENTS_OF_A_PAYOUT), &self.run.numbers).await?;
        people::all_settled(target).await
    }

    async fn until_arrived(&self, good: &[usize], waiting: &BTreeMap<String, u64>) -> Result<(), String> {
        let mut open = good.to_vec();
        let (mut seen, mut since) = (0, Instant::now());
        while !open.is_empty() {
            tokio::time::sleep(POLL).await;
            open.retain(|index| self.arrivals(*index).count() < self.of(*index, waiting));
            let now: u64 = good.iter().map(|index| self.arrivals(*index).count()).sum();
            if now > seen {
                (seen, since) = (now, Instant::now());
            } else if since.elapsed() > PATIENCE {
                return Err(format!("{} endpoints did not get everything; {seen} arrived", open.len()));
            }
        }
        Ok(())
    }

    /// Also the database must know that it arrived; else it would be sent again.
    async fn until_noted(&self, good: &[usize]) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let waiting = books::waiting(&self.entrant.place).await?;
            if good.iter().all(|index| self.of(*index, &waiting) == 0) {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err("arrived deliveries were never recorded".to_owned());
            }
            tokio::time::sleep(POLL * 10).await;
        }
    }

    fn of(&self, index: usize, counts: &BTreeMap<String, u64>) -> u64 {
        counts.get(id(&self.pages[index])).copied().unwrap_or(0)
    }

    fn receiver(&self, index: usize) -> &Receiver {
        self.sets.iter().flat_map(|set| &set.all).nth(index).expect("each page has a receiver")
    }
}

/// An endpoint's page ends in its id.
pub fn id(page: &str) -> &str {
    page.rsplit('/').next().unwrap_or_default()
}

/// So many payouts of 100 items.
async fn pay(target: &Target, payouts: u64, numbers: &Arc<AtomicU64>) -> Result<(), String> {
    let (call, left) = (Arc::new(payouts::call(target, MAX_ITEMS)), Arc::new(AtomicU64::new(payouts)));
    let mut tasks = JoinSet::new();
    for _ in 0..PAYING {
        let (call, left, numbers) = (call.clone(), left.clone(), numbers.clone());
        let authority = target.authority.clone();
        tasks.spawn(async move {
            let mut connection = Connection::open(&authority).await?;
            let take = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            while take().is_ok() {
                let answer = connection.exchange(&call, numbers.fetch_add(1, Ordering::Relaxed)).await?;
                if answer.status != 200 {
                    return Err(format!("a payout returned {}", answer.status));
                }
            }
            Ok::<(), String>(())
        });
    }
    tasks.join_all().await.into_iter().collect()
}
