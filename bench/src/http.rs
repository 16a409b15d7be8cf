//! `bench http`: single routes on both engines, in rounds, beside the constant route.
//! It must never measure two servers at once: the load and the server share the machine as it is.

use std::sync::Arc;
use std::time::Duration;

use crate::call::{Body, Call};
use crate::constant;
use crate::load::{self, Pace, ask};
use crate::process::processor_us;
use crate::report::{Effort, Footprint, Measured, Report, Round};
use crate::run::{Entrant, Run, WARM_UP};
use crate::server::Server;
use crate::units;

const BANK_ACCOUNT: &str = concat!(
    r#"{"name":"Bench","currency":"MXN","payment_rail":"mxn_spei","#,
    r#""mxn_spei":{"beneficiary_name":"Bench","spei_clabe":"032180000118359719"}}"#
);

type Routes = Vec<(&'static str, Arc<Call>)>;

/// Starts the servers one after the other, so that none delays the start of the next.
pub async fn start(run: &Run) -> Result<Vec<Entrant>, String> {
    let mut entrants = vec![run.start_constant().await?];
    for contender in run.engines() {
        entrants.push(run.start_florin(contender).await?);
    }
    Ok(entrants)
}

pub async fn measure(run: &Run, entrants: &[Entrant]) -> Result<Report, String> {
    let mut figures: Vec<(&Entrant, Arc<Call>, Measured)> = Vec::new();
    for entrant in entrants {
        let contender = entrant.contender;
        let routes = routes(&entrant.server).await.map_err(|p| entrant.failed("getting ready", &p))?;
        figures.extend(
            routes
                .into_iter()
                .map(|(route, call)| (entrant, call, Measured { contender, route, rounds: Vec::new() })),
        );
    }
    let rounds = run.options.rounds;
    for round in 1..=rounds {
        for (entrant, call, figure) in &mut figures {
            let seen = measure_route(run, entrant, call).await;
            let seen = seen.map_err(|problem| entrant.failed(figure.route, &problem))?;
            let (speed, name) = (units::thousands(seen.per_second), entrant.contender.name());
            eprintln!("round {round} of {rounds}: {name:<10} {:<23} {speed:>9} requests/s", figure.route);
            figure.rounds.push(seen);
        }
    }
    let figures = figures.into_iter().map(|(_, _, figure)| figure).collect();
    let footprints = entrants.iter().map(footprint).collect::<Result<_, String>>()?;
    Ok(Report { head: run.head(), figures, footprints })
}

/// The measured routes, once what is to be read exists.
async fn routes(server: &Server) -> Result<Routes, String> {
    let target = &server.target;
    if target.key.is_none() {
        return Ok(vec![("GET /constant", Arc::new(target.get(constant::PATH)))]);
    }
    let bank_account = Body::Same(BANK_ACCOUNT.to_owned());
    let bank_account = created(server, &target.post("/bank_accounts", bank_account)).await?;
    let arrival = Body::Same(r#"{"amount":"1.00"}"#.to_owned());
    let arrival = created(server, &target.post("/simulate/inbound_transfers", arrival)).await?;
    let recipient = Body::Numbered(|number| format!(r#"{{"email":"bench-{number}@example.com"}}"#));
    Ok(vec![
        ("GET /balance", Arc::new(target.get("/balance"))),
        ("GET /transactions/{id}", Arc::new(target.get(&format!("/transactions/{arrival}")))),
        ("GET /bank_accounts/{id}", Arc::new(target.get(&format!("/bank_accounts/{bank_account}")))),
        ("POST /recipients", Arc::new(target.post("/recipients", recipient))),
    ])
}

/// The id of what a request makes.
async fn created(server: &Server, call: &Call) -> Result<String, String> {
    let (status, body) = ask(&server.target.authority, call).await?;
    let answer: Option<serde_json::Value> = serde_json::from_slice(&body).ok();
    let id = answer.as_ref().filter(|_| status == 200).and_then(|account| account["id"].as_str());
    id.map(str::to_owned).ok_or_else(|| format!("returned {status}: {}", String::from_utf8_lossy(&body)))
}

async fn measure_route(run: &Run, entrant: &Entrant, call: &Arc<Call>) -> Result<Round, String> {
    let pace = Pace { warm_up: WARM_UP, ..run.pace() };
    let server = &entrant.server;
    let used_us = || Ok::<_, String>((server.processor_us()?, processor_us(std::process::id())?));
    let (server_before, load_before) = used_us()?;
    let tally = load::measure(pace, &server.target.authority, call, &run.numbers).await?;
    let (server_after, load_after) = used_us()?;
    let both: Duration = WARM_UP + pace.measured;
    let effort = Effort {
        server_us: server_after.saturating_sub(server_before),
        load_us: load_after.saturating_sub(load_before),
        load_limit_us: both.as_secs() * 1_000_000 * pace.threads as u64,
    };
    Ok(Round::new(&tally, pace.measured, &effort))
}

fn footprint(entrant: &Entrant) -> Result<Footprint, String> {
    let Entrant { contender, server, .. } = entrant;
    let (first_answer, idle) = (server.first_answer, server.idle);
    Ok(Footprint { contender: *contender, first_answer, idle, loaded: server.memory()? })
}
