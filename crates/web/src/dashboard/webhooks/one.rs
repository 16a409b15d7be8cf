//! One endpoint: how it stands, its secret, sending again, and its end.

use askama::Template;
use axum::http::StatusCode;
use rules::delivery::KEPT_SECONDS;
use rules::endpoint::{EnabledEvents, Endpoint};
use rules::time::SECONDS_PER_DAY;

use super::deliveries::{DeliveryRow, newest};
use super::labels::{EndpointBadge, counted, off_sentence, waiting, wants};
use super::live::LiveRefresh;
use super::replay_view::{self, ReplayProgress};
use super::{EndpointTab, Head, endpoint_of, home};
use crate::dashboard::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse, made};

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
    off: Option<(&'static str, String)>,
    waiting: Option<String>,
    /// Whether it is on and has not accepted a test event yet.
    is_pending: bool,
    /// Since when nothing was accepted, while it is on and verified.
    failing: Option<String>,
    /// The names of what it is told; none, if it is everything.
    types: Vec<&'static str>,
    old_secret_until: Option<String>,
    kept_days: i64,
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
    pulse: LiveRefresh,
    list: String,
    standing: EndpointBadge,
    waiting: String,
    failed: String,
    wants: String,
    course: Option<ReplayProgress>,
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
    let shell = request.shell(Section::Webhooks)?;
    let page = EndpointPage {
        form: Form::post("endpoint", request.csrf(), &request.form_key),
        replay,
        head: Head::of(&shell, &endpoint, EndpointTab::Overview),
        off: endpoint.off.map(|off| (off_sentence(off.reason), when::moment(off.at))),
        waiting: (counts.0 > 0).then(|| waiting(counts.0)),
        is_pending: endpoint.is_on() && endpoint.verified_at.is_none(),
        failing: endpoint
            .failing_since
            .filter(|_| endpoint.is_on() && endpoint.verified_at.is_some())
            .map(when::moment),
        types: match &endpoint.wants {
            EnabledEvents::Everything => Vec::new(),
            EnabledEvents::These(types) => types.iter().map(|kind| kind.name()).collect(),
        },
        old_secret_until: request.app().webhooks.old_secret_until(&endpoint).map(when::moment),
        kept_days: KEPT_SECONDS / SECONDS_PER_DAY,
        live: live(request, &endpoint, counts).await?,
        shell,
    };
    Ok(PageResponse::page(&page))
}

async fn live(request: &PageRequest<'_>, endpoint: &Endpoint, counts: (i64, i64)) -> Result<Live, PageError> {
    let (href, (waiting, failed)) = (home(request)?, counts);
    let webhooks = &request.app().webhooks;
    let (newest_replay, paused) =
        (webhooks.newest_replay(endpoint).await?, webhooks.replays_paused_until(endpoint));
    Ok(Live {
        pulse: LiveRefresh::of(request, href.clone(), &format!("{href}/progress")),
        list: format!("{href}/deliveries"),
        standing: EndpointBadge::of(endpoint),
        waiting: counted(waiting),
        failed: counted(failed),
        wants: wants(&endpoint.wants),
        course: newest_replay.as_ref().map(|replay| ReplayProgress::of(replay, paused)),
        rows: newest(request, endpoint, NEWEST).await?,
    })
}

pub async fn turn_on(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    switch(request, true, "endpoint_on").await
}

pub async fn turn_off(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    switch(request, false, "endpoint_off").await
}

async fn switch(request: &PageRequest<'_>, on: bool, said: &str) -> Result<PageResponse, PageError> {
    let (person, account, client_info) =
        (request.person()?, request.account()?, &request.visitor.client_info);
    request.app().webhooks.switch_endpoint(person, account, request.param("id"), on, client_info).await?;
    Ok(PageResponse::goto(format!("{}?said={said}", home(request)?)))
}

pub async fn test(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    endpoint_of(request).await?;
    let sent = request
        .app()
        .webhooks
        .send_test_event(request.account()?, request.param("id"), request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(format!("{}/deliveries/{}?said=tested", home(request)?, made(&sent)?)))
}

pub async fn remove(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (person, account, client_info) =
        (request.person()?, request.account()?, &request.visitor.client_info);
    request.app().webhooks.archive_endpoint(person, account, request.param("id"), client_info).await?;
    Ok(PageResponse::goto(format!("{}?said=endpoint_removed", Section::Webhooks.href(request.mode()?))))
}
