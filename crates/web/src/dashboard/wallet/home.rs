//! The first page of a personal account: the balance, what to do with it, and what happened last.

use app::{NamedTransaction, Paging, TransactionFilter};
use askama::Template;
use rules::account::Mode;
use rules::automatic_withdrawal::{AutomaticWithdrawals, OffReason};
use rules::money::{Amount, Currency, MICROS_PER_UNIT};
use rules::time::Timestamp;
use rules::transaction::{TransactionStatus, TransactionType};

use crate::dashboard::local_rail;
use crate::dashboard::transactions::TransactionRow;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

const LEAST_SHOWN: Amount = Amount::from_micros(MICROS_PER_UNIT / 100);
/// More are on the page of all activity.
const LATEST: usize = 8;

#[derive(Template)]
#[template(path = "dashboard/wallet_home.html")]
struct HomePage<'a> {
    shell: Shell<'a>,
    balance: String,
    /// The same in the reader's currency, if it is known and the operator has published a rate.
    approximate: Option<String>,
    /// Whether incoming payments are withdrawn automatically.
    is_automatic: bool,
    /// Why they aren't any more, unless the owner turned them off.
    automatic_off: Option<&'static str>,
    /// While no money leaves.
    is_stopped: bool,
    activity: Vec<Activity>,
    has_more: bool,
    /// Only in test mode: money that the sandbox makes up.
    test_money: Option<Form<'a>>,
}

/// One line of the latest activity.
struct Activity {
    href: String,
    title: String,
    /// The reference, or else what kind of movement it is.
    about: String,
    /// Only if it is not completed.
    status: Option<&'static str>,
    date: Timestamp,
    amount: String,
    is_incoming: bool,
}

/// `form` adds test money, with what was typed and what is wrong with it.
pub async fn home<'a>(request: &'a PageRequest<'_>, form: Form<'a>) -> Result<PageResponse, PageError> {
    let (caller, app, locale) = (request.caller()?, request.app(), request.locale);
    let available = app.accounts.balance_of(&caller).await?.available;
    let latest = Paging { cursor: None, size: LATEST, filters: String::new() };
    let shown = app.accounts.named_transactions(&caller, &TransactionFilter::default(), &latest).await?;
    let automatic = app.external_transfers.automatic_withdrawals(&caller).await?;
    let shell = request.shell(Section::Overview)?;
    let page = HomePage {
        balance: locale.money(available, Currency::Usdc),
        approximate: approximate(request, caller.mode, available).await?,
        is_automatic: automatic.as_ref().is_some_and(AutomaticWithdrawals::is_on),
        automatic_off: automatic
            .and_then(|automatic| automatic.off)
            .filter(|off| off.reason != OffReason::Owner)
            .map(|off| locale.automatic_withdrawals_off(off.reason)),
        is_stopped: app.stops.stop_in_force().await?.is_some(),
        activity: shown.items.iter().map(|row| activity(&shell, row)).collect(),
        has_more: shown.next.is_some(),
        test_money: (caller.mode == Mode::Test).then_some(form),
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// Before fees, at the rate that holds now.
async fn approximate(
    request: &PageRequest<'_>,
    mode: Mode,
    available: Amount,
) -> Result<Option<String>, PageError> {
    let Some(rail) = local_rail::of_account(request).await? else { return Ok(None) };
    let value = request.app().external_transfers.indicative_value(mode, available, rail.currency());
    // Too little to be written with two decimals.
    let value = value.filter(|value| *value >= LEAST_SHOWN);
    Ok(value.map(|value| request.locale.money(value, rail.currency())))
}

fn activity(shell: &Shell<'_>, row: &NamedTransaction) -> Activity {
    let (locale, transaction) = (shell.frame.locale, &row.transaction);
    let line = TransactionRow::of(shell, row);
    let kind = locale.transaction_type(transaction.kind);
    let is_incoming = transaction.kind.is_incoming();
    Activity {
        href: match transaction.kind {
            TransactionType::Payout => shell.at(format!("send/{}", transaction.id)),
            TransactionType::Deposit => shell.at(format!("deposits/{}", transaction.id)),
            TransactionType::Withdrawal => shell.at(format!("withdrawals/{}", transaction.id)),
            TransactionType::InboundTransfer => line.href,
        },
        title: line.title,
        about: transaction
            .reference
            .as_ref()
            .or(row.senders_reference.as_ref())
            .map_or_else(|| kind.to_owned(), Clone::clone),
        status: match transaction.status {
            TransactionStatus::Completed => None,
            status => Some(locale.transaction_status(status)),
        },
        date: transaction.created_at,
        amount: format!("{}{}", line.sign, locale.money(transaction.amount, Currency::Usdc)),
        is_incoming,
    }
}
