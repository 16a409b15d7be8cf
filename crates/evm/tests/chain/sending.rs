//! What nodes say to transactions, and that a payment stays one payment whatever they say.

use std::time::Duration;

use evm::{BroadcastResult, Chain, EvmTransaction, GasFees, MarketFees, NonceAt, Signer};
use serde_json::{Value, json};
use testkit::anvil::GAS_ADDRESS;
use testkit::node_proxy::{Proxy, ProxyReply};

use crate::world::{DEADLINE, RECIPIENT, World, usdc};

/// The same for another price.
fn offering(transaction: &EvmTransaction, fees: GasFees) -> EvmTransaction {
    EvmTransaction { fees, ..transaction.clone() }
}

#[tokio::test]
async fn a_real_node_is_understood() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_1", RECIPIENT, 5).await;
    let first = world.transaction(0, payment.calldata());
    let sent = first.sign(&world.gas).await.expect("signed");
    assert_eq!(chain.send_raw(&sent.raw).await.outcome(), &BroadcastResult::Accepted);
    assert_eq!(chain.send_raw(&sent.raw).await.outcome(), &BroadcastResult::AlreadyKnown);

    let no_more = GasFees { tip: first.fees.tip - 1, ..first.fees };
    let other = offering(&first, no_more).sign(&world.gas).await.expect("signed");
    assert_eq!(chain.send_raw(&other.raw).await.outcome(), &BroadcastResult::ReplacementUnderpriced);

    world.anvil.mine(1);
    assert_eq!(chain.send_raw(&sent.raw).await.outcome(), &BroadcastResult::NonceTooLow);

    let cheap = offering(&world.transaction(1, payment.calldata()), GasFees { max_fee: 1, tip: 1 });
    let cheap = cheap.sign(&world.gas).await.expect("signed");
    assert_eq!(chain.send_raw(&cheap.raw).await.outcome(), &BroadcastResult::FeeTooLow);

    world.anvil.set_gas_balance(GAS_ADDRESS, 1000);
    assert_eq!(chain.gas_balance(world.gas.address()).await, Ok(usdc(1000)));
    let next = world.signed(1, payment.calldata()).await;
    assert_eq!(chain.send_raw(&next.raw).await.outcome(), &BroadcastResult::InsufficientGas);
    let nonsense = chain.send_raw(&evm::Bytes::from_static(&[2, 1, 0])).await;
    assert!(matches!(nonsense.outcome(), BroadcastResult::Rejected { .. }), "{nonsense:?}");
}

#[tokio::test]
async fn a_node_that_times_out_after_accepting_leaves_one_payment() {
    let world = World::new();
    let proxy = Proxy::to(world.anvil.address);
    let chain = world.nodes(&[proxy.url()], 1);
    let payment = world.authorization("wd_1", RECIPIENT, 5).await;
    let sent = world.signed(0, payment.calldata()).await;
    proxy.judge(|method, _| match method {
        "eth_sendRawTransaction" => ProxyReply::SilentAfter,
        _ => ProxyReply::Honest,
    });
    let said = chain.send_raw(&sent.raw).await;
    assert!(matches!(said.outcome(), BroadcastResult::Unclear { .. }), "{said:?}");
    proxy.judge(|_, _| ProxyReply::Honest);
    assert_eq!(chain.send_raw(&sent.raw).await.outcome(), &BroadcastResult::AlreadyKnown);
    world.anvil.mine(1);
    assert_eq!(chain.send_raw(&sent.raw).await.outcome(), &BroadcastResult::NonceTooLow);
    assert!(world.receipt(&sent).expect("a receipt").succeeded);
    assert_eq!(world.balance(RECIPIENT), 5);
}

#[tokio::test]
async fn whatever_a_broken_server_says_the_outcome_is_unclear() {
    let world = World::new();
    let proxy = Proxy::to(world.anvil.address);
    let chain = world.nodes(&[proxy.url()], 1);
    let sent = world.signed(0, evm::Bytes::new()).await;
    let broken = [
        ProxyReply::Status(502),
        ProxyReply::Status(429),
        ProxyReply::Status(403),
        ProxyReply::BreakOff,
        ProxyReply::Error(-32603, "Internal error"),
        ProxyReply::Result(json!("not a hash")),
    ];
    for reply in broken {
        proxy.judge(move |_, _| reply.clone());
        let said = chain.send_raw(&sent.raw).await;
        assert!(matches!(said.outcome(), BroadcastResult::Unclear { .. }), "{said:?}");
    }
}

#[tokio::test]
async fn every_node_is_given_the_transaction() {
    let world = World::new();
    let proxies = [(); 3].map(|()| Proxy::to(world.anvil.address));
    let chain = world.nodes(&proxies.each_ref().map(Proxy::url), 1);
    proxies[1].judge(|_, _| ProxyReply::Status(500));
    let sent = world.signed(0, evm::Bytes::new()).await;
    let said = chain.send_raw(&sent.raw).await;
    assert_eq!(said.outcome(), &BroadcastResult::Accepted);
    assert_eq!(said.answers.len(), 3);
    for (proxy, (host, _)) in proxies.iter().zip(&said.answers) {
        assert_eq!(proxy.asked(), ["eth_sendRawTransaction"]);
        assert!(proxy.url().ends_with(host.as_str()));
    }
}

#[tokio::test]
async fn a_higher_offer_replaces_a_stuck_transaction_and_keeps_its_nonce() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_1", RECIPIENT, 5).await;
    let cap = 500_000_000_000;
    let before = chain.fees().await.expect("fees");
    let first = offering(&world.transaction(0, payment.calldata()), before.offer(cap));
    let stuck = first.sign(&world.gas).await.expect("signed");
    assert_eq!(chain.send_raw(&stuck.raw).await.outcome(), &BroadcastResult::Accepted);
    assert_eq!(chain.gas_nonce(world.gas.address(), NonceAt::Latest).await, Ok(0));
    // The base fee is ten times as high before it is mined.
    world.anvil.set_next_base_fee(before.base_fee * 10);
    world.anvil.mine(1);
    assert!(world.receipt(&stuck).is_none());
    let market = chain.fees().await.expect("fees");
    assert!(market.base_fee > first.fees.max_fee);

    let fees = first.fees.bumped(market, cap).expect("below the cap");
    let bumped = offering(&first, fees).sign(&world.gas).await.expect("signed");
    assert_eq!(chain.send_raw(&bumped.raw).await.outcome(), &BroadcastResult::Accepted);
    world.anvil.mine(1);
    assert!(world.receipt(&bumped).expect("a receipt").succeeded);
    assert!(world.receipt(&stuck).is_none());
    assert_eq!(world.balance(RECIPIENT), 5);
    // With a low cap it is waited for instead.
    assert_eq!(first.fees.bumped(market, first.fees.max_fee), None);
}

#[tokio::test]
async fn a_dropped_transaction_is_sent_again_as_it_was() {
    let world = World::new();
    let chain = world.chain();
    let payment = world.authorization("wd_1", RECIPIENT, 5).await;
    let sent = world.signed(0, payment.calldata()).await;
    assert_eq!(chain.send_raw(&sent.raw).await.outcome(), &BroadcastResult::Accepted);
    world.anvil.drop_transaction(&sent.hash.to_string());
    world.anvil.mine(1);
    assert!(world.receipt(&sent).is_none());
    assert_eq!(chain.send_raw(&sent.raw).await.outcome(), &BroadcastResult::Accepted);
    world.anvil.mine(1);
    assert!(world.receipt(&sent).expect("a receipt").succeeded);
}

#[tokio::test]
async fn one_node_alone_does_not_set_fees_nonces_or_balances() {
    let world = World::new();
    let proxies = [(); 3].map(|()| Proxy::to(world.anvil.address));
    let chain = world.nodes(&proxies.each_ref().map(Proxy::url), 2);
    let honest: MarketFees = chain.fees().await.expect("fees");
    let owner = world.gas.address();
    let balance = chain.gas_balance(owner).await.expect("a balance");
    for lie in ["0x0", "0xffffffffffff"] {
        proxies[0].judge(move |method, _| match method {
            "eth_maxPriorityFeePerGas" | "eth_getTransactionCount" | "eth_getBalance" => {
                ProxyReply::Result(json!(lie))
            }
            _ => ProxyReply::Honest,
        });
        assert_eq!(chain.fees().await, Ok(honest));
        assert_eq!(chain.gas_nonce(owner, NonceAt::Latest).await, Ok(0));
        assert_eq!(chain.gas_balance(owner).await, Ok(balance));
    }
}

#[tokio::test]
async fn one_node_does_not_set_the_tip_by_a_base_fee_between_the_others() {
    fn with_base_fee(mut block: Value, wei: &str) -> Value {
        block["baseFeePerGas"] = json!(wei);
        block
    }
    let world = World::new();
    let proxies = [(); 3].map(|()| Proxy::to(world.anvil.address));
    let chain = world.nodes(&proxies.each_ref().map(Proxy::url), 2);
    type View = (fn(Value) -> Value, &'static str);
    let views: [View; 3] = [
        (|block| with_base_fee(block, "0x10"), "0x1"),
        (|block| with_base_fee(block, "0x11"), "0xffffffff"),
        (|block| with_base_fee(block, "0x12"), "0x2"),
    ];
    for (proxy, (block, tip)) in proxies.iter().zip(views) {
        proxy.judge(move |method, _| match method {
            "eth_maxPriorityFeePerGas" => ProxyReply::Result(json!(tip)),
            _ => ProxyReply::Changed(block),
        });
    }
    assert_eq!(chain.fees().await, Ok(MarketFees { base_fee: 0x11, tip: 2 }));
}

#[tokio::test]
async fn a_node_that_hangs_is_not_waited_for_when_another_has_the_transaction() {
    let world = World::new();
    let silent = Proxy::to(world.anvil.address);
    silent.judge(|_, _| ProxyReply::SilentAfter);
    let chain = world.nodes(&[silent.url(), world.anvil.url()], 1);
    let sent = world.signed(0, evm::Bytes::new()).await;
    let said = chain.send_raw(&sent.raw).await;
    assert!(matches!(said.outcome(), BroadcastResult::Accepted | BroadcastResult::AlreadyKnown), "{said:?}");
    let BroadcastResult::Unclear { why } = &said.answers[0].1 else { panic!("{said:?}") };
    assert!(why.contains("slower than the other nodes"), "{why}");
}

#[tokio::test]
async fn a_node_that_is_not_waited_for_is_given_the_transaction_all_the_same() {
    let world = World::new();
    let (quick, late) = (Proxy::to(world.anvil.address), Proxy::to(world.anvil.address));
    // One that says yes and does nothing, and one that is slow and does it, if a caller still waits for it.
    quick.judge(|_, _| ProxyReply::Result(json!(evm::B256::ZERO)));
    late.judge(|_, _| ProxyReply::Late);
    let chain = world.nodes(&[quick.url(), late.url()], 1);
    let sent = world.signed(0, evm::Bytes::new()).await;
    let said = chain.send_raw(&sent.raw).await;
    assert_eq!(said.outcome(), &BroadcastResult::Accepted);
    assert!(matches!(said.answers[1].1, BroadcastResult::Unclear { .. }), "{said:?}");
    let is_there = async {
        while world.anvil.call("eth_getTransactionByHash", json!([sent.hash])).is_null() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(DEADLINE, is_there).await.expect("the slow node has it in the end");
}

#[tokio::test]
async fn a_node_that_is_late_is_given_the_transaction_all_the_same() {
    let world = World::new();
    let late = Proxy::to(world.anvil.address);
    late.judge(|_, _| ProxyReply::Late);
    // The other one is not there, and says so at once.
    let chain = world.nodes(&[late.url(), "http://127.0.0.1:1".to_owned()], 1);
    let sent = world.signed(0, evm::Bytes::new()).await;
    let said = chain.send_raw(&sent.raw).await;
    assert_eq!(said.outcome(), &BroadcastResult::Accepted, "{said:?}");
}
