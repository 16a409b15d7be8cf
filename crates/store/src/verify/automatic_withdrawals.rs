//! Automatic withdrawals: every payment that was collected is an arrival of the account, is part of one withdrawal,
//! and no withdrawal takes more than its payments brought.

use super::TableReader;
use super::facts::Sink;
use super::finding::Finding;
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

/// Payments that their arrivals, or the withdrawals they were collected for, know nothing of. A withdrawal that is not
/// there has not been made yet, or never will be.
const PAYMENTS: &str = "select 'incoming_payments ' || i.transaction_id,
        'a completed payment from another account, and the automatic withdrawal that collected it',
        i.status || ', ' || cast(i.amount as text) || ' of ' || i.account_id
    from incoming_payments i left join transactions t on t.id = i.transaction_id
    left join transactions s on s.id = t.source_id left join accounts a on a.id = i.account_id
    left join external_transfers c on c.id = i.withdrawal_id
    where t.id is null or a.id is null or t.account_id <> i.account_id or t.amount <> i.amount or a.mode <> i.mode
        or t.type <> 'inbound_transfer' or t.status <> 'completed' or s.account_id = i.account_id
        or (i.status = 'collected') <> (i.withdrawal_id is not null)
        or c.account_id <> i.account_id or c.automatic <> 1 or c.type <> 'withdrawal'";

/// Withdrawals that take more than the payments that were collected for them.
const WITHDRAWALS: &str = "select 'external_transfers ' || w.id,
        'an automatic withdrawal of at most the sum of its payments, ' || cast(w.collected as text),
        cast(w.amount as text) || ' of ' || w.account_id
    from (select c.id, c.account_id, t.amount,
            (select cast(coalesce(sum(i.amount), 0) as bigint) from incoming_payments i
                where i.withdrawal_id = c.id and i.account_id = c.account_id) as collected
        from external_transfers c join transactions t on t.id = c.id where c.automatic = 1) w
    where w.amount > w.collected";

/// Accounts that do not know whether theirs are on.
const FLAGS: &str = "select 'accounts ' || a.id, 'the same setting as in automatic_withdrawals',
        'withdraws_automatically ' || cast(a.withdraws_automatically as text)
    from accounts a left join automatic_withdrawals o on o.account_id = a.id
    where a.withdraws_automatically
        <> case when o.account_id is not null and o.off_reason is null then 1 else 0 end";

/// Those that go to others or to what is archived, have collected what did not come, or would be made a second time.
const DESTINATIONS: &str = "select 'automatic_withdrawals ' || o.account_id,
        'an active destination of the account, an unused withdrawal ID, and at most the sum of its payments',
        coalesce(o.bank_account_id, o.external_wallet_id, 'nothing') || ', ' || o.next_withdrawal_id
            || ', collected ' || cast(o.collected as text)
    from automatic_withdrawals o left join accounts a on a.id = o.account_id
    left join bank_accounts b on b.id = o.bank_account_id
    left join external_wallets w on w.id = o.external_wallet_id
    left join transactions t on t.id = o.next_withdrawal_id
    where a.id is null or a.mode <> o.mode or t.id is not null and o.off_reason is null
        or (b.id is null) = (w.id is null) or coalesce(b.account_id, w.account_id) <> o.account_id
        or o.off_reason is null and coalesce(b.status, w.status) <> 'active'
        or o.collected > (select coalesce(sum(i.amount), 0) from incoming_payments i
            where i.withdrawal_id = o.next_withdrawal_id and i.account_id = o.account_id)";

pub async fn read(
    connection: &Connection,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    for (table, sql) in [
        ("incoming_payments", PAYMENTS),
        ("external_transfers", WITHDRAWALS),
        ("accounts", FLAGS),
        ("automatic_withdrawals", DESTINATIONS),
    ] {
        let wrong = |row: &SqlRow<'_>| {
            reading.row();
            let mut columns = Columns::of(row);
            let (named, expected, actual) = (columns.text()?, columns.text()?, columns.text()?);
            sink.wrong(|| Finding::new(named, expected, actual));
            Ok(())
        };
        reading.scan(connection, table, sql, wrong).await?;
    }
    Ok(())
}
