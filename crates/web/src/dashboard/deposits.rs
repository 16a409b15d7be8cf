//! Deposits: the list, one with what its payer must do, its end, and what the sandbox can make happen. Making one is
//! in `make`, the address on the chain in `address`.

mod address;
mod make;
mod steps;

pub use make::{choices, needs_new_price};

use app::{ExternalTransferFilter, Period, SimulatedEvent, SimulatedRailNotice};
use askama::Template;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::money::Amount;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::external_transfers::{self, OtherSide, PriceView};
use super::parts::TimelineStep;
use super::when::moment;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
use crate::rails;

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/deposits", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/deposits/new", Access::SignedIn, |request| Box::pin(make::show(request))),
    Page::post("/dashboard/{mode}/deposits/new", Access::SignedIn, |request| Box::pin(make::review(request))),
    Page::post("/dashboard/{mode}/deposits", Access::SignedIn, |request| Box::pin(make::make(request))),
    Page::get("/dashboard/{mode}/deposits/address", Access::SignedIn, |request| {
        Box::pin(address::show(request))
    }),
    Page::post("/dashboard/{mode}/deposits/address", Access::SignedIn, |request| {
        Box::pin(address::another(request))
    }),
    Page::get("/dashboard/{mode}/deposits/{id}", Access::SignedIn, |request| Box::pin(one(request))),
    Page::post("/dashboard/{mode}/deposits/{id}/cancel", Access::SignedIn, |request| {
        Box::pin(cancel(request))
    }),
    Page::post("/dashboard/{mode}/deposits/{id}/simulate", Access::SignedIn, |request| {
        Box::pin(simulate(request))
    }),
];

struct DepositRow {
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
#[template(path = "dashboard/deposits.html")]
struct Deposits<'a> {
    shell: Shell<'a>,
    lines: Vec<DepositRow>,
    tabs: Vec<(String, String, bool)>,
    first: Option<String>,
    next: Option<String>,
    is_filtered: bool,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    const FILTERS: [&str; 1] = ["status"];
    let shell = request.shell(Section::Deposits)?;
    let status = TransactionStatus::parse(request.query.get("status"));
    let statuses = status.into_iter().collect();
    let filter =
        ExternalTransferFilter { kind: TransactionType::Deposit, created: Period::default(), statuses };
    let shown = request
        .app()
        .external_transfers
        .external_transfers_shown(&request.caller()?, &filter, &request.paging(&FILTERS))
        .await?;
    let sides = external_transfers::other_sides(request, &shown.items).await?;
    let lines = shown.items.iter().zip(sides).map(|(row, side)| DepositRow {
        href: shell.below(row.id.to_string()),
        side,
        status: row.status.name(),
        outside: external_transfer(row).outside,
        currency: external_transfer(row).route.currency().code(),
        inside: row.amount,
        at: moment(row.created_at),
        iso: row.created_at.to_string(),
    });
    let page = Deposits {
        lines: lines.collect(),
        shell,
        tabs: external_transfers::status_tabs(request, &TransactionStatus::OF_DEPOSITS),
        first: (!request.query.get("cursor").is_empty()).then(|| request.list_href(&FILTERS, None)),
        next: shown.next.map(|cursor| request.list_href(&FILTERS, Some(&cursor))),
        is_filtered: status.is_some(),
    };
    Ok(PageResponse::page(&page))
}

fn external_transfer(row: &Transaction) -> &ExternalTransfer {
    row.external_transfer.as_deref().expect("deposits cross")
}

/// What the payer must do: each with its label, to be copied.
struct Instructions {
    rows: Vec<(String, String)>,
    amount: Amount,
    currency: &'static str,
    reference: String,
    until: String,
    /// How long the rate holds, and for how much.
    rate_until: String,
    rate_up_to: Amount,
}

#[derive(Template)]
#[template(path = "dashboard/deposit.html")]
struct Deposit<'a> {
    shell: Shell<'a>,
    id: String,
    status: TransactionStatus,
    side: OtherSide,
    price: PriceView,
    /// Whether as much has come as was announced.
    announced: Amount,
    instructions: Option<Instructions>,
    steps: Vec<TimelineStep>,
    look_again: Option<String>,
    form: Form<'a>,
    simulate: Form<'a>,
}

impl Deposit<'_> {
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("{}/{what}", self.id))
    }

    fn is_awaited(&self) -> bool {
        self.status == TransactionStatus::AwaitingTransfer
    }

    /// What the two ends of the price are called.
    fn ends(&self) -> (&'static str, &'static str) {
        match self.status {
            TransactionStatus::Completed => ("You sent", "You got"),
            TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => {
                ("Announced", "Would have become")
            }
            TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing
            | TransactionStatus::Queued
            | TransactionStatus::PendingClaim => ("You send", "You get"),
        }
    }

    fn is_as_announced(&self) -> bool {
        self.price.gives == self.announced
    }
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = find(request).await?;
    let side = external_transfers::other_sides(request, std::slice::from_ref(&row)).await?.remove(0);
    let external_transfer = external_transfer(&row);
    let page = Deposit {
        shell: request.shell(Section::Deposits)?,
        id: row.id.to_string(),
        status: row.status,
        side,
        price: PriceView::of(&row, external_transfer),
        announced: external_transfer.announced,
        instructions: instructions(external_transfer),
        steps: steps::of(&row, external_transfer),
        look_again: external_transfers::look_again(request, &row),
        form: Form::post("cancel", request.csrf(), &request.form_key),
        simulate: Form::post("simulate", request.csrf(), &request.form_key),
    };
    Ok(PageResponse::page(&page))
}

async fn find(request: &PageRequest<'_>) -> Result<Transaction, PageError> {
    let (caller, kind) = (request.caller()?, TransactionType::Deposit);
    Ok(request.app().external_transfers.own_external_transfer(&caller, kind, request.param("id")).await?)
}

fn instructions(external_transfer: &ExternalTransfer) -> Option<Instructions> {
    let Counterparty::Operator { name, details } = &external_transfer.counterparty else { return None };
    let details: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(details).unwrap_or_default();
    let beneficiary = [("Beneficiary".to_owned(), name.clone())];
    let label = |field: &str| match external_transfer.route {
        Route::Bank(rail) => rails::view(rail).form.find(field).map(|field| field.label.to_owned()),
        Route::Chain => None,
    };
    let texts = details.iter().filter_map(|(field, value)| {
        let label = label(field).unwrap_or_else(|| super::parts::words(field));
        Some((label, value.as_str()?.to_owned()))
    });
    Some(Instructions {
        rows: beneficiary.into_iter().chain(texts).collect(),
        amount: external_transfer.announced,
        currency: external_transfer.route.currency().code(),
        reference: external_transfer.reference.clone(),
        until: external_transfer.expires_at.map(moment).unwrap_or_default(),
        rate_until: external_transfer.rate_lock.map(|lock| moment(lock.expires_at)).unwrap_or_default(),
        rate_up_to: external_transfer.rate_lock.map_or(external_transfer.announced, |lock| lock.max_amount),
    })
}

async fn cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request
        .app()
        .external_transfers
        .cancel_deposit(&request.caller()?, request.param("id"), request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(format!("{}?said=deposit_cancelled", here(request)?)))
}

/// A bank says something about it, in the sandbox.
async fn simulate(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    external_transfers::only_in_test(request)?;
    let event = match request.form.get("event") {
        "received" => SimulatedEvent::Received,
        "failed" => SimulatedEvent::Failed,
        "expired" => SimulatedEvent::Expired,
        _ => return Err(PageError::NotFound),
    };
    let said = SimulatedRailNotice { event, amount: None, bank_reference: None };
    let (caller, kind) = (request.caller()?, TransactionType::Deposit);
    request
        .app()
        .sandbox
        .simulate_notice(&caller, kind, request.param("id"), said, request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(format!("{}?said=simulated", here(request)?)))
}

fn here(request: &PageRequest<'_>) -> Result<String, PageError> {
    Ok(format!("{}/{}", Section::Deposits.href(request.mode()?), request.param("id")))
}
