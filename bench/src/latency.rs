//! `bench latency`: how long POST /payouts takes at half of the load the server can bear.
//! It must never wait for an answer before the next request is due: a slow server would slow down its own load.

use std::sync::Arc;
use std::time::Duration;

use crate::figure::{Amount, Figure};
use crate::load::{self, Pace};
use crate::payouts::{self, Speed, call, until_settled};
use crate::people::MAX_ITEMS;
use crate::run::{Entrant, Run, median};
use crate::units;

const WANTED_MS: u64 = 20;

/// Measures the full load first.
pub async fn measure(run: &Run, entrant: &Entrant) -> Result<Vec<Figure>, String> {
    let (_, speed) = payouts::hundreds(run, entrant).await?;
    half_load(run, entrant, speed).await
}

/// Half of what is accepted in a burst, and half of what can go on for ever, which settles as fast as it accepts.
pub async fn half_load(run: &Run, entrant: &Entrant, speed: Speed) -> Result<Vec<Figure>, String> {
    let burst = p99(run, entrant, speed.accepted / 2).await?;
    let lasting = p99(run, entrant, speed.settled / 2).await?;
    let figure =
        |what, seen| Figure::new(what, entrant.contender, seen).at_most(Amount::milliseconds(WANTED_MS));
    Ok(vec![
        figure("payouts of 100: p99 at half the accepted load", burst),
        figure("payouts of 100: p99 at half the settled load", lasting),
    ])
}

/// The median over the rounds.
async fn p99(run: &Run, entrant: &Entrant, items_per_second: u64) -> Result<Amount, String> {
    let what = "latency at half load";
    let call = Arc::new(call(&entrant.server.target, MAX_ITEMS));
    let between_ns = 1_000_000_000 * MAX_ITEMS as u64 / items_per_second.max(1);
    let pace = Pace { interval: Some(Duration::from_nanos(between_ns)), ..run.pace() };
    let mut rounds = Vec::new();
    for number in 1..=run.options.rounds {
        let target = &entrant.server.target;
        let tally = load::measure(pace, &target.authority, &call, &run.numbers).await;
        let tally = tally.map_err(|problem| entrant.failed(what, &problem))?;
        until_settled(target, &tally).await.map_err(|problem| entrant.failed(what, &problem))?;
        let seen_ns = tally.latencies_ns.value_at_quantile(0.99);
        let (all, name) = (run.options.rounds, entrant.contender.name());
        let seen = units::duration(Duration::from_nanos(seen_ns));
        let speed = units::thousands(items_per_second);
        eprintln!("round {number} of {all}: {name:<10} p99 at {speed} items/s {seen:>9}");
        rounds.push(seen_ns);
    }
    Ok(Amount::Nanoseconds(median(rounds)))
}
