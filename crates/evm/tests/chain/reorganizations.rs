//! Blocks that are replaced by others: what happened moves, and keeps its name.

use std::collections::BTreeSet;

use evm::{B256, Chain, EvmTransaction, GasFees, LocalSigner, Nodes, SignedTransaction, Signer};
use testkit::anvil::{CHAIN_ID, OWNER, word_of_address, word_of_number};

use crate::world::{RECIPIENT, World};

/// A transfer from an address that anvil does not sign for, so that its bytes are known.
async fn transfer(world: &World, from: &LocalSigner, nonce: u64, value: u128) -> SignedTransaction {
    let words = [word_of_address(&RECIPIENT.to_string()), word_of_number(value)];
    let data = world.usd.data("transfer(address,uint256)", &words);
    let fees = GasFees { max_fee: 20_000_000_000, tip: 1_000_000_000 };
    let (to, data) = (world.token(), data.parse().expect("digits"));
    let transaction = EvmTransaction { chain_id: CHAIN_ID, nonce, fees, gas_limit: 200_000, to, data };
    transaction.sign(from).await.expect("signed")
}

async fn keys(
    chain: &Nodes,
    blocks: std::ops::RangeInclusive<u64>,
) -> (BTreeSet<(B256, u32)>, BTreeSet<B256>) {
    let scan = chain.scan(blocks).await.expect("a scan");
    let keys = scan.events.iter().map(|event| (event.transaction, event.ordinal)).collect();
    (keys, scan.events.iter().map(|event| event.block_hash).collect())
}

#[tokio::test]
async fn deposits_that_move_to_other_blocks_and_places_keep_their_keys() {
    let world = World::new();
    let chain = world.chain();
    let payers = [21, 22].map(|byte| LocalSigner::from_secret(&[byte; 32]).expect("a key"));
    for payer in &payers {
        world.anvil.set_gas_balance(&payer.address().to_string(), 10_u128.pow(20));
        world.usd.mint(&world.anvil, &payer.address().to_string(), 1000);
    }
    let clean = world.anvil.block_number();
    for depth in 1..=20_u64 {
        let snapshot = world.anvil.snapshot();
        world.anvil.stop_mining();
        let first = transfer(&world, &payers[0], 0, 1).await;
        let second = transfer(&world, &payers[1], 0, 2).await;
        for sent in [&first, &second] {
            chain.send_raw(&sent.raw).await;
        }
        world.anvil.mine(1);
        world.anvil.mine(depth - 1);
        let last = world.anvil.block_number();
        let (before, blocks_before) = keys(&chain, clean + 1..=last).await;
        assert_eq!(before, BTreeSet::from([(first.hash, 0), (second.hash, 0)]), "depth {depth}");

        // The other way round, in the last of the new blocks.
        let raw = [second.raw.to_string(), first.raw.to_string()];
        world.anvil.reorganize(depth, &raw.map(|raw| (raw, depth - 1)));
        let (after, blocks_after) = keys(&chain, clean + 1..=last).await;
        assert_eq!(after, before, "depth {depth}");
        assert!(blocks_after.is_disjoint(&blocks_before), "depth {depth}");
        let scan = chain.scan(clean + 1..=last).await.expect("a scan");
        let order: Vec<B256> = scan.events.iter().map(|event| event.transaction).collect();
        assert_eq!(order, [second.hash, first.hash], "depth {depth}");
        world.anvil.revert(&snapshot);
        world.anvil.resume_mining();
    }
}

#[tokio::test]
async fn a_payment_that_a_reorganization_dropped_is_sent_again_as_it_was() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_1", RECIPIENT, 5).await;
    let sent = world.signed(0, payment.calldata()).await;
    world.submit(&chain, &sent).await;
    let first = world.receipt(&sent).expect("a receipt");
    world.anvil.stop_mining();
    world.anvil.reorganize(1, &[]);
    // Anvil takes it back into its pool; a node that does not has lost it.
    world.anvil.drop_transaction(&sent.hash.to_string());
    assert!(world.receipt(&sent).is_none());
    assert_eq!(world.balance(RECIPIENT), 0);
    let said = chain.send_raw(&sent.raw).await;
    assert!(matches!(said.outcome(), evm::BroadcastResult::Accepted), "{said:?}");
    world.anvil.mine(1);
    let again = world.receipt(&sent).expect("a receipt");
    assert!(again.succeeded && again.block_hash != first.block_hash);
    assert_eq!(world.balance(RECIPIENT), 5);
    world.usd.mint(&world.anvil, OWNER, 1);
}
