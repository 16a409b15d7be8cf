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

use std::process::ExitCode;

use crate::cli::{Cli, Command, KeyCommand, MoneyCommand, UserCommand};
use crate::output;
use crate::stop::Stop;

pub async fn run(cli: Cli) -> Result<ExitCode, Stop> {
    let general = cli.general.given();
    match cli.command {
        Command::Dev(flags) => dev::run(flags, general).await,
        Command::Serve(flags) => serve::run(flags, general).await,
        Command::User(UserCommand::Create(flags)) => user_create::run(flags, general).await,
        Command::Key(KeyCommand::Create(flags)) => key_create::run(flags, general).await,
        Command::Key(KeyCommand::List(flags)) => key_list::run(flags, general).await,
        Command::Key(KeyCommand::Revoke(flags)) => key_revoke::run(flags, general).await,
        Command::Migrate(flags) => migrate::run(flags, general).await,
        Command::Doctor(flags) => doctor::run(flags, general).await,
        Command::Money(MoneyCommand::Status(flags)) => money::status(flags, general).await,
        Command::Money(MoneyCommand::Stop(flags)) => money::stop(flags, general).await,
        Command::Money(MoneyCommand::Resume(flags)) => money::resume(flags, general).await,
        Command::Ops(command) => ops::run(command, general).await,
        Command::Chain(command) => chain::run(command, general).await,
        Command::Verify(flags) => verify::run(flags, general).await,
        Command::Bench(flags) => bench::run(flags, general).await,
        Command::Listen(flags) => listen::run(flags, general).await,
        Command::Openapi => {
            output::text(web::openapi_json().trim_end());
            Ok(ExitCode::SUCCESS)
        }
    }
}
