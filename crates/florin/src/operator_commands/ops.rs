//! `florin ops`: processes live deposits and withdrawals manually. Operators see due payments and expected deposits,
//! and report outcomes. It never touches the sandbox, and a repeated report counts once.

mod deposits;
mod limit;
mod proposals;
mod shown;
mod told;
mod watch;
mod withdrawals;

pub use watch::repeat;

use std::process::ExitCode;
use std::time::Duration;

use app::{App, Failure, OpenFilter, Operator};
use clap::{Args, Subcommand};
use futures_util::future::BoxFuture;
use rules::decisions::operator::{HAS_OTHER_REFERENCE, IS_ON_CHAIN};
use rules::id::{AccountId, TransactionId};
use rules::refusal::{Noun, Refusal};

use super::Backend;
use super::backend::{OpenApp, checked};
use crate::command_error::CommandError;
use crate::failure_text;
use crate::flags::{FlagValues, OperatorFlags};
use crate::settings::tariff;

#[derive(Subcommand)]
pub enum OpsSubcommand {
    /// Live deposits: list, receive, fail, match and return
    #[command(subcommand)]
    Deposits(deposits::DepositsSubcommand),
    /// Live withdrawals: list, sent, complete, fail and return
    #[command(subcommand)]
    Withdrawals(withdrawals::WithdrawalsSubcommand),
    /// List proposals that wait for a second operator
    Proposals(LookingFlags),
    /// Reject a proposal
    Reject(proposals::RejectFlags),
    /// Show operator actions, newest first
    Log(proposals::LogFlags),
    /// Show the items that wait for an operator or a worker, oldest first
    Watch(watch::WatchFlags),
    /// Show how much one operator can move alone
    Limit(LookingFlags),
    /// Set how much one operator can move alone; an increase needs a second operator
    SetLimit(limit::SetLimitFlags),
}

impl OpsSubcommand {
    pub fn flags(&self) -> &OperatorFlags {
        match self {
            OpsSubcommand::Deposits(command) => command.flags(),
            OpsSubcommand::Withdrawals(command) => command.flags(),
            OpsSubcommand::Proposals(flags) => &flags.server,
            OpsSubcommand::Reject(flags) => &flags.acting.server,
            OpsSubcommand::Log(flags) => &flags.server,
            OpsSubcommand::Watch(flags) => &flags.server,
            OpsSubcommand::Limit(flags) => &flags.server,
            OpsSubcommand::SetLimit(flags) => &flags.acting.server,
        }
    }
}

impl OpsSubcommand {
    /// How often the operator's own process repeats the command.
    pub const fn repeats_every(&self) -> Option<Duration> {
        match self {
            OpsSubcommand::Watch(flags) => flags.repeats_every(),
            _ => None,
        }
    }
}

pub async fn run(command: OpsSubcommand, backend: &Backend) -> Result<ExitCode, CommandError> {
    match command {
        OpsSubcommand::Deposits(command) => deposits::run(command, backend).await,
        OpsSubcommand::Withdrawals(command) => withdrawals::run(command, backend).await,
        OpsSubcommand::Proposals(flags) => proposals::list(flags, backend).await,
        OpsSubcommand::Reject(flags) => proposals::reject(flags, backend).await,
        OpsSubcommand::Log(flags) => proposals::log(flags, backend).await,
        OpsSubcommand::Watch(flags) => watch::run(flags, backend).await,
        OpsSubcommand::Limit(flags) => limit::show(flags, backend).await,
        OpsSubcommand::SetLimit(flags) => limit::set(flags, backend).await,
    }
}

/// Flags of a read-only command.
#[derive(Args)]
pub struct LookingFlags {
    #[command(flatten)]
    server: OperatorFlags,
}

/// What a list of open deposits or withdrawals shows.
#[derive(Args)]
pub struct ListFlags {
    /// Only transactions of this account, acct_…
    #[arg(long, value_name = "ACCOUNT")]
    account: Option<String>,
    /// Only the transaction with this reference, such as FL0123456789AB
    #[arg(long, value_name = "TEXT")]
    reference: Option<String>,
    /// Only transactions after this ID, txn_…, such as the last one shown
    #[arg(long, value_name = "ID")]
    after: Option<String>,
    #[command(flatten)]
    server: OperatorFlags,
}

impl ListFlags {
    fn filter(&self) -> Result<OpenFilter, CommandError> {
        let wrong = |flag: &str, prefix: &str, text: &str| {
            CommandError::Usage(format!(
                "{flag}: {text:?} is not an ID; expected one such as {prefix}_01m7fn2fvne0w86zhbs5y8ptqj"
            ))
        };
        let account = self
            .account
            .as_deref()
            .map(|text| AccountId::parse(text).ok_or_else(|| wrong("--account", "acct", text)));
        let after = self
            .after
            .as_deref()
            .map(|text| TransactionId::parse(text).ok_or_else(|| wrong("--after", "txn", text)));
        let reference = self
            .reference
            .as_deref()
            .map(|text| text.split_whitespace().collect::<String>().to_ascii_uppercase());
        Ok(OpenFilter { account: account.transpose()?, reference, after: after.transpose()? })
    }
}

/// One transaction to look at.
#[derive(Args)]
pub struct ShowFlags {
    /// ID of the transaction, txn_…, from list
    id: String,
    #[command(flatten)]
    server: OperatorFlags,
}

/// Flags of a command that records an outcome.
#[derive(Args)]
pub struct ActingFlags {
    /// Your name, for the log and the second operator
    #[arg(long, value_name = "NAME")]
    operator: String,
    /// Your evidence: a line of a bank statement, a ticket, a receipt
    #[arg(long, value_name = "TEXT")]
    evidence: String,
    #[command(flatten)]
    server: OperatorFlags,
}

const LONGEST_OPERATOR: usize = 64;
const LONGEST_EVIDENCE: usize = 500;

impl ActingFlags {
    fn given(&self) -> FlagValues {
        self.server.given()
    }

    /// Ignores the case of the name: Ana and ana are one operator.
    fn operator(&self, backend: &Backend) -> Result<Operator, CommandError> {
        let name = checked("--operator", &self.operator, LONGEST_OPERATOR)?.to_lowercase();
        let evidence = checked("--evidence", &self.evidence, LONGEST_EVIDENCE)?;
        Ok(Operator { name, machine_user: backend.machine_user(), evidence })
    }
}

/// Does some work on the books of the server that the settings name, at its prices, with words of its own for what is
/// refused.
async fn at_work<T>(
    backend: &Backend,
    command: &str,
    given: FlagValues,
    work: impl AsyncFnOnce(&App) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let app = backend.open_app(command, given).await?;
    let outcome = match set_prices(&app).await {
        Ok(()) => work(&app).await,
        Err(failed) => Err(failed),
    };
    app.close().await;
    outcome
}

/// A server has its prices already; a command of its own gets those that the server has published.
fn set_prices(app: &OpenApp) -> BoxFuture<'_, Result<(), CommandError>> {
    Box::pin(async move {
        let OpenApp::Own(app) = app else { return Ok(()) };
        let published = app.external_transfers.published_tariff().await.map_err(failure_text::explain)?;
        match tariff::parse(published.as_ref().map_or("", |tariff| &tariff.text)) {
            Ok(tariff) => app.platform.set_live_tariff(tariff),
            Err(problem) => {
                return Err(CommandError::Refused(format!(
                    "this florin can't read the server's tariff ({problem}). Use the version that the server runs"
                )));
            }
        }
        Ok(())
    })
}

/// What a refusal means to an operator.
fn explain(failure: Failure) -> CommandError {
    if let Failure::Refused(Refusal::InvalidState { noun: Noun::Withdrawal, state: "queued" }) = &failure {
        return CommandError::Refused(
            "this withdrawal is still queued: it can be cancelled, so don't pay it yet. It becomes processing within \
             30 seconds, unless outgoing money is stopped or the owner is locked. Then pay it, and record it. Nothing \
             was changed"
                .to_owned(),
        );
    }
    if let Failure::Refused(Refusal::InvalidState { noun: Noun::Withdrawal, state }) = &failure {
        return CommandError::Refused(match *state {
            IS_ON_CHAIN => {
                "this withdrawal goes to an external wallet. Record its payment with complete and --hash"
                    .to_owned()
            }
            HAS_OTHER_REFERENCE => {
                "this withdrawal was recorded as sent under another bank reference; to see it: florin ops \
                 withdrawals show ID. Nothing was changed"
                    .to_owned()
            }
            state => {
                format!("this withdrawal is {state}, so there is nothing left to send. Nothing was changed")
            }
        });
    }
    let Failure::Refused(Refusal::NotFound(noun)) = &failure else { return failure_text::explain(failure) };
    let list = match noun {
        Noun::Deposit => "live deposit with this ID; list the open ones with: florin ops deposits list",
        Noun::Withdrawal => {
            "live withdrawal with this ID; list the open ones with: florin ops withdrawals list"
        }
        Noun::RailNotice => "parked money with this ID; list it with: florin ops deposits parked",
        Noun::Proposal => "proposal with this name; list them with: florin ops proposals",
        _ => return failure_text::explain(failure),
    };
    CommandError::Refused(format!("there is no {list}"))
}
