//! How nodes are called: within limits, nowhere else, and without disclosing keys.

use evm::{BroadcastResult, Chain, ChainError, ContractCall, Nodes, NonceAt, RpcUrl, Signer};
use serde_json::{Value, json};
use testkit::node_proxy::{Proxy, ProxyReply};

use crate::world::{DEADLINE, World};

#[tokio::test]
async fn answers_that_are_none_are_trouble() {
    let world = World::new();
    let proxy = Proxy::to(world.anvil.address);
    let chain = world.nodes(&[proxy.url()], 1);
    let elsewhere = world.anvil.url();
    let rows: [(ProxyReply, &str); 7] = [
        (ProxyReply::Status(500), "status 500"),
        (ProxyReply::Status(401), "status 401"),
        (ProxyReply::Status(200), "invalid response"),
        (ProxyReply::BreakOff, "cut off"),
        (ProxyReply::Endless, "length limit exceeded"),
        (ProxyReply::SilentAfter, "no response to eth_getBlockByNumber in 3000 ms"),
        (ProxyReply::Redirect(elsewhere), "status 307"),
    ];
    for (reply, words) in rows {
        proxy.judge(move |_, _| reply.clone());
        let trouble = chain.finalized(None).await.expect_err(words).to_string();
        assert!(trouble.contains(words), "{trouble:?} should say {words:?}");
    }
}

/// One failure for each question that can be asked.
async fn failures(chain: &Nodes, world: &World) -> Vec<(&'static str, bool)> {
    let (owner, hash) = (world.gas.address(), evm::B256::ZERO);
    let call = ContractCall { from: owner, to: world.token(), data: evm::Bytes::new() };
    let sent = chain.send_raw(&evm::Bytes::new()).await;
    vec![
        ("verify", chain.verify().await.is_err()),
        ("token_identity", chain.token_identity().await.is_err()),
        ("finalized", chain.finalized(None).await.is_err()),
        ("scan", chain.scan(0..=1).await.is_err()),
        ("token_balances", chain.token_balances(&[owner], hash).await.is_err()),
        ("authorization_state", chain.authorization_state(owner, hash, hash).await.is_err()),
        ("gas_balance", chain.gas_balance(owner).await.is_err()),
        ("gas_nonce", chain.gas_nonce(owner, NonceAt::Latest).await.is_err()),
        ("fees", chain.fees().await.is_err()),
        ("send_raw", matches!(sent.outcome(), BroadcastResult::Unclear { .. })),
        ("simulate", chain.simulate(&call).await.is_err()),
    ]
}

#[tokio::test]
async fn no_question_takes_trouble_for_an_answer() {
    let world = World::new();
    let proxy = Proxy::to(world.anvil.address);
    let one = world.nodes(&[proxy.url()], 1);
    let both = world.nodes(&[proxy.url(), world.anvil.url()], 2);
    let broken = [
        ProxyReply::Status(503),
        ProxyReply::BreakOff,
        ProxyReply::Error(-32603, "busy"),
        ProxyReply::Result(json!({"a": 1})),
    ];
    for reply in broken {
        proxy.judge(move |_, _| reply.clone());
        for (question, has_failed) in failures(&one, &world).await {
            assert!(has_failed, "{question}");
        }
        // One good answer is not enough where two must agree. Advice and what is sent need only one.
        for (question, has_failed) in failures(&both, &world).await {
            assert!(has_failed || matches!(question, "simulate" | "send_raw"), "{question}");
        }
    }
}

#[tokio::test]
async fn keys_in_addresses_are_told_to_nobody() {
    let world = World::new();
    let proxy = Proxy::to(world.anvil.address);
    let mut url = proxy.url();
    url = url.replace("http://", "http://us3rname:passw0rd@") + "/v3/s3cr3tpath?key=s3cr3tquery";
    let nodes = world.nodes(&[url], 1);
    proxy.judge(|_, _| {
        ProxyReply::Error(-32000, "no project s3cr3tpath for s3cr3tquery, us3rname and passw0rd")
    });
    let refused = nodes.finalized(None).await.expect_err("an error");
    proxy.judge(|_, _| ProxyReply::Result(json!("s3cr3tpath")));
    let garbled = nodes.finalized(None).await.expect_err("nonsense");
    proxy.judge(|_, _| ProxyReply::Status(500));
    let broken = nodes.finalized(None).await.expect_err("an error");
    let unfit = nodes.verify().await.expect_err("no server is there");
    let closed = RpcUrl::parse("http://127.0.0.1:1/s3cr3tpath").expect("an address");
    let network = evm::EvmNetwork { rpc: vec![closed], ..nodes.network().clone() };
    let unreachable = Nodes::new(network, DEADLINE).expect("a network");
    let unreachable = unreachable.finalized(None).await.expect_err("no server");
    let shown = format!(
        "{refused} {refused:?} {garbled} {garbled:?} {broken} {broken:?} {unfit} {unfit:?} {unreachable} \
         {unreachable:?} {:?}",
        nodes.network()
    );
    for secret in ["s3cr3t", "us3rname", "passw0rd"] {
        assert!(!shown.contains(secret), "{secret} is in {shown}");
    }
    assert!(shown.contains("127.0.0.1"));
}

#[tokio::test]
async fn a_null_is_understood_as_what_it_means() {
    let world = World::new();
    let proxy = Proxy::to(world.anvil.address);
    let chain = world.nodes(&[proxy.url()], 1);
    proxy.judge(|_, _| ProxyReply::Result(Value::Null));
    // That there is no such block is a thing to say of a number, and not of what is final.
    assert!(matches!(chain.scan(1..=1).await, Err(ChainError::Behind { block: 1, .. })));
    assert!(matches!(chain.finalized(None).await, Err(ChainError::Garbled { .. })));
}

#[tokio::test]
async fn a_node_that_hangs_does_not_make_the_others_as_slow() {
    let world = World::new();
    let silent = Proxy::to(world.anvil.address);
    silent.judge(|_, _| ProxyReply::SilentAfter);
    let chain = world.nodes(&[world.anvil.url(), silent.url()], 1);
    // Five deadlines would be longer than this test may take; five short waits are not.
    let five = async {
        for _ in 0..5 {
            chain.gas_balance(world.gas.address()).await.expect("one is enough");
        }
    };
    tokio::time::timeout(DEADLINE * 4, five).await.expect("it goes on without the silent one");
}
