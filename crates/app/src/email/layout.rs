//! A letter: one email as text and as HTML, and what all of them look like. What each kind says stands in
//! `templates`; no link leads out, nothing is loaded, and everything is escaped here.

use askama::Template;
use i18n::Locale;
use rules::email_address::EmailAddress;
use rules::id::EmailId;
use rules::time::Timestamp;

use super::text::{header_line, one_line, wrapped};
use super::{EmailBrand, EmailLink};

/// One email, ready to be sent. It holds secrets, so it does not print.
#[derive(Clone)]
pub struct Letter {
    pub to: EmailAddress,
    /// The language of everything in it (BCP 47).
    pub language: &'static str,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The same each time this email is written: `{message id}@{domain of the sender}`.
    pub message_id: String,
    pub written_at: Timestamp,
    /// Where a mail program can turn such emails off (RFC 8058).
    pub unsubscribe: Option<EmailLink>,
}

/// What a letter needs whatever it says.
pub struct EmailEnvelope<'a> {
    pub brand: &'a EmailBrand,
    pub from: &'a EmailAddress,
    pub origin: &'a str,
    pub message: EmailId,
    pub to: EmailAddress,
    pub written_at: Timestamp,
    /// The reader's.
    pub locale: Locale,
    /// Where the reader can turn such emails off, if they can.
    pub unsubscribe: Option<EmailLink>,
}

/// What a letter says, in the order in which it is read. Each text is one paragraph.
pub(super) struct EmailContent {
    pub subject: String,
    /// What lists of emails show behind the subject.
    pub preview: String,
    pub heading: String,
    pub opening: Vec<String>,
    pub facts: Vec<(&'static str, String)>,
    pub button: (String, EmailLink),
    pub closing: Vec<String>,
    /// Other links, with what each is for.
    pub more: Vec<(&'static str, EmailLink)>,
    /// Why this person gets this email.
    pub because: String,
}

#[derive(Template)]
#[template(path = "email/letter.html")]
struct Html<'a> {
    locale: Locale,
    page: &'a EmailContent,
    brand: &'a EmailBrand,
    origin: &'a str,
    turn_off: Option<&'a EmailLink>,
    ink: &'static str,
}

#[derive(Template)]
#[template(path = "email/letter.txt")]
struct Text<'a> {
    locale: Locale,
    page: &'a EmailContent,
    brand: &'a EmailBrand,
    origin: &'a str,
    turn_off: Option<&'a EmailLink>,
}

impl EmailContent {
    pub fn letter(self, cover: &EmailEnvelope<'_>) -> Letter {
        let EmailEnvelope { brand, from, origin, message, to, written_at, locale, unsubscribe } = cover;
        let locale = *locale;
        let page = self.in_lines();
        let turn_off = unsubscribe.as_ref();
        let html = Html { locale, page: &page, brand, origin, turn_off, ink: ink_on(&brand.accent) };
        let text = Text { locale, page: &page, brand, origin, turn_off };
        let (_, domain) = from.as_str().rsplit_once('@').expect("a parsed address holds an @");
        Letter {
            to: to.clone(),
            language: locale.tag(),
            text: wrapped(&render(&text)),
            html: render(&html),
            subject: page.subject,
            message_id: format!("{message}@{domain}"),
            written_at: *written_at,
            unsubscribe: unsubscribe.clone(),
        }
    }

    /// Whatever was put into it, a text never breaks out of its line.
    fn in_lines(self) -> EmailContent {
        let lines = |texts: Vec<String>| texts.iter().map(|text| one_line(text)).collect();
        EmailContent {
            subject: header_line(&self.subject),
            preview: one_line(&self.preview),
            heading: one_line(&self.heading),
            opening: lines(self.opening),
            facts: self.facts.into_iter().map(|(name, value)| (name, one_line(&value))).collect(),
            button: (one_line(&self.button.0), self.button.1),
            closing: lines(self.closing),
            more: self.more,
            because: one_line(&self.because),
        }
    }
}

fn render(template: &impl Template) -> String {
    template.render().expect("a template that compiled can be written to a string")
}

/// The colour of letters that can be read on this one. With squares instead of the true curve both choices
/// keep a contrast of about 4.5 (WCAG 2.2, 1.4.3).
fn ink_on(colour: &str) -> &'static str {
    let part =
        |from: usize| colour.get(from..from + 2).and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let (Some(red), Some(green), Some(blue)) = (part(1), part(3), part(5)) else { return "#ffffff" };
    let light = 2_126 * red * red + 7_152 * green * green + 722 * blue * blue;
    let fully_light = 10_000 * 255 * 255;
    if light * 5 > fully_light { "#000000" } else { "#ffffff" }
}

#[cfg(test)]
mod tests {
    use super::ink_on;

    #[test]
    fn a_button_can_be_read_whatever_its_colour() {
        for (colour, ink) in [
            ("#0f766e", "#ffffff"),
            ("#000000", "#ffffff"),
            ("#1d4ed8", "#ffffff"),
            ("#dc2626", "#ffffff"),
            ("#ffffff", "#000000"),
            ("#facc15", "#000000"),
            ("#22c55e", "#000000"),
            ("nonsense", "#ffffff"),
            ("#é", "#ffffff"),
        ] {
            assert_eq!(ink_on(colour), ink, "{colour}");
        }
    }
}
