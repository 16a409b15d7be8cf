//! How much test money an account creates, with the simulated people made up for its recipients.

use proptest::prelude::*;
use rules::account::{Account, Mode};
use rules::decisions::sandbox::create_money;
use rules::id::{AccountId, Id, IdKind};
use rules::money::Amount;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use rules::world::World;

fn id<K: IdKind>(number: u8) -> Id<K> {
    Id::new(1, [number; 10])
}

fn account(number: u8, sponsor: Option<AccountId>) -> Account {
    Account {
        id: id(number),
        user: id(number),
        mode: Mode::Test,
        own_app: id(number),
        created_at: Timestamp::default(),
        clock_ahead: 0,
        withdraws_automatically: false,
        sponsor,
        recipient_language: None,
        locked_at: None,
    }
}

/// Two accounts, and some people made up for the first.
fn accounts() -> Vec<Account> {
    let people = (2..6).map(|number| account(number, Some(id(0))));
    [account(0, None), account(1, None)].into_iter().chain(people).collect()
}

proptest! {
    /// By whichever path, an account and its people together create no more than one account may, and another account
    /// has a limit of its own.
    #[test]
    fn people_have_no_limit_of_their_own(steps in prop::collection::vec((0_usize..6, 1_i64..400), 1..60)) {
        let (accounts, most) = (accounts(), Amount::from_micros(1_000));
        let mut world = World::default();
        accounts.iter().for_each(|row| world.accounts.load(row.id, *row));
        let mut created = [0, 0];
        for (who, amount) in steps {
            let total = &mut created[usize::from(who == 1)];
            match create_money(&world, &accounts[who], Amount::from_micros(amount), most) {
                Ok(row) => {
                    world.put(row);
                    *total += amount;
                }
                Err(_) => prop_assert!(*total + amount > most.micros(), "there was room"),
            }
            prop_assert!(*total <= most.micros());
        }
        prop_assert_eq!([world.simulated_in(id(0)), world.simulated_in(id(1))], created);
    }
}

#[test]
fn an_account_that_was_not_looked_up_is_charged_nothing() {
    let mut world = World::default();
    let person = account(2, Some(id(0)));
    world.accounts.load(person.id, person);
    let refused = create_money(&world, &person, Amount::from_micros(1), Amount::from_micros(10));
    assert_eq!(refused, Err(Refusal::NotFound(Noun::Account)));
}
