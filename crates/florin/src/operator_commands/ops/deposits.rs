//! `florin ops deposits`: expected deposits, received money, and received money without a known owner.

use std::process::ExitCode;

use app::{App, Failure, Receipt};
use clap::{Args, Subcommand};
use rules::external_transfer::Route;
use rules::money::{Amount, AmountError};
use rules::operator::OperatorActionKind;
use rules::rail::Rail;
use rules::rail_notice::RailNotice;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionType};

use super::{
    ActingFlags, Backend, ListFlags, LookingFlags, ShowFlags, at_work, checked, explain, shown, told,
};
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;

#[derive(Subcommand)]
pub enum DepositsSubcommand {
    /// List open live deposits, oldest first
    List(ListFlags),
    /// Show a deposit: the expected amount, reference and deadline
    Show(ShowFlags),
    /// Record money that arrived; without a matching deposit, it is parked
    Receive(ReceiveFlags),
    /// Record that the money won't arrive
    Fail(FailFlags),
    /// List parked money, oldest first
    Parked(LookingFlags),
    /// Match parked money with a deposit
    Match(MatchFlags),
    /// Record that parked money was returned to its sender
    Return(ReturnFlags),
}

impl DepositsSubcommand {
    pub fn flags(&self) -> &OperatorFlags {
        match self {
            DepositsSubcommand::List(flags) => &flags.server,
            DepositsSubcommand::Parked(flags) => &flags.server,
            DepositsSubcommand::Show(flags) => &flags.server,
            DepositsSubcommand::Receive(flags) => &flags.acting.server,
            DepositsSubcommand::Fail(flags) => &flags.acting.server,
            DepositsSubcommand::Match(flags) => &flags.acting.server,
            DepositsSubcommand::Return(flags) => &flags.acting.server,
        }
    }
}

#[derive(Args)]
#[command(after_help = "Example:\n  \
    florin ops deposits receive --reference FL6ZHBS5Y8PTQJ --rail brl_pix --amount 100.00 \\\n    \
    --bank-reference E18236120202605041200abc --operator ana --evidence 'statement of May 4, line 12'")]
pub struct ReceiveFlags {
    /// Reference on the payment, such as FL0123456789AB; omit it if there was none
    #[arg(long, value_name = "TEXT")]
    reference: Option<String>,
    /// Rail of the payment, such as brl_pix
    #[arg(long, value_name = "RAIL")]
    rail: String,
    /// Amount that arrived, in the rail's currency
    #[arg(long, value_name = "AMOUNT")]
    amount: String,
    /// Confirm that the bank shows this amount, although the deposit expects another one
    #[arg(long)]
    amount_differs: bool,
    /// The bank's unique reference for the payment, such as its end-to-end ID
    #[arg(long, value_name = "TEXT")]
    bank_reference: String,
    /// When the bank received it, such as 2026-11-16T14:30:00Z; determines whether the locked rate applies
    /// [default: now]
    #[arg(long, value_name = "TIME")]
    received_at: Option<String>,
    #[command(flatten)]
    acting: ActingFlags,
}

#[derive(Args)]
pub struct FailFlags {
    /// ID of the transaction, txn_…, from list
    id: String,
    #[command(flatten)]
    acting: ActingFlags,
}

#[derive(Args)]
pub struct MatchFlags {
    /// ID of the parked money, ntc_…, from parked
    parked: String,
    /// ID of the deposit, txn_…
    deposit: String,
    #[command(flatten)]
    acting: ActingFlags,
}

#[derive(Args)]
pub struct ReturnFlags {
    /// ID of the parked money, ntc_…, from parked
    parked: String,
    #[command(flatten)]
    acting: ActingFlags,
}

const DEPOSIT: TransactionType = TransactionType::Deposit;
/// How far back the log is searched for what became of parked money.
const MAX_SEARCHED: usize = 10_000;
/// The longest that any bank passes on is 140; some send more than one line.
const LONGEST_REFERENCE: usize = 300;

pub async fn run(command: DepositsSubcommand, backend: &Backend) -> Result<ExitCode, CommandError> {
    match command {
        DepositsSubcommand::List(flags) => {
            let (given, filter) = (flags.server.given(), flags.filter()?);
            let listing = at_work(backend, "florin ops deposits list", given, async |app| {
                let (open, is_more) =
                    app.operators.open_external_transfers(DEPOSIT, &filter).await.map_err(explain)?;
                let owners = app.operators.owners(&open).await.map_err(explain)?;
                Ok((open, owners, is_more))
            });
            let (open, owners, is_more) = listing.await?;
            shown::list(&open, &owners, is_more, "No open live deposits.", flags.server.json);
            Ok(ExitCode::SUCCESS)
        }
        DepositsSubcommand::Parked(flags) => {
            let given = flags.server.given();
            let listing = at_work(backend, "florin ops deposits parked", given, async |app| {
                app.operators.parked_money().await.map_err(explain)
            });
            shown::parked(&listing.await?, flags.server.json);
            Ok(ExitCode::SUCCESS)
        }
        DepositsSubcommand::Show(flags) => {
            let given = flags.server.given();
            let looking = at_work(backend, "florin ops deposits show", given, async |app| {
                let about =
                    app.operators.live_external_transfer(DEPOSIT, &flags.id).await.map_err(explain)?;
                let owner = shown::Owner::of(app, &about).await?;
                Ok((about, owner))
            });
            let (about, owner) = looking.await?;
            shown::deposit(&about, &owner, flags.server.json);
            Ok(ExitCode::SUCCESS)
        }
        DepositsSubcommand::Receive(flags) => receive(flags, backend).await,
        DepositsSubcommand::Fail(flags) => fail(flags, backend).await,
        DepositsSubcommand::Match(flags) => match_parked(flags, backend).await,
        DepositsSubcommand::Return(flags) => send_back(flags, backend).await,
    }
}

async fn receive(flags: ReceiveFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let receipt = receipt(&flags)?;
    let receiving = at_work(backend, "florin ops deposits receive", given, async |app| {
        app.operators.receive_deposit(operator, receipt).await.map_err(explain_receiving)
    });
    told::show(&receiving.await?, flags.acting.server.json)
}

fn receipt(flags: &ReceiveFlags) -> Result<Receipt, CommandError> {
    let rail = Rail::parse(&flags.rail).ok_or_else(|| {
        let rails = Rail::ALL.map(Rail::payment_rail).join(", ");
        CommandError::Usage(format!("--rail: unknown rail {:?}; the rails are {rails}", flags.rail))
    })?;
    let amount = Amount::parse(&flags.amount, rail.currency())
        .map_err(|error: AmountError| CommandError::Usage(format!("--amount: {}", error.message())))?;
    let reference = flags.reference.as_deref();
    Ok(Receipt {
        rail,
        amount,
        reference: reference.map(|text| checked("--reference", text, LONGEST_REFERENCE)).transpose()?,
        bank_reference: bank_reference(&flags.bank_reference)?,
        received_at: flags.received_at.as_deref().map(time).transpose()?,
        may_differ: flags.amount_differs,
    })
}

/// A bank reference identifies a payment, so references that look the same must be equal.
pub fn bank_reference(text: &str) -> Result<String, CommandError> {
    let text = checked("--bank-reference", text, LONGEST_REFERENCE)?;
    let has_others = "--bank-reference: use only the letters A to Z, digits and ASCII symbols";
    if text.is_ascii() { Ok(text) } else { Err(CommandError::Usage(has_others.to_owned())) }
}

fn time(text: &str) -> Result<Timestamp, CommandError> {
    let words = "--received-at: use a time in UTC, such as 2026-11-16T14:30:00Z";
    Timestamp::parse(text).ok_or_else(|| CommandError::Usage(words.to_owned()))
}

fn explain_receiving(failure: Failure) -> CommandError {
    match failure {
        Failure::Refused(Refusal::NotFound(Noun::Deposit)) => CommandError::Refused(
            "this reference belongs to a sandbox deposit, which can't receive real money. If real money arrived \
             with it, omit --reference: the money is parked until you know its owner"
                .to_owned(),
        ),
        Failure::Refused(Refusal::RouteClosed { route, .. }) => CommandError::Refused(format!(
            "no live deposit on {route} has this reference, and Florin can't park the money either, because the \
             server's tariff has no rate for {route}. Add a rate to its tariff file, then run the command again"
        )),
        Failure::Refused(Refusal::InvalidState { noun: Noun::RailNotice, .. }) => {
            CommandError::Refused("--received-at: this time is in the future".to_owned())
        }
        failure => explain(failure),
    }
}

async fn fail(flags: FailFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let failing = at_work(backend, "florin ops deposits fail", given, async |app| {
        let about = app.operators.live_external_transfer(DEPOSIT, &flags.id).await.map_err(explain)?;
        app.operators.fail_deposit(operator, &about).await.map_err(explain)
    });
    told::show(&failing.await?, flags.acting.server.json)
}

async fn match_parked(flags: MatchFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let matching = at_work(backend, "florin ops deposits match", given, async |app| {
        let parked = app.operators.once_parked(&flags.parked).await.map_err(explain)?;
        let about = app.operators.live_external_transfer(DEPOSIT, &flags.deposit).await.map_err(explain)?;
        check_rails(&parked, &about)?;
        match app.operators.match_parked(operator, &parked, &about).await {
            Ok(told) => Ok(told),
            Err(failure) => Err(explain_parked(app, &parked, failure).await),
        }
    });
    told::show(&matching.await?, flags.acting.server.json)
}

async fn send_back(flags: ReturnFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let returning = at_work(backend, "florin ops deposits return", given, async |app| {
        let parked = app.operators.once_parked(&flags.parked).await.map_err(explain)?;
        match app.operators.send_parked_back(operator, &parked).await {
            Ok(told) => Ok(told),
            Err(failure) => Err(explain_parked(app, &parked, failure).await),
        }
    });
    told::show(&returning.await?, flags.acting.server.json)
}

fn is_done(kind: OperatorActionKind) -> bool {
    matches!(kind, OperatorActionKind::Done | OperatorActionKind::Confirmed)
}

/// Money that is no longer parked: what became of it is in the log.
async fn explain_parked(app: &App, parked: &RailNotice, failure: Failure) -> CommandError {
    if !matches!(&failure, Failure::Refused(Refusal::InvalidState { noun: Noun::RailNotice, .. })) {
        return explain(failure);
    }
    let log = match app.operators.operators_log(MAX_SEARCHED).await {
        Ok(log) => log,
        Err(failure) => return explain(failure),
    };
    let names = ["matched", "returned"].map(|end| format!("{}:{end}", parked.name));
    let by = log.into_iter().find(|line| is_done(line.kind) && names.contains(&line.name));
    let by = by.map(|by| format!(": {} {} at {}", by.operator, by.facts, by.created_at)).unwrap_or_default();
    CommandError::Refused(format!("{} is no longer parked{by}. Nothing was changed", parked.id))
}

/// Parked money can only be matched with a deposit on the rail that it arrived on.
fn check_rails(parked: &RailNotice, about: &Transaction) -> Result<(), CommandError> {
    let awaited =
        about.external_transfer.as_ref().map_or(Route::Chain, |external_transfer| external_transfer.route);
    if parked.route == awaited {
        return Ok(());
    }
    Err(CommandError::Refused(format!(
        "this money arrived on {}, but the deposit expects it on {}; ask the account's owner to create a deposit \
         on {}",
        parked.route.name(),
        awaited.name(),
        parked.route.name()
    )))
}
