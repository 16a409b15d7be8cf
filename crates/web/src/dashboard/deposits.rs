//! Deposits: the list, one with what its payer must do, its end, and what the sandbox can make happen. Making one is
//! in `make`, the address on the chain in `address`.

mod address;
mod make;
mod steps;

pub use make::choices;

use app::SimulatedEvent;
use askama::Template;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::money::Amount;
use rules::transaction::{TransactionStatus, TransactionType};

use super::external_transfers::{self, ListText, OtherSide, PriceView};
use super::parts::TimelineStep;
use super::when::moment;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
use crate::rails;

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/deposits", Access::SignedIn, |request| {
        Box::pin(external_transfers::list(request, &LIST))
    }),
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

static LIST: ListText = ListText {
    section: Section::Deposits,
    kind: TransactionType::Deposit,
    statuses: &TransactionStatus::OF_DEPOSITS,
    title: "Deposits",
    lead: "Money that you send from a bank account becomes USDC in your balance.",
    add: "New deposit",
    none_on_page: "No deposit on this page matches. Older ones may: continue with the next page.",
    none_in_state: "No deposit is in this state right now.",
    none: ["No deposits yet", "Say how much you will send, and you are told where to."],
    columns: ["From", "Status", "Announced", "You send", "You get"],
};

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
    let row = external_transfers::find(request, TransactionType::Deposit).await?;
    let side = external_transfers::other_sides(request, std::slice::from_ref(&row)).await?.remove(0);
    let external_transfer = external_transfers::external_transfer(&row);
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

fn instructions(external_transfer: &ExternalTransfer) -> Option<Instructions> {
    let Counterparty::Operator { name, details } = &external_transfer.counterparty else { return None };
    let details: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(details).expect("the details of the operator are an object");
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
    external_transfers::back_to(request, Section::Deposits, "deposit_cancelled")
}

async fn simulate(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    const EVENTS: [(&str, SimulatedEvent); 3] = [
        ("received", SimulatedEvent::Received),
        ("failed", SimulatedEvent::Failed),
        ("expired", SimulatedEvent::Expired),
    ];
    external_transfers::simulate(request, TransactionType::Deposit, &EVENTS).await?;
    external_transfers::back_to(request, Section::Deposits, "simulated")
}
