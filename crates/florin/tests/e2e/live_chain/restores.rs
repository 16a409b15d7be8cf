//! A backup that is put in the place of the database, step by step as docs/OPERATING.md says it.

use serde_json::json;

use super::tour::{ended, withdraw};
use super::world::{FLOAT, Node, USDC, address_of, is_stopped_for, make_due, treasury, until_balance_is};
use crate::support::{Engine, eventually};

testkit::on_both_engines!(after_a_restore_nothing_is_paid_twice_and_what_arrived_is_credited_again);

const PAYEE: &str = "0x00000000000000000000000000000000000e0e0e";

fn after_a_restore_nothing_is_paid_twice_and_what_arrived_is_credited_again(engine: Engine) {
    let node = Node::start();
    let mut server = node.server(engine);
    let (live, email) = (server.live(), "second@example.com");
    server.new_user(email);
    let second = live.with_key(&server.new_key(email, "live", "all"));
    let address = address_of(&live);
    node.pay(&address, 40 * USDC);
    until_balance_is(&live, "40.00");
    let withdrawal = withdraw(&live, PAYEE, "10.00");
    assert_eq!(server.terminate(), Some(0));
    let backup = server.back_up();

    // What the backup does not know: a payment, an address, what arrived there, and that all was swept.
    server.restart();
    let (live, second) = (live.at(server.info("live_api")), second.at(server.info("live_api")));
    make_due(&server);
    assert_eq!(ended(&live, &withdrawal)["status"], "completed");
    assert_eq!(node.has(PAYEE), 9 * USDC);
    let given = address_of(&second);
    node.pay(&given, 20 * USDC);
    until_balance_is(&second, "20.00");
    node.chain(&server, &["sweep"]);
    eventually("all is swept and confirmed", || {
        let status = node.chain(&server, &["status"]);
        (status["unconfirmed"] == 0 && status["deposit_addresses"] == "0.00").then_some(())
    });
    assert_eq!(node.has(&treasury()), FLOAT + 51 * USDC);

    assert_eq!(server.terminate(), Some(0));
    server.restore(&backup);
    let listed = node.chain(&server, &["addresses", "--create-missing"]);
    let addresses = listed["deposit_addresses"].as_array().expect("a list");
    assert!(addresses.iter().any(|known| known["address"] == given), "the same as before: {listed}");
    // If it was sent before it was read, it would be sent now.
    make_due(&server);
    server.restart();
    let (live, second) = (live.at(server.info("live_api")), second.at(server.info("live_api")));
    assert_eq!(ended(&live, &withdrawal)["status"], "completed");
    until_balance_is(&live, "30.00");
    until_balance_is(&second, "20.00");
    let money = server.florin_json(&["money", "status"]);
    assert!(is_stopped_for(&money, "unexplained"), "{money}");
    assert_eq!(node.has(PAYEE), 9 * USDC, "it was not paid again");

    let resumed = node.chain(&server, &["resume", "--accept"]);
    assert_eq!((&resumed["well"], &resumed["own"]), (&json!(true), &json!("1000.00")), "{resumed}");
    assert_eq!(resumed["owed"], "51.00", "what both have, and the fee");
    let more = withdraw(&second, PAYEE, "5.00");
    make_due(&server);
    assert_eq!(ended(&second, &more)["status"], "completed");
    assert_eq!(node.has(PAYEE), 13 * USDC, "each once");
    let status = node.chain(&server, &["status"]);
    assert_eq!((&status["well"], &status["differences"]), (&json!(true), &json!([])), "{status}");
    server.assert_books_balance();
}
