//! Fills the database of a stopped Florin with settled payouts, by statements over many rows at a time.
//! It must never step around a guard: every row goes through the constraints and triggers of the real schema, so that
//! `florin verify` proves the filled books like any others.

mod plan;
mod postgres;
mod sqlite;

use std::time::{Duration, Instant};

use crate::contender::Contender;
use crate::figure::{Amount, Figure};
use crate::payouts::{self, per_second};
use crate::people;
use crate::run::{Place, Run};
use crate::units;
use plan::{ITEMS, Plan};

/// What a filled database has more than before.
#[derive(Clone, Copy)]
pub struct Filled {
    pub items: u64,
    pub transfers: u64,
    pub took: Duration,
}

/// Fills a fresh database of each engine, to see how long that takes.
pub async fn measure(run: &Run, items: u64) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for contender in run.engines() {
        let entrant = run.start_florin(contender).await?;
        let welcomed = people::welcome(&entrant.server.target, payouts::PEOPLE).await;
        welcomed.map_err(|problem| entrant.failed("getting ready", &problem))?;
        let place = entrant.place.clone();
        drop(entrant);
        figures.push(fill(contender, &place, items).await?.figure(contender));
    }
    Ok(figures)
}

/// Puts so many items into the database of a Florin that is not running and has people to pay.
pub async fn fill(contender: Contender, place: &Place, items: u64) -> Result<Filled, String> {
    let began = Instant::now();
    let plan = Plan::new(items);
    match &place.database_url {
        Some(url) => postgres::fill(url, &plan).await,
        None => {
            let (file, plan) = (place.sqlite_file(), plan.clone());
            let filling = tokio::task::spawn_blocking(move || sqlite::fill(&file, &plan)).await;
            filling.map_err(|problem| format!("filling panicked: {problem}"))?
        }
    }
    .map_err(|problem| format!("{}: cannot fill: {problem}", contender.name()))?;
    let items = plan.payouts() as u64 * ITEMS as u64;
    let filled = Filled { items, transfers: items + plan.payouts() as u64, took: began.elapsed() };
    let (count, took) = (units::thousands(items), units::duration(filled.took));
    eprintln!("{}: filled with {count} items in {took}", contender.name());
    Ok(filled)
}

impl Filled {
    pub fn figure(&self, contender: Contender) -> Figure {
        Figure::new("filling: items", contender, Amount::PerSecond(per_second(self.items, self.took)))
    }
}
