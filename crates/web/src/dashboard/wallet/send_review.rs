//! A payment to one person, to look at once more: what will happen, and whether it looks like one that was sent before.
//! Such a payment is sent only if the user says that it is meant.

use app::{Failure, Paging, PayoutFilter};
use askama::Template;
use axum::http::StatusCode;
use rules::id::PayoutId;
use rules::money::{Amount, Currency};
use rules::payout::{Preview, PreviewItem};
use rules::transaction::ItemStatus;

use super::send_form::{Payment, again, filled, new_form, page, payment, refused};
use super::sent::place_of;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/wallet_send_review.html")]
struct ReviewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    amount: String,
    /// What is left of the balance afterwards.
    left: String,
    outcome: &'static str,
    /// Of the email, if the recipient has set none.
    language: &'static str,
    back: String,
    /// Where a payment with the same recipient, amount and reference is.
    earlier: Option<String>,
}

pub async fn review(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    if request.form.get("do") == "edit" {
        return page(request, filled(request)).await;
    }
    match payment(request) {
        Ok(payment) => shown(request, &payment, None).await,
        Err(form) => again(request, form).await,
    }
}

/// The review once more, of a payment that must be confirmed.
pub async fn ask(request: &PageRequest<'_>, payment: &Payment) -> Result<PageResponse, PageError> {
    let mistake = request.locale.text("payout-review-earlier-missing");
    Ok(shown(request, payment, Some(mistake)).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// Whether this payment is like no other, or the user means to pay again, or this form is sent a second time.
pub async fn is_confirmed(request: &PageRequest<'_>, payment: &Payment) -> Result<bool, PageError> {
    if request.form.get("earlier") == "yes" {
        return Ok(true);
    }
    let (caller, payouts) = (request.caller()?, &request.app().payouts);
    // A refusal is explained when the payment is sent.
    let preview = match payouts.preview_payout(&caller, payment.payout()).await {
        Ok(preview) => preview,
        Err(Failure::Refused(_)) => return Ok(true),
        Err(failure) => return Err(failure.into()),
    };
    if earlier(request, payment, &preview).await?.is_none() {
        return Ok(true);
    }
    let Some(idempotency) = request.idempotency()? else { return Ok(false) };
    let same_form = PayoutFilter { idempotency_key: Some(idempotency.id.key), ..PayoutFilter::default() };
    let only = Paging { cursor: None, size: 1, filters: String::new() };
    Ok(!payouts.payouts_shown(&caller, &same_form, &only).await?.items.is_empty())
}

async fn earlier(
    request: &PageRequest<'_>,
    payment: &Payment,
    preview: &Preview,
) -> Result<Option<PayoutId>, PageError> {
    let (account, caller) = (request.account()?, request.caller()?);
    let found = request.app().payouts.earlier_payouts(account, &caller, &payment.payout(), preview).await?;
    Ok(found.into_iter().flatten().next())
}

async fn shown(
    request: &PageRequest<'_>,
    payment: &Payment,
    mistake: Option<&'static str>,
) -> Result<PageResponse, PageError> {
    let caller = request.caller()?;
    let preview = match request.app().payouts.preview_payout(&caller, payment.payout()).await {
        Ok(preview) => preview,
        Err(Failure::Refused(refusal)) => return again(request, refused(request, &refusal)).await,
        Err(failure) => return Err(failure.into()),
    };
    if let Some(refusal) = &preview.refusal {
        return again(request, refused(request, refusal)).await;
    }
    let locale = request.locale;
    let left = Amount::from_micros(preview.available.micros() - payment.amount.micros());
    let form = new_form(request)
        .with("email", payment.email.as_str())
        .with("amount", locale.typed_amount(payment.amount))
        .with("reference", payment.reference.as_deref().unwrap_or_default());
    let earlier = match earlier(request, payment, &preview).await? {
        Some(payout) => Some(place_of(request, &payout.to_string(), &payment.email).await?),
        None => None,
    };
    let page = ReviewPage {
        shell: request.shell(Section::Send)?,
        form: mistake.into_iter().fold(form, |form, text| form.wrong("earlier", text)),
        amount: locale.money(payment.amount, Currency::Usdc),
        left: locale.money(left, Currency::Usdc),
        outcome: outcome(request, preview.items.first().and_then(Option::as_ref)),
        language: request.recipient_language()?.own_name(),
        back: Section::Send.href(request.mode()?),
        earlier,
    };
    Ok(PageResponse::page(&page))
}

/// Whether a person has an account is not said before they are paid.
fn outcome(request: &PageRequest<'_>, item: Option<&PreviewItem>) -> &'static str {
    let locale = request.locale;
    match item.map(|item| item.status) {
        Some(ItemStatus::Completed) => locale.text("wallet-outcome-paid"),
        Some(ItemStatus::Failed) => locale.text("wallet-outcome-fails"),
        Some(ItemStatus::PendingClaim | ItemStatus::Processing | ItemStatus::Cancelled) | None => {
            locale.text("wallet-outcome-claim")
        }
    }
}
