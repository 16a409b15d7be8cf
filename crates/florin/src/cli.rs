//! The command line: lists the commands and runs the chosen one. The arguments of each are in its own file.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::command_error::CommandError;
use crate::commands::{bench, completions, dev, doctor, init, listen, migrate, serve, trigger, verify};
use crate::flags::GeneralFlags;
use crate::operator_commands::{Backend, OperatorCommand, operate, repeat};
use crate::{operator_socket, output};

#[derive(Parser)]
#[command(
    name = "florin",
    version,
    about = "Payouts in USDC: an API, a sandbox and operator tools in one program",
    after_help = "Every setting is a flag, a FLORIN_… variable or a line of the config file, in this order of \
                  precedence:\n--listen, FLORIN_LISTEN and listen are the same setting. To try Florin: florin dev",
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(flatten)]
    pub general: GeneralFlags,
    #[command(subcommand)]
    pub command: CliCommand,
}

#[derive(Subcommand)]
pub enum CliCommand {
    /// Run a development server with a demo user and a test key
    Dev(dev::DevFlags),
    /// Set up a production server on this machine: folders, secrets, config, systemd unit and proxy example
    Init(init::InitFlags),
    /// Run a production server
    Serve(serve::ServeFlags),
    /// Show the events of a test account as they happen, and forward them to a local URL
    Listen(listen::ListenFlags),
    /// Make an event happen in a test account
    Trigger(trigger::TriggerFlags),
    #[command(flatten)]
    Operator(OperatorCommand),
    /// Apply this version's migrations to the database
    Migrate(migrate::MigrateFlags),
    /// Check settings, secrets, database and machine
    Doctor(doctor::DoctorFlags),
    /// Verify the books: every balance, payout, item and event
    Verify(verify::VerifyFlags),
    /// Measure how fast Florin is on this machine
    Bench(bench::BenchFlags),
    /// Print the OpenAPI 3.1 description of the API
    Openapi,
    /// Print a script that completes commands and flags in a shell
    Completions(completions::CompletionsFlags),
}

impl CliCommand {
    /// Whether results and errors are for a program.
    pub fn wants_json(&self) -> bool {
        match self {
            CliCommand::Dev(flags) => flags.json,
            CliCommand::Init(flags) => flags.json,
            CliCommand::Operator(command) => command.wants_json(),
            CliCommand::Migrate(flags) => flags.json,
            CliCommand::Doctor(flags) => flags.operator.json,
            CliCommand::Verify(flags) => flags.json,
            CliCommand::Bench(flags) => flags.json,
            CliCommand::Listen(flags) => flags.json,
            CliCommand::Trigger(flags) => flags.json,
            CliCommand::Serve(_) | CliCommand::Openapi | CliCommand::Completions(_) => false,
        }
    }
}

pub async fn run(cli: Cli) -> Result<ExitCode, CommandError> {
    let general = cli.general.given();
    match cli.command {
        CliCommand::Dev(flags) => dev::run(flags, general).await,
        CliCommand::Init(flags) => init::run(flags),
        CliCommand::Serve(flags) => serve::run(flags, general).await,
        CliCommand::Operator(command) => {
            let given = command.given().map(|given| [general.clone(), given].concat());
            match given {
                Some(given) if command.is_served() => {
                    if let Some(socket) = operator_socket::socket_path(given)? {
                        return match command.repeats_every() {
                            Some(every) => repeat(every, || operator_socket::send(&socket)).await,
                            None => operator_socket::send(&socket).await,
                        };
                    }
                }
                Some(given) => operator_socket::refuse_unserved(&command, given)?,
                None => {}
            }
            let backend = Backend::Direct(general);
            match command.repeats_every() {
                Some(every) => repeat(every, || operate_as_typed(&backend)).await,
                None => operate(command, &backend).await,
            }
        }
        CliCommand::Migrate(flags) => migrate::run(flags, general).await,
        CliCommand::Doctor(flags) => doctor::run(flags, general).await,
        CliCommand::Verify(flags) => verify::run(flags, general).await,
        CliCommand::Bench(flags) => bench::run(flags, general).await,
        CliCommand::Listen(flags) => listen::run(flags, general).await,
        CliCommand::Trigger(flags) => trigger::run(flags, general).await,
        CliCommand::Completions(flags) => completions::run(&flags, Cli::command()),
        CliCommand::Openapi => {
            output::text(web::openapi_json().trim_end());
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Parses the command line again, because running a command consumes it.
async fn operate_as_typed(backend: &Backend) -> Result<ExitCode, CommandError> {
    match Cli::parse().command {
        CliCommand::Operator(command) => operate(command, backend).await,
        _ => unreachable!("the same arguments are the same command"),
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
