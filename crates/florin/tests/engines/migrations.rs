//! Migrations: once, whoever starts first, and the same tables on both engines.

use std::collections::BTreeSet;

use store::{DatabaseUrl, Store};

use crate::database::{Database, Engine};
use crate::fixture::Fixture;

crate::on_both_engines!(
    a_second_migration_changes_nothing,
    a_migration_that_was_edited_later_is_refused,
    a_database_from_a_newer_florin_is_accepted,
    objects_from_before_there_were_events_count_those_they_had,
);

/// As the owner of the tables applies it.
pub const LATER_MIGRATION: &str = "insert into migrations (version, name, checksum)
    select max(version) + 1, 'later', 'x' from migrations";

fn a_second_migration_changes_nothing(fixture: Fixture) {
    assert_eq!(
        fixture.runtime.block_on(fixture.store.migrate()).expect("nothing to do"),
        Vec::<String>::new()
    );
    let migrations = fixture.runtime.block_on(fixture.store.migrations()).expect("both lists");
    assert!(migrations.missing.is_empty() && !migrations.applied.is_empty());
}

fn a_migration_that_was_edited_later_is_refused(fixture: Fixture) {
    if !fixture.is_postgres() {
        fixture.sql("drop trigger migrations_keep").expect("a guard less");
    }
    fixture.sql("update migrations set checksum = 'another'").expect("edited");
    assert!(fixture.runtime.block_on(fixture.store.migrate()).is_err());
}

fn a_database_from_a_newer_florin_is_accepted(fixture: Fixture) {
    fixture.sql(LATER_MIGRATION).expect("one more");
    assert!(fixture.runtime.block_on(fixture.store.migrate()).is_ok());
    assert_eq!(fixture.runtime.block_on(fixture.store.migrations()).expect("both lists").newer, 1);
}

#[test]
fn eight_processes_that_start_at_once_migrate_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::create(engine);
        let url = match database.url() {
            Some(url) => url.to_owned(),
            None => format!("sqlite:{}", folder.path().join("florin.db").display()),
        };
        let start = || {
            let store = Store::new(DatabaseUrl::parse(&url).expect("an address"));
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(store.migrate()).expect("migrated").len()
        };
        let applied: usize = std::thread::scope(|scope| {
            let starting: Vec<_> = (0..8).map(|_| scope.spawn(start)).collect();
            starting.into_iter().map(|thread| thread.join().expect("no panic")).sum()
        });
        let store = Store::new(DatabaseUrl::parse(&url).expect("an address"));
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let all = runtime.block_on(store.migrations()).expect("both lists").applied.len();
        assert_eq!(applied, all, "{engine:?}");
    }
}

#[test]
fn both_engines_have_the_same_tables_and_columns() {
    let sqlite = Fixture::new(Engine::Sqlite);
    let postgres = Fixture::new(Engine::Postgres);
    let from_sqlite = "select m.name || '.' || p.name from sqlite_schema m, pragma_table_info(m.name) p
                       where m.type = 'table' and m.name not like 'sqlite_%'";
    let from_postgres = "select table_name || '.' || column_name from information_schema.columns
                         where table_schema = 'public'";
    let mut columns: BTreeSet<String> = sqlite.texts(from_sqlite).into_iter().collect();
    // SQLite's triggers see one row at a time, so they need a note of the last transfer of a balance.
    assert!(columns.remove("ledger_accounts.moved_by"));
    assert!(columns.contains("transfers.amount"));
    assert_eq!(columns, postgres.texts(from_postgres).into_iter().collect());
}

/// All migrations of an engine, in their order.
fn migrations_of(fixture: &Fixture) -> Vec<String> {
    let engine = if fixture.is_postgres() { "postgres" } else { "sqlite" };
    let folder = format!("{}/../store/migrations/{engine}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("the migrations").map(|file| file.expect("a file").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("a migration")).collect()
}

/// Everything away, and the tables as they were before objects counted their events.
fn go_back(fixture: &Fixture) {
    let known =
        "select cast(version as text) || ', ''' || name || ''', ''' || checksum || '''' from migrations
                 where version < 7";
    let known = fixture.texts(known);
    if fixture.is_postgres() {
        fixture.sql("drop schema public cascade; create schema public").expect("nothing is left");
    } else {
        let tables = "select 'drop table ' || name || ';' from sqlite_schema
                      where type = 'table' and name not like 'sqlite_%'";
        let tables = fixture.texts(tables).concat();
        fixture.sql(&format!("pragma foreign_keys = off; {tables}")).expect("nothing is left");
    }
    migrations_of(fixture)[..6].iter().for_each(|sql| fixture.sql(sql).expect("an old table"));
    let table = "create table migrations (version bigint primary key not null, name text not null,
                 checksum text not null)";
    fixture.sql(table).expect("a table");
    for row in known {
        let insert = format!("insert into migrations (version, name, checksum) values ({row})");
        fixture.sql(&insert).expect("a row");
    }
}

fn objects_from_before_there_were_events_count_those_they_had(fixture: Fixture) {
    fixture.runtime.block_on(fixture.app.stop());
    go_back(&fixture);
    let bytes = if fixture.is_postgres() { r"'\x00'" } else { "x'00'" };
    let old = format!(
        "insert into users (id, email, email_key, name, password_hash, created_at)
            values ('usr_x', 'x@example.com', 'x@example.com', 'x', '', 1);
        insert into accounts (id, user_id, mode, own_app_id, created_at) values ('acct_x', 'usr_x', 'test', 'app_x', 1);
        insert into recipients (id, account_id, email, email_key, created_at) values
            ('rcp_old', 'acct_x', 'a@example.com', 'a@example.com', 1),
            ('rcp_told', 'acct_x', 'b@example.com', 'b@example.com', 2);
        insert into events (id, account_id, type, object_id, sequence, data, created_at)
            values ('evt_x', 'acct_x', 'recipient.created', 'rcp_told', 1, '{{}}', 2);
        insert into bank_accounts (id, account_id, app_id, name, status, rail, details, created_at)
            values ('ba_x', 'acct_x', 'app_x', 'x', 'active', 'brl_pix', {bytes}, 1);
        insert into external_wallets (id, account_id, app_id, name, status, chain, address, created_at)
            values ('ew_x', 'acct_x', 'app_x', 'x', 'active', 'simulated', '0x', 1)"
    );
    fixture.sql(&old).expect("old rows");
    let applied = fixture.runtime.block_on(fixture.store.migrate()).expect("migrated");
    assert_eq!(applied[0], "0007_events");
    let counted = "select id || ' ' || cast(events as text) from recipients
        union all select id || ' ' || cast(events as text) from bank_accounts
        union all select id || ' ' || cast(events as text) from external_wallets";
    let mut counted = fixture.texts(counted);
    counted.sort();
    assert_eq!(counted, ["ba_x 0", "ew_x 0", "rcp_old 0", "rcp_told 1"]);
}
