//! PostgreSQL goes away under load: killed as a whole, or one session after the other.

use serde_json::json;

use super::notes::{Wanted, check};
use crate::support::{Cluster, Dev, Engine, Load, Luck, Server, eventually};

const CRASHES: usize = 5;
const TERMINATIONS: usize = 50;

#[test]
fn killing_postgresql_loses_nothing_and_florin_heals_by_itself() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().expect("a data folder");
    // Two, so that what one of them lost can be mistaken for what the other did.
    let [florin, other] = [(); 2].map(|()| {
        let mut command = Dev::command(data.path(), Some(cluster.url()));
        // A commit whose outcome is unknown keeps other requests waiting, longer than this client has patience.
        command.args(["--commit-outcome-wait-seconds", "10"]);
        Dev::start(command)
    });
    let (sandbox, anyone) = (florin.sandbox(), florin.anyone());
    let mut luck = Luck::new("killing PostgreSQL");
    let (load, other_load) = (Load::<Wanted>::start("one"), Load::start("other"));
    load.move_to(florin.sandbox());
    other_load.move_to(other.sandbox());
    for crash in 0..CRASHES {
        load.wait_for(luck.up_to(50));
        other_load.wait_for(luck.up_to(50));
        cluster.crash();
        sandbox.get("/balance").assert_problem(503, "unavailable");
        anyone.get("/readyz").assert_problem(503, "unavailable");
        assert_eq!(anyone.get("/healthz").status, 200, "florin itself is well");
        if crash == 0 {
            let refused = sandbox.post("/recipients", &json!({ "email": "nobody@example.com" }));
            refused.assert_problem(503, "unavailable");
        }
        cluster.start_again();
        eventually("it reads again", || (sandbox.get("/balance").status == 200).then_some(()));
        assert_eq!(anyone.get("/readyz").status, 200);
    }
    load.wait_for(20);
    other_load.wait_for(20);
    let mut notes = load.stop();
    notes.add(other_load.stop());
    check(&notes, &sandbox);
    assert!(notes.unavailable > 0, "requests were made while the database was down");
}

#[test]
fn terminated_sessions_lose_and_double_nothing() {
    let server = Server::start(Engine::Postgres);
    let url = server.database().url().expect("an address");
    let mut admin = ::postgres::Client::connect(url, ::postgres::NoTls).expect("the database");
    let mut luck = Luck::new("terminating sessions");
    let load = Load::<Wanted>::start("wish");
    load.move_to(server.sandbox());
    let mut terminated = 0;
    for _ in 0..TERMINATIONS {
        load.wait_for(luck.up_to(20));
        let sessions = admin.query(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()",
            &[],
        );
        terminated += sessions.expect("the sessions").len();
    }
    assert!(terminated >= TERMINATIONS, "{terminated} sessions were terminated");
    load.wait_for(20);
    check(&load.stop(), &server.sandbox());
}

/// As after a backup was restored under a running server.
#[test]
fn a_writer_whose_fence_is_gone_gets_another_and_takes_it_along_when_it_stops() {
    let mut server = Server::start(Engine::Postgres);
    let url = server.database().url().expect("an address");
    let mut admin = ::postgres::Client::connect(url, ::postgres::NoTls).expect("the database");
    let add =
        |server: &Server, email: &str| server.sandbox().post("/recipients", &json!({ "email": email })).id();
    add(&server, "before@example.com");
    assert_eq!(admin.execute("delete from writers", &[]).expect("the fence"), 1);
    add(&server, "after@example.com");
    assert_eq!(server.database().rows_in(server.data(), "writers"), 1);
    let causes = server.database().texts(server.data(), "select cause from freezes");
    assert_eq!(causes, ["commits_lost"], "what it had acknowledged may be gone, too");
    assert_eq!(server.terminate(), Some(0));
    assert_eq!(server.database().rows_in(server.data(), "writers"), 0);
}
