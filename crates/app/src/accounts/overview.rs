//! What the first page of an account shows: what there is, what is under way, what moved in the last days.

use rules::account::{Account, Caller};
use rules::money::Amount;
use rules::time::{MICROS_PER_SECOND, SECONDS_PER_DAY, Timestamp};
use store::{Balance, DailyVolume, NamedTransaction, TransactionFilter, UnderWay};

use crate::accounts::Accounts;
use crate::platform::failure::Failure;

/// Days that are added up, today among them.
pub const OVERVIEW_DAYS: i64 = 30;
/// Transactions that are looked at for it. Where there are more, fewer days are shown, but each of them whole.
const MAX_ADDED_UP: usize = 20_000;
/// What is under way is counted up to this.
pub const MAX_COUNTED: i64 = 1_000;
const LATEST: usize = 10;
const MICROS_PER_DAY: i64 = SECONDS_PER_DAY * MICROS_PER_SECOND;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overview {
    pub balance: Balance,
    /// Reserved for pending payouts and withdrawals.
    pub held: Amount,
    pub under_way: UnderWay,
    /// Oldest first, up to today; fewer than [`OVERVIEW_DAYS`] where there was too much to add up.
    pub days: Vec<DaySum>,
    pub latest: Vec<NamedTransaction>,
}

/// What came in and went out on one day, by the clock of the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DaySum {
    pub starts_at: Timestamp,
    pub money_in: Amount,
    pub money_out: Amount,
}

impl Accounts {
    pub async fn overview(&self, caller: &Caller, account: &Account) -> Result<Overview, Failure> {
        let today = account.time(self.platform.clock.now()).micros().div_euclid(MICROS_PER_DAY);
        let first = today - OVERVIEW_DAYS + 1;
        let moved = self
            .platform
            .lists(caller)
            .await?
            .moved(caller.account, start_of(first), start_of(today + 1), MAX_ADDED_UP)
            .await?;
        let latest = self
            .platform
            .lists(caller)
            .await?
            .named_transactions(caller, &TransactionFilter::default(), None, LATEST)
            .await?;
        Ok(Overview {
            balance: self.balance_of(caller).await?,
            held: self.platform.store.held(caller.account).await?,
            under_way: self
                .platform
                .lists(caller)
                .await?
                .under_way(caller.account, MAX_COUNTED as usize)
                .await?,
            days: days(&moved, first, today, MAX_ADDED_UP as i64),
            latest: latest.items,
        })
    }
}

const fn start_of(day: i64) -> Timestamp {
    Timestamp::from_micros(day * MICROS_PER_DAY)
}

/// The sums of each day. If as many were looked at as may be, there may be more on the oldest of them: it is left out.
fn days(moved: &[DailyVolume], first: i64, today: i64, most: i64) -> Vec<DaySum> {
    let seen: i64 = moved.iter().map(|row| row.transactions).sum();
    let oldest = moved.iter().map(|row| row.day).min().unwrap_or(first);
    let first = if seen >= most { oldest + 1 } else { first };
    let sum = |day: i64, incoming: bool| {
        let counted = moved.iter().filter(|row| {
            row.day == day && row.kind.is_incoming() == incoming && row.status.counts(row.kind)
        });
        counted.fold(Amount::ZERO, |sum, row| {
            sum.checked_add(row.amount).unwrap_or(Amount::from_micros(i64::MAX))
        })
    };
    let day =
        |day: i64| DaySum { starts_at: start_of(day), money_in: sum(day, true), money_out: sum(day, false) };
    (first..=today).map(day).collect()
}

#[cfg(test)]
mod tests {
    use rules::money::Amount;
    use rules::transaction::{TransactionStatus, TransactionType};
    use store::DailyVolume;

    use super::{days, start_of};

    fn moved(
        day: i64,
        kind: TransactionType,
        status: TransactionStatus,
        micros: i64,
        transactions: i64,
    ) -> DailyVolume {
        DailyVolume { day, kind, status, amount: Amount::from_micros(micros), transactions }
    }

    #[test]
    fn a_day_holds_what_came_and_what_was_not_given_back() {
        use TransactionStatus::{Completed, Expired, Failed, PendingClaim, Processing};
        use TransactionType::{Deposit, InboundTransfer, Payout, Withdrawal};
        let rows = [
            moved(11, Deposit, Completed, 1, 1),
            moved(11, Deposit, Processing, 2, 1),
            moved(11, InboundTransfer, Completed, 4, 1),
            moved(11, Payout, PendingClaim, 8, 1),
            moved(11, Payout, Expired, 16, 1),
            moved(11, Withdrawal, Completed, 32, 1),
            moved(11, Withdrawal, Failed, 64, 1),
            moved(12, InboundTransfer, Completed, i64::MAX, 1),
            moved(12, Deposit, Completed, 1, 1),
        ];
        let sums = days(&rows, 10, 12, 100);
        let micros: Vec<_> = sums.iter().map(|day| (day.money_in.micros(), day.money_out.micros())).collect();
        assert_eq!(micros, [(0, 0), (5, 40), (i64::MAX, 0)]);
        assert_eq!(sums[0].starts_at, start_of(10));
    }

    #[test]
    fn where_there_is_too_much_every_day_that_is_left_is_whole() {
        let row = |day, transactions| {
            moved(day, TransactionType::Payout, TransactionStatus::Completed, 1, transactions)
        };
        assert_eq!(days(&[row(11, 40), row(12, 60)], 1, 12, 101).len(), 12);
        assert_eq!(days(&[row(11, 40), row(12, 60)], 1, 12, 100).len(), 1);
        assert_eq!(days(&[row(12, 100)], 1, 12, 100).len(), 0);
    }
}
