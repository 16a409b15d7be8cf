//! Withdrawals: the list, one with what became of it, its end, and what the sandbox can make happen. Making one is in
//! `make`.

mod make;
mod steps;

use app::{ExternalTransferFilter, Period, SimulatedEvent, SimulatedRailNotice};
use askama::Template;
use rules::external_transfer::{Counterparty, ExternalTransfer};
use rules::money::Amount;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::external_transfers::{self, OtherSide, PriceView};
use super::parts::TimelineStep;
use super::when::moment;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/withdrawals", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/withdrawals/new", Access::SignedIn, |request| Box::pin(make::show(request))),
    Page::post("/dashboard/{mode}/withdrawals/new", Access::SignedIn, |request| {
        Box::pin(make::review(request))
    }),
    Page::post("/dashboard/{mode}/withdrawals", Access::SignedIn, |request| Box::pin(make::make(request))),
    Page::get("/dashboard/{mode}/withdrawals/{id}", Access::SignedIn, |request| Box::pin(one(request))),
    Page::post("/dashboard/{mode}/withdrawals/{id}/cancel", Access::SignedIn, |request| {
        Box::pin(cancel(request))
    }),
    Page::post("/dashboard/{mode}/withdrawals/{id}/simulate", Access::SignedIn, |request| {
        Box::pin(simulate(request))
    }),
];

struct WithdrawalRow {
    href: String,
    side: OtherSide,
    status: &'static str,
    outside: Amount,
    currency: &'static str,
    inside: Amount,
    at: String,
    iso: String,
}

#[derive(Template)]
#[template(path = "dashboard/withdrawals.html")]
struct Withdrawals<'a> {
    shell: Shell<'a>,
    lines: Vec<WithdrawalRow>,
    tabs: Vec<(String, String, bool)>,
    first: Option<String>,
    next: Option<String>,
    is_filtered: bool,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    const FILTERS: [&str; 1] = ["status"];
    let shell = request.shell(Section::Withdrawals)?;
    let status = TransactionStatus::parse(request.query.get("status"));
    let statuses = status.into_iter().collect();
    let filter =
        ExternalTransferFilter { kind: TransactionType::Withdrawal, created: Period::default(), statuses };
    let shown = request
        .app()
        .external_transfers
        .external_transfers_shown(&request.caller()?, &filter, &request.paging(&FILTERS))
        .await?;
    let sides = external_transfers::other_sides(request, &shown.items).await?;
    let lines = shown.items.iter().zip(sides).map(|(row, side)| WithdrawalRow {
        href: shell.below(row.id.to_string()),
        side,
        status: row.status.name(),
        outside: external_transfer(row).outside,
        currency: external_transfer(row).route.currency().code(),
        inside: row.amount,
        at: moment(row.created_at),
        iso: row.created_at.to_string(),
    });
    let page = Withdrawals {
        lines: lines.collect(),
        shell,
        tabs: external_transfers::status_tabs(request, &TransactionStatus::OF_WITHDRAWALS),
        first: (!request.query.get("cursor").is_empty()).then(|| request.list_href(&FILTERS, None)),
        next: shown.next.map(|cursor| request.list_href(&FILTERS, Some(&cursor))),
        is_filtered: status.is_some(),
    };
    Ok(PageResponse::page(&page))
}

fn external_transfer(row: &Transaction) -> &ExternalTransfer {
    row.external_transfer.as_deref().expect("withdrawals cross")
}

#[derive(Template)]
#[template(path = "dashboard/withdrawal.html")]
struct Withdrawal<'a> {
    shell: Shell<'a>,
    id: String,
    status: TransactionStatus,
    side: OtherSide,
    price: PriceView,
    /// Why it did not arrive, if it did not.
    failure: Option<&'static str>,
    /// Where the money was sent on a chain, and by which transaction of it.
    address: Option<String>,
    hash: Option<String>,
    steps: Vec<TimelineStep>,
    look_again: Option<String>,
    form: Form<'a>,
    simulate: Form<'a>,
}

impl Withdrawal<'_> {
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("{}/{what}", self.id))
    }

    fn is_queued(&self) -> bool {
        self.status == TransactionStatus::Queued
    }

    fn is_under_way(&self) -> bool {
        !self.status.is_end()
    }

    /// What the two ends of the price are called.
    fn ends(&self) -> (&'static str, &'static str) {
        match self.status {
            TransactionStatus::Completed => ("Left your balance", "Arrived"),
            TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => {
                ("Back in your balance", "Would have arrived")
            }
            TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing
            | TransactionStatus::Queued
            | TransactionStatus::PendingClaim => ("Leaves your balance", "Arrives"),
        }
    }

    /// Money that arrived can come back.
    fn can_come_back(&self) -> bool {
        self.status == TransactionStatus::Completed
    }
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, kind) = (request.caller()?, TransactionType::Withdrawal);
    let row =
        request.app().external_transfers.own_external_transfer(&caller, kind, request.param("id")).await?;
    let side = external_transfers::other_sides(request, std::slice::from_ref(&row)).await?.remove(0);
    let external_transfer = external_transfer(&row);
    let page = Withdrawal {
        shell: request.shell(Section::Withdrawals)?,
        id: row.id.to_string(),
        status: row.status,
        side,
        price: PriceView::of(&row, external_transfer),
        failure: row.failure_reason.map(steps::why),
        address: match &external_transfer.counterparty {
            Counterparty::Address { address, .. } => Some(address.clone()),
            Counterparty::Operator { .. }
            | Counterparty::BankAccount(_)
            | Counterparty::DepositAddress { .. }
            | Counterparty::Somebody => None,
        },
        hash: external_transfer.hash.clone(),
        steps: steps::of(&row, external_transfer),
        look_again: external_transfers::look_again(request, &row),
        form: Form::post("cancel", request.csrf(), &request.form_key),
        simulate: Form::post("simulate", request.csrf(), &request.form_key),
    };
    Ok(PageResponse::page(&page))
}

async fn cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request
        .app()
        .external_transfers
        .cancel_withdrawal(&request.caller()?, request.param("id"), request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(format!("{}?said=cancelled", here(request)?)))
}

/// A bank, or the chain, says something about it, in the sandbox.
async fn simulate(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    external_transfers::only_in_test(request)?;
    let event = match request.form.get("event") {
        "completed" => SimulatedEvent::Completed,
        "failed" => SimulatedEvent::Failed,
        "returned" => SimulatedEvent::Returned,
        _ => return Err(PageError::NotFound),
    };
    let said = SimulatedRailNotice { event, amount: None, bank_reference: None };
    let (caller, kind) = (request.caller()?, TransactionType::Withdrawal);
    request
        .app()
        .sandbox
        .simulate_notice(&caller, kind, request.param("id"), said, request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(format!("{}?said=simulated", here(request)?)))
}

fn here(request: &PageRequest<'_>) -> Result<String, PageError> {
    Ok(format!("{}/{}", Section::Withdrawals.href(request.mode()?), request.param("id")))
}
