//! Money that comes in over the chain.

use rules::account::Mode;
use rules::freeze::Cause;
use testkit::anvil::{OUTSIDER, OWNER, word_of_address, word_of_number};
use testkit::node_proxy::{Proxy, ProxyReply};
use testkit::on_both_engines;

use super::world::{FINAL_AFTER, FLOAT, USDC, World, treasury};
use crate::fixture::{Fixture, caller_of, new_user};
use evm::Signer;
use serde_json::json;

fn what_comes_is_credited_once_when_it_is_final(fixture: Fixture) {
    let world = World::new(fixture);
    world.pay_in(25 * USDC);
    world.round();
    assert_eq!(world.available(), 0, "not before it is final");
    world.settle();
    assert_eq!(world.available(), 25 * USDC);
    for _ in 0..3 {
        world.settle();
        world.wait(world.another(&[world.anvil.url()], 1).chain.chain_round());
    }
    assert_eq!(world.available(), 25 * USDC, "once");
    assert_eq!(
        world.fixture.number(
            "select count(*) from transactions where type = 'inbound_transfer' and amount = 25000000"
        ),
        1
    );
    world.all_is_well();
}

fn one_transaction_that_pays_twice_is_two_arrivals(fixture: Fixture) {
    let world = World::new(fixture);
    let to = word_of_address(world.address().as_str());
    let words = [
        word_of_number(64),
        word_of_number(160),
        word_of_number(2),
        to.clone(),
        to,
        word_of_number(2),
        word_of_number(3 * USDC as u128),
        word_of_number(3 * USDC as u128),
    ];
    let data = world.usd.data("transferMany(address[],uint256[])", &words);
    world.anvil.send(OUTSIDER, &world.usd.address, &data);
    world.settle();
    assert_eq!(world.available(), 6 * USDC);
    world.all_is_well();
}

fn a_reorganization_of_any_depth_credits_once(fixture: Fixture) {
    let world = World::new(fixture);
    let mut expected = 0;
    // (Of a thousand blocks, anvil forgets the first ones.)
    for depth in [1, 2, 3, 5, 8, 13, 20] {
        let hash = world.pay_in(USDC);
        let raw = world.anvil.raw_transaction(&hash);
        let block = || world.anvil.call("eth_getTransactionReceipt", json!([hash]))["blockHash"].clone();
        world.anvil.mine(depth - 1);
        world.round();
        world.anvil.reorganize(depth, &[]);
        world.empty_pool();
        world.settle();
        assert_eq!(world.available(), expected, "what is not on the chain is not in the books ({depth})");
        // The same comes back in another block.
        world.anvil.call("eth_sendRawTransaction", json!([raw]));
        world.anvil.mine(depth);
        world.round();
        let before = block();
        world.anvil.reorganize(depth, &[(raw, depth - 1)]);
        let after = block();
        assert!(before.is_string() && after.is_string() && after != before, "{before} {after}");
        world.settle();
        world.settle();
        expected += USDC;
        assert_eq!(world.available(), expected, "depth {depth}");
    }
    world.all_is_well();
}

fn an_address_that_has_retired_is_still_watched(fixture: Fixture) {
    let world = World::new(fixture);
    let old = world.address();
    let new = world
        .wait(world.app.chain.another_address(world.caller.account))
        .expect("an answer")
        .expect("an address");
    assert_ne!(old, new.address);
    assert_eq!(world.address(), new.address, "the new one is shown");
    world.usd.transfer(&world.anvil, OUTSIDER, old.as_str(), 4 * USDC as u128);
    world.pay_in(5 * USDC);
    world.settle();
    assert_eq!(world.available(), 9 * USDC);
    world.all_is_well();
}

fn every_account_has_an_address_of_its_own_and_test_accounts_have_none(fixture: Fixture) {
    let world = World::new(fixture);
    let mut seen = vec![world.address()];
    for name in ["a@example.com", "b@example.com", "c@example.com"] {
        let caller = world.wait(async {
            let user = new_user(&world.app, name).await;
            caller_of(&world.app, &user, Mode::Live).await
        });
        let both = world.wait(async {
            tokio::join!(
                world.app.chain.deposit_address(caller.account),
                world.app.chain.deposit_address(caller.account)
            )
        });
        let (one, other) = (both.0.expect("one").expect("one"), both.1.expect("other").expect("other"));
        assert_eq!(one.address, other.address, "asked twice at once");
        assert!(!seen.contains(&one.address));
        seen.push(one.address);
    }
    let test = world.wait(world.app.chain.deposit_address(world.fixture.caller.account));
    assert!(test.is_err(), "test money is on no chain: {test:?}");
}

fn what_only_looks_like_the_token_is_nothing(fixture: Fixture) {
    let world = World::new(fixture);
    let fake = world.anvil.deploy("LookAlike", &[]);
    let words =
        [word_of_address(OUTSIDER), word_of_address(world.address().as_str()), word_of_number(9_000_000)];
    world.anvil.send(OWNER, &fake.address, &fake.data("pretend(address,address,uint256)", &words));
    world.settle();
    assert_eq!(world.available(), 0);
    world.all_is_well();
}

fn dust_and_nothing_are_credited_to_nobody_and_counted_all_the_same(fixture: Fixture) {
    let world = World::new(fixture);
    world.pay_in(9_999);
    world.pay_in(0);
    // Any account can have zero moved from any other.
    let (from, to) = (treasury().address().to_string(), OUTSIDER);
    let words = [word_of_address(&from), word_of_address(to), word_of_number(0)];
    let data = world.usd.data("transferFrom(address,address,uint256)", &words);
    world.anvil.send(OUTSIDER, &world.usd.address, &data);
    world.settle();
    assert_eq!(world.available(), 0);
    assert_eq!(world.fixture.number("select own from networks"), FLOAT + 9_999);
    world.pay_in(10_000);
    world.settle();
    assert_eq!(world.available(), 10_000, "the least that counts");
    world.all_is_well();
}

fn what_the_operator_adds_to_the_treasury_is_the_operators_own(fixture: Fixture) {
    let world = World::new(fixture);
    world.usd.transfer(&world.anvil, OUTSIDER, &treasury().address().to_string(), 70 * USDC as u128);
    world.settle();
    assert_eq!(world.fixture.number("select own from networks"), FLOAT + 70 * USDC);
    world.all_is_well();
}

fn more_than_can_be_counted_stops_money_and_credits_nothing(fixture: Fixture) {
    let world = World::new(fixture);
    world.usd.mint(&world.anvil, world.address().as_str(), 1 << 70);
    world.settle();
    assert_eq!(world.available(), 0);
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::Unexplained);
    assert!(reason.contains("an amount too large to count"), "{reason}");
}

/// The most blocks of which the node below lists logs at once.
const MAX_BLOCKS: u64 = 10;

fn a_node_that_refuses_long_ranges_is_asked_for_short_ones(fixture: Fixture) {
    let world = World::new(fixture);
    let narrow = Proxy::to(world.anvil.address);
    narrow.judge(|method, params| {
        let number = |key: &str| {
            let digits = params[0][key].as_str().expect("a number").trim_start_matches("0x");
            u64::from_str_radix(digits, 16).expect("a number")
        };
        match method {
            "eth_getLogs" if number("toBlock") - number("fromBlock") >= MAX_BLOCKS => {
                ProxyReply::Error(-32602, "block range is too wide")
            }
            _ => ProxyReply::Honest,
        }
    });
    let other = world.another(&[narrow.url()], 1);
    for n in 1..=3 {
        world.pay_in(USDC);
        world.anvil.mine(70);
        world.wait(other.chain.chain_round());
        assert_eq!(world.available(), n * USDC);
        let behind = world.anvil.block_number() as i64 - world.fixture.number("select block from networks");
        assert_eq!(behind, FINAL_AFTER as i64);
    }
    world.all_is_well();
}

fn many_blocks_are_read_in_pieces_and_nothing_between_is_missed(fixture: Fixture) {
    let world = World::new(fixture);
    for _ in 0..3 {
        world.pay_in(2 * USDC);
        world.anvil.mine(600);
    }
    world.settle();
    assert_eq!(world.available(), 6 * USDC);
    let behind = world.anvil.block_number() as i64 - world.fixture.number("select block from networks");
    assert_eq!(behind, FINAL_AFTER as i64);
    world.all_is_well();
}

on_both_engines!(
    what_comes_is_credited_once_when_it_is_final,
    one_transaction_that_pays_twice_is_two_arrivals,
    a_reorganization_of_any_depth_credits_once,
    an_address_that_has_retired_is_still_watched,
    every_account_has_an_address_of_its_own_and_test_accounts_have_none,
    what_only_looks_like_the_token_is_nothing,
    dust_and_nothing_are_credited_to_nobody_and_counted_all_the_same,
    what_the_operator_adds_to_the_treasury_is_the_operators_own,
    more_than_can_be_counted_stops_money_and_credits_nothing,
    many_blocks_are_read_in_pieces_and_nothing_between_is_missed,
    a_node_that_refuses_long_ranges_is_asked_for_short_ones,
);
