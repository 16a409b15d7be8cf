//! `florin migrate`, and the description of the API.

use std::process::Stdio;

use serde_json::{Value, json};

use super::assert_refused;
use super::production::Production;
use crate::support::{Ended, Engine, Server, florin, outcome, run};

testkit::on_both_engines!(many_who_migrate_at_once_do_it_once);

testkit::on_sqlite_daily!(a_database_is_brought_up_to_date_once);

testkit::on_one_engine!(the_printed_description_is_the_served_one);

fn migrate(production: &Production, more: &[&str]) -> Ended {
    run(florin(&["migrate", "--database-url", &production.database_url()]).args(more))
}

fn a_database_is_brought_up_to_date_once(engine: Engine) {
    let production = Production::prepare(engine);
    // Looking changes nothing, so it can be done twice.
    for _ in 0..2 {
        let checked = migrate(&production, &["--check", "--json"]);
        assert_eq!(checked.code, Some(1), "{checked:?}");
        if engine == Engine::Sqlite {
            assert_refused(&checked, 1, &["there is no database"]);
        } else {
            let missing: Value = serde_json::from_str(&checked.stdout).expect("JSON");
            assert!(missing["missing"].as_array().is_some_and(|missing| !missing.is_empty()), "{missing}");
            assert_eq!(missing["applied"], json!([]));
        }
    }
    let refused = run(&mut production.command(&["user", "create", "--email", "ada@example.com"]));
    assert_eq!(refused.code, Some(1), "an operator's command does not migrate: {refused:?}");

    let first = migrate(&production, &["--json"]).json();
    let applied = first["applied"].as_array().expect("a list").clone();
    assert!(!applied.is_empty(), "{first}");
    assert_eq!(migrate(&production, &["--json"]).json()["applied"], json!([]));
    let checked = migrate(&production, &["--check", "--json"]).json();
    assert_eq!(checked["applied"], json!(applied));
    assert_eq!([&checked["missing"], &checked["newer"]], [&json!([]), &json!(0)]);
    for ended in [migrate(&production, &[]), migrate(&production, &["--check"])] {
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        assert!(ended.stdout.ends_with("is up to date.\n"), "{ended:?}");
    }
    production.new_user("ada@example.com");
}

fn many_who_migrate_at_once_do_it_once(engine: Engine) {
    let production = Production::prepare(engine);
    let url = production.database_url();
    let start = || {
        let mut command = florin(&["migrate", "--json", "--database-url", &url]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
    };
    let racing: Vec<_> = (0..6).map(|_| start()).collect();
    let ended = racing.into_iter().map(|child| Ended::from(outcome("one of many", child)));
    let applied = ended.flat_map(|ended| ended.json()["applied"].as_array().expect("a list").clone());
    let mut applied: Vec<String> = applied.map(|name| name.to_string()).collect();
    applied.sort();
    let known = migrate(&production, &["--check", "--json"]).json();
    let mut expected: Vec<String> =
        known["applied"].as_array().expect("a list").iter().map(Value::to_string).collect();
    expected.sort();
    assert_eq!(applied, expected, "each migration by one process");
}

fn the_printed_description_is_the_served_one(engine: Engine) {
    let server = Server::start(engine);
    let served = server.anyone().get("/openapi.json");
    let printed = run(&mut florin(&["openapi"]));
    assert_eq!((printed.code, printed.stderr.as_str()), (Some(0), ""));
    let printed: Value = serde_json::from_str(&printed.stdout).expect("JSON");
    let own = printed["servers"][0]["url"].as_str().and_then(|url| url.split_once("/sandbox"));
    let own = own.expect("the servers are named").0;
    let moved: Value = serde_json::from_str(&served.body.replace(server.origin(), own)).expect("JSON");
    assert_eq!(printed, moved);
    assert_eq!(printed["openapi"].as_str().map(|version| &version[..4]), Some("3.1."));
    assert_eq!(printed["info"]["version"], "0.0.1");
}
