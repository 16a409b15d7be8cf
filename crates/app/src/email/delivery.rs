//! The ways an email leaves. A try ends in one of four ways, and each says whether there may be another.

use std::path::PathBuf;

use super::folder;
use super::message::ComposedEmail;
use super::smtp::Smtp;

/// How emails leave this server.
#[derive(Clone)]
pub enum EmailTransport {
    Smtp(Box<Smtp>),
    /// One file for each email, to be looked at.
    Folder(PathBuf),
    /// No relay is configured, so they wait.
    Off,
}

/// Why an email was not sent, or is not known to be. The words are for the operator: no address, link or text
/// of an email is in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotSent {
    /// Surely not sent. Try again.
    Later(String),
    /// Surely not sent: this recipient or message is refused for good.
    Never(String),
    /// It was handed over and no answer came. It must not be sent again by itself.
    Unclear(String),
}

impl EmailTransport {
    pub fn is_off(&self) -> bool {
        matches!(self, EmailTransport::Off)
    }

    /// Whether emails are saved as files in place of being sent.
    pub fn is_folder(&self) -> bool {
        matches!(self, EmailTransport::Folder(_))
    }

    /// Whether an email could leave now, for the operator. Nothing is sent.
    pub async fn check(&self) -> Result<String, String> {
        match self {
            EmailTransport::Smtp(smtp) => smtp.check().await,
            EmailTransport::Folder(path) => Ok(format!("saving emails in {}", path.display())),
            EmailTransport::Off => Ok(OFF.to_owned()),
        }
    }

    pub(super) async fn send(&self, message: &ComposedEmail) -> Result<(), NotSent> {
        match self {
            EmailTransport::Smtp(smtp) => smtp.send(message).await,
            EmailTransport::Folder(path) => folder::write(path, message),
            EmailTransport::Off => Err(NotSent::Later(OFF.to_owned())),
        }
    }
}

const OFF: &str = "smtp_url is not set; emails stay queued until it is";
