//! Use-cases of statements: the months of an account, the figures of one, and its movements part by part.

use rules::account::Caller;
use rules::money::Amount;
use rules::month::Month;
use rules::refusal::{Noun, Refusal};
use rules::time::{CLOCKS_DIFFER_SECONDS, Timestamp};
use store::{LedgerEntries, MovementCursor, MovementSum, StatementSpan};

use crate::accounts::Accounts;
use crate::platform::failure::Failure;

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
    /// The months in which money of the account moved, newest first, and whether each has ended.
    pub async fn statement_months(&self, caller: &Caller) -> Result<Vec<(StatementSpan, bool)>, Failure> {
        let now = self.platform.clock.now();
        let spans = self.platform.lists(caller).await?.statement_months(caller).await?;
        Ok(spans.into_iter().map(|span| (span, has_ended(span.month, now))).collect())
    }

    /// By the month's name, such as `2026-03`.
    pub async fn statement(&self, caller: &Caller, month: &str) -> Result<StatementFigures, Failure> {
        let month = Month::parse(month).ok_or(Refusal::NotFound(Noun::Account))?;
        let now = self.platform.clock.now();
        let found = self.platform.lists(caller).await?.statement(caller, month).await?;
        let span = found.ok_or(Refusal::NotFound(Noun::Account))?;
        let (mut money_in, mut money_out) = (MovementSum::default(), MovementSum::default());
        let mut next = Some(span.start());
        while let Some(from) = next {
            let part =
                self.platform.lists(caller).await?.movement_sums(caller, &span, from, ADDED_AT_ONCE).await?;
            money_in = added(money_in, part.money_in);
            money_out = added(money_out, part.money_out);
            next = part.next;
        }
        let fees = money_in.fees + money_out.fees;
        let moved = money_in.amount - money_out.amount - fees;
        if i128::from(span.opening.total().micros()) + moved != i128::from(span.closing.total().micros()) {
            tracing::error!(%month, account = %caller.account, "the movements of a statement do not add up");
            return Err(Failure::Internal);
        }
        let amount = |sum: i128| i64::try_from(sum).map(Amount::from_micros).map_err(|_| Failure::Internal);
        Ok(StatementFigures {
            span,
            money_in: amount(money_in.amount)?,
            money_out: amount(money_out.amount)?,
            fees: amount(fees)?,
            movements: money_in.movements + money_out.movements,
            as_of: (!has_ended(month, now)).then_some(now),
        })
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

const fn added(one: MovementSum, other: MovementSum) -> MovementSum {
    MovementSum {
        amount: one.amount + other.amount,
        fees: one.fees + other.fees,
        movements: one.movements + other.movements,
    }
}
