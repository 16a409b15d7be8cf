//! The first page: what there is, what is on its way, and what moved in the last days.

use app::{Failure, MOST_COUNTED, OVERVIEW_DAYS, Overview};
use askama::Template;
use axum::http::StatusCode;
use rules::account::Mode;
use rules::freeze::Cause;
use rules::money::{Amount, Currency};

use super::chart::{Chart, Day, chart};
use super::transactions::TransactionRow;
use super::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}", Access::SignedIn, |request| Box::pin(show(request))),
    Page::post("/dashboard/{mode}/inbound_transfers", Access::SignedIn, |request| {
        Box::pin(add_money(request))
    }),
];

#[derive(Template)]
#[template(path = "dashboard/overview.html")]
struct OverviewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    available: Amount,
    held: Amount,
    moving: Vec<PendingActivity>,
    chart: Option<Chart>,
    lead: String,
    /// Whether more has moved than could be added up.
    is_cut: bool,
    lines: Vec<TransactionRow>,
    /// Whether anything has ever left the account.
    has_paid: bool,
    /// While no money leaves.
    stop: Option<FreezeNotice>,
}

/// Since when, and what kind of thing is wrong. The operator's own words may name others.
struct FreezeNotice {
    since: String,
    why: &'static str,
}

/// Something that is under way, and where to see it.
struct PendingActivity {
    words: &'static str,
    count: String,
    is_none: bool,
    href: String,
}

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = Form::post("money", request.csrf(), &request.form_key).with("amount", "1000");
    page(request, form).await
}

/// Test money, as if it had been sent over the chain. Live money has to come from somewhere.
async fn add_money(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    if request.mode()? != Mode::Test {
        return Err(PageError::NotFound);
    }
    let typed = request.form.text("amount");
    let wrong = match Amount::parse(&typed, Currency::Usdc) {
        Err(_) => "Write an amount such as 1000 or 12.50.".to_owned(),
        Ok(amount) => {
            let added = request
                .app()
                .sandbox
                .simulate_inbound_transfer(&request.caller()?, amount, request.idempotency()?)
                .await;
            match added {
                Ok(_) => {
                    return Ok(PageResponse::goto(format!(
                        "{}?said=funded",
                        Section::Overview.href(Mode::Test)
                    )));
                }
                Err(Failure::Refused(refusal)) => refusal.to_string(),
                Err(failure) => return Err(failure.into()),
            }
        }
    };
    let form =
        Form::post("money", request.csrf(), &request.form_key).with("amount", typed).wrong("amount", wrong);
    Ok(page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

async fn page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let overview = request.app().accounts.overview(&request.caller()?, request.account()?).await?;
    let shell = request.shell(Section::Overview)?;
    let stop = request.app().stops.stop_in_force().await?;
    let days: Vec<Day> = overview
        .days
        .iter()
        .map(|day| Day {
            label: when::short(day.starts_at),
            money_in: day.money_in,
            money_out: day.money_out,
        })
        .collect();
    let page = OverviewPage {
        form,
        available: overview.balance.available,
        held: overview.held,
        moving: moving(&shell, &overview),
        lead: if days.len() == 1 { "Today".to_owned() } else { format!("The last {} days", days.len()) },
        is_cut: (days.len() as i64) < OVERVIEW_DAYS,
        chart: (!days.is_empty()).then(|| chart(&days)),
        stop: stop.map(|stop| FreezeNotice { since: when::moment(stop.created_at), why: why(stop.cause) }),
        has_paid: overview.latest.iter().any(|row| !row.transaction.kind.is_incoming()),
        lines: overview.latest.iter().map(|row| TransactionRow::of(&shell, row)).collect(),
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn why(cause: Cause) -> &'static str {
    match cause {
        Cause::Books => "a check of the books failed",
        Cause::AuditMissing => "the books have not been checked for an hour",
        Cause::ChainDiffers => "the balance on the chain differs from the books",
        Cause::Unexplained => "the chain has a transfer that the books don't explain",
        Cause::TokenChanged => "the USDC contract on the chain has changed",
        Cause::ChainRewritten => "the chain replaced blocks that were final",
        Cause::Settings => "the configured network or keys differ from those in the books",
        Cause::Operator => "an operator stopped it",
    }
}

fn moving(shell: &Shell<'_>, overview: &Overview) -> Vec<PendingActivity> {
    let counts = overview.under_way;
    let all = [
        ("Payouts under way", counts.payouts, "payouts?status=processing"),
        ("Payments not claimed yet", counts.unclaimed, "transactions?status=pending_claim"),
        ("Deposits on their way", counts.deposits, "deposits"),
        ("Withdrawals on their way", counts.withdrawals, "withdrawals"),
    ];
    let moving = |(words, count, path): (&'static str, i64, &str)| PendingActivity {
        words,
        count: if count >= MOST_COUNTED { format!("{MOST_COUNTED} or more") } else { count.to_string() },
        is_none: count == 0,
        href: shell.at(path),
    };
    all.into_iter().map(moving).collect()
}
