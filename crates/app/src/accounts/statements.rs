//! Use-cases of statements: the months of an account, the figures of one, and its movements part by part.

mod sums;

pub(super) use sums::KnownSums;

use rules::account::Caller;
use rules::money::Amount;
use rules::month::Month;
use rules::refusal::{Noun, Refusal};
use rules::time::{CLOCKS_DIFFER_SECONDS, Timestamp};
use store::{LedgerEntries, MovementCursor, StatementSpan};

use crate::accounts::Accounts;
use crate::platform::failure::Failure;
use sums::Sums;

/// Transfers that are added up at once: a few milliseconds of reading, between which other accounts have their turn.
const ADDED_AT_ONCE: usize = 5_000;

/// The figures of one month: opening balance + money in − money out − fees = closing balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatementFigures {
    pub span: StatementSpan,
    pub money_in: Amount,
    pub money_out: Amount,
    /// Below zero where more was given back than charged.
    pub fees: Amount,
    pub movements: u64,
    /// When they were read, if the month had not ended by then.
    pub as_of: Option<Timestamp>,
}

impl Accounts {
    /// Every month from the account's first one until now, newest first, and whether each has ended.
    pub async fn statement_months(&self, caller: &Caller) -> Result<Vec<(StatementSpan, bool)>, Failure> {
        let now = self.platform.clock.now();
        let mut months = Vec::new();
        let mut month = Month::of(now);
        for span in self.platform.lists(caller).await?.statement_months(caller).await? {
            while span.month < month {
                months.push(span.without_movements(month));
                month = month.previous();
            }
            month = span.month.previous();
            months.push(span);
        }
        Ok(months.into_iter().map(|span| (span, has_ended(span.month, now))).collect())
    }

    /// By the month's name, such as `2026-03`.
    pub async fn statement(&self, caller: &Caller, month: &str) -> Result<StatementFigures, Failure> {
        let month = Month::parse(month).ok_or(Refusal::NotFound(Noun::Account))?;
        let now = self.platform.clock.now();
        let found = self.platform.lists(caller).await?.statement(caller, month).await?;
        // A month that is still to come has none, unless another server's clock is ahead and has begun it.
        let has_begun = |span: &StatementSpan| month <= Month::of(now) || span.has_movements();
        let span = found.filter(has_begun).ok_or(Refusal::NotFound(Noun::Account))?;
        let sums = self.sums_of(caller, &span).await?;
        let amount = |sum: i128| i64::try_from(sum).map(Amount::from_micros).map_err(|_| Failure::Internal);
        Ok(StatementFigures {
            span,
            money_in: amount(sums.money_in.amount)?,
            money_out: amount(sums.money_out.amount)?,
            fees: amount(sums.fees())?,
            movements: sums.movements(),
            as_of: (!has_ended(month, now)).then_some(now),
        })
    }

    /// Adds up what was not added up for an earlier reader.
    async fn sums_of(&self, caller: &Caller, span: &StatementSpan) -> Result<Sums, Failure> {
        let key = (caller.account, span.month);
        let (mut sums, from) = self.known_sums.get(key).unwrap_or((Sums::default(), span.start()));
        let mut next = Some(from);
        while let Some(from) = next {
            let part =
                self.platform.lists(caller).await?.movement_sums(caller, span, from, ADDED_AT_ONCE).await?;
            sums.add(&part);
            next = part.next;
        }
        if i128::from(span.opening.total().micros()) + sums.moved()
            != i128::from(span.closing.total().micros())
        {
            self.known_sums.forget(key);
            let (month, account) = (span.month, caller.account);
            tracing::error!(%month, %account, "statement movements don't add up");
            return Err(Failure::Internal);
        }
        self.known_sums.keep(key, (sums, span.end()));
        Ok(sums)
    }

    /// The next movements of a statement, oldest first.
    pub async fn statement_movements(
        &self,
        caller: &Caller,
        span: &StatementSpan,
        from: MovementCursor,
        size: usize,
    ) -> Result<LedgerEntries, Failure> {
        Ok(self.platform.lists(caller).await?.ledger_entries(caller, span, from, size).await?)
    }
}

/// Another server's clock may be a little behind.
fn has_ended(month: Month, now: Timestamp) -> bool {
    month.ends_at().plus_seconds(CLOCKS_DIFFER_SECONDS) <= now
}
