//! What the operator's alarms rest on.

use testkit::anvil::GAS_ADDRESS;

use super::tour::{ended, withdraw};
use super::world::{Node, USDC, address_of, is_well, make_due, metric, until_balance_is};
use crate::support::{Engine, eventually};

testkit::on_both_engines!(
    the_operator_is_shown_how_the_chain_stands_and_whether_money_is_stopped,
    without_gas_payments_wait_and_the_operator_is_shown_that,
);

const PAYEE: &str = "0x00000000000000000000000000000000000f0f0f";
const STOPPED: &str = "florin_money_stopped{cause=\"operator\"}";

fn the_operator_is_shown_how_the_chain_stands_and_whether_money_is_stopped(engine: Engine) {
    let node = Node::start();
    let (server, admin) = node.watched_server(engine);
    let shown = |name: &str| eventually(name, || metric(&admin, name));
    assert!(shown("florin_chain_gas_wei") > 0);
    assert!(shown("florin_chain_block") > 0);
    assert!(shown("florin_chain_blocks_behind") < 100, "it keeps up");
    assert_eq!(shown("florin_chain_unconfirmed"), 0);
    assert_eq!(shown("florin_chain_oldest_unconfirmed_seconds"), 0);
    assert_eq!(shown(STOPPED), 0);
    let stopped = server.florin(&["money", "stop", "--reason", "a drill"]);
    assert!(stopped.status.success(), "{stopped:?}");
    eventually("the stop is shown", || (metric(&admin, STOPPED) == Some(1)).then_some(()));
    assert_eq!(metric(&admin, "florin_money_stopped{cause=\"unexplained\"}"), Some(0));
}

fn without_gas_payments_wait_and_the_operator_is_shown_that(engine: Engine) {
    let node = Node::start();
    let (server, admin) = node.watched_server(engine);
    let live = server.live();
    node.pay(&address_of(&live), 60 * USDC);
    until_balance_is(&live, "60.00");
    is_well(&node, &server);
    node.anvil.set_gas_balance(GAS_ADDRESS, 0);
    let withdrawal = withdraw(&live, PAYEE, "2.00");
    make_due(&server);
    eventually("the operator is shown what waits and why", || {
        let is_empty = metric(&admin, "florin_chain_gas_wei") == Some(0);
        let waits = metric(&admin, "florin_chain_unconfirmed") == Some(1);
        (is_empty && waits).then_some(())
    });
    let path = format!("/withdrawals/{}", withdrawal["id"].as_str().expect("an id"));
    assert_eq!(live.get(&path).json()["status"], "processing", "it waits, and has not failed");
    assert_eq!(node.has(PAYEE), 0);
    node.anvil.set_gas_balance(GAS_ADDRESS, 10_u128.pow(18));
    assert_eq!(ended(&live, &withdrawal)["status"], "completed");
    assert_eq!(node.has(PAYEE), USDC);
    is_well(&node, &server);
}
