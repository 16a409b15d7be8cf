//! Devices: browsers that have signed in as a user, and so have attempt counts of their own.
//!
//! A device is a number in a signed cookie. The user's row holds only the latest number, and the last few numbers are
//! known: each new device forgets the oldest one, and counting on by as many forgets all of them.

use crate::user::User;

/// How many devices of one user are known at a time. Each has attempts of its own, so there are few.
pub const MAX_DEVICES: i64 = 8;

/// The browser that opened the account.
pub const FIRST_DEVICE: i64 = 1;

impl User {
    pub fn knows_device(&self, device: i64) -> bool {
        device >= FIRST_DEVICE && device <= self.latest_device && self.latest_device - device < MAX_DEVICES
    }

    /// The number of a browser that has signed in: the one it came with, or a new one.
    pub(crate) fn remember_device(&mut self, known: Option<i64>) -> i64 {
        if let Some(device) = known.filter(|device| self.knows_device(*device)) {
            return device;
        }
        self.latest_device += 1;
        self.latest_device
    }

    pub(crate) fn forget_devices(&mut self) {
        self.latest_device += MAX_DEVICES;
    }
}
