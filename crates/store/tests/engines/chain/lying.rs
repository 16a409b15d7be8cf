//! Nodes that lie, and a chain that is faster than its nodes, delay at most: they stop no money, and jam no payment.

use std::time::Duration;

use evm::Address;
use rules::freeze::Cause;
use serde_json::{Value, json};
use testkit::anvil::{Anvil, post};
use testkit::node_proxy::{Proxy, ProxyReply};
use testkit::on_both_engines;

use super::world::{USDC, World, keys, nodes, on_chain, settings};
use crate::fixture::Fixture;

/// Longer than any round takes.
const PATIENCE: Duration = Duration::from_secs(60);
const PAYEE: Address = Address::repeat_byte(0xb1);
/// More than fits into one transaction of any network.
const ABSURD_GAS: u64 = 17_000_000;

/// A node that answers one method with this, and all others honestly.
fn liar(anvil: &Anvil, about: &'static str, says: Value) -> Proxy {
    let proxy = Proxy::to(anvil.address);
    proxy.judge(move |method, _| match method {
        method if method == about => ProxyReply::Result(says.clone()),
        _ => ProxyReply::Honest,
    });
    proxy
}

fn a_restart_beside_one_liar_stops_no_money(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let liars = [
        liar(&world.anvil, "eth_chainId", json!("0x1")),
        liar(&world.anvil, "eth_getCode", json!("0x")),
        liar(&world.anvil, "eth_call", json!("0x")),
    ];
    let honest = Proxy::to(world.anvil.address);
    for liar in &liars {
        let app = world.another(&[liar.url(), world.anvil.url(), honest.url()], 2);
        world.wait(app.chain.meet_chain()).expect("two of three say that all is right");
        world.wait(app.chain.chain_round());
        assert_eq!(world.freeze(), None);
    }
    // What enough nodes say is believed.
    let [one, two, _] = liars;
    one.judge(|method, _| match method {
        "eth_getCode" => ProxyReply::Result(json!("0x")),
        _ => ProxyReply::Honest,
    });
    let app = world.another(&[one.url(), two.url(), world.anvil.url()], 2);
    assert!(world.wait(app.chain.meet_chain()).is_err());
    world.wait(app.chain.chain_round());
    assert_eq!(world.freeze().expect("it is stopped").0, Cause::Settings);
}

fn the_first_start_refuses_a_node_that_does_not_fit(fixture: Fixture) {
    let anvil = Anvil::start();
    let usd = anvil.deploy_usd();
    anvil.mine(30);
    let (liar, honest) = (liar(&anvil, "eth_chainId", json!("0x1")), Proxy::to(anvil.address));
    let urls = [liar.url(), anvil.url(), honest.url()];
    let app = on_chain(&fixture, nodes(&usd.address, &urls, 2), keys(), settings());
    let refused = fixture.runtime.block_on(app.chain.meet_chain()).expect_err("it was not meant");
    assert!(refused.to_string().contains("chain"), "{refused}");
}

fn one_node_alone_raises_no_gas_limit(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let liar = liar(&world.anvil, "eth_estimateGas", json!(format!("{ABSURD_GAS:#x}")));
    let honest = Proxy::to(world.anvil.address);
    let app = world.another(&[liar.url(), world.anvil.url(), honest.url()], 2);
    let id = world.withdraw(PAYEE, USDC);
    world.wait(app.chain.chain_round());
    assert!(world.fixture.number("select max(gas_limit) from relay_transactions") < 1_000_000);
    world.anvil.mine(1);
    world.settle();
    world.is(&id, "completed");
    world.all_is_well();
}

fn a_gas_limit_that_no_block_holds_is_put_right_with_the_next_offer(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let liar = liar(&world.anvil, "eth_estimateGas", json!(format!("{ABSURD_GAS:#x}")));
    let alone = world.another(&[liar.url()], 1);
    let id = world.withdraw(PAYEE, USDC);
    world.wait(alone.chain.chain_round());
    let limit =
        |which: &str| world.fixture.number(&format!("select {which}(gas_limit) from relay_transactions"));
    assert_eq!(limit("max"), 1 << 24, "the most that a transaction may have");
    world.empty_pool();
    liar.judge(|_, _| ProxyReply::Honest);
    world.later(700);
    world.wait(alone.chain.chain_round());
    assert!(limit("min") < 1_000_000, "{}", limit("min"));
    assert_eq!(world.fixture.number("select count(distinct nonce) from relay_transactions"), 1);
    world.anvil.mine(1);
    world.settle();
    world.is(&id, "completed");
    world.all_is_well();
}

/// Blocks become final faster than they are read, as beside a slow node: a round ends all the same.
fn a_chain_that_grows_while_it_is_read_delays_no_payment(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let (fast, address) = (Proxy::to(world.anvil.address), world.anvil.address);
    fast.judge(move |method, _| {
        if method == "eth_getBlockByNumber" {
            post(address, r#"{"jsonrpc":"2.0","id":1,"method":"anvil_mine","params":["0x2"]}"#);
        }
        ProxyReply::Honest
    });
    let app = world.another(&[fast.url()], 1);
    let id = world.withdraw(PAYEE, USDC);
    let round = async { tokio::time::timeout(PATIENCE, app.chain.chain_round()).await };
    world.wait(round).expect("the round ends");
    world.is(&id, "processing");
    assert_eq!(world.fixture.number("select count(*) from relay_transactions"), 1);
}

/// Thousands may end at once: blocks are read in between.
fn what_ends_unused_is_given_back_in_several_rounds(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(100 * USDC);
    world.usd.blacklist(&world.anvil, &PAYEE.to_string());
    world.withdraw_times(150, PAYEE, 10_000);
    world.later(31);
    for _ in 0..3 {
        world.round();
    }
    let open = || world.fixture.number("select count(*) from authorizations where ending is null");
    assert_eq!(open(), 150);
    world.until_authorizations_are_over();
    let mut rounds = Vec::new();
    while open() > 0 {
        let before = open();
        world.round();
        rounds.push(before - open());
    }
    assert!(rounds.len() > 1 && rounds.iter().all(|given_back| (1..=80).contains(given_back)), "{rounds:?}");
    assert_eq!(world.available(), 100 * USDC);
    world.all_is_well();
}

on_both_engines!(
    a_restart_beside_one_liar_stops_no_money,
    the_first_start_refuses_a_node_that_does_not_fit,
    one_node_alone_raises_no_gas_limit,
    a_gas_limit_that_no_block_holds_is_put_right_with_the_next_offer,
    a_chain_that_grows_while_it_is_read_delays_no_payment,
    what_ends_unused_is_given_back_in_several_rounds,
);
