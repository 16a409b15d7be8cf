//! Live money on a chain: what is there is owed to a user or the operator's own, and every authorization fits its
//! withdrawal.

use super::TableReader;
use super::facts::Sink;
use super::finding::Finding;
use crate::chain::{ON_CHAIN, read_on_chain};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

/// Authorizations that say anything else than their withdrawals.
const AUTHORIZATIONS: &str = "select a.id, a.payment, coalesce(a.ending, 'open'), coalesce(t.status, 'nothing')
    from authorizations a left join transactions t on t.id = a.payment
    left join external_transfers c on c.id = a.payment
    where a.account_id is not null and (t.id is null or t.account_id <> a.account_id or t.type <> 'withdrawal'
        or c.outside_amount <> a.amount or c.address <> a.to_address
        or t.status <> case coalesce(a.ending, 'open') when 'open' then 'processing' when 'used' then 'completed'
            else 'failed' end)";

/// Addresses that are being emptied by nothing, and sweeps that are not in the books.
const SWEEPS: &str = "select d.id, coalesce(a.payment, 'nothing'), 'sweeps' from deposit_addresses d
    left join authorizations a on a.id = d.sweep
    where d.sweep is not null and (a.id is null or a.ending is not null or a.from_address <> d.id)
    union all
    select a.id, a.payment, 'authorizations' from authorizations a left join deposit_addresses d on d.sweep = a.id
    where a.account_id is null and a.ending is null and d.id is null";

pub async fn read(
    connection: &Connection,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    let sums = |row: &SqlRow<'_>| {
        reading.row();
        let mut columns = Columns::of(row);
        let books = read_on_chain(&mut columns)?;
        let (there, known) = books.sums();
        if there != known {
            let expected = format!("{known}, owed to customers or owned by the operator");
            let row = format!("networks {}", columns.text()?);
            sink.wrong(|| Finding::new(row, expected, format!("{there} on the chain")));
        }
        Ok(())
    };
    reading.scan(connection, "networks", ON_CHAIN, sums).await?;
    let authorizations = |row: &SqlRow<'_>| {
        reading.row();
        let mut columns = Columns::of(row);
        let (id, payment) = (columns.text()?, columns.text()?);
        let (ending, status) = (columns.text()?, columns.text()?);
        let expected = format!("an authorization that matches {payment}, which is {status}");
        sink.wrong(|| {
            Finding::new(format!("authorizations {id}"), expected, format!("one that is {ending}"))
        });
        Ok(())
    };
    reading.scan(connection, "authorizations", AUTHORIZATIONS, authorizations).await?;
    let sweeps = |row: &SqlRow<'_>| {
        reading.row();
        let mut columns = Columns::of(row);
        let (id, payment, table) = (columns.text()?, columns.text()?, columns.text()?);
        let expected = "a deposit address and the open authorization that sweeps it";
        sink.wrong(|| Finding::new(format!("{table} {id}"), expected, payment.to_owned()));
        Ok(())
    };
    reading.scan(connection, "deposit_addresses", SWEEPS, sweeps).await
}
