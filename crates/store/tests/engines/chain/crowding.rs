//! Many payments that wait for the same thing: gas, the limits of the key, or one another.

use evm::Address;
use testkit::anvil::GAS_ADDRESS;
use testkit::on_both_engines;

use super::world::{USDC, World, settings};
use crate::fixture::Fixture;

const PAYEE: Address = Address::repeat_byte(0xb0);

fn an_hour_without_gas_makes_no_dearer_offers(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(100 * USDC);
    let ids = world.withdraw_times(30, PAYEE, USDC);
    world.anvil.set_gas_balance(GAS_ADDRESS, 0);
    world.round();
    let relay_transactions = || world.fixture.number("select count(*) from relay_transactions");
    assert_eq!(relay_transactions(), 30);
    for _ in 0..60 {
        world.later(61);
        world.anvil.mine(1);
        world.round();
        assert_eq!((relay_transactions(), world.pool().len()), (30, 0));
    }
    // One that has just started does not know yet that there is none.
    world.wait(world.another(&[world.anvil.url()], 1).chain.chain_round());
    assert_eq!(relay_transactions(), 30);
    ids.iter().for_each(|id| world.is(id, "processing"));
    world.anvil.set_gas_balance(GAS_ADDRESS, 10_u128.pow(18));
    world.later(20);
    world.round();
    world.settle();
    ids.iter().for_each(|id| world.is(id, "completed"));
    assert_eq!((world.has(PAYEE), world.available()), (30 * USDC, 70 * USDC));
    world.all_is_well();
}

/// More than wait for a block at one time.
const REFUSED: usize = 300;
const CENT: i64 = 10_000;

fn payments_that_the_token_refuses_keep_nobody_else_waiting(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    world.usd.blacklist(&world.anvil, &PAYEE.to_string());
    let refused = world.withdraw_times(REFUSED, PAYEE, CENT);
    world.round();
    assert_eq!(world.fixture.number("select count(*) from authorizations"), REFUSED as i64);
    // A later request is behind all of them.
    let good = Address::repeat_byte(1);
    let id = world.withdraw(good, USDC);
    for _ in 0..3 {
        world.round();
        world.later(15);
    }
    assert_eq!(world.pool().len(), 1, "the last one is sent");
    world.settle();
    world.is(&id, "completed");
    assert_eq!((world.has(good), world.available()), (USDC, 9 * USDC - REFUSED as i64 * CENT));
    refused.iter().for_each(|id| world.is(id, "processing"));
    world.until_authorizations_are_over();
    // Some of them in each round.
    for _ in 0..REFUSED / 64 {
        world.round();
    }
    refused.iter().for_each(|id| world.is(id, "failed"));
    assert_eq!((world.has(PAYEE), world.available()), (0, 9 * USDC));
    world.all_is_well();
}

fn processes_together_stay_within_the_limits_of_the_key(fixture: Fixture) {
    const HOURS: i64 = 12;
    let mut limited = settings();
    // One account can have three quarters of it.
    limited.limits.per_hour = 7 * USDC as u64;
    let world = World::with(fixture, limited.clone());
    world.fund(100 * USDC);
    let ids = world.withdraw_times(5 * HOURS as usize, PAYEE, USDC);
    let others = [(); 4].map(|()| world.another_with(&[world.anvil.url()], 1, limited.clone()));
    let authorized = || world.fixture.number("select count(*) from authorizations");
    for hour in 1..=HOURS {
        // At its beginning and shortly before its end.
        for seconds in [3_599, 2] {
            world.wait(async {
                let tasks =
                    others.clone().map(|app| tokio::spawn(async move { app.chain.chain_round().await }));
                for task in tasks {
                    task.await.expect("a round");
                }
            });
            assert_eq!(authorized(), hour * 5);
            world.anvil.mine(1);
            world.later(seconds);
        }
    }
    world.settle();
    ids.iter().for_each(|id| world.is(id, "completed"));
    assert_eq!((world.has(PAYEE), world.available()), (5 * HOURS * USDC, (100 - 5 * HOURS) * USDC));
    world.all_is_well();
}

fn automatic_withdrawals_take_no_more_than_the_key_signs_at_once(fixture: Fixture) {
    let mut limited = settings();
    limited.limits.per_payment = 5 * USDC as u64;
    let world = World::with(fixture, limited);
    assert!(world.withdraw_automatically(PAYEE, 5 * USDC + 1).is_err(), "the key never signs so much");
    world.withdraw_automatically(PAYEE, 2 * USDC).expect("they are on");
    for paid in [USDC, 3 * USDC, 2 * USDC] {
        world.fund(paid);
        // Payments of one moment have no order.
        world.later(1);
    }
    world.wait(world.app.external_transfers.withdraw_payments());
    world.later(31);
    world.round();
    world.settle();
    assert_eq!((world.has(PAYEE), world.available()), (4 * USDC, 2 * USDC));
    world.wait(async { while world.app.external_transfers.withdraw_payments().await > 0 {} });
    // More than the key signs at once came in one piece: the rest stays.
    world.fund(8 * USDC);
    world.wait(async { while world.app.external_transfers.withdraw_payments().await > 0 {} });
    world.later(31);
    world.round();
    world.settle();
    assert_eq!((world.has(PAYEE), world.available()), (11 * USDC, 3 * USDC));
    assert_eq!(world.fixture.texts("select coalesce(off_reason, 'on') from automatic_withdrawals"), ["on"]);
    world.all_is_well();
}

on_both_engines!(
    automatic_withdrawals_take_no_more_than_the_key_signs_at_once,
    an_hour_without_gas_makes_no_dearer_offers,
    payments_that_the_token_refuses_keep_nobody_else_waiting,
    processes_together_stay_within_the_limits_of_the_key,
);
