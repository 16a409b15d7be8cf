//! "Something about your account's security changed": so that a user who did not do it hears of it at once.

use i18n::Locale;
use rules::money::{Amount, Currency};
use rules::time::Timestamp;

use super::{EmailEnvelope, EmailLink, MAX_DESTINATION, MAX_NAME, because_account};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::shown;
use crate::identity::{AccessOutcome, ActiveAccess};

const MAX_ADDRESS: usize = 60;
const MAX_SCOPES: usize = 400;

/// What changed. Names are as users wrote them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecurityFact<'a> {
    /// From a browser that had not signed in before.
    SignedInAnew,
    /// Several wrong codes, by a person who has the password.
    CodesGuessed,
    PasswordChanged {
        /// What acts for the account without the password, and what was revoked of it.
        access: AccessOutcome,
    },
    SecondFactorOn,
    SecondFactorOff,
    RecoveryCodesMade,
    RecoveryCodeUsed,
    KeyCreated {
        name: &'a str,
    },
    AppCreated {
        name: &'a str,
    },
    AppSecretRotated {
        name: &'a str,
    },
    /// `scopes` may be empty where they are not known any more.
    AppAuthorized {
        name: &'a str,
        scopes: &'a str,
    },
    /// One of its credentials was used twice, so it was cut off.
    AppReplayed {
        name: &'a str,
    },
    BankAccountAdded {
        name: &'a str,
        /// Masked, as pages show it.
        number: &'a str,
    },
    ExternalWalletAdded {
        name: &'a str,
    },
    /// Or changed.
    AutomaticWithdrawalsOn {
        /// With its masked number.
        destination: &'a str,
        /// Where payments went until then; empty if there was no other destination.
        before: &'a str,
        minimum: Amount,
    },
    WebhookAdded {
        name: &'a str,
    },
    WebhookSecretRotated {
        name: &'a str,
    },
}

/// What changed, when, and from where.
pub struct SecurityFacts<'a> {
    pub fact: SecurityFact<'a>,
    pub at: Timestamp,
    /// The address on the network; empty if it is not known.
    pub address: &'a str,
    /// The User-Agent header; empty if it is not known.
    pub user_agent: &'a str,
    /// Where a new password is asked for.
    pub reset: EmailLink,
}

pub fn security(cover: &EmailEnvelope<'_>, facts: &SecurityFacts<'_>) -> Letter {
    let (locale, subject) = (cover.locale, subject(cover.locale, facts.fact));
    let time = locale.long_date_time(facts.at);
    let was_not_you = match &cover.brand.support_email {
        Some(support) => locale.text_with("email-security-was-not-you", &[("email", support)]),
        // Such a service can still be reached through its operator.
        None => locale.text("email-security-was-not-you-operator").to_owned(),
    };
    let page = EmailContent {
        subject: subject.to_owned(),
        preview: locale.text_with("email-security-preview", &[("time", &time)]),
        heading: subject.to_owned(),
        opening: vec![meaning(locale, facts.fact).to_owned()],
        facts: listed(locale, facts),
        button: (locale.text("email-security-button").to_owned(), facts.reset.clone()),
        closing: vec![locale.text("email-security-was-you").to_owned(), was_not_you],
        more: Vec::new(),
        because: because_account(cover),
    };
    page.letter(cover)
}

/// No name is in it: apps of strangers have names, too.
fn subject(locale: Locale, fact: SecurityFact<'_>) -> &'static str {
    match fact {
        SecurityFact::SignedInAnew => locale.text("email-security-signed-in-anew"),
        SecurityFact::CodesGuessed => locale.text("email-security-codes-guessed"),
        SecurityFact::PasswordChanged { .. } => locale.text("email-security-password-changed"),
        SecurityFact::SecondFactorOn => locale.text("email-security-second-factor-on"),
        SecurityFact::SecondFactorOff => locale.text("email-security-second-factor-off"),
        SecurityFact::RecoveryCodesMade => locale.text("email-security-recovery-codes-made"),
        SecurityFact::RecoveryCodeUsed => locale.text("email-security-recovery-code-used"),
        SecurityFact::KeyCreated { .. } => locale.text("email-security-key-created"),
        SecurityFact::AppCreated { .. } => locale.text("email-security-app-created"),
        SecurityFact::AppSecretRotated { .. } => locale.text("email-security-app-secret-rotated"),
        SecurityFact::AppAuthorized { .. } => locale.text("email-security-app-authorized"),
        SecurityFact::AppReplayed { .. } => locale.text("email-security-app-replayed"),
        SecurityFact::BankAccountAdded { .. } => locale.text("email-security-bank-account-added"),
        SecurityFact::ExternalWalletAdded { .. } => locale.text("email-security-external-wallet-added"),
        SecurityFact::AutomaticWithdrawalsOn { .. } => locale.text("email-security-automatic-on"),
        SecurityFact::WebhookAdded { .. } => locale.text("email-security-webhook-added"),
        SecurityFact::WebhookSecretRotated { .. } => locale.text("email-security-webhook-secret-rotated"),
    }
}

/// What that means. No name is in it, either.
fn meaning(locale: Locale, fact: SecurityFact<'_>) -> &'static str {
    match fact {
        SecurityFact::SignedInAnew => locale.text("email-security-signed-in-anew-meaning"),
        SecurityFact::CodesGuessed => locale.text("email-security-codes-guessed-meaning"),
        SecurityFact::PasswordChanged { .. } => locale.text("email-security-password-changed-meaning"),
        SecurityFact::SecondFactorOn => locale.text("email-security-second-factor-on-meaning"),
        SecurityFact::SecondFactorOff => locale.text("email-security-second-factor-off-meaning"),
        SecurityFact::RecoveryCodesMade => locale.text("email-security-recovery-codes-made-meaning"),
        SecurityFact::RecoveryCodeUsed => locale.text("email-security-recovery-code-used-meaning"),
        SecurityFact::KeyCreated { .. } => locale.text("email-security-key-created-meaning"),
        SecurityFact::AppCreated { .. } => locale.text("email-security-app-created-meaning"),
        SecurityFact::AppSecretRotated { .. } => locale.text("email-security-app-secret-rotated-meaning"),
        SecurityFact::AppAuthorized { .. } => locale.text("email-security-app-authorized-meaning"),
        SecurityFact::AppReplayed { .. } => locale.text("email-security-app-replayed-meaning"),
        SecurityFact::BankAccountAdded { .. } => locale.text("email-security-bank-account-added-meaning"),
        SecurityFact::ExternalWalletAdded { .. } => {
            locale.text("email-security-external-wallet-added-meaning")
        }
        SecurityFact::AutomaticWithdrawalsOn { .. } => locale.text("email-security-automatic-on-meaning"),
        SecurityFact::WebhookAdded { .. } => locale.text("email-security-webhook-added-meaning"),
        SecurityFact::WebhookSecretRotated { .. } => {
            locale.text("email-security-webhook-secret-rotated-meaning")
        }
    }
}

fn listed(locale: Locale, facts: &SecurityFacts<'_>) -> Vec<(&'static str, String)> {
    let (mut revoked, mut left) = (ActiveAccess::default(), ActiveAccess::default());
    let (mut number, mut before, mut destination, mut minimum) = ("", "", "", String::new());
    let bank_account;
    let (name, scopes) = match facts.fact {
        SecurityFact::SignedInAnew
        | SecurityFact::CodesGuessed
        | SecurityFact::SecondFactorOn
        | SecurityFact::SecondFactorOff
        | SecurityFact::RecoveryCodesMade
        | SecurityFact::RecoveryCodeUsed => ("", ""),
        SecurityFact::PasswordChanged { access } => {
            (revoked, left) = (access.revoked, access.left);
            ("", "")
        }
        SecurityFact::AutomaticWithdrawalsOn { destination: to, before: instead_of, minimum: amount } => {
            (before, destination) = (instead_of, to);
            minimum = locale.money(amount, Currency::Usdc);
            ("", "")
        }
        SecurityFact::KeyCreated { name }
        | SecurityFact::AppCreated { name }
        | SecurityFact::AppSecretRotated { name }
        | SecurityFact::AppReplayed { name }
        | SecurityFact::ExternalWalletAdded { name }
        | SecurityFact::WebhookAdded { name }
        | SecurityFact::WebhookSecretRotated { name } => (name, ""),
        SecurityFact::BankAccountAdded { name, number: masked } => {
            number = masked;
            bank_account = locale.logged_bank_account(name);
            (bank_account.as_str(), "")
        }
        SecurityFact::AppAuthorized { name, scopes } => (name, scopes),
    };
    let is_known = !facts.user_agent.is_empty();
    let device = if is_known { locale.device(facts.user_agent) } else { String::new() };
    let all = [
        (locale.text("label-name"), shown(name, MAX_NAME)),
        (locale.text("bank-account-shown-number"), shown(number, MAX_NAME)),
        (locale.text("automatic-before"), shown(before, MAX_DESTINATION)),
        (locale.text("automatic-destination"), shown(destination, MAX_DESTINATION)),
        (locale.text("automatic-minimum"), minimum),
        (locale.text("email-security-permissions"), shown(scopes, MAX_SCOPES)),
        (locale.text("email-security-revoked"), revoked.text(locale)),
        (locale.text("email-security-still-active"), left.text(locale)),
        (locale.text("email-security-time"), locale.long_date_time(facts.at)),
        (locale.text("email-security-ip-address"), shown(facts.address, MAX_ADDRESS)),
        (locale.text("email-security-device"), device),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}
