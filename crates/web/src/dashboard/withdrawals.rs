//! Withdrawals: the list, one with what became of it, its end, and what the sandbox can make happen. Making one is in
//! `make`.

mod arrival;
mod automatic;
mod bank_account;
mod make;
pub mod steps;

use app::SimulatedEvent;
use askama::Template;
use i18n::Locale;
use rules::external_transfer::Counterparty;
use rules::money::Amount;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::external_transfers::{self, ListText, OtherSide, PriceView};
use super::parts::TimelineStep;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/withdrawals", Access::SignedIn, |request| {
        Box::pin(external_transfers::list(request, list_text))
    }),
    Page::get("/dashboard/{mode}/withdrawals/new", Access::SignedIn, |request| Box::pin(make::show(request))),
    Page::post("/dashboard/{mode}/withdrawals/new", Access::SignedIn, |request| {
        Box::pin(make::review(request))
    }),
    Page::post("/dashboard/{mode}/withdrawals", Access::SignedIn, |request| Box::pin(make::make(request))),
    Page::get("/dashboard/{mode}/withdrawals/automatic", Access::SignedIn, |request| {
        Box::pin(automatic::show(request))
    }),
    Page::get("/dashboard/{mode}/withdrawals/automatic/edit", Access::RecentlyAuthenticated, |request| {
        Box::pin(automatic::edit(request))
    }),
    Page::post("/dashboard/{mode}/withdrawals/automatic/edit", Access::RecentlyAuthenticated, |request| {
        Box::pin(automatic::save(request))
    }),
    Page::post("/dashboard/{mode}/withdrawals/automatic/off", Access::SignedIn, |request| {
        Box::pin(automatic::turn_off(request))
    }),
    Page::get("/dashboard/{mode}/withdrawals/bank_account", Access::RecentlyAuthenticated, |request| {
        Box::pin(bank_account::show(request))
    }),
    Page::post("/dashboard/{mode}/withdrawals/bank_account", Access::RecentlyAuthenticated, |request| {
        Box::pin(bank_account::add(request))
    }),
    Page::get("/dashboard/{mode}/withdrawals/{id}", Access::SignedIn, |request| Box::pin(one(request))),
    Page::post("/dashboard/{mode}/withdrawals/{id}/cancel", Access::SignedIn, |request| {
        Box::pin(cancel(request))
    }),
    Page::post("/dashboard/{mode}/withdrawals/{id}/simulate", Access::SignedIn, |request| {
        Box::pin(simulate(request))
    }),
];

fn list_text(locale: Locale) -> ListText {
    ListText {
        section: Section::Withdrawals,
        kind: TransactionType::Withdrawal,
        statuses: &TransactionStatus::OF_WITHDRAWALS,
        title: locale.text("section-withdrawals"),
        lead: locale.text("withdrawals-lead"),
        add: locale.text("withdrawal-new"),
        none: [locale.text("withdrawals-none"), locale.text("withdrawals-none-text")],
        columns: [
            locale.text("transfer-to"),
            locale.text("label-status"),
            locale.text("label-created"),
            locale.text("transfer-you-receive"),
            locale.text("withdrawal-you-withdraw"),
        ],
    }
}

#[derive(Template)]
#[template(path = "dashboard/withdrawal.html")]
struct Withdrawal<'a> {
    shell: Shell<'a>,
    id: String,
    /// Where its receipt is.
    receipt: String,
    status: TransactionStatus,
    side: OtherSide,
    price: PriceView,
    /// A label and the date of its arrival, or of the estimate.
    arrival: Option<(&'static str, String)>,
    /// Why it did not arrive, if it did not.
    failure: Option<&'static str>,
    /// Where the money was sent on a chain, and by which transaction of it.
    address: Option<String>,
    hash: Option<String>,
    bank_reference: Option<String>,
    /// The payments that it was made of, if Florin made it by itself, and whether there are more.
    payments: Vec<Payment>,
    has_more_payments: bool,
    steps: Vec<TimelineStep>,
    look_again: Option<String>,
    form: Form<'a>,
    simulate: Form<'a>,
}

/// A payment that an automatic withdrawal was made of.
struct Payment {
    href: String,
    amount: Amount,
}

impl Withdrawal<'_> {
    fn title(&self) -> &'static str {
        match self.payments.is_empty() {
            true => self.shell.frame.locale.text("transaction-withdrawal"),
            false => self.shell.frame.locale.text("automatic-withdrawal"),
        }
    }

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
        let locale = self.shell.frame.locale;
        match self.status {
            TransactionStatus::Completed => {
                (locale.text("withdrawal-you-withdrew"), locale.text("transfer-you-received"))
            }
            TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => {
                (locale.text("withdrawal-back"), locale.text("transfer-you-would-have-received"))
            }
            TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing
            | TransactionStatus::Queued
            | TransactionStatus::PendingClaim => {
                (locale.text("withdrawal-you-withdraw"), locale.text("transfer-you-receive"))
            }
        }
    }

    /// Money that arrived can come back.
    fn can_come_back(&self) -> bool {
        self.status == TransactionStatus::Completed
    }
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = external_transfers::find(request, TransactionType::Withdrawal).await?;
    let side = external_transfers::other_sides(request, std::slice::from_ref(&row)).await?.remove(0);
    let (locale, external_transfer) = (request.locale, external_transfers::external_transfer(&row));
    let (payments, has_more_payments) = match external_transfer.is_automatic {
        true => payments(request, &row).await?,
        false => (Vec::new(), false),
    };
    let page = Withdrawal {
        arrival: arrival::of(request, &row)?,
        payments,
        has_more_payments,
        receipt: format!("{}/{}/receipt", Section::Transactions.href(request.mode()?), row.id),
        id: row.id.to_string(),
        status: row.status,
        side,
        price: PriceView::of(locale, &row, external_transfer),
        failure: row.failure_reason.map(|reason| steps::why(locale, reason)),
        address: match &external_transfer.counterparty {
            Counterparty::Address { address, .. } => Some(address.clone()),
            Counterparty::Operator { .. }
            | Counterparty::BankAccount(_)
            | Counterparty::DepositAddress { .. }
            | Counterparty::Unknown => None,
        },
        hash: external_transfer.hash.clone(),
        bank_reference: external_transfer.bank_reference.clone(),
        steps: steps::of(locale, &row, external_transfer),
        look_again: external_transfers::look_again(request, &row),
        form: Form::post(locale, "cancel", request.csrf(), &request.form_key),
        simulate: Form::post(locale, "simulate", request.csrf(), &request.form_key),
        shell: request.shell(Section::Withdrawals)?,
    };
    Ok(PageResponse::page(&page))
}

async fn payments(request: &PageRequest<'_>, row: &Transaction) -> Result<(Vec<Payment>, bool), PageError> {
    let known = request.app().external_transfers.payments_of_withdrawal(&request.caller()?, row.id).await?;
    let transactions = Section::Transactions.href(request.mode()?);
    let payments = known.latest.iter().map(|payment| Payment {
        href: format!("{transactions}/{}", payment.transaction),
        amount: payment.amount,
    });
    Ok((payments.collect(), known.is_more))
}

async fn cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request
        .app()
        .external_transfers
        .cancel_withdrawal(&request.caller()?, request.param("id"), request.idempotency()?)
        .await?;
    external_transfers::back_to(request, Section::Withdrawals, Flash::Cancelled)
}

async fn simulate(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    const EVENTS: [(&str, SimulatedEvent); 3] = [
        ("completed", SimulatedEvent::Completed),
        ("failed", SimulatedEvent::Failed),
        ("returned", SimulatedEvent::Returned),
    ];
    external_transfers::simulate(request, TransactionType::Withdrawal, &EVENTS).await?;
    external_transfers::back_to(request, Section::Withdrawals, Flash::Simulated)
}
