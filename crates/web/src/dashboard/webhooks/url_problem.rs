//! What is wrong with the address of an endpoint, in the reader's language.

use i18n::Locale;
use rules::webhook_url::{Forbidden, LONGEST_WEBHOOK_URL, UrlFault};

pub fn url_problem(locale: Locale, fault: &UrlFault) -> String {
    let text = match fault {
        UrlFault::TooLong => {
            return locale.text_with("webhook-url-too-long", &[("count", &LONGEST_WEBHOOK_URL)]);
        }
        UrlFault::NotPlain => locale.text("webhook-url-characters"),
        UrlFault::Scheme => locale.text("webhook-url-scheme"),
        UrlFault::NeedsTls => locale.text("webhook-url-needs-tls"),
        UrlFault::NoHost => locale.text("webhook-url-no-host"),
        UrlFault::Host => locale.text("webhook-url-host"),
        UrlFault::Credentials => locale.text("webhook-url-credentials"),
        UrlFault::Fragment => locale.text("webhook-url-fragment"),
        UrlFault::ShortName => locale.text("webhook-url-short-name"),
        UrlFault::Own => locale.text("webhook-url-own"),
        UrlFault::Unreadable => locale.text("webhook-url-unreadable"),
        UrlFault::Port(ports) => {
            let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
            return locale.text_with("webhook-url-port", &[("ports", &locale.list(&ports))]);
        }
        UrlFault::NotPublic(ending) => {
            return locale.text_with("webhook-url-not-public", &[("ending", ending)]);
        }
        UrlFault::Forbidden(forbidden) => {
            let address = match forbidden {
                Forbidden::Special(address, _) => address.to_string(),
                Forbidden::Own(socket) => socket.to_string(),
            };
            return locale.text_with("webhook-url-forbidden", &[("address", &address)]);
        }
    };
    text.to_owned()
}
