//! `florin chain`: live money on its network. It looks beside a running server, and never sends anything itself: the
//! server carries out what it authorizes.

pub mod keys;
mod resume;
mod status;

use std::process::ExitCode;

use app::{App, StaysStopped};
use clap::{Args, Subcommand};
use rules::chain::DepositAddress;
use rules::money::{Amount, AmountError, Currency};
use serde_json::{Value, json};

use super::Backend;
use crate::command_error::CommandError;
use crate::failure_text::explain;
use crate::flags::{FlagValues, OperatorFlags};
use crate::output;

const LISTED_AT_ONCE: usize = 1_000;

#[derive(Subcommand)]
pub enum ChainSubcommand {
    /// Show the status of books and chain, and any problems
    Status(ChainFlags),
    /// List the treasury, the gas account and every deposit address
    Addresses(AddressFlags),
    /// Show the remaining gas, and about how many payments it covers
    Gas(ChainFlags),
    /// Move USDC from deposit addresses to the treasury
    Sweep(SweepFlags),
    /// Resume outgoing money, if the books are correct and match the chain
    Resume(ChainResumeFlags),
    /// Create the three keys, in encrypted files
    Keys(keys::ChainKeysFlags),
}

#[derive(Args)]
pub struct ChainFlags {
    /// Nodes, limits and keys of the network, in TOML
    #[arg(long, value_name = "FILE")]
    chain_file: Option<String>,
    #[command(flatten)]
    operator: OperatorFlags,
}

#[derive(Args)]
pub struct AddressFlags {
    /// First create the missing addresses of live accounts, for example after restoring a backup
    #[arg(long)]
    create_missing: bool,
    #[command(flatten)]
    flags: ChainFlags,
}

#[derive(Args)]
pub struct SweepFlags {
    /// Only addresses with at least this many USDC [default: any]
    #[arg(long, value_name = "AMOUNT")]
    min: Option<String>,
    #[command(flatten)]
    flags: ChainFlags,
}

#[derive(Args)]
pub struct ChainResumeFlags {
    /// Accept new token code, and book differences as your own; check each of them first
    #[arg(long)]
    pub accept: bool,
    #[command(flatten)]
    flags: ChainFlags,
}

impl ChainFlags {
    fn given(&self) -> FlagValues {
        [self.operator.given(), vec![("chain_file", self.chain_file.clone())]].concat()
    }
}

impl ChainSubcommand {
    /// The settings that name its server; keys are made without one.
    pub fn given(&self) -> Option<FlagValues> {
        match self {
            ChainSubcommand::Status(flags) | ChainSubcommand::Gas(flags) => Some(flags.given()),
            ChainSubcommand::Addresses(listed) => Some(listed.flags.given()),
            ChainSubcommand::Sweep(sweep) => Some(sweep.flags.given()),
            ChainSubcommand::Resume(resume) => Some(resume.flags.given()),
            ChainSubcommand::Keys(_) => None,
        }
    }

    /// Keys are made without any server.
    pub fn flags(&self) -> Option<&OperatorFlags> {
        match self {
            ChainSubcommand::Status(flags) | ChainSubcommand::Gas(flags) => Some(&flags.operator),
            ChainSubcommand::Addresses(listed) => Some(&listed.flags.operator),
            ChainSubcommand::Sweep(sweep) => Some(&sweep.flags.operator),
            ChainSubcommand::Resume(resume) => Some(&resume.flags.operator),
            ChainSubcommand::Keys(_) => None,
        }
    }
}

pub async fn run(command: ChainSubcommand, backend: &Backend) -> Result<ExitCode, CommandError> {
    match command {
        ChainSubcommand::Status(flags) => {
            let (given, as_json) = (flags.given(), flags.operator.json);
            backend
                .with_chain("florin chain status", given, async |app| status::show(app, as_json).await)
                .await
        }
        ChainSubcommand::Addresses(listed) => {
            let (given, as_json) = (listed.flags.given(), listed.flags.operator.json);
            let work = async |app: &App| {
                if listed.create_missing {
                    app.chain.create_missing_addresses().await.map_err(explain)?;
                }
                addresses(app, as_json).await
            };
            backend.with_chain("florin chain addresses", given, work).await
        }
        ChainSubcommand::Gas(flags) => {
            let (given, as_json) = (flags.given(), flags.operator.json);
            backend.with_chain("florin chain gas", given, async |app| status::gas(app, as_json).await).await
        }
        ChainSubcommand::Sweep(sweep) => {
            let (given, as_json) = (sweep.flags.given(), sweep.flags.operator.json);
            let min = min_amount(sweep.min.as_deref())?;
            let work = async |app: &App| {
                app.chain.sweep_now(min).await.map_err(not_swept)?;
                status::show(app, as_json).await
            };
            backend.with_chain("florin chain sweep", given, work).await
        }
        ChainSubcommand::Resume(resume) => {
            let (given, as_json) = (resume.flags.given(), resume.flags.operator.json);
            let work = async |app: &App| {
                resume::run(app, resume.accept, backend.machine_user()).await?;
                status::show(app, as_json).await
            };
            backend.with_chain("florin chain resume", given, work).await
        }
        ChainSubcommand::Keys(flags) => keys::run(&flags),
    }
}

fn min_amount(text: Option<&str>) -> Result<Amount, CommandError> {
    let Some(text) = text else { return Ok(Amount::ZERO) };
    let wrong = |error: AmountError| CommandError::Usage(format!("--min: {}", error.message()));
    Amount::parse(text, Currency::Usdc).map_err(wrong)
}

fn not_swept(why: StaysStopped) -> CommandError {
    let why = match why {
        StaysStopped::Unknown(why) => why,
        other @ (StaysStopped::Differs(_) | StaysStopped::TooLittle { .. }) => other.to_string(),
    };
    CommandError::Refused(format!("some addresses can't be swept: {why}. Correct that, then sweep again"))
}

async fn addresses(app: &App, as_json: bool) -> Result<ExitCode, CommandError> {
    let status = status::known(app).await?;
    let given = all_addresses(app).await?;
    if as_json {
        let shown = |known: &DepositAddress| -> Value {
            json!({
                "address": known.address.as_str(),
                "account_id": known.account.to_string(),
                "index": known.index,
                "holds": known.holds.to_string(),
                "retired_at": known.retired_at.map(|at| at.to_string()),
            })
        };
        output::json(&json!({
            "treasury": status.network.treasury.as_str(),
            "gas_account": status.network.gas_account.as_str(),
            "deposit_addresses": given.iter().map(shown).collect::<Vec<_>>(),
        }));
        return Ok(ExitCode::SUCCESS);
    }
    output::text(&format!("treasury     {}  {} USDC", status.network.treasury, status.books.treasury));
    output::text(&format!("gas account  {}", status.network.gas_account));
    for known in &given {
        let retired = known.retired_at.map_or(String::new(), |at| format!(", retired at {at}"));
        output::text(&format!(
            "{:>11}  {}  {} USDC of {}{retired}",
            known.index, known.address, known.holds, known.account
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// In pages, because there may be very many.
async fn all_addresses(app: &App) -> Result<Vec<DepositAddress>, CommandError> {
    let mut all = Vec::<DepositAddress>::new();
    loop {
        let from = all.last().map_or(0, |known| known.index + 1);
        let page = app.chain.deposit_addresses(from, LISTED_AT_ONCE).await.map_err(explain)?;
        let is_last = page.len() < LISTED_AT_ONCE;
        all.extend(page);
        if is_last {
            return Ok(all);
        }
    }
}
