//! The security log: what happened to a user's keys, secrets and sign-ins, for the user to read.

use crate::email_address::EmailAddress;
use crate::id::{AccountId, EmailId, SecurityId, UserId};
use crate::time::Timestamp;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $is_mailed:literal $is_limited:literal $words:literal;)*) => {
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

            /// What it is called in a list.
            pub const fn words(self) -> &'static str {
                match self { $(SecurityKind::$kind => $words,)* }
            }
        }
    };
}

// The name, whether it is emailed, whether it is limited, and what it is called.
kinds! {
    Joined "joined" false false "Account opened";
    SignedIn "signed_in" false false "Signed in";
    /// From a browser that had not signed in before.
    SignedInAnew "signed_in_anew" true false "Signed in from a new device";
    SignInFailed "sign_in_failed" false false "Sign-in failed";
    /// Several wrong codes of the second factor, by a person who has the password.
    CodesGuessed "codes_guessed" true false "Wrong two-factor codes entered with your password";
    SignedOut "signed_out" false false "Signed out";
    SignedOutEverywhere "signed_out_everywhere" false true "Signed out everywhere";
    PasswordChanged "password_changed" true false "Password changed";
    NameChanged "name_changed" false false "Name changed";
    SecondFactorOn "second_factor_on" true true "Two-factor sign-in turned on";
    SecondFactorOff "second_factor_off" true false "Two-factor sign-in turned off";
    RecoveryCodesMade "recovery_codes_made" true true "New recovery codes made";
    RecoveryCodeUsed "recovery_code_used" true false "Recovery code used";
    KeyCreated "key_created" true true "API key created";
    KeyRevoked "key_revoked" false false "API key revoked";
    BankAccountAdded "bank_account_added" true true "Bank account added";
    ExternalWalletAdded "external_wallet_added" true true "External wallet added";
    AutomaticWithdrawalsOn "automatic_withdrawals_on" true true "Automatic withdrawals turned on or changed";
    AutomaticWithdrawalsOff "automatic_withdrawals_off" false false "Automatic withdrawals turned off";
    AppCreated "app_created" true true "Connect App created";
    AppChanged "app_changed" false true "Connect App changed";
    AppSecretRotated "app_secret_rotated" true true "Connect App secret rotated";
    AppArchived "app_archived" false false "Connect App archived";
    AppAuthorized "app_authorized" true true "App authorized";
    AppDisconnected "app_disconnected" false false "App disconnected";
    WebhookAdded "webhook_added" true true "Webhook endpoint added";
    WebhookChanged "webhook_changed" false true "Webhook endpoint changed";
    WebhookSecretShown "webhook_secret_shown" false true "Webhook secret shown";
    WebhookSecretRotated "webhook_secret_rotated" true true "Webhook secret rotated";
    WebhookRemoved "webhook_removed" false false "Webhook endpoint removed";
    /// A code or refresh token was used twice.
    AppReplayed "app_replayed" true false "App cut off: a credential was used twice";
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
