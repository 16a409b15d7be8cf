//! A letter as the bytes that leave: headers and two parts, all in ASCII (RFC 5322, RFC 2045). The same
//! letter makes the same bytes: no clock is read and no dice are thrown.

use std::time::{Duration, SystemTime};

use lettre::message::header::{ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use rules::email_address::EmailAddress;
use rules::time::Timestamp;

use super::text::one_line;
use super::{EmailBrand, Letter, NotSent};

/// What is handed to a mail server.
pub struct ComposedEmail {
    pub from: Address,
    pub to: Address,
    /// What comes before the `@` of the message id.
    pub name: String,
    pub bytes: Vec<u8>,
}

pub fn compose(letter: &Letter, from: &EmailAddress, brand: &EmailBrand) -> Result<ComposedEmail, NotSent> {
    let never = || NotSent::Never("emails can't be sent to this address".to_owned());
    let to = address(letter.to.as_str()).ok_or_else(never)?;
    let ours = |what: &str| NotSent::Later(format!("emails can't be sent {what}"));
    let from = address(from.as_str()).ok_or_else(|| ours("from this email_from"))?;
    let name = letter.message_id.split('@').next().unwrap_or_default().to_owned();
    let mut message = Message::builder()
        .from(Mailbox::new(Some(one_line(&brand.name)), from.clone()))
        .to(Mailbox::new(None, to.clone()))
        .subject(one_line(&letter.subject))
        .date(date(letter.written_at))
        .message_id(Some(format!("<{}>", letter.message_id)))
        .header(AutoSubmitted)
        .header(ContentLanguage(letter.language.to_owned()));
    if let Some(support) = &brand.support_email {
        let support = address(support).ok_or_else(|| ours("with this support_email as the reply address"))?;
        message = message.reply_to(Mailbox::new(None, support));
    }
    if let Some(link) = &letter.unsubscribe {
        message = message.header(ListUnsubscribe(format!("<{}>", link.as_str()))).header(OneClick);
    }
    // `=_` is in no quoted-printable text (RFC 2045, section 6.7), so no part can end the other.
    let parts = MultiPart::alternative()
        .boundary(format!("=_{name}"))
        .singlepart(part(ContentType::TEXT_PLAIN, &letter.text))
        .singlepart(part(ContentType::TEXT_HTML, &letter.html));
    let message = message.multipart(parts).map_err(|_| ours("that lacks a header"))?;
    let bytes = message.formatted();
    assert!(bytes.is_ascii(), "everything in a message is encoded");
    Ok(ComposedEmail { from, to, name, bytes })
}

/// RFC 3834: so that no holiday notice answers it.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(AutoSubmitted)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// RFC 3282: the language of both parts.
#[derive(Clone)]
struct ContentLanguage(String);

impl Header for ContentLanguage {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Content-Language")
    }

    fn parse(tag: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(ContentLanguage(tag.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

/// RFC 2369: what a mail program offers beside the sender's name.
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(link: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(ListUnsubscribe(link.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        // A link that were folded or encoded would be another.
        HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
    }
}

/// RFC 8058: a POST to the link is enough.
#[derive(Clone)]
struct OneClick;

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(OneClick)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

fn address(text: &str) -> Option<Address> {
    let (local, domain) = text.rsplit_once('@')?;
    Address::new(local, domain).ok()
}

fn part(kind: ContentType, text: &str) -> SinglePart {
    let body = Body::new_with_encoding(text.to_owned(), ContentTransferEncoding::QuotedPrintable);
    let body = body.unwrap_or_else(|_| panic!("every text can be written as quoted-printable"));
    SinglePart::builder().header(kind).body(body)
}

fn date(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_micros(u64::try_from(at.micros()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::compose;
    use i18n::Locale;
    use rules::language::Language;

    use crate::email::templates::tests::{brand, claim_letter, claim_letter_in, sender};
    use crate::email::{EmailBrand, Letter, NotSent};
    use rules::email_address::EmailAddress;

    #[test]
    fn an_email_that_can_be_turned_off_says_where() {
        let room = crate::email::templates::tests::room(crate::email::EmailTransport::Off);
        let link = room.link("/unsubscribe/", &"0123456789".repeat(9));
        let letter = Letter { unsubscribe: Some(link.clone()), ..claim_letter("Acme") };
        let text = |letter: &Letter| {
            let composed = compose(letter, &sender(), &brand()).expect("a message");
            String::from_utf8(composed.bytes).expect("ASCII")
        };
        let (with, without) = (text(&letter), text(&claim_letter("Acme")));
        let header = format!("List-Unsubscribe: <{}>\r\n", link.as_str());
        assert!(with.contains(&header), "{with}");
        assert!(with.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{with}");
        assert!(!without.contains("List-Unsubscribe"), "{without}");
    }

    #[test]
    fn a_message_has_its_headers_and_both_parts_and_is_always_the_same() {
        let letter = claim_letter("Pagos Ñandú");
        let once = compose(&letter, &sender(), &brand()).expect("a message");
        let again = compose(&letter, &sender(), &brand()).expect("a message");
        assert!(once.bytes == again.bytes, "something in it is random");
        let text = String::from_utf8(once.bytes).expect("ASCII");
        let (headers, body) = text.split_once("\r\n\r\n").expect("headers and a body");
        for header in [
            "From: =?utf-8?b?RmxvcmluLCBJbmMu?= <mail@pay.example.com>",
            "To: bob@example.com",
            "Reply-To: help@example.com",
            "Subject: Pagos =?utf-8?b?w5FhbmTDug==?= sent you 25.00 USDC",
            "Date: Sun, 15 Nov 2026 02:10:45 +0000",
            "Message-ID: <email_01m7fn2fvne0w86zhbs5y8ptqj@pay.example.com>",
            "Auto-Submitted: auto-generated",
            "Content-Language: en",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative;",
        ] {
            let is_there = headers.lines().any(|line| line.starts_with(header));
            assert!(is_there, "no {header} in:\n{headers}");
        }
        let plain = body.find("Content-Type: text/plain; charset=utf-8").expect("a text part");
        let html = body.find("Content-Type: text/html; charset=utf-8").expect("an HTML part");
        assert!(plain < html, "the last part is the one that is shown");
        assert!(text.lines().all(|line| line.len() <= 998), "RFC 5322, section 2.1.1");
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']), "a line ends in something else");
    }

    #[test]
    fn no_name_gets_out_of_its_header() {
        for name in
            ["a\r\nBcc: eve@example.com", "\"><", "=?utf-8?q?x?=", "ünï\r\n\r\nbody", &"ß".repeat(300)]
        {
            let mut brand = brand();
            brand.name = name.to_owned();
            let letter = Letter { subject: name.to_owned(), ..claim_letter(name) };
            let bytes = compose(&letter, &sender(), &brand).expect("a message").bytes;
            let text = String::from_utf8(bytes).expect("ASCII");
            let (headers, _) = text.split_once("\r\n\r\n").expect("headers and a body");
            let names: Vec<&str> = headers
                .lines()
                .filter(|line| !line.starts_with([' ', '\t']))
                .map(|line| line.split(':').next().unwrap_or_default())
                .collect();
            let expected = [
                "From",
                "To",
                "Subject",
                "Date",
                "Message-ID",
                "Auto-Submitted",
                "Content-Language",
                "Reply-To",
                "MIME-Version",
                "Content-Type",
            ];
            assert_eq!(names, expected, "{name:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_a_name_is_there_is_a_message(name in "\\PC{1,64}", subject in ".{0,100}") {
            let brand = EmailBrand { name, ..brand() };
            let letter = Letter { subject, ..claim_letter("Acme") };
            let composed = compose(&letter, &sender(), &brand);
            proptest::prop_assert!(composed.is_ok(), "{:?}", composed.err());
        }
    }

    #[test]
    fn headers_are_valid_in_every_language() {
        for language in Language::ALL {
            let letter = claim_letter_in(Locale::from(language), "Pagos Ñandú");
            let bytes = compose(&letter, &sender(), &brand()).expect("a message").bytes;
            let text = String::from_utf8(bytes).expect("ASCII");
            let (headers, _) = text.split_once("\r\n\r\n").expect("headers and a body");
            assert!(headers.contains(&format!("\r\nContent-Language: {}\r\n", language.tag())), "{headers}");
            assert!(headers.lines().all(|line| line.len() <= 78), "{headers}");
            // Amounts have plain spaces, so they are readable as they are.
            assert!(headers.contains(" USDC"), "{headers}");
        }
    }

    #[test]
    fn every_address_that_we_accept_can_be_written_to() {
        for address in [
            "a@b.co",
            "o'brien+x=y/{z}@sub.example.com",
            "!#$%&'*+-/=?^_`{|}~@example.com",
            "bob@xn--bcher-kva.example",
            &format!("{}@{}.com", "a".repeat(64), "b".repeat(63)),
        ] {
            let to = EmailAddress::parse(address).expect("an address");
            let letter = Letter { to, ..claim_letter("Acme") };
            let composed = compose(&letter, &sender(), &brand());
            assert!(composed.is_ok_and(|composed| composed.to.to_string() == address), "{address}");
        }
    }

    #[test]
    fn a_support_address_that_is_none_is_not_the_recipients_fault() {
        let mut brand = brand();
        brand.support_email = Some("no address".to_owned());
        assert!(matches!(compose(&claim_letter("Acme"), &sender(), &brand), Err(NotSent::Later(_))));
    }
}
