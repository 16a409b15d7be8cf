//! Captured email: everything that `florin dev` wrote, for developers on the same machine. It holds links that sign
//! people in and reset passwords, so it is not for others. `florin serve` has no such page.

use askama::Template;
use rules::email::EmailStatus;

use crate::dashboard::parts::StatusBadge;
use crate::dashboard::shown_email::{self, EmailView};
use crate::frame::Frame;
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};
use crate::settings::CapturedEmail;

pub static PAGES: &[Page] = &[
    Page::get("/dev/emails", Access::Anyone, |request| Box::pin(list(request))),
    Page::get("/dev/emails/{id}", Access::Anyone, |request| Box::pin(one(request))),
    Page::get("/dev/emails/{id}/html", Access::Anyone, |request| Box::pin(html(request))),
];

const MOST: usize = 50;

struct DevEmailRow {
    /// Nothing, while there is nothing to read: a digest is written when it is sent.
    href: Option<String>,
    to: String,
    about: &'static str,
    /// For programs, which don't know the words of every language.
    kind: &'static str,
    state: &'static str,
    status: StatusBadge,
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
    subject: &'a str,
    to: String,
    status: StatusBadge,
    email: EmailView<'a>,
    at: String,
    links: Vec<&'a str>,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    check_access(request)?;
    let messages = request.app().emails.every_email(None, MOST).await?;
    let locale = request.locale;
    let mut rows = Vec::with_capacity(messages.len());
    for message in messages {
        let id = message.id.to_string();
        let is_written =
            message.status != EmailStatus::Queued || request.app().emails.any_email(&id).await.is_ok();
        rows.push(DevEmailRow {
            href: is_written.then(|| format!("/dev/emails/{id}")),
            to: message.to.to_string(),
            about: shown_email::about(locale, message.kind),
            kind: message.kind.name(),
            state: message.state_name(),
            status: shown_email::status(request, &message),
            at: locale.date_time(message.created_at),
        });
    }
    Ok(PageResponse::page(&Emails { frame: request.frame(), rows }))
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    check_access(request)?;
    let shown = request.app().emails.any_email(request.param("id")).await?;
    let page = OneEmail {
        frame: request.frame(),
        subject: &shown.subject,
        to: shown.message.to.to_string(),
        status: shown_email::status(request, &shown.message),
        email: EmailView::of(request, &shown),
        at: request.locale.date_time(shown.message.created_at),
        links: links(&shown.text, &request.web.settings.origin),
    };
    Ok(PageResponse::page(&page).framing())
}

async fn html(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    check_access(request)?;
    let shown = request.app().emails.any_email(request.param("id")).await?;
    Ok(shown_email::html_part(&shown))
}

/// Whether the pages for developers are for this client.
pub fn check_access(request: &PageRequest<'_>) -> Result<(), PageError> {
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
