//! The first page: what there is, what is on its way, and what moved in the last days.

use app::{Failure, MAX_COUNTED, OVERVIEW_DAYS, Overview};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::account::Mode;
use rules::freeze::Cause;
use rules::money::{Amount, Currency};
use rules::refusal::Limit;
use rules::user::AccountType;

use super::chart::{Chart, Day, chart};
use super::transactions::TransactionRow;
use super::wallet;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse, amount_field, refusal_text};

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
    /// Whether a newcomer to `florin dev` can take first steps.
    has_first_steps: bool,
}

/// Since when, and what kind of thing is wrong, in a sentence. The operator's own words may name others.
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
    page(request, form(request).with("amount", "1000")).await
}

fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "money", request.csrf(), &request.form_key)
}

/// Test money, as if it had been sent over the chain. Live money has to come from somewhere.
async fn add_money(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    if request.mode()? != Mode::Test {
        return Err(PageError::NotFound);
    }
    let limit = Limit::TestMoney { most: request.app().sandbox.max_test_money() };
    let wrong = match amount_field(request.locale, &request.form, "amount", Currency::Usdc, limit) {
        Err(wrong) => wrong,
        Ok(amount) => {
            let added = request
                .app()
                .sandbox
                .simulate_inbound_transfer(&request.caller()?, amount, request.idempotency()?)
                .await;
            match added {
                Ok(_) => {
                    let home = Section::Overview.href(Mode::Test);
                    return Ok(PageResponse::goto(home).saying(Flash::Funded));
                }
                Err(Failure::Refused(refusal)) => refusal_text(request.locale, &refusal),
                Err(failure) => return Err(failure.into()),
            }
        }
    };
    let form = form(request).with("amount", request.form.text("amount")).wrong("amount", wrong);
    Ok(page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

async fn page<'a>(request: &'a PageRequest<'_>, form: Form<'a>) -> Result<PageResponse, PageError> {
    if request.person()?.user.account_type == AccountType::Personal {
        return wallet::home(request, form).await;
    }
    let overview = request.app().accounts.overview(&request.caller()?, request.account()?).await?;
    let shell = request.shell(Section::Overview)?;
    let stop = request.app().stops.stop_in_force().await?;
    let locale = request.locale;
    let days: Vec<Day> = overview
        .days
        .iter()
        .map(|day| Day {
            label: locale.day_and_month(day.starts_at),
            money_in: day.money_in,
            money_out: day.money_out,
        })
        .collect();
    let page = OverviewPage {
        form,
        available: overview.balance.available,
        held: overview.held,
        moving: moving(&shell, &overview),
        lead: match days.len() {
            1 => locale.text("overview-today").to_owned(),
            count => locale.text_with("overview-last-days", &[("count", &count)]),
        },
        is_cut: (days.len() as i64) < OVERVIEW_DAYS,
        chart: (!days.is_empty()).then(|| chart(locale, &days)),
        stop: stop.map(|stop| FreezeNotice {
            since: locale.long_date_time(stop.created_at),
            why: why(locale, stop.cause),
        }),
        has_first_steps: has_first_steps(request).await?,
        has_paid: overview.latest.iter().any(|row| !row.transaction.kind.is_incoming()),
        lines: overview.latest.iter().map(|row| TransactionRow::of(&shell, row)).collect(),
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// Whether this is the demo user's test account, and a step of `/dev` is missing.
async fn has_first_steps(request: &PageRequest<'_>) -> Result<bool, PageError> {
    let settings = &request.web.settings;
    let Some(demo) = &settings.demo else { return Ok(false) };
    let is_demo_user = request.person()?.user.email.as_str() == demo.email;
    let is_shown = settings.captured_email.is_shown(request.is_from_this_machine);
    if !is_demo_user || !is_shown || request.mode()? != Mode::Test {
        return Ok(false);
    }
    Ok(!request.app().first_run.progress(&request.caller()?).await?.is_complete())
}

fn why(locale: Locale, cause: Cause) -> &'static str {
    match cause {
        Cause::Books => locale.text("overview-stopped-books"),
        Cause::AuditMissing => locale.text("overview-stopped-audit-missing"),
        Cause::ChainDiffers => locale.text("overview-stopped-chain-differs"),
        Cause::Unexplained => locale.text("overview-stopped-unexplained"),
        Cause::TokenChanged => locale.text("overview-stopped-token-changed"),
        Cause::ChainRewritten => locale.text("overview-stopped-chain-rewritten"),
        Cause::Settings => locale.text("overview-stopped-settings"),
        Cause::CommitsLost => locale.text("overview-stopped-commits-lost"),
        Cause::Operator => locale.text("overview-stopped-operator"),
    }
}

fn moving(shell: &Shell<'_>, overview: &Overview) -> Vec<PendingActivity> {
    let (locale, counts) = (shell.frame.locale, overview.under_way);
    let all = [
        (locale.text("overview-payouts"), counts.payouts, "payouts?status=processing"),
        (locale.text("overview-unclaimed"), counts.unclaimed, "transactions?status=pending_claim"),
        (locale.text("overview-deposits"), counts.deposits, "deposits"),
        (locale.text("overview-withdrawals"), counts.withdrawals, "withdrawals"),
    ];
    let moving = |(words, count, path): (&'static str, i64, &str)| PendingActivity {
        words,
        count: match count >= MAX_COUNTED {
            true => locale.text_with("overview-count-or-more", &[("count", &MAX_COUNTED)]),
            false => locale.integer(count),
        },
        is_none: count == 0,
        href: shell.at(path),
    };
    all.into_iter().map(moving).collect()
}
