//! `bench http`: the first routes on both engines, in rounds, beside the constant route.
//! It must never measure two servers at once: the load and the server share the machine as it is.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use clap::Args;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::call::{Body, Call};
use crate::constant;
use crate::contender::Contender;
use crate::database::Database;
use crate::load::{self, Pace, ask};
use crate::process::processor_us;
use crate::report::{Effort, Figure, Footprint, Report, Round};
use crate::server::{Server, find_florin};
use crate::units;

const WARM_UP: Duration = Duration::from_secs(1);
const BANK_ACCOUNT: &str = concat!(
    r#"{"name":"Bench","currency":"MXN","payment_rail":"mxn_spei","#,
    r#""mxn_spei":{"beneficiary_name":"Bench","spei_clabe":"032180000118359719"}}"#
);

#[derive(Args)]
pub struct Options {
    /// How long each route is measured in each round, after one second of warm-up
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// How many rounds; the medians are reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(2..=100))]
    rounds: u64,
    /// Kept-alive connections, each with one request under way
    #[arg(long, default_value = "64")]
    connections: NonZeroUsize,
    /// Threads of the load generator, if not half the cores
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// A PostgreSQL server; a fresh database is made on it and dropped at the end
    #[arg(long, value_name = "URL")]
    postgres_url: Option<String>,
    /// The florin to measure, if not the one beside this program
    #[arg(long, value_name = "PATH")]
    florin: Option<PathBuf>,
    /// Where to draw the bars
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A started server with the requests that will be sent to it.
struct Entrant {
    contender: Contender,
    server: Server,
    routes: Vec<(&'static str, Arc<Call>)>,
}

pub fn run(options: Options) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let report = runtime.map_err(|problem| format!("no runtime: {problem}"))?.block_on(measure(&options))?;
    print!("{}", report.text());
    if let Some(file) = &options.svg {
        std::fs::write(file, report.chart().svg())
            .map_err(|problem| format!("cannot write {}: {problem}", file.display()))?;
    }
    Ok(())
}

/// The whole run, with its database taken away again however the run ends.
async fn measure(options: &Options) -> Result<Report, String> {
    // Before anything is started, so that whatever is started will also be ended.
    let mut stop = Stop::listen()?;
    let florin = find_florin(options.florin.as_deref())?;
    let database = match &options.postgres_url {
        Some(url) => Some(Database::create(url).await?),
        None => None,
    };
    let measured = tokio::select! {
        report = measure_all(options, &florin, database.as_ref()) => report,
        () = stop.asked() => Err("stopped before the end".to_owned()),
    };
    if let Some(database) = database
        && let Err(problem) = database.remove().await
    {
        // Said and no more: the figures are good all the same.
        eprintln!("bench: {problem}");
    }
    measured
}

async fn measure_all(
    options: &Options,
    florin: &Path,
    database: Option<&Database>,
) -> Result<Report, String> {
    // Beside the program and not in the system's temporary folder, which may be memory: a commit there
    // would cost nothing and the figures would be too good.
    let program = std::env::current_exe().map_err(|p| format!("cannot find this program: {p}"))?;
    let beside = program.parent().expect("a running program lies in a folder");
    let folder = tempfile::Builder::new().prefix("bench-").tempdir_in(beside);
    let folder = folder.map_err(|problem| format!("no folder for the data: {problem}"))?;

    let entrants = start(folder.path(), florin, database).await?;
    let mut figures: Vec<Figure> = Vec::new();
    for entrant in &entrants {
        let contender = entrant.contender;
        figures.extend(entrant.routes.iter().map(|(route, _)| Figure {
            contender,
            route,
            rounds: Vec::new(),
        }));
    }
    let numbers = Arc::new(AtomicU64::new(0));
    for round in 1..=options.rounds {
        let mut figures = figures.iter_mut();
        for entrant in &entrants {
            for (route, call) in &entrant.routes {
                let seen = measure_route(options, entrant, call, &numbers).await;
                let seen = seen.map_err(|problem| failed(entrant, route, &problem))?;
                let speed = units::thousands(seen.per_second);
                let (rounds, name) = (options.rounds, entrant.contender.name());
                eprintln!("round {round} of {rounds}: {name:<10} {route:<23} {speed:>9} requests/s");
                figures.next().expect("there is a figure for every route").rounds.push(seen);
            }
        }
    }
    let footprints = entrants.iter().map(footprint).collect::<Result<_, String>>()?;
    Ok(Report { head: head(options, database), figures, footprints })
}

/// Starts the servers one after the other, so that none delays the start of the next.
async fn start(folder: &Path, florin: &Path, database: Option<&Database>) -> Result<Vec<Entrant>, String> {
    let place = |contender: Contender| {
        let place = folder.join(contender.name());
        std::fs::create_dir(&place).map(|()| place).map_err(|p| format!("no folder for the data: {p}"))
    };
    let server = Server::start_constant(&place(Contender::Constant)?).await?;
    let call = Arc::new(server.target.get(constant::PATH));
    let mut entrants =
        vec![Entrant { contender: Contender::Constant, server, routes: vec![("GET /constant", call)] }];
    let mut engines = vec![(Contender::Sqlite, None)];
    engines.extend(database.map(|database| (Contender::Postgres, Some(database.url.as_str()))));
    for (contender, url) in engines {
        let server = Server::start_florin(florin, &place(contender)?, url).await?;
        let routes = routes(&server).await.map_err(|p| format!("{}: {p}", contender.name()))?;
        entrants.push(Entrant { contender, server, routes });
    }
    Ok(entrants)
}

/// The measured routes, once the bank account to be read exists.
async fn routes(server: &Server) -> Result<Vec<(&'static str, Arc<Call>)>, String> {
    let target = &server.target;
    let create = target.post("/bank_accounts", Body::Same(BANK_ACCOUNT.to_owned()));
    let (status, body) = ask(&target.authority, &create).await?;
    let answer: Option<serde_json::Value> = serde_json::from_slice(&body).ok();
    let id = answer.as_ref().filter(|_| status == 200).and_then(|account| account["id"].as_str());
    let Some(id) = id else {
        return Err(format!("POST /bank_accounts answered {status}: {}", String::from_utf8_lossy(&body)));
    };
    let recipient = Body::Numbered(|number| format!(r#"{{"email":"bench-{number}@example.com"}}"#));
    Ok(vec![
        ("GET /balance", Arc::new(target.get("/balance"))),
        ("GET /bank_accounts/{id}", Arc::new(target.get(&format!("/bank_accounts/{id}")))),
        ("POST /recipients", Arc::new(target.post("/recipients", recipient))),
    ])
}

async fn measure_route(
    options: &Options,
    entrant: &Entrant,
    call: &Arc<Call>,
    numbers: &Arc<AtomicU64>,
) -> Result<Round, String> {
    let connections = options.connections.get();
    let threads = options.threads.map_or(cores() / 2, NonZeroUsize::get).clamp(1, connections);
    let measured = Duration::from_secs(options.seconds);
    let pace = Pace { connections, threads, warm_up: WARM_UP, measured };
    let server = &entrant.server;
    let used_us = || Ok::<_, String>((server.processor_us()?, processor_us(std::process::id())?));
    let (server_before, load_before) = used_us()?;
    let tally = load::measure(pace, &server.target.authority, call, numbers).await?;
    let (server_after, load_after) = used_us()?;
    let effort = Effort {
        server_us: server_after.saturating_sub(server_before),
        load_us: load_after.saturating_sub(load_before),
        load_limit_us: (options.seconds + WARM_UP.as_secs()) * 1_000_000 * threads as u64,
    };
    Ok(Round::new(&tally, measured, &effort))
}

fn failed(entrant: &Entrant, route: &str, problem: &str) -> String {
    let (name, log) = (entrant.contender.name(), entrant.server.last_words());
    format!("{name}, {route}: {problem}\nThe end of its log:\n{log}")
}

fn footprint(entrant: &Entrant) -> Result<Footprint, String> {
    let Entrant { contender, server, .. } = entrant;
    let (first_answer, idle) = (server.first_answer, server.idle);
    Ok(Footprint { contender: *contender, first_answer, idle, loaded: server.memory()? })
}

fn head(options: &Options, database: Option<&Database>) -> Vec<String> {
    let cores = cores();
    let Options { seconds, rounds, connections, .. } = options;
    let how = format!("{connections} connections, median of {rounds} rounds of {seconds} s");
    let mut head = vec![format!("{cores} cores for load and server, {how}")];
    head.push(match database {
        Some(database) => format!("{}; memory and CPU are Florin's own", database.about),
        None => "PostgreSQL was not measured: no --postgres-url".to_owned(),
    });
    if cfg!(debug_assertions) {
        head.push("A debug build: these figures mean nothing. Use --release".to_owned());
    }
    head
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The wish to end early, from the keyboard or from another program.
struct Stop {
    interrupt: Signal,
    terminate: Signal,
}

impl Stop {
    fn listen() -> Result<Stop, String> {
        let listen = |kind| signal(kind).map_err(|problem| format!("cannot listen for signals: {problem}"));
        Ok(Stop { interrupt: listen(SignalKind::interrupt())?, terminate: listen(SignalKind::terminate())? })
    }

    async fn asked(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
