//! What was just done, said once by the page that follows a form. It travels in a cookie that no script can read, with
//! a proof that Florin wrote it for this session: no link makes a page say it, and a reload doesn't repeat it.

use std::sync::atomic::{AtomicBool, Ordering};

use app::App;
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
        Created = "created",
        DepositCancelled = "deposit_cancelled",
        DepositCreated = "deposit_created",
        Disconnected = "disconnected",
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
        Reminded = "reminded",
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
    pub fn notice(self, locale: Locale) -> Notice {
        let tone = if self == Flash::AccountExists { Tone::Info } else { Tone::Success };
        Notice { tone, text: self.text(locale).to_owned() }
    }

    fn text(self, locale: Locale) -> &'static str {
        match self {
            Flash::AccountExists => locale.text("sign-in-account-exists"),
            Flash::Archived => locale.text("said-archived"),
            Flash::AutomaticOff => locale.text("automatic-said-off"),
            Flash::AutomaticOn => locale.text("automatic-said-on"),
            Flash::Cancelled => locale.text("said-cancelled"),
            Flash::Changed => locale.text("said-changed"),
            Flash::Claimed => locale.text("said-claimed"),
            Flash::Created => locale.text("said-created"),
            Flash::DepositCancelled => locale.text("said-deposit-cancelled"),
            Flash::DepositCreated => locale.text("said-deposit-created"),
            Flash::Disconnected => locale.text("said-disconnected"),
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
            Flash::Reminded => locale.text("said-reminded"),
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

    /// The cookie that carries it to the session's next page. A visitor who has just signed out has no session.
    pub fn cookie(self, app: &App, session: Option<&str>) -> HeaderValue {
        let proof = app.identity.flash_proof(session.unwrap_or_default(), self.name());
        cookies::flash_for(self.name(), &proof)
    }

    fn read(app: &App, cookie: &str, session: Option<&str>) -> Option<Flash> {
        let (name, proof) = cookie.split_once('.')?;
        let is_ours = app.identity.is_flash_proof(session.unwrap_or_default(), name, proof);
        Flash::parse(name).filter(|_| is_ours)
    }
}

/// The message that waits for a page, until one shows it.
pub struct WaitingFlash {
    flash: Option<Flash>,
    is_shown: AtomicBool,
}

impl WaitingFlash {
    /// Parts that a page loads anew show no message, and must not take it from the next page.
    pub fn of(app: &App, method: &Method, headers: &HeaderMap, session: Option<&str>) -> WaitingFlash {
        let is_page = *method == Method::GET && !headers.contains_key("hx-request");
        let cookie = cookies::flash(headers).filter(|_| is_page);
        let flash = cookie.and_then(|cookie| Flash::read(app, &cookie, session));
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
