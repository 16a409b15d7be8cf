//! Books that were restored from a backup, and that are older than the chain.

use std::sync::Arc;

use app::App;
use evm::Address;
use rules::freeze::Cause;
use testkit::on_both_engines;

use super::world::{USDC, World};
use crate::fixture::Fixture;

const PAYEE: Address = Address::repeat_byte(0xb0);

/// What was authorized is lost with the database, and is on the chain. A server that starts afterwards knows nothing
/// of it.
fn forget_authorizations(world: &World) -> Arc<App> {
    assert_eq!(world.pool().len(), 1, "it is sent");
    world.without_guard("relay_transactions_stay", "relay_transactions", "delete from relay_transactions");
    world.without_guard("authorizations_stay", "authorizations", "delete from authorizations");
    world.another(&[world.anvil.url()], 1)
}

/// The withdrawal is as it was before it was authorized.
fn forget_progress(world: &World, id: &str) {
    let event = format!("delete from events where object_id = '{id}' and type <> 'withdrawal.created'");
    world.without_guard("events_stay", "events", &event);
    let change = format!(
        "update external_transfers set submission = 'none', next_at = created_at, processing_at = null, hash = null,
             events = 1 where id = '{id}';
         update transactions set status = 'queued' where id = '{id}'"
    );
    world.fixture.sql(&change).expect("changed");
    world.is(id, "queued");
}

fn a_payment_that_the_books_have_forgotten_is_recognized_and_not_paid_twice(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let id = world.withdraw(PAYEE, USDC);
    world.round();
    let restored = forget_authorizations(&world);
    forget_progress(&world, &id);
    world.anvil.mine(25);
    world.wait(restored.chain.chain_round());
    world.is(&id, "completed");
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::Unexplained);
    assert!(reason.contains(&id) && reason.contains("older than the chain"), "{reason}");
    world.resume(&restored, false).expect("books and chain match");
    let next = world.withdraw(PAYEE, 2 * USDC);
    for _ in 0..3 {
        world.later(61);
        world.wait(restored.chain.chain_round());
        world.settle();
    }
    world.is(&next, "completed");
    assert_eq!((world.has(PAYEE), world.available()), (3 * USDC, 7 * USDC));
    world.all_is_well();
}

fn a_payment_that_nothing_in_the_books_explains_is_quarantined(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    world.withdraw(PAYEE, USDC);
    world.round();
    let restored = forget_authorizations(&world);
    world.anvil.mine(25);
    world.wait(restored.chain.chain_round());
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::Unexplained);
    assert!(reason.contains("used an authorization that is not in the books"), "{reason}");
    assert_eq!(world.has(PAYEE), USDC, "and nothing was sent a second time");
}

fn every_account_is_given_the_address_again_that_it_had(fixture: Fixture) {
    let world = World::new(fixture);
    let before = world.address();
    // On its way while the books are lost.
    world.pay_in(5 * USDC);
    world.without_guard("deposit_addresses_stay", "deposit_addresses", "delete from deposit_addresses");
    let restored = world.another(&[world.anvil.url()], 1);
    let live = world.fixture.number("select count(*) from accounts where mode = 'live'");
    assert_eq!(world.wait(restored.chain.create_missing_addresses()), Ok(live as usize));
    assert_eq!(world.address(), before);
    assert_eq!(world.wait(restored.chain.create_missing_addresses()), Ok(0));
    assert_eq!(world.fixture.number("select count(*) from deposit_addresses"), live);
    world.anvil.mine(25);
    world.wait(restored.chain.chain_round());
    assert_eq!(world.available(), 5 * USDC);
    world.all_is_well();
}

on_both_engines!(
    a_payment_that_the_books_have_forgotten_is_recognized_and_not_paid_twice,
    a_payment_that_nothing_in_the_books_explains_is_quarantined,
    every_account_is_given_the_address_again_that_it_had,
);
