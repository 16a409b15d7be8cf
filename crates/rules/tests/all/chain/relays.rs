//! What relays authorizations: no nonce twice for two of them, no gaps, and more only as nodes take it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::chain::{Authorization, ChainPayment, Hash, RelayTransaction};
use rules::command::ChainCommand;
use rules::decisions::chain::{ChainEvent, NewRelayTransactions};
use rules::refusal::Refusal;

use crate::chain::scene::{Scene, hash, relay_transaction};

fn relay(
    scene: &mut Scene,
    made: i64,
    relay_transactions: Vec<(ChainPayment, RelayTransaction)>,
) -> Result<usize, Refusal> {
    scene.decide(ChainCommand::Relay(NewRelayTransactions { made, relay_transactions }))
}

#[test]
fn an_authorization_has_one_nonce_until_that_was_used_up() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    assert!(relay(&mut scene, 0, vec![relay_transaction(&authorization, 0, 800, 80)]).is_ok());
    assert_eq!(scene.network().next_nonce, 1);
    let second = relay(&mut scene, 0, vec![relay_transaction(&authorization, 1, 900, 90)]);
    assert_eq!(second, Err(Refusal::ChainMoved), "it is relayed");
    assert!(relay(&mut scene, 1, vec![relay_transaction(&authorization, 1, 800, 80)]).is_ok(), "it reverted");
    assert_eq!(scene.network().next_nonce, 2);
}

#[test]
fn a_nonce_of_one_authorization_never_relays_another() {
    let mut scene = Scene::new();
    let (one, other) = (scene.authorized(), scene.authorized());
    assert!(relay(&mut scene, 0, vec![relay_transaction(&one, 0, 800, 80)]).is_ok());
    assert_eq!(relay(&mut scene, 0, vec![relay_transaction(&other, 0, 900, 90)]), Err(Refusal::ChainMoved));
    let both = vec![relay_transaction(&other, 1, 800, 80), relay_transaction(&other, 2, 800, 80)];
    assert_eq!(relay(&mut scene, 0, both), Err(Refusal::ChainMoved), "each once");
    assert_eq!(
        relay(&mut scene, 0, vec![relay_transaction(&other, 2, 800, 80)]),
        Err(Refusal::ChainMoved),
        "a gap"
    );
    assert!(relay(&mut scene, 0, vec![relay_transaction(&other, 1, 800, 80)]).is_ok());
}

#[test]
fn more_is_an_eighth_more_on_both() {
    let rows = [
        ((900, 90), true),
        ((899, 90), false),
        ((900, 89), false),
        ((800, 80), false),
        ((90_000, 80), false),
        ((700, 90), false),
    ];
    for ((max_fee, tip), is_taken) in rows {
        let mut scene = Scene::new();
        let authorization = scene.authorized();
        relay(&mut scene, 0, vec![relay_transaction(&authorization, 0, 800, 80)]).expect("the first");
        let more = relay(&mut scene, 0, vec![relay_transaction(&authorization, 0, max_fee, tip)]);
        assert_eq!(more.is_ok(), is_taken, "{max_fee} {tip}: {more:?}");
    }
}

#[test]
fn who_counts_by_an_older_block_is_only_more_careful() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    relay(&mut scene, 0, vec![relay_transaction(&authorization, 0, 800, 80)]).expect("the first");
    // Nonce 0 was used up by something else, and who has not seen that yet takes it for being under way.
    let again = vec![relay_transaction(&authorization, 1, 800, 80)];
    assert_eq!(relay(&mut scene, 0, again.clone()), Err(Refusal::ChainMoved));
    relay(&mut scene, 1, again).expect("it was used up");
}

#[test]
fn nothing_is_relayed_for_what_has_ended_or_is_unknown() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    let relay_transactions = vec![relay_transaction(&authorization, 0, 800, 80)];
    let unknown = Authorization { nonce: hash(0xee), ..authorization.clone() };
    assert_eq!(relay(&mut scene, 0, vec![relay_transaction(&unknown, 0, 800, 80)]), Err(Refusal::ChainMoved));
    let (_, of_other) = relay_transaction(&authorization, 0, 800, 80);
    let other = scene.authorized();
    assert_eq!(relay(&mut scene, 0, vec![(other.payment, of_other)]), Err(Refusal::ChainMoved), "of another");
    let said = ChainEvent::Kept(scene.booked(&authorization, Some(hash(1))));
    scene.take(1, vec![said]).expect("a block");
    assert_eq!(relay(&mut scene, 0, relay_transactions), Err(Refusal::ChainMoved), "it was kept");
}

/// A wish to relay: which authorization, under which nonce, for how much, and how many were made by then.
type Wish = (usize, i64, i64, i64);

fn wishes() -> impl Strategy<Value = Vec<Vec<Wish>>> {
    let wish = (0..3usize, 0..6i64, 1..40i64, 0..4i64);
    proptest::collection::vec(proptest::collection::vec(wish, 1..4), 1..30)
}

proptest! {
    #[test]
    fn whatever_is_wanted_nonces_have_no_gaps_and_each_relays_one_authorization(wishes in wishes()) {
        let mut scene = Scene::new();
        let authorizations = [scene.authorized(), scene.authorized(), scene.authorized()];
        let mut made = 0;
        for batch in wishes {
            // Transactions are made in order, and only what was relayed is.
            made = (made + batch[0].3 / 3).min(scene.network().next_nonce);
            let relay_transactions: Vec<(ChainPayment, RelayTransaction)> = batch
                .iter()
                .map(|(of, nonce, fee, _)| relay_transaction(&authorizations[*of], *nonce, 8 * fee, 8 * fee))
                .collect();
            let before: Vec<Hash> = scene.world.relay_transactions.rows().map(|known| known.hash).collect();
            let next = scene.network().next_nonce;
            match relay(&mut scene, made, relay_transactions) {
                Err(_) => {
                    prop_assert_eq!(scene.world.relay_transactions.rows().count(), before.len(), "all or none");
                    prop_assert_eq!(scene.network().next_nonce, next);
                }
                Ok(_) => {
                    let mut of_nonce: BTreeMap<i64, Hash> = BTreeMap::new();
                    let mut ahead: BTreeMap<Hash, i64> = BTreeMap::new();
                    for known in scene.world.relay_transactions.rows() {
                        let one = of_nonce.insert(known.nonce, known.authorization);
                        prop_assert!(one.is_none_or(|one| one == known.authorization), "two authorizations");
                        if known.nonce >= made {
                            let one = ahead.insert(known.authorization, known.nonce);
                            prop_assert!(one.is_none_or(|one| one == known.nonce), "two nonces at once");
                        }
                    }
                    let nonces: Vec<i64> = of_nonce.into_keys().collect();
                    prop_assert_eq!(nonces, (0..scene.network().next_nonce).collect::<Vec<_>>(), "a gap");
                }
            }
        }
    }
}
