//! The places that webhooks under way hold, whatever is taken and given back in whatever order.

use proptest::prelude::*;
use rules::account::Mode;
use rules::delivery::{ConnectionSlots, Holder, MIN_SLOTS, Sender, Share};

use crate::webhooks::support::id;

fn holder(mode: Mode, sponsor: u8, site: u8) -> Holder {
    Holder { sender: Sender { mode, sponsor: id(sponsor) }, site: format!("site{site}.example") }
}

fn any_holder(modes: &'static [Mode]) -> impl Strategy<Value = Holder> {
    (prop::sample::select(modes), 0..40_u8, 0..40_u8)
        .prop_map(|(mode, sponsor, site)| holder(mode, sponsor, site))
}

proptest! {
    #[test]
    fn no_share_is_ever_overfull_and_everything_is_given_back(
        most in 0..600_usize,
        steps in prop::collection::vec((any_holder(&[Mode::Live, Mode::Test]), any::<Option<u8>>()), 0..300),
    ) {
        let mut places = ConnectionSlots::new(most);
        let mut held: Vec<Holder> = Vec::new();
        for (holder, gives_back) in steps {
            if let Some(index) = gives_back.map(usize::from).filter(|index| *index < held.len()) {
                places.give_back(&held.swap_remove(index));
            }
            let before: Vec<usize> = holder.shares().iter().map(|share| places.taken(share)).collect();
            match places.take(&holder) {
                Ok(()) => held.push(holder.clone()),
                Err(full) => {
                    prop_assert!(places.taken(&full) >= places.most(&full));
                    let after: Vec<usize> =
                        holder.shares().iter().map(|share| places.taken(share)).collect();
                    prop_assert_eq!(before, after, "a refusal takes nothing");
                }
            }
            for share in holder.shares() {
                let counted = held.iter().filter(|held| held.shares().contains(&share)).count();
                prop_assert_eq!(places.taken(&share), counted);
                let shrinks = matches!(share, Share::SponsorAtSite(..));
                prop_assert!(shrinks || counted <= places.most(&share), "{:?}", share);
            }
        }
        held.iter().for_each(|holder| places.give_back(holder));
        prop_assert!(places.is_empty());
    }

    #[test]
    fn whatever_test_webhooks_hold_live_ones_have_at_least_half(
        most in MIN_SLOTS..600,
        test in prop::collection::vec(any_holder(&[Mode::Test]), 0..600),
    ) {
        let mut places = ConnectionSlots::new(most);
        test.iter().for_each(|holder| drop(places.take(holder)));
        let live: usize =
            (0..200_u8).filter(|sponsor| places.take(&holder(Mode::Live, *sponsor, *sponsor)).is_ok()).count();
        prop_assert!(live >= (most / 2).min(200), "{} of {}", live, most);
    }

    #[test]
    fn one_sponsor_leaves_places_to_every_other(
        most in MIN_SLOTS..600,
        mode in prop::sample::select(&[Mode::Live, Mode::Test]),
        sites in prop::collection::vec(0..40_u8, 0..200),
    ) {
        let mut places = ConnectionSlots::new(most);
        let held = sites.iter().filter(|site| places.take(&holder(mode, 1, **site)).is_ok()).count();
        prop_assert!(held <= most / 16);
        prop_assert_eq!(places.take(&holder(mode, 2, 99)), Ok(()));
    }
}

#[test]
fn accounts_with_slow_receivers_at_a_hosting_platform_leave_places_to_its_other_customers() {
    let mut places = ConnectionSlots::new(2_048);
    let taken: Vec<usize> = (0..10)
        .map(|sponsor| {
            let attacker = holder(Mode::Live, sponsor, 1);
            std::iter::from_fn(|| places.take(&attacker).ok()).count()
        })
        .collect();
    assert_eq!(taken, [64, 48, 36, 27, 21, 15, 12, 9, 6, 5]);
    let customer = holder(Mode::Live, 99, 1);
    assert_eq!(std::iter::from_fn(|| places.take(&customer).ok()).count(), 4);
}

#[test]
fn a_refusal_names_the_narrowest_share_that_is_full() {
    let mut places = ConnectionSlots::new(64);
    let own = holder(Mode::Test, 1, 1);
    assert_eq!(
        (places.take(&own), places.take(&own)),
        (Ok(()), Err(Share::SponsorAtSite(own.sender, own.site.clone())))
    );
    assert_eq!(places.take(&holder(Mode::Test, 1, 2)), Ok(()));
    assert_eq!(places.take(&own), Err(Share::Sponsor(own.sender)));
    for sponsor in [2, 3, 4] {
        places.take(&holder(Mode::Test, sponsor, 1)).expect("another sponsor");
    }
    let site = Share::Site(Mode::Test, own.site);
    assert_eq!(places.take(&holder(Mode::Test, 5, 1)), Err(site));
    assert_eq!(places.take(&holder(Mode::Live, 5, 1)), Ok(()), "live webhooks to the site have their own");
}
