//! Counts the items that wait for a person or a worker, with the age of the oldest. Each query reads an index that has
//! few other rows.

use rules::time::Timestamp;
use rules::waiting::{MAX_COUNTED, SENT_SECONDS, Waiting, WaitingKind};

use crate::engine::{Columns, Store, Value};
use crate::error::Error;

impl Store {
    /// The counts of every kind, also if they are zero. Only live money and its emails count: operators don't act on
    /// sandboxes.
    pub async fn waiting(&self, now: Timestamp) -> Result<Vec<Waiting>, Error> {
        let mut all = Vec::with_capacity(WaitingKind::ALL.len());
        for kind in WaitingKind::ALL {
            all.push(self.waiting_of(kind, now).await?);
        }
        Ok(all)
    }

    async fn waiting_of(&self, kind: WaitingKind, now: Timestamp) -> Result<Waiting, Error> {
        let read = |columns: &mut Columns<'_>| Ok((columns.read()?, columns.read()?));
        let head_start = if kind == WaitingKind::SentWithdrawals { SENT_SECONDS } else { 0 };
        let params = [Value::Int(MAX_COUNTED), now.plus_seconds(-head_start).into()];
        let params = if asks_for_time(kind) { &params[..] } else { &params[..1] };
        let found: Option<(i64, Option<Timestamp>)> =
            self.query_columns(question(kind), params, read).await?.pop();
        let (count, since) = found.unwrap_or_default();
        Ok(Waiting { kind, count, since: since.map(|since| since.plus_seconds(head_start)) })
    }
}

const fn asks_for_time(kind: WaitingKind) -> bool {
    matches!(kind, WaitingKind::SentWithdrawals | WaitingKind::UnsentWithdrawals | WaitingKind::Emails)
}

/// Live withdrawals at a bank or an operator, without an outcome yet. Every open withdrawal has a `next_at`.
macro_rules! at_banks {
    ($since:literal, $which:literal) => {
        concat!(
            "select count(*), min(w.since) from (select ",
            $since,
            " as since from external_transfers c /*sqlite indexed by external_transfers_due */
                 join transactions t on t.id = c.id
                 where c.mode = 'live' and c.next_at > 0 and c.type = 'withdrawal' and t.status = 'processing'
                     and (c.route <> 'chain' or not exists (select 1 from networks)) and ",
            $which,
            " limit $1) w"
        )
    };
}

// An email that failed once is due later, and still counts as waiting. Emails of locked senders are on hold and don't
// count.
const EMAILS: &str = "/* reads all: as many as are counted */ select count(*), min(w.since) from (
         select since from (
             select next_at as since from emails /*sqlite indexed by emails_by_due */
             where queue in ('sign_in', 'account', 'activity', 'claims')
                 and (status = 'queued' or status = 'sending') and status = 'queued'
                 and next_at <= $2 and tries = 0
                 and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
                     where a.id = emails.account_id and a.locked_at is not null) limit $1) due
         union all
         select since from (
             select created_at as since from emails /*sqlite indexed by emails_tried */
             where status = 'queued' and tries > 0 and queue <> 'sandbox'
                 and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
                     where a.id = emails.account_id and a.locked_at is not null) limit $1) tried
         limit $1) w";

/// Counts the items of a kind, up to `$1`, with the time of the oldest; as of `$2` if the kind depends on the time.
const fn question(kind: WaitingKind) -> &'static str {
    match kind {
        WaitingKind::MoneyStops => {
            "select count(*), min(w.since) from (
                 select created_at as since from freezes where lifted_at is null order by created_at limit $1) w"
        }
        // An operator has nothing to pay if the chain worker pays, or if an operator has already sent the payment.
        WaitingKind::Withdrawals => {
            at_banks!("coalesce(c.processing_at, c.created_at)", "c.sent_at is null")
        }
        WaitingKind::SentWithdrawals => at_banks!("c.sent_at", "c.sent_at <= $2"),
        WaitingKind::ParkedPayments => {
            "select count(*), min(w.since) from (
                 select created_at as since from rail_notices
                 where effect = 'parked' and effect in ('parked', 'contradicted') and mode = 'live'
                 order by created_at limit $1) w"
        }
        WaitingKind::Proposals => {
            "select count(*), min(w.since) from (
                 select created_at as since from proposals order by created_at limit $1) w"
        }
        // Withdrawals of locked owners are on hold and don't count.
        WaitingKind::UnsentWithdrawals => {
            "select count(*), min(w.since) from (
                 select c.next_at as since from external_transfers c /*sqlite indexed by external_transfers_due */
                 join transactions t on t.id = c.id
                 where c.mode = 'live' and c.next_at <= $2 and t.status = 'queued'
                     and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
                         where a.id = c.account_id and a.locked_at is not null)
                 order by c.next_at limit $1) w"
        }
        WaitingKind::ChainPayments => {
            "select count(*), min(w.since) from (
                 select created_at as since from authorizations /*sqlite indexed by authorizations_open */
                 where ending is null order by created_at limit $1) w"
        }
        WaitingKind::Emails => EMAILS,
        WaitingKind::WebhookEndpoints => {
            "select count(*), min(w.since) from (
                 select p.failing_since as since from endpoints p /*sqlite indexed by endpoints_failing */
                 join accounts a on a.id = p.account_id
                 where p.failing_since is not null and p.archived_at is null and p.off_at is null
                     and a.mode = 'live' and a.locked_at is null order by p.failing_since limit $1) w"
        }
    }
}
