//! Webhooks: the addresses an account is told at, what it is told, and what became of telling it.

mod deliveries;
mod delivery;
mod form;
mod labels;
mod live;
mod one;
mod replay;
mod replay_view;
mod secret;

use askama::Template;
use rules::endpoint::Endpoint;

use super::when;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
use labels::{EndpointBadge, counted, wants};

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
    lines: Vec<EndpointRow>,
    listen: String,
}

struct EndpointRow {
    href: String,
    url: String,
    description: String,
    standing: EndpointBadge,
    wants: String,
    waiting: String,
    failed: String,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::Webhooks)?;
    let mut lines = Vec::new();
    for endpoint in request.app().webhooks.endpoints(request.account()?).await? {
        let (waiting, failed) = request.app().webhooks.delivery_counts(&endpoint).await?;
        lines.push(EndpointRow {
            href: shell.below(endpoint.id.to_string()),
            standing: EndpointBadge::of(&endpoint),
            wants: wants(&endpoint.wants),
            waiting: counted(waiting),
            failed: counted(failed),
            url: endpoint.url,
            description: endpoint.description,
        });
    }
    Ok(PageResponse::page(&Endpoints { shell, lines, listen: listen_call(request) }))
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
        let href = shell.below(endpoint.id.to_string());
        let tab = |words, half, href| (words, href, half == here);
        Head {
            id: endpoint.id.to_string(),
            url: endpoint.url.clone(),
            description: endpoint.description.clone(),
            is_on: endpoint.is_on(),
            created: when::moment(endpoint.created_at),
            tabs: vec![
                tab("Overview", EndpointTab::Overview, href.clone()),
                tab("Deliveries", EndpointTab::Deliveries, format!("{href}/deliveries")),
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
