//! Which emails a person does not want. The owner of an address decides, whether or not they have an account: so what
//! is turned off is kept by address.
//!
//! Emails about security, and about money that comes back, have no group and are always sent.

use crate::named_enum;

named_enum! {
    /// Emails that are turned off together.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EmailGroup {
        /// Others paid the account.
        Payments = "payments",
        /// Recipients claimed what the account sent.
        Payouts = "payouts",
        /// Deposits and withdrawals that go as they should.
        Transfers = "transfers",
        /// Money waits, and goes back soon. The first email about it is always sent.
        ClaimReminders = "claim_reminders",
    }
}

impl EmailGroup {
    const fn bit(self) -> i64 {
        1 << self as i64
    }
}

/// The groups that are turned off.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EmailsOff(i64);

impl EmailsOff {
    pub const fn from_bits(bits: i64) -> EmailsOff {
        EmailsOff(bits)
    }

    pub const fn bits(self) -> i64 {
        self.0
    }

    pub const fn contains(self, group: EmailGroup) -> bool {
        self.0 & group.bit() != 0
    }

    pub const fn with(self, group: EmailGroup) -> EmailsOff {
        EmailsOff(self.0 | group.bit())
    }

    /// All groups for which this holds.
    pub fn of(is_off: impl Fn(EmailGroup) -> bool) -> EmailsOff {
        let off = EmailGroup::ALL.into_iter().filter(|group| is_off(*group));
        off.fold(EmailsOff::default(), EmailsOff::with)
    }

    /// The others.
    pub fn inverse(self) -> EmailsOff {
        EmailsOff::of(|group| !self.contains(group))
    }
}

/// What the owner of an address wants from now on. Groups in neither set stay as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmailPreferenceChange {
    /// The address in lower case.
    pub email_key: String,
    pub turn_off: EmailsOff,
    pub turn_on: EmailsOff,
}

impl EmailPreferenceChange {
    /// Both, one after the other.
    #[must_use]
    pub fn then(self, next: &EmailPreferenceChange) -> EmailPreferenceChange {
        let EmailPreferenceChange { email_key, turn_off, turn_on } = self;
        let (off, on) = (next.turn_off.0, next.turn_on.0);
        EmailPreferenceChange {
            email_key,
            turn_off: EmailsOff(turn_off.0 & !on | off),
            turn_on: EmailsOff(turn_on.0 & !off | on),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EmailGroup, EmailPreferenceChange, EmailsOff};

    #[test]
    fn of_two_changes_the_later_one_counts() {
        let off = |groups: &[EmailGroup]| EmailsOff::of(|group| groups.contains(&group));
        let change =
            |turn_off, turn_on| EmailPreferenceChange { email_key: "x".to_owned(), turn_off, turn_on };
        let payments = off(&[EmailGroup::Payments]);
        let both = off(&[EmailGroup::Payments, EmailGroup::Payouts]);
        let none = EmailsOff::default();
        assert_eq!(change(payments, none).then(&change(none, payments)), change(none, payments));
        assert_eq!(change(none, payments).then(&change(payments, none)), change(payments, none));
        let kept = change(both, none).then(&change(none, payments));
        assert_eq!(kept, change(off(&[EmailGroup::Payouts]), payments));
        assert!(both.contains(EmailGroup::Payouts) && !both.contains(EmailGroup::Transfers));
        assert_eq!(both.inverse(), off(&[EmailGroup::Transfers, EmailGroup::ClaimReminders]));
    }
}
