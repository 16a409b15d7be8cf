//! Email that a test account has caused. It is never sent, so this is where it is read.

use askama::Template;
use i18n::Locale;
use rules::account::Mode;
use rules::time::Timestamp;

use super::parts::StatusBadge;
use super::shown_email::{self, EmailView};
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/emails", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/emails/{id}", Access::SignedIn, |request| Box::pin(show(request))),
    Page::get("/dashboard/{mode}/emails/{id}/html", Access::SignedIn, |request| Box::pin(html(request))),
];

#[derive(Template)]
#[template(path = "dashboard/email.html")]
struct List<'a> {
    shell: Shell<'a>,
    lines: Vec<EmailRow>,
    links: PageLinks,
}

struct EmailRow {
    href: String,
    to: String,
    about: &'static str,
    status: StatusBadge,
    at: Timestamp,
}

#[derive(Template)]
#[template(path = "dashboard/email_one.html")]
struct OnePage<'a> {
    shell: Shell<'a>,
    to: String,
    subject: &'a str,
    email: EmailView<'a>,
    status: StatusBadge,
    at: Timestamp,
    /// Where the email leads, and what is there.
    link: Option<(String, &'static str)>,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    only_in_test(request)?;
    let shown = request.app().emails.messages(request.account()?, &request.paging(&[])).await?;
    let shell = request.shell(Section::Email)?;
    let line = |message: &rules::email::Email| EmailRow {
        href: shell.below(message.id.to_string()),
        to: message.to.to_string(),
        about: shown_email::about(request.locale, message.kind),
        status: shown_email::status(request, message),
        at: message.created_at,
    };
    let page = List {
        lines: shown.items.iter().map(line).collect(),
        links: request.page_links(&shown, |cursor| request.list_href(&[], cursor)),
        shell,
    };
    Ok(PageResponse::page(&page))
}

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    only_in_test(request)?;
    let shown = request.app().emails.email_shown(request.account()?, request.param("id")).await?;
    let shell = request.shell(Section::Email)?;
    let page = OnePage {
        to: shown.message.to.to_string(),
        link: link(request.locale, &shown.text, &request.web.settings.origin),
        subject: &shown.subject,
        email: EmailView::of(request, &shown),
        status: shown_email::status(request, &shown.message),
        at: shown.message.created_at,
        shell,
    };
    Ok(PageResponse::page(&page).framing())
}

async fn html(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    only_in_test(request)?;
    let shown = request.app().emails.email_shown(request.account()?, request.param("id")).await?;
    Ok(shown_email::html_part(&shown))
}

/// Live email goes to those it is for, and is not shown to the sender.
fn only_in_test(request: &PageRequest<'_>) -> Result<(), PageError> {
    if request.mode()? == Mode::Test { Ok(()) } else { Err(PageError::NotFound) }
}

/// What emails lead to that the dashboard can open, too.
fn places(locale: Locale) -> [(&'static str, &'static str); 3] {
    [
        ("/claim/", locale.text("emails-open-claim")),
        ("/dashboard/test/webhooks/", locale.text("emails-open-endpoint")),
        ("/dashboard/test/withdrawals/automatic", locale.text("automatic-email-button")),
    ]
}

/// The page that the text leads to, if it does: only an address of our own, and only its path.
fn link(locale: Locale, text: &str, origin: &str) -> Option<(String, &'static str)> {
    places(locale).into_iter().find_map(|(place, words)| {
        let start = text.find(&format!("{origin}{place}"))? + origin.len();
        let path: String =
            text[start..].chars().take_while(|c| c.is_ascii_graphic() && !"<>\"'".contains(*c)).collect();
        Some((path.trim_end_matches(['.', ',', ')']).to_owned(), words))
    })
}

#[cfg(test)]
mod tests {
    use i18n::Locale;

    use super::link;

    #[test]
    fn only_what_is_our_own_and_known_is_led_to() {
        let origin = "https://pay.example.com";
        let check = |text: &str, path: Option<&str>| {
            assert_eq!(link(Locale::ENGLISH, text, origin).map(|(path, _)| path).as_deref(), path, "{text}");
        };
        check("Open https://pay.example.com/claim/clm_abc.\nBye", Some("/claim/clm_abc"));
        check("Open <https://pay.example.com/claim/clm_abc>", Some("/claim/clm_abc"));
        check(
            "Look at https://pay.example.com/dashboard/test/webhooks/we_1",
            Some("/dashboard/test/webhooks/we_1"),
        );
        check(
            "Look at https://pay.example.com/dashboard/test/withdrawals/automatic.",
            Some("/dashboard/test/withdrawals/automatic"),
        );
        check("Open https://evil.example/claim/clm_abc", None);
        check("Look at https://evil.example/dashboard/test/webhooks/we_1", None);
        check("Open https://pay.example.com/dashboard", None);
    }
}
