//! What a failed step means for the email, and what the operator is told of it: the step, the mail server's
//! code, and never its words, because mail servers repeat addresses.

use std::error::Error as _;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::response::{Category, Code, Severity};

use crate::email::NotSent;
use crate::email::text::shown;

const MAX_PROBLEM: usize = 200;

/// The step of a conversation that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmtpStep {
    Connect,
    StartTls,
    SignIn,
    Sender,
    Recipient,
    Data,
    /// The text was on its way, without the dot that ends it.
    Text,
    /// The dot may have arrived.
    Dot,
}

impl SmtpStep {
    const fn name(self) -> &'static str {
        match self {
            SmtpStep::Connect => "connecting",
            SmtpStep::StartTls => "STARTTLS",
            SmtpStep::SignIn => "AUTH",
            SmtpStep::Sender => "MAIL",
            SmtpStep::Recipient => "RCPT",
            SmtpStep::Data => "DATA",
            SmtpStep::Text => "the message text",
            SmtpStep::Dot => "the end of the message text",
        }
    }

    /// Whether the mail server has not heard of any recipient yet.
    const fn is_anonymous(self) -> bool {
        match self {
            SmtpStep::Connect | SmtpStep::StartTls | SmtpStep::SignIn => true,
            SmtpStep::Sender | SmtpStep::Recipient | SmtpStep::Data | SmtpStep::Text | SmtpStep::Dot => false,
        }
    }
}

/// Until the dot nothing can have been taken, and a clear no to the dot is one. Without an answer to it
/// the outcome is unknown.
pub fn judged(step: SmtpStep, error: &Error) -> NotSent {
    let words = told(step, error);
    let is_refused = error.status().is_some_and(is_about_the_email);
    match step {
        SmtpStep::Connect | SmtpStep::StartTls | SmtpStep::SignIn | SmtpStep::Sender | SmtpStep::Text => {
            NotSent::Later(words)
        }
        SmtpStep::Recipient | SmtpStep::Data | SmtpStep::Dot if is_refused => NotSent::Never(words),
        SmtpStep::Recipient | SmtpStep::Data => NotSent::Later(words),
        SmtpStep::Dot if error.status().is_some() => NotSent::Later(words),
        SmtpStep::Dot => NotSent::Unclear(words),
    }
}

/// A no for good. 50x is about the conversation and 53x about who we are (RFC 4954): another email would fare
/// no better, and this one will when that is repaired.
fn is_about_the_email(code: Code) -> bool {
    code.severity == Severity::PermanentNegativeCompletion
        && !matches!(code.category, Category::Syntax | Category::Unspecified3)
}

pub fn told(step: SmtpStep, error: &Error) -> String {
    let at = step.name();
    if let Some(code) = error.status() {
        return match detail(error) {
            Some(detail) => format!("the mail server replied {code} ({detail}) at {at}"),
            None => format!("the mail server replied {code} at {at}"),
        };
    }
    if error.is_response() {
        return format!("the connection ended, or the response was not SMTP, at {at}");
    }
    if step.is_anonymous() {
        return format!("{at} failed: {}", shown(&error.to_string(), MAX_PROBLEM));
    }
    match input_output(error) {
        Some(error) => format!("the connection broke at {at}: {}", error.kind()),
        None => format!("the connection broke at {at}"),
    }
}

/// The enhanced code of RFC 3463 that most servers put before their words, such as `5.1.1`.
fn detail(error: &Error) -> Option<String> {
    let words = error.source()?.to_string();
    let first = words.split_whitespace().next()?;
    let is_number =
        |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_code = first.split('.').count() == 3 && first.split('.').all(is_number);
    is_code.then(|| first.to_owned())
}

fn input_output(error: &Error) -> Option<&std::io::Error> {
    let mut source = error.source();
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref() {
            return Some(error);
        }
        source = error.source();
    }
    None
}
