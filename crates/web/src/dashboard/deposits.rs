//! Deposits: the list, one with what its payer must do, its end, and what the sandbox can make happen. Making one is
//! in `make`, the address on the chain in `address`.

mod address;
mod make;
mod steps;

pub use make::{choices, needs_new_price};

use app::{CrossingFilter, Period, SimulatedEvent, SimulatedNotice};
use askama::Template;
use rules::crossing::{Counterparty, Crossing};
use rules::money::Amount;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::bank_accounts::label;
use super::crossings::{self, OtherSide, Price};
use super::form::Form;
use super::parts::Step;
use super::shell::{Section, Shell};
use super::when::moment;
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/deposits", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/deposits/new", Access::SignedIn, |visit| Box::pin(make::show(visit))),
    Page::post("/dashboard/{mode}/deposits/new", Access::SignedIn, |visit| Box::pin(make::review(visit))),
    Page::post("/dashboard/{mode}/deposits", Access::SignedIn, |visit| Box::pin(make::make(visit))),
    Page::get("/dashboard/{mode}/deposits/address", Access::SignedIn, |visit| Box::pin(address::show(visit))),
    Page::post("/dashboard/{mode}/deposits/address", Access::SignedIn, |visit| {
        Box::pin(address::another(visit))
    }),
    Page::get("/dashboard/{mode}/deposits/{id}", Access::SignedIn, |visit| Box::pin(one(visit))),
    Page::post("/dashboard/{mode}/deposits/{id}/cancel", Access::SignedIn, |visit| Box::pin(cancel(visit))),
    Page::post("/dashboard/{mode}/deposits/{id}/simulate", Access::SignedIn, |visit| {
        Box::pin(simulate(visit))
    }),
];

const STATUSES: [TransactionStatus; 6] = [
    TransactionStatus::AwaitingTransfer,
    TransactionStatus::Processing,
    TransactionStatus::Completed,
    TransactionStatus::Failed,
    TransactionStatus::Cancelled,
    TransactionStatus::Expired,
];

struct Line {
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
    lines: Vec<Line>,
    tabs: Vec<(String, String, bool)>,
    first: Option<String>,
    next: Option<String>,
    is_filtered: bool,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    const FILTERS: [&str; 1] = ["status"];
    let shell = visit.shell(Section::Deposits)?;
    let status = TransactionStatus::parse(visit.query.get("status"));
    let statuses = status.into_iter().collect();
    let filter = CrossingFilter { kind: TransactionType::Deposit, created: Period::default(), statuses };
    let shown = visit.app().crossings_shown(&visit.caller()?, &filter, &visit.paging(&FILTERS)).await?;
    let sides = crossings::other_sides(visit, &shown.items).await?;
    let lines = shown.items.iter().zip(sides).map(|(row, side)| Line {
        href: shell.below(row.id.to_string()),
        side,
        status: row.status.name(),
        outside: crossing(row).outside,
        currency: crossing(row).route.currency().code(),
        inside: row.amount,
        at: moment(row.created_at),
        iso: row.created_at.to_string(),
    });
    let page = Deposits {
        lines: lines.collect(),
        shell,
        tabs: crossings::status_tabs(visit, &STATUSES),
        first: (!visit.query.get("cursor").is_empty()).then(|| visit.list_href(&FILTERS, None)),
        next: shown.next.map(|cursor| visit.list_href(&FILTERS, Some(&cursor))),
        is_filtered: status.is_some(),
    };
    Ok(Answer::page(&page))
}

fn crossing(row: &Transaction) -> &Crossing {
    row.crossing.as_deref().expect("deposits cross")
}

/// What whoever pays must do: each with its label, to be copied.
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
    price: Price,
    /// Whether as much has come as was announced.
    announced: Amount,
    instructions: Option<Instructions>,
    steps: Vec<Step>,
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

async fn one(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let row = find(visit).await?;
    let side = crossings::other_sides(visit, std::slice::from_ref(&row)).await?.remove(0);
    let crossing = crossing(&row);
    let page = Deposit {
        shell: visit.shell(Section::Deposits)?,
        id: row.id.to_string(),
        status: row.status,
        side,
        price: Price::of(&row, crossing),
        announced: crossing.announced,
        instructions: instructions(crossing),
        steps: steps::of(&row, crossing),
        look_again: crossings::look_again(visit, &row),
        form: Form::post("cancel", visit.csrf(), &visit.form_key),
        simulate: Form::post("simulate", visit.csrf(), &visit.form_key),
    };
    Ok(Answer::page(&page))
}

async fn find(visit: &Visit<'_>) -> Result<Transaction, Trouble> {
    let (caller, kind) = (visit.caller()?, TransactionType::Deposit);
    Ok(visit.app().own_crossing(&caller, kind, visit.param("id")).await?)
}

fn instructions(crossing: &Crossing) -> Option<Instructions> {
    let Counterparty::Operator { name, details } = &crossing.counterparty else { return None };
    let details: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(details).unwrap_or_default();
    let beneficiary = [("Beneficiary".to_owned(), name.clone())];
    let texts = details.iter().filter_map(|(field, value)| Some((label(field), value.as_str()?.to_owned())));
    Some(Instructions {
        rows: beneficiary.into_iter().chain(texts).collect(),
        amount: crossing.announced,
        currency: crossing.route.currency().code(),
        reference: crossing.reference.clone(),
        until: crossing.expires_at.map(moment).unwrap_or_default(),
        rate_until: crossing.rate_lock.map(|lock| moment(lock.expires_at)).unwrap_or_default(),
        rate_up_to: crossing.rate_lock.map_or(crossing.announced, |lock| lock.max_amount),
    })
}

async fn cancel(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    visit.app().cancel_deposit(&visit.caller()?, visit.param("id"), visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=deposit_cancelled", here(visit)?)))
}

/// A bank says something about it, in the sandbox.
async fn simulate(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    crossings::only_in_test(visit)?;
    let event = match visit.form.get("event") {
        "received" => SimulatedEvent::Received,
        "failed" => SimulatedEvent::Failed,
        "expired" => SimulatedEvent::Expired,
        _ => return Err(Trouble::NotFound),
    };
    let said = SimulatedNotice { event, amount: None, bank_reference: None };
    let (caller, kind) = (visit.caller()?, TransactionType::Deposit);
    visit.app().simulate_notice(&caller, kind, visit.param("id"), said, visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=simulated", here(visit)?)))
}

fn here(visit: &Visit<'_>) -> Result<String, Trouble> {
    Ok(format!("{}/{}", Section::Deposits.href(visit.mode()?), visit.param("id")))
}
