//! What accounts have used of what they may have, and what operators and readers of emails set.

use super::World;
use crate::activity_email::ActivityEmail;
use crate::claim_email::ExpiryReminder;
use crate::email_preferences::EmailPreferenceChange;
use crate::id::AccountId;
use crate::operator::OperatorLimit;
use crate::recipient::Recipient;
use crate::refusal::{Limit, Refusal};

impl World {
    pub fn load_crowded(&mut self, account: AccountId) {
        self.crowded.insert(account);
    }

    /// Whether the account may have one more. Those that the same batch begins are not counted.
    pub fn check_open_transfers(&self, account: AccountId, most: usize) -> Result<(), Refusal> {
        match self.crowded.contains(&account) {
            true => Err(Refusal::LimitExceeded(Limit::OpenTransfers { most })),
            false => Ok(()),
        }
    }

    pub fn load_simulated_in(&mut self, account: AccountId, total: i64) {
        self.simulated_in.insert(account, total);
    }

    /// How much test money an account has created in all.
    pub fn simulated_in(&self, account: AccountId) -> i64 {
        self.simulated_in.get(&account).copied().unwrap_or(0)
    }

    pub(super) fn replace_operator_limit(&mut self, limit: OperatorLimit) {
        self.operator_limit = Some(limit.clone());
        self.new_operator_limits.push(limit);
    }

    pub(super) fn count_simulated(&mut self, account: AccountId, total: i64) {
        self.simulated_in.insert(account, total);
        self.changed_simulated_in.insert(account, total);
    }

    pub(super) fn prefer(&mut self, change: EmailPreferenceChange) {
        let key = change.email_key.clone();
        let change = match self.email_preferences.remove(&key) {
            Some(earlier) => earlier.then(&change),
            None => change,
        };
        self.email_preferences.insert(key, change);
    }

    pub(super) fn tell_owner(&mut self, message: ActivityEmail) {
        self.activity_emails.entry(message.cause.clone()).or_insert(message);
    }

    pub(super) fn remind(&mut self, reminder: ExpiryReminder) {
        self.expiry_reminders.insert((reminder.announced_by, reminder.days), reminder);
    }

    pub(super) fn put_recipient(&mut self, recipient: Recipient) {
        self.name_recipient(&recipient);
        self.recipients.put(recipient.id, recipient);
    }
}
