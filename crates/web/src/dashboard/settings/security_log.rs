//! The security log as its owner reads it: what changed, on what, from where and when.

use app::AccessOutcome;
use i18n::Locale;
use rules::account::Mode;
use rules::automatic_withdrawal::LoggedSetting;
use rules::language::Language;
use rules::security::{SecurityEntry, SecurityKind};

pub struct LogRow {
    pub what: &'static str,
    pub about: String,
    pub address: String,
    pub at: String,
}

pub fn row(locale: Locale, entry: &SecurityEntry) -> LogRow {
    LogRow {
        what: locale.security_event(entry.kind),
        about: about(locale, entry.kind, &entry.about),
        address: entry.client_info.address.clone(),
        at: locale.date_time(entry.created_at),
    }
}

/// What the entry is about. It's stored as names and codes; what is said around them is in the reader's language.
fn about(locale: Locale, kind: SecurityKind, stored: &str) -> String {
    match kind {
        SecurityKind::PasswordChanged => access(locale, AccessOutcome::parse(stored)),
        SecurityKind::RecoveryCodeUsed => match stored.parse::<i64>() {
            Ok(left) => locale.text_with("security-log-codes-left", &[("count", &left)]),
            Err(_) => stored.to_owned(),
        },
        SecurityKind::RecipientLanguageChanged => {
            in_mode(locale, stored, |name| Language::parse(name).map_or(name, |language| language.own_name()))
        }
        SecurityKind::BankAccountAdded => locale.logged_bank_account(stored),
        SecurityKind::AutomaticWithdrawalsOn => {
            LoggedSetting::parse(stored).map_or_else(|| stored.to_owned(), LoggedSetting::shown)
        }
        SecurityKind::AppAuthorized => match stored.rsplit_once(": ") {
            Some((app, scopes)) => format!("{} · {scopes}", in_mode(locale, app, |name| name)),
            None => in_mode(locale, stored, |name| name),
        },
        SecurityKind::AppDisconnected | SecurityKind::KeyCreated | SecurityKind::KeyRevoked => {
            in_mode(locale, stored, |name| name)
        }
        SecurityKind::Joined
        | SecurityKind::SignedIn
        | SecurityKind::SignedInAnew
        | SecurityKind::SignInFailed
        | SecurityKind::CodesGuessed
        | SecurityKind::SignedOut
        | SecurityKind::SignedOutEverywhere
        | SecurityKind::NameChanged
        | SecurityKind::LanguageChanged
        | SecurityKind::TimeZoneChanged
        | SecurityKind::UpgradedToBusiness
        | SecurityKind::SecondFactorOn
        | SecurityKind::SecondFactorOff
        | SecurityKind::RecoveryCodesMade
        | SecurityKind::ExternalWalletAdded
        | SecurityKind::AutomaticWithdrawalsOff
        | SecurityKind::AppCreated
        | SecurityKind::AppChanged
        | SecurityKind::AppSecretRotated
        | SecurityKind::AppArchived
        | SecurityKind::AppReplayed
        | SecurityKind::WebhookAdded
        | SecurityKind::WebhookChanged
        | SecurityKind::WebhookSecretShown
        | SecurityKind::WebhookSecretRotated
        | SecurityKind::WebhookRemoved
        | SecurityKind::Locked
        | SecurityKind::Unlocked => stored.to_owned(),
    }
}

/// What became of everything that was active when a password was changed.
fn access(locale: Locale, outcome: AccessOutcome) -> String {
    let (revoked, left) = (outcome.revoked.text(locale), outcome.left.text(locale));
    let mut told = Vec::new();
    if !revoked.is_empty() {
        told.push(locale.text_with("security-log-revoked", &[("what", &revoked)]));
    }
    if !left.is_empty() {
        told.push(locale.text_with("security-log-still-active", &[("what", &left)]));
    }
    told.join(" · ")
}

/// `Ledgerly (live)` with the mode in words.
fn in_mode(locale: Locale, stored: &str, name: for<'s> fn(&'s str) -> &'s str) -> String {
    let parts = stored.strip_suffix(')').and_then(|stored| stored.rsplit_once(" ("));
    match parts.and_then(|(what, mode)| Some((what, Mode::parse(mode)?))) {
        Some((what, mode)) => {
            locale.text_with("security-log-in-mode", &[("what", &name(what)), ("mode", &mode.name())])
        }
        None => stored.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::security::SecurityKind;

    use super::about;

    #[test]
    fn details_are_in_the_readers_language_and_names_stay_as_they_are() {
        let (english, spanish) = (Locale::ENGLISH, Locale::from(Language::Spanish));
        for (kind, stored, locale, shown) in [
            (SecurityKind::KeyCreated, "Payroll (x) …ab12 (live)", english, "Payroll (x) …ab12 (live mode)"),
            (SecurityKind::KeyRevoked, "Payroll …ab12 (test)", spanish, "Payroll …ab12 (modo de prueba)"),
            (SecurityKind::RecoveryCodeUsed, "1", english, "1 code left"),
            (SecurityKind::RecoveryCodeUsed, "9", spanish, "Quedan 9 códigos"),
            (SecurityKind::RecipientLanguageChanged, "es (live)", english, "Español (live mode)"),
            (
                SecurityKind::AppAuthorized,
                "Ledgerly: Pro (test): balance:read payouts:write",
                english,
                "Ledgerly: Pro (test mode) · balance:read payouts:write",
            ),
            (
                SecurityKind::BankAccountAdded,
                "Nómina (1) (mxn_spei) ba_01m7tshtrfec3r9sc7c5mq7200",
                spanish,
                "Nómina (1) (SPEI, México)",
            ),
            (
                SecurityKind::AutomaticWithdrawalsOn,
                "Payroll · 5.00 USDC · ba_01m7tshtrfec3r9sc7c5mq7200 < ba_01m7tshtrfec3r9sc7c5mq7201",
                english,
                "Payroll · 5.00 USDC",
            ),
            (SecurityKind::BankAccountAdded, "Payroll (x)", english, "Payroll (x)"),
            (SecurityKind::AppDisconnected, "Ledgerly (mode)", english, "Ledgerly (mode)"),
            (SecurityKind::AppCreated, "Ledgerly (live)", english, "Ledgerly (live)"),
            (
                SecurityKind::PasswordChanged,
                "Revoked: 2 API keys. Still active: 1 connected app, 3 webhook endpoints",
                english,
                "Revoked: 2 API keys · Still active: 1 connected app and 3 webhook endpoints",
            ),
            (SecurityKind::PasswordChanged, "", english, ""),
        ] {
            assert_eq!(about(locale, kind, stored), shown);
        }
    }
}
