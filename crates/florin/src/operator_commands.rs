//! What operators do with the users, keys and money of a server: one file for each command. They run in a process of
//! their own, or in the server for an operator who is connected to its socket (`Backend`).

mod backend;
mod chain;
mod key_create;
mod key_list;
mod key_revoke;
mod money;
mod ops;
mod shown_key;
mod user_create;
mod user_invite;
mod user_list;
mod user_lock;
mod user_reset;

pub use backend::{Backend, check_is_there, database};
pub use ops::repeat;

use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;

use crate::command_error::CommandError;
use crate::flags::{FlagValues, OperatorFlags};

#[derive(Subcommand)]
pub enum OperatorCommand {
    /// Create, invite, find and lock users
    #[command(subcommand)]
    User(UserCommand),
    /// Create, list and revoke API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Stop and resume outgoing money
    #[command(subcommand)]
    Money(MoneyCommand),
    /// Process live deposits and withdrawals manually
    #[command(subcommand)]
    Ops(ops::OpsSubcommand),
    /// Manage live money on its network: status, addresses, gas and keys
    #[command(subcommand)]
    Chain(chain::ChainSubcommand),
}

#[derive(Subcommand)]
pub enum UserCommand {
    /// Create a user with a live account and a funded test account
    Create(user_create::UserCreateFlags),
    /// Email a person a link to create an account
    Invite(user_invite::UserInviteFlags),
    /// List users, newest first
    List(user_list::UserListFlags),
    /// Find users by a part of their address or name, or by an ID
    Find(user_list::UserFindFlags),
    /// Lock a user out: end every session, refuse API keys and apps, and hold payouts, withdrawals and webhooks
    Lock(user_lock::UserLockFlags),
    /// Unlock a user, and continue what the lock held
    Unlock(user_lock::UserLockFlags),
    /// Email a user a link to choose a new password
    Reset(user_reset::UserResetFlags),
}

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Create an API key and show it once
    Create(key_create::KeyCreateFlags),
    /// List a user's API keys
    List(key_list::KeyListFlags),
    /// Revoke an API key permanently
    Revoke(key_revoke::KeyRevokeFlags),
}

#[derive(Subcommand)]
pub enum MoneyCommand {
    /// Show whether outgoing money is stopped, and past stops
    Status(money::StatusFlags),
    /// Stop payouts, settlement and claims immediately, on all servers of the database
    Stop(money::StopFlags),
    /// Resume outgoing money, if the books are correct
    Resume(money::MoneyResumeFlags),
}

impl OperatorCommand {
    fn flags(&self) -> Option<&OperatorFlags> {
        match self {
            OperatorCommand::User(UserCommand::Create(flags)) => Some(&flags.operator),
            OperatorCommand::User(UserCommand::Invite(flags)) => Some(&flags.operator),
            OperatorCommand::User(UserCommand::List(flags)) => Some(&flags.operator),
            OperatorCommand::User(UserCommand::Find(flags)) => Some(&flags.operator),
            OperatorCommand::User(UserCommand::Lock(flags) | UserCommand::Unlock(flags)) => {
                Some(&flags.operator)
            }
            OperatorCommand::User(UserCommand::Reset(flags)) => Some(&flags.operator),
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

    /// What operators of a server do instead.
    pub fn unserved(&self) -> CommandError {
        unserved(match self {
            OperatorCommand::User(_) | OperatorCommand::Key(_) => {
                " Users sign up and create API keys at /dashboard."
            }
            OperatorCommand::Money(_) => {
                " Without --force, the server verifies the books, and resumes outgoing money if they are correct."
            }
            OperatorCommand::Chain(_) => {
                " Without --accept, the server compares the books with the chain, and resumes outgoing money if they \
                 match."
            }
            OperatorCommand::Ops(_) => "",
        })
    }

    /// How often the operator's own process repeats the command; `None` for a command that runs once.
    pub const fn repeats_every(&self) -> Option<Duration> {
        match self {
            OperatorCommand::Ops(command) => command.repeats_every(),
            _ => None,
        }
    }

    /// Whether the command verifies the books or works on the chain, which takes long.
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

/// Refuses a command that servers don't run for their operators.
pub fn unserved(instead: &str) -> CommandError {
    CommandError::Refused(format!(
        "servers don't run this command for operators.{instead} An administrator can run it with --database-url and \
         --secrets-file, or with the server's config file and --operator-socket off"
    ))
}

pub async fn operate(command: OperatorCommand, backend: &Backend) -> Result<ExitCode, CommandError> {
    match command {
        OperatorCommand::User(UserCommand::Create(flags)) => user_create::run(flags, backend).await,
        OperatorCommand::User(UserCommand::Invite(flags)) => user_invite::run(flags, backend).await,
        OperatorCommand::User(UserCommand::List(flags)) => user_list::list(flags, backend).await,
        OperatorCommand::User(UserCommand::Find(flags)) => user_list::find(flags, backend).await,
        OperatorCommand::User(UserCommand::Lock(flags)) => user_lock::lock(flags, backend).await,
        OperatorCommand::User(UserCommand::Unlock(flags)) => user_lock::unlock(flags, backend).await,
        OperatorCommand::User(UserCommand::Reset(flags)) => user_reset::run(flags, backend).await,
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
