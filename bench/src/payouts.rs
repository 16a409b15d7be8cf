//! `bench payouts` and `bench singles`: payouts accepted, and settled in their recipients' wallets, a second.
//! It must never count a payout as settled before the API says so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::call::{Body, Call, Target};
use crate::connection::Connection;
use crate::contender::Contender;
use crate::figure::{Amount, Figure};
use crate::load::{self, Pace, Tally};
use crate::people::{self, MAX_ITEMS};
use crate::process::processor_us;
use crate::run::{Entrant, Run, WARM_UP, median};
use crate::units;

pub const PEOPLE: usize = 1_000;
pub const ACCEPTED: &str = "payouts of 100: items accepted";
pub const SINGLES_SETTLED: &str = "payouts of 1: end to end";
pub const SETTLED: &str = "payouts of 100: items end to end";

/// What one round saw, in items.
struct Round {
    accepted: u64,
    settled: u64,
}

/// The medians of all rounds, in items a second.
#[derive(Clone, Copy)]
pub struct Speed {
    pub accepted: u64,
    pub settled: u64,
}

/// Payouts of 100 items: the figures, and the speed that the latency at half load is measured by.
pub async fn hundreds(run: &Run, entrant: &Entrant) -> Result<(Vec<Figure>, Speed), String> {
    let speed = measure(run, entrant, MAX_ITEMS).await?;
    let (accepted, settled) = match entrant.contender {
        Contender::Postgres => (30_000, 15_000),
        _ => (100_000, 40_000),
    };
    let figure = |what, seen, wanted| {
        Figure::new(what, entrant.contender, Amount::PerSecond(seen)).at_least(Amount::PerSecond(wanted))
    };
    let figures = vec![figure(ACCEPTED, speed.accepted, accepted), figure(SETTLED, speed.settled, settled)];
    Ok((figures, speed))
}

/// Payouts of one item each.
pub async fn singles(run: &Run, entrant: &Entrant) -> Result<Vec<Figure>, String> {
    let speed = measure(run, entrant, 1).await?;
    let wanted = if entrant.contender == Contender::Postgres { 8_000 } else { 20_000 };
    let figure = |what, seen| Figure::new(what, entrant.contender, Amount::PerSecond(seen));
    Ok(vec![
        figure("payouts of 1: accepted", speed.accepted).at_least(Amount::PerSecond(wanted)),
        figure(SINGLES_SETTLED, speed.settled),
    ])
}

async fn measure(run: &Run, entrant: &Entrant, items: usize) -> Result<Speed, String> {
    let what = format!("payouts of {items}");
    let call = Arc::new(call(&entrant.server.target, items));
    let warm_up = Pace { measured: WARM_UP, ..run.pace() };
    round(run, entrant, &call, warm_up, items).await.map_err(|p| entrant.failed(&what, &p))?;
    let mut rounds = Vec::new();
    for number in 1..=run.options.rounds {
        let before_us = used_us(entrant)?;
        let seen = round(run, entrant, &call, run.pace(), items).await;
        let seen = seen.map_err(|problem| entrant.failed(&what, &problem))?;
        let (all, name) = (run.options.rounds, entrant.contender.name());
        let [accepted, settled] = [seen.accepted, seen.settled].map(units::thousands);
        let (server_us, load_us) = (used_us(entrant)?.0 - before_us.0, used_us(entrant)?.1 - before_us.1);
        eprintln!(
            "round {number} of {all}: {name:<10} {what:<14} {accepted:>9}/s accepted, {settled:>9}/s settled \
             (CPU: server {} ms, load {} ms)",
            server_us / 1000,
            load_us / 1000
        );
        rounds.push(seen);
    }
    let of = |figure: fn(&Round) -> u64| median(rounds.iter().map(figure).collect());
    Ok(Speed { accepted: of(|round| round.accepted), settled: of(|round| round.settled) })
}

/// A payout to people with wallets, with an idempotency key, as a careful client sends it.
pub fn call(target: &Target, items: usize) -> Call {
    target.keyed_post("/payouts", Body::InTurn(people::bodies(PEOPLE, items)))
}

/// As many payouts as the pace allows, and then none until the last of them is settled.
async fn round(
    run: &Run,
    entrant: &Entrant,
    call: &Arc<Call>,
    pace: Pace,
    items: usize,
) -> Result<Round, String> {
    let target = &entrant.server.target;
    let began = Instant::now();
    let tally = load::measure(pace, &target.authority, call, &run.numbers).await?;
    until_settled(target, &tally).await?;
    let took = began.elapsed();
    let items = items as u64;
    Ok(Round {
        accepted: per_second(tally.answered * items, pace.measured),
        settled: per_second(tally.sent * items, took),
    })
}

/// The last payouts are asked for one by one, which costs the server little; then all of them at once.
pub async fn until_settled(target: &Target, tally: &Tally) -> Result<(), String> {
    let mut connection = Connection::open(&target.authority).await?;
    for body in &tally.last_bodies {
        let payout: serde_json::Value = serde_json::from_slice(body)
            .map_err(|problem| format!("a response that is not JSON: {problem}"))?;
        let id = payout["id"].as_str().ok_or("a payout without an id")?;
        let payout = people::settled(&mut connection, target, id).await?;
        if payout["status"] != "completed" {
            return Err(format!("a payout did not reach all recipients: {payout}"));
        }
    }
    people::all_settled(target).await
}

pub fn per_second(count: u64, time: Duration) -> u64 {
    let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
    u64::try_from(u128::from(count) * 1_000_000 / u128::from(us)).unwrap_or(u64::MAX)
}

fn used_us(entrant: &Entrant) -> Result<(u64, u64), String> {
    Ok((entrant.server.processor_us()?, processor_us(std::process::id())?))
}
