//! One endpoint: how it stands, its secret, sending again, and its end.

use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::delivery::KEPT_SECONDS;
use rules::endpoint::{EnabledEvents, Endpoint};
use rules::session::PROVED_SECONDS;

use super::deliveries::{DeliveryRow, newest};
use super::labels::{EndpointBadge, counted, events, off_sentence, waiting};
use super::replay_view::{self, ReplayProgress};
use super::{EndpointTab, Head, endpoint_of, home};
use crate::dashboard::live::{LiveRefresh, Pace};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse, made};

/// So many deliveries are shown with an endpoint.
const NEWEST: usize = 5;

#[derive(Template)]
#[template(path = "dashboard/webhook.html")]
struct EndpointPage<'a> {
    shell: Shell<'a>,
    /// For buttons.
    form: Form<'a>,
    replay: Form<'a>,
    head: Head,
    /// Why it is off, and since when.
    off: Option<String>,
    waiting: Option<String>,
    /// Whether it is on and has not accepted a test event yet.
    is_pending: bool,
    /// Since when nothing was accepted, while it is on and verified.
    failing: Option<String>,
    /// The names of what it is told; none, if it is everything.
    types: Vec<&'static str>,
    old_secret_until: Option<String>,
    kept_for: String,
    /// How long a password counts.
    proved_for: String,
    live: Live,
}

impl EndpointPage<'_> {
    fn replay_href(&self) -> String {
        format!("{}/replay", self.head.href)
    }
}

/// The part that is asked for again and again.
#[derive(Template)]
#[template(path = "dashboard/webhook_live.html")]
struct LivePart {
    live: Live,
}

struct Live {
    locale: Locale,
    pulse: LiveRefresh,
    list: String,
    state: EndpointBadge,
    waiting: String,
    failed: String,
    events: String,
    replay: Option<ReplayProgress>,
    rows: Vec<DeliveryRow>,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, replay_view::form(request)).await
}

/// The page, with what is wrong about sending again.
pub async fn refused(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    Ok(page(request, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn progress(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let counts = request.app().webhooks.delivery_counts(&endpoint).await?;
    Ok(PageResponse::page(&LivePart { live: live(request, &endpoint, counts).await? }))
}

async fn page(request: &PageRequest<'_>, replay: Form<'_>) -> Result<PageResponse, PageError> {
    let endpoint = endpoint_of(request).await?;
    let counts = request.app().webhooks.delivery_counts(&endpoint).await?;
    let (shell, locale) = (request.shell(Section::Webhooks)?, request.locale);
    let page = EndpointPage {
        form: Form::post(locale, "endpoint", request.csrf(), &request.form_key),
        replay,
        head: Head::of(&shell, &endpoint, EndpointTab::Overview),
        off: endpoint.off.map(|off| off_sentence(locale, off)),
        waiting: (counts.0 > 0).then(|| waiting(locale, counts.0)),
        is_pending: endpoint.is_on() && endpoint.verified_at.is_none(),
        failing: endpoint
            .failing_since
            .filter(|_| endpoint.is_on() && endpoint.verified_at.is_some())
            .map(|at| locale.date_time(at)),
        types: match &endpoint.wants {
            EnabledEvents::Everything => Vec::new(),
            EnabledEvents::These(types) => types.iter().map(|kind| kind.name()).collect(),
        },
        old_secret_until: request.app().webhooks.old_secret_until(&endpoint).map(|at| locale.date_time(at)),
        kept_for: locale.duration(KEPT_SECONDS),
        proved_for: locale.duration(PROVED_SECONDS),
        live: live(request, &endpoint, counts).await?,
        shell,
    };
    Ok(PageResponse::page(&page))
}

async fn live(request: &PageRequest<'_>, endpoint: &Endpoint, counts: (i64, i64)) -> Result<Live, PageError> {
    let (href, (waiting, failed), locale) = (home(request)?, counts, request.locale);
    let webhooks = &request.app().webhooks;
    let (newest_replay, paused) =
        (webhooks.newest_replay(endpoint).await?, webhooks.replays_paused_until(endpoint));
    Ok(Live {
        locale,
        pulse: LiveRefresh::of(request, Pace::Fast, href.clone(), &format!("{href}/progress")),
        list: format!("{href}/deliveries"),
        state: EndpointBadge::of(locale, endpoint),
        waiting: counted(locale, waiting),
        failed: counted(locale, failed),
        events: events(locale, &endpoint.wants),
        replay: newest_replay.as_ref().map(|replay| ReplayProgress::of(locale, replay, paused)),
        rows: newest(request, endpoint, NEWEST).await?,
    })
}

pub async fn turn_on(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    switch(request, true, Flash::EndpointOn).await
}

pub async fn turn_off(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    switch(request, false, Flash::EndpointOff).await
}

async fn switch(request: &PageRequest<'_>, on: bool, flash: Flash) -> Result<PageResponse, PageError> {
    let (person, account, client_info) =
        (request.person()?, request.account()?, &request.visitor.client_info);
    request.app().webhooks.switch_endpoint(person, account, request.param("id"), on, client_info).await?;
    Ok(PageResponse::goto(home(request)?).saying(flash))
}

pub async fn test(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    endpoint_of(request).await?;
    let sent = request
        .app()
        .webhooks
        .send_test_event(request.account()?, request.param("id"), request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(format!("{}/deliveries/{}", home(request)?, made(&sent)?)).saying(Flash::Tested))
}

pub async fn remove(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, account, client_info) =
        (request.person()?, request.account()?, &request.visitor.client_info);
    request.app().webhooks.archive_endpoint(person, account, request.param("id"), client_info).await?;
    Ok(PageResponse::goto(Section::Webhooks.href(request.mode()?)).saying(Flash::EndpointRemoved))
}
