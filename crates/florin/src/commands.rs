//! One file for each command. A command reads its settings, does one thing, and prints what came of it.

pub mod bench;
pub mod chain;
pub mod dev;
pub mod doctor;
pub mod key_create;
pub mod key_list;
pub mod key_revoke;
pub mod listen;
pub mod migrate;
pub mod money;
mod operator;
pub mod ops;
pub mod serve;
mod shown_key;
pub mod user_create;
pub mod verify;

pub use operator::Backend;

use std::process::ExitCode;

use crate::cli::{Cli, CliCommand, KeyCommand, MoneyCommand, OperatorCommand, UserCommand};
use crate::command_error::CommandError;
use crate::{operator_socket, output};

pub async fn run(cli: Cli) -> Result<ExitCode, CommandError> {
    let general = cli.general.given();
    match cli.command {
        CliCommand::Dev(flags) => dev::run(flags, general).await,
        CliCommand::Serve(flags) => serve::run(flags, general).await,
        CliCommand::Operator(command) => {
            let given = command.given().map(|given| [general.clone(), given].concat());
            match given {
                Some(given) if command.is_served() => {
                    if let Some(socket) = operator_socket::socket_path(given)? {
                        return operator_socket::send(&socket).await;
                    }
                }
                Some(given) => operator_socket::refuse_unserved(given)?,
                None => {}
            }
            operate(command, &Backend::Direct(general)).await
        }
        CliCommand::Migrate(flags) => migrate::run(flags, general).await,
        CliCommand::Doctor(flags) => doctor::run(flags, general).await,
        CliCommand::Verify(flags) => verify::run(flags, general).await,
        CliCommand::Bench(flags) => bench::run(flags, general).await,
        CliCommand::Listen(flags) => listen::run(flags, general).await,
        CliCommand::Openapi => {
            output::text(web::openapi_json().trim_end());
            Ok(ExitCode::SUCCESS)
        }
    }
}

pub async fn operate(command: OperatorCommand, backend: &Backend) -> Result<ExitCode, CommandError> {
    match command {
        OperatorCommand::User(UserCommand::Create(flags)) => user_create::run(flags, backend).await,
        OperatorCommand::Key(KeyCommand::Create(flags)) => key_create::run(flags, backend).await,
        OperatorCommand::Key(KeyCommand::List(flags)) => key_list::run(flags, backend).await,
        OperatorCommand::Key(KeyCommand::Revoke(flags)) => key_revoke::run(flags, backend).await,
        OperatorCommand::Money(MoneyCommand::Status(flags)) => money::status(flags, backend).await,
        OperatorCommand::Money(MoneyCommand::Stop(flags)) => money::stop(flags, backend).await,
        OperatorCommand::Money(MoneyCommand::Resume(flags)) => money::resume(flags, backend).await,
        OperatorCommand::Ops(command) => ops::run(command, backend).await,
        OperatorCommand::Chain(command) => chain::run(command, backend).await,
    }
}
