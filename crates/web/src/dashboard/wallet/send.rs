//! Sending to one person: an email address, an amount and a reference, then the same to look at once more. It is a
//! payout with one item.

use app::{CommandResponse, Failure, ItemFilter, NewPayout, Paging};
use askama::Template;
use axum::http::StatusCode;
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::email_address::EmailAddress;
use rules::money::{Amount, Currency};
use rules::payout::PreviewItem;
use rules::refusal::{Limit, Refusal};
use rules::transaction::ItemStatus;

use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{
    Flash, PageError, PageRequest, PageResponse, amount_field, email_problem, made, refusal_text,
    text_problem,
};
use crate::rate_limits::Spender;

/// As long as the API's.
const LONGEST_REFERENCE: usize = 255;
const LONGEST_EMAIL: usize = 320;

#[derive(Template)]
#[template(path = "dashboard/wallet_send.html")]
struct SendPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    available: String,
}

#[derive(Template)]
#[template(path = "dashboard/wallet_send_review.html")]
struct ReviewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    amount: String,
    /// What is left of the balance afterwards.
    left: String,
    outcome: &'static str,
    back: String,
}

/// A form in which nothing is wrong.
struct Payment {
    email: EmailAddress,
    amount: Amount,
    reference: Option<String>,
}

impl Payment {
    fn payout(&self) -> NewPayout {
        let target = PayoutTarget::EmailAddress(self.email.clone());
        let item = NewItem { target, amount: self.amount, reference: self.reference.clone() };
        NewPayout { items: vec![item], reference: None }
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let typed = |name: &str| request.query.text(name).chars().take(LONGEST_EMAIL).collect::<String>();
    let form = new_form(request)
        .with("email", typed("email"))
        .with("amount", typed("amount"))
        .with("reference", typed("reference"));
    page(request, form).await
}

fn new_form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "send", request.csrf(), &request.form_key)
}

async fn page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let available = request.app().accounts.balance_of(&request.caller()?).await?.available;
    let page = SendPage {
        shell: request.shell(Section::Send)?,
        form,
        available: request.locale.money(available, Currency::Usdc),
    };
    Ok(PageResponse::page(&page))
}

/// The form as it was filled in.
fn filled<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    ["email", "amount", "reference"]
        .into_iter()
        .fold(new_form(request), |form, name| form.with(name, request.form.text(name)))
}

async fn again(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    Ok(page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// What the form asks for, or the form with everything that is wrong with it.
fn payment<'a>(request: &'a PageRequest<'_>) -> Result<Payment, Form<'a>> {
    let locale = request.locale;
    let typed = request.form.text("email");
    let email = EmailAddress::check(&typed).map_err(|problem| match typed.is_empty() {
        true => locale.text("validation-email-empty").to_owned(),
        false => email_problem(locale, problem).to_owned(),
    });
    let limit = Limit::Item { items: Vec::new(), most: request.app().payouts.most_per_item() };
    let amount = amount_field(locale, &request.form, "amount", Currency::Usdc, limit);
    let reference = Some(request.form.text("reference")).filter(|reference| !reference.is_empty());
    let wrong_reference = reference
        .as_deref()
        .and_then(|reference| rules::text::problem(reference, 1, LONGEST_REFERENCE))
        .map(|problem| text_problem(locale, problem, LONGEST_REFERENCE));
    match (email, amount, wrong_reference) {
        (Ok(email), Ok(amount), None) => Ok(Payment { email, amount, reference }),
        (email, amount, wrong_reference) => {
            let wrong = [("email", email.err()), ("amount", amount.err()), ("reference", wrong_reference)];
            let wrong = wrong.into_iter().filter_map(|(field, text)| Some((field, text?)));
            Err(wrong.fold(filled(request), |form, (field, text)| form.wrong(field, text)))
        }
    }
}

/// Why it can't be sent, beside the field that it is about.
fn refused<'a>(request: &'a PageRequest<'_>, refusal: &Refusal) -> Form<'a> {
    let field = match refusal {
        Refusal::InsufficientFunds { .. }
        | Refusal::LimitExceeded(Limit::Item { .. } | Limit::LeastItem { .. }) => "amount",
        _ => "",
    };
    filled(request).wrong(field, refusal_text(request.locale, refusal))
}

/// The same once more, with what will happen.
pub async fn review(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    if request.form.get("do") == "edit" {
        return page(request, filled(request)).await;
    }
    let payment = match payment(request) {
        Ok(payment) => payment,
        Err(form) => return again(request, form).await,
    };
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
    let page = ReviewPage {
        shell: request.shell(Section::Send)?,
        form,
        amount: locale.money(payment.amount, Currency::Usdc),
        left: locale.money(left, Currency::Usdc),
        outcome: outcome(request, preview.items.first().and_then(Option::as_ref)),
        back: Section::Send.href(request.mode()?),
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

/// Pays. What comes back from the review is checked again.
pub async fn send(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let payment = match payment(request) {
        Ok(payment) => payment,
        Err(form) => return again(request, form).await,
    };
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
            let (payout, any) = (made(&answered)?, ItemFilter::default());
            let only = Paging { cursor: None, size: 1, filters: String::new() };
            let items = payouts.payout_items_shown(&caller, &payout, &any, &only).await?.items;
            let item = items.first().ok_or(PageError::NotFound)?.transaction.id;
            Ok(PageResponse::goto(format!("{}/{item}", Section::Send.href(caller.mode)))
                .saying(Flash::PaymentSent))
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
