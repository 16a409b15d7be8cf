//! A server that is paused while it pays and wakes when others have gone on: whatever it does then, every recipient
//! is paid once.

use std::time::Duration;

use serde_json::Value;

use super::tour::{ended, withdraw};
use super::world::{Node, USDC, address_of, authorized, is_well, make_due, until_balance_is};
use crate::support::{Client, Database, Engine, Server, eventually};

testkit::on_both_engines!(a_server_that_was_paused_while_it_paid_does_not_pay_again);

/// How far it has come when it is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Point {
    Due,
    Authorized,
    Carried,
    Included,
}

fn a_server_that_was_paused_while_it_paid_does_not_pay_again(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let live = server.live();
    node.pay(&address_of(&live), 200 * USDC);
    until_balance_is(&live, "200.00");
    is_well(&node, &server);
    let mut found_paying = 0;
    for (number, point) in [Point::Due, Point::Authorized, Point::Carried, Point::Included].iter().enumerate()
    {
        let payee = format!("0x{:040x}", 0xd0d000 + number);
        let begun = ["2.00", "3.50"].map(|amount| withdraw(&live, &payee, amount));
        make_due(&server);
        eventually("it has come so far", || has_come_to(*point, &node, &server, &payee).then_some(()));
        pause(&server);
        found_paying += usize::from(!authorized(&server).is_empty());
        match engine {
            Engine::Postgres => another_server_finishes(&server, &live, &payee, &begun),
            Engine::Sqlite => an_operator_goes_on(&node, &server, &live, *point, &begun),
        }
        let more = withdraw(&live, &payee, "5.00");
        make_due(&server);
        assert_eq!(ended(&live, &more)["status"], "completed");
        // Less the fee of each; the other server has paid one more.
        let expected = if engine == Engine::Postgres { 12_500_000 } else { 7_500_000 };
        assert_eq!(node.has(&payee), expected, "{point:?}: everything once");
        is_well(&node, &server);
    }
    assert!(found_paying > 0, "nothing was under way when it was paused");
}

/// It is the only server until it is paused, so that the other one finds what it left half done.
fn another_server_finishes(server: &Server, live: &Client, payee: &str, begun: &[Value]) {
    let other = server.second_process();
    let there = live.at(other.live_api());
    begun.iter().for_each(|withdrawal| assert_eq!(ended(&there, withdrawal)["status"], "completed"));
    // Due while the one that wakes knows nothing of it, and the other one is at work.
    let more = withdraw(&there, payee, "6.00");
    make_due(server);
    server.signal("CONT");
    for withdrawal in begun.iter().chain([&more]) {
        assert_eq!(ended(live, withdrawal)["status"], "completed");
    }
}

/// A file has one server. But an operator's command reads the chain and books it beside that.
fn an_operator_goes_on(node: &Node, server: &Server, live: &Client, point: Point, begun: &[Value]) {
    let is_over = |withdrawal: &Value| {
        let id = withdrawal["id"].as_str().expect("an id");
        let sql = format!("select status from transactions where id = '{id}'");
        server.database().texts(server.data(), &sql) == ["completed"]
    };
    eventually("the chain is read", || {
        node.chain(server, &["resume"]);
        (point != Point::Included || begun.iter().all(is_over)).then_some(())
    });
    server.signal("CONT");
    begun.iter().for_each(|withdrawal| assert_eq!(ended(live, withdrawal)["status"], "completed"));
}

/// Or further, if no process looked in time.
fn has_come_to(point: Point, node: &Node, server: &Server, payee: &str) -> bool {
    let is_there = |sql: &str| !server.database().texts(server.data(), sql).is_empty();
    match point {
        Point::Due => true,
        Point::Authorized => {
            is_there(&format!("select id from authorizations where lower(to_address) = '{payee}'"))
        }
        Point::Carried => is_there(&format!(
            "select c.id from relay_transactions c join authorizations a on a.id = c.authorization_id
             where lower(a.to_address) = '{payee}'"
        )),
        Point::Included => node.has(payee) == 3_500_000,
    }
}

/// One that is paused in the middle of a write keeps all others out of an SQLite file for as long as it sleeps.
/// (PostgreSQL ends its session after half a minute.)
fn pause(server: &Server) {
    eventually("it is paused and can be gone around", || {
        server.signal("STOP");
        eventually("it stands still", || server.stands_still().then_some(()));
        if can_be_written(server) {
            return Some(());
        }
        server.signal("CONT");
        None
    });
}

fn can_be_written(server: &Server) -> bool {
    match server.database() {
        Database::Postgres { .. } => true,
        Database::Sqlite => {
            let file = rusqlite::Connection::open(server.data().join("florin.db")).expect("the database");
            file.busy_timeout(Duration::from_millis(250)).expect("a timeout");
            file.execute_batch("begin immediate; rollback").is_ok()
        }
    }
}
