//! What is said of a deposit: its money came, in whole or in part, or will not come.

use crate::account::{Account, Mode};
use crate::allocation::{self, BankPayment, ParkedAmount, Part};
use crate::change::Row;
use crate::decisions::deposit::{self, LateMoney};
use crate::decisions::rail_notice::{AppliedNotice, TakeRailNotice, on_record};
use crate::decisions::sandbox;
use crate::external_transfer::Counterparty;
use crate::id::{EventId, RailNoticeId};
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::money::Amount;
use crate::rail_notice::{EXCESS, Effect, RailOutcome};
use crate::refusal::{Limit, Refusal};
use crate::time::Timestamp;
use crate::transaction::{Transaction, TransactionStatus};
use crate::world::World;

pub(super) fn about(
    world: &World,
    account: &Account,
    deposit: &Transaction,
    notice: &TakeRailNotice,
    now: Timestamp,
) -> Result<AppliedNotice, Refusal> {
    let (events, id) = (notice.fresh.events, deposit.id);
    let is_awaited = deposit.status == TransactionStatus::AwaitingTransfer;
    let end = |status| {
        let rows = deposit::end_without_money(account, deposit, status, events, now);
        AppliedNotice::new(Effect::Applied, id, rows)
    };
    Ok(match &notice.outcome {
        // It is there, whatever was said before.
        RailOutcome::Received(amount) => Receiving { world, account, deposit, notice, now }.book(*amount)?,
        RailOutcome::Failed if is_awaited => end(TransactionStatus::Failed),
        RailOutcome::Expired if is_awaited => end(TransactionStatus::Expired),
        RailOutcome::Failed | RailOutcome::Returned
            if matches!(deposit.status, TransactionStatus::Processing | TransactionStatus::Completed) =>
        {
            AppliedNotice::new(Effect::Contradicted, id, Vec::new())
        }
        RailOutcome::Failed
        | RailOutcome::Expired
        | RailOutcome::Sent(_)
        | RailOutcome::Completed(_)
        | RailOutcome::Returned => AppliedNotice::new(Effect::Ignored, id, Vec::new()),
    })
}

/// One payment on its way into the books.
struct Receiving<'a> {
    world: &'a World,
    account: &'a Account,
    deposit: &'a Transaction,
    notice: &'a TakeRailNotice,
    now: Timestamp,
}

impl Receiving<'_> {
    /// The notice itself stands for the first part. What is credited beside a deposit that gets some, and what is
    /// parked of a payment of which some is credited, have notices of their own, whose names no bank can say.
    fn book(&self, amount: Amount) -> Result<AppliedNotice, Refusal> {
        let Receiving { account, deposit, notice, now, .. } = *self;
        // It was not received later than it was heard of. Two processes may have clocks that differ a little.
        let heard_at = account.time(now);
        let received_at = match notice.received_at {
            Some(at) => at.min(heard_at),
            None => heard_at.max(deposit.created_at),
        };
        let (terms_today, most) = (notice.terms_today, notice.most);
        let payment = BankPayment { amount, received_at, terms_today, most };
        let parts = allocation::allocate(deposit, &payment)?;
        let mut taken = match (parts.deposit, parts.beside, parts.parked) {
            (Some(part), surplus, _) => {
                let events = notice.fresh.events;
                let rows = deposit::receive(account, deposit, &part, received_at, events, now);
                let mut taken = AppliedNotice::new(Effect::Applied, deposit.id, rows);
                taken.booked = Some(part.price.outside);
                if let Some(surplus) = surplus {
                    let (id, name) = (notice.parts.nth(0), format!("surplus:{}", notice.name));
                    // The deposit has used the first event.
                    let beside = self.beside(&surplus, id, &name, events.nth(1))?;
                    taken.rows.extend(self.with_notice(beside, id, name, surplus.price.outside, received_at));
                }
                taken
            }
            (None, Some(part), _) => {
                self.beside(&part, notice.id, &notice.name, notice.fresh.events.nth(0))?
            }
            (None, None, Some(parked)) => self.park(&parked, notice.id)?,
            (None, None, None) => return Err(Refusal::LimitExceeded(Limit::Smallest)),
        };
        if let (Some(parked), true) = (parts.parked, taken.effect != Effect::Parked) {
            let (id, name) = (notice.parts.nth(1), format!("{EXCESS}{}", notice.name));
            let excess = self.park(&parked, id)?;
            taken.rows.extend(self.with_notice(excess, id, name, parked.amount, received_at));
        }
        if account.mode == Mode::Test {
            let most = notice.max_test_money;
            taken.rows.push(sandbox::create_money(self.world, account, parts.worth(), most)?);
        }
        taken.received_at = Some(received_at);
        Ok(taken)
    }

    /// Credited at once, as a transaction of its own.
    fn beside(
        &self,
        part: &Part,
        id: RailNoticeId,
        name: &str,
        event: EventId,
    ) -> Result<AppliedNotice, Refusal> {
        let late = LateMoney {
            id: self.notice.fresh.inbound.nth(0),
            route: self.notice.route,
            terms: part.terms,
            amount: part.price.outside,
            reference: format!("{}-{id}", self.notice.reference),
            bank_account: self.deposit.bank_account,
            counterparty: Counterparty::Unknown,
            hash: None,
            name,
        };
        let (transaction, rows) = deposit::book_late(self.world, self.account, &late, event, self.now)?;
        let taken = AppliedNotice::new(Effect::Credited, transaction.id, rows);
        Ok(AppliedNotice { booked: Some(part.price.outside), ..taken })
    }

    fn park(&self, parked: &ParkedAmount, id: RailNoticeId) -> Result<AppliedNotice, Refusal> {
        let (mode, route) = (self.account.mode, self.notice.route);
        if !deposit::has_room(self.world, self.account, route, 0, parked.worth.micros()) {
            return Err(Refusal::LimitExceeded(Limit::Balance));
        }
        let transfer = Transfer {
            operation: Operation::Park(id),
            debit: route.world(mode),
            credit: LedgerAccountId::Suspense(mode),
            amount: parked.worth,
            created_at: self.now,
        };
        Ok(AppliedNotice {
            effect: Effect::Parked,
            about: None,
            booked: None,
            received_at: None,
            worth: parked.worth,
            // Its transfer is dated as its notice is, in real time.
            at: Some(self.now),
            rows: vec![Row::Transfer(transfer)],
        })
    }

    /// A part of the payment with the notice that stands for it.
    fn with_notice(
        &self,
        part: AppliedNotice,
        id: RailNoticeId,
        name: String,
        amount: Amount,
        received_at: Timestamp,
    ) -> Vec<Row> {
        let part = AppliedNotice { received_at: Some(received_at), ..part };
        let said = TakeRailNotice { id, name, outcome: RailOutcome::Received(amount), ..self.notice.clone() };
        let notice = on_record(&said, &part, self.account.time(self.now));
        let mut rows = part.rows;
        rows.push(Row::RailNotice(notice));
        rows
    }
}
