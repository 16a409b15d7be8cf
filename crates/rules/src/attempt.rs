//! Attempts: what is limited, how often it may be tried, and the wait in between.
//!
//! What is counted is a name that belongs to a person, to a place on the network, or to both together. Counts fade, but
//! never faster than waits grow, so that patience gains nothing.

use crate::listed_enum;
use crate::time::{SECONDS_PER_DAY, Timestamp};

/// After this long without an attempt nothing is left of any count.
pub const FORGIVEN_SECONDS: i64 = 10 * SECONDS_PER_DAY;

const HOUR: i64 = 3_600;

listed_enum! {
    /// What a count is about.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Guard {
        /// One person, from one place or on one browser that is known.
        Pair,
        /// One person, from anywhere. Its wait stays short: any stranger can make it grow.
        Person,
        /// One place, for all users together.
        Place,
        /// One block of networks, for all users together: one subscriber can have thousands of places. An allowance for
        /// a block is eight times that for a place.
        PlaceBlock,
        /// Right passwords of one person, from places or on one browser that is known: even the owner needs only so
        /// many.
        Success,
        /// One place from which right passwords come, on browsers that are not known.
        SuccessPlace,
        SuccessBlock,
        /// Codes of one person's second factor: only who has the password can try.
        Code,
        /// Emails to an address, whatever they are about, asked for by any visitor.
        Email,
        /// Emails to sign up with tagged or dotted spellings of one mailbox, all together.
        Mailbox,
        /// Emails to reset a password when [`Guard::Email`] has none left, so that strangers cannot use up what the
        /// owner needs to get in again.
        Reset,
        /// One place that asks for emails, whatever the addresses.
        Asker,
        AskerBlock,
        /// Alerts about wrong codes of one person's second factor.
        Alert,
        /// New names of one person.
        Rename,
        /// New passwords that one link or session sets, from anywhere. Hashing one is expensive.
        NewPassword,
        /// One place that sets new passwords, for all users together.
        NewPasswordPlace,
        NewPasswordBlock,
        /// Tests that one sponsor sends to endpoints that have not been verified.
        EndpointTest,
        /// Changes to one user's keys, apps, webhooks and other means of access, each of which is logged and most of
        /// which are emailed.
        SecurityChange,
    }
}

/// How many are free; then the wait, which doubles from the first to the longest; and how long it takes until one
/// attempt is forgotten.
struct Measure {
    free: i64,
    first_seconds: i64,
    longest_seconds: i64,
    fades_seconds: i64,
}

const fn measure(free: i64, first_seconds: i64, longest_seconds: i64, fades_seconds: i64) -> Measure {
    Measure { free, first_seconds, longest_seconds, fades_seconds }
}

impl Guard {
    /// In the long run an attacker gets one attempt per fading or per longest wait, whichever is more: 24 a day for a
    /// pair, 720 right passwords, 12 codes, 6 emails to an address and 12 to other spellings of it, and 2 more to reset
    /// a password.
    const fn measure(self) -> Measure {
        match self {
            Guard::Pair => measure(5, 1, HOUR, HOUR),
            Guard::Person => measure(20, 1, 60, 600),
            Guard::Place => measure(50, 1, 900, 600),
            Guard::PlaceBlock => measure(400, 1, 112, 75),
            Guard::Success => measure(30, 1, 120, 120),
            Guard::SuccessPlace => measure(300, 1, 10, 10),
            Guard::SuccessBlock => measure(2_400, 1, 1, 1),
            Guard::Code => measure(5, 60, 2 * HOUR, 2 * HOUR),
            Guard::Email => measure(3, 900, 4 * HOUR, 4 * HOUR),
            Guard::Mailbox => measure(6, 900, 2 * HOUR, 2 * HOUR),
            Guard::Reset => measure(1, 12 * HOUR, 12 * HOUR, 12 * HOUR),
            Guard::Asker => measure(100, 1, 60, 600),
            Guard::AskerBlock => measure(800, 1, 8, 75),
            Guard::Alert => measure(1, SECONDS_PER_DAY, SECONDS_PER_DAY, SECONDS_PER_DAY),
            Guard::Rename => measure(3, 3 * SECONDS_PER_DAY, 3 * SECONDS_PER_DAY, 3 * SECONDS_PER_DAY),
            Guard::NewPassword => measure(5, 1, HOUR, HOUR),
            Guard::NewPasswordPlace => measure(20, 1, 60, 600),
            Guard::NewPasswordBlock => measure(160, 1, 8, 75),
            Guard::EndpointTest => measure(60, 30, 60, 60),
            Guard::SecurityChange => measure(300, 60, 600, 600),
        }
    }

    /// How long to wait after so many attempts, in seconds.
    pub const fn wait_seconds(self, attempts: i64) -> i64 {
        let Measure { free, first_seconds, longest_seconds, .. } = self.measure();
        let over = attempts - free;
        if over < 0 {
            return 0;
        }
        let wait = if over >= 20 { longest_seconds } else { first_seconds << over };
        if wait < longest_seconds { wait } else { longest_seconds }
    }

    pub const fn fades_seconds(self) -> i64 {
        self.measure().fades_seconds
    }

    /// The least count after which the wait is the longest. No count grows beyond it.
    pub const fn fullest(self) -> i64 {
        let Measure { free, longest_seconds, .. } = self.measure();
        let mut count = free;
        while self.wait_seconds(count) < longest_seconds {
            count += 1;
        }
        count
    }
}

/// How often something was tried. The name is a keyed hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempts {
    pub name: [u8; 32],
    pub count: i64,
    pub last_at: Timestamp,
}

impl Attempts {
    /// How many of them still count.
    pub(crate) fn left(&self, guard: Guard, now: Timestamp) -> i64 {
        (self.count - self.idle_seconds(now) / guard.fades_seconds()).max(0)
    }

    pub(crate) fn idle_seconds(&self, now: Timestamp) -> i64 {
        now.seconds_after(self.last_at).max(0)
    }
}

pub type GuardKey = (Guard, [u8; 32]);
