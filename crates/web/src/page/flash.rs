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
        EventsResent = "events_resent",
        Funded = "funded",
        KeyRevoked = "key_revoked",
        LanguageSaved = "language_saved",
        NothingSelected = "nothing_selected",
        PasswordChanged = "password_changed",
        PasswordReset = "password_reset",
        PaymentSent = "payment_sent",
        PaymentsCancelled = "payments_cancelled",
        PayoutSent = "payout_sent",
        PayoutSentBefore = "payout_sent_before",
        PayoutsCancelled = "payouts_cancelled",
        Reminded = "reminded",
        RemindedAll = "reminded_all",
        Renamed = "renamed",
        Replayed = "replayed",
        Replaying = "replaying",
        SecondFactorOff = "second_factor_off",
        SelectedArchived = "selected_archived",
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
            Flash::EventsResent
            | Flash::PaymentsCancelled
            | Flash::PayoutsCancelled
            | Flash::SelectedArchived => locale.text("said-nothing-changed"),
            Flash::LanguageSaved => locale.text("said-language-saved"),
            Flash::NothingSelected => locale.text("said-nothing-selected"),
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

/// What became of the rows that a user selected.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SelectionTally {
    pub done: usize,
    /// Rows whose state no longer allowed it.
    pub refused: usize,
    /// Rows that the server didn't reach.
    pub left: usize,
}

const COUNTS: usize = 4;

/// A message, with its numbers: the parts of a tally in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlashMessage {
    flash: Flash,
    counts: [usize; COUNTS],
}

impl From<Flash> for FlashMessage {
    fn from(flash: Flash) -> FlashMessage {
        FlashMessage { flash, counts: [0; COUNTS] }
    }
}

impl FlashMessage {
    pub fn reminded_all(tally: ReminderTally) -> FlashMessage {
        let ReminderTally { reminded, recent, limited, closed } = tally;
        FlashMessage { flash: Flash::RemindedAll, counts: [reminded, recent, limited, closed] }
    }

    /// What was done to selected rows.
    pub fn selected(flash: Flash, tally: SelectionTally) -> FlashMessage {
        FlashMessage { flash, counts: [tally.done, tally.refused, tally.left, 0] }
    }

    fn is_counted(self) -> bool {
        matches!(
            self.flash,
            Flash::RemindedAll
                | Flash::EventsResent
                | Flash::PaymentsCancelled
                | Flash::PayoutsCancelled
                | Flash::SelectedArchived
        )
    }

    pub fn notice(self, locale: Locale) -> Notice {
        let is_news = matches!(self.flash, Flash::AccountExists | Flash::NothingSelected);
        let nothing_done = self.is_counted() && self.counts[0] == 0;
        let tone = if is_news || nothing_done { Tone::Info } else { Tone::Success };
        Notice { tone, text: self.text(locale) }
    }

    fn text(self, locale: Locale) -> String {
        let [done, refused, left, closed] = self.counts;
        let tally = SelectionTally { done, refused, left };
        let done_text = match self.flash {
            Flash::RemindedAll => {
                let tally = ReminderTally { reminded: done, recent: refused, limited: left, closed };
                return reminded_text(locale, &tally);
            }
            Flash::PaymentsCancelled => locale.text_with("said-payments-cancelled", &[("count", &done)]),
            Flash::PayoutsCancelled => locale.text_with("said-payouts-cancelled", &[("count", &done)]),
            Flash::SelectedArchived => locale.text_with("said-selected-archived", &[("count", &done)]),
            Flash::EventsResent => locale.text_with("said-events-resent", &[("count", &done)]),
            flash => return flash.text(locale).to_owned(),
        };
        selected_text(locale, done_text, self.flash, &tally)
    }

    /// The message in the cookie: its name and its numbers.
    fn encoded(self) -> String {
        let counts = self.counts.iter().map(|count| format!("-{count}"));
        let counts: String = if self.is_counted() { counts.collect() } else { String::new() };
        format!("{}{counts}", self.flash.name())
    }

    fn decoded(text: &str) -> Option<FlashMessage> {
        let mut parts = text.split('-');
        let flash = Flash::parse(parts.next()?)?;
        let mut count = || parts.next().and_then(|count| count.parse().ok()).unwrap_or_default();
        Some(FlashMessage { flash, counts: [count(), count(), count(), count()] })
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

/// What was done to selected rows, and why not to all. `done` says it of those that it was done to.
fn selected_text(locale: Locale, done: String, flash: Flash, tally: &SelectionTally) -> String {
    let mut sentences = Vec::new();
    if tally.done > 0 {
        sentences.push(done);
    }
    if tally.refused > 0 {
        let count = &tally.refused;
        sentences.push(match flash {
            Flash::EventsResent => locale.text_with("said-not-resent", &[("count", count)]),
            Flash::SelectedArchived => locale.text_with("said-not-archived", &[("count", count)]),
            _ => locale.text_with("said-not-cancelled", &[("count", count)]),
        });
    }
    if tally.left > 0 {
        sentences.push(locale.text_with("said-not-processed", &[("count", &tally.left)]));
    }
    if sentences.is_empty() { flash.text(locale).to_owned() } else { sentences.join(" ") }
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

    use super::{Flash, FlashMessage, SelectionTally};
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
    fn what_became_of_selected_rows_is_said_of_each_part() {
        let text = |flash, done, refused, left| {
            let message = FlashMessage::selected(flash, SelectionTally { done, refused, left });
            assert_eq!(FlashMessage::decoded(&message.encoded()), Some(message));
            let notice = message.notice(Locale::ENGLISH);
            (notice.text, notice.tone)
        };
        assert_eq!(
            text(Flash::PaymentsCancelled, 3, 1, 0),
            (
                "3 payments cancelled. The money is back in your balance. 1 could no longer be cancelled."
                    .to_owned(),
                Tone::Success
            )
        );
        assert_eq!(
            text(Flash::PayoutsCancelled, 0, 2, 0),
            ("2 could no longer be cancelled.".to_owned(), Tone::Info)
        );
        assert_eq!(
            text(Flash::SelectedArchived, 1, 0, 2),
            ("1 was archived. 2 weren't processed. Try again.".to_owned(), Tone::Success)
        );
        assert_eq!(text(Flash::EventsResent, 0, 0, 0), ("Nothing was changed.".to_owned(), Tone::Info));
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
