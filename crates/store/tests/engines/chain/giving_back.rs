//! Withdrawals that are not paid: their money is back, and only when it is certain that they can't be paid any more.

use std::collections::BTreeSet;

use evm::Address;
use rules::freeze::Cause;
use testkit::on_both_engines;

use super::world::{USDC, World, settings};
use crate::fixture::Fixture;

const PAYEE: Address = Address::repeat_byte(0xb0);

fn who_is_blacklisted_is_not_paid_and_the_money_comes_back_when_that_is_certain(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    world.usd.blacklist(&world.anvil, &PAYEE.to_string());
    let id = world.withdraw(PAYEE, USDC);
    world.settle();
    world.is(&id, "processing");
    assert_eq!(world.available(), 9 * USDC, "it may still be paid");
    world.until_authorizations_are_over();
    world.is(&id, "failed");
    assert_eq!(world.available(), 10 * USDC);
    // However late the issuer takes them off the list, and whichever holder has the authorization.
    world.usd.un_blacklist(&world.anvil, &PAYEE.to_string());
    world.later(600);
    world.settle();
    assert_eq!((world.has(PAYEE), world.available()), (0, 10 * USDC));
    world.all_is_well();
}

fn what_was_used_on_the_chain_is_never_given_back_whatever_the_books_say(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let paid = world.withdraw(Address::repeat_byte(1), USDC);
    world.round();
    let refused = Address::repeat_byte(2);
    world.usd.blacklist(&world.anvil, &refused.to_string());
    let late = world.withdraw(refused, 2 * USDC);
    world.settle();
    world.is(&paid, "completed");
    world.is(&late, "processing");
    // The books forget that the first one was used.
    let forget = "update authorizations set ending = null, ended_at = null, chain_transaction = null
                  where ending = 'used'";
    world.without_guard("authorizations_keep", "authorizations", forget);
    let open = || world.fixture.number("select count(*) from authorizations where ending is null");
    assert_eq!(open(), 2);
    world.until_authorizations_are_over();
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::Unexplained);
    assert!(reason.contains(&format!("the authorization of {paid} was used on the chain")), "{reason}");
    world.is(&paid, "completed");
    // It keeps no other user from their money.
    world.is(&late, "failed");
    assert_eq!((world.available(), open()), (9 * USDC, 1));
}

fn what_the_key_must_not_sign_is_given_back_at_once(fixture: Fixture) {
    let mut limited = settings();
    limited.limits.denied = BTreeSet::from([PAYEE]);
    limited.limits.per_payment = 5 * USDC as u64;
    limited.limits.per_hour = 6 * USDC as u64;
    let world = World::with(fixture, limited);
    world.fund(100 * USDC);
    let denied = world.withdraw(PAYEE, USDC);
    let large = world.withdraw(Address::repeat_byte(1), 5 * USDC + 1);
    let (first, second) = (
        world.withdraw(Address::repeat_byte(2), 5 * USDC),
        world.withdraw(Address::repeat_byte(3), 2 * USDC),
    );
    world.round();
    world.is(&denied, "failed");
    world.is(&large, "failed");
    world.is(&first, "processing");
    world.is(&second, "queued");
    world.later(3_601);
    world.settle();
    world.is(&second, "processing");
    world.settle();
    [&first, &second].into_iter().for_each(|id| world.is(id, "completed"));
    assert_eq!((world.available(), world.has(PAYEE)), (93 * USDC, 0));
    world.all_is_well();
}

fn many_that_the_key_never_signs_take_few_commits(fixture: Fixture) {
    let mut limited = settings();
    limited.limits.denied = BTreeSet::from([PAYEE]);
    let world = World::with(fixture, limited);
    world.fund(100 * USDC);
    let denied = world.withdraw_times(60, PAYEE, USDC);
    world.round();
    denied.iter().for_each(|id| world.is(id, "failed"));
    assert_eq!(world.available(), 100 * USDC);
    if world.fixture.is_postgres() {
        let commits = "select count(distinct xmin::text) from transactions where status = 'failed'";
        let commits = world.fixture.number(commits);
        assert!(commits < 20, "{commits} commits");
    }
    world.all_is_well();
}

on_both_engines!(
    who_is_blacklisted_is_not_paid_and_the_money_comes_back_when_that_is_certain,
    what_was_used_on_the_chain_is_never_given_back_whatever_the_books_say,
    what_the_key_must_not_sign_is_given_back_at_once,
    many_that_the_key_never_signs_take_few_commits,
);
