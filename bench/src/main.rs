//! The command line of the bench: it starts servers on loopback, loads them and prints what it saw.
//! It must never be part of the tests: a slow machine is not a broken program.

#![allow(clippy::disallowed_methods, reason = "the bench measures real time, so it reads the real clock")]
#![allow(clippy::print_stdout, reason = "the table is the product of this program")]
#![allow(clippy::print_stderr, reason = "progress goes beside the table, never into it")]

mod all;
mod bare;
mod call;
mod chain;
mod chart;
mod connection;
mod constant;
mod contender;
mod database;
mod depth;
mod figure;
mod fill;
mod http;
mod latency;
mod load;
mod payouts;
mod people;
mod pgledger;
mod process;
mod report;
mod response;
mod run;
mod server;
mod soak;
mod table;
mod units;
mod verify;
mod webhooks;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use figure::Figure;
use run::{Entrant, Options, Run};

/// The allocator Florin uses, so that the constant route does not lose or win by another one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures Florin beside a route that does nothing, on this machine, in one run.
#[derive(Parser)]
#[command(name = "bench", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Every figure, on both engines, beside everything it is measured against
    All(Depth),
    /// Requests per second and latency of single routes, beside a constant route
    Http(Options),
    /// Payouts of 100 items: accepted, and settled in the recipients' wallets
    #[command(alias = "settle")]
    Payouts(Options),
    /// Payouts of one item each
    Singles(Options),
    /// How long a payout of 100 items takes at half load
    Latency(Options),
    /// Events delivered to receivers on this machine, good and bad ones
    Webhooks(Options),
    /// Live withdrawals over a local node, and blocks read from it
    Chain(Options),
    /// Webhooks while servers are killed: nothing may be missing at the end
    Soak(soak::Soak),
    /// From the start of the process to its first response
    Start(Options),
    /// Idle, and at most under full load
    Memory(Options),
    /// The same rows by hand-written SQL, without Florin
    Bare(Options),
    /// The same payments by the functions of pgledger, whose SQL files must be named
    Pgledger(Options),
    /// Fills a database and drops it again
    Fill(Depth),
    /// With many items: the last page beside the first, payouts, the start, and `florin verify`
    #[command(alias = "verify")]
    Pages(Depth),
    /// The route that returns a constant, in a process of its own
    #[command(hide = true)]
    ConstantServer,
}

#[derive(Args)]
struct Depth {
    #[command(flatten)]
    options: Options,
    /// How many items the database is filled with
    #[arg(long, default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    items: u64,
}

fn main() -> ExitCode {
    let outcome = match CommandLine::parse().command {
        Command::All(Depth { options, items }) => show(options, async |run| all::measure(run, items).await),
        Command::Http(options) => http(options),
        Command::Payouts(options) => show(options, async |run| {
            with_people(run, async |run, entrant| Ok(payouts::hundreds(run, entrant).await?.0)).await
        }),
        Command::Singles(options) => show(options, async |run| with_people(run, payouts::singles).await),
        Command::Latency(options) => show(options, async |run| with_people(run, latency::measure).await),
        Command::Webhooks(options) => show(options, async |run| with_people(run, webhooks::measure).await),
        Command::Chain(options) => show(options, chain::measure),
        Command::Soak(soak) => soak::measure(soak),
        Command::Start(options) => {
            show(options, async |run| each_engine(run, async |_, entrant| Ok(all::started(entrant))).await)
        }
        Command::Memory(options) => show(options, async |run| with_people(run, all::memory).await),
        Command::Bare(options) => show(options, bare::measure),
        Command::Pgledger(options) => show(options, pgledger::measure),
        Command::Fill(Depth { options, items }) => show(options, async |run| fill::measure(run, items).await),
        Command::Pages(Depth { options, items }) => {
            show(options, async |run| depth::measure(run, items).await)
        }
        Command::ConstantServer => constant::serve(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("bench: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn http(options: Options) -> Result<(), String> {
    let svg = options.svg.clone();
    let report = run::conduct(options, async |run| {
        let entrants = http::start(run).await?;
        http::measure(run, &entrants).await
    })?;
    print!("{}", report.text());
    let head = report.head.first().map_or("", String::as_str);
    match svg {
        Some(file) => run::draw(&file, &figure::chart(TITLE, head, &report.goals()).svg()),
        None => Ok(()),
    }
}

const TITLE: &str = "Florin, measured on this machine in one run";

/// Prints the table of what was measured, and draws it if that was asked for.
fn show(
    options: Options,
    measure: impl AsyncFnOnce(&Run) -> Result<Vec<Figure>, String>,
) -> Result<(), String> {
    let svg = options.svg.clone();
    let (head, figures) = run::conduct(options, async |run| {
        let figures = figure::side_by_side(measure(run).await?);
        Ok((run.head(), figures))
    })?;
    println!("{}\n\n{}", head.join("\n"), figure::table(&figures).text());
    match svg {
        Some(file) => run::draw(&file, &figure::chart(TITLE, &head[0], &figures).svg()),
        None => Ok(()),
    }
}

/// Starts a Florin on each engine in turn.
async fn each_engine(
    run: &Run,
    measure: impl AsyncFn(&Run, &Entrant) -> Result<Vec<Figure>, String>,
) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for contender in run.engines() {
        let entrant = run.start_florin(contender).await?;
        figures.extend(measure(run, &entrant).await?);
    }
    Ok(figures)
}

/// The same, with people to pay.
async fn with_people(
    run: &Run,
    measure: impl AsyncFn(&Run, &Entrant) -> Result<Vec<Figure>, String>,
) -> Result<Vec<Figure>, String> {
    let measure = async |run: &Run, entrant: &Entrant| {
        let welcomed = people::welcome(&entrant.server.target, payouts::PEOPLE).await;
        welcomed.map_err(|problem| entrant.failed("getting ready", &problem))?;
        measure(run, entrant).await
    };
    each_engine(run, measure).await
}
