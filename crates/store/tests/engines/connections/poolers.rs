//! A pooler that gives each client a session of its own serves Florin. One that shares sessions is refused.

use store::{DatabaseUrl, Store};
use testkit::database::Database;
use testkit::engine::Engine;
use testkit::pooler::Pooler;

use super::ask;
use crate::fixture::{Fixture, add_recipient};

#[test]
fn florin_works_through_a_pooler_in_session_mode() {
    let database = Database::create(Engine::Postgres);
    let url = database.url().expect("PostgreSQL").to_owned();
    let pooler = Pooler::before(&url, "session");
    let fixture = Fixture::through(&pooler.through(&url), database);
    let added = fixture.runtime.block_on(add_recipient(&fixture.app, &fixture.caller, "ada@example.com"));
    added.expect("a recipient");
    assert_eq!(fixture.number("select count(*) from recipients"), 1);
    // The settings of a session reach the server, and end with it: the next client gets what the role has.
    let limits = "select count(*) from pg_stat_activity where application_name = 'florin'";
    assert!(fixture.number(limits) > 0);
}

#[test]
fn a_pooler_that_shares_sessions_is_refused_with_the_setting_to_change() {
    for mode in ["transaction", "statement"] {
        let database = Database::create(Engine::Postgres);
        let url = database.url().expect("PostgreSQL").to_owned();
        let pooler = Pooler::before(&url, mode);
        let through = pooler.through(&url);
        // The first may get a session that no other has used yet.
        let store = Store::new(DatabaseUrl::parse(&through).expect("a URL"));
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let _first = runtime.block_on(store.facts());
        let error = ask(&through).expect_err(mode);
        assert!(error.contains("pool_mode = session"), "{mode}: {error}");
    }
}
