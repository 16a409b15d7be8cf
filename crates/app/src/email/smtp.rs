//! Hands emails to a mail server by SMTP (RFC 5321), one conversation for each. The steps are taken one by
//! one, because only that tells an email that the server certainly did not take from one that it may have
//! taken. The second kind must never be reported as safe to send again.

mod plain;
#[cfg(test)]
mod tests;
mod verdict;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lettre::transport::smtp::authentication::Mechanism;
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Severity;
use plain::PlainStream;
use rules::email_address::EmailAddress;
use tokio::net::TcpStream;
use tokio::time::timeout;
use verdict::{SmtpStep, judged, told};

use super::NotSent;
use super::message::ComposedEmail;
use super::smtp_server::{Security, SmtpServer};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// For everything, from connecting to the last answer.
const SEND_TIMEOUT: Duration = Duration::from_secs(60);
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A mail server, and what is needed to trust it.
#[derive(Clone)]
pub struct Smtp {
    server: SmtpServer,
    hello: ClientId,
    tls: TlsParameters,
}

impl Smtp {
    /// Trusts the certificates that this machine trusts.
    pub fn new(server: SmtpServer, from: &EmailAddress) -> Result<Smtp, String> {
        Smtp::trusting(server, from, Vec::new())
    }

    /// Trusts these authorities as well.
    fn trusting(server: SmtpServer, from: &EmailAddress, roots: Vec<Certificate>) -> Result<Smtp, String> {
        let mut tls = TlsParameters::builder(server.host.clone());
        for root in roots {
            tls = tls.add_root_certificate(root);
        }
        let tls = tls.build_rustls().map_err(|error| format!("TLS is not available: {error}"))?;
        let (_, domain) = from.as_str().rsplit_once('@').expect("a parsed address holds an @");
        Ok(Smtp { server, hello: ClientId::Domain(domain.to_owned()), tls })
    }

    /// Connects and signs in, and sends nothing.
    pub async fn check(&self) -> Result<String, String> {
        let place = self.server.place();
        match timeout(CONNECT_TIMEOUT, self.open()).await {
            Ok(Ok(mut line)) => {
                _ = timeout(QUIT_TIMEOUT, line.quit()).await;
                Ok(format!("{place} accepts emails"))
            }
            Ok(Err(problem)) => Err(format!("{place}: {problem}")),
            Err(_) => Err(format!("{place}: no response within {} seconds", CONNECT_TIMEOUT.as_secs())),
        }
    }

    pub async fn send(&self, message: &ComposedEmail) -> Result<(), NotSent> {
        let (mut line, dot_sent) = (None, AtomicBool::new(false));
        let outcome = timeout(SEND_TIMEOUT, self.converse(message, &mut line, &dot_sent)).await;
        if let Some(mut line) = line {
            // What it says to that changes nothing any more.
            _ = timeout(QUIT_TIMEOUT, line.quit()).await;
        }
        match outcome {
            Ok(outcome) => outcome,
            Err(_) if dot_sent.load(Ordering::Relaxed) => {
                Err(NotSent::Unclear("no response in time after the message was sent".to_owned()))
            }
            Err(_) => Err(NotSent::Later("no response in time".to_owned())),
        }
    }

    async fn converse(
        &self,
        message: &ComposedEmail,
        line: &mut Option<AsyncSmtpConnection>,
        dot_sent: &AtomicBool,
    ) -> Result<(), NotSent> {
        let line = line.insert(self.open().await.map_err(NotSent::Later)?);
        let sender = Mail::new(Some(message.from.clone()), Vec::new());
        line.command(sender).await.map_err(|error| judged(SmtpStep::Sender, &error))?;
        let recipient = Rcpt::new(message.to.clone(), Vec::new());
        line.command(recipient).await.map_err(|error| judged(SmtpStep::Recipient, &error))?;
        let go = line.command(Data).await.map_err(|error| judged(SmtpStep::Data, &error))?;
        if !go.has_code(354) {
            return Err(NotSent::Later(format!("{} to DATA instead of 354", go.code())));
        }
        // The text is asked for what comes next only when all before it is written; then the dot follows.
        let text = std::iter::once(&message.bytes[..]);
        let noted = std::iter::from_fn(|| {
            dot_sent.store(true, Ordering::Relaxed);
            None
        });
        let answer = line.message_iter(text.chain(noted)).await.map_err(|error| {
            let step = if dot_sent.load(Ordering::Relaxed) { SmtpStep::Dot } else { SmtpStep::Text };
            judged(step, &error)
        })?;
        match answer.code().severity {
            Severity::PositiveCompletion => Ok(()),
            other => Err(NotSent::Unclear(format!("a reply to the message that begins with {other}"))),
        }
    }

    /// Connects, encrypts and signs in. Until then the server knows of no email.
    async fn open(&self) -> Result<AsyncSmtpConnection, String> {
        let mut line = match self.server.security {
            Security::Tls => {
                let (address, tls) = (self.address(), Some(self.tls.clone()));
                let wait = Some(CONNECT_TIMEOUT);
                let connecting = AsyncSmtpConnection::connect_tokio1(address, wait, &self.hello, tls, None);
                connecting.await.map_err(|error| told(SmtpStep::Connect, &error))?
            }
            Security::StartTls => {
                let mut line = self.connect().await?;
                let encrypted = line.starttls(self.tls.clone(), &self.hello).await;
                encrypted.map_err(|error| told(SmtpStep::StartTls, &error))?;
                line
            }
            Security::Local => self.connect().await?,
        };
        if let Some(login) = &self.server.login {
            let signed_in = line.auth(&[Mechanism::Plain, Mechanism::Login], login).await;
            signed_in.map_err(|error| told(SmtpStep::SignIn, &error))?;
        }
        Ok(line)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, String> {
        let stream = match timeout(CONNECT_TIMEOUT, TcpStream::connect(self.address())).await {
            Ok(connected) => connected.map_err(|error| format!("cannot connect: {error}"))?,
            Err(_) => return Err(format!("cannot connect within {} seconds", CONNECT_TIMEOUT.as_secs())),
        };
        let stream = Box::new(PlainStream::new(stream));
        let greeted = AsyncSmtpConnection::connect_with_transport(stream, &self.hello).await;
        greeted.map_err(|error| told(SmtpStep::Connect, &error))
    }

    fn address(&self) -> (&str, u16) {
        (&self.server.host, self.server.port)
    }
}
