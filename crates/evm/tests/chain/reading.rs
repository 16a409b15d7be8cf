//! What is believed of what nodes say: complete, from the token itself, agreed upon.

use evm::{
    Address, Block, Chain, ChainError, EvmNetwork, Finality, KnownBlock, LARGEST_RANGE_BLOCKS, Nodes, Signer,
    TokenEvent, TokenLogEvent, U256, micro_units,
};
use serde_json::{Value, json};
use testkit::anvil::{OWNER, word_of_address, word_of_number};
use testkit::node_proxy::{Proxy, ProxyReply};

use crate::world::{DEADLINE, RECIPIENT, World, usdc};

fn transfers_to(events: &[TokenLogEvent], whom: Address) -> Vec<(u32, U256)> {
    let transfer = |event: &TokenLogEvent| match event.token_event {
        TokenEvent::Transfer { to, value, .. } if to == whom => Some((event.ordinal, value)),
        _ => None,
    };
    events.iter().filter_map(transfer).collect()
}

fn incomplete(result: Result<evm::Scan, ChainError>) -> u64 {
    match result {
        Err(ChainError::Incomplete { block, .. }) => block,
        other => panic!("it should be incomplete: {other:?}"),
    }
}

type Lie = fn(Value) -> Value;

/// Leaves out the last.
fn truncated(mut list: Value) -> Value {
    list.as_array_mut().expect("a list").pop();
    list
}

fn without_logs(mut receipts: Value) -> Value {
    for receipt in receipts.as_array_mut().expect("a list") {
        receipt["logs"] = json!([]);
    }
    receipts
}

fn another_hash(mut block: Value) -> Value {
    block["hash"] = json!(evm::B256::repeat_byte(0xee));
    block
}

#[tokio::test]
async fn only_the_token_itself_is_believed() {
    let world = World::new();
    let fake = world.anvil.deploy("LookAlike", &[]);
    let to = word_of_address(&RECIPIENT.to_string());
    let words = [word_of_address(OWNER), to.clone(), word_of_number(1_000_000)];
    world.anvil.send(OWNER, &fake.address, &fake.data("pretend(address,address,uint256)", &words));
    world.usd.mint(&world.anvil, &fake.address, 10);
    let words = [word_of_address(&world.usd.address), to, word_of_number(5)];
    world.anvil.send(OWNER, &fake.address, &fake.data("sandwich(address,address,uint256)", &words));
    world.anvil.finalize();
    let found = world.chain().scan(0..=world.anvil.block_number()).await.expect("a scan");
    // Ordinals count the token's own logs, whatever is between them.
    assert_eq!(transfers_to(&found.events, RECIPIENT), [(0, usdc(5)), (1, usdc(5))]);
}

#[tokio::test]
async fn one_transaction_can_pay_many_times_and_each_has_its_ordinal() {
    let world = World::new();
    world.usd.mint(&world.anvil, OWNER, 100);
    let to = word_of_address(&RECIPIENT.to_string());
    // Two lists of three, as contracts take them: where they begin, then length and items.
    let numbers = [64, 192, 3].map(word_of_number);
    let values = [3, 10, 20, 30].map(word_of_number);
    let words = [numbers.as_slice(), &[to.clone(), to.clone(), to], &values].concat();
    world.anvil.send(OWNER, &world.usd.address, &world.usd.data("transferMany(address[],uint256[])", &words));
    let found = world.chain().scan(0..=world.anvil.block_number()).await.expect("a scan");
    assert_eq!(transfers_to(&found.events, RECIPIENT), [(0, usdc(10)), (1, usdc(20)), (2, usdc(30))]);
}

#[tokio::test]
async fn an_amount_that_the_ledger_cannot_count_is_seen_and_said_to_be_too_large() {
    let world = World::new();
    let most = i64::MAX as u128;
    world.usd.mint(&world.anvil, &RECIPIENT.to_string(), most);
    world.usd.mint(&world.anvil, &RECIPIENT.to_string(), most + 1);
    let found = world.chain().scan(0..=world.anvil.block_number()).await.expect("a scan");
    let values = transfers_to(&found.events, RECIPIENT);
    let counted: Vec<_> = values.into_iter().map(|(_, value)| micro_units(value).ok()).collect();
    assert_eq!(counted, [Some(i64::MAX), None]);
}

#[tokio::test]
async fn a_scan_is_a_chain_of_blocks_without_gaps_and_not_too_long() {
    let world = World::new();
    world.anvil.mine(600);
    let chain = world.chain();
    let scan = chain.scan(1..=world.anvil.block_number()).await.expect("a scan");
    assert_eq!(scan.blocks.len() as u64, LARGEST_RANGE_BLOCKS);
    for pair in scan.blocks.windows(2) {
        assert_eq!((pair[1].number, pair[1].parent), (pair[0].number + 1, pair[0].hash));
    }
    assert_eq!(chain.scan(7..=7).await.expect("a scan").blocks, [scan.blocks[6]]);
    let ahead = chain.scan(600..=1_000_000).await.expect_err("these do not exist");
    assert!(matches!(ahead, ChainError::Behind { .. }), "{ahead}");
}

#[tokio::test]
async fn logs_that_a_provider_leaves_out_are_missed() {
    use ProxyReply::{Changed, Honest};
    let world = World::new();
    let to = RECIPIENT.to_string();
    world.anvil.stop_mining();
    world.usd.mint(&world.anvil, &to, 1);
    world.usd.mint(&world.anvil, &to, 2);
    world.anvil.mine(1);
    let both = world.anvil.block_number();
    let proxy = Proxy::to(world.anvil.address);
    let chain = world.nodes(&[proxy.url()], 1);

    let honest = chain.scan(0..=both).await.expect("a scan");
    assert_eq!(transfers_to(&honest.events, RECIPIENT).len(), 2);
    let lies: [(&str, Lie); 5] = [
        ("eth_getLogs", truncated),
        ("eth_getLogs", |_| json!([])),
        ("eth_getBlockReceipts", truncated),
        ("eth_getBlockReceipts", without_logs),
        ("eth_getBlockReceipts", |_| json!([])),
    ];
    for (lied_about, lie) in lies {
        proxy.judge(move |method, _| if method == lied_about { Changed(lie) } else { Honest });
        incomplete(chain.scan(both..=both).await);
    }
    // A block that has no logs in the answer, but names the token in its bloom filter.
    proxy.judge(|method, _| match method {
        "eth_getLogs" => ProxyReply::Result(json!([])),
        _ => Honest,
    });
    assert!(incomplete(chain.scan(0..=both).await) < both);
    // The receipts are not to be had: that is trouble, and not a block without logs.
    proxy.judge(|method, _| match method {
        "eth_getBlockReceipts" => ProxyReply::Error(-32601, "the method does not exist"),
        _ => Honest,
    });
    assert!(matches!(chain.scan(both..=both).await, Err(ChainError::Refused { code: -32601, .. })));
    // Logs from elsewhere: of another block, of another contract, of no block that was asked for.
    for change in [
        (|mut list: Value| {
            list[0]["blockHash"] = json!(evm::B256::ZERO);
            list
        }) as Lie,
        |mut list: Value| {
            list[0]["address"] = json!(RECIPIENT);
            list
        },
        |mut list: Value| {
            list[0]["blockNumber"] = json!("0xffffff");
            list
        },
        |mut list: Value| {
            list[0]["removed"] = json!(true);
            list
        },
    ] {
        proxy.judge(move |method, _| if method == "eth_getLogs" { Changed(change) } else { Honest });
        incomplete(chain.scan(both..=both).await);
    }
    // Blocks that do not follow one another.
    proxy.judge(|method, params| match (method, params[0].as_str()) {
        ("eth_getBlockByNumber", Some("0x1")) => Changed(another_hash),
        _ => Honest,
    });
    assert_eq!(incomplete(chain.scan(0..=both).await), 2);
}

#[tokio::test]
async fn a_provider_that_lies_consistently_is_outvoted() {
    let world = World::new();
    world.usd.mint(&world.anvil, &RECIPIENT.to_string(), 1);
    world.anvil.finalize();
    let last = world.anvil.block_number();
    let (liar, other) = (Proxy::to(world.anvil.address), Proxy::to(world.anvil.address));
    // No logs anywhere: neither listed, nor in receipts.
    liar.judge(|method, _| match method {
        "eth_getLogs" => ProxyReply::Result(json!([])),
        "eth_getBlockReceipts" => ProxyReply::Changed(without_logs),
        _ => ProxyReply::Honest,
    });
    let alone = world.nodes(&[liar.url()], 1).scan(0..=last).await.expect("no node contradicts");
    assert_eq!(alone.events, []);
    let two = world.nodes(&[liar.url(), world.anvil.url()], 2).scan(0..=last).await;
    assert!(matches!(two, Err(ChainError::Disagreement { .. })), "{two:?}");
    let three = world.nodes(&[liar.url(), world.anvil.url(), other.url()], 2).scan(0..=last).await;
    assert_eq!(transfers_to(&three.expect("two say the same").events, RECIPIENT), [(0, usdc(1))]);
}

#[tokio::test]
async fn a_final_block_needs_agreement_and_one_liar_changes_nothing() {
    let world = World::new();
    world.anvil.mine(10);
    let (liar, other) = (Proxy::to(world.anvil.address), Proxy::to(world.anvil.address));
    let honest = world.chain().finalized(None).await.expect("a final block");
    let chain = world.nodes(&[liar.url(), world.anvil.url(), other.url()], 2);
    assert_eq!(chain.finalized(None).await, Ok(honest));
    // A hash of its own; a final block that is far ahead; one that is far behind; silence; an error; nonsense.
    let far = |mut block: Value| {
        block["number"] = json!("0xffff");
        block
    };
    let near = |mut block: Value| {
        block["number"] = json!("0x1");
        block
    };
    let lies = [
        ProxyReply::Changed(another_hash),
        ProxyReply::Status(500),
        ProxyReply::Error(-32000, "header not found"),
        ProxyReply::Result(Value::Null),
        ProxyReply::Result(json!({ "hash": 5 })),
        ProxyReply::BreakOff,
    ];
    for lie in lies {
        liar.judge(move |_, _| lie.clone());
        assert_eq!(chain.finalized(None).await, Ok(honest));
    }
    for lie in [far as Lie, near] {
        liar.judge(
            move |_, params| {
                if params[0] == "finalized" { ProxyReply::Changed(lie) } else { ProxyReply::Honest }
            },
        );
        assert_eq!(chain.finalized(None).await, Ok(honest));
    }
    liar.judge(|_, _| ProxyReply::Changed(another_hash));
    let two = world.nodes(&[liar.url(), world.anvil.url()], 2).finalized(None).await;
    assert!(matches!(two, Err(ChainError::Disagreement { .. })), "{two:?}");
}

#[tokio::test]
async fn finality_can_be_a_depth() {
    let world = World::new();
    world.anvil.mine(20);
    let network = EvmNetwork { finality: Finality::Depth(12), ..world.network(&[world.anvil.url()], 1) };
    let head = Nodes::new(network, DEADLINE).expect("a network").finalized(None).await.expect("a block");
    assert_eq!(head.number, world.anvil.block_number() - 12);
}

/// A payment that has happened, and the block that it happened in.
async fn paid(world: &World) -> (evm::B256, evm::B256) {
    let payment = world.authorization("wd_1", RECIPIENT, 5).await;
    let sent = world.signed(0, payment.calldata()).await;
    world.submit(&world.chain(), &sent).await;
    let receipt = world.receipt(&sent).expect("a receipt");
    (payment.authorization.nonce, receipt.block_hash)
}

#[tokio::test]
async fn a_node_that_lags_is_no_proof_that_a_payment_did_not_happen() {
    let world = World::new();
    let (nonce, block) = paid(&world).await;
    let payer = world.funds.address();
    let (lagging, other) = (Proxy::to(world.anvil.address), Proxy::to(world.anvil.address));
    let [slow, fast, third] = [lagging.url(), world.anvil.url(), other.url()];
    // It does not have the block; or it says what was true before.
    let before = ProxyReply::Result(json!(evm::B256::ZERO));
    for answer in [ProxyReply::Error(-32000, "header not found"), before] {
        lagging.judge(move |_, _| answer.clone());
        let two = world.nodes(&[slow.clone(), fast.clone()], 2);
        let disputed = two.authorization_state(payer, nonce, block).await;
        assert!(matches!(disputed, Err(ChainError::Disagreement { .. })), "{disputed:?}");
        let three = world.nodes(&[slow.clone(), fast.clone(), third.clone()], 2);
        assert_eq!(three.authorization_state(payer, nonce, block).await, Ok(true));
    }
}

#[tokio::test]
async fn an_error_is_never_the_answer_that_a_payment_did_not_happen() {
    let world = World::new();
    let (nonce, block) = paid(&world).await;
    let payer = world.funds.address();
    let proxy = Proxy::to(world.anvil.address);
    let one = world.nodes(&[proxy.url()], 1);
    let both = world.nodes(&[proxy.url(), world.anvil.url()], 2);
    assert_eq!(both.authorization_state(payer, nonce, block).await, Ok(true));
    let broken = [
        ProxyReply::Status(500),
        ProxyReply::Status(404),
        ProxyReply::Error(-32000, "not found"),
        ProxyReply::Error(3, "execution reverted"),
        ProxyReply::Result(json!(false)),
        ProxyReply::Result(json!("0x")),
        ProxyReply::Result(Value::Null),
        ProxyReply::BreakOff,
        ProxyReply::SilentAfter,
    ];
    for reply in broken {
        proxy.judge(move |_, _| reply.clone());
        assert!(one.authorization_state(payer, nonce, block).await.is_err());
        assert!(both.authorization_state(payer, nonce, block).await.is_err());
    }
}

#[tokio::test]
async fn a_block_that_was_final_and_is_another_now_stops_everything() {
    let world = World::new();
    world.anvil.mine(10);
    let chain = world.chain();
    let head = chain.finalized(None).await.expect("a final block");
    let known = KnownBlock { number: head.number, hash: head.hash };
    world.anvil.mine(1);
    let next = chain.finalized(Some(known)).await.expect("it is still there");
    assert_eq!(next.number, head.number + 1);
    world.anvil.reorganize(6, &[]);
    let stopped = chain.finalized(Some(known)).await.expect_err("it is another now");
    assert!(stopped.needs_somebody(), "{stopped}");
    assert!(matches!(stopped, ChainError::FinalizedChanged { number, was, .. }
            if number == known.number && was == known.hash));
    // One liar of three cannot stop it.
    let after = chain.finalized(None).await.expect("a final block");
    let known = KnownBlock { number: after.number, hash: after.hash };
    let (liar, other) = (Proxy::to(world.anvil.address), Proxy::to(world.anvil.address));
    liar.judge(|_, _| ProxyReply::Changed(another_hash));
    let three = world.nodes(&[liar.url(), world.anvil.url(), other.url()], 2);
    assert_eq!(three.finalized(Some(known)).await, Ok(after));
}

async fn newest(world: &World) -> Block {
    let number = world.anvil.block_number();
    world.chain().scan(number..=number).await.expect("a scan").blocks[0]
}

#[tokio::test]
async fn balances_and_states_are_those_of_one_block_and_agreed_upon() {
    let world = World::new();
    let before = newest(&world).await;
    world.usd.mint(&world.anvil, &RECIPIENT.to_string(), 5);
    let after = newest(&world).await;
    let (liar, other) = (Proxy::to(world.anvil.address), Proxy::to(world.anvil.address));
    liar.judge(|method, _| match method {
        "eth_call" => ProxyReply::Result(json!(evm::B256::with_last_byte(1))),
        _ => ProxyReply::Honest,
    });
    let three = world.nodes(&[liar.url(), world.anvil.url(), other.url()], 2);
    let two = world.nodes(&[liar.url(), world.anvil.url()], 2);
    assert_eq!(three.token_balances(&[RECIPIENT], before.hash).await, Ok(vec![usdc(0)]));
    assert_eq!(
        three.token_balances(&[RECIPIENT, Address::ZERO], after.hash).await,
        Ok(vec![usdc(5), usdc(0)])
    );
    assert!(two.token_balances(&[RECIPIENT], after.hash).await.is_err());
    assert_eq!(three.authorization_state(RECIPIENT, evm::B256::ZERO, after.hash).await, Ok(false));
    assert!(two.authorization_state(RECIPIENT, evm::B256::ZERO, after.hash).await.is_err());
    // A block that is not in the chain has no balances.
    assert!(world.chain().token_balances(&[RECIPIENT], evm::B256::repeat_byte(9)).await.is_err());
}
