//! Events of recipients, whichever account, process and time changes what is known of them.

use std::collections::BTreeMap;

use app::NewPayout;
use futures_util::future::join_all;
use rules::account::{Caller, Mode};
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::id::{AccountId, AppId};
use rules::money::Amount;
use rules::scope::Scopes;
use serde_json::Value;

use crate::fixture::{Fixture, add_recipient, caller_of, email, new_user};
use crate::priority::funded_live;

testkit::on_both_engines!(
    nobody_is_told_who_joins,
    a_name_is_told_to_who_has_paid_in_live_mode_and_to_nobody_else,
    a_nickname_is_told_if_it_is_the_accounts_own_and_a_new_one,
);

/// A recipient's events in their order, each with what it shows.
type Told = Vec<(String, Value)>;

/// All recipients by their ids. Each must be numbered from one, and the last must show what GET shows.
fn told(fixture: &Fixture) -> BTreeMap<String, Told> {
    let mut all: BTreeMap<String, Told> = BTreeMap::new();
    let rows = "select e.object_id || ' ' || e.type || ' ' || cast(e.sequence as text) || ' ' || a.id || ' '
                    || a.own_app_id || ' ' || e.data
                from events e join accounts a on a.id = e.account_id
                where e.type like 'recipient.%' order by e.object_id, e.sequence";
    let mut owners = BTreeMap::new();
    for row in fixture.texts(rows) {
        let parts: Vec<&str> = row.splitn(6, ' ').collect();
        let told = all.entry(parts[0].to_owned()).or_default();
        told.push((parts[1].to_owned(), serde_json::from_str(parts[5]).expect("JSON")));
        assert_eq!(parts[2], told.len().to_string(), "{row}");
        owners.insert(parts[0].to_owned(), owner(parts[3], parts[4]));
    }
    let counts = "select id || ' ' || cast(events as text) from recipients order by id";
    let counted: Vec<String> = all.iter().map(|(id, told)| format!("{id} {}", told.len())).collect();
    assert_eq!(fixture.texts(counts), counted);
    for (id, told) in &all {
        let shown =
            fixture.runtime.block_on(fixture.app.payouts.recipient(&owners[id], id)).expect("a recipient");
        let shown: Value = serde_json::from_slice(&shown).expect("JSON");
        assert_eq!(told.last().expect("an event").1, shown, "the last event shows what GET shows");
    }
    all
}

fn owner(account: &str, own_app: &str) -> Caller {
    let (account, app) = (AccountId::parse(account).expect("an id"), AppId::parse(own_app).expect("an id"));
    Caller { account, app, mode: Mode::Test, scopes: Scopes::all(), is_owner: false }
}

fn kinds(told: &Told) -> Vec<&str> {
    told.iter().map(|(kind, _)| kind.strip_prefix("recipient.").expect("of a recipient")).collect()
}

fn paid(address: &str) -> NewPayout {
    let target = PayoutTarget::EmailAddress(email(address));
    let item = NewItem { target, amount: Amount::from_micros(10_000), reference: None };
    NewPayout { items: vec![item], reference: None }
}

const ROUNDS: usize = 60;

fn nobody_is_told_who_joins(fixture: Fixture) {
    let [one, two, three] = [fixture.another_app(), fixture.another_app(), fixture.another_app()];
    let ada = fixture.caller;
    fixture.runtime.block_on(async {
        let bob = new_user(&fixture.app, "bob@example.com").await;
        let bob = caller_of(&fixture.app, &bob, Mode::Test).await;
        for round in 0..ROUNDS {
            let address = format!("person{round}@example.com");
            // One account knows them long before, one at the same time, and one only afterwards.
            add_recipient(&one, &ada, &format!("friend{round}@example.com")).await.expect("a recipient");
            let joining = async {
                three.join_at_once(email(&address)).await.expect("a new user");
                three.join_at_once(email(&format!("friend{round}@example.com"))).await.expect("a new user");
            };
            let paying =
                async { one.payouts.create_payout(&ada, paid(&address), None).await.expect("a payout") };
            let knowing = async { add_recipient(&two, &bob, &address).await.expect("a recipient") };
            futures_util::join!(joining, paying, knowing);
            let late = format!("friend{round}@example.com");
            add_recipient(&two, &bob, &late).await.expect("a recipient");
        }
        join_all([one.stop(), two.stop(), three.stop()]).await;
    });
    let told = told(&fixture);
    assert_eq!(told.len(), 4 * ROUNDS);
    for told in told.values() {
        assert_eq!(kinds(told), ["created"], "{told:#?}");
        assert_eq!(told[0].1["on_platform"], false, "{told:#?}");
    }
}

fn a_name_is_told_to_who_has_paid_in_live_mode_and_to_nobody_else(fixture: Fixture) {
    let live = funded_live(&fixture);
    let (app, ada) = (&fixture.app, fixture.caller);
    fixture.runtime.block_on(async {
        let bob = new_user(app, "bob@example.com").await;
        let bob_test = caller_of(app, &bob, Mode::Test).await;
        let bob_live = caller_of(app, &bob, Mode::Live).await;
        for (knowing, address) in [
            (&ada, "Grace@example.com"),
            (&bob_test, "grace@example.com"),
            (&bob_live, "grace@example.com"),
            (&live, "GRACE@example.com"),
        ] {
            add_recipient(app, knowing, address).await.expect("a recipient");
        }
        let grace = new_user(app, "grace@example.com").await;
        app.rename_at_once(grace.clone(), "Before".to_owned()).await.expect("a new name");
        for payer in [&live, &ada] {
            app.payouts.create_payout(payer, paid("grace@example.com"), None).await.expect("a payout");
        }
        fixture.clock.advance(std::time::Duration::from_secs(11));
        app.payouts.settle_due().await;
        for name in ["Grace Hopper", "Grace Hopper", "Amazing Grace"] {
            app.rename_at_once(grace.clone(), name.to_owned()).await.expect("a new name");
        }
    });
    let told = told(&fixture);
    let (paid, others): (Vec<&Told>, Vec<&Told>) =
        told.values().partition(|told| told[0].1["email"] == "GRACE@example.com");
    let names = |told: &Told| -> Vec<String> {
        told.iter().map(|(_, data)| data["display_name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!((paid.len(), others.len()), (1, 3));
    assert_eq!(kinds(paid[0]), ["created", "joined", "updated", "updated"]);
    assert_eq!(names(paid[0]), ["GRACE", "Before", "Grace Hopper", "Amazing Grace"]);
    for told in others {
        assert_eq!(kinds(told), ["created"]);
        assert!(names(told)[0].eq_ignore_ascii_case("grace"));
    }
}

fn a_nickname_is_told_if_it_is_the_accounts_own_and_a_new_one(fixture: Fixture) {
    let (app, own) = (&fixture.app, fixture.caller);
    let foreign = Caller { app: AppId::new(1, [7; 10]), ..own };
    fixture.runtime.block_on(async {
        let new = |address: &str, nickname: &str| app::NewRecipient {
            email: email(address),
            nickname: Some(nickname.to_owned()),
        };
        app.payouts.create_recipient(&own, new("kim@example.com", "Kim"), None).await.expect("a recipient");
        app.payouts
            .create_recipient(&foreign, new("lou@example.com", "Lou"), None)
            .await
            .expect("a recipient");
        for (caller, address, nickname) in [
            (&own, "kim@example.com", "Kim"),
            (&foreign, "kim@example.com", "K."),
            (&own, "kim@example.com", "Kimberly"),
            (&own, "lou@example.com", ""),
            (&own, "lou@example.com", "L."),
            (&own, "lou@example.com", ""),
        ] {
            app.payouts.create_recipient(caller, new(address, nickname), None).await.expect("a recipient");
        }
        app.join_at_once(email("kim@example.com")).await.expect("a new user");
    });
    let told = told(&fixture);
    let nicknames = |address: &str| -> Vec<(String, Option<&str>)> {
        let told = told.values().find(|told| told[0].1["email"] == address).expect("a recipient");
        told.iter().map(|(kind, data)| (kind.clone(), data["nickname"].as_str())).collect()
    };
    let expected = |told: &[(&str, Option<&'static str>)]| -> Vec<(String, Option<&'static str>)> {
        told.iter().map(|(kind, nickname)| (format!("recipient.{kind}"), *nickname)).collect()
    };
    let kim = [("created", Some("Kim")), ("updated", Some("Kimberly"))];
    assert_eq!(nicknames("kim@example.com"), expected(&kim));
    assert_eq!(
        nicknames("lou@example.com"),
        expected(&[("created", None), ("updated", Some("L.")), ("updated", None)])
    );
}
