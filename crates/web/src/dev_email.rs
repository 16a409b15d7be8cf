//! Captured email: everything that `florin dev` wrote, for developers on the same machine. It holds links that sign
//! people in and reset passwords, so it is not for others. `florin serve` has no such page.

use app::ShownEmail;
use askama::Template;

use crate::dashboard::when;
use crate::frame::Frame;
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
use crate::settings::CapturedEmail;

pub static PAGES: &[Page] = &[
    Page::get("/dev/emails", Access::Anyone, |request| Box::pin(list(request))),
    Page::get("/dev/emails/{id}", Access::Anyone, |request| Box::pin(one(request))),
];

const MOST: usize = 50;

struct DevEmailRow {
    href: String,
    to: String,
    kind: &'static str,
    status: &'static str,
    at: String,
}

#[derive(Template)]
#[template(path = "dev/emails.html")]
struct Emails<'a> {
    frame: Frame<'a>,
    rows: Vec<DevEmailRow>,
}

#[derive(Template)]
#[template(path = "dev/email.html")]
struct OneEmail<'a> {
    frame: Frame<'a>,
    shown: &'a ShownEmail,
    at: String,
    links: Vec<&'a str>,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    check_access(request)?;
    let messages = request.app().emails.every_email(None, MOST).await?;
    let rows = messages.into_iter().map(|message| DevEmailRow {
        href: format!("/dev/emails/{}", message.id),
        to: message.to.to_string(),
        kind: message.kind.name(),
        status: message.state_name(),
        at: when::moment(message.created_at),
    });
    Ok(PageResponse::page(&Emails { frame: request.english_frame(), rows: rows.collect() }))
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    check_access(request)?;
    let shown = request.app().emails.any_email(request.param("id")).await?;
    let links = links(&shown.text, &request.web.settings.origin);
    let at = when::moment(shown.message.created_at);
    Ok(PageResponse::page(&OneEmail { frame: request.english_frame(), shown: &shown, at, links }))
}

fn check_access(request: &PageRequest<'_>) -> Result<(), PageError> {
    match request.web.settings.captured_email {
        CapturedEmail::Hidden => Err(PageError::NotFound),
        CapturedEmail::ThisMachine if !request.is_from_this_machine => Err(PageError::OtherMachine),
        CapturedEmail::ThisMachine | CapturedEmail::Anyone => Ok(()),
    }
}

/// The addresses of this service that a text holds, each once.
pub fn links<'t>(text: &'t str, origin: &str) -> Vec<&'t str> {
    let mut links: Vec<&str> = text
        .split_whitespace()
        .filter(|word| word.strip_prefix(origin).is_some_and(|rest| rest.starts_with('/')))
        .collect();
    links.dedup();
    links
}
