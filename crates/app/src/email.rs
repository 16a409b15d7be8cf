//! Email: what is written to people, when it is due, and how it leaves.
//!
//! `emails`, `claim_emails` and `activity` decide from rows what is due. The other files write and send one email: they
//! never decide about recipients or whether to try again, and they log nothing, because everything in them is personal
//! or secret.

mod activity;
mod automatic_withdrawals;
mod claim_emails;
mod delivery;
mod destinations;
mod emails;
mod expiry_reminders;
mod folder;
mod layout;
mod link;
mod message;
mod operator_alerts;
mod preferences;
mod security;
mod smtp;
mod smtp_server;
pub mod templates;
mod text;

pub use delivery::{EmailTransport, NotSent};
pub use emails::{Emails, ShownEmail};
pub use layout::{EmailEnvelope, Letter};
pub use link::EmailLink;
pub use smtp::Smtp;
pub use smtp_server::SmtpServer;

use i18n::Locale;
use rules::email_address::EmailAddress;
use rules::id::EmailId;
use rules::time::Timestamp;

/// Whose service this is, in the eyes of those who get its emails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmailBrand {
    pub name: String,
    /// Answers to an email go there.
    pub support_email: Option<String>,
    /// The colour of buttons, such as `#0f766e`.
    pub accent: String,
}

/// Everything that writing and sending needs. One for each process.
pub struct EmailRoom {
    pub post: EmailTransport,
    pub brand: EmailBrand,
    /// Who the emails are from.
    pub from: EmailAddress,
    /// What every link begins with: scheme, host and perhaps a port.
    pub origin: String,
}

impl EmailRoom {
    /// One that nothing leaves.
    pub fn closed() -> EmailRoom {
        let (name, accent) = ("Florin".to_owned(), "#0f766e".to_owned());
        let from = EmailAddress::parse("mail@florin.localhost").expect("an address");
        let origin = "http://localhost".to_owned();
        EmailRoom {
            post: EmailTransport::Off,
            brand: EmailBrand { name, support_email: None, accent },
            from,
            origin,
        }
    }

    /// What a letter needs whatever it says. The same email gets the same message id and date each time.
    pub fn cover(
        &self,
        message: EmailId,
        to: EmailAddress,
        written_at: Timestamp,
        locale: Locale,
    ) -> EmailEnvelope<'_> {
        let (brand, from, origin) = (&self.brand, &self.from, self.origin.as_str());
        EmailEnvelope { brand, from, origin, message, to, written_at, locale, unsubscribe: None }
    }

    /// A page of this service.
    pub fn page(&self, path: &'static str) -> EmailLink {
        EmailLink::new(&self.origin, path, "")
    }

    /// A page of this service, for the holder of the token. The path says where that goes: `/claim/` or
    /// `/join?token=`.
    pub fn link(&self, path: &'static str, token: &str) -> EmailLink {
        EmailLink::new(&self.origin, path, token)
    }

    /// Sends it once. A caller that drops this before it is done must assume that the letter was sent.
    pub async fn send(&self, letter: &Letter) -> Result<(), NotSent> {
        let message = message::compose(letter, &self.from, &self.brand)?;
        self.post.send(&message).await
    }
}
