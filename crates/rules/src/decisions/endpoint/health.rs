//! What the answers of a receiver mean for its endpoint: that it is verified, that it fails, that it is turned off.

use crate::account::Mode;
use crate::decisions::endpoint::PATIENCE_SECONDS;
use crate::email::{Email, EmailKind};
use crate::email_address::EmailAddress;
use crate::endpoint::{Deactivation, DeactivationReason, Endpoint};
use crate::id::{EmailId, EventId};
use crate::time::Timestamp;

/// The users to tell when an endpoint is turned off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    pub email: EmailAddress,
    pub mode: Mode,
    pub email_id: EmailId,
}

/// What the answers of a receiver mean for the endpoint itself.
pub(crate) struct Health {
    pub endpoint: Endpoint,
    pub is_changed: bool,
    pub notice: Option<Email>,
}

impl Health {
    pub fn of(endpoint: &Endpoint) -> Health {
        Health { endpoint: endpoint.clone(), is_changed: false, notice: None }
    }

    /// The receiver has taken this event. If it is the test that the endpoint waits for, the endpoint is verified.
    pub fn succeeded(&mut self, event: EventId, now: Timestamp) {
        self.is_changed |= self.endpoint.failing_since.take().is_some();
        if self.endpoint.awaited_test() == Some(event) {
            self.endpoint.verified_at = Some(now);
            self.is_changed = true;
        }
    }

    pub fn failed(&mut self, is_gone: bool, owner: &Owner, now: Timestamp, real_now: Timestamp) {
        let since = *self.endpoint.failing_since.get_or_insert_with(|| {
            self.is_changed = true;
            now
        });
        match is_gone {
            true => self.turn_off(DeactivationReason::Gone, owner, now, real_now),
            false if since.plus_seconds(PATIENCE_SECONDS) <= now => {
                self.turn_off(DeactivationReason::Failing, owner, now, real_now);
            }
            false => {}
        }
    }

    /// The schedule of an event has ended. If it was the test that the endpoint waits for, nothing would ever be sent
    /// to the endpoint again, so its owner is told.
    pub fn given_up(&mut self, event: EventId, owner: &Owner, now: Timestamp, real_now: Timestamp) {
        if self.endpoint.awaited_test() == Some(event) {
            self.turn_off(DeactivationReason::Unverified, owner, now, real_now);
        }
    }

    fn turn_off(&mut self, reason: DeactivationReason, owner: &Owner, now: Timestamp, real_now: Timestamp) {
        if self.endpoint.off.is_none() && self.endpoint.archived_at.is_none() {
            self.endpoint.off = Some(Deactivation { reason, at: now });
            self.is_changed = true;
            let cause = format!("{}:{}", self.endpoint.id, now.micros());
            let message =
                Email::new(owner.email_id, EmailKind::WebhookOff, owner.email.clone(), cause, real_now);
            self.notice = Some(message.caused_by(self.endpoint.account, owner.mode));
        }
    }
}
