//! Sends a payment that was reviewed. What comes back from the review is checked again.

use app::{CommandResponse, Failure};
use rules::money::Currency;
use rules::refusal::Refusal;

use super::send_form::{again, payment, refused};
use super::send_review;
use super::sent::place_of;
use crate::page::{Flash, PageError, PageRequest, PageResponse, made};
use crate::rate_limits::Spender;

pub async fn send(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let payment = match payment(request) {
        Ok(payment) => payment,
        Err(form) => return again(request, form).await,
    };
    if !send_review::is_confirmed(request, &payment).await? {
        return send_review::ask(request, &payment).await;
    }
    let (idempotency, caller) = (request.idempotency()?, request.caller()?);
    let spender = Spender::Session(request.person()?.session.id);
    let charged = request.account()?.charged();
    let reserved = request.web.write_limits.reserve(caller.mode, charged, spender, 1)?;
    let payouts = &request.app().payouts;
    let paid = payouts.pay_in_session(request.person()?, &caller, payment.payout(), idempotency).await;
    if matches!(paid, Ok(CommandResponse::Again(_)) | Err(Failure::Refused(_))) {
        request.web.write_limits.give_back(&reserved);
    }
    match paid {
        Ok(answered) => {
            let place = place_of(request, &made(&answered)?, &payment.email).await?;
            Ok(PageResponse::goto(place).saying(Flash::PaymentSent))
        }
        Err(Failure::Refused(Refusal::ConfirmationRequired)) => {
            let total = request.locale.money(payment.amount, Currency::Usdc);
            let about = request.locale.text_with("confirm-payout", &[("total", &total), ("count", &1)]);
            Err(PageError::ConfirmForm(about))
        }
        // The same form said something else before.
        Err(Failure::Refused(Refusal::IdempotencyKeyReused { .. })) => Err(PageError::Stale),
        Err(Failure::Refused(refusal)) => again(request, refused(request, &refusal)).await,
        Err(failure) => Err(failure.into()),
    }
}
