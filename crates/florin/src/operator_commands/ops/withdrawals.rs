//! `florin ops withdrawals`: due payments, and their outcomes.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use rules::external_transfer::Route;
use rules::transaction::{Transaction, TransactionType};

use super::deposits::bank_reference;
use super::{ActingFlags, Backend, ListFlags, ShowFlags, at_work, explain, shown, told};
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;

#[derive(Subcommand)]
pub enum WithdrawalsSubcommand {
    /// List open live withdrawals, oldest first
    List(ListFlags),
    /// Show a withdrawal with all details for its payment
    Show(ShowFlags),
    /// Record that the payment of a withdrawal was sent, and notify its owner
    Sent(SentFlags),
    /// Record that a withdrawal was paid
    Complete(CompleteFlags),
    /// Record that a withdrawal will not be paid; its amount returns to the balance
    Fail(EndFlags),
    /// Record that a paid withdrawal came back; its amount and fees return to the balance
    Return(EndFlags),
}

impl WithdrawalsSubcommand {
    pub fn flags(&self) -> &OperatorFlags {
        match self {
            WithdrawalsSubcommand::List(flags) => &flags.server,
            WithdrawalsSubcommand::Show(flags) => &flags.server,
            WithdrawalsSubcommand::Sent(flags) => &flags.acting.server,
            WithdrawalsSubcommand::Complete(flags) => &flags.acting.server,
            WithdrawalsSubcommand::Fail(flags) | WithdrawalsSubcommand::Return(flags) => &flags.acting.server,
        }
    }
}

#[derive(Args)]
#[command(after_help = "Example:\n  \
    florin ops withdrawals sent txn_01m7fn505ae13vchz3py6tyhd2 --bank-reference E18236120202605041200abc \
    --operator ana --evidence 'receipt 4711'")]
pub struct SentFlags {
    /// ID of the transaction, txn_…, from list
    id: String,
    /// The bank's reference for the payment; the owner sees it
    #[arg(long, value_name = "TEXT")]
    bank_reference: Option<String>,
    #[command(flatten)]
    acting: ActingFlags,
}

#[derive(Args)]
#[command(after_help = "Example:\n  \
    florin ops withdrawals complete txn_01m7fn505ae13vchz3py6tyhd2 --operator ana --evidence 'receipt 4711'")]
pub struct CompleteFlags {
    /// ID of the transaction, txn_…, from list
    id: String,
    /// Hash of the transaction that paid it; only for external wallets
    #[arg(long, value_name = "HASH")]
    hash: Option<String>,
    /// The bank's reference for the payment; the owner sees it
    #[arg(long, value_name = "TEXT", conflicts_with = "hash")]
    bank_reference: Option<String>,
    #[command(flatten)]
    acting: ActingFlags,
}

#[derive(Args)]
pub struct EndFlags {
    /// ID of the transaction, txn_…, from list
    id: String,
    #[command(flatten)]
    acting: ActingFlags,
}

const WITHDRAWAL: TransactionType = TransactionType::Withdrawal;

pub async fn run(command: WithdrawalsSubcommand, backend: &Backend) -> Result<ExitCode, CommandError> {
    match command {
        WithdrawalsSubcommand::List(flags) => {
            let (given, filter) = (flags.server.given(), flags.filter()?);
            let listing = at_work(backend, "florin ops withdrawals list", given, async |app| {
                let (open, is_more) =
                    app.operators.open_external_transfers(WITHDRAWAL, &filter).await.map_err(explain)?;
                let owners = app.operators.owners(&open).await.map_err(explain)?;
                Ok((open, owners, is_more))
            });
            let (open, owners, is_more) = listing.await?;
            shown::list(&open, &owners, is_more, "No open live withdrawals.", flags.server.json);
            Ok(ExitCode::SUCCESS)
        }
        WithdrawalsSubcommand::Show(flags) => show(flags, backend).await,
        WithdrawalsSubcommand::Sent(flags) => sent(flags, backend).await,
        WithdrawalsSubcommand::Complete(flags) => complete(flags, backend).await,
        WithdrawalsSubcommand::Fail(flags) => {
            let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
            let failing = at_work(backend, "florin ops withdrawals fail", given, async |app| {
                let about =
                    app.operators.live_external_transfer(WITHDRAWAL, &flags.id).await.map_err(explain)?;
                app.operators.fail_withdrawal(operator, &about).await.map_err(explain)
            });
            told::show(&failing.await?, flags.acting.server.json)
        }
        WithdrawalsSubcommand::Return(flags) => {
            let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
            let returning = at_work(backend, "florin ops withdrawals return", given, async |app| {
                let about =
                    app.operators.live_external_transfer(WITHDRAWAL, &flags.id).await.map_err(explain)?;
                app.operators.return_withdrawal(operator, &about).await.map_err(explain)
            });
            told::show(&returning.await?, flags.acting.server.json)
        }
    }
}

async fn show(flags: ShowFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.server.given();
    let looking = at_work(backend, "florin ops withdrawals show", given, async |app| {
        let about = app.operators.live_external_transfer(WITHDRAWAL, &flags.id).await.map_err(explain)?;
        let details = app.operators.bank_details(&about).map_err(explain)?;
        let owner = shown::Owner::of(app, &about).await?;
        Ok((about, details, owner))
    });
    let (about, details, owner) = looking.await?;
    shown::withdrawal(&about, details.as_deref(), &owner, flags.server.json);
    Ok(ExitCode::SUCCESS)
}

async fn sent(flags: SentFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let reference = flags.bank_reference.as_deref().map(bank_reference).transpose()?;
    let sending = at_work(backend, "florin ops withdrawals sent", given, async |app| {
        let about = app.operators.live_external_transfer(WITHDRAWAL, &flags.id).await.map_err(explain)?;
        app.operators.send_withdrawal(operator, &about, reference).await.map_err(explain)
    });
    told::show(&sending.await?, flags.acting.server.json)
}

async fn complete(flags: CompleteFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let hash = flags.hash.as_deref().map(parse_hash).transpose()?;
    let reference = flags.bank_reference.as_deref().map(bank_reference).transpose()?;
    let completing = at_work(backend, "florin ops withdrawals complete", given, async |app| {
        let about = app.operators.live_external_transfer(WITHDRAWAL, &flags.id).await.map_err(explain)?;
        check_proof(&about, hash.is_some(), reference.is_some())?;
        app.operators.complete_withdrawal(operator, &about, hash.or(reference)).await.map_err(explain)
    });
    told::show(&completing.await?, flags.acting.server.json)
}

/// Payments on a chain have a hash, and those at a bank a reference.
fn check_proof(about: &Transaction, has_hash: bool, has_reference: bool) -> Result<(), CommandError> {
    let is_on_chain = about.external_transfer.as_ref().is_some_and(|known| known.route == Route::Chain);
    let words = match is_on_chain {
        false if has_hash => {
            "--hash is for withdrawals to an external wallet; this one goes to a bank account"
        }
        true if has_reference => {
            "--bank-reference is for withdrawals to a bank account; this one goes to an external wallet"
        }
        true | false => return Ok(()),
    };
    Err(CommandError::Refused(words.to_owned()))
}

/// Operators may write the same hash in different ways.
fn parse_hash(text: &str) -> Result<String, CommandError> {
    let hash = text.trim().to_ascii_lowercase();
    let digits = hash.strip_prefix("0x").unwrap_or_default();
    if digits.len() != 64 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(CommandError::Usage("--hash: write 0x and 64 hexadecimal digits".to_owned()));
    }
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::parse_hash;

    #[test]
    fn a_hash_is_32_bytes_however_it_is_written() {
        let (small, large) = (format!("0x{}", "ab".repeat(32)), format!(" 0X{} ", "AB".repeat(32)));
        assert_eq!(parse_hash(&small).as_deref(), Ok(small.as_str()));
        assert_eq!(parse_hash(&large).as_deref(), Ok(small.as_str()));
        let long = format!("{small}0");
        for wrong in ["", "0x", &small[2..], &small[..65], &long, &small.replace('a', "g")] {
            assert!(parse_hash(wrong).is_err(), "{wrong}");
        }
    }
}
