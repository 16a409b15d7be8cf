//! The `florin` program: reads the command line, runs one command, and turns its outcome into an exit code
//! (0 done, 1 refused or failed, 2 wrong usage or missing settings, 3 waits for a second operator). It decides nothing
//! about money.

mod admin;
mod app_start;
mod bind;
mod cli;
mod command_error;
mod commands;
mod connection;
mod database_files;
mod demo;
mod doctor;
mod event_stream;
mod failure_text;
mod flags;
mod installation;
mod load;
mod logging;
mod machine_user;
mod operator_commands;
mod operator_socket;
mod output;
mod passwd;
mod private;
mod process;
mod proof;
mod sandbox_client;
mod server;
mod settings;
mod signals;
mod table;
mod tariff_file;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::command_error::CommandError;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    process::keep_to_ourselves();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and the version are "errors" with the code 0.
        Err(error) => return output::usage(&error),
    };
    let json = cli.command.wants_json();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            return output::stop(
                &CommandError::Refused(format!("can't start the async runtime: {error}")),
                json,
            );
        }
    };
    let outcome = runtime.block_on(cli::run(cli));
    // What had to be finished is finished; a second signal must not wait for the rest.
    runtime.shutdown_background();
    outcome.unwrap_or_else(|stop| output::stop(&stop, json))
}
