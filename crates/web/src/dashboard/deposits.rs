//! Deposits: the list, one with what its payer must do, its end, and what the sandbox can make happen. Making one is
//! in `make`, the address on the chain in `address`.

mod address;
mod make;
pub mod steps;

pub use make::choices;

use app::SimulatedEvent;
use askama::Template;
use i18n::Locale;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::time::Timestamp;
use rules::transaction::{TransactionStatus, TransactionType};

use super::external_transfers::{self, ListText, OtherSide, PriceView};
use super::object_links::ObjectLinks;
use super::parts::TimelineStep;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse};
use crate::rails;

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/deposits", Access::SignedIn, |request| {
        Box::pin(external_transfers::list(request, list_text))
    })
    .remembering(&external_transfers::FILTERS),
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

fn list_text(locale: Locale) -> ListText {
    ListText {
        section: Section::Deposits,
        kind: TransactionType::Deposit,
        statuses: &TransactionStatus::OF_DEPOSITS,
        title: locale.text("section-deposits"),
        lead: locale.text("deposits-lead"),
        add: locale.text("deposit-new"),
        none: [locale.text("deposits-none"), locale.text("deposits-none-text")],
        columns: [
            locale.text("transfer-from"),
            locale.text("label-status"),
            locale.text("label-created"),
            locale.text("transfer-you-send"),
            locale.text("transfer-you-receive"),
        ],
    }
}

/// What the payer must do: each with its label, to be copied.
pub struct Instructions {
    pub rows: Vec<(String, String)>,
    /// In digits alone, as forms of banks want it.
    pub amount: String,
    pub currency: &'static str,
    pub reference: String,
    pub until: String,
    /// How long the rate holds, and for how much.
    rate_until: String,
    rate_up_to: String,
}

#[derive(Template)]
#[template(path = "dashboard/deposit.html")]
struct Deposit<'a> {
    shell: Shell<'a>,
    object_links: Option<ObjectLinks>,
    id: String,
    status: TransactionStatus,
    side: OtherSide,
    price: PriceView,
    /// What was announced, if something else has come.
    other_amount: Option<String>,
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
        let locale = self.shell.frame.locale;
        match self.status {
            TransactionStatus::Completed => {
                (locale.text("transfer-you-sent"), locale.text("transfer-you-received"))
            }
            TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => {
                (locale.text("deposit-announced"), locale.text("transfer-you-would-have-received"))
            }
            TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing
            | TransactionStatus::Queued
            | TransactionStatus::PendingClaim => {
                (locale.text("transfer-you-send"), locale.text("transfer-you-receive"))
            }
        }
    }
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = external_transfers::find(request, TransactionType::Deposit).await?;
    let side = external_transfers::other_sides(request, std::slice::from_ref(&row)).await?.remove(0);
    let external_transfer = external_transfers::external_transfer(&row);
    let (locale, announced) = (request.locale, external_transfer.announced);
    let price = PriceView::of(locale, &row, external_transfer);
    let page = Deposit {
        object_links: ObjectLinks::of(request, &row.id.to_string(), &row.id.to_string()).await?,
        shell: request.shell(Section::Deposits)?,
        id: row.id.to_string(),
        status: row.status,
        side,
        other_amount: (price.gives != announced)
            .then(|| locale.money(announced, external_transfer.route.currency())),
        price,
        instructions: instructions(locale, external_transfer),
        steps: steps::of(locale, &row, external_transfer),
        look_again: external_transfers::look_again(request, &row),
        form: Form::post(locale, "cancel", request.csrf(), &request.form_key),
        simulate: Form::post(locale, "simulate", request.csrf(), &request.form_key),
    };
    Ok(PageResponse::page(&page))
}

/// What the payer of a deposit must do. Other transfers have no instructions.
pub fn instructions(locale: Locale, external_transfer: &ExternalTransfer) -> Option<Instructions> {
    let Counterparty::Operator { name, details } = &external_transfer.counterparty else { return None };
    let details: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(details).expect("the details of the operator are an object");
    let beneficiary = [(locale.text("deposit-beneficiary").to_owned(), name.clone())];
    let label = |field: &str| match external_transfer.route {
        Route::Bank(rail) => rails::view(rail).form.find(field).map(|field| (field.label)(locale).to_owned()),
        Route::Chain => None,
    };
    let texts = details.iter().filter_map(|(field, value)| {
        let label = label(field).unwrap_or_else(|| super::parts::words(field));
        Some((label, value.as_str()?.to_owned()))
    });
    let (announced, currency) = (external_transfer.announced, external_transfer.route.currency());
    let rate_lock = external_transfer.rate_lock;
    let date = |at: Option<Timestamp>| at.map(|at| locale.date_time(at)).unwrap_or_default();
    Some(Instructions {
        rows: beneficiary.into_iter().chain(texts).collect(),
        amount: locale.typed_amount(announced),
        currency: currency.code(),
        reference: external_transfer.reference.clone(),
        until: date(external_transfer.expires_at),
        rate_until: date(rate_lock.map(|lock| lock.expires_at)),
        rate_up_to: locale.money(rate_lock.map_or(announced, |lock| lock.max_amount), currency),
    })
}

async fn cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request
        .app()
        .external_transfers
        .cancel_deposit(&request.caller()?, request.param("id"), request.idempotency()?)
        .await?;
    external_transfers::back_to(request, Section::Deposits, Flash::DepositCancelled)
}

async fn simulate(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    const EVENTS: [(&str, SimulatedEvent); 3] = [
        ("received", SimulatedEvent::Received),
        ("failed", SimulatedEvent::Failed),
        ("expired", SimulatedEvent::Expired),
    ];
    external_transfers::simulate(request, TransactionType::Deposit, &EVENTS).await?;
    external_transfers::back_to(request, Section::Deposits, Flash::Simulated)
}
