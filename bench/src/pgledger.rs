//! `bench pgledger`: transfers a second by the functions of pgledger, on the same PostgreSQL server.
//! It must never bring pgledger along: to compare with it, name its SQL files.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use tokio_postgres::{Client, Error};

use crate::contender::Contender;
use crate::database::{connect, told};
use crate::figure::{Amount, Figure};
use crate::payouts::{SETTLED, SINGLES_SETTLED, per_second};
use crate::run::{Run, median};
use crate::units;

const PEOPLE: usize = 1_000;
/// They wait for each other, since all pay from one account, but one can think while another one commits.
const SESSIONS: usize = 2;

/// The same work as a payout that is settled: so many people are paid from one account, and it is durable.
pub async fn measure(run: &Run) -> Result<Vec<Figure>, String> {
    let files = &run.options.pgledger;
    if files.is_empty() || run.options.postgres_url.is_none() {
        eprintln!("pgledger is left out: it needs --postgres-url and --pgledger");
        return Ok(Vec::new());
    }
    let mut figures = Vec::new();
    for (batch, what) in [(100, SETTLED), (1, SINGLES_SETTLED)] {
        let mut rounds = Vec::new();
        for number in 1..=run.options.rounds {
            let url = run.place(Contender::Pgledger).await?.database_url.expect("pgledger has a database");
            let seen = transfers(&url, files, batch, run.pace().measured).await?;
            let (all, speed) = (run.options.rounds, units::thousands(seen));
            eprintln!("round {number} of {all}: pgledger   batches of {batch:<3} {speed:>9} transfers/s");
            rounds.push(seen);
        }
        figures.push(Figure::new(what, Contender::Pgledger, Amount::PerSecond(median(rounds))));
    }
    Ok(figures)
}

/// How much faster Florin is end to end on the same server.
pub fn beside_florin(figures: &[Figure]) -> Option<Figure> {
    let find = |contender| {
        let found = figures.iter().find(|figure| figure.what == SETTLED && figure.contender == contender)?;
        Some(found.seen.count())
    };
    let (florin, pgledger) = (find(Contender::Postgres)?, find(Contender::Pgledger)?);
    let figure = Figure::new(
        "payouts of 100: end to end / pgledger",
        Contender::Postgres,
        Amount::times(florin, pgledger),
    );
    Some(figure.at_least(Amount::times(5, 1)))
}

async fn transfers(url: &str, files: &[PathBuf], batch: usize, measured: Duration) -> Result<u64, String> {
    let failed = |problem: Error| told("pgledger fails on", &problem);
    let admin = connect(url).await?;
    for file in files {
        let sql = std::fs::read_to_string(file);
        let sql = sql.map_err(|problem| format!("cannot read {}: {problem}", file.display()))?;
        admin.batch_execute(&sql).await.map_err(failed)?;
    }
    let accounts = "select id from generate_series(1, $1::int) g,
        lateral pgledger_create_account('account ' || g, 'USDC')";
    let rows = admin.query(accounts, &[&(PEOPLE as i32 + 1)]).await.map_err(failed)?;
    let mut ids: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let payer = ids.pop().ok_or("pgledger made no accounts")?;
    let began = Instant::now();
    let sessions = ids.chunks(PEOPLE / SESSIONS).map(async |people| {
        let client = connect(url).await?;
        pay(&client, &payer, people, batch, began + measured).await.map_err(failed)
    });
    let paid: usize = try_join_all(sessions).await?.into_iter().sum();
    Ok(per_second(paid as u64, began.elapsed()))
}

/// Pays people in turn until the time is over, and says how many.
async fn pay(
    client: &Client,
    payer: &str,
    people: &[String],
    batch: usize,
    ends: Instant,
) -> Result<usize, Error> {
    let statement = client
        .prepare(
            "select count(*) from pgledger_create_transfers(
             (select array_agg(($1, person, 0.01)::transfer_request) from unnest($2::text[]) person))",
        )
        .await?;
    let mut paid = 0;
    while Instant::now() < ends {
        let next: Vec<&str> =
            (0..batch).map(|item| people[(paid + item * 7) % people.len()].as_str()).collect();
        client.query_one(&statement, &[&payer, &next]).await?;
        paid += batch;
    }
    Ok(paid)
}
