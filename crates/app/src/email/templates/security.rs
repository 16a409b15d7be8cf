//! "Something about your account's security changed": so that a user who did not do it hears of it at once.

use rules::time::Timestamp;

use super::{EmailEnvelope, EmailLink, MOST_OF_A_NAME, support};
use crate::email::Letter;
use crate::email::layout::EmailContent;
use crate::email::text::{moment, shown};

const MOST_OF_A_BROWSER: usize = 160;
const MOST_OF_AN_ADDRESS: usize = 60;
const MOST_OF_SCOPES: usize = 400;

/// What changed. Names are as users wrote them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecurityFact<'a> {
    /// From a browser that had not signed in before.
    SignedInAnew,
    /// Several wrong codes, by a person who has the password.
    CodesGuessed,
    PasswordChanged {
        /// What acts for the account without the password, and what was revoked of it.
        access: &'a str,
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
    },
    ExternalWalletAdded {
        name: &'a str,
    },
    /// Or other ones than before.
    AutomaticWithdrawalsOn {
        destination: &'a str,
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
    /// What the browser calls itself; empty if it is not known.
    pub browser: &'a str,
    /// Where a new password is asked for.
    pub reset: EmailLink,
}

pub fn security(cover: &EmailEnvelope<'_>, facts: &SecurityFacts<'_>) -> Letter {
    let brand = &cover.brand.name;
    let (subject, meaning) = words(facts.fact);
    let page = EmailContent {
        subject: subject.to_owned(),
        preview: format!("{}. If this was not you, reset your password.", moment(facts.at)),
        heading: subject.to_owned(),
        opening: vec![meaning.to_owned()],
        facts: listed(facts),
        button: ("Reset your password".to_owned(), facts.reset.clone()),
        closing: vec![
            "If this was you, there is nothing to do.".to_owned(),
            format!("If this was not you: reset your password at once, and {}.", support(cover.brand)),
        ],
        more: Vec::new(),
        because: format!("{brand} wrote to you because {} has an account there.", cover.to),
    };
    page.letter(cover)
}

/// The subject, and what it means. No name is in them: apps of strangers have names, too.
const fn words(fact: SecurityFact<'_>) -> (&'static str, &'static str) {
    match fact {
        SecurityFact::SignedInAnew => {
            ("New sign-in to your account", "Somebody signed in to your account from a new device.")
        }
        SecurityFact::CodesGuessed => (
            "Wrong two-factor codes on your account",
            "Someone entered your password and several wrong two-factor codes. They are not signed in, but they know \
             your password.",
        ),
        SecurityFact::PasswordChanged { .. } => (
            "Your password was changed",
            "From now on only the new password opens your account. A new password does not end API keys, connected \
             apps and webhook endpoints. Review them in the dashboard, under API keys, Authorized apps and Webhooks.",
        ),
        SecurityFact::SecondFactorOn => (
            "Two-factor sign-in was turned on",
            "From now on signing in takes your password and a code from your authenticator app.",
        ),
        SecurityFact::SecondFactorOff => {
            ("Two-factor sign-in was turned off", "From now on your password alone opens your account.")
        }
        SecurityFact::RecoveryCodesMade => {
            ("New recovery codes were made", "The recovery codes that you had before do not work any more.")
        }
        SecurityFact::RecoveryCodeUsed => (
            "A recovery code was used",
            "Somebody signed in with one of your recovery codes. It does not work a second time.",
        ),
        SecurityFact::KeyCreated { .. } => {
            ("An API key was created", "Whoever has the key can act on your account.")
        }
        SecurityFact::AppCreated { .. } => (
            "A Connect App was created",
            "It can ask other people for access to their accounts, in your name.",
        ),
        SecurityFact::AppSecretRotated { .. } => (
            "The secret of a Connect App was rotated",
            "The new secret is to be used from now on in place of the old one.",
        ),
        SecurityFact::AppAuthorized { .. } => {
            ("An app was given access to your account", "You can disconnect it at any time in your settings.")
        }
        SecurityFact::AppReplayed { .. } => (
            "An app was cut off from your account",
            "One of its credentials was used twice, which happens when one is stolen. Connect it again only if you \
             trust it.",
        ),
        SecurityFact::BankAccountAdded { .. } => {
            ("A bank account was added", "Money can be withdrawn to it from now on.")
        }
        SecurityFact::ExternalWalletAdded { .. } => {
            ("An external wallet was added", "It can be used for withdrawals.")
        }
        SecurityFact::AutomaticWithdrawalsOn { .. } => (
            "Automatic withdrawals were turned on or changed",
            "From now on, incoming payments are withdrawn to the bank account or wallet below.",
        ),
        SecurityFact::WebhookAdded { .. } => {
            ("A webhook endpoint was added", "What happens on your account is told to it from now on.")
        }
        SecurityFact::WebhookSecretRotated { .. } => (
            "The secret of a webhook endpoint was rotated",
            "Deliveries are signed with both secrets for a day, and then with the new one alone.",
        ),
    }
}

fn listed(facts: &SecurityFacts<'_>) -> Vec<(&'static str, String)> {
    let mut account_access = "";
    let mut withdrawn_to = "";
    let (name, scopes) = match facts.fact {
        SecurityFact::SignedInAnew
        | SecurityFact::CodesGuessed
        | SecurityFact::SecondFactorOn
        | SecurityFact::SecondFactorOff
        | SecurityFact::RecoveryCodesMade
        | SecurityFact::RecoveryCodeUsed => ("", ""),
        SecurityFact::PasswordChanged { access } => {
            account_access = access;
            ("", "")
        }
        SecurityFact::AutomaticWithdrawalsOn { destination } => {
            withdrawn_to = destination;
            ("", "")
        }
        SecurityFact::KeyCreated { name }
        | SecurityFact::AppCreated { name }
        | SecurityFact::AppSecretRotated { name }
        | SecurityFact::AppReplayed { name }
        | SecurityFact::BankAccountAdded { name }
        | SecurityFact::ExternalWalletAdded { name }
        | SecurityFact::WebhookAdded { name }
        | SecurityFact::WebhookSecretRotated { name } => (name, ""),
        SecurityFact::AppAuthorized { name, scopes } => (name, scopes),
    };
    let all = [
        ("Name", shown(name, MOST_OF_A_NAME)),
        ("Withdrawn to", shown(withdrawn_to, MOST_OF_A_NAME)),
        ("May", shown(scopes, MOST_OF_SCOPES)),
        ("Access", shown(account_access, MOST_OF_SCOPES)),
        ("When", moment(facts.at)),
        ("From", shown(facts.address, MOST_OF_AN_ADDRESS)),
        ("Browser", shown(facts.browser, MOST_OF_A_BROWSER)),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}
