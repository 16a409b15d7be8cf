//! Captured email: everything that `florin dev` wrote, for developers on the same machine. It holds links that sign
//! people in and reset passwords, so it is not for others. `florin serve` has no such page.

use app::ShownMail;
use askama::Template;

use crate::dashboard::when;
use crate::pages::Frame;
use crate::settings::CapturedEmail;
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/dev/mail", Access::Anyone, |visit| Box::pin(list(visit))),
    Page::get("/dev/mail/{id}", Access::Anyone, |visit| Box::pin(one(visit))),
];

const MOST: usize = 50;

struct Row {
    href: String,
    to: String,
    kind: &'static str,
    status: &'static str,
    at: String,
}

#[derive(Template)]
#[template(path = "dev/mails.html")]
struct Mails<'a> {
    frame: Frame<'a>,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "dev/mail.html")]
struct OneMail<'a> {
    frame: Frame<'a>,
    shown: &'a ShownMail,
    at: String,
    links: Vec<&'a str>,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    check_access(visit)?;
    let mails = visit.app().every_mail(None, MOST).await?;
    let rows = mails.into_iter().map(|mail| Row {
        href: format!("/dev/mail/{}", mail.id),
        to: mail.email.to_string(),
        kind: mail.kind.name(),
        status: mail.state_name(),
        at: when::moment(mail.created_at),
    });
    Ok(Answer::page(&Mails { frame: visit.frame(), rows: rows.collect() }))
}

async fn one(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    check_access(visit)?;
    let shown = visit.app().any_mail(visit.param("id")).await?;
    let links = links(&shown.text, &visit.web.settings.origin);
    let at = when::moment(shown.mail.created_at);
    Ok(Answer::page(&OneMail { frame: visit.frame(), shown: &shown, at, links }))
}

fn check_access(visit: &Visit<'_>) -> Result<(), Trouble> {
    match visit.web.settings.captured_email {
        CapturedEmail::Hidden => Err(Trouble::NotFound),
        CapturedEmail::ThisMachine if !visit.is_from_this_machine => Err(Trouble::OtherMachine),
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
