//! Hostile SQL: whoever has the database's password and bad intentions, or good ones and a mistake. The database itself
//! refuses, and nothing has changed afterwards.

mod guards;
mod legitimate;
pub mod scene;
mod statements;

use crate::fixture::Fixture;
use scene::Scene;

crate::on_both_engines!(
    every_hostile_statement_is_refused_and_changes_nothing,
    without_any_one_guard_some_statement_gets_through,
    without_any_one_part_of_a_guard_some_statement_gets_through,
    legitimate_transfers_move_balances_exactly_and_others_not_at_all,
);

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
    legitimate::check(&Scene::new(fixture));
}
