//! What a payment would do, as several nodes foretell it.

use evm::{Chain, ContractCall, DryRun, Signer};
use testkit::node_proxy::{Proxy, ProxyReply};

use crate::world::{DEADLINE, RECIPIENT, World};

async fn call(world: &World) -> ContractCall {
    let payment = world.authorization("wd_1", RECIPIENT, 5).await;
    ContractCall { from: world.gas.address(), to: world.token(), data: payment.calldata() }
}

/// A node that answers so to whatever call it is asked about.
fn saying(world: &World, reply: ProxyReply) -> Proxy {
    let proxy = Proxy::to(world.anvil.address);
    proxy.judge(move |_, _| reply.clone());
    proxy
}

#[tokio::test]
async fn a_call_is_dry_run_by_whoever_can_be_asked() {
    let world = World::new();
    let call = call(&world).await;
    let broken = saying(&world, ProxyReply::Status(503));
    let chain = world.nodes(&[broken.url(), world.anvil.url()], 1);
    assert!(matches!(chain.simulate(&call).await, Ok(DryRun::Succeeds { .. })));
    let alone = world.nodes(&[broken.url()], 1);
    assert!(alone.simulate(&call).await.is_err(), "trouble is not a revert");
}

#[tokio::test]
async fn one_node_that_is_wrong_does_not_hold_back_a_payment() {
    let world = World::new();
    let call = call(&world).await;
    let liar = saying(&world, ProxyReply::Error(3, "execution reverted: ERC20: balance"));
    let other = Proxy::to(world.anvil.address);
    let [liar, ours, second] = [liar.url(), world.anvil.url(), other.url()];
    let said = world.nodes(&[liar.clone(), ours.clone(), second.clone()], 2).simulate(&call).await;
    assert!(matches!(said, Ok(DryRun::Succeeds { .. })), "{said:?}");
    let two = world.nodes(&[liar.clone(), ours.clone()], 2).simulate(&call).await;
    assert!(two.is_err(), "neither is believed alone: {two:?}");
    // What most of them foretell is believed, in the words of the first.
    world.usd.pause(&world.anvil);
    let yes_man = saying(&world, ProxyReply::Result(serde_json::json!("0x5")));
    let said = world.nodes(&[yes_man.url(), ours, second], 2).simulate(&call).await;
    assert_eq!(said, Ok(DryRun::Reverts { reason: "Pausable: paused".to_owned() }));
    // A revert that one alone foretells, while the other cannot be asked, is not known.
    let alone = world.nodes(&[liar, "http://127.0.0.1:1".to_owned()], 2).simulate(&call).await;
    assert!(alone.is_err(), "{alone:?}");
}

#[tokio::test]
async fn reverts_are_understood_in_the_words_of_other_nodes() {
    let world = World::new();
    let call = call(&world).await;
    let proxy = Proxy::to(world.anvil.address);
    let chain = world.nodes(&[proxy.url()], 1);
    for (code, words) in [(-32000, "execution reverted"), (-32015, "VM execution error."), (3, "no")] {
        proxy.judge(move |_, _| ProxyReply::Error(code, words));
        assert_eq!(chain.simulate(&call).await, Ok(DryRun::Reverts { reason: words.to_owned() }));
    }
    for (code, words) in [(-32000, "header not found"), (-32005, "limit exceeded")] {
        proxy.judge(move |_, _| ProxyReply::Error(code, words));
        assert!(chain.simulate(&call).await.is_err(), "{words}");
    }
}

#[tokio::test]
async fn a_node_that_hangs_does_not_make_foretelling_as_slow() {
    let world = World::new();
    let call = call(&world).await;
    let silent = saying(&world, ProxyReply::SilentAfter);
    let chain = world.nodes(&[silent.url(), world.anvil.url()], 1);
    // Five deadlines would be longer than this test may take; five short waits are not.
    let five = async {
        for _ in 0..5 {
            assert!(matches!(chain.simulate(&call).await, Ok(DryRun::Succeeds { .. })));
        }
    };
    tokio::time::timeout(DEADLINE * 4, five).await.expect("it goes on without the silent one");
}
