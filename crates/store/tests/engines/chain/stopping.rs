//! What stops outgoing money, and what lets it flow again.

use std::sync::atomic::{AtomicBool, Ordering};

use evm::{Address, Signer, U256};
use rules::freeze::Cause;
use rules::money::Amount;
use serde_json::json;
use testkit::anvil::{Anvil, GAS_ADDRESS, OWNER, post, word_of_address};
use testkit::node_proxy::{Proxy, ProxyReply};
use testkit::on_both_engines;

use super::world::{FLOAT, USDC, World, settings, treasury};
use crate::fixture::Fixture;
use crate::verify::prove;

const PAYEE: Address = Address::repeat_byte(0xb0);

/// The treasury's key moves money by itself.
fn spend_outside(world: &World, micros: i64) {
    let from = treasury().address().to_string();
    world.anvil.impersonate(&from);
    world.usd.transfer(&world.anvil, &from, &PAYEE.to_string(), micros as u128);
}

fn a_key_that_is_used_elsewhere_stops_money(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(50 * USDC);
    spend_outside(&world, 3 * USDC);
    world.settle();
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::Unexplained);
    assert!(reason.contains("3.00 USDC left") && reason.contains("not in the books"), "{reason}");
    let status = world.wait(world.app.chain.chain_status()).expect("an answer").expect("a chain");
    let differences = status.differences.expect("they are known");
    assert!(
        differences.iter().any(|words| words.contains("497.00 USDC on the chain, but 500.00 USDC")),
        "{differences:?}"
    );
    // Nothing leaves, and what comes is credited all the same.
    let refused = world.resume(&world.app, false).expect_err("an operator must look");
    assert!(refused.to_string().contains("497.00"), "{refused}");
    world.pay_in(USDC);
    world.settle();
    assert_eq!(world.available(), 51 * USDC);
    // It was the operator's own, says the operator.
    world.resume(&world.app, true).expect("there is enough");
    let id = world.withdraw(PAYEE, 5 * USDC);
    world.settle();
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.fixture.number("select own from networks"), FLOAT - 3 * USDC);
    world.all_is_well();
}

fn a_deposit_key_that_is_used_elsewhere_stops_money(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(50 * USDC);
    let from = world.address();
    world.anvil.impersonate(from.as_str());
    let own = || world.fixture.number("select own from networks");
    // Stolen, and moved into the treasury by a person who did not tell the books.
    for (to, left) in [(PAYEE, FLOAT - 3 * USDC), (treasury().address(), FLOAT - 3 * USDC)] {
        world.usd.transfer(&world.anvil, from.as_str(), &to.to_string(), 3 * USDC as u128);
        world.settle();
        let (cause, reason) = world.freeze().expect("it is stopped");
        assert_eq!(cause, Cause::Unexplained);
        assert!(reason.contains(&format!("3.00 USDC left {from} for")), "{reason}");
        let refused = world.resume(&world.app, false).expect_err("an operator must look");
        assert!(refused.to_string().contains(from.as_str()), "{refused}");
        assert!(world.freeze().is_some());
        world.resume(&world.app, true).expect("the operator's own is enough");
        assert_eq!((own(), world.available()), (left, 50 * USDC));
        world.all_is_well();
    }
    let id = world.withdraw(PAYEE, USDC);
    world.round();
    world.settle();
    world.is(&id, "completed");
    world.all_is_well();
}

fn what_is_missing_of_others_cannot_be_accepted(fixture: Fixture) {
    let sweeping = app::ChainSettings { sweep_above: Amount::from_micros(USDC), ..settings() };
    let world = World::with(fixture, sweeping);
    world.fund(50 * USDC);
    world.settle();
    assert_eq!(world.has(treasury().address()), FLOAT + 50 * USDC, "swept");
    spend_outside(&world, FLOAT + 20 * USDC);
    world.settle();
    let refused = world.resume(&world.app, true).expect_err("20 are missing").to_string();
    assert!(refused.contains("customers own 50.00 USDC, but only 30.00 is on the chain"), "{refused}");
    assert!(world.freeze().is_some());
    world.usd.mint(&world.anvil, &treasury().address().to_string(), 20 * USDC as u128);
    world.settle();
    world.resume(&world.app, true).expect("all is there again");
    assert_eq!(world.fixture.number("select own from networks"), 0);
    world.all_is_well();
}

/// Another program that does the same.
fn lengthen(world: &World, address: &str) {
    let code = world.anvil.call("eth_getCode", json!([address, "latest"]));
    let longer = format!("{}00", code.as_str().expect("code"));
    world.anvil.call("anvil_setCode", json!([address, longer]));
}

fn another_program_of_the_token_stops_money(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(5 * USDC);
    lengthen(&world, &world.usd.address);
    world.settle();
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::TokenChanged);
    assert!(reason.contains("has changed"), "{reason}");
    let refused = world.resume(&world.app, false).expect_err("an operator must look");
    assert!(refused.to_string().contains("has changed"), "{refused}");
    world.resume(&world.app, true).expect("an operator has looked");
    let id = world.withdraw(PAYEE, USDC);
    world.settle();
    world.settle();
    world.is(&id, "completed");
    world.all_is_well();
}

fn an_upgrade_behind_the_token_stops_money(fixture: Fixture) {
    let anvil = Anvil::start();
    let (usd, proxy) = anvil.deploy_usd_behind_proxy();
    let world = World::of_token(fixture, anvil, usd, settings());
    world.fund(5 * USDC);
    let other = world.anvil.deploy_usd();
    lengthen(&world, &other.address);
    let before = world.anvil.call("eth_getCode", json!([world.usd.address, "latest"]));
    let upgrade = proxy.data("upgrade(address)", &[word_of_address(&other.address)]);
    world.anvil.send(OWNER, &proxy.address, &upgrade);
    let after = world.anvil.call("eth_getCode", json!([world.usd.address, "latest"]));
    assert_eq!(before, after, "what is at the token's own address stays the same");
    let id = world.withdraw(PAYEE, USDC);
    world.settle();
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::TokenChanged);
    assert!(reason.contains("has changed"), "{reason}");
    world.is(&id, "queued");
    world.resume(&world.app, false).expect_err("an operator must look");
    world.resume(&world.app, true).expect("an operator has looked");
    world.settle();
    world.settle();
    world.is(&id, "completed");
    world.all_is_well();
}

fn money_that_is_gone_without_a_word_of_the_token_stops_money(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(5 * USDC);
    // The balance of the treasury in the storage of the token, where a log would say nothing.
    let owner = treasury().address().into_word();
    let balances = U256::from(5).to_be_bytes::<32>();
    let slot = evm::keccak256([owner.as_slice(), balances.as_slice()].concat());
    let left = format!("{:#066x}", FLOAT - USDC);
    world.anvil.call("anvil_setStorageAt", json!([world.usd.address, slot, left]));
    world.settle();
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::ChainDiffers);
    assert!(reason.contains("499.00 USDC on the chain, but 500.00 USDC in the books"), "{reason}");
}

fn a_chain_that_was_rewritten_deeper_than_final_stops_money(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(5 * USDC);
    world.anvil.reorganize(40, &[]);
    world.anvil.mine(30);
    world.round();
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::ChainRewritten);
    assert!(reason.contains("was final as"), "{reason}");
    assert_eq!(world.available(), 5 * USDC, "no balance was touched");
    assert!(world.resume(&world.app, true).is_err(), "nothing can be compared");
}

fn while_money_is_stopped_nothing_is_authorized_and_what_was_is_not_sent(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    // One is authorized, and cannot be sent.
    world.anvil.set_gas_balance(GAS_ADDRESS, 0);
    let authorized = world.withdraw(PAYEE, USDC);
    world.round();
    world.is(&authorized, "processing");
    let id = world.withdraw(PAYEE, USDC);
    world.wait(world.app.stops.stop_money(Cause::Operator, "a drill".to_owned())).expect("stopped");
    world.anvil.set_gas_balance(GAS_ADDRESS, 10_u128.pow(18));
    let restarted = world.another(&[world.anvil.url()], 1);
    for _ in 0..3 {
        world.later(61);
        world.settle();
        world.wait(restarted.chain.chain_round());
        assert_eq!((world.pool().len(), world.has(PAYEE)), (0, 0));
        world.is(&authorized, "processing");
        world.is(&id, "queued");
    }
    world.resume(&world.app, false).expect("nothing is wrong");
    assert_eq!(world.freeze(), None);
    world.round();
    assert_eq!(world.pool().len(), 2);
    world.settle();
    [&authorized, &id].into_iter().for_each(|id| world.is(id, "completed"));
    assert_eq!((world.has(PAYEE), world.available()), (2 * USDC, 8 * USDC));
    world.all_is_well();
}

fn what_is_booked_during_a_comparison_is_no_difference(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(5 * USDC);
    world.pay_in(USDC);
    let (node, other) = (world.anvil.address, world.another(&[world.anvil.url()], 1));
    let (runtime, is_booked) = (world.fixture.runtime.handle().clone(), AtomicBool::new(false));
    let interrupted = Proxy::to(node);
    interrupted.judge(move |method, _| {
        // The comparison has begun: it knows the last block, and has not looked at any address yet.
        if method == "eth_getCode" && !is_booked.swap(true, Ordering::SeqCst) {
            post(node, r#"{ "jsonrpc": "2.0", "id": 1, "method": "anvil_mine", "params": ["0x19"] }"#);
            runtime.block_on(other.chain.chain_round());
        }
        ProxyReply::Honest
    });
    let before = world.fixture.number("select block from networks");
    let app = world.another(&[interrupted.url()], 1);
    let status = world.wait(app.chain.chain_status()).expect("an answer").expect("a chain");
    assert!(world.fixture.number("select block from networks") > before, "it was interrupted");
    assert_eq!(status.differences, Ok(Vec::new()));
    assert_eq!(world.available(), 6 * USDC);
    world.all_is_well();
}

fn rows_that_do_not_fit_the_chain_are_found(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    world.withdraw(PAYEE, USDC);
    world.round();
    world.all_is_well();
    for (change, back, row) in [
        ("update networks set own = own + 1", "update networks set own = own - 1", "networks local"),
        (
            "update deposit_addresses set holds = holds - 1",
            "update deposit_addresses set holds = holds + 1",
            "networks local",
        ),
        (
            "update deposit_addresses set sweep = '0x1'",
            "update deposit_addresses set sweep = null",
            "sweeps 0x",
        ),
    ] {
        world.fixture.sql(change).expect("the database does not know better");
        let found = prove(&world.fixture);
        assert_eq!(found.found, 1, "{change}: {:?}", found.findings);
        assert!(found.findings[0].row.starts_with(row), "{:?}", found.findings);
        world.fixture.sql(back).expect("back");
    }
    world.fixture.sql("update authorizations set ending = 'used', ended_at = 1").expect("allowed");
    let found = prove(&world.fixture);
    assert!(found.findings.iter().any(|finding| finding.row.starts_with("authorizations 0x")), "{found:?}");
}

on_both_engines!(
    what_is_booked_during_a_comparison_is_no_difference,
    rows_that_do_not_fit_the_chain_are_found,
    a_key_that_is_used_elsewhere_stops_money,
    a_deposit_key_that_is_used_elsewhere_stops_money,
    what_is_missing_of_others_cannot_be_accepted,
    another_program_of_the_token_stops_money,
    an_upgrade_behind_the_token_stops_money,
    money_that_is_gone_without_a_word_of_the_token_stops_money,
    a_chain_that_was_rewritten_deeper_than_final_stops_money,
    while_money_is_stopped_nothing_is_authorized_and_what_was_is_not_sent,
);
