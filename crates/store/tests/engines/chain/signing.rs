//! Keys that are held elsewhere, as by a key management service: they are asked, and may be away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use app::ChainKeys;
use evm::{Address, B256, LocalSigner, Signature, Signer, Signing, SigningTrouble};
use testkit::anvil::GAS_KEY;
use testkit::on_both_engines;
use tokio::sync::{mpsc, oneshot};

use super::world::{USDC, World, keys, nodes, on_chain, settings, treasury};
use crate::fixture::Fixture;

const PAYEE: Address = Address::repeat_byte(0xb0);

/// The secret is in a thread that no other thread can see into.
struct Remote {
    address: Address,
    service: mpsc::UnboundedSender<(B256, oneshot::Sender<Signature>)>,
    is_away: Arc<AtomicBool>,
}

impl Remote {
    fn holding(key: LocalSigner, is_away: &Arc<AtomicBool>) -> Remote {
        let (service, mut questions) = mpsc::unbounded_channel::<(B256, oneshot::Sender<Signature>)>();
        let address = key.address();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
            while let Some((hash, answer)) = questions.blocking_recv() {
                let signature = runtime.block_on(key.sign_hash(hash)).expect("it is here");
                // The caller may have gone.
                let _ = answer.send(signature);
            }
        });
        Remote { address, service, is_away: is_away.clone() }
    }
}

impl Signer for Remote {
    fn address(&self) -> Address {
        self.address
    }

    fn sign_hash(&self, hash: B256) -> Signing<'_> {
        Box::pin(async move {
            if self.is_away.load(Ordering::Relaxed) {
                return Err(SigningTrouble("the service is away".to_owned()));
            }
            let (answer, signature) = oneshot::channel();
            self.service.send((hash, answer)).expect("the thread is there");
            signature.await.map_err(|gone| SigningTrouble(gone.to_string()))
        })
    }
}

fn keys_that_somebody_else_holds_are_asked_and_waited_for(fixture: Fixture) {
    let world = World::new(fixture);
    world.fund(10 * USDC);
    let [funds_away, gas_away] = [(); 2].map(|()| Arc::new(AtomicBool::new(true)));
    let gas = LocalSigner::from_hex(GAS_KEY).expect("a key");
    let remote = ChainKeys {
        funds: Box::new(Remote::holding(treasury(), &funds_away)),
        gas: Box::new(Remote::holding(gas, &gas_away)),
        ..keys()
    };
    let app =
        on_chain(&world.fixture, nodes(&world.usd.address, &[world.anvil.url()], 1), remote, settings());
    let id = world.withdraw(PAYEE, USDC);
    world.wait(app.chain.chain_round());
    world.is(&id, "queued");
    funds_away.store(false, Ordering::Relaxed);
    world.wait(app.chain.chain_round());
    world.is(&id, "processing");
    assert_eq!(world.fixture.number("select count(*) from relay_transactions"), 0, "it could not be sent");
    gas_away.store(false, Ordering::Relaxed);
    world.wait(app.chain.chain_round());
    world.settle();
    world.is(&id, "completed");
    assert_eq!(world.has(PAYEE), USDC);
    world.all_is_well();
}

on_both_engines!(keys_that_somebody_else_holds_are_asked_and_waited_for);
