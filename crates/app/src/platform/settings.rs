//! The operator's settings that use cases depend on.

use std::time::Duration;

use rails::Chain;
use rules::claim_email::EmailLimits;
use rules::decisions::payout::PayoutLimits;
use rules::email_address::EmailAddress;
use rules::external_transfer::MAX_OPEN;
use rules::money::{Amount, MICROS_PER_UNIT};
use rules::sign_up::SignUp;
use rules::tariff::Tariff;
use store::COMMIT_OUTCOME_WAIT;

#[derive(Clone, Debug)]
pub struct AppSettings {
    /// The prefix of keys, lower-case letters and digits.
    pub key_prefix: String,
    /// The network that holds live money.
    pub live_chain: Chain,
    /// How much may be paid to one person, and in one call.
    pub limits: PayoutLimits,
    /// What a session of the dashboard may pay out in all, to people who were paid before, until the password is needed
    /// again.
    pub confirm_payouts_above: Amount,
    /// Who can open an account without a claim.
    pub sign_up: SignUp,
    /// How many claim emails and reminders may be sent in a day.
    pub email_limits: EmailLimits,
    /// The most that one deposit or withdrawal may be worth.
    pub max_per_external_transfer: Amount,
    /// The most deposits and withdrawals of one account that may be under way. Workers look at them again and again.
    pub max_open_external_transfers: usize,
    /// The most test money that one test account may create in all.
    pub max_test_money: Amount,
    /// How old an external wallet must be before money is sent to it.
    pub external_wallet_waits_seconds: i64,
    /// The operator's address for alerts.
    pub alert_email: Option<EmailAddress>,
    /// How long an item may wait before Florin sends an alert.
    pub alert_after_seconds: i64,
    /// How long the writer asks what became of a commit whose connection broke.
    pub commit_outcome_wait: Duration,
    /// How many days the log of API requests is kept; 0 for no log.
    pub request_log_days: i64,
    /// What live money costs. Where it says nothing, nothing crosses.
    pub live_tariff: Tariff,
}

impl Default for AppSettings {
    fn default() -> AppSettings {
        AppSettings {
            key_prefix: "florin".to_owned(),
            live_chain: Chain::Network("base".to_owned()),
            confirm_payouts_above: Amount::from_micros(1_000 * MICROS_PER_UNIT),
            max_per_external_transfer: Amount::from_micros(1_000_000 * MICROS_PER_UNIT),
            max_open_external_transfers: MAX_OPEN,
            max_test_money: Amount::from_micros(100_000_000 * MICROS_PER_UNIT),
            external_wallet_waits_seconds: 0,
            alert_email: None,
            alert_after_seconds: 3_600,
            commit_outcome_wait: COMMIT_OUTCOME_WAIT,
            request_log_days: 30,
            live_tariff: Tariff::default(),
            sign_up: SignUp::Open,
            email_limits: EmailLimits { per_recipient: 5, per_sender: 1_000 },
            limits: PayoutLimits {
                least: Amount::from_micros(MICROS_PER_UNIT / 100),
                item: Amount::from_micros(1_000_000 * MICROS_PER_UNIT),
                payout: Amount::from_micros(10_000_000 * MICROS_PER_UNIT),
            },
        }
    }
}
