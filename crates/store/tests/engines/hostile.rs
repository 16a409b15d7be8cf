//! Hostile SQL: a person with the database's password and bad intentions, or good ones and a mistake. The database
//! itself refuses, and nothing has changed afterwards.

pub mod guards;
mod legitimate;
pub mod scene;
mod statements;
mod unmoved;

use testkit::engine::Engine;

use crate::fixture::Fixture;
use scene::{AS_APPLICATION_ROLE, Scene};

testkit::on_both_engines!(
    every_hostile_statement_is_refused_and_changes_nothing,
    without_any_one_guard_some_statement_gets_through,
    without_any_one_part_of_a_guard_some_statement_gets_through,
    legitimate_transfers_move_balances_exactly_and_others_not_at_all,
);

#[test]
fn a_role_that_may_only_read_and_write_rows_gets_past_no_guard() {
    let scene = Scene::new(Fixture::new(Engine::Postgres));
    let before = scene.everything();
    for (name, sql) in statements::all(&scene) {
        let refused = scene.fixture.sql(&format!("begin;\n{AS_APPLICATION_ROLE}{sql};\ncommit"));
        let why = refused.expect_err(&name).to_lowercase();
        assert!(!why.contains("syntax"), "{name}: {why}\n{sql}");
    }
    assert_eq!(scene.everything(), before);
}

#[test]
fn rows_that_are_guarded_are_not_replaced_where_foreign_keys_are_off() {
    let scene = Scene::new(Fixture::new(Engine::Sqlite));
    let statements = statements::replacing::all(&scene);
    assert!(statements.len() > 40, "only {}", statements.len());
    let before = scene.everything();
    for (name, sql) in statements {
        let pragmas = "pragma foreign_keys = off; pragma recursive_triggers = off";
        let refused = scene.fixture.sql(&format!("{pragmas}; begin; {sql}; commit"));
        let why = refused.expect_err(&name).to_lowercase();
        assert!(!why.contains("syntax") && !why.contains("no such"), "{name}: {why}\n{sql}");
    }
    assert_eq!(scene.everything(), before);
}

#[test]
fn a_role_that_may_only_read_and_write_rows_moves_balances_by_transfers() {
    legitimate::check(&Scene::new(Fixture::new(Engine::Postgres)), AS_APPLICATION_ROLE);
}

#[test]
fn roles_without_a_grant_cannot_make_temporary_tables_or_attach_the_function_that_moves_balances() {
    let fixture = Fixture::new(Engine::Postgres);
    let can = |what: &str| fixture.number(&format!("select cast(cast({what} as int) as bigint)"));
    assert_eq!(can("has_database_privilege('public', current_database(), 'temporary')"), 0);
    assert_eq!(can("has_database_privilege('public', current_database(), 'connect')"), 1);
    assert_eq!(can("has_function_privilege('public', 'transfers_move()', 'execute')"), 0);
}

#[test]
fn every_guard_of_postgresql_keeps_its_own_search_path() {
    let fixture = Fixture::new(Engine::Postgres);
    let others = "select cast(oid::regprocedure as text) || ' ' || coalesce(cast(proconfig as text), 'none')
        from pg_proc where pronamespace = 'public'::regnamespace
            and coalesce(cast(proconfig as text), '') <> '{\"search_path=public, pg_temp\"}'";
    assert_eq!(fixture.texts(others), [""; 0], "write `set search_path from current` behind the language");
}

#[test]
fn every_table_of_postgresql_that_refuses_to_delete_refuses_to_truncate() {
    let fixture = Fixture::new(Engine::Postgres);
    let with = |bit: u8| {
        format!(
            "select distinct cast(tgrelid::regclass as text) from pg_trigger
             where not tgisinternal and tgtype & {bit} > 0 order by 1"
        )
    };
    let (deleting, truncating) = (fixture.texts(&with(8)), fixture.texts(&with(32)));
    assert!(deleting.len() > 10, "{deleting:?}");
    assert_eq!(deleting, truncating);
}

fn every_hostile_statement_is_refused_and_changes_nothing(fixture: Fixture) {
    let scene = Scene::new(fixture);
    let statements = statements::all(&scene);
    assert!(statements.len() >= 40, "only {}", statements.len());
    let before = scene.everything();
    // Everything is compared after some of them: reading it takes longer than all else.
    for some in statements.chunks(8) {
        for (name, sql) in some {
            let refused = scene.fixture.sql(&format!("begin;\n{sql};\ncommit"));
            let why = refused.expect_err(name).to_lowercase();
            assert!(!why.contains("syntax") && !why.contains("no such"), "{name}: {why}\n{sql}");
        }
        let names: Vec<&str> = some.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(scene.everything(), before, "one of these changed something: {names:?}");
    }
}

fn without_any_one_guard_some_statement_gets_through(fixture: Fixture) {
    let scene = Scene::new(fixture);
    let statements = statements::all(&scene);
    let guards = guards::all(&scene);
    assert!(guards.len() >= 30, "only {}: {guards:?}", guards.len());
    guards::check(&scene, &statements, &guards);
}

fn without_any_one_part_of_a_guard_some_statement_gets_through(fixture: Fixture) {
    let scene = Scene::new(fixture);
    let statements = statements::all(&scene);
    guards::check(&scene, &statements, &guards::parts(&scene));
}

fn legitimate_transfers_move_balances_exactly_and_others_not_at_all(fixture: Fixture) {
    legitimate::check(&Scene::new(fixture), "");
}
