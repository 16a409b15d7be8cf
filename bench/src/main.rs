//! The command line of the bench: it starts servers on loopback, loads them and prints what it saw.
//! It must never be part of the tests: a slow machine is not a broken program.

#![allow(clippy::disallowed_methods, reason = "the bench measures real time, so it reads the real clock")]
#![allow(clippy::print_stdout, reason = "the table is the product of this program")]
#![allow(clippy::print_stderr, reason = "progress goes beside the table, never into it")]

mod call;
mod chart;
mod constant;
mod contender;
mod database;
mod goal;
mod http;
mod load;
mod process;
mod report;
mod response;
mod server;
mod table;
mod units;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    /// Requests per second and latency of GET /balance, GET /bank_accounts/{id} and POST /recipients
    Http(http::Options),
    /// The route that returns a constant, in a process of its own
    #[command(hide = true)]
    ConstantServer,
}

fn main() -> ExitCode {
    let outcome = match CommandLine::parse().command {
        Command::Http(options) => http::run(options),
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
