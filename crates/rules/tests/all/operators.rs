//! What one operator may move alone: with one action, within 24 hours, and under however many names.

use proptest::prelude::*;
use rules::account::Mode;
use rules::change::Outcome;
use rules::command::ExternalTransferCommand;
use rules::decisions::operator::{Attestation, Statement};
use rules::decisions::rail_notice::ParkMoney;
use rules::external_transfer::Route;
use rules::id::{ActionId, Id, IdKind};
use rules::machine_user::MachineUser;
use rules::money::Amount;
use rules::operator::{OperatorActionKind, OperatorLimit, SingleOperatorLimit};
use rules::pricing::{BasisPoints, Rate, Terms};
use rules::rail::Rail;
use rules::time::{SECONDS_PER_DAY, Timestamp};
use rules::world::World;

const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);
const ALONE: SingleOperatorLimit = SingleOperatorLimit {
    up_to: Amount::from_micros(100_000_000),
    per_day: Amount::from_micros(250_000_000),
};

/// One real is one USDC.
const PAR: Terms = Terms {
    rate: Rate::from_micros(1_000_000),
    fixed: Amount::ZERO,
    percentage: BasisPoints::new(0).unwrap(),
    spread: BasisPoints::new(0).unwrap(),
};

struct Desk {
    world: World,
    ids: u64,
}

impl Desk {
    fn new() -> Desk {
        let mut world = World::default();
        let id = ActionId::new(0, [0; 10]);
        world.load_operator_limit(OperatorLimit { id, replaces: None, alone: ALONE, created_at: NOW });
        Desk { world, ids: 0 }
    }

    fn id<K: IdKind>(&mut self) -> Id<K> {
        self.ids += 1;
        Id::new(self.ids, [7; 10])
    }

    /// Parks money that came under this name; whether it was done, and not only proposed.
    fn park(&mut self, name: &str, units: i64, terms: Terms, by: (&str, u32), at: Timestamp) -> bool {
        let amount = Amount::from_micros(units * 1_000_000);
        let park = ParkMoney {
            id: self.id(),
            name: name.to_owned(),
            mode: Mode::Live,
            route: Route::Bank(Rail::BrlPix),
            reference: String::new(),
            amount,
            terms,
            received_at: at,
        };
        let (operator, uid) = by;
        let attestation = Attestation {
            action: self.id(),
            operator: operator.to_owned(),
            machine_user: MachineUser { uid, login: None, is_in_namespace: false },
            evidence: "seen".to_owned(),
            facts: format!("received {amount}"),
            amount: terms.worth(amount).expect("it is worth something"),
            said_at: at,
        };
        let command = ExternalTransferCommand::Vouch(Statement::Park(park), attestation);
        let change = command.decide(&self.world, at).expect("nothing stands in the way");
        let is_done = matches!(change.outcome, Outcome::RailNotice(_));
        change.rows.into_iter().for_each(|row| self.world.put(row));
        is_done
    }

    /// What one machine user did alone in the 24 hours before this moment.
    fn moved_alone(&self, uid: u32, until: Timestamp) -> i64 {
        let since = until.plus_seconds(-SECONDS_PER_DAY);
        let of_day =
            self.world.actions().filter(|action| action.created_at > since && action.created_at <= until);
        let alone =
            of_day.filter(|action| action.kind == OperatorActionKind::Done && action.machine_user.uid == uid);
        alone.map(|action| action.amount.micros()).sum()
    }
}

proptest! {
    #[test]
    fn nobody_moves_more_alone_than_the_limit_of_a_day(
        payments in prop::collection::vec((1_i64..130, 0_u32..3, 0_usize..3, 0_i64..30_000), 1..60),
    ) {
        let mut desk = Desk::new();
        let mut at = NOW;
        for (number, (units, uid, name, seconds)) in payments.into_iter().enumerate() {
            at = at.plus_seconds(seconds);
            // Names are chosen freely; who a name belongs to does not count for another machine user.
            let operator = format!("{uid} {name}");
            let before = desk.moved_alone(uid, at);
            let is_done = desk.park(&format!("payment {number}"), units, PAR, (&operator, uid), at);
            let fits = units * 1_000_000 <= ALONE.up_to.micros()
                && before + units * 1_000_000 <= ALONE.per_day.micros();
            prop_assert_eq!(is_done, fits, "{} after {}", units, before);
            prop_assert!(desk.moved_alone(uid, at) <= ALONE.per_day.micros());
        }
    }
}

#[test]
fn one_name_is_one_person_on_every_machine() {
    let mut desk = Desk::new();
    for (number, is_done) in [(0, true), (1, true), (2, false)] {
        let name = format!("payment {number}");
        assert_eq!(desk.park(&name, 100, PAR, ("ana", number), NOW), is_done, "{number}");
    }
    assert!(desk.park("payment 3", 100, PAR, ("bob", 9), NOW), "another operator has their own limit");
}

#[test]
fn what_is_confirmed_has_the_price_of_when_it_was_proposed_and_counts_for_nobody_alone() {
    let mut desk = Desk::new();
    let dear = Terms { rate: Rate::from_micros(10_000), ..PAR };
    assert!(!desk.park("x", 200, PAR, ("ana", 1), NOW));
    // The second operator has another price, at which it would be worth a hundred times as much.
    assert!(desk.park("x", 200, dear, ("bob", 2), NOW.plus_seconds(60)));
    let [transfer] = desk.world.new_transfers.as_slice() else { panic!("one transfer") };
    assert_eq!(transfer.amount.micros(), 200_000_000);
    let action = desk.world.actions().last().expect("it is on record");
    assert_eq!((action.kind, action.amount.micros()), (OperatorActionKind::Confirmed, 200_000_000));
    assert!(desk.park("y", 100, PAR, ("bob", 2), NOW.plus_seconds(60)));
}
