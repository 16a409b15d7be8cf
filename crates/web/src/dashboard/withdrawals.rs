//! Withdrawals: the list, one with what became of it, its end, and what the sandbox can make happen. Making one is in
//! `make`.

mod make;
mod steps;

use app::{CrossingFilter, Period, SimulatedEvent, SimulatedNotice};
use askama::Template;
use rules::crossing::{Counterparty, Crossing};
use rules::money::Amount;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::crossings::{self, OtherSide, Price};
use super::form::Form;
use super::parts::Step;
use super::shell::{Section, Shell};
use super::when::moment;
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/withdrawals", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/withdrawals/new", Access::SignedIn, |visit| Box::pin(make::show(visit))),
    Page::post("/dashboard/{mode}/withdrawals/new", Access::SignedIn, |visit| Box::pin(make::review(visit))),
    Page::post("/dashboard/{mode}/withdrawals", Access::SignedIn, |visit| Box::pin(make::make(visit))),
    Page::get("/dashboard/{mode}/withdrawals/{id}", Access::SignedIn, |visit| Box::pin(one(visit))),
    Page::post("/dashboard/{mode}/withdrawals/{id}/cancel", Access::SignedIn, |visit| {
        Box::pin(cancel(visit))
    }),
    Page::post("/dashboard/{mode}/withdrawals/{id}/simulate", Access::SignedIn, |visit| {
        Box::pin(simulate(visit))
    }),
];

const STATUSES: [TransactionStatus; 5] = [
    TransactionStatus::Queued,
    TransactionStatus::Processing,
    TransactionStatus::Completed,
    TransactionStatus::Failed,
    TransactionStatus::Cancelled,
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
#[template(path = "dashboard/withdrawals.html")]
struct Withdrawals<'a> {
    shell: Shell<'a>,
    lines: Vec<Line>,
    tabs: Vec<(String, String, bool)>,
    first: Option<String>,
    next: Option<String>,
    is_filtered: bool,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    const FILTERS: [&str; 1] = ["status"];
    let shell = visit.shell(Section::Withdrawals)?;
    let status = TransactionStatus::parse(visit.query.get("status"));
    let statuses = status.into_iter().collect();
    let filter = CrossingFilter { kind: TransactionType::Withdrawal, created: Period::default(), statuses };
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
    let page = Withdrawals {
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
    row.crossing.as_deref().expect("withdrawals cross")
}

#[derive(Template)]
#[template(path = "dashboard/withdrawal.html")]
struct Withdrawal<'a> {
    shell: Shell<'a>,
    id: String,
    status: TransactionStatus,
    side: OtherSide,
    price: Price,
    /// Why it did not arrive, if it did not.
    trouble: Option<&'static str>,
    /// Where the money was sent on a chain, and by which transaction of it.
    address: Option<String>,
    hash: Option<String>,
    steps: Vec<Step>,
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

async fn one(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (caller, kind) = (visit.caller()?, TransactionType::Withdrawal);
    let row = visit.app().own_crossing(&caller, kind, visit.param("id")).await?;
    let side = crossings::other_sides(visit, std::slice::from_ref(&row)).await?.remove(0);
    let crossing = crossing(&row);
    let page = Withdrawal {
        shell: visit.shell(Section::Withdrawals)?,
        id: row.id.to_string(),
        status: row.status,
        side,
        price: Price::of(&row, crossing),
        trouble: row.failure_reason.map(steps::why),
        address: match &crossing.counterparty {
            Counterparty::Address { address, .. } => Some(address.clone()),
            Counterparty::Operator { .. }
            | Counterparty::BankAccount(_)
            | Counterparty::DepositAddress { .. }
            | Counterparty::Somebody => None,
        },
        hash: crossing.hash.clone(),
        steps: steps::of(&row, crossing),
        look_again: crossings::look_again(visit, &row),
        form: Form::post("cancel", visit.csrf(), &visit.form_key),
        simulate: Form::post("simulate", visit.csrf(), &visit.form_key),
    };
    Ok(Answer::page(&page))
}

async fn cancel(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    visit.app().cancel_withdrawal(&visit.caller()?, visit.param("id"), visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=cancelled", here(visit)?)))
}

/// A bank, or the chain, says something about it, in the sandbox.
async fn simulate(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    crossings::only_in_test(visit)?;
    let event = match visit.form.get("event") {
        "completed" => SimulatedEvent::Completed,
        "failed" => SimulatedEvent::Failed,
        "returned" => SimulatedEvent::Returned,
        _ => return Err(Trouble::NotFound),
    };
    let said = SimulatedNotice { event, amount: None, bank_reference: None };
    let (caller, kind) = (visit.caller()?, TransactionType::Withdrawal);
    visit.app().simulate_notice(&caller, kind, visit.param("id"), said, visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=simulated", here(visit)?)))
}

fn here(visit: &Visit<'_>) -> Result<String, Trouble> {
    Ok(format!("{}/{}", Section::Withdrawals.href(visit.mode()?), visit.param("id")))
}
