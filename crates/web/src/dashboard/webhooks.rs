//! Webhooks: the endpoints of an account, the events that each gets, and their deliveries.

mod deliveries;
mod delivery;
mod form;
mod labels;
mod one;
mod replay;
mod replay_view;
mod secret;
mod selected;
mod url_problem;

use askama::Template;
use rules::delivery::KEPT_SECONDS;
use rules::endpoint::Endpoint;

use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
use labels::{EndpointBadge, counted, events};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/webhooks", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/webhooks/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(form::ask(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(form::add(request))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}", Access::SignedIn, |request| Box::pin(one::show(request))),
    Page::get("/dashboard/{mode}/webhooks/{id}/progress", Access::SignedIn, |request| {
        Box::pin(one::progress(request))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/edit", Access::RecentlyAuthenticated, |request| {
        Box::pin(form::edit(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/edit", Access::RecentlyAuthenticated, |request| {
        Box::pin(form::save(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/on", Access::SignedIn, |request| {
        Box::pin(one::turn_on(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/off", Access::SignedIn, |request| {
        Box::pin(one::turn_off(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/test", Access::SignedIn, |request| {
        Box::pin(one::test(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/remove", Access::RecentlyAuthenticated, |request| {
        Box::pin(one::remove(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/secret", Access::RecentlyAuthenticated, |request| {
        Box::pin(secret::reveal(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/rotate", Access::RecentlyAuthenticated, |request| {
        Box::pin(secret::rotate(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/replay", Access::SignedIn, |request| {
        Box::pin(replay::start(request))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries", Access::SignedIn, |request| {
        Box::pin(deliveries::show(request))
    })
    .remembering(&deliveries::FILTERS),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries/selected/resend", Access::SignedIn, |request| {
        Box::pin(selected::ask_resend(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/deliveries/selected/resend", Access::SignedIn, |request| {
        Box::pin(selected::resend(request))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries/progress", Access::SignedIn, |request| {
        Box::pin(deliveries::progress(request))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries/{item_id}", Access::SignedIn, |request| {
        Box::pin(delivery::show(request))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries/{item_id}/progress", Access::SignedIn, |request| {
        Box::pin(delivery::progress(request))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/deliveries/{item_id}/again", Access::SignedIn, |request| {
        Box::pin(delivery::again(request))
    }),
];

#[derive(Template)]
#[template(path = "dashboard/webhooks.html")]
struct Endpoints<'a> {
    shell: Shell<'a>,
    rows: Vec<EndpointRow>,
    listen: String,
    kept_for: String,
}

struct EndpointRow {
    href: String,
    url: String,
    description: String,
    state: EndpointBadge,
    events: String,
    waiting: String,
    failed: String,
    has_failed: bool,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::Webhooks)?;
    let (mut rows, locale) = (Vec::new(), request.locale);
    for endpoint in request.app().webhooks.endpoints(request.account()?).await? {
        let (waiting, failed) = request.app().webhooks.delivery_counts(&endpoint).await?;
        rows.push(EndpointRow {
            href: shell.below(endpoint.id.to_string()),
            state: EndpointBadge::of(locale, &endpoint),
            events: events(locale, &endpoint.wants),
            waiting: counted(locale, waiting),
            failed: counted(locale, failed),
            has_failed: failed > 0,
            url: endpoint.url,
            description: endpoint.description,
        });
    }
    let kept_for = locale.duration(KEPT_SECONDS);
    Ok(PageResponse::page(&Endpoints { shell, rows, listen: listen_call(request), kept_for }))
}

/// For developers without a public address.
fn listen_call(request: &PageRequest<'_>) -> String {
    let server = &request.web.settings.origin;
    format!("export FLORIN_TEST_KEY=…\nflorin listen --server {server} --to http://localhost:3000/webhooks")
}

/// What the pages of one endpoint begin with.
struct Head {
    href: String,
    id: String,
    url: String,
    description: String,
    is_on: bool,
    created: String,
    /// The two halves of what there is to see of an endpoint.
    tabs: Vec<(&'static str, String, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EndpointTab {
    Overview,
    Deliveries,
}

impl Head {
    fn of(shell: &Shell<'_>, endpoint: &Endpoint, here: EndpointTab) -> Head {
        let locale = shell.frame.locale;
        let href = shell.below(endpoint.id.to_string());
        let tab = |words, half, href| (words, href, half == here);
        Head {
            id: endpoint.id.to_string(),
            url: endpoint.url.clone(),
            description: endpoint.description.clone(),
            is_on: endpoint.is_on(),
            created: locale.date_time(endpoint.created_at),
            tabs: vec![
                tab(locale.text("endpoint-overview"), EndpointTab::Overview, href.clone()),
                tab(
                    locale.text("endpoint-deliveries"),
                    EndpointTab::Deliveries,
                    format!("{href}/deliveries"),
                ),
            ],
            href,
        }
    }
}

/// The endpoint that the path names, of the account that it names.
async fn endpoint_of(request: &PageRequest<'_>) -> Result<Endpoint, PageError> {
    Ok(request.app().webhooks.own_endpoint(request.account()?, request.param("id")).await?)
}

/// The address of the endpoint's own page.
fn home(request: &PageRequest<'_>) -> Result<String, PageError> {
    Ok(format!("{}/{}", Section::Webhooks.href(request.mode()?), request.param("id")))
}
