//! The first steps: a page of `florin dev` that guides newcomers through one payment, with the demo user's test money.
//! It acts with the demo user's test key, as a program would. `florin serve` has no such page.

use app::auth::CredentialError;
use app::{CommandResponse, Failure, FirstRunProgress, NewPayout};
use askama::Template;
use axum::http::StatusCode;
use rules::account::{Caller, Mode};
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::email_address::EmailAddress;
use rules::id::AccountId;
use rules::money::{Amount, Currency};
use rules::refusal::Refusal;

use crate::dev_email::check_access;
use crate::frame::Frame;
use crate::page::form::Form;
use crate::page::{Access, Page, PageError, PageRequest, PageResponse, email_problem, refusal_text};
use crate::rate_limits::Spender;
use crate::settings::DemoAccount;

pub static PAGES: &[Page] = &[
    Page::get(PATH, Access::Anyone, |request| Box::pin(show(request))),
    Page::post("/dev/payouts", Access::Anyone, |request| Box::pin(pay(request))),
];

const PATH: &str = "/dev";
/// Every address works, because no email leaves the machine.
const SUGGESTED_ADDRESS: &str = "you@example.com";
const AMOUNT: Amount = Amount::from_micros(25_000_000);
/// A Pix key that the checks accept: a person's tax number with its check digits.
const SAMPLE_PIX_KEY: &str = "12345678909";

#[derive(Template)]
#[template(path = "dev/first_run.html")]
struct FirstRunPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
    amount: String,
    /// Hidden from other machines, which may read captured email if the operator allows it.
    account: Option<&'a DemoAccount>,
    works: bool,
    progress: Steps,
    listen: String,
    pay: String,
    /// Where the steps are asked for again, while a step is missing.
    refresh: Option<String>,
}

/// The progress, ready to be shown.
#[derive(Default)]
struct Steps {
    recipient: Option<String>,
    paid: String,
    email: Option<String>,
    is_claimed: bool,
    withdrawn: Option<String>,
    event: Option<EventView>,
    is_complete: bool,
}

struct EventView {
    kind: &'static str,
    at: String,
    body: String,
}

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let demo = demo(request)?;
    page(request, demo, form(request, SUGGESTED_ADDRESS)).await
}

/// A payment to this address, which counts once however often it is sent.
fn form<'r>(request: &'r PageRequest<'_>, email: &str) -> Form<'r> {
    Form::post(request.locale, "pay", request.csrf(), &request.form_key).with("email", email)
}

/// Pays the address that was typed, from the demo user's test account.
async fn pay(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let demo = demo(request)?;
    let Some((caller, spender)) = caller(request, demo).await? else { return Ok(PageResponse::goto(PATH)) };
    let (locale, typed) = (request.locale, request.form.text("email"));
    let refused = |text: String| form(request, &typed).wrong("email", text);
    let shown = match EmailAddress::check(&typed) {
        Err(problem) => refused(email_problem(locale, problem).to_owned()),
        Ok(to) if EmailAddress::parse(&demo.email).is_ok_and(|own| own.lookup_key() == to.lookup_key()) => {
            refused(locale.text("first-run-own-address").to_owned())
        }
        Ok(to) => match send(request, &caller, spender, to).await {
            Ok(()) => return Ok(PageResponse::goto(PATH)),
            // The same form named another address before.
            Err(PageError::Failed(Failure::Refused(Refusal::IdempotencyKeyReused { .. }))) => {
                return Err(PageError::Stale);
            }
            Err(PageError::Failed(Failure::Refused(refusal))) => refused(refusal_text(locale, &refusal)),
            Err(error) => return Err(error),
        },
    };
    Ok(page(request, demo, shown).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

async fn send(
    request: &PageRequest<'_>,
    caller: &Caller,
    (charged, spender): (AccountId, Spender),
    to: EmailAddress,
) -> Result<(), PageError> {
    let idempotency = request.idempotency_of(caller)?;
    let reserved = request.web.write_limits.reserve(Mode::Test, charged, spender, 1)?;
    let item = NewItem { target: PayoutTarget::EmailAddress(to), amount: AMOUNT, reference: None };
    let new = NewPayout { items: vec![item], reference: None };
    let paid = request.app().payouts.create_payout(caller, new, idempotency).await;
    if matches!(paid, Ok(CommandResponse::Again(_)) | Err(Failure::Refused(_))) {
        request.web.write_limits.give_back(&reserved);
    }
    paid.map(|_| ()).map_err(PageError::from)
}

fn demo<'r>(request: &'r PageRequest<'_>) -> Result<&'r DemoAccount, PageError> {
    check_access(request)?;
    request.web.settings.demo.as_ref().ok_or(PageError::NotFound)
}

/// The demo user's test account, and what its writes are counted for; nothing if the key was revoked.
async fn caller(
    request: &PageRequest<'_>,
    demo: &DemoAccount,
) -> Result<Option<(Caller, (AccountId, Spender))>, PageError> {
    match request.app().auth.authenticate(&demo.test_key, Mode::Test).await {
        Ok(authenticated) => {
            let counted = (authenticated.charged, Spender::Bearer(authenticated.bearer));
            Ok(Some((authenticated.caller, counted)))
        }
        Err(CredentialError::Failed(failure)) => Err(failure.into()),
        Err(
            CredentialError::Malformed(_)
            | CredentialError::Unknown
            | CredentialError::Revoked
            | CredentialError::Locked
            | CredentialError::Expired
            | CredentialError::WrongMode(_),
        ) => Ok(None),
    }
}

async fn page(
    request: &PageRequest<'_>,
    demo: &DemoAccount,
    form: Form<'_>,
) -> Result<PageResponse, PageError> {
    let caller = caller(request, demo).await?;
    let progress = match &caller {
        Some((caller, _)) => request.app().first_run.progress(caller).await?,
        None => FirstRunProgress::default(),
    };
    let mark = mark(&progress);
    if request.query.get("seen") == mark {
        return Ok(PageResponse::unchanged());
    }
    let account = Some(demo).filter(|_| request.is_from_this_machine);
    let key = account.map_or("$FLORIN_TEST_KEY", |account| &account.test_key);
    let program = account.map_or("florin", |account| &account.program);
    let origin = &request.web.settings.origin;
    let is_waiting = progress.payment.is_some() && !progress.is_complete();
    let page = FirstRunPage {
        frame: request.frame(),
        form,
        amount: request.locale.money(AMOUNT, Currency::Usdc),
        account,
        works: caller.is_some(),
        listen: format!("FLORIN_TEST_KEY={key} {program} listen --server {origin}"),
        pay: curl(origin, key),
        refresh: is_waiting.then(|| format!("{PATH}?seen={mark}")),
        progress: steps(request, progress),
    };
    Ok(PageResponse::page(&page))
}

/// Changes when a step does, so that an unchanged page stays as it is.
fn mark(progress: &FirstRunProgress) -> String {
    let payment = progress.payment.as_ref();
    let status = payment.map_or("none", |payment| payment.item.status.name());
    let is_written = payment.is_some_and(|payment| payment.email.is_some());
    let withdrawal = progress.withdrawal.as_ref().map_or("none", |row| row.status.name());
    let event = progress.accepted.as_ref().map_or(0, |event| event.at.micros());
    format!("{status}-{is_written}-{withdrawal}-{event}")
}

fn curl(origin: &str, key: &str) -> String {
    let amount = AMOUNT.to_string();
    format!(
        "curl {origin}/sandbox/v1/payouts \\\n  -H \"Authorization: Bearer {key}\" \\\n  \
         -H \"Content-Type: application/json\" \\\n  \
         -d '{{\"items\": [{{\"email\": \"{SUGGESTED_ADDRESS}\", \"amount\": \"{amount}\"}}]}}'"
    )
}

fn steps(request: &PageRequest<'_>, progress: FirstRunProgress) -> Steps {
    let locale = request.locale;
    let (is_claimed, is_complete) = (progress.is_claimed(), progress.is_complete());
    let mut steps = Steps { is_claimed, is_complete, ..Steps::default() };
    if let Some(payment) = progress.payment {
        steps.paid = locale.money(payment.item.amount, Currency::Usdc);
        steps.recipient = Some(payment.to.to_string());
        steps.email = payment.email.map(|email| format!("/dev/emails/{email}"));
    }
    steps.withdrawn = progress.withdrawal.map(|row| locale.money(row.amount, Currency::Usdc));
    steps.event = progress.accepted.map(|event| EventView {
        kind: event.kind.name(),
        at: locale.exact_date_time(event.at),
        body: pretty(&event.body),
    });
    steps
}

/// For people; what is sent has no line breaks.
fn pretty(body: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let pretty = value.and_then(|value| serde_json::to_string_pretty(&value).ok());
    pretty.unwrap_or_else(|| body.to_owned())
}
