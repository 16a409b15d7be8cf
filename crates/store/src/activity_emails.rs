//! Emails about the money of an account: written for its owner, and what they are about.

use rules::activity_email::{ActivityEmail, PayoutDay};
use rules::email_address::EmailAddress;
use rules::email_preferences::EmailsOff;
use rules::id::AccountId;
use rules::money::Amount;
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;

use crate::engine::{BatchStatement, ColumnType, Columns, Store, Value, corrupt};
use crate::error::Error;
use crate::transactions::last_item;

/// An account can be paid any number of times, so no more than these are counted for an email.
const MAX_COUNTED: usize = 1_000;

/// A payment that came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedPayment {
    /// What the sender is called.
    pub sender: String,
    pub amount: Amount,
    pub reference: Option<String>,
}

/// Payments that came in, or as many as are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedPayments {
    pub first: Vec<ReceivedPayment>,
    pub count: i64,
    pub total: Amount,
    /// False if there are more than were counted.
    pub is_all: bool,
}

/// What one recipient claimed, or did not claim in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedClaim {
    pub email: EmailAddress,
    pub amount: Amount,
}

impl Store {
    /// What others paid an account between these times of its clock, the oldest first. What was claimed is not among
    /// it, because the recipient was there.
    pub async fn received_payments(
        &self,
        account: AccountId,
        (from, to): (Timestamp, Timestamp),
        listed: usize,
    ) -> Result<ReceivedPayments, Error> {
        let sql = "select u.name, t.amount, s.reference
                   from transactions t join transactions s on s.id = t.source_id
                   join accounts p on p.id = s.account_id join users u on u.id = p.user_id
                   where t.account_id = $1 and t.created_at >= $2 and t.created_at < $3
                       and (t.type = 'inbound_transfer' and s.claim_expires_at is null
                           and s.account_id <> t.account_id) is true
                   order by t.created_at, t.id limit $4";
        let params = [account.into(), from.into(), to.into(), Value::Int(MAX_COUNTED as i64 + 1)];
        let read = |columns: &mut Columns<'_>| {
            Ok(ReceivedPayment {
                sender: columns.read()?,
                amount: columns.read()?,
                reference: columns.read()?,
            })
        };
        let mut found = self.query_columns(sql, &params, read).await?;
        let is_all = found.len() <= MAX_COUNTED;
        found.truncate(MAX_COUNTED);
        let total = sum(found.iter().map(|payment| payment.amount))?;
        let count = found.len() as i64;
        found.truncate(listed);
        Ok(ReceivedPayments { first: found, count, total, is_all })
    }

    /// The items of a payout that waited for their recipients and ended on this day: claimed, or expired.
    pub async fn ended_claims(
        &self,
        account: AccountId,
        day: PayoutDay,
        status: TransactionStatus,
    ) -> Result<Vec<EndedClaim>, Error> {
        let sql = "select r.email, t.amount from transactions t join recipients r on r.id = t.recipient_id
                   where t.id >= $1 and t.id <= $2 and (t.account_id = $3 and t.status = $4
                       and t.claim_expires_at is not null and t.completed_at >= $5 and t.completed_at < $6) is true
                   order by t.id";
        let params = [
            day.payout.item(0).into(),
            last_item(day.payout).into(),
            account.into(),
            status.into(),
            day.start().into(),
            day.end().into(),
        ];
        let read =
            |columns: &mut Columns<'_>| Ok(EndedClaim { email: columns.read()?, amount: columns.read()? });
        self.query_columns(sql, &params, read).await
    }
}

fn sum(amounts: impl Iterator<Item = Amount>) -> Result<Amount, Error> {
    let sum = amounts.into_iter().try_fold(Amount::ZERO, |sum, amount| sum.checked_add(amount));
    sum.ok_or_else(|| corrupt("the sum of transactions.amount"))
}

// The address comes from the owner of the account, so commits that move money need not read it. Test accounts keep what
// live ones would send. No account has more than 50 of a kind in a day, except live ones about money that came back.
pub static INSERT_ACTIVITY_EMAILS: BatchStatement = BatchStatement::new(
    "insert into emails (id, account_id, kind, email, cause, queue, status, created_at, next_at)
     select k.id, k.account_id, k.kind, u.email, k.cause,
         case when a.mode = 'live' then 'activity' else 'sandbox' end,
         case when a.mode = 'live' then 'queued' else 'kept' end, k.created_at, k.next_at
     from {rows} join accounts a on a.id = k.account_id join users u on u.id = a.user_id
     where a.sponsor_id is null and not exists (select 1 from emails e where e.cause = k.cause)
         and not exists (select 1 from email_preferences p
             where p.email_key = u.email_key and (p.turned_off & k.off_bits) <> 0)
         and ((a.mode = 'live' and k.is_limited = 0) or 50 > (select count(*) from (
             select 1 from emails e where e.account_id = k.account_id and e.kind = k.kind and e.items = 0
                 and e.created_at > k.created_at - 86400000000 limit 50) o))
     on conflict (cause) do nothing",
    &[
        ("id", ColumnType::Text),
        ("account_id", ColumnType::Text),
        ("kind", ColumnType::Text),
        ("cause", ColumnType::Text),
        ("created_at", ColumnType::Int),
        ("next_at", ColumnType::Int),
        ("is_limited", ColumnType::Int),
        ("off_bits", ColumnType::Int),
    ],
);

pub fn activity_email_values(message: &ActivityEmail) -> Vec<Value<'_>> {
    vec![
        message.id.into(),
        message.account.into(),
        message.kind.into(),
        message.cause.as_str().into(),
        message.created_at.into(),
        message.next_at.into(),
        Value::Int(message.is_limited().into()),
        Value::Int(message.kind.group().map_or(0, |group| EmailsOff::default().with(group).bits())),
    ]
}
