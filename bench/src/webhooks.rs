//! `bench webhooks`: how many deliveries a second, whether dead receivers slow down the others, and how soon an event
//! is where it should be. It must never count what arrived twice as two.

pub mod arrivals;
pub mod books;
pub mod dashboard;
pub mod receiver;
mod site;

mod request;

use std::time::{Duration, Instant};

use receiver::Conduct::{self, Broken, Dead, Drips, Good, Hangs, Slow};
use site::{Drained, Site};

pub use site::id;

use crate::connection::Connection;
use crate::contender::Contender;
use crate::figure::{Amount, Figure};
use crate::payouts::{self, per_second};
use crate::run::{Entrant, Run, median};
use crate::units;

/// For one endpoint, and for each of many.
const EVENTS: u64 = 50_000;
const EVENTS_OF_MANY: u64 = 5_000;
/// With the bad ones and the one for what is new, as many as one account may have.
const MANY: usize = 10;
const HEALTHY: usize = 7;
pub const BAD: [Conduct; 5] = [Broken, Hangs, Dead, Slow, Drips];
const LIVE: u64 = 300;
const BETWEEN_LIVE: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_secs(30);

pub async fn measure(run: &Run, entrant: &Entrant) -> Result<Vec<Figure>, String> {
    let measured = measure_all(run, entrant).await;
    measured.map_err(|problem| entrant.failed("webhooks", &problem))
}

async fn measure_all(run: &Run, entrant: &Entrant) -> Result<Vec<Figure>, String> {
    let wanted = Amount::PerSecond(if entrant.contender == Contender::Postgres { 4_000 } else { 5_000 });
    let figure = |what: &str, seen| Figure::new(what, entrant.contender, seen);
    let mut site = Site::open(run, entrant).await?;
    // The one that is measured alone, one for what is new, and all others.
    site.add(&[Good], &[]).await?;
    let one = rounds(run, entrant, &mut site, "1 endpoint", &[0], EVENTS).await?;
    site.add(&[Good], &["payout.created"]).await?;
    let (half, most) = live(run, entrant, &mut site, 1).await?;
    site.add(&[Good; MANY - 1], &[]).await?;
    let many: Vec<usize> = std::iter::once(0).chain(2..=MANY).collect();
    let all = rounds(run, entrant, &mut site, "10 endpoints", &many, EVENTS_OF_MANY).await?;
    let healthy = &many[..HEALTHY];
    let alone = rounds(run, entrant, &mut site, "7 endpoints", healthy, EVENTS_OF_MANY).await?;
    site.add(&BAD, &[]).await?;
    let neighbours: Vec<usize> = healthy.iter().copied().chain(MANY + 1..=MANY + BAD.len()).collect();
    let beside = rounds(run, entrant, &mut site, "7 and 5 bad", &neighbours, EVENTS_OF_MANY).await?;
    Ok(vec![
        figure("webhooks: deliveries to 1 endpoint", Amount::PerSecond(one)).at_least(wanted),
        figure("webhooks: deliveries to 10 endpoints", Amount::PerSecond(all)).at_least(wanted),
        figure("webhooks: 7 endpoints without / with 5 bad ones", Amount::times(alone, beside))
            .at_most(Amount::Hundredths(150)),
        figure("webhooks: from response to arrival, median", Amount::time(half)),
        figure("webhooks: from response to arrival, p99", Amount::time(most)),
    ])
}

/// Deliveries a second to the good ones of these, the median of the rounds.
async fn rounds(
    run: &Run,
    entrant: &Entrant,
    site: &mut Site<'_>,
    what: &str,
    on: &[usize],
    events: u64,
) -> Result<u64, String> {
    let mut speeds = Vec::new();
    for number in 1..=run.options.rounds {
        let used_us = entrant.server.processor_us()?;
        let Drained { deliveries, took } = site.drain(on, events).await?;
        let speed = per_second(deliveries, took);
        let used_us = entrant.server.processor_us()? - used_us;
        let (all, name) = (run.options.rounds, entrant.contender.name());
        eprintln!(
            "round {number} of {all}: {name:<10} webhooks to {what:<13} {:>8}/s ({} in {}, server's CPU {} ms)",
            units::thousands(speed),
            units::thousands(deliveries),
            units::duration(took),
            used_us / 1000,
        );
        speeds.push(speed);
    }
    Ok(median(speeds))
}

/// From the answer to a request to the arrival of its event, one at a time: the median, and 99 of 100.
async fn live(
    run: &Run,
    entrant: &Entrant,
    site: &mut Site<'_>,
    index: usize,
) -> Result<(Duration, Duration), String> {
    site.drain(&[index], 1).await?;
    site.turn_on(index).await?;
    let (target, arrivals) = (&entrant.server.target, site.arrivals(index).clone());
    let mut connection = Connection::open(&target.authority).await?;
    let call = payouts::call(target, 1);
    let mut times = Vec::new();
    for _ in 0..LIVE {
        arrivals.forget();
        let number = run.numbers.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let answer = connection.exchange(&call, number).await?;
        let answered = Instant::now();
        if answer.status != 200 {
            return Err(format!("a payout returned {}", answer.status));
        }
        while arrivals.count() == 0 {
            if answered.elapsed() > PATIENCE {
                return Err("an event never arrived".to_owned());
            }
            tokio::time::sleep(BETWEEN_LIVE / 10).await;
        }
        // It may be there before the answer is read.
        times.push(arrivals.last().map_or(Duration::ZERO, |at| at.saturating_duration_since(answered)));
        tokio::time::sleep(BETWEEN_LIVE).await;
    }
    site.turn_off(index).await?;
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    eprintln!("{:<10} webhooks live: {:?} median, {:?} p99", entrant.contender.name(), at(50), at(99));
    Ok((at(50), at(99)))
}
