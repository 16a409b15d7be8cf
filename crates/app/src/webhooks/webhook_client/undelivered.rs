//! Why a webhook got no response, in words for readers of the delivery log.

use std::error::Error;
use std::time::Duration;
use std::{fmt, io};

use rules::webhook_url::Forbidden;
use tokio_rustls::rustls::{self, CertificateError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undelivered {
    NameNotFound {
        host: String,
    },
    /// One of the addresses behind the host may not be called.
    Forbidden {
        host: String,
        why: Forbidden,
    },
    ConnectionRefused,
    /// The way to the receiver is broken.
    Unreachable(String),
    /// No encrypted connection that can be trusted.
    Tls(String),
    TimedOut(Phase),
    /// What came back is not an answer by the rules of HTTP.
    Broken(String),
    HeadTooLarge,
    /// Nothing was sent: the receiver must not be called again before so long.
    TooEarly(Duration),
    /// Nothing was sent: too many webhooks of this sender, to this site or in all are under way.
    NoPlace,
    /// One of the headers cannot be sent.
    Unsendable(&'static str),
}

/// The phase in which a request timed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Resolving,
    Connecting,
    Securing,
    Answering,
    Reading,
}

impl Undelivered {
    /// By what connecting to all of its addresses ended in.
    pub(super) fn of_connecting(error: &io::Error) -> Undelivered {
        match error.kind() {
            io::ErrorKind::ConnectionRefused => Undelivered::ConnectionRefused,
            io::ErrorKind::TimedOut => Undelivered::TimedOut(Phase::Connecting),
            kind => Undelivered::Unreachable(kind.to_string()),
        }
    }

    pub(super) fn of_talking(error: &hyper::Error) -> Undelivered {
        if error.is_parse_too_large() {
            return Undelivered::HeadTooLarge;
        }
        let broken = |words: &str| Undelivered::Broken(words.to_owned());
        if error.is_parse() {
            return broken("it is not an HTTP/1.1 response");
        }
        if error.is_incomplete_message() || error.is_closed() || error.is_canceled() {
            return broken("the connection was closed before it was complete");
        }
        match error.source().and_then(|source| source.downcast_ref::<io::Error>()) {
            // Of a body no more is read than is wanted, so it was not the body.
            Some(error) if error.kind() == io::ErrorKind::FileTooLarge => Undelivered::HeadTooLarge,
            Some(error) => match tls_fault(error) {
                Some(words) => Undelivered::Tls(words),
                None => broken(&format!("the connection broke ({})", error.kind())),
            },
            None => broken("the body does not match its headers"),
        }
    }
}

/// What is wrong with the other side's TLS, if that is what this is about.
pub(super) fn tls_fault(error: &io::Error) -> Option<String> {
    let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    let words = match error {
        rustls::Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        ) => "the certificate has expired",
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. },
        ) => "the certificate is not valid yet",
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => "the certificate is for another name",
        rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer) => {
            "the certificate's issuer is not trusted"
        }
        rustls::Error::InvalidCertificate(CertificateError::BadSignature) => {
            "the certificate's signature is invalid"
        }
        rustls::Error::InvalidCertificate(CertificateError::Revoked) => "the certificate was revoked",
        rustls::Error::InvalidMessage(_) => "the receiver does not use TLS on this port",
        rustls::Error::AlertReceived(alert) => {
            return Some(format!(
                "the receiver ended the connection with \
                                                                    {alert:?}"
            ));
        }
        other => return Some(other.to_string()),
    };
    Some(words.to_owned())
}

impl Phase {
    const fn words(self) -> &'static str {
        match self {
            Phase::Resolving => "resolving the host name",
            Phase::Connecting => "connecting",
            Phase::Securing => "negotiating TLS",
            Phase::Answering => "waiting for the response",
            Phase::Reading => "reading the response",
        }
    }
}

impl fmt::Display for Undelivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undelivered::NameNotFound { host } => write!(f, "The host {host} was not found."),
            Undelivered::Forbidden { host, why } => {
                write!(f, "{host} resolves to a forbidden address: {why}.")
            }
            Undelivered::ConnectionRefused => f.write_str("The connection was refused."),
            Undelivered::Unreachable(why) => write!(f, "The receiver can't be reached: {why}."),
            Undelivered::Tls(why) => write!(f, "No secure connection: {why}."),
            Undelivered::TimedOut(phase) => write!(f, "Timed out while {}.", phase.words()),
            Undelivered::Broken(why) => write!(f, "The response is malformed: {why}."),
            Undelivered::HeadTooLarge => f.write_str("The response headers are too large."),
            Undelivered::TooEarly(_) => f.write_str("The receiver asked to wait before the next request."),
            Undelivered::NoPlace => f.write_str("Too many webhooks are being sent."),
            Undelivered::Unsendable(name) => write!(f, "The header {name} is not valid."),
        }
    }
}
