//! Emails about the money of an account, from what is true when they are written.

use rules::account::Mode;
use rules::activity_email::{PaidPeriod, PayoutDay, transfer_of};
use rules::email::{Email, EmailKind};
use rules::external_transfer::{Counterparty, Route};
use rules::id::{AccountId, UserId};
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use crate::email::emails::owner_locale;
use crate::email::templates::{
    EndedClaimsFacts, MAX_LISTED, PaidFacts, TransferFacts, TransferMethod, claimed, paid, refunded, transfer,
};
use crate::email::{EmailEnvelope, EmailLink, Emails, Letter};
use crate::platform::failure::Failure;

impl Emails {
    /// Nothing, if the owner wants no such emails, or a withdrawal has gone on since: another email says how.
    pub(super) async fn needed_activity_letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        if self.is_turned_off(message).await? {
            return Ok(None);
        }
        let current = match message.kind {
            EmailKind::WithdrawalSent => Some(TransactionStatus::Processing),
            EmailKind::WithdrawalCompleted => Some(TransactionStatus::Completed),
            _ => None,
        };
        if let Some(current) = current {
            let known = self.transfer_of(message).await?;
            if known.is_none_or(|known| known.status != current) {
                return Ok(None);
            }
        }
        self.activity_letter(message).await
    }

    /// Nothing, if there is nothing to tell.
    pub(super) async fn activity_letter(&self, message: &Email) -> Result<Option<Letter>, Failure> {
        let account = message.account.ok_or(Failure::Internal)?;
        let Some((mode, owner)) = self.platform.store.owner_of(account).await? else { return Ok(None) };
        let cover = self.cover(message, owner_locale(&owner));
        match message.kind {
            EmailKind::Paid => self.paid_letter(message, account, mode, &cover).await,
            EmailKind::Claimed | EmailKind::Refunded => {
                self.ended_claims_letter(message, account, mode, &cover).await
            }
            _ => self.transfer_letter(message, (mode, owner.id), &cover).await,
        }
    }

    async fn paid_letter(
        &self,
        message: &Email,
        account: AccountId,
        mode: Mode,
        cover: &EmailEnvelope<'_>,
    ) -> Result<Option<Letter>, Failure> {
        let period = PaidPeriod::of(message).ok_or(Failure::Internal)?;
        let times = period.times(message);
        let payments = self.platform.store.received_payments(account, times, MAX_LISTED).await?;
        let page = self.room.page(match mode {
            Mode::Live => "/dashboard/live/transactions",
            Mode::Test => "/dashboard/test/transactions",
        });
        let is_any = payments.count > 0;
        Ok(is_any.then(|| paid(cover, &PaidFacts { payments, page })))
    }

    async fn ended_claims_letter(
        &self,
        message: &Email,
        account: AccountId,
        mode: Mode,
        cover: &EmailEnvelope<'_>,
    ) -> Result<Option<Letter>, Failure> {
        let day = PayoutDay::of(message).ok_or(Failure::Internal)?;
        let (status, write): (_, fn(&EmailEnvelope<'_>, &EndedClaimsFacts<'_>) -> Letter) =
            match message.kind == EmailKind::Claimed {
                true => (TransactionStatus::Completed, claimed),
                false => (TransactionStatus::Expired, refunded),
            };
        let ended = self.platform.store.ended_claims(account, day, status).await?;
        let Some(payout) = self.platform.store.payout(account, day.payout).await? else { return Ok(None) };
        let page = self.room.link(
            match mode {
                Mode::Live => "/dashboard/live/payouts/",
                Mode::Test => "/dashboard/test/payouts/",
            },
            &payout.id.to_string(),
        );
        let facts = EndedClaimsFacts {
            ended: &ended,
            reference: payout.reference.as_deref(),
            day: day.start(),
            page,
        };
        Ok((!ended.is_empty()).then(|| write(cover, &facts)))
    }

    async fn transfer_letter(
        &self,
        message: &Email,
        (mode, owner): (Mode, UserId),
        cover: &EmailEnvelope<'_>,
    ) -> Result<Option<Letter>, Failure> {
        let Some(known) = self.transfer_of(message).await? else { return Ok(None) };
        let Some(external) = &known.external_transfer else { return Ok(None) };
        let destination = match known.destination() {
            Some(destination) => self.destination_text(owner, destination, cover.locale).await?,
            None => None,
        };
        let method = match (external.route, &external.counterparty) {
            (Route::Bank(rail), _) => TransferMethod::Bank(rail),
            (
                Route::Chain,
                Counterparty::Address { chain, .. } | Counterparty::DepositAddress { chain, .. },
            ) => TransferMethod::Chain(chain),
            (Route::Chain, _) => TransferMethod::Chain(""),
        };
        let facts = TransferFacts {
            amount: known.amount,
            outside: (external.outside, external.route.currency()),
            method,
            destination: destination.as_deref(),
            is_automatic: external.is_automatic,
            arrival: known.arrival(),
            bank_reference: external.bank_reference.as_deref(),
            page: self.transfer_page(&known, mode),
        };
        Ok(transfer(cover, message.kind, &facts))
    }

    async fn transfer_of(&self, message: &Email) -> Result<Option<Transaction>, Failure> {
        let id = transfer_of(message).ok_or(Failure::Internal)?;
        let known = self.platform.store.any_external_transfer(id).await?.map(|row| row.transaction);
        Ok(known.filter(|known| Some(known.account) == message.account))
    }

    fn transfer_page(&self, known: &Transaction, mode: Mode) -> EmailLink {
        let path = match (known.kind, mode) {
            (TransactionType::Withdrawal, Mode::Live) => "/dashboard/live/withdrawals/",
            (TransactionType::Withdrawal, Mode::Test) => "/dashboard/test/withdrawals/",
            (TransactionType::Deposit, Mode::Live) => "/dashboard/live/deposits/",
            (TransactionType::Deposit, Mode::Test) => "/dashboard/test/deposits/",
            (TransactionType::InboundTransfer | TransactionType::Payout, Mode::Live) => {
                "/dashboard/live/transactions/"
            }
            (TransactionType::InboundTransfer | TransactionType::Payout, Mode::Test) => {
                "/dashboard/test/transactions/"
            }
        };
        self.room.link(path, &known.id.to_string())
    }
}
