//! `bench all`: every figure that Florin has a goal for, in one run, beside what it is measured against.
//! It must never let one server disturb another: what is not being measured is idle or not there.

use crate::bare;
use crate::contender::Contender;
use crate::depth;
use crate::figure::{Amount, Figure};
use crate::http;
use crate::latency;
use crate::payouts;
use crate::people;
use crate::pgledger;
use crate::run::{Entrant, Run};
use crate::webhooks;

pub async fn measure(run: &Run, items: u64) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    {
        let entrants = http::start(run).await?;
        figures.extend(http::measure(run, &entrants).await?.goals());
        for entrant in entrants.iter().filter(|entrant| entrant.contender != Contender::Constant) {
            figures.extend(florin(run, entrant).await?);
        }
    }
    figures.extend(bare::measure(run).await?);
    figures.extend(pgledger::measure(run).await?);
    figures.extend(pgledger::beside_florin(&figures));
    figures.extend(depth::measure(run, items).await?);
    Ok(figures)
}

/// Everything that one server can be asked, from its start to its peak.
async fn florin(run: &Run, entrant: &Entrant) -> Result<Vec<Figure>, String> {
    let mut figures = started(entrant);
    let welcomed = people::welcome(&entrant.server.target, payouts::PEOPLE).await;
    welcomed.map_err(|problem| entrant.failed("getting ready", &problem))?;
    let (hundreds, speed) = payouts::hundreds(run, entrant).await?;
    figures.extend(hundreds);
    figures.extend(payouts::singles(run, entrant).await?);
    figures.extend(latency::half_load(run, entrant, speed).await?);
    // Last, because endpoints make every event dearer.
    figures.extend(webhooks::measure(run, entrant).await?);
    figures.push(peak(entrant)?);
    Ok(figures)
}

/// How soon a server with nothing in it answers, and how small it is.
pub fn started(entrant: &Entrant) -> Vec<Figure> {
    let Entrant { contender, server, .. } = entrant;
    let first = Figure::new("first response, empty", *contender, Amount::time(server.first_answer));
    let idle = Figure::new("memory idle", *contender, Amount::kib(server.idle.resident_kib));
    vec![first.at_most(Amount::milliseconds(300)), idle.at_most(Amount::megabytes(60))]
}

/// How large a server becomes when it is asked for as many payouts as it can take.
pub async fn memory(run: &Run, entrant: &Entrant) -> Result<Vec<Figure>, String> {
    let mut figures = started(entrant);
    payouts::hundreds(run, entrant).await?;
    payouts::singles(run, entrant).await?;
    figures.push(peak(entrant)?);
    Ok(figures)
}

fn peak(entrant: &Entrant) -> Result<Figure, String> {
    let peak = Amount::kib(entrant.server.memory()?.peak_kib);
    Ok(Figure::new("peak memory under full load", entrant.contender, peak).at_most(Amount::megabytes(300)))
}
