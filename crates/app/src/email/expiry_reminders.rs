//! Reminders of what goes back to its sender soon. They follow from the claims that wait: what was claimed, cancelled
//! or returned has no claim any more, and causes none.

use std::sync::{Mutex, PoisonError};

use rules::claim_email::{ExpiryReminder, REMINDED_DAYS};
use rules::command::PeopleCommand;
use rules::time::{SECONDS_PER_DAY, Timestamp};
use store::ExpiryPosition;

use crate::email::Emails;
use crate::platform::failure::Failure;

const CLAIMS_AT_ONCE: usize = 500;

/// How far the claims that expire in so many days have been read. A process that starts reads them from the beginning:
/// what was written before is not written again.
#[derive(Default)]
pub(super) struct ExpiryPositions([Mutex<Option<ExpiryPosition>>; REMINDED_DAYS.len()]);

impl Emails {
    /// Writes the reminders that are due, and says how many emails announced what expires.
    pub async fn remind_of_expiry(&self) -> usize {
        let mut found = 0;
        for (place, days) in REMINDED_DAYS.into_iter().enumerate() {
            found += self.remind_days_before(place, days).await.unwrap_or_else(|failure| {
                tracing::warn!(?failure, "reminders for expiring claims not created; will retry");
                0
            });
        }
        found
    }

    async fn remind_days_before(&self, place: usize, days: i64) -> Result<usize, Failure> {
        let now = self.platform.clock.now();
        let until = now.plus_seconds(days * SECONDS_PER_DAY);
        // What expires sooner than this has the next reminder, or needs none.
        let sooner =
            REMINDED_DAYS.get(place + 1).map_or(now, |days| now.plus_seconds(days * SECONDS_PER_DAY));
        let after = self.position(place).filter(|position| position.expires_at >= sooner);
        let after = after.unwrap_or_else(|| ExpiryPosition::at(sooner));
        if after.expires_at > until {
            return Ok(0);
        }
        let (announced, next) = self.platform.store.expiring_claims(&after, until, CLAIMS_AT_ONCE).await?;
        let found = announced.len();
        self.remind(announced, days, now).await?;
        *self.expiring.0[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(next);
        Ok(found)
    }

    fn position(&self, place: usize) -> Option<ExpiryPosition> {
        self.expiring.0[place].lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn remind(
        &self,
        announced: Vec<rules::id::EmailId>,
        days: i64,
        at: Timestamp,
    ) -> Result<(), Failure> {
        if announced.is_empty() {
            return Ok(());
        }
        let reminder =
            |announced_by| ExpiryReminder { id: self.platform.dice.id(at), announced_by, days, at };
        let reminders = PeopleCommand::RemindOfExpiry(announced.into_iter().map(reminder).collect());
        self.platform.writer.submit_in_background(reminders.into()).await?;
        Ok(())
    }
}
