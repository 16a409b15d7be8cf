//! The security log: what happened to a user's keys, secrets and sign-ins, for the user to read.

use crate::email_address::EmailAddress;
use crate::id::{AccountId, EmailId, SecurityId, UserId};
use crate::time::Timestamp;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $is_mailed:literal $is_limited:literal;)*) => {
        /// What can happen.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum SecurityKind { $($(#[$doc])* $kind,)* }

        impl SecurityKind {
            pub const ALL: &[SecurityKind] = &[$(SecurityKind::$kind,)*];

            pub const fn name(self) -> &'static str {
                match self { $(SecurityKind::$kind => $name,)* }
            }

            /// Whether the user gets an email about it.
            pub const fn is_mailed(self) -> bool {
                match self { $(SecurityKind::$kind => $is_mailed,)* }
            }

            /// Whether a user can do it again and again, so that only so many are allowed. What ends access is always
            /// allowed: there is only as much of it as was created before.
            pub const fn is_limited(self) -> bool {
                match self { $(SecurityKind::$kind => $is_limited,)* }
            }
        }
    };
}

// The name, whether it is emailed, and whether it is limited.
kinds! {
    Joined "joined" false false;
    SignedIn "signed_in" false false;
    /// From a browser that had not signed in before.
    SignedInAnew "signed_in_anew" true false;
    SignInFailed "sign_in_failed" false false;
    /// Several wrong codes of the second factor, by a person who has the password.
    CodesGuessed "codes_guessed" true false;
    SignedOut "signed_out" false false;
    SignedOutEverywhere "signed_out_everywhere" false true;
    PasswordChanged "password_changed" true false;
    NameChanged "name_changed" false false;
    LanguageChanged "language_changed" false true;
    RecipientLanguageChanged "recipient_language_changed" false true;
    TimeZoneChanged "time_zone_changed" false true;
    UpgradedToBusiness "upgraded_to_business" false false;
    SecondFactorOn "second_factor_on" true true;
    SecondFactorOff "second_factor_off" true false;
    RecoveryCodesMade "recovery_codes_made" true true;
    RecoveryCodeUsed "recovery_code_used" true false;
    KeyCreated "key_created" true true;
    KeyRevoked "key_revoked" false false;
    BankAccountAdded "bank_account_added" true true;
    ExternalWalletAdded "external_wallet_added" true true;
    AutomaticWithdrawalsOn "automatic_withdrawals_on" true true;
    AutomaticWithdrawalsOff "automatic_withdrawals_off" false false;
    AppCreated "app_created" true true;
    AppChanged "app_changed" false true;
    AppSecretRotated "app_secret_rotated" true true;
    AppArchived "app_archived" false false;
    AppAuthorized "app_authorized" true true;
    AppDisconnected "app_disconnected" false false;
    WebhookAdded "webhook_added" true true;
    WebhookChanged "webhook_changed" false true;
    WebhookSecretShown "webhook_secret_shown" false true;
    WebhookSecretRotated "webhook_secret_rotated" true true;
    WebhookRemoved "webhook_removed" false false;
    /// A code or refresh token was used twice.
    AppReplayed "app_replayed" true false;
    /// By an operator, who keeps the user out.
    Locked "locked" false false;
    Unlocked "unlocked" false false;
}

impl SecurityKind {
    pub fn parse(name: &str) -> Option<SecurityKind> {
        SecurityKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Where a user is, as far as a request tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClientInfo {
    /// The address on the network.
    pub address: String,
    /// What the browser calls itself, cut to a sensible length.
    pub agent: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecurityEntry {
    pub id: SecurityId,
    pub user: UserId,
    pub kind: SecurityKind,
    /// The name of the key, the app, … it is about; empty if it is about nothing more.
    pub about: String,
    pub client_info: ClientInfo,
    pub created_at: Timestamp,
}

/// The ids an entry needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewEntry {
    pub id: SecurityId,
    pub message: EmailId,
}

/// The user an entry is about, and from where they acted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    pub user: UserId,
    pub email: EmailAddress,
    /// Their live account, or the only one they have: everything that changes the user is serialized by its lock.
    pub home: AccountId,
    pub client_info: ClientInfo,
    pub entry: NewEntry,
}
