//! Withdrawing what has come in: payments are collected, and what is collected is withdrawn once it is enough.

use std::sync::Arc;

use crate::account::{Account, Mode};
use crate::automatic_withdrawal::{AutomaticWithdrawals, IncomingPayment, IncomingPaymentStatus, OffReason};
use crate::change::{Change, Outcome, Row};
use crate::decisions::switch_off;
use crate::decisions::withdrawal::{self, CreateWithdrawal};
use crate::external_account::Destination;
use crate::id::{AccountId, EmailId, EventKind, Series, TransactionId};
use crate::ledger::LedgerAccountId;
use crate::money::Amount;
use crate::refusal::{Limit, Refusal};
use crate::tariff::Tariff;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::world::{Needs, World};

/// When a withdrawal that is refused is tried again.
const PAUSE_SECONDS: i64 = 300;
/// The same, if prices must change first.
const LONGEST_PAUSE_SECONDS: i64 = 6 * 3_600;
/// The first pause while the operator has no terms. Each is as long as that has been so.
const FIRST_CLOSED_SECONDS: i64 = 60;
/// An operator who has had no terms for so long does not want to have any.
const CLOSED_FOR_SECONDS: i64 = 3 * SECONDS_PER_DAY;

/// What a worker saw of an account: payments that no worker has looked at, the oldest first, or a withdrawal that is to
/// be tried again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithdrawPayments {
    pub account: AccountId,
    pub mode: Mode,
    pub destination: Destination,
    pub payments: Vec<TransactionId>,
    pub events: Series<EventKind>,
    /// The withdrawal behind the one that this may make.
    pub next_withdrawal: TransactionId,
    pub email: EmailId,
    pub tariff: Arc<Tariff>,
    pub most: Amount,
    pub max_open: usize,
    pub wallet_waits_seconds: i64,
}

impl WithdrawPayments {
    pub(crate) fn needs(&self, needs: &mut Needs) {
        needs.withdrawal_of(self.account, self.max_open);
        needs.destination(self.account, self.destination);
        needs.automatic_withdrawals.insert(self.account);
        needs.incoming_payments.extend(self.payments.iter().map(|id| (self.account, *id)));
    }
}

/// Collects payments, and withdraws what is collected if that is enough. What is refused is tried again after a pause:
/// the payments are collected all the same. Answers with how many payments and withdrawals moved on.
pub fn withdraw(world: &World, seen: &WithdrawPayments, now: Timestamp) -> Result<Change, Refusal> {
    world.check_money_may_leave()?;
    let account = world.account(seen.account)?;
    let nothing = Change { outcome: Outcome::Resolved(0), rows: Vec::new() };
    if account.locked_at.is_some() {
        return Ok(nothing);
    }
    let Some(known) = world.automatic_withdrawals.get(&account.id) else { return Ok(nothing) };
    // It was changed a moment ago: the bank account or wallet that it names now was not gathered.
    if known.is_on() && known.destination != seen.destination {
        return Ok(nothing);
    }
    // The same command has made its withdrawal before: the id that it brought is in use.
    if known.next_withdrawal == seen.next_withdrawal {
        return Ok(nothing);
    }
    let mut wanted = known.clone();
    let mut rows = collect(world, seen, &mut wanted);
    let collected = rows.len();
    // Payments that only fit into the withdrawal behind this one wait for it, as long as that takes.
    let is_pausing = known.next_at.is_some_and(|next_at| next_at > now);
    if is_pausing && collected == 0 && !seen.payments.is_empty() {
        return Ok(nothing);
    }
    if wanted.is_on() {
        // What was spent is not withdrawn.
        let available = world.balance(LedgerAccountId::Available(account.id));
        wanted.collected = wanted.collected.min(available);
        rows.extend(withdraw_collected(world, account, seen, &mut wanted, now)?);
    }
    // Being switched off has a row of its own.
    let is_written = rows.iter().any(|row| matches!(row, Row::AutomaticWithdrawals(_)));
    let moved = collected + usize::from(wanted.next_withdrawal != known.next_withdrawal);
    if wanted != *known && !is_written {
        rows.push(Row::AutomaticWithdrawals(Box::new(wanted)));
    }
    Ok(Change { outcome: Outcome::Resolved(moved), rows })
}

/// Each payment once. Those that are left over are for the withdrawal behind this one.
fn collect(world: &World, seen: &WithdrawPayments, wanted: &mut AutomaticWithdrawals) -> Vec<Row> {
    let known = seen.payments.iter().filter_map(|id| world.incoming_payments.get(id));
    let own = known.filter(|payment| payment.account == seen.account);
    let mut rows = Vec::new();
    for payment in own.filter(|payment| payment.status == IncomingPaymentStatus::Pending) {
        if !wanted.is_on() || payment.created_at < wanted.on_since {
            let left = IncomingPayment { status: IncomingPaymentStatus::Left, ..*payment };
            rows.push(Row::IncomingPayment(left));
            continue;
        }
        let sum = wanted.collected.micros().saturating_add(payment.amount.micros());
        if wanted.collected >= wanted.minimum && sum > seen.most.micros() {
            break;
        }
        wanted.collected = Amount::from_micros(sum);
        rows.push(Row::IncomingPayment(IncomingPayment {
            status: IncomingPaymentStatus::Collected,
            withdrawal: Some(wanted.next_withdrawal),
            ..*payment
        }));
    }
    rows
}

/// The rows of the withdrawal, if there is enough for one and it is not refused.
fn withdraw_collected(
    world: &World,
    account: &Account,
    seen: &WithdrawPayments,
    wanted: &mut AutomaticWithdrawals,
    now: Timestamp,
) -> Result<Vec<Row>, Refusal> {
    let mut rows = Vec::new();
    if wanted.collected < wanted.minimum {
        (wanted.closed_since, wanted.next_at) = (None, None);
        return Ok(rows);
    }
    let new = CreateWithdrawal {
        id: wanted.next_withdrawal,
        events: seen.events,
        destination: wanted.destination,
        amount: wanted.collected.min(seen.most),
        quote: None,
        arrives: None,
        reference: wanted.next_withdrawal.to_string(),
        tariff: seen.tariff.clone(),
        most: seen.most,
        max_open: seen.max_open,
        wallet_waits_seconds: seen.wallet_waits_seconds,
    };
    match withdrawal::create_automatic(world, account, &new, now) {
        Ok(change) => {
            rows = change.rows;
            wanted.collected = Amount::ZERO;
            wanted.next_withdrawal = seen.next_withdrawal;
            (wanted.closed_since, wanted.next_at) = (None, None);
        }
        Err(refusal) => match after_refusal(account, wanted, &refusal, now)? {
            AfterRefusal::TryAt(next_at) => {
                let is_closed = matches!(refusal, Refusal::RouteClosed { .. });
                wanted.closed_since = is_closed.then_some(wanted.closed_since.unwrap_or(now));
                wanted.next_at = Some(next_at);
            }
            AfterRefusal::SwitchOff(reason) => {
                rows = switch_off::switched_off(world, account, wanted, (reason, seen.email), now);
            }
        },
    }
    Ok(rows)
}

enum AfterRefusal {
    /// Every new payment tries it, too.
    TryAt(Timestamp),
    SwitchOff(OffReason),
}

/// What to do about a withdrawal that is refused: some refusals pass, and some never will.
fn after_refusal(
    account: &Account,
    known: &AutomaticWithdrawals,
    refusal: &Refusal,
    now: Timestamp,
) -> Result<AfterRefusal, Refusal> {
    let try_in = |seconds| AfterRefusal::TryAt(now.plus_seconds(seconds));
    let closed_seconds = known.closed_since.map_or(0, |since| now.seconds_after(since));
    Ok(match refusal {
        Refusal::MoneyStopped => return Err(Refusal::MoneyStopped),
        Refusal::BankAccountArchived
        | Refusal::ExternalWalletArchived
        | Refusal::UnknownBankAccount
        | Refusal::UnknownExternalWallet => AfterRefusal::SwitchOff(OffReason::DestinationArchived),
        Refusal::RouteClosed { .. } if closed_seconds >= CLOSED_FOR_SECONDS => {
            AfterRefusal::SwitchOff(OffReason::RouteClosed)
        }
        Refusal::RouteClosed { .. } => {
            try_in(closed_seconds.clamp(FIRST_CLOSED_SECONDS, LONGEST_PAUSE_SECONDS))
        }
        // The fees have become more than what is collected: more money must come first, or other terms.
        Refusal::LimitExceeded(Limit::Smallest) => try_in(LONGEST_PAUSE_SECONDS),
        Refusal::WalletTooNew { usable_at } => try_in(usable_at.seconds_after(account.time(now))),
        _ => try_in(PAUSE_SECONDS),
    })
}
