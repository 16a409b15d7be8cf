//! Sending to one person: an email address, an amount and a reference. It is a payout with one item.

use app::NewPayout;
use askama::Template;
use axum::http::StatusCode;
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::email_address::EmailAddress;
use rules::money::{Amount, Currency};
use rules::refusal::{Limit, Refusal};

use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{
    PageError, PageRequest, PageResponse, amount_field, email_problem, pasted_email, refusal_text, wrong_text,
};

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

/// A form in which nothing is wrong.
pub struct Payment {
    pub email: EmailAddress,
    pub amount: Amount,
    pub reference: Option<String>,
}

impl Payment {
    pub fn payout(&self) -> NewPayout {
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

pub fn new_form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "send", request.csrf(), &request.form_key)
}

pub async fn page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let available = request.app().accounts.balance_of(&request.caller()?).await?.available;
    let page = SendPage {
        shell: request.shell(Section::Send)?,
        form,
        available: request.locale.money(available, Currency::Usdc),
    };
    Ok(PageResponse::page(&page))
}

/// The form as it was filled in.
pub fn filled<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    ["email", "amount", "reference"]
        .into_iter()
        .fold(new_form(request), |form, name| form.with(name, request.form.text(name)))
}

pub async fn again(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    Ok(page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// What the form asks for, or the form with everything that is wrong with it.
pub fn payment<'a>(request: &'a PageRequest<'_>) -> Result<Payment, Form<'a>> {
    let locale = request.locale;
    let typed = pasted_email(&request.form.text("email")).to_owned();
    let email = EmailAddress::check(&typed).map_err(|problem| match typed.is_empty() {
        true => locale.text("validation-email-empty").to_owned(),
        false => email_problem(locale, problem).to_owned(),
    });
    let limit = Limit::Item { items: Vec::new(), most: request.app().payouts.max_per_item() };
    let amount = amount_field(locale, &request.form, "amount", Currency::Usdc, limit);
    let reference = Some(request.form.text("reference")).filter(|reference| !reference.is_empty());
    let wrong_reference =
        reference.as_deref().and_then(|reference| wrong_text(locale, reference, 1, LONGEST_REFERENCE));
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
pub fn refused<'a>(request: &'a PageRequest<'_>, refusal: &Refusal) -> Form<'a> {
    let field = match refusal {
        Refusal::InsufficientFunds { .. }
        | Refusal::LimitExceeded(Limit::Item { .. } | Limit::LeastItem { .. }) => "amount",
        _ => "",
    };
    filled(request).wrong(field, refusal_text(request.locale, refusal))
}
