//! What was just done, said once by the page that follows a form. It travels in a cookie that no script can read, with
//! a proof that Florin wrote it for this session: no link makes a page say it, and a reload doesn't repeat it.

use std::sync::atomic::{AtomicBool, Ordering};

use app::{App, ReminderTally};
use axum::http::{HeaderMap, HeaderValue, Method};
use i18n::Locale;
use rules::named_enum;

use super::cookies;
use super::shell::{Notice, Tone};

named_enum! {
    /// A message that the next page shows.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Flash {
        AccountExists = "account_exists",
        Archived = "archived",
        AutomaticOff = "automatic_off",
        AutomaticOn = "automatic_on",
        Cancelled = "cancelled",
        Changed = "changed",
        Claimed = "claimed",
        ClaimedAsRecipient = "claimed_as_recipient",
        Created = "created",
        DepositCancelled = "deposit_cancelled",
        DepositCreated = "deposit_created",
        Disconnected = "disconnected",
        DraftCreated = "draft_created",
        EmailsSaved = "emails_saved",
        EndpointAdded = "endpoint_added",
        EndpointOff = "endpoint_off",
        EndpointOn = "endpoint_on",
        EndpointRemoved = "endpoint_removed",
        Funded = "funded",
        KeyRevoked = "key_revoked",
        LanguageSaved = "language_saved",
        PasswordChanged = "password_changed",
        PasswordReset = "password_reset",
        PaymentSent = "payment_sent",
        PayoutSent = "payout_sent",
        PayoutSentBefore = "payout_sent_before",
        Reminded = "reminded",
        RemindedAll = "reminded_all",
        Renamed = "renamed",
        Replayed = "replayed",
        Replaying = "replaying",
        SecondFactorOff = "second_factor_off",
        SignedOut = "signed_out",
        SignedOutElsewhere = "signed_out_elsewhere",
        Simulated = "simulated",
        Skipping = "skipping",
        Tested = "tested",
        TimeZoneSaved = "time_zone_saved",
        Upgraded = "upgraded",
        WithdrawalCreated = "withdrawal_created",
    }
}

impl Flash {
    fn text(self, locale: Locale) -> &'static str {
        match self {
            Flash::AccountExists => locale.text("sign-in-account-exists"),
            Flash::Archived => locale.text("said-archived"),
            Flash::AutomaticOff => locale.text("automatic-said-off"),
            Flash::AutomaticOn => locale.text("automatic-said-on"),
            Flash::Cancelled => locale.text("said-cancelled"),
            Flash::Changed => locale.text("said-changed"),
            Flash::Claimed => locale.text("said-claimed"),
            Flash::ClaimedAsRecipient => locale.text("said-claimed-as-recipient"),
            Flash::Created => locale.text("said-created"),
            Flash::DepositCancelled => locale.text("said-deposit-cancelled"),
            Flash::DepositCreated => locale.text("said-deposit-created"),
            Flash::Disconnected => locale.text("said-disconnected"),
            Flash::DraftCreated => locale.text("said-draft-created"),
            Flash::EmailsSaved => locale.text("said-emails-saved"),
            Flash::EndpointAdded => locale.text("said-endpoint-added"),
            Flash::EndpointOff => locale.text("said-endpoint-off"),
            Flash::EndpointOn => locale.text("said-endpoint-on"),
            Flash::EndpointRemoved => locale.text("said-endpoint-removed"),
            Flash::Funded => locale.text("said-funded"),
            Flash::KeyRevoked => locale.text("said-key-revoked"),
            Flash::LanguageSaved => locale.text("said-language-saved"),
            Flash::PasswordChanged => locale.text("said-password-changed"),
            Flash::PasswordReset => locale.text("sign-in-password-changed"),
            Flash::PaymentSent => locale.text("wallet-said-sent"),
            Flash::PayoutSent => locale.text("said-payout-sent"),
            Flash::PayoutSentBefore => locale.text("payout-draft-sent-elsewhere"),
            Flash::Reminded => locale.text("said-reminded"),
            Flash::RemindedAll => locale.text("said-reminded-none"),
            Flash::Renamed => locale.text("said-renamed"),
            Flash::Replayed => locale.text("said-replayed"),
            Flash::Replaying => locale.text("said-replaying"),
            Flash::SecondFactorOff => locale.text("said-second-factor-off"),
            Flash::SignedOut => locale.text("sign-in-signed-out"),
            Flash::SignedOutElsewhere => locale.text("said-signed-out"),
            Flash::Simulated => locale.text("said-simulated"),
            Flash::Skipping => locale.text("said-skipping"),
            Flash::Tested => locale.text("said-tested"),
            Flash::TimeZoneSaved => locale.text("said-time-zone-saved"),
            Flash::Upgraded => locale.text("wallet-said-upgraded"),
            Flash::WithdrawalCreated => locale.text("said-withdrawal-created"),
        }
    }
}

/// A message, with its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlashMessage {
    flash: Flash,
    /// The numbers of [`Flash::RemindedAll`].
    tally: ReminderTally,
}

impl From<Flash> for FlashMessage {
    fn from(flash: Flash) -> FlashMessage {
        FlashMessage { flash, tally: ReminderTally::default() }
    }
}

impl FlashMessage {
    pub fn reminded_all(tally: ReminderTally) -> FlashMessage {
        FlashMessage { flash: Flash::RemindedAll, tally }
    }

    pub fn notice(self, locale: Locale) -> Notice {
        let nothing_done = self.flash == Flash::RemindedAll && self.tally.reminded == 0;
        let tone =
            if self.flash == Flash::AccountExists || nothing_done { Tone::Info } else { Tone::Success };
        let text = match self.flash {
            Flash::RemindedAll => reminded_text(locale, &self.tally),
            flash => flash.text(locale).to_owned(),
        };
        Notice { tone, text }
    }

    /// The message in the cookie: its name and its numbers.
    fn encoded(self) -> String {
        let ReminderTally { reminded, recent, limited, closed } = self.tally;
        match self.flash {
            Flash::RemindedAll => format!("{}-{reminded}-{recent}-{limited}-{closed}", self.flash.name()),
            flash => flash.name().to_owned(),
        }
    }

    fn decoded(text: &str) -> Option<FlashMessage> {
        let mut parts = text.split('-');
        let flash = Flash::parse(parts.next()?)?;
        let mut count = || parts.next().and_then(|count| count.parse().ok()).unwrap_or_default();
        let tally = ReminderTally { reminded: count(), recent: count(), limited: count(), closed: count() };
        Some(FlashMessage { flash, tally })
    }

    /// The cookie that carries it to the session's next page. A visitor who has just signed out has no session.
    pub fn cookie(self, app: &App, session: Option<&str>) -> HeaderValue {
        let text = self.encoded();
        let proof = app.identity.flash_proof(session.unwrap_or_default(), &text);
        cookies::flash_for(&text, &proof)
    }

    fn read(app: &App, cookie: &str, session: Option<&str>) -> Option<FlashMessage> {
        let (text, proof) = cookie.split_once('.')?;
        let is_ours = app.identity.is_flash_proof(session.unwrap_or_default(), text, proof);
        FlashMessage::decoded(text).filter(|_| is_ours)
    }
}

/// How many recipients got a reminder, and why the others didn't.
fn reminded_text(locale: Locale, tally: &ReminderTally) -> String {
    let mut sentences = Vec::new();
    match tally.reminded {
        0 => sentences.push(locale.text("said-reminded-none").to_owned()),
        count => sentences.push(locale.text_with("said-reminded-all", &[("count", &count)])),
    }
    if tally.recent > 0 {
        sentences.push(locale.text_with("said-reminded-recent", &[("count", &tally.recent)]));
    }
    if tally.limited > 0 {
        sentences.push(locale.text_with("said-reminded-limited", &[("count", &tally.limited)]));
    }
    if tally.closed > 0 {
        sentences.push(locale.text_with("said-reminded-closed", &[("count", &tally.closed)]));
    }
    sentences.join(" ")
}

/// The message that waits for a page, until one shows it.
pub struct WaitingFlash {
    flash: Option<FlashMessage>,
    is_shown: AtomicBool,
}

impl WaitingFlash {
    /// Parts that a page loads anew show no message, and must not take it from the next page.
    pub fn of(app: &App, method: &Method, headers: &HeaderMap, session: Option<&str>) -> WaitingFlash {
        let is_page = *method == Method::GET && !headers.contains_key("hx-request");
        let cookie = cookies::flash(headers).filter(|_| is_page);
        let flash = cookie.and_then(|cookie| FlashMessage::read(app, &cookie, session));
        WaitingFlash { flash, is_shown: AtomicBool::new(false) }
    }

    /// For a page that shows it.
    pub fn show(&self, locale: Locale) -> Option<Notice> {
        let flash = self.flash?;
        self.is_shown.store(true, Ordering::Relaxed);
        Some(flash.notice(locale))
    }

    pub fn is_shown(&self) -> bool {
        self.is_shown.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use app::ReminderTally;
    use i18n::Locale;

    use super::{Flash, FlashMessage};
    use crate::page::shell::Tone;

    #[test]
    fn a_message_survives_its_cookie() {
        for flash in Flash::ALL {
            let message = FlashMessage::from(flash);
            assert_eq!(FlashMessage::decoded(&message.encoded()), Some(message));
        }
        let tally = ReminderTally { reminded: 40, recent: 3, limited: 2, closed: 1 };
        let message = FlashMessage::reminded_all(tally);
        assert_eq!(FlashMessage::decoded(&message.encoded()), Some(message));
        assert_eq!(FlashMessage::decoded("unknown"), None);
    }

    #[test]
    fn reminders_say_how_many_and_why_not_all() {
        let text = |tally| FlashMessage::reminded_all(tally).notice(Locale::ENGLISH);
        let none = ReminderTally::default();
        let notice = text(ReminderTally { reminded: 2, recent: 1, ..none });
        assert_eq!(
            notice.text,
            "Reminder sent to 2 recipients. 1 recipient was reminded in the last 24 hours."
        );
        assert_eq!(notice.tone, Tone::Success);
        assert_eq!((text(none).text.as_str(), text(none).tone), ("No reminders were sent.", Tone::Info));
    }
}
