//! One payment that was sent: what became of it, and what its sender can still do.

use app::{Failure, ItemFilter, NamedTransaction, Paging};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::email_address::EmailAddress;
use rules::money::Currency;
use rules::payout::MAX_ITEMS;
use rules::transaction::{TransactionStatus, TransactionType};

use crate::dashboard::external_transfers::look_again;
use crate::page::form::Form;
use crate::page::shell::{Notice, Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse, refusal_text};

#[derive(Template)]
#[template(path = "dashboard/wallet_sent.html")]
struct SentPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    id: String,
    email: String,
    amount: String,
    status: &'static str,
    /// What the status means.
    text: String,
    reference: Option<String>,
    date: String,
    receipt: String,
    /// When the sender last reminded the recipient, while the payment waits.
    reminded: Option<String>,
    can_cancel: bool,
    can_remind: bool,
    look_again: Option<String>,
}

impl SentPage<'_> {
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("{}/{what}", self.id))
    }
}

/// Where the payment to this recipient is that a payout made.
pub async fn place_of(
    request: &PageRequest<'_>,
    payout: &str,
    email: &EmailAddress,
) -> Result<String, PageError> {
    let (caller, any) = (request.caller()?, ItemFilter::default());
    let all = Paging { cursor: None, size: MAX_ITEMS, filters: String::new() };
    let items = request.app().payouts.payout_items_shown(&caller, payout, &any, &all).await?.items;
    let item = items.iter().find(|item| item.email == *email).ok_or(PageError::NotFound)?;
    Ok(format!("{}/{}", Section::Send.href(caller.mode), item.transaction.id))
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = find(request).await?;
    page(request, &row, None).await
}

async fn find(request: &PageRequest<'_>) -> Result<NamedTransaction, PageError> {
    let row = request.app().accounts.named_transaction(&request.caller()?, request.param("id")).await?;
    if row.transaction.kind == TransactionType::Payout { Ok(row) } else { Err(PageError::NotFound) }
}

async fn page(
    request: &PageRequest<'_>,
    row: &NamedTransaction,
    notice: Option<Notice>,
) -> Result<PageResponse, PageError> {
    let (locale, transaction) = (request.locale, &row.transaction);
    let mut shell = request.shell(Section::Send)?;
    shell.notice = notice.or(shell.notice);
    let id = transaction.id.to_string();
    let page = SentPage {
        form: Form::post(locale, "sent", request.csrf(), &request.form_key),
        receipt: shell.at(format!("transactions/{id}/receipt")),
        email: row.email.as_ref().map(ToString::to_string).unwrap_or_default(),
        amount: locale.money(transaction.amount, Currency::Usdc),
        status: locale.transaction_status(transaction.status),
        text: text(locale, row),
        reference: transaction.reference.clone(),
        date: locale.date_time(transaction.created_at),
        reminded: reminded(request, row).await?,
        can_cancel: !transaction.status.is_end(),
        can_remind: transaction.status == TransactionStatus::PendingClaim,
        look_again: look_again(request, transaction),
        id,
        shell,
    };
    Ok(PageResponse::page(&page))
}

async fn reminded(request: &PageRequest<'_>, row: &NamedTransaction) -> Result<Option<String>, PageError> {
    let last = request.app().claim_pages.last_reminder(&request.caller()?, row).await?;
    Ok(last.map(|at| request.locale.date_time(at)))
}

fn text(locale: Locale, row: &NamedTransaction) -> String {
    let transaction = &row.transaction;
    match transaction.status {
        TransactionStatus::Completed => locale.text("wallet-sent-completed").to_owned(),
        TransactionStatus::PendingClaim => {
            let date = transaction.claim_expires_at.map(|at| locale.long_date(at)).unwrap_or_default();
            locale.text_with("wallet-sent-pending", &[("date", &date)])
        }
        TransactionStatus::Queued | TransactionStatus::Processing | TransactionStatus::AwaitingTransfer => {
            locale.text("wallet-sent-processing").to_owned()
        }
        TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => {
            locale.text("wallet-sent-back").to_owned()
        }
    }
}

pub async fn cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (row, caller, idempotency) = (find(request).await?, request.caller()?, request.idempotency()?);
    let payout = row.transaction.payout.ok_or(PageError::NotFound)?.to_string();
    let payouts = &request.app().payouts;
    let done = payouts.cancel_payout_item(&caller, &payout, request.param("id"), idempotency).await;
    after(request, done.map(|_| ()), Flash::Cancelled).await
}

pub async fn remind(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = find(request).await?;
    let done = request.app().claim_pages.remind(row.transaction.account, request.param("id")).await;
    after(request, done, Flash::Reminded).await
}

/// The page, which says what was done, or why it could not be.
async fn after(
    request: &PageRequest<'_>,
    done: Result<(), Failure>,
    flash: Flash,
) -> Result<PageResponse, PageError> {
    match done {
        Ok(()) => {
            let section = Section::Send.href(request.mode()?);
            Ok(PageResponse::goto(format!("{section}/{}", request.param("id"))).saying(flash))
        }
        Err(Failure::Refused(refusal)) => {
            let notice = Notice::danger(refusal_text(request.locale, &refusal));
            let answer = page(request, &find(request).await?, Some(notice)).await?;
            Ok(answer.with_status(StatusCode::CONFLICT))
        }
        Err(failure) => Err(failure.into()),
    }
}
