//! One delivery: what was sent, every attempt, and what came back.

use app::DeliveryStory;
use askama::Template;
use i18n::Locale;
use rules::delivery::{Attempt, AttemptResponse, DeliveryStatus};
use rules::endpoint::Endpoint;
use rules::time::Timestamp;

use super::labels::{advice, excerpt, response};
use super::{deliveries, endpoint_of, home};
use crate::dashboard::delivery_status::status_badge;
use crate::dashboard::live::{LiveRefresh, Pace};
use crate::dashboard::object_links::creation;
use crate::dashboard::parts::StatusBadge;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/webhook_delivery.html")]
struct DeliveryPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    endpoint: &'a Endpoint,
    story: &'a DeliveryStory,
    list: String,
    object_href: Option<String>,
    /// The page of the API request that created the object.
    creation: Option<String>,
    body: String,
    course: DeliveryProgress,
}

/// The part that is asked for again while it waits.
#[derive(Template)]
#[template(path = "dashboard/webhook_delivery_live.html")]
struct LivePart {
    course: DeliveryProgress,
}

struct DeliveryProgress {
    locale: Locale,
    pulse: LiveRefresh,
    status: StatusBadge,
    /// What comes next, or why nothing does.
    text: String,
    attempts: Vec<AttemptRow>,
}

struct AttemptRow {
    number: i64,
    status: StatusBadge,
    title: String,
    advice: &'static str,
    /// Why there was no response, as the network or TLS called it, in English.
    reason: String,
    excerpt: String,
    at: Timestamp,
    took_millis: i64,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let story = story(request).await?;
    let shell = request.shell(Section::Webhooks)?;
    let (event, locale) = (&story.shown.event, request.locale);
    let page = DeliveryPage {
        form: Form::post(locale, "again", request.csrf(), &request.form_key),
        list: format!("{}/deliveries", home(request)?),
        object_href: page_of(event.kind.name(), &event.object).map(|path| shell.at(path)),
        creation: creation(request, &event.object).await?,
        body: pretty(&story.body),
        course: course(request, &endpoint, &story)?,
        endpoint: &endpoint,
        story: &story,
        shell,
    };
    Ok(PageResponse::page(&page))
}

pub async fn progress(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let story = story(request).await?;
    Ok(PageResponse::page(&LivePart { course: course(request, &endpoint, &story)? }))
}

pub async fn again(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    request
        .app()
        .webhooks
        .replay_delivery(request.account()?, request.param("id"), request.param("item_id"))
        .await?;
    Ok(PageResponse::goto(here(request)?).saying(Flash::Replayed))
}

async fn story(request: &PageRequest<'_>) -> Result<DeliveryStory, PageError> {
    Ok(request
        .app()
        .webhooks
        .delivery(request.account()?, request.param("id"), request.param("item_id"))
        .await?)
}

fn here(request: &PageRequest<'_>) -> Result<String, PageError> {
    Ok(format!("{}/deliveries/{}", home(request)?, request.param("item_id")))
}

fn course(
    request: &PageRequest<'_>,
    endpoint: &Endpoint,
    story: &DeliveryStory,
) -> Result<DeliveryProgress, PageError> {
    let (here, status, locale) = (here(request)?, story.shown.delivery.status, request.locale);
    let part = format!("{here}/progress");
    let pulse = match status {
        DeliveryStatus::Waiting => LiveRefresh::of(request, Pace::Fast, here, &part),
        DeliveryStatus::Delivered | DeliveryStatus::Failed | DeliveryStatus::Skipped => {
            LiveRefresh::still(here)
        }
    };
    let now = request.app().webhooks.time_of(request.account()?);
    let when = deliveries::next(locale, &story.shown, endpoint.is_on(), now).unwrap_or_default();
    let text = match status {
        DeliveryStatus::Waiting if !endpoint.is_on() => locale.text("delivery-waits-for-endpoint").to_owned(),
        DeliveryStatus::Waiting if story.attempts.is_empty() => {
            locale.text_with("delivery-first-attempt", &[("when", &when)])
        }
        DeliveryStatus::Waiting => locale.text_with("delivery-next-attempt", &[("when", &when)]),
        DeliveryStatus::Delivered => locale.text("delivery-delivered").to_owned(),
        DeliveryStatus::Failed => locale.text("delivery-failed").to_owned(),
        DeliveryStatus::Skipped => locale.text("delivery-skipped").to_owned(),
    };
    Ok(DeliveryProgress {
        locale,
        pulse,
        status: status_badge(locale, status),
        text,
        attempts: story.attempts.iter().map(|attempt| row(locale, attempt)).collect(),
    })
}

fn row(locale: Locale, attempt: &Attempt) -> AttemptRow {
    let status = match attempt.answer.is_success() {
        true => StatusBadge::named("succeeded", locale.text("delivery-attempt-succeeded")),
        false => StatusBadge::named("failed", locale.text("delivery-attempt-failed")),
    };
    let (shown, reason) = match &attempt.answer {
        AttemptResponse::Status { excerpt: text, .. } => (excerpt(text), String::new()),
        AttemptResponse::Nothing { why } => (String::new(), excerpt(why)),
    };
    AttemptRow {
        number: attempt.number,
        status,
        title: response(locale, &attempt.answer),
        advice: advice(locale, &attempt.answer),
        reason,
        excerpt: shown,
        at: attempt.at,
        took_millis: attempt.took_millis,
    }
}

/// Where the dashboard shows what an event is about, if it does.
fn page_of(kind: &str, object: &str) -> Option<String> {
    let list = match kind.split('.').next()? {
        "payout" => "payouts",
        "payout_item" | "inbound_transfer" => "transactions",
        "deposit" => "deposits",
        "withdrawal" => "withdrawals",
        "recipient" => "recipients",
        "bank_account" => "bank_accounts",
        "external_wallet" => "external_wallets",
        "webhook" => "webhooks",
        _ => return None,
    };
    Some(format!("{list}/{object}"))
}

/// For people; what is sent has no line breaks.
fn pretty(body: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let pretty = value.and_then(|value| serde_json::to_string_pretty(&value).ok());
    pretty.unwrap_or_else(|| body.to_owned())
}

#[cfg(test)]
mod tests {
    use rules::event_type::EventType;

    use super::{page_of, pretty};

    #[test]
    fn whatever_an_event_is_about_has_a_page() {
        for kind in EventType::ALL {
            let page = page_of(kind.name(), "x_1");
            assert!(page.is_some_and(|page| page.ends_with("s/x_1")), "{}", kind.name());
        }
        assert_eq!(page_of("weather.changed", "x_1"), None);
    }

    #[test]
    fn a_body_is_laid_out_in_its_own_order() {
        assert_eq!(pretty(r#"{"b":1,"a":"10.00"}"#), "{\n  \"b\": 1,\n  \"a\": \"10.00\"\n}");
        assert_eq!(pretty("not JSON"), "not JSON");
    }
}
