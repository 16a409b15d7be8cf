//! `bench soak`: events for good and bad endpoints while servers are killed at random moments. At the end every event
//! must have reached every good endpoint that asked for it. Whatever is missing fails the run.

mod field;
mod verdict;

use clap::Args;

use crate::contender::Contender;
use crate::payouts;
use crate::people;
use crate::run::{self, Options, Run};
use field::Field;

#[derive(Args)]
pub struct Soak {
    #[command(flatten)]
    options: Options,
    /// How many events the account has at the end, at least
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1_000..=10_000_000))]
    events: u64,
    /// How often a server is killed
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=1_000))]
    kills: u64,
    /// When, and which one
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn measure(soak: Soak) -> Result<(), String> {
    let Soak { options, events, kills, seed } = soak;
    run::conduct(options, async |run| {
        for contender in run.engines() {
            on_engine(run, contender, events, kills, seed).await?;
        }
        Ok(())
    })
}

/// One server on SQLite, which allows no more; two on PostgreSQL, of which one stays.
async fn on_engine(
    run: &Run,
    contender: Contender,
    events: u64,
    kills: u64,
    seed: u64,
) -> Result<(), String> {
    let processes = if contender == Contender::Postgres { 2 } else { 1 };
    let place = run.place(contender).await?;
    let mut field = Field::start(run, place, processes).await?;
    people::welcome(&field.target()?, payouts::PEOPLE).await?;
    field.add_endpoints().await?;
    field.go_through(events, kills, seed).await?;
    let told = verdict::judge(&field, kills).await?;
    println!("{}, seed {seed}, {kills} kills of {processes} servers\n\n{}", contender.name(), told.text);
    match told.faults.is_empty() {
        true => Ok(()),
        false => Err(format!("{}: {}", contender.name(), told.faults.join("; "))),
    }
}
