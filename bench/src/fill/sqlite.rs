//! Fills a SQLite file that no server has open.
//! It must never weaken the file: only how long its own writes may wait for the disk is its business.

use std::path::Path;

use rusqlite::{Connection, params};

use super::plan::{PEOPLE_INDEX, Plan, TABLES, endings, statements};

pub fn fill(file: &Path, plan: &Plan) -> Result<(), String> {
    write(file, plan).map_err(|problem| problem.to_string())
}

fn write(file: &Path, plan: &Plan) -> rusqlite::Result<()> {
    let mut connection = Connection::open(file)?;
    connection.execute_batch(
        "pragma synchronous = off; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -524288;",
    )?;
    connection.set_prepared_statement_cache_capacity(32);
    for table in TABLES {
        connection.execute_batch(table)?;
    }
    connection.execute_batch(PEOPLE_INDEX)?;
    for (number, text) in endings().into_iter().enumerate() {
        connection.execute("insert into fill_endings values (?1, ?2)", params![number as i64, text])?;
    }
    let people = connection.query_row("select count(*) from fill_people", [], |row| row.get(0))?;
    let statements = statements(people);
    for chunk in plan.chunks() {
        let transaction = connection.transaction()?;
        transaction.execute("delete from fill_payouts", [])?;
        for number in chunk.clone() {
            let row = plan.row(number);
            let [own, inbound, events] = &row.stems;
            transaction
                .prepare_cached("insert into fill_payouts values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
                .execute(params![
                row.number,
                own,
                inbound,
                events,
                row.created_at,
                row.completed_at,
                row.created,
                row.completed
            ])?;
        }
        for statement in &statements {
            transaction.prepare_cached(statement)?.execute([])?;
        }
        transaction.commit()?;
        plan.progress(&chunk);
    }
    // Everything is in the file itself and on the disk before the measurement starts.
    connection.execute_batch("pragma synchronous = full; pragma wal_checkpoint(truncate);")
}
