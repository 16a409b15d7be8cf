//! The actions of a sender on a payout: cancel it or an item, and remind its recipients. In test mode, also claim as a
//! recipient.

use app::{CommandResponse, Failure};
use axum::http::StatusCode;
use rules::sandbox::can_claim_as_recipient;

use super::one;
use crate::page::shell::{Notice, Section};
use crate::page::{Flash, FlashMessage, PageError, PageRequest, PageResponse, refusal_text};
use crate::rate_limits::Spender;

pub async fn cancel(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (idempotency, caller) = (request.idempotency()?, request.caller()?);
    let done = request.app().payouts.cancel_payout(&caller, request.param("id"), idempotency).await;
    after(request, done.map(said(Flash::Cancelled))).await
}

pub async fn cancel_item(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (idempotency, caller) = (request.idempotency()?, request.caller()?);
    let (payout, item) = (request.param("id"), request.param("item_id"));
    let done = request.app().payouts.cancel_payout_item(&caller, payout, item, idempotency).await;
    after(request, done.map(said(Flash::Cancelled))).await
}

pub async fn remind(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    find_item(request).await?;
    let done = request.app().claim_pages.remind(request.caller()?.account, request.param("item_id")).await;
    after(request, done.map(|()| Flash::Reminded.into())).await
}

pub async fn remind_all(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, account, id) = (request.caller()?, request.account()?, request.param("id"));
    let payout = request.app().payouts.payout_shown(&caller, id).await?;
    // Each reminder counts as a write. The request has already spent the first.
    if let Ok(more @ 1..) = usize::try_from(payout.breakdown.pending_claim - 1) {
        let spender = Spender::Session(request.person()?.session.id);
        let _ = request.web.write_limits.reserve(account.mode, account.charged(), spender, more)?;
    }
    let done = request.app().claim_pages.remind_all(&caller, account, id).await;
    after(request, done.map(FlashMessage::reminded_all)).await
}

/// Claims into a test wallet, as the recipient would. The sender stays signed in.
pub async fn claim(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    if !can_claim_as_recipient(request.mode()?) {
        return Err(PageError::NotFound);
    }
    find_item(request).await?;
    let (caller, idempotency) = (request.caller()?, request.idempotency()?);
    let done = request.app().sandbox.simulate_claim(&caller, request.param("item_id"), idempotency).await;
    after(request, done.map(said(Flash::ClaimedAsRecipient))).await
}

/// Refuses an item of another payout as unknown, like an item of another account.
async fn find_item(request: &PageRequest<'_>) -> Result<(), PageError> {
    let (payout, item) = (request.param("id"), request.param("item_id"));
    request.app().payouts.payout_item_shown(&request.caller()?, payout, item).await?;
    Ok(())
}

fn said(flash: Flash) -> impl Fn(CommandResponse) -> FlashMessage {
    move |_| flash.into()
}

/// Redirects to the payout with a message, or shows the payout with the refusal.
async fn after(
    request: &PageRequest<'_>,
    done: Result<FlashMessage, Failure>,
) -> Result<PageResponse, PageError> {
    match done.map_err(PageError::from) {
        Ok(message) => Ok(PageResponse::goto(home(request)?).saying(message)),
        Err(PageError::Failed(Failure::Refused(refusal))) => {
            let notice = Notice::danger(refusal_text(request.locale, &refusal));
            Ok(one::page(request, Some(notice)).await?.with_status(StatusCode::CONFLICT))
        }
        Err(error) => Err(error),
    }
}

pub fn home(request: &PageRequest<'_>) -> Result<String, PageError> {
    Ok(format!("{}/{}", Section::Payouts.href(request.mode()?), request.param("id")))
}
