//! Nodes that refuse ranges of blocks because these are too long for them. The reader asks for less, so that it must be
//! told of ordinary trouble.

use std::slice::from_ref;

use evm::Chain;
use serde_json::Value;
use testkit::node_proxy::{Proxy, ProxyReply};

use crate::world::{RECIPIENT, World};

/// The most blocks that the node looks at in one question.
const MAX_BLOCKS: u64 = 10;

fn blocks(filter: &Value) -> u64 {
    let number = |key: &str| {
        let digits = filter[key].as_str().expect("a number").trim_start_matches("0x");
        u64::from_str_radix(digits, 16).expect("a number")
    };
    number("toBlock") - number("fromBlock") + 1
}

/// A node that answers so if it is asked for the logs of too many blocks.
fn narrow(world: &World, reply: ProxyReply) -> Proxy {
    let proxy = Proxy::to(world.anvil.address);
    proxy.judge(move |method, params| match method {
        "eth_getLogs" if blocks(&params[0]) > MAX_BLOCKS => reply.clone(),
        _ => ProxyReply::Honest,
    });
    proxy
}

#[tokio::test]
async fn a_range_that_is_too_long_for_nodes_is_trouble_and_a_shorter_one_is_read() {
    let world = World::new();
    world.usd.mint(&world.anvil, &RECIPIENT.to_string(), 5);
    world.anvil.mine(2 * MAX_BLOCKS);
    let refusals = [
        ProxyReply::Error(-32005, "query returned more than 10000 results"),
        ProxyReply::Error(-32602, "block range is too wide"),
        ProxyReply::Error(-32600, "Log response size exceeded"),
        ProxyReply::Status(413),
        ProxyReply::Status(400),
        // More than is read of one answer.
        ProxyReply::Endless,
    ];
    let honest = world.chain().scan(0..=MAX_BLOCKS - 1).await.expect("a scan");
    assert!(!honest.events.is_empty());
    for refusal in refusals {
        let proxies = [(); 2].map(|()| narrow(&world, refusal.clone()));
        let [one, two] = proxies.each_ref().map(Proxy::url);
        for chain in [world.nodes(from_ref(&one), 1), world.nodes(&[one, two], 2)] {
            let trouble = chain.scan(0..=2 * MAX_BLOCKS - 1).await.expect_err("it is too long");
            assert!(!trouble.needs_somebody(), "{trouble}");
            assert_eq!(chain.scan(0..=MAX_BLOCKS - 1).await.as_ref(), Ok(&honest));
        }
    }
}
