//! One endpoint: how it stands, its secret, sending again, and its end.

use askama::Template;
use axum::http::StatusCode;
use rules::delivery::KEPT_SECONDS;
use rules::endpoint::{Endpoint, Wants};
use rules::time::SECONDS_PER_DAY;

use super::deliveries::{Row, newest};
use super::live::Pulse;
use super::replay::{self, Course};
use super::words::{Standing, counted, off_sentence, waiting, wants};
use super::{Half, Head, endpoint_of, home};
use crate::dashboard::form::Form;
use crate::dashboard::shell::{Section, Shell};
use crate::dashboard::when;
use crate::visit::{Answer, Trouble, Visit, made};

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
    pulse: Pulse,
    list: String,
    standing: Standing,
    waiting: String,
    failed: String,
    wants: String,
    course: Option<Course>,
    rows: Vec<Row>,
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    page(visit, replay::form(visit)).await
}

/// The page, with what is wrong about sending again.
pub async fn refused(visit: &Visit<'_>, form: Form<'_>) -> Result<Answer, Trouble> {
    Ok(page(visit, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn progress(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let endpoint = endpoint_of(visit).await?;
    let counts = visit.app().delivery_counts(&endpoint).await?;
    Ok(Answer::page(&LivePart { live: live(visit, &endpoint, counts).await? }))
}

async fn page(visit: &Visit<'_>, replay: Form<'_>) -> Result<Answer, Trouble> {
    let endpoint = endpoint_of(visit).await?;
    let counts = visit.app().delivery_counts(&endpoint).await?;
    let shell = visit.shell(Section::Webhooks)?;
    let page = EndpointPage {
        form: Form::post("endpoint", visit.csrf(), &visit.form_key),
        replay,
        head: Head::of(&shell, &endpoint, Half::Overview),
        off: endpoint.off.map(|off| (off_sentence(off.reason), when::moment(off.at))),
        waiting: (counts.0 > 0).then(|| waiting(counts.0)),
        is_pending: endpoint.is_on() && endpoint.verified_at.is_none(),
        failing: endpoint
            .failing_since
            .filter(|_| endpoint.is_on() && endpoint.verified_at.is_some())
            .map(when::moment),
        types: match &endpoint.wants {
            Wants::Everything => Vec::new(),
            Wants::These(types) => types.iter().map(|kind| kind.name()).collect(),
        },
        old_secret_until: visit.app().old_secret_until(&endpoint).map(when::moment),
        kept_days: KEPT_SECONDS / SECONDS_PER_DAY,
        live: live(visit, &endpoint, counts).await?,
        shell,
    };
    Ok(Answer::page(&page))
}

async fn live(visit: &Visit<'_>, endpoint: &Endpoint, counts: (i64, i64)) -> Result<Live, Trouble> {
    let (href, (waiting, failed)) = (home(visit)?, counts);
    Ok(Live {
        pulse: Pulse::of(visit, href.clone(), &format!("{href}/progress")),
        list: format!("{href}/deliveries"),
        standing: Standing::of(endpoint),
        waiting: counted(waiting),
        failed: counted(failed),
        wants: wants(&endpoint.wants),
        course: visit.app().newest_replay(endpoint).await?.as_ref().map(Course::of),
        rows: newest(visit, endpoint, NEWEST).await?,
    })
}

pub async fn turn_on(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    switch(visit, true, "endpoint_on").await
}

pub async fn turn_off(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    switch(visit, false, "endpoint_off").await
}

async fn switch(visit: &Visit<'_>, on: bool, said: &str) -> Result<Answer, Trouble> {
    let (person, account, whence) = (visit.person()?, visit.account()?, &visit.visitor.whence);
    visit.app().switch_endpoint(person, account, visit.param("id"), on, whence).await?;
    Ok(Answer::goto(format!("{}?said={said}", home(visit)?)))
}

pub async fn test(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    endpoint_of(visit).await?;
    let sent = visit.app().send_test_event(visit.account()?, visit.param("id"), visit.claim()?).await?;
    Ok(Answer::goto(format!("{}/deliveries/{}?said=tested", home(visit)?, made(&sent)?)))
}

pub async fn remove(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (person, account, whence) = (visit.person()?, visit.account()?, &visit.visitor.whence);
    visit.app().archive_endpoint(person, account, visit.param("id"), whence).await?;
    Ok(Answer::goto(format!("{}?said=endpoint_removed", Section::Webhooks.href(visit.mode()?))))
}
