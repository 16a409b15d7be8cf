//! Mail that a test account has caused. It is never sent, so this is where it is read.

use askama::Template;
use rules::account::Mode;
use rules::mail::MailKind;

use super::shell::{Section, Shell};
use super::when;
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/mail", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/mail/{id}", Access::SignedIn, |visit| Box::pin(show(visit))),
];

#[derive(Template)]
#[template(path = "dashboard/mail.html")]
struct List<'a> {
    shell: Shell<'a>,
    lines: Vec<Line>,
    first: Option<String>,
    next: Option<String>,
}

struct Line {
    href: String,
    to: String,
    about: &'static str,
    status: &'static str,
    iso: String,
    at: String,
}

#[derive(Template)]
#[template(path = "dashboard/mail_one.html")]
struct OnePage<'a> {
    shell: Shell<'a>,
    to: String,
    subject: String,
    text: String,
    status: &'static str,
    iso: String,
    at: String,
    /// Where the mail leads, and what is there.
    link: Option<(String, &'static str)>,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    only_in_test(visit)?;
    let shown = visit.app().mails(visit.account()?, &visit.paging(&[])).await?;
    let shell = visit.shell(Section::Mail)?;
    let line = |mail: &rules::mail::Mail| Line {
        href: shell.below(mail.id.to_string()),
        to: mail.email.to_string(),
        about: about(mail.kind),
        status: mail.state_name(),
        iso: mail.created_at.to_string(),
        at: when::moment(mail.created_at),
    };
    let page = List {
        lines: shown.items.iter().map(line).collect(),
        first: visit.query.count("cursor").gt(&0).then(|| visit.list_href(&[], None)),
        next: shown.next.as_deref().map(|cursor| visit.list_href(&[], Some(cursor))),
        shell,
    };
    Ok(Answer::page(&page))
}

async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    only_in_test(visit)?;
    let shown = visit.app().mail_shown(visit.account()?, visit.param("id")).await?;
    let page = OnePage {
        shell: visit.shell(Section::Mail)?,
        to: shown.mail.email.to_string(),
        link: link(&shown.text, &visit.web.settings.origin),
        subject: shown.subject,
        text: shown.text,
        status: shown.mail.state_name(),
        iso: shown.mail.created_at.to_string(),
        at: when::moment(shown.mail.created_at),
    };
    Ok(Answer::page(&page))
}

/// Live mail goes to those it is for, and to nobody else.
fn only_in_test(visit: &Visit<'_>) -> Result<(), Trouble> {
    if visit.mode()? == Mode::Test { Ok(()) } else { Err(Trouble::NotFound) }
}

const fn about(kind: MailKind) -> &'static str {
    match kind {
        MailKind::Claim => "Money waits",
        MailKind::Reminder => "Reminder that money waits",
        MailKind::Join => "A new account",
        MailKind::Known => "There is an account already",
        MailKind::Reset => "A new password",
        MailKind::Security => "Security",
        MailKind::WebhookOff => "A webhook endpoint was turned off",
    }
}

/// What mails lead to that the dashboard can open, too.
const PLACES: [(&str, &str); 2] =
    [("/claim/", "Open the claim page"), ("/dashboard/test/webhooks/", "Open the endpoint")];

/// The page that the text leads to, if it does: only an address of our own, and only its path.
fn link(text: &str, origin: &str) -> Option<(String, &'static str)> {
    PLACES.into_iter().find_map(|(place, words)| {
        let start = text.find(&format!("{origin}{place}"))? + origin.len();
        let path: String =
            text[start..].chars().take_while(|c| c.is_ascii_graphic() && !"<>\"'".contains(*c)).collect();
        Some((path.trim_end_matches(['.', ',', ')']).to_owned(), words))
    })
}

#[cfg(test)]
mod tests {
    use super::link;

    #[test]
    fn only_what_is_our_own_and_known_is_led_to() {
        let origin = "https://pay.example.com";
        let check = |text: &str, path: Option<&str>| {
            assert_eq!(link(text, origin).map(|(path, _)| path).as_deref(), path, "{text}");
        };
        check("Open https://pay.example.com/claim/clm_abc.\nBye", Some("/claim/clm_abc"));
        check("Open <https://pay.example.com/claim/clm_abc>", Some("/claim/clm_abc"));
        check(
            "Look at https://pay.example.com/dashboard/test/webhooks/we_1",
            Some("/dashboard/test/webhooks/we_1"),
        );
        check("Open https://evil.example/claim/clm_abc", None);
        check("Look at https://evil.example/dashboard/test/webhooks/we_1", None);
        check("Open https://pay.example.com/dashboard", None);
    }
}
