//! What is written, when, and for how long.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;
use testkit::patience::eventually;

use super::{LOG, all_written, item, logged, request_id};
use crate::people::join_as;
use crate::support::pages::{demo, open, says};
use crate::support::{Engine, Server};

testkit::on_both_engines!(a_server_that_stops_loses_no_request, old_requests_are_deleted);

testkit::on_sqlite_daily!(
    of_a_flood_some_requests_are_written_and_the_rest_is_counted,
    what_no_known_caller_asked_is_not_logged,
    without_days_there_is_no_log,
    a_client_that_goes_away_is_in_the_log,
    personal_accounts_have_no_log,
);

fn a_server_that_stops_loses_no_request(engine: Engine) {
    let mut server = Server::start(engine);
    let sandbox = server.sandbox();
    for _ in 0..10 {
        sandbox.post("/payouts", &item("ada@example.com")).id();
    }
    assert_eq!(server.terminate(), Some(0));
    assert_eq!(logged(&server), 10);
    server.restart();
    server.assert_books_balance();
}

fn old_requests_are_deleted(engine: Engine) {
    let mut server = Server::start_with(engine, &["--request-log-days", "2"]);
    for _ in 0..3 {
        server.sandbox().get("/balance");
    }
    all_written(&server, 3);
    let kept = request_id(&server.sandbox().get("/recipients"));
    all_written(&server, 4);
    server.terminate();
    server.restart();
    assert_eq!(logged(&server), 4, "they are young");
    server.terminate();
    let two_days = 2 * 86_400_000_000_i64;
    server.execute(&format!(
        "update api_requests set created_at = created_at - {two_days} where id <> '{kept}'"
    ));
    server.restart();
    all_written(&server, 1);
    says(&open(&demo(&server), &format!("{LOG}/{kept}")), &kept);
}

fn of_a_flood_some_requests_are_written_and_the_rest_is_counted(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    const FLOOD: i64 = 300;
    for _ in 0..FLOOD {
        assert_eq!(sandbox.get("/balance").status, 200);
    }
    let changed = request_id(&sandbox.post("/payouts", &item("ada@example.com")));
    let sum = "select count(*) + coalesce(sum(left_out), 0) from api_requests";
    eventually("all are written or counted", || {
        (server.database().number(server.data(), sum) == FLOOD + 1).then_some(())
    });
    assert!(logged(&server) < FLOOD, "{}", logged(&server));
    let owner = demo(&server);
    says(&open(&owner, LOG), "more requests at this time weren't recorded");
    says(&open(&owner, &format!("{LOG}/{changed}")), &changed);
}

fn what_no_known_caller_asked_is_not_logged(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    assert_eq!(sandbox.anonymous().get("/balance").status, 401);
    assert_eq!(sandbox.with_key("florin_test_nonsense").get("/balance").status, 401);
    assert_eq!(sandbox.get("/weather").status, 404);
    assert_eq!(
        server.live().at(server.info("test_api")).get("/balance").status,
        401,
        "a key of the other mode"
    );
    server.anyone().get("/docs");
    sandbox.get("/balance");
    all_written(&server, 1);
}

fn without_days_there_is_no_log(engine: Engine) {
    let mut server = Server::start(engine);
    server.sandbox().get("/balance");
    all_written(&server, 1);
    server.terminate();
    server.restart_with(&["--request-log-days", "0"]);
    all_written(&server, 0);
    server.sandbox().get("/balance");
    says(&open(&demo(&server), LOG), "The request log is turned off");
    server.terminate();
    assert_eq!(logged(&server), 0);
    server.restart();
}

fn a_client_that_goes_away_is_in_the_log(engine: Engine) {
    let server = Server::start(engine);
    let address = server.origin().strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!(
        "POST /sandbox/v1/payouts HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.info("test_key")
    );
    stream.write_all(head.as_bytes()).expect("sent");
    // The server must have begun with it: what it never read is no request.
    eventually("the request is under way", || (server.sandbox().get("/balance").status == 200).then_some(()));
    drop(stream);
    let unfinished = "select count(*) from api_requests where method = 'POST'";
    eventually("it is written", || (server.database().number(server.data(), unfinished) == 1).then_some(()));
    let page = open(&demo(&server), &format!("{LOG}?method=POST"));
    says(&page, "/sandbox/v1/payouts");
}

fn personal_accounts_have_no_log(engine: Engine) {
    let server = Server::start(engine);
    let person = join_as(&server, "ada@example.com", "Ada", "personal");
    let key = server.new_key("ada@example.com", "test", "all");
    assert_eq!(server.sandbox().with_key(&key).get("/balance").status, 200);
    let after = server.sandbox().post("/recipients", &json!({ "email": "bob@example.com" }));
    let written = format!("select count(*) from api_requests where id = '{}'", request_id(&after));
    eventually("a later request is written", || {
        (server.database().number(server.data(), &written) == 1).then_some(())
    });
    assert_eq!(person.get(LOG).status, 403, "a page for businesses");
    let accounts = "select count(distinct account_id) from api_requests";
    assert_eq!(server.database().number(server.data(), accounts), 1);
}
