//! The bare rows on SQLite: one connection, prepared statements, as durable as Florin's.
//! It must never be asked for more than one payout at a time.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};

use super::Extent;
use super::rows::{AMOUNT, ITEMS, Payout, TABLES, ledger_accounts};
use crate::payouts::per_second;

pub fn measure(file: &Path, measured: Duration, extent: Extent) -> Result<u64, String> {
    write(file, measured, extent).map_err(|problem| problem.to_string())
}

fn write(file: &Path, measured: Duration, extent: Extent) -> rusqlite::Result<u64> {
    let mut connection = Connection::open(file)?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.execute_batch(
        "pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -32768;",
    )?;
    let tables = TABLES.replace("{text}", "text").replace("{without}", " without rowid");
    connection.execute_batch(&tables.replace("{seq}", "integer primary key"))?;
    let begin = connection.transaction()?;
    for (id, balance) in ledger_accounts(1) {
        begin.execute("insert into ledger_accounts values (?1, ?2, 0)", params![id, balance])?;
    }
    begin.commit()?;
    let (began, mut payouts) = (Instant::now(), 0);
    while payouts == 0 || began.elapsed() < measured {
        let payout = Payout::new(0, payouts);
        accept(&mut connection, &payout)?;
        if extent == Extent::Settled {
            settle(&mut connection, &payout)?;
        }
        payouts += 1;
    }
    Ok(per_second((payouts * ITEMS) as u64, began.elapsed()))
}

fn accept(connection: &mut Connection, payout: &Payout) -> rusqlite::Result<()> {
    let (now, account) = (payout.now, &payout.account);
    let tx = connection.transaction()?;
    tx.prepare_cached(
        "insert into payouts values (?1, ?2, 'processing', 'USDC', ?3, 100, 100, 0, 0, 0, 0, ?1, ?4, null, ?4)",
    )?
    .execute(params![payout.id, account, payout.total(), now])?;
    let mut item = tx.prepare_cached(
        "insert into transactions values (?1, ?2, 'payout', 'queued', ?3, 'USDC', ?4, null, ?5, ?6, null)",
    )?;
    for index in 0..ITEMS {
        item.execute(params![payout.item(index), account, AMOUNT, now, payout.id, payout.recipient(index)])?;
    }
    drop(item);
    let (available, held) = (format!("{account}:available"), format!("{account}:held"));
    transfer(&tx, payout, &format!("{}:hold", payout.id), &available, &held)?;
    event(&tx, payout, 0, (account, "payout.created", &payout.id), &payout.shown())?;
    tx.prepare_cached("insert into stored_responses values (?1, ?2, ?3, ?4, ?5)")?.execute(params![
        account,
        payout.id,
        "0123456789abcdef0123456789abcdef",
        payout.shown(),
        now
    ])?;
    tx.commit()
}

fn settle(connection: &mut Connection, payout: &Payout) -> rusqlite::Result<()> {
    let (now, account) = (payout.now, &payout.account);
    let held = format!("{account}:held");
    let tx = connection.transaction()?;
    for index in 0..ITEMS {
        let (item, person, inbound) = (payout.item(index), payout.person(index), payout.inbound(index));
        tx.prepare_cached(
            "insert into transactions
             values (?1, ?2, 'inbound_transfer', 'completed', ?3, 'USDC', ?4, ?4, null, null, ?5)",
        )?
        .execute(params![inbound, person, AMOUNT, now, item])?;
        tx.prepare_cached("update transactions set status = 'completed', completed_at = ?2 where id = ?1")?
            .execute(params![item, now])?;
        let shown = payout.shown_item(index);
        transfer(&tx, payout, &format!("{item}:resolve"), &held, &format!("{person}:available"))?;
        event(&tx, payout, 1 + 2 * index, (account, "payout_item.completed", &item), &shown)?;
        event(&tx, payout, 2 + 2 * index, (&person, "inbound_transfer.completed", &inbound), &shown)?;
    }
    event(&tx, payout, 201, (account, "payout.completed", &payout.id), &payout.shown())?;
    tx.prepare_cached(
        "update payouts set status = 'completed', processing = 0, completed = 100, completed_at = ?2, next_at = null
         where id = ?1",
    )?
    .execute(params![payout.id, now])?;
    tx.commit()
}

/// One transfer and both balances. A hold moves the whole total, a resolution one item.
fn transfer(
    tx: &Connection,
    payout: &Payout,
    operation: &str,
    debit: &str,
    credit: &str,
) -> rusqlite::Result<()> {
    let step = operation.rsplit(':').next().unwrap_or_default();
    let amount = if step == "hold" { payout.total() } else { AMOUNT };
    tx.prepare_cached(
        "insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![operation, step, debit, credit, amount, payout.now])?;
    let mut balance = tx
        .prepare_cached("update ledger_accounts set balance = balance + ?2, updated_at = ?3 where id = ?1")?;
    balance.execute(params![debit, -amount, payout.now])?;
    balance.execute(params![credit, amount, payout.now])?;
    Ok(())
}

fn event(
    tx: &Connection,
    payout: &Payout,
    index: usize,
    (account, kind, object): (&str, &str, &str),
    data: &str,
) -> rusqlite::Result<()> {
    tx.prepare_cached("insert into events values (?1, ?2, ?3, ?4, 1, ?5, ?6)")?
        .execute(params![payout.event(index), account, kind, object, data, payout.now])
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_settled_payout_leaves_every_row_and_moves_every_balance() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bare.db");
        assert!(measure(&file, Duration::from_nanos(1), Extent::Settled).unwrap() > 0);
        let connection = Connection::open(&file).unwrap();
        let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count("select count(*) from transactions where status = 'completed'"), 200);
        assert_eq!(count("select count(*) from transfers"), 101);
        assert_eq!(count("select count(*) from events"), 202);
        assert_eq!(count("select sum(balance) from ledger_accounts"), super::super::rows::FUNDS);
        assert_eq!(count("select balance from ledger_accounts where id like '%:held'"), 0);
    }
}
