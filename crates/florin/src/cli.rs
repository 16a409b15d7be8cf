//! The command line as a whole: which commands there are. What each takes stands in the file of that command.

use clap::{Parser, Subcommand};

use crate::commands::{
    bench, chain, dev, doctor, key_create, key_list, key_revoke, listen, migrate, money, ops, serve,
    user_create, verify,
};
use crate::flags::{FlagValues, GeneralFlags, OperatorFlags};

#[derive(Parser)]
#[command(
    name = "florin",
    version,
    about = "Payouts in USDC: an API, a sandbox and their operator's tools in one program",
    after_help = "Every setting is a flag, a FLORIN_… variable or a line of the config file, in that order:\n\
                  --listen, FLORIN_LISTEN and listen are the same one. To look around: florin dev",
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
    /// Run everything on this machine, with a demo user and a test key
    Dev(dev::DevFlags),
    /// Run a production server
    Serve(serve::ServeFlags),
    /// Show the events of a test account as they happen, and forward them to a local address
    Listen(listen::ListenFlags),
    #[command(flatten)]
    Operator(OperatorCommand),
    /// Bring the database up to this version of Florin
    Migrate(migrate::MigrateFlags),
    /// Check settings, secrets, database and machine
    Doctor(doctor::DoctorFlags),
    /// Prove the books from the rows: every balance, payout, item and event
    Verify(verify::VerifyFlags),
    /// Measure how fast Florin is on this machine
    Bench(bench::BenchFlags),
    /// Print the API's description (OpenAPI 3.1)
    Openapi,
}

/// What operators do with the users, keys and money of a server.
#[derive(Subcommand)]
pub enum OperatorCommand {
    /// Users
    #[command(subcommand)]
    User(UserCommand),
    /// API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Outgoing money: whether it is stopped, stopping it, letting it go on
    #[command(subcommand)]
    Money(MoneyCommand),
    /// Live deposits and withdrawals by hand: what to pay, what came, and who said so
    #[command(subcommand)]
    Ops(ops::OpsSubcommand),
    /// Live money on its network: how it stands, its addresses, its gas
    #[command(subcommand)]
    Chain(chain::ChainSubcommand),
}

#[derive(Subcommand)]
pub enum UserCommand {
    /// Create a user with a live account and a funded test account
    Create(user_create::UserCreateFlags),
}

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Create an API key and show it, this once
    Create(key_create::KeyCreateFlags),
    /// List a user's API keys
    List(key_list::KeyListFlags),
    /// Revoke an API key for good
    Revoke(key_revoke::KeyRevokeFlags),
}

#[derive(Subcommand)]
pub enum MoneyCommand {
    /// Say whether outgoing money is stopped, and what stops there were
    Status(money::StatusFlags),
    /// Stop payouts, settlement and claims at once, on all servers of the database
    Stop(money::StopFlags),
    /// Let money leave again, if the books are whole
    Resume(money::MoneyResumeFlags),
}

impl CliCommand {
    /// Whether results and errors are for a program.
    pub fn wants_json(&self) -> bool {
        match self {
            CliCommand::Dev(flags) => flags.json,
            CliCommand::Operator(command) => command.wants_json(),
            CliCommand::Migrate(flags) => flags.json,
            CliCommand::Doctor(flags) => flags.operator.json,
            CliCommand::Verify(flags) => flags.json,
            CliCommand::Bench(flags) => flags.json,
            CliCommand::Listen(flags) => flags.json,
            CliCommand::Serve(_) | CliCommand::Openapi => false,
        }
    }
}

impl OperatorCommand {
    fn flags(&self) -> Option<&OperatorFlags> {
        match self {
            OperatorCommand::User(UserCommand::Create(flags)) => Some(&flags.operator),
            OperatorCommand::Key(KeyCommand::Create(flags)) => Some(&flags.operator),
            OperatorCommand::Key(KeyCommand::List(flags)) => Some(&flags.operator),
            OperatorCommand::Key(KeyCommand::Revoke(flags)) => Some(&flags.operator),
            OperatorCommand::Money(MoneyCommand::Status(flags)) => Some(&flags.operator),
            OperatorCommand::Money(MoneyCommand::Stop(flags)) => Some(&flags.operator),
            OperatorCommand::Money(MoneyCommand::Resume(flags)) => Some(&flags.operator),
            OperatorCommand::Ops(command) => Some(command.flags()),
            OperatorCommand::Chain(command) => command.flags(),
        }
    }

    pub fn wants_json(&self) -> bool {
        match self {
            OperatorCommand::Chain(chain::ChainSubcommand::Keys(flags)) => flags.json,
            command => command.flags().is_some_and(|flags| flags.json),
        }
    }

    /// The settings that name its server; `None` if it is about no server.
    pub fn given(&self) -> Option<FlagValues> {
        match self {
            OperatorCommand::Chain(command) => command.given(),
            command => command.flags().map(OperatorFlags::given),
        }
    }

    /// Whether a server runs it for its operators. Commands that make an operator another person (a new user or
    /// key), or that accept what is broken, need the database and the secrets.
    pub fn is_served(&self) -> bool {
        match self {
            OperatorCommand::User(UserCommand::Create(_)) | OperatorCommand::Key(KeyCommand::Create(_)) => {
                false
            }
            OperatorCommand::Money(MoneyCommand::Resume(flags)) => !flags.force,
            OperatorCommand::Chain(chain::ChainSubcommand::Resume(flags)) => !flags.accept,
            command => command.flags().is_some(),
        }
    }

    /// Whether it proves the books or works on the chain, which takes long.
    pub fn is_heavy(&self) -> bool {
        matches!(
            self,
            OperatorCommand::Money(MoneyCommand::Resume(_))
                | OperatorCommand::Chain(
                    chain::ChainSubcommand::Resume(_) | chain::ChainSubcommand::Sweep(_)
                )
        )
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
