//! `bench bare`: the rows of payouts of 100 items, written by hand-tuned SQL without Florin, as a yardstick.
//! It must never write less than Florin does: the same tables, columns and indexes, a commit for each payout when it is
//! accepted and another when it is settled. It has no guards, no HTTP, no checks, and no request waits for another.

mod postgres;
mod rows;
mod sqlite;

use crate::contender::Contender;
use crate::figure::{Amount, Figure};
use crate::payouts::{ACCEPTED, SETTLED};
use crate::run::{Run, median};
use crate::units;

/// How far the rows of a payout go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Accepted,
    Settled,
}

pub async fn measure(run: &Run) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for engine in run.engines() {
        for (extent, what) in [(Extent::Accepted, ACCEPTED), (Extent::Settled, SETTLED)] {
            let (contender, mut rounds) = (of(engine), Vec::new());
            for number in 1..=run.options.rounds {
                let place = run.place(contender).await?;
                let seen = match &place.database_url {
                    Some(url) => postgres::measure(url, run.pace().measured, extent).await,
                    None => sqlite::measure(&place.folder.join("bare.db"), run.pace().measured, extent),
                };
                let seen = seen.map_err(|problem| format!("{}: {problem}", contender.name()))?;
                let (all, name, speed) = (run.options.rounds, contender.name(), units::thousands(seen));
                eprintln!("round {number} of {all}: {name:<20} {extent:?} {speed:>9} items/s");
                rounds.push(seen);
            }
            figures.push(Figure::new(what, contender, Amount::PerSecond(median(rounds))));
        }
    }
    Ok(figures)
}

fn of(engine: Contender) -> Contender {
    if engine == Contender::Postgres { Contender::BarePostgres } else { Contender::BareSqlite }
}
