//! What is final: only a node that has a block as final itself is believed about it.

use std::slice::from_ref;

use evm::{Chain, ChainError, Head, KnownBlock};
use serde_json::{Value, json};
use testkit::anvil::Anvil;
use testkit::node_proxy::{Proxy, ProxyReply};

use crate::world::{RECIPIENT, World, usdc};

fn another_hash(mut block: Value) -> Value {
    block["hash"] = json!(evm::B256::repeat_byte(0xee));
    block
}

/// A node on a branch of its own, which takes this block for the last that is final.
fn branched(world: &World, last_final: u64) -> Proxy {
    let proxy = Proxy::to(world.anvil.address);
    let last = world.anvil.call("eth_getBlockByNumber", json!([format!("{last_final:#x}"), false]));
    let last = another_hash(last);
    proxy.judge(move |method, params| match (method, params[0].as_str()) {
        ("eth_getBlockByNumber", Some("finalized")) => ProxyReply::Result(last.clone()),
        ("eth_getBlockByNumber", _) => ProxyReply::Changed(another_hash),
        _ => ProxyReply::Honest,
    });
    proxy
}

async fn known(world: &World) -> (Head, KnownBlock) {
    let head = world.chain().finalized(None).await.expect("a final block");
    (head, KnownBlock { number: head.number, hash: head.hash })
}

#[tokio::test]
async fn a_branch_whose_end_was_never_final_says_nothing_about_what_was() {
    let world = World::new();
    world.anvil.mine(10);
    let (head, known) = known(&world).await;
    let stuck = [(); 2].map(|()| branched(&world, head.number - 3));
    let [one, two] = stuck.each_ref().map(Proxy::url);

    let alone = world.nodes(from_ref(&one), 1).finalized(Some(known)).await.expect("an older block");
    assert_eq!(alone.number, head.number - 3);
    let most = world.nodes(&[one.clone(), two, world.anvil.url()], 2).finalized(Some(known)).await;
    assert_eq!(most.expect("an older block").number, head.number - 3);
    // Where one node is enough, it is the one that has gone on.
    let either = world.nodes(&[one, world.anvil.url()], 1).finalized(Some(known)).await;
    assert_eq!(either, Ok(head));
}

#[tokio::test]
async fn a_branch_that_is_final_as_far_as_what_was_has_rewritten_it() {
    let world = World::new();
    world.anvil.mine(10);
    let (head, known) = known(&world).await;
    world.anvil.mine(2);
    for last in [head.number, head.number + 1] {
        let rewritten = [(); 2].map(|()| branched(&world, last));
        let [one, two] = rewritten.each_ref().map(Proxy::url);
        for nodes in [world.nodes(from_ref(&one), 1), world.nodes(&[world.anvil.url(), one.clone(), two], 2)]
        {
            let stopped = nodes.finalized(Some(known)).await.expect_err("it is another now");
            assert!(matches!(stopped, ChainError::FinalizedChanged { .. }), "{stopped}");
        }
        // One of two is not enough to say so, and not enough to go on.
        let split = world.nodes(&[world.anvil.url(), one], 2).finalized(Some(known)).await;
        assert!(matches!(split, Err(ChainError::Disagreement { .. })), "{split:?}");
    }
}

#[tokio::test]
async fn blocks_that_do_not_follow_what_was_known_are_told_as_they_are() {
    let world = World::new();
    world.anvil.mine(10);
    let (_, known) = known(&world).await;
    let chain = world.chain();
    let next = known.number + 1..=known.number + 2;
    let before = chain.scan(next.clone()).await.expect("a scan");
    assert_eq!(before.blocks[0].parent, known.hash);
    world.anvil.reorganize(6, &[]);
    // A scan does not know what the reader knows. It says what it found, and the reader sees that it does not fit.
    let after = chain.scan(next).await.expect("a scan");
    assert_ne!(after.blocks[0].parent, known.hash);
    assert_eq!(after.blocks[0].number, known.number + 1);
    assert_eq!(after.blocks[1].parent, after.blocks[0].hash);
}

#[tokio::test]
async fn a_provider_with_a_whole_chain_of_its_own_is_outvoted() {
    let world = World::new();
    // Of the same network, with the same token at the same place, and without a fault in itself.
    let theirs = Anvil::start();
    let token = theirs.deploy_usd();
    assert_eq!(token.address, world.usd.address);
    token.mint(&theirs, &RECIPIENT.to_string(), 1_000_000);
    world.usd.mint(&world.anvil, &RECIPIENT.to_string(), 5);
    for anvil in [&theirs, &world.anvil] {
        anvil.mine(10 - anvil.block_number());
    }
    let other = Proxy::to(world.anvil.address);
    let [ours, second, liar] = [world.anvil.url(), other.url(), theirs.url()];
    let lie = world.nodes(from_ref(&liar), 1).finalized(None).await.expect("a final block");
    let truth = world.chain().finalized(None).await.expect("a final block");
    assert_eq!(lie.number, truth.number);
    assert_ne!(lie.hash, truth.hash);

    let three = world.nodes(&[liar.clone(), ours.clone(), second], 2);
    assert_eq!(three.finalized(None).await, Ok(truth));
    let honest = world.chain().scan(0..=truth.number).await;
    assert_eq!(three.scan(0..=truth.number).await, honest);
    assert_eq!(three.token_balances(&[RECIPIENT], truth.hash).await, Ok(vec![usdc(5)]));

    let two = world.nodes(&[liar, ours], 2);
    let disputed = two.finalized(None).await;
    assert!(matches!(disputed, Err(ChainError::Disagreement { .. })), "{disputed:?}");
    let disputed = two.scan(0..=truth.number).await;
    assert!(matches!(disputed, Err(ChainError::Disagreement { .. })), "{disputed:?}");
    assert!(two.token_balances(&[RECIPIENT], lie.hash).await.is_err());
}
