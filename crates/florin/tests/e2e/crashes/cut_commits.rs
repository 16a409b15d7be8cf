//! The connection to PostgreSQL breaks while a commit is on its way. Whether it happened is not for the client to find
//! out: Florin asks, and answers as if nothing had been.

use std::thread;

use serde_json::{Value, json};

use crate::support::{Client, Cluster, Cut, Database, Dev, Engine, Proxy, bank_account, eventually};

const ROUNDS: usize = 5;

fn bank_account_named(name: &str) -> Value {
    let mut body = bank_account("mxn_spei");
    body["name"] = json!(name);
    body
}

/// The bank accounts with this name.
fn found(client: &Client, name: &str) -> Vec<Value> {
    let page = client.get("/bank_accounts").json();
    let all = page["data"].as_array().expect("a list");
    all.iter().filter(|account| account["name"] == name).cloned().collect()
}

#[test]
fn a_commit_that_broke_off_is_found_out_about_and_answered_as_usual() {
    let database = Database::create(Engine::Postgres);
    let (proxy, url) = Proxy::before(database.url().expect("an address"));
    let data = tempfile::tempdir().expect("a data folder");
    let florin = Dev::start(Dev::command(data.path(), Some(&url)));
    let sandbox = florin.sandbox();
    for round in 0..ROUNDS {
        for (cut, key) in [
            (Cut::AfterCommit, Some("after")),
            (Cut::BeforeCommit, Some("before")),
            (Cut::AfterCommit, None),
            (Cut::BeforeCommit, None),
        ] {
            let name = format!("Cut {cut:?} {key:?} {round}");
            let key = key.map(|key| format!("{key}-{round}"));
            let headers: Vec<_> = key.iter().map(|key| ("Idempotency-Key", key.as_str())).collect();
            let body = bank_account_named(&name).to_string();
            proxy.cut_next(cut, &name);
            let made = sandbox.send("POST", "/bank_accounts", &headers, Some(&body));
            assert!(proxy.has_cut(), "{name}");
            assert_eq!((made.status, made.header("Idempotent-Replayed")), (200, None), "{name}: {made:?}");
            assert_eq!(found(&sandbox, &name), [made.json()]);
            if key.is_some() {
                let again = sandbox.send("POST", "/bank_accounts", &headers, Some(&body));
                assert_eq!(again.header("Idempotent-Replayed"), Some("true"));
                assert_eq!(again.body, made.body);
            }
        }
    }
}

#[test]
fn a_commit_that_broke_off_is_found_out_about_once_the_database_is_back() {
    let database = Database::create(Engine::Postgres);
    let (proxy, url) = Proxy::before(database.url().expect("an address"));
    let data = tempfile::tempdir().expect("a data folder");
    let florin = Dev::start(Dev::command(data.path(), Some(&url)));
    let sandbox = florin.sandbox();
    for cut in [Cut::AfterCommit, Cut::BeforeCommit] {
        let name = format!("Away {cut:?}");
        proxy.cut_next_and_close(cut, &name);
        thread::scope(|scope| {
            let asking = scope.spawn(|| sandbox.post("/bank_accounts", &bank_account_named(&name)));
            let before = proxy.dropped();
            eventually("it has asked in vain", || (proxy.dropped() >= before + 3).then_some(()));
            proxy.open();
            let made = asking.join().expect("an answer");
            assert_eq!(made.status, 200, "{made:?}");
            assert_eq!(found(&sandbox, &name), [made.json()]);
        });
    }
}

#[test]
fn an_outcome_that_stays_unknown_is_a_503_that_is_safe_to_repeat() {
    let database = Database::create(Engine::Postgres);
    let (proxy, url) = Proxy::before(database.url().expect("an address"));
    let data = tempfile::tempdir().expect("a data folder");
    let mut command = Dev::command(data.path(), Some(&url));
    command.args(["--commit-outcome-wait-seconds", "1"]);
    let florin = Dev::start(command);
    let sandbox = florin.sandbox();
    for cut in [Cut::AfterCommit, Cut::BeforeCommit] {
        let name = format!("Lost-{cut:?}");
        let (headers, body) = ([("Idempotency-Key", name.as_str())], bank_account_named(&name).to_string());
        proxy.cut_next_and_close(cut, &name);
        let first = sandbox.send("POST", "/bank_accounts", &headers, Some(&body));
        first.assert_problem(503, "unavailable");
        proxy.open();
        let again = sandbox.send("POST", "/bank_accounts", &headers, Some(&body));
        assert_eq!(again.status, 200, "{again:?}");
        assert_eq!(found(&sandbox, &name), [again.json()]);
    }
}

/// After a crash PostgreSQL hands out the numbers of transactions again that it had not yet written down. The number
/// of a transaction that was lost may then belong to another, which was committed.
#[test]
fn a_lost_transaction_is_not_mistaken_for_another_with_its_number() {
    let cluster = Cluster::start();
    let mut admin = cluster.connect();
    // What is not committed stays in memory, and goes with the crash.
    admin.batch_execute("alter system set wal_writer_delay = '10s'").expect("a setting");
    admin.batch_execute("select pg_reload_conf()").expect("a signal");
    let (proxy, url) = Proxy::before(cluster.url());
    let data = tempfile::tempdir().expect("a data folder");
    let florin = Dev::start(Dev::command(data.path(), Some(&url)));
    let sandbox = florin.sandbox();
    let name = "Lost in the crash";
    proxy.cut_next_and_close(Cut::BeforeCommit, name);
    let made = thread::scope(|scope| {
        let asking = scope.spawn(|| sandbox.post("/bank_accounts", &bank_account_named(name)));
        eventually("the commit is cut", || proxy.has_cut().then_some(()));
        cluster.crash();
        cluster.start_again();
        let mut other = cluster.connect();
        for _ in 0..20 {
            other.query_one("select pg_current_xact_id()::text", &[]).expect("a transaction");
        }
        proxy.open();
        asking.join().expect("an answer")
    });
    eventually("it reads again", || (sandbox.get("/balance").status == 200).then_some(()));
    match made.status {
        200 => assert_eq!(found(&sandbox, name), [made.json()], "what was acknowledged is there"),
        _ => {
            made.assert_problem(503, "unavailable");
            assert!(found(&sandbox, name).len() <= 1);
        }
    }
}
