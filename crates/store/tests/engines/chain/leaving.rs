//! Withdrawals over the chain: each is paid once, or its money is back, and never both.

use std::time::Duration;

use evm::{Address, Chain, Signer};
use rules::money::Amount;
use serde_json::{Value, json};
use testkit::anvil::{GAS_ADDRESS, OUTSIDER};
use testkit::node_proxy::{Proxy, ProxyReply};
use testkit::on_both_engines;

use super::world::{
    FINAL_AFTER, FLOAT, USDC, World, keys, nodes, nodes_within, on_chain, settings, treasury,
};
use crate::fixture::Fixture;

const PAYEE: Address = Address::repeat_byte(0xb0);

fn what_is_withdrawn_arrives_once_and_is_done_when_that_is_final(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(100 * USDC);
    let id = world.withdraw(PAYEE, 40 * USDC);
    world.round();
    world.is(&id, "processing");
    assert_eq!((world.available(), world.has(PAYEE), world.pool().len()), (60 * USDC, 0, 1));
    world.anvil.mine(1);
    assert_eq!(world.has(PAYEE), 40 * USDC);
    world.round();
    world.is(&id, "processing");
    world.settle();
    world.is(&id, "completed");
    let hash = world
        .withdrawal(&id)
        .external_transfer
        .and_then(|external_transfer| external_transfer.hash)
        .expect("a hash");
    let receipt = world.anvil.call("eth_getTransactionReceipt", json!([hash]));
    assert_eq!(receipt["status"], "0x1", "the hash is that of the transaction that paid");
    for _ in 0..3 {
        world.later(600);
        world.settle();
    }
    assert_eq!((world.available(), world.has(PAYEE)), (60 * USDC, 40 * USDC));
    assert_eq!(world.has(treasury().address()), FLOAT - 40 * USDC);
    world.all_is_well();
}

fn many_at_once_from_two_processes_are_each_paid_once(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(100 * USDC);
    let ids: Vec<String> = (1..=20).map(|n| world.withdraw(PAYEE, n * 10_000)).collect();
    let other = world.another(&[world.anvil.url()], 1);
    for _ in 0..6 {
        world.wait(async { tokio::join!(world.app.chain.chain_round(), other.chain.chain_round()) });
        world.anvil.mine(1);
        world.later(20);
    }
    world.settle();
    ids.iter().for_each(|id| world.is(id, "completed"));
    assert_eq!(world.has(PAYEE), 210 * 10_000);
    assert_eq!(world.fixture.number("select count(*) from authorizations"), 20);
    world.all_is_well();
}

fn what_the_node_loses_is_sent_again(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world.round();
    assert_eq!(world.empty_pool(), 1);
    world.later(16);
    world.round();
    assert_eq!(world.pool().len(), 1);
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.has(PAYEE), USDC);
    assert_eq!(world.fixture.number("select count(*) from relay_transactions"), 1, "the same bytes");
    world.all_is_well();
}

fn a_reorganization_that_drops_it_is_healed(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(100 * USDC);
    let mut paid = 0;
    for depth in 1..=20 {
        let id = world.withdraw(PAYEE, USDC);
        world.round();
        world.anvil.mine(depth);
        assert_eq!(world.has(PAYEE), paid + USDC, "it was included");
        world.round();
        world.anvil.reorganize(depth, &[]);
        world.empty_pool();
        assert_eq!(world.has(PAYEE), paid, "and is gone");
        world.is(&id, "processing");
        world.later(16);
        world.round();
        world.settle();
        world.is(&id, "completed");
        paid += USDC;
        assert_eq!(world.has(PAYEE), paid, "depth {depth}");
    }
    world.all_is_well();
}

fn when_gas_gets_dear_more_is_offered_under_the_same_nonce(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world.round();
    let offered = world.fixture.number("select max_fee from relay_transactions");
    // All transactions want to be in the next blocks.
    world.anvil.set_next_base_fee(offered as u128 * 10);
    world.anvil.mine(1);
    assert_eq!(world.has(PAYEE), 0);
    world.anvil.set_next_base_fee(offered as u128 * 10);
    world.later(61);
    world.round();
    assert_eq!(world.fixture.number("select count(*) from relay_transactions"), 2);
    assert_eq!(world.fixture.number("select count(distinct nonce) from relay_transactions"), 1);
    assert!(world.fixture.number("select max(max_fee) from relay_transactions") >= offered * 10);
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.has(PAYEE), USDC);
    world.all_is_well();
}

fn gas_that_costs_more_than_allowed_is_waited_for(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world.round();
    for _ in 0..60 {
        world.later(61);
        world.round();
    }
    let most = world.fixture.number("select max(max_fee) from relay_transactions");
    assert!(most <= 500_000_000_000, "never more than the operator allows: {most}");
    let count = world.fixture.number("select count(*) from relay_transactions");
    world.later(61);
    world.round();
    assert_eq!(world.fixture.number("select count(*) from relay_transactions"), count, "and then it waits");
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.has(PAYEE), USDC);
    world.all_is_well();
}

fn a_node_that_takes_it_and_says_nothing_makes_no_difference(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let silent = Proxy::to(world.anvil.address);
    silent.judge(|method, _| match method {
        "eth_sendRawTransaction" => ProxyReply::SilentAfter,
        _ => ProxyReply::Honest,
    });
    let impatient = nodes_within(Duration::from_secs(3), &world.usd.address, &[silent.url()], 1);
    let other = on_chain(&world.fixture, impatient, keys(), settings());
    let id = world.withdraw(PAYEE, USDC);
    world.wait(other.chain.chain_round());
    world.is(&id, "processing");
    world.anvil.mine(1);
    world.later(20);
    world.wait(other.chain.chain_round());
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.has(PAYEE), USDC);
    assert_eq!(
        world.fixture.number("select count(*) from relay_transactions"),
        1,
        "nothing else was made for it"
    );
    world.all_is_well();
}

/// A node that leaves out all that was logged, wherever one could look for it.
fn forgetful(world: &World) -> Proxy {
    let liar = Proxy::to(world.anvil.address);
    liar.judge(|method, _| match method {
        "eth_getLogs" => ProxyReply::Result(json!([])),
        "eth_getBlockByNumber" | "eth_getBlockByHash" => ProxyReply::Changed(without_bloom),
        "eth_getBlockReceipts" => ProxyReply::Changed(without_logs),
        _ => ProxyReply::Honest,
    });
    liar
}

fn without_bloom(mut of: Value) -> Value {
    of["logsBloom"] = json!(format!("0x{}", "0".repeat(512)));
    of
}

fn without_logs(receipts: Value) -> Value {
    let receipts = receipts.as_array().cloned().expect("receipts");
    let emptied = receipts.into_iter().map(|mut receipt| {
        receipt["logs"] = json!([]);
        without_bloom(receipt)
    });
    emptied.collect()
}

fn nodes_that_disagree_are_not_believed(fixture: Fixture) {
    let world = World::new(fixture);
    let liar = forgetful(&world);
    let [one, two] = [liar.url(), world.anvil.url()];
    let both = world.another(&[one.clone(), two.clone()], 2);
    world.pay_in(5 * USDC);
    let paid = world.anvil.block_number();
    world.anvil.mine(FINAL_AFTER);
    let alone = nodes(&world.usd.address, std::slice::from_ref(&one), 1);
    let scan = world.wait(alone.scan(paid..=paid)).expect("alone it would be believed");
    assert_eq!(scan.events, []);
    world.wait(both.chain.chain_round());
    assert_eq!(world.available(), 0, "two must say the same");
    // A second honest one outvotes it.
    let honest = Proxy::to(world.anvil.address);
    let three = world.another(&[one, two, honest.url()], 2);
    world.wait(three.chain.chain_round());
    assert_eq!(world.available(), 5 * USDC);
    world.all_is_well();
}

fn without_gas_payments_wait_and_nothing_fails(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    world.anvil.set_gas_balance(GAS_ADDRESS, 0);
    let id = world.withdraw(PAYEE, USDC);
    for _ in 0..3 {
        world.later(20);
        world.settle();
    }
    world.is(&id, "processing");
    assert_eq!((world.available(), world.has(PAYEE), world.freeze()), (9 * USDC, 0, None));
    world.anvil.set_gas_balance(GAS_ADDRESS, 10_u128.pow(18));
    world.later(20);
    world.round();
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.has(PAYEE), USDC);
    world.all_is_well();
}

fn what_reverts_under_way_is_tried_again_and_paid_once(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world.round();
    let sent = world.pool();
    // The token is paused by a transaction that comes before ours.
    world.empty_pool();
    world.usd.pause(&world.anvil);
    world.later(20);
    world.round();
    world.anvil.mine(1);
    let hash = sent[0]["hash"].as_str().expect("a hash");
    let receipt = world.anvil.call("eth_getTransactionReceipt", json!([hash]));
    assert_eq!(receipt["status"], "0x0", "it failed, which proves nothing");
    world.settle();
    world.is(&id, "processing");
    world.usd.unpause(&world.anvil);
    world.later(61);
    world.settle();
    world.settle();
    world.is(&id, "completed");
    assert_eq!((world.has(PAYEE), world.available()), (USDC, 9 * USDC));
    world.all_is_well();
}

fn who_submits_our_authorization_before_us_makes_no_second_payment(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world.round();
    let sent = world.pool();
    world.empty_pool();
    let data = sent[0]["input"].as_str().expect("data").to_owned();
    world.anvil.send(OUTSIDER, &world.usd.address, &data);
    assert_eq!(world.has(PAYEE), USDC, "the front-runner has paid it");
    world.later(20);
    world.round();
    world.settle();
    world.is(&id, "completed");
    world.later(600);
    world.settle();
    assert_eq!((world.has(PAYEE), world.available()), (USDC, 9 * USDC));
    world.all_is_well();
}

fn what_the_treasury_cannot_pay_waits_until_it_was_filled_by_sweeping(fixture: Fixture) {
    let world = World::with(fixture, rich_addresses());
    world.fund(2_000 * USDC);
    let swept = world.has(treasury().address());
    assert_eq!(swept, FLOAT, "nothing was swept yet");
    let id = world.withdraw(PAYEE, 1_500 * USDC);
    world.round();
    world.is(&id, "queued");
    world.settle();
    assert_eq!(
        world.has(treasury().address()),
        FLOAT + 2_000 * USDC,
        "without any ether at the deposit address"
    );
    world.settle();
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.has(PAYEE), 1_500 * USDC);
    world.all_is_well();
}

fn rich_addresses() -> app::ChainSettings {
    app::ChainSettings { sweep_above: Amount::from_micros(1_000 * USDC), ..settings() }
}

fn a_withdrawal_to_a_deposit_address_of_ours_is_both(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let own = world.address().as_str().parse().expect("an address");
    let id = world.withdraw(own, 4 * USDC);
    world.settle();
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.available(), 10 * USDC);
    world.all_is_well();
}

fn a_process_without_the_chains_settings_leaves_its_withdrawals_alone(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world.wait(world.fixture.app.external_transfers.look_after_external_transfers());
    world.is(&id, "queued");
    world.round();
    world.settle();
    world.is(&id, "completed");
    world.all_is_well();
}

fn what_is_cancelled_in_time_is_never_authorized(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world
        .wait(world.app.external_transfers.cancel_withdrawal(&world.caller, &id, None))
        .expect("it is queued");
    world.settle();
    world.is(&id, "cancelled");
    assert_eq!(
        (world.available(), world.fixture.number("select count(*) from authorizations")),
        (10 * USDC, 0)
    );
    let late = world.withdraw(PAYEE, USDC);
    world.round();
    assert!(
        world.wait(world.app.external_transfers.cancel_withdrawal(&world.caller, &late, None)).is_err(),
        "it is authorized"
    );
    world.settle();
    world.is(&late, "completed");
    world.all_is_well();
}

on_both_engines!(
    what_is_withdrawn_arrives_once_and_is_done_when_that_is_final,
    many_at_once_from_two_processes_are_each_paid_once,
    what_the_node_loses_is_sent_again,
    a_reorganization_that_drops_it_is_healed,
    when_gas_gets_dear_more_is_offered_under_the_same_nonce,
    gas_that_costs_more_than_allowed_is_waited_for,
    a_node_that_takes_it_and_says_nothing_makes_no_difference,
    nodes_that_disagree_are_not_believed,
    without_gas_payments_wait_and_nothing_fails,
    what_reverts_under_way_is_tried_again_and_paid_once,
    who_submits_our_authorization_before_us_makes_no_second_payment,
    what_the_treasury_cannot_pay_waits_until_it_was_filled_by_sweeping,
    a_withdrawal_to_a_deposit_address_of_ours_is_both,
    a_process_without_the_chains_settings_leaves_its_withdrawals_alone,
    what_is_cancelled_in_time_is_never_authorized,
);
