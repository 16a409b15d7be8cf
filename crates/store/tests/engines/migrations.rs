//! Migrations are applied once, by the process that starts first.

use store::{DatabaseUrl, Store};
use testkit::database::Database;
use testkit::engine::Engine;

use crate::fixture::Fixture;

testkit::on_both_engines!(
    a_second_migration_changes_nothing,
    a_migration_that_was_edited_later_is_refused,
    a_database_from_a_newer_florin_is_accepted,
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
        let database = Database::empty(engine);
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
