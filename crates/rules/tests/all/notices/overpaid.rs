//! A deposit for which more came than was announced.

use rules::account::Mode;
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::rail_notice::RailOutcome;

use crate::notices::{ROUTE, Scene, sequences, terms};

/// Four times as much came as was announced: every order brings the same money, but for the rounding of two parts.
#[test]
fn whatever_a_bank_says_of_an_overpaid_deposit_brings_the_same_money() {
    let [announced, came, limit] = [250_000_000, 1_000_000_000, 100_000_000].map(Amount::from_micros);
    let whole = terms().worth(came).expect("it can be counted").micros();
    let of = [RailOutcome::Received(came), RailOutcome::Failed, RailOutcome::Expired];
    for (most, said) in
        sequences(&of).into_iter().flat_map(|said| [(None, said.clone()), (Some(limit), said)])
    {
        let mut scene = Scene::new(terms());
        scene.most = most;
        scene.deposit(announced).expect("a deposit");
        said.iter().for_each(|outcome| _ = scene.say(outcome));
        scene.settle();
        let ledger = scene.ledger();
        let is = |id: LedgerAccountId, expected: i64, off: i64| {
            let expected = if said.contains(&of[0]) { expected } else { 0 };
            (ledger.get(&id).copied().unwrap_or(0) - expected).abs() <= off
        };
        assert!(is(ROUTE.world(Mode::Test), -whole, 2), "{said:?}: {ledger:?}");
        let excess = most.map_or(0, |most| whole - most.micros());
        assert!(is(LedgerAccountId::Suspense(Mode::Test), excess, 10_000), "{said:?}: {ledger:?}");
    }
}
