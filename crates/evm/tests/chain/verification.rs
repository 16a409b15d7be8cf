//! What is checked before anything is sent: the network, the token, its domain, and later that it is still the
//! same token.

use evm::{Address, Chain, ChainError, EvmNetwork, NetworkMismatch, Nodes};
use serde_json::json;
use testkit::anvil::{Anvil, OWNER, word_of_address, word_of_number};
use testkit::node_proxy::{Proxy, ProxyReply};

use crate::world::{DEADLINE, World};

async fn refusal(network: EvmNetwork) -> String {
    let nodes = Nodes::new(network, DEADLINE).expect("a network");
    nodes.verify().await.expect_err("it is refused").to_string()
}

/// The text must hold each of these.
#[track_caller]
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{text:?} should say {part:?}");
    }
}

#[tokio::test]
async fn the_right_token_is_recognized() {
    let world = World::new();
    let found = world.chain().verify().await.expect("the right token");
    assert_eq!((found.name.as_str(), found.version.as_str()), ("USD Coin", "2"));
    let call = json!({ "to": world.usd.address, "data": world.usd.data("DOMAIN_SEPARATOR()", &[]) });
    assert_eq!(json!(found.domain), world.anvil.call("eth_call", json!([call, "latest"])));
    assert_eq!(found.implementation, None);
    assert_eq!(world.chain().token_identity().await, Ok(found));
}

#[tokio::test]
async fn another_network_is_refused() {
    let world = World::new();
    let network =
        EvmNetwork { chain_id: 1, name: "ethereum".to_owned(), ..world.network(&[world.anvil.url()], 1) };
    says(&refusal(network).await, &["ethereum has chain ID 1", "ID 31337", "Correct the chain ID"]);
}

#[tokio::test]
async fn an_address_without_a_contract_is_refused() {
    let world = World::new();
    let token = Address::repeat_byte(0x44);
    let network = EvmNetwork { token, ..world.network(&[world.anvil.url()], 1) };
    says(
        &refusal(network).await,
        &[&token.to_string(), "no contract at the token's address", "Correct the address"],
    );
}

#[tokio::test]
async fn a_token_with_other_decimals_is_refused() {
    let world = World::new();
    let other = world.anvil.deploy("TestUsd", &[word_of_number(18), word_of_number(0)]);
    let token = other.address.parse().expect("an address");
    let network = EvmNetwork { token, ..world.network(&[world.anvil.url()], 1) };
    says(&refusal(network).await, &["6 decimals", "has 18", "Correct the token's address"]);
}

#[tokio::test]
async fn a_token_that_lies_about_its_domain_is_refused() {
    let world = World::new();
    let other = world.anvil.deploy("TestUsd", &[word_of_number(6), word_of_number(1)]);
    let token = other.address.parse().expect("an address");
    let network = EvmNetwork { token, ..world.network(&[world.anvil.url()], 1) };
    says(
        &refusal(network).await,
        &["\"USD Coin\", version \"2\"", "EIP-712 domain", "Correct the token's address"],
    );
}

#[tokio::test]
async fn a_contract_that_is_not_usdc_is_refused() {
    let world = World::new();
    let other = world.anvil.deploy("LookAlike", &[]);
    let token = other.address.parse().expect("an address");
    let network = EvmNetwork { token, ..world.network(&[world.anvil.url()], 1) };
    says(
        &refusal(network).await,
        &["USDC has the function version()", "does not", "Correct the token's address"],
    );
}

#[tokio::test]
async fn one_node_of_another_network_is_refused_although_others_are_right() {
    let (world, other) = (World::new(), Anvil::start_with(&["--chain-id", "5"]));
    let network = world.network(&[world.anvil.url(), other.url()], 1);
    says(&refusal(network).await, &["ID 5", &other.address.to_string()]);
}

#[tokio::test]
async fn a_node_that_is_down_is_tolerated_if_enough_are_not() {
    let world = World::new();
    // No server listens at port 1 of this machine.
    let urls = [world.anvil.url(), "http://127.0.0.1:1".to_owned()];
    assert!(world.nodes(&urls, 1).verify().await.is_ok());
    let refused = world.nodes(&urls, 2).verify().await.expect_err("one is not enough");
    assert!(matches!(refused, NetworkMismatch::ChainError(ChainError::Disagreement { .. })), "{refused}");
    says(&refused.to_string(), &["1 responded", "127.0.0.1:1 is unreachable", "Check the nodes' URLs"]);
}

#[tokio::test]
async fn an_upgrade_of_the_token_shows_although_its_address_keeps_its_code() {
    let world = World::new();
    let first = world.anvil.deploy_usd();
    let proxied = world.anvil.deploy("Proxy", &[word_of_address(&first.address)]);
    let start = world.usd.data("initialize(bytes32)", &[word_of_number(0)]);
    world.anvil.send(OWNER, &proxied.address, &start);
    let token = proxied.address.parse().expect("an address");
    let network = EvmNetwork { token, ..world.network(&[world.anvil.url()], 1) };
    let nodes = Nodes::new(network, DEADLINE).expect("a network");

    let before = nodes.verify().await.expect("a proxy is as good as the token");
    let running = before.implementation.expect("it is a proxy");
    assert_eq!(running.address, first.address.parse::<Address>().expect("an address"));

    let second = world.anvil.deploy_usd();
    let upgrade = proxied.data("upgrade(address)", &[word_of_address(&second.address)]);
    world.anvil.send(OWNER, &proxied.address, &upgrade);
    let after = nodes.token_identity().await.expect("still a token");
    assert_eq!(after.code, before.code);
    assert_ne!(after.implementation, before.implementation);

    // The same address, but other code there.
    world.anvil.call("anvil_setCode", json!([second.address, "0x6001"]));
    assert!(nodes.token_identity().await.is_err(), "it does not even answer any more");
}

#[tokio::test]
async fn one_lying_node_of_three_does_not_hide_or_make_up_another_token() {
    let world = World::new();
    let (one, liar) = (Proxy::to(world.anvil.address), Proxy::to(world.anvil.address));
    let nodes = world.nodes(&[world.anvil.url(), one.url(), liar.url()], 2);
    let honest = nodes.verify().await.expect("the right token");
    liar.judge(|method, _| match method {
        "eth_getCode" => ProxyReply::Result(json!("0x6001")),
        _ => ProxyReply::Honest,
    });
    assert_eq!(nodes.token_identity().await, Ok(honest));
    let refused = nodes.verify().await.expect_err("at the start all must be right");
    assert!(matches!(refused, NetworkMismatch::Differs { .. }), "{refused}");
}

#[tokio::test]
async fn a_node_of_another_network_is_refused_however_late_it_answers() {
    let (world, other) = (World::new(), Anvil::start_with(&["--chain-id", "5"]));
    let late = Proxy::to(other.address);
    late.judge(|_, _| ProxyReply::Late);
    let refused = refusal(world.network(&[world.anvil.url(), late.url()], 1)).await;
    says(&refused, &["ID 5"]);
}

#[tokio::test]
async fn what_a_node_cannot_answer_is_trouble_and_not_another_token() {
    let world = World::new();
    let proxy = Proxy::to(world.anvil.address);
    let nodes = world.nodes(&[proxy.url()], 1);
    let excuses = [
        ProxyReply::Error(-32000, "header not found"),
        ProxyReply::Error(-32005, "daily request count exceeded"),
        ProxyReply::Error(-32600, "Must be authenticated!"),
        ProxyReply::Error(-32603, "Internal error"),
        ProxyReply::Result(json!({ "a": 1 })),
        ProxyReply::Status(200),
        ProxyReply::Status(503),
        ProxyReply::BreakOff,
    ];
    for excuse in excuses {
        proxy.judge(move |method, _| if method == "eth_call" { excuse.clone() } else { ProxyReply::Honest });
        for unfit in [nodes.verify().await, nodes.token_identity().await] {
            assert!(matches!(unfit, Err(NetworkMismatch::ChainError(_))), "{unfit:?}");
        }
    }
    let refusals = [
        ProxyReply::Error(3, "execution reverted"),
        ProxyReply::Error(-32015, "VM execution error."),
        ProxyReply::Result(json!("0x")),
        ProxyReply::Result(json!("0x01")),
    ];
    for refusal in refusals {
        proxy.judge(move |method, _| if method == "eth_call" { refusal.clone() } else { ProxyReply::Honest });
        for unfit in [nodes.verify().await, nodes.token_identity().await] {
            assert!(
                matches!(unfit, Err(NetworkMismatch::NotUsdc { function: "decimals()", .. })),
                "{unfit:?}"
            );
        }
    }
}

/// A node that makes up other code for the token.
fn liar_about_code(world: &World, code: &'static str) -> Proxy {
    let proxy = Proxy::to(world.anvil.address);
    proxy.judge(move |method, _| match method {
        "eth_getCode" => ProxyReply::Result(json!(code)),
        _ => ProxyReply::Honest,
    });
    proxy
}

#[tokio::test]
async fn a_liar_that_is_faster_than_an_honest_node_does_not_change_the_token() {
    let world = World::new();
    let honest = world.identity().await;
    let (liar, late) = (liar_about_code(&world, "0x6001"), Proxy::to(world.anvil.address));
    late.judge(|method, _| if method == "eth_chainId" { ProxyReply::Late } else { ProxyReply::Honest });
    let nodes = world.nodes(&[liar.url(), world.anvil.url(), late.url()], 2);
    assert_eq!(nodes.token_identity().await, Ok(honest));
}

#[tokio::test]
async fn nodes_that_differ_without_a_majority_are_trouble() {
    let world = World::new();
    let (one, two) = (liar_about_code(&world, "0x6001"), liar_about_code(&world, "0x6002"));
    let (missing, down) = (liar_about_code(&world, "0x"), "http://127.0.0.1:1".to_owned());
    let [ours, one, two, missing] = [world.anvil.url(), one.url(), two.url(), missing.url()];
    let rows = [
        (vec![ours.clone(), one.clone()], 1),
        (vec![ours.clone(), one.clone()], 2),
        (vec![ours.clone(), one, two], 2),
        // One that finds no contract is not enough to say that there is none.
        (vec![ours.clone(), missing.clone()], 2),
        (vec![ours, missing.clone(), down.clone()], 2),
        (vec![missing.clone(), down], 2),
    ];
    for (urls, quorum) in rows {
        let unfit = world.nodes(&urls, quorum).token_identity().await;
        let is_disputed = matches!(unfit, Err(NetworkMismatch::ChainError(ChainError::Disagreement { .. })));
        assert!(is_disputed, "{quorum} of {urls:?}: {unfit:?}");
    }
    // That enough nodes find none is another matter.
    let second = liar_about_code(&world, "0x");
    let unfit = world.nodes(&[missing, second.url(), world.anvil.url()], 2).token_identity().await;
    assert!(matches!(unfit, Err(NetworkMismatch::NoCode { .. })), "{unfit:?}");
}
