//! Live payouts from the dashboard: a session that gave the password a while ago may pay people that the account has
//! paid before, up to a limit in all. Anything else needs the password again. It is decided in the commit of the
//! payout, so that many small payouts at once are as much as one large one.

use crate::account::Caller;
use crate::change::{Change, Outcome, Row};
use crate::decisions::payout::{CreatePayout, create, needs};
use crate::id::SessionId;
use crate::money::Amount;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// A payout that a person sends from the dashboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayInSession {
    pub caller: Caller,
    pub new: CreatePayout,
    pub session: SessionId,
    /// Whether it has a recipient to which this account has never completed a payment.
    pub has_new_recipient: bool,
    /// What a session may pay out in all before the password is needed again.
    pub confirm_above: Amount,
}

impl PayInSession {
    pub fn needs(&self, needs: &mut Needs) {
        needs::create(needs, &self.caller, &self.new);
        needs.sessions.insert(self.session);
    }

    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        let mut change = create(world, &self.caller, &self.new, now)?;
        let Outcome::Payout(payout) = &change.outcome else {
            unreachable!("a payout that was accepted is a payout")
        };
        let session = world.sessions.get(&self.session).ok_or(Refusal::ConfirmationRequired)?;
        if session.is_proved(now) {
            return Ok(change);
        }
        let unproved = session.unproved_with(payout.total_amount);
        let is_small = unproved.is_some_and(|unproved| unproved <= self.confirm_above);
        if self.has_new_recipient || !is_small {
            return Err(Refusal::ConfirmationRequired);
        }
        let paid = session.paid.checked_add(payout.total_amount).ok_or(Refusal::ConfirmationRequired)?;
        change.rows.push(Row::Session(Session { paid, ..session.clone() }));
        Ok(change)
    }
}
