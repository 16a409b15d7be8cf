//! Emails about entries of the security log.

use i18n::Locale;
use rules::automatic_withdrawal::LoggedSetting;
use rules::email::Email;
use rules::email_language::of_account_email;
use rules::id::SecurityId;
use rules::security::{SecurityEntry, SecurityKind};

use crate::email::destinations::LoggedDestinations;
use crate::email::templates::{SecurityFact, SecurityFacts, security};
use crate::email::{Emails, Letter};
use crate::identity::AccessOutcome;
use crate::platform::failure::Failure;

impl Emails {
    /// Nothing, if the entry is of a kind that no email is about.
    pub(super) async fn security_letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        let Some(id) = SecurityId::parse(&message.cause) else { return Ok(None) };
        let Some((entry, language, zone)) = self.platform.store.security_entry(id).await? else {
            return Ok(None);
        };
        let locale = Locale::from(of_account_email(language)).in_zone(zone);
        let destinations = self.logged_destinations(&entry, locale).await?;
        let Some(fact) = fact(&entry, &destinations) else { return Ok(None) };
        let facts = SecurityFacts {
            fact,
            at: entry.created_at,
            address: &entry.client_info.address,
            user_agent: &entry.client_info.agent,
            reset: self.room.page("/dashboard/reset"),
        };
        Ok(Some(security(&self.cover(message, locale), &facts)))
    }
}

/// What a line of the security log says in an email; nothing, if there is no email about it.
fn fact<'a>(entry: &'a SecurityEntry, destinations: &'a LoggedDestinations) -> Option<SecurityFact<'a>> {
    let name = entry.about.as_str();
    Some(match entry.kind {
        SecurityKind::SignedInAnew => SecurityFact::SignedInAnew,
        SecurityKind::CodesGuessed => SecurityFact::CodesGuessed,
        SecurityKind::PasswordChanged => SecurityFact::PasswordChanged { access: AccessOutcome::parse(name) },
        SecurityKind::SecondFactorOn => SecurityFact::SecondFactorOn,
        SecurityKind::SecondFactorOff => SecurityFact::SecondFactorOff,
        SecurityKind::RecoveryCodesMade => SecurityFact::RecoveryCodesMade,
        SecurityKind::RecoveryCodeUsed => SecurityFact::RecoveryCodeUsed,
        SecurityKind::KeyCreated => SecurityFact::KeyCreated { name },
        SecurityKind::BankAccountAdded => {
            SecurityFact::BankAccountAdded { name, number: &destinations.number }
        }
        SecurityKind::ExternalWalletAdded => SecurityFact::ExternalWalletAdded { name },
        SecurityKind::AppCreated => SecurityFact::AppCreated { name },
        SecurityKind::AppSecretRotated => SecurityFact::AppSecretRotated { name },
        SecurityKind::AppAuthorized => {
            let (name, scopes) = name.rsplit_once(": ").unwrap_or((name, ""));
            SecurityFact::AppAuthorized { name, scopes }
        }
        SecurityKind::AppReplayed => SecurityFact::AppReplayed { name },
        SecurityKind::WebhookAdded => SecurityFact::WebhookAdded { name },
        SecurityKind::WebhookSecretRotated => SecurityFact::WebhookSecretRotated { name },
        SecurityKind::AutomaticWithdrawalsOn => {
            let LoggedDestinations { destination, before, .. } = destinations;
            let minimum = LoggedSetting::parse(name)?.minimum;
            SecurityFact::AutomaticWithdrawalsOn { destination, before, minimum }
        }
        SecurityKind::Joined
        | SecurityKind::SignedIn
        | SecurityKind::SignInFailed
        | SecurityKind::SignedOut
        | SecurityKind::SignedOutEverywhere
        | SecurityKind::NameChanged
        | SecurityKind::LanguageChanged
        | SecurityKind::RecipientLanguageChanged
        | SecurityKind::TimeZoneChanged
        | SecurityKind::UpgradedToBusiness
        | SecurityKind::KeyRevoked
        | SecurityKind::AppChanged
        | SecurityKind::AppArchived
        | SecurityKind::AppDisconnected
        | SecurityKind::WebhookChanged
        | SecurityKind::WebhookSecretShown
        | SecurityKind::WebhookRemoved
        | SecurityKind::Locked
        | SecurityKind::Unlocked
        | SecurityKind::AutomaticWithdrawalsOff => return None,
    })
}
