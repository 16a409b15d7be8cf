//! Webhooks: the addresses an account is told at, what it is told, and what became of telling it.

mod deliveries;
mod delivery;
mod form;
mod live;
mod one;
mod replay;
mod secret;
mod words;

use askama::Template;
use rules::endpoint::Endpoint;

use super::shell::{Section, Shell};
use super::when;
use crate::visit::{Access, Answer, Page, Trouble, Visit};
use words::{Standing, counted, wants};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/webhooks", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/webhooks/new", Access::Proved, |visit| Box::pin(form::ask(visit))),
    Page::post("/dashboard/{mode}/webhooks/new", Access::Proved, |visit| Box::pin(form::add(visit))),
    Page::get("/dashboard/{mode}/webhooks/{id}", Access::SignedIn, |visit| Box::pin(one::show(visit))),
    Page::get("/dashboard/{mode}/webhooks/{id}/progress", Access::SignedIn, |visit| {
        Box::pin(one::progress(visit))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/edit", Access::Proved, |visit| Box::pin(form::edit(visit))),
    Page::post("/dashboard/{mode}/webhooks/{id}/edit", Access::Proved, |visit| Box::pin(form::save(visit))),
    Page::post("/dashboard/{mode}/webhooks/{id}/on", Access::SignedIn, |visit| Box::pin(one::turn_on(visit))),
    Page::post("/dashboard/{mode}/webhooks/{id}/off", Access::SignedIn, |visit| {
        Box::pin(one::turn_off(visit))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/test", Access::SignedIn, |visit| Box::pin(one::test(visit))),
    Page::post("/dashboard/{mode}/webhooks/{id}/remove", Access::Proved, |visit| {
        Box::pin(one::remove(visit))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/secret", Access::Proved, |visit| {
        Box::pin(secret::reveal(visit))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/rotate", Access::Proved, |visit| {
        Box::pin(secret::rotate(visit))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/replay", Access::SignedIn, |visit| {
        Box::pin(replay::start(visit))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries", Access::SignedIn, |visit| {
        Box::pin(deliveries::show(visit))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries/progress", Access::SignedIn, |visit| {
        Box::pin(deliveries::progress(visit))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries/{item_id}", Access::SignedIn, |visit| {
        Box::pin(delivery::show(visit))
    }),
    Page::get("/dashboard/{mode}/webhooks/{id}/deliveries/{item_id}/progress", Access::SignedIn, |visit| {
        Box::pin(delivery::progress(visit))
    }),
    Page::post("/dashboard/{mode}/webhooks/{id}/deliveries/{item_id}/again", Access::SignedIn, |visit| {
        Box::pin(delivery::again(visit))
    }),
];

#[derive(Template)]
#[template(path = "dashboard/webhooks.html")]
struct Endpoints<'a> {
    shell: Shell<'a>,
    lines: Vec<Line>,
    listen: String,
}

struct Line {
    href: String,
    url: String,
    description: String,
    standing: Standing,
    wants: String,
    waiting: String,
    failed: String,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let shell = visit.shell(Section::Webhooks)?;
    let mut lines = Vec::new();
    for endpoint in visit.app().endpoints(visit.account()?).await? {
        let (waiting, failed) = visit.app().delivery_counts(&endpoint).await?;
        lines.push(Line {
            href: shell.below(endpoint.id.to_string()),
            standing: Standing::of(&endpoint),
            wants: wants(&endpoint.wants),
            waiting: counted(waiting),
            failed: counted(failed),
            url: endpoint.url,
            description: endpoint.description,
        });
    }
    Ok(Answer::page(&Endpoints { shell, lines, listen: listen_call(visit) }))
}

/// For whoever has no public address yet.
fn listen_call(visit: &Visit<'_>) -> String {
    let server = &visit.web.settings.origin;
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
enum Half {
    Overview,
    Deliveries,
}

impl Head {
    fn of(shell: &Shell<'_>, endpoint: &Endpoint, here: Half) -> Head {
        let href = shell.below(endpoint.id.to_string());
        let tab = |words, half, href| (words, href, half == here);
        Head {
            id: endpoint.id.to_string(),
            url: endpoint.url.clone(),
            description: endpoint.description.clone(),
            is_on: endpoint.is_on(),
            created: when::moment(endpoint.created_at),
            tabs: vec![
                tab("Overview", Half::Overview, href.clone()),
                tab("Deliveries", Half::Deliveries, format!("{href}/deliveries")),
            ],
            href,
        }
    }
}

/// The endpoint that the path names, of the account that it names.
async fn endpoint_of(visit: &Visit<'_>) -> Result<Endpoint, Trouble> {
    Ok(visit.app().own_endpoint(visit.account()?, visit.param("id")).await?)
}

/// The address of the endpoint's own page.
fn home(visit: &Visit<'_>) -> Result<String, Trouble> {
    Ok(format!("{}/{}", Section::Webhooks.href(visit.mode()?), visit.param("id")))
}
