//! Email: what is written to people, when it is due, and how it leaves.
//!
//! `emails` and `claim_emails` decide from rows what is due. The other files write and send one email: they never
//! decide whom to write to or whether to try again, and they log nothing, because everything in them is personal or
//! secret.

mod claim_emails;
mod delivery;
mod emails;
mod folder;
mod layout;
mod link;
mod message;
mod smtp;
mod smtp_server;
pub mod templates;
mod text;

pub use delivery::{NotSent, Post};
pub use emails::{Emails, ShownEmail};
pub use layout::{Cover, Letter};
pub use link::Link;
pub use smtp::Smtp;
pub use smtp_server::SmtpServer;

use rules::email_address::EmailAddress;
use rules::id::EmailId;
use rules::time::Timestamp;

/// Whose service this is, in the eyes of those who get its emails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brand {
    pub name: String,
    /// Answers to an email go there.
    pub support_email: Option<String>,
    /// The colour of buttons, such as `#0f766e`.
    pub accent: String,
}

/// Everything that writing and sending needs. One for each process.
pub struct EmailRoom {
    pub post: Post,
    pub brand: Brand,
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
        EmailRoom { post: Post::Off, brand: Brand { name, support_email: None, accent }, from, origin }
    }

    /// What a letter needs whatever it says. The same email gets the same message id and date each time.
    pub fn cover(&self, message: EmailId, to: EmailAddress, written_at: Timestamp) -> Cover<'_> {
        Cover { brand: &self.brand, from: &self.from, origin: &self.origin, message, to, written_at }
    }

    /// A page of this service.
    pub fn page(&self, path: &'static str) -> Link {
        Link::new(&self.origin, path, "")
    }

    /// A page of this service, for whoever holds the token. The path says where that goes: `/claim/` or
    /// `/join?token=`.
    pub fn link(&self, path: &'static str, token: &str) -> Link {
        Link::new(&self.origin, path, token)
    }

    /// Sends it once. Whoever drops this before it is done must assume that the letter was sent.
    pub async fn send(&self, letter: &Letter) -> Result<(), NotSent> {
        let message = message::compose(letter, &self.from, &self.brand)?;
        self.post.send(&message).await
    }
}
