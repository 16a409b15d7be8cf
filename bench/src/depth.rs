//! `bench pages`: a database with many items in it. Is the last page as fast as the first, are payouts accepted as
//! fast as before, does the server start soon, and how fast are the books proved?
//! It must never measure while the database is still being filled.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::call::Target;
use crate::connection::Connection;
use crate::contender::Contender;
use crate::figure::{Amount, Figure};
use crate::fill;
use crate::payouts;
use crate::people;
use crate::run::{Entrant, Place, Run, median};
use crate::units;
use crate::verify;

/// Pages at either end whose median is compared.
const PAGES: usize = 200;
const STARTS: usize = 3;
const FIRST_PAGE: &str = "/transactions?page_size=100";
const SAY_EVERY: Duration = Duration::from_secs(10);
/// From here on there are a million transactions: every item is one here and one with its recipient.
const MANY_ITEMS: u64 = 500_000;

pub async fn measure(run: &Run, items: u64) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for contender in run.engines() {
        figures.extend(measure_engine(run, contender, items).await?);
    }
    Ok(figures)
}

async fn measure_engine(run: &Run, contender: Contender, items: u64) -> Result<Vec<Figure>, String> {
    let entrant = run.start_florin(contender).await?;
    let welcomed = people::welcome(&entrant.server.target, payouts::PEOPLE).await;
    welcomed.map_err(|problem| entrant.failed("getting ready", &problem))?;
    let (_, before) = payouts::hundreds(run, &entrant).await?;
    let place = entrant.place.clone();
    drop(entrant);

    let filled = fill::fill(contender, &place, items).await?;
    let mut figures = vec![filled.figure(contender)];
    figures.extend(verify::measure(run, contender, &place, filled.transfers).await?);
    let entrant = start(run, contender, &place, items, &mut figures).await?;
    let (first, last) = ends(&entrant.server.target).await.map_err(|p| entrant.failed("paging", &p))?;
    let count = units::thousands(items);
    figures.push(Figure::new("first pages of transactions", contender, Amount::Nanoseconds(first)));
    figures.push(Figure::new(format!("last pages of {count} items"), contender, Amount::Nanoseconds(last)));
    figures.push(
        Figure::new(format!("last / first page of {count} items"), contender, Amount::times(last, first))
            .at_most(Amount::Hundredths(150)),
    );
    let (_, after) = payouts::hundreds(run, &entrant).await?;
    figures.push(Figure::new(
        format!("accepted with {count} items / empty"),
        contender,
        Amount::share(after.accepted, before.accepted),
    ));
    Ok(figures)
}

/// Starts the server several times, and keeps the last.
async fn start(
    run: &Run,
    contender: Contender,
    place: &Place,
    items: u64,
    figures: &mut Vec<Figure>,
) -> Result<Entrant, String> {
    let mut times = Vec::new();
    for _ in 1..STARTS {
        times.push(run.start_florin_in(contender, place.clone()).await?.server.first_answer);
    }
    let entrant = run.start_florin_in(contender, place.clone()).await?;
    times.push(entrant.server.first_answer);
    let ns = times.iter().map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)).collect();
    let what = format!("first response with {} transactions", units::thousands(items * 2));
    let figure = Figure::new(what, contender, Amount::Nanoseconds(median(ns)));
    let has_goal = items >= MANY_ITEMS;
    figures.push(if has_goal { figure.at_most(Amount::milliseconds(1_000)) } else { figure });
    Ok(entrant)
}

/// What a page takes at either end, in nanoseconds: the pages of both ends are asked for in turn, so that what else the
/// machine does disturbs both alike.
async fn ends(target: &Target) -> Result<(u64, u64), String> {
    let mut connection = Connection::open(&target.authority).await?;
    let (first, last) = walk(&mut connection, target).await?;
    let (mut of_first, mut of_last) = (Vec::new(), Vec::new());
    for (near, far) in first.iter().zip(&last) {
        for (path, times) in [(near, &mut of_first), (far, &mut of_last)] {
            let call = target.get(path);
            let asked = Instant::now();
            connection.exchange(&call, 0).await?;
            times.push(u64::try_from(asked.elapsed().as_nanos()).unwrap_or(u64::MAX));
        }
    }
    Ok((median(of_first), median(of_last)))
}

/// Follows the list of transactions to its end, and gives back where the pages at either end are.
async fn walk(connection: &mut Connection, target: &Target) -> Result<(Vec<String>, Vec<String>), String> {
    let mut next = Some(FIRST_PAGE.to_owned());
    let (mut first, mut last, mut pages) = (Vec::new(), VecDeque::new(), 0);
    let mut said = Instant::now();
    while let Some(path) = next {
        let page = connection.ask(&target.get(&path)).await?;
        next = page["next_cursor"].as_str().map(|cursor| format!("{FIRST_PAGE}&cursor={cursor}"));
        pages += 1;
        if first.len() < PAGES {
            first.push(path.clone());
        }
        last.push_back(path);
        if last.len() > PAGES {
            last.pop_front();
        }
        if said.elapsed() > SAY_EVERY {
            eprintln!("paging: {} pages", units::thousands(pages));
            said = Instant::now();
        }
    }
    Ok((first, last.into()))
}
