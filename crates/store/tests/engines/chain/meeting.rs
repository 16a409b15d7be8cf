//! The start: a network, a token or keys that cannot be the right ones are refused.

use app::{ChainKeys, ChainProblem};
use evm::{DepositKeys, LocalSigner};
use rules::freeze::Cause;
use testkit::anvil::{Anvil, OUTSIDER, word_of_number};
use testkit::on_both_engines;

use super::world::{FLOAT, World, keys, nodes, on_chain, settings};
use crate::fixture::Fixture;

fn a_database_keeps_its_network_and_its_keys(fixture: Fixture) {
    let world = World::new(fixture);
    let urls = [world.anvil.url()];
    let meet = |token: &str, keys: ChainKeys| {
        let app = on_chain(&world.fixture, nodes(token, &urls, 1), keys, settings());
        world.wait(app.chain.meet_chain())
    };
    meet(&world.usd.address, keys()).expect("the same again");
    let other = world.anvil.deploy_usd();
    let refused = meet(&other.address, keys()).expect_err("another token").to_string();
    assert!(refused.contains("the token is"), "{refused}");
    let funds = Box::new(LocalSigner::from_secret(&[8; 32]).expect("a key"));
    let refused =
        meet(&world.usd.address, ChainKeys { funds, ..keys() }).expect_err("another treasury").to_string();
    assert!(refused.contains("the treasury is"), "{refused}");
    let gas = Box::new(LocalSigner::from_secret(&[8; 32]).expect("a key"));
    let refused =
        meet(&world.usd.address, ChainKeys { gas, ..keys() }).expect_err("another gas account").to_string();
    assert!(refused.contains("the gas account is"), "{refused}");
}

fn what_the_treasury_has_at_first_is_the_operators_own(fixture: Fixture) {
    let world = World::new(fixture);
    assert_eq!(world.fixture.number("select own from networks"), FLOAT);
    world.all_is_well();
}

fn a_token_of_other_decimals_or_none_at_all_is_refused(fixture: Fixture) {
    let anvil = Anvil::start();
    let odd = anvil.deploy("TestUsd", &[word_of_number(18), word_of_number(0)]);
    anvil.mine(30);
    for token in [odd.address.as_str(), OUTSIDER] {
        let app = on_chain(&fixture, nodes(token, &[anvil.url()], 1), keys(), settings());
        let refused = fixture.runtime.block_on(app.chain.meet_chain());
        assert!(matches!(refused, Err(ChainProblem::Unfit(_))), "{refused:?}");
    }
}

fn nodes_that_are_away_keep_a_new_database_from_starting_and_not_a_known_one(fixture: Fixture) {
    let world = World::new(fixture);
    let closed = ["http://127.0.0.1:9".to_owned()];
    let known = world.another(&closed, 1);
    world.wait(known.chain.meet_chain()).expect("it is known; it waits");
    world.wait(known.chain.chain_round());
    assert_eq!(world.freeze(), None, "an outage is no reason to stop");
    world.all_is_well();
}

fn a_new_database_needs_its_nodes(fixture: Fixture) {
    let token = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
    let app = on_chain(&fixture, nodes(token, &["http://127.0.0.1:9".to_owned()], 1), keys(), settings());
    assert!(fixture.runtime.block_on(app.chain.meet_chain()).is_err());
}

fn deposit_keys_of_somebody_else_are_refused_and_sweep_nothing(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(2_000_000);
    let deposits = DepositKeys::from_seed(&[10; 32]).expect("a seed");
    let sweeping = app::ChainSettings { sweep_above: rules::money::Amount::from_micros(1), ..settings() };
    let nodes = nodes(&world.usd.address, &[world.anvil.url()], 1);
    let app = on_chain(&world.fixture, nodes, ChainKeys { deposits, ..keys() }, sweeping);
    let refused = world.wait(app.chain.meet_chain()).expect_err("other deposit keys").to_string();
    let words = format!("the deposit keys in the settings don't belong to {}", world.address());
    assert!(refused.contains(&words), "{refused}");
    // Also where nothing has asked first.
    world.wait(app.chain.chain_round());
    let (cause, reason) = world.freeze().expect("it is stopped");
    assert_eq!(cause, Cause::Settings);
    assert!(reason.contains(&words), "{reason}");
    assert_eq!(world.fixture.number("select count(*) from authorizations"), 0);
    assert_eq!(world.pool(), [] as [serde_json::Value; 0]);
}

on_both_engines!(
    a_database_keeps_its_network_and_its_keys,
    what_the_treasury_has_at_first_is_the_operators_own,
    a_token_of_other_decimals_or_none_at_all_is_refused,
    nodes_that_are_away_keep_a_new_database_from_starting_and_not_a_known_one,
    a_new_database_needs_its_nodes,
    deposit_keys_of_somebody_else_are_refused_and_sweep_nothing,
);
