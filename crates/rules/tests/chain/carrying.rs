//! What carries promises: no nonce twice for two of them, no gaps, and more only as nodes take it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::chain::{Authorization, Carrier, Carry, Hash, Payment, Said};
use rules::command::ChainCommand;
use rules::refusal::Refusal;

use crate::scene::{Scene, carrier, hash};

fn carry(scene: &mut Scene, made: i64, carriers: Vec<(Payment, Carrier)>) -> Result<usize, Refusal> {
    scene.decide(ChainCommand::Carry(Carry { made, carriers }))
}

#[test]
fn a_promise_has_one_nonce_until_that_was_used_up() {
    let mut scene = Scene::new();
    let promise = scene.promised();
    assert!(carry(&mut scene, 0, vec![carrier(&promise, 0, 800, 80)]).is_ok());
    assert_eq!(scene.network().next_nonce, 1);
    let second = carry(&mut scene, 0, vec![carrier(&promise, 1, 900, 90)]);
    assert_eq!(second, Err(Refusal::ChainMoved), "it is carried");
    assert!(carry(&mut scene, 1, vec![carrier(&promise, 1, 800, 80)]).is_ok(), "it reverted");
    assert_eq!(scene.network().next_nonce, 2);
}

#[test]
fn a_nonce_of_one_promise_never_carries_another() {
    let mut scene = Scene::new();
    let (one, other) = (scene.promised(), scene.promised());
    assert!(carry(&mut scene, 0, vec![carrier(&one, 0, 800, 80)]).is_ok());
    assert_eq!(carry(&mut scene, 0, vec![carrier(&other, 0, 900, 90)]), Err(Refusal::ChainMoved));
    let both = vec![carrier(&other, 1, 800, 80), carrier(&other, 2, 800, 80)];
    assert_eq!(carry(&mut scene, 0, both), Err(Refusal::ChainMoved), "each once");
    assert_eq!(carry(&mut scene, 0, vec![carrier(&other, 2, 800, 80)]), Err(Refusal::ChainMoved), "a gap");
    assert!(carry(&mut scene, 0, vec![carrier(&other, 1, 800, 80)]).is_ok());
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
        let promise = scene.promised();
        carry(&mut scene, 0, vec![carrier(&promise, 0, 800, 80)]).expect("the first");
        let more = carry(&mut scene, 0, vec![carrier(&promise, 0, max_fee, tip)]);
        assert_eq!(more.is_ok(), is_taken, "{max_fee} {tip}: {more:?}");
    }
}

#[test]
fn who_counts_by_an_older_block_is_only_more_careful() {
    let mut scene = Scene::new();
    let promise = scene.promised();
    carry(&mut scene, 0, vec![carrier(&promise, 0, 800, 80)]).expect("the first");
    // Nonce 0 was used up by something else, and who has not seen that yet takes it for being under way.
    let again = vec![carrier(&promise, 1, 800, 80)];
    assert_eq!(carry(&mut scene, 0, again.clone()), Err(Refusal::ChainMoved));
    carry(&mut scene, 1, again).expect("it was used up");
}

#[test]
fn nothing_is_carried_for_what_has_ended_or_is_unknown() {
    let mut scene = Scene::new();
    let promise = scene.promised();
    let carriers = vec![carrier(&promise, 0, 800, 80)];
    let unknown = Authorization { nonce: hash(0xee), ..promise.clone() };
    assert_eq!(carry(&mut scene, 0, vec![carrier(&unknown, 0, 800, 80)]), Err(Refusal::ChainMoved));
    let (_, of_other) = carrier(&promise, 0, 800, 80);
    let other = scene.promised();
    assert_eq!(carry(&mut scene, 0, vec![(other.payment, of_other)]), Err(Refusal::ChainMoved), "of another");
    let said = Said::Kept(scene.booked(&promise, Some(hash(1))));
    scene.take(1, vec![said]).expect("a block");
    assert_eq!(carry(&mut scene, 0, carriers), Err(Refusal::ChainMoved), "it was kept");
}

/// A wish to carry: which promise, under which nonce, for how much, and how many were made by then.
type Wish = (usize, i64, i64, i64);

fn wishes() -> impl Strategy<Value = Vec<Vec<Wish>>> {
    let wish = (0..3usize, 0..6i64, 1..40i64, 0..4i64);
    proptest::collection::vec(proptest::collection::vec(wish, 1..4), 1..30)
}

proptest! {
    #[test]
    fn whatever_is_wanted_nonces_have_no_gaps_and_each_carries_one_promise(wishes in wishes()) {
        let mut scene = Scene::new();
        let promises = [scene.promised(), scene.promised(), scene.promised()];
        let mut made = 0;
        for batch in wishes {
            // Transactions are made in order, and only what was carried is.
            made = (made + batch[0].3 / 3).min(scene.network().next_nonce);
            let carriers: Vec<(Payment, Carrier)> = batch
                .iter()
                .map(|(promise, nonce, fee, _)| carrier(&promises[*promise], *nonce, 8 * fee, 8 * fee))
                .collect();
            let before: Vec<Hash> = scene.world.carriers.rows().map(|known| known.hash).collect();
            let next = scene.network().next_nonce;
            match carry(&mut scene, made, carriers) {
                Err(_) => {
                    prop_assert_eq!(scene.world.carriers.rows().count(), before.len(), "all or none");
                    prop_assert_eq!(scene.network().next_nonce, next);
                }
                Ok(_) => {
                    let mut of_nonce: BTreeMap<i64, Hash> = BTreeMap::new();
                    let mut ahead: BTreeMap<Hash, i64> = BTreeMap::new();
                    for known in scene.world.carriers.rows() {
                        let one = of_nonce.insert(known.nonce, known.authorization);
                        prop_assert!(one.is_none_or(|one| one == known.authorization), "two promises");
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
