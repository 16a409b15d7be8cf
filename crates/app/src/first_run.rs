//! The first steps of a newcomer to `florin dev`: how far an account has come. It reads rows and stores nothing, and
//! `florin serve` doesn't ask.

use std::sync::Arc;

use rules::account::{Caller, Mode};
use rules::email_address::EmailAddress;
use rules::event_type::EventType;
use rules::id::EmailId;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};
use store::TransactionFilter;

use crate::auth::Auth;
use crate::platform::failure::Failure;
use crate::platform::{Platform, wire};

/// So many of the newest payments are looked at.
const NEWEST_PAYMENTS: usize = 25;

/// How far a newcomer has come. A later step can be done before an earlier one.
#[derive(Default)]
pub struct FirstRunProgress {
    pub payment: Option<FirstPayment>,
    /// The newest withdrawal of the recipient who claimed.
    pub withdrawal: Option<Transaction>,
    /// The newest event that an endpoint or a listener has accepted.
    pub accepted: Option<AcceptedEvent>,
}

/// The payment that has come furthest, among the newest.
pub struct FirstPayment {
    pub item: Transaction,
    pub to: EmailAddress,
    /// The claim email, while the payment waits to be claimed.
    pub email: Option<EmailId>,
}

pub struct AcceptedEvent {
    pub kind: EventType,
    pub at: Timestamp,
    /// As it was sent.
    pub body: String,
}

impl FirstRunProgress {
    pub fn is_claimed(&self) -> bool {
        self.payment.as_ref().is_some_and(|payment| payment.item.status == TransactionStatus::Completed)
    }

    pub fn is_complete(&self) -> bool {
        self.is_claimed() && self.withdrawal.is_some() && self.accepted.is_some()
    }
}

pub struct FirstRun {
    platform: Arc<Platform>,
    auth: Arc<Auth>,
}

impl FirstRun {
    pub(crate) fn new(platform: Arc<Platform>, auth: Arc<Auth>) -> FirstRun {
        FirstRun { platform, auth }
    }

    pub async fn progress(&self, caller: &Caller) -> Result<FirstRunProgress, Failure> {
        let accepted = self.accepted(caller).await?;
        let Some(item) = self.furthest_payment(caller).await? else {
            return Ok(FirstRunProgress { accepted, ..FirstRunProgress::default() });
        };
        let Some(shown) = self.platform.store.item(caller, item.id).await? else {
            return Ok(FirstRunProgress { accepted, ..FirstRunProgress::default() });
        };
        let email = self.platform.store.claim_email(caller.account, item.id).await?.map(|email| email.id);
        let withdrawal = match item.status {
            TransactionStatus::Completed => self.withdrawal_after(&item).await?,
            _ => None,
        };
        let payment = Some(FirstPayment { to: shown.email, email, item });
        Ok(FirstRunProgress { payment, withdrawal, accepted })
    }

    /// Completed before pending, and the newest of each. Payments that came to nothing don't count.
    async fn furthest_payment(&self, caller: &Caller) -> Result<Option<Transaction>, Failure> {
        let payments = self.newest(caller, TransactionType::Payout, NEWEST_PAYMENTS).await?;
        let order = [
            TransactionStatus::Completed,
            TransactionStatus::PendingClaim,
            TransactionStatus::Processing,
            TransactionStatus::Queued,
        ];
        let furthest = order.iter().find_map(|status| payments.iter().find(|row| row.status == *status));
        Ok(furthest.cloned())
    }

    async fn withdrawal_after(&self, item: &Transaction) -> Result<Option<Transaction>, Failure> {
        let Some(wallet) = self.platform.store.wallet_of(item.id).await? else { return Ok(None) };
        let recipient = self.auth.sandbox_owner(wallet).await?;
        Ok(self.newest(&recipient, TransactionType::Withdrawal, 1).await?.pop())
    }

    async fn newest(
        &self,
        caller: &Caller,
        kind: TransactionType,
        count: usize,
    ) -> Result<Vec<Transaction>, Failure> {
        let filter = TransactionFilter { types: vec![kind], ..TransactionFilter::default() };
        let lists = self.platform.lists(caller).await?;
        Ok(lists.transactions(caller, &filter, None, count).await?.items)
    }

    async fn accepted(&self, caller: &Caller) -> Result<Option<AcceptedEvent>, Failure> {
        let event = self.platform.store.last_accepted_event(caller.account).await?;
        Ok(event.map(|event| AcceptedEvent {
            kind: event.kind,
            at: event.at,
            body: wire::delivery_body(&event, Mode::Test),
        }))
    }
}
