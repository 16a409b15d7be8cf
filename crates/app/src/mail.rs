//! Mail: what is written to people, and how it leaves. It never decides whom to write to or whether to try
//! again: that is what rows are for. Nothing in here logs anything, because everything in here is personal or
//! secret.

mod folder;
mod letter;
mod link;
mod message;
mod post;
mod smtp;
mod smtp_server;
mod text;
pub mod words;

pub use letter::{Cover, Letter};
pub use link::Link;
pub use post::{NotSent, Post};
pub use smtp::Smtp;
pub use smtp_server::SmtpServer;

use rules::email::Email;
use rules::id::MailId;
use rules::time::Timestamp;

/// Whose service this is, in the eyes of those who get its mails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brand {
    pub name: String,
    /// Answers to a mail go there.
    pub support_email: Option<String>,
    /// The colour of buttons, such as `#0f766e`.
    pub accent: String,
}

/// Everything that writing and sending needs. One for each process.
pub struct MailRoom {
    pub post: Post,
    pub brand: Brand,
    /// Who the mails are from.
    pub from: Email,
    /// What every link begins with: scheme, host and perhaps a port.
    pub origin: String,
}

impl MailRoom {
    /// One that nothing leaves.
    pub fn closed() -> MailRoom {
        let (name, accent) = ("Florin".to_owned(), "#0f766e".to_owned());
        let from = Email::parse("mail@florin.localhost").expect("an address");
        let origin = "http://localhost".to_owned();
        MailRoom { post: Post::Off, brand: Brand { name, support_email: None, accent }, from, origin }
    }

    /// What a letter needs whatever it says. The same mail gets the same message id and date each time.
    pub fn cover(&self, mail: MailId, to: Email, written_at: Timestamp) -> Cover<'_> {
        Cover { brand: &self.brand, from: &self.from, origin: &self.origin, mail, to, written_at }
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
