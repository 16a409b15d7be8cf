//! An email on a page, in test mode and in `florin dev`: its HTML in a frame of its own, or its text. The frame runs no
//! script and loads nothing.

use app::ShownEmail;
use i18n::Locale;
use rules::email::{Email, EmailKind, EmailStatus};

use crate::dashboard::parts::StatusBadge;
use crate::page::{PageRequest, PageResponse};

/// What `parts/email.html` shows.
pub struct EmailView<'a> {
    pub locale: Locale,
    /// The page of this email.
    pub here: &'a str,
    /// Whether its text is shown in place of its HTML.
    pub is_text: bool,
    /// Of the email, not of the page.
    pub language: &'static str,
    pub text: &'a str,
}

impl<'a> EmailView<'a> {
    pub fn of(request: &PageRequest<'a>, shown: &'a ShownEmail) -> EmailView<'a> {
        EmailView {
            locale: request.locale,
            here: request.path,
            is_text: request.query.get("format") == "text",
            language: shown.language,
            text: &shown.text,
        }
    }

    /// The switch between the two.
    pub fn tabs(&self) -> [(&'static str, String, bool); 2] {
        let text = self.locale.text("emails-text");
        [
            ("HTML", self.here.to_owned(), !self.is_text),
            (text, format!("{}?format=text", self.here), self.is_text),
        ]
    }
}

/// The content of the frame. Its links open windows of their own.
pub fn html_part(shown: &ShownEmail) -> PageResponse {
    PageResponse::email(shown.html.replacen("<head>", "<head>\n<base target=\"_blank\">", 1))
}

pub fn status(request: &PageRequest<'_>, message: &Email) -> StatusBadge {
    let (locale, name) = (request.locale, message.state_name());
    let words = match message.status {
        EmailStatus::Queued if name != EmailStatus::Queued.name() => locale.text("email-status-delayed"),
        EmailStatus::Queued => locale.text("email-status-queued"),
        EmailStatus::Kept => locale.text("email-status-kept"),
        EmailStatus::Sending => locale.text("email-status-sending"),
        EmailStatus::Sent if request.app().emails.are_saved() => locale.text("email-status-kept"),
        EmailStatus::Sent => locale.text("email-status-sent"),
        EmailStatus::Failed => locale.text("email-status-failed"),
        EmailStatus::Unclear => locale.text("email-status-unclear"),
        EmailStatus::Combined => locale.text("email-status-combined"),
        EmailStatus::Obsolete => locale.text("email-status-obsolete"),
    };
    StatusBadge::named(name, words)
}

pub fn about(locale: Locale, kind: EmailKind) -> &'static str {
    match kind {
        EmailKind::Claim => locale.text("email-about-claim"),
        EmailKind::Reminder => locale.text("email-about-reminder"),
        EmailKind::Join => locale.text("email-about-join"),
        EmailKind::Known => locale.text("email-about-known"),
        EmailKind::Reset => locale.text("email-about-reset"),
        EmailKind::Security => locale.text("email-about-security"),
        EmailKind::WebhookOff => locale.text("email-about-webhook-off"),
        EmailKind::OperatorAlert => locale.text("email-about-operator-alert"),
        EmailKind::AutomaticWithdrawalsOff => locale.text("automatic-email-subject"),
        EmailKind::Paid => locale.text("email-about-paid"),
        EmailKind::Claimed => locale.text("email-about-claimed"),
        EmailKind::Refunded => locale.text("email-about-refunded"),
        EmailKind::WithdrawalSent => locale.text("email-about-withdrawal-sent"),
        EmailKind::WithdrawalCompleted => locale.text("email-about-withdrawal-completed"),
        EmailKind::WithdrawalFailed => locale.text("email-about-withdrawal-failed"),
        EmailKind::WithdrawalReturned => locale.text("email-about-withdrawal-returned"),
        EmailKind::DepositCredited => locale.text("email-about-deposit-credited"),
        EmailKind::DepositFailed => locale.text("email-about-deposit-failed"),
        EmailKind::DepositExpired => locale.text("email-about-deposit-expired"),
    }
}
