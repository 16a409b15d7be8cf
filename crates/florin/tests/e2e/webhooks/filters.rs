//! Who is told: those who asked, of the account that it happened to, and no other.

use std::collections::BTreeSet;

use super::{add, added, all_is_sent, happened, try_add};
use crate::support::pages::demo;
use crate::support::{Browser, Engine, Receiver, Server, canary, eventually, pay_and_settle};

const PEOPLE: [(&str, &str); 2] = [("ann@example.com", "1.00"), ("bob+fail@example.com", "2.00")];

fn kinds(receiver: &Receiver) -> BTreeSet<String> {
    receiver.kinds().into_iter().collect()
}

fn set(kinds: &[&str]) -> BTreeSet<String> {
    kinds.iter().map(|kind| (*kind).to_owned()).collect()
}

fn only_what_was_asked_for_is_sent(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let [one, group, mixed, all] = [(); 4].map(|()| Receiver::start());
    add(&browser, &one.url(), &["payout.created"]);
    for (receiver, ticks) in [
        (&group, &[("group", "payout_item")][..]),
        (&mixed, &[("type", "recipient.created"), ("group", "payout_item")][..]),
    ] {
        let place = added(&try_add(&browser, "test", &receiver.url(), ticks));
        eventually("it is verified", || {
            (!browser.get(&place).body.contains("Pending verification")).then_some(())
        });
    }
    add(&browser, &all.url(), &[]);
    let before = happened(&server).len();
    pay_and_settle(&server.sandbox(), &PEOPLE);
    all_is_sent(&server);

    assert_eq!(all.received().len(), happened(&server).len() - before);
    assert_eq!(one.kinds(), ["payout.created"]);
    assert_eq!(kinds(&group), set(&["payout_item.failed", "payout_item.pending_claim"]));
    assert_eq!(kinds(&mixed), set(&["payout_item.failed", "payout_item.pending_claim", "recipient.created"]));
    assert_eq!((group.received().len(), mixed.received().len()), (2, 4));
}

fn no_endpoint_gets_events_of_another_account_or_mode(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let made = server.florin_json(&["user", "create", "--email", "eve@example.com", "--name", "Eve"]);
    let password = made["password"].as_str().expect("a password");
    canary(password);
    let eve = Browser::signed_in(server.origin(), "eve@example.com", password);
    server.acquaint(&server.sandbox(), "eve@example.com");
    let [own, live, hers, hers_live] = [(); 4].map(|()| Receiver::start());
    add(&browser, &own.url(), &[]);
    add(&eve, &hers.url(), &[]);
    for (person, receiver) in [(&browser, &live), (&eve, &hers_live)] {
        let url = format!("https://{}/hooks", receiver.address());
        assert_eq!(try_add(person, "live", &url, &[]).status, 303);
    }
    // Eve is paid: that is an event of hers, too.
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00"), ("eve@example.com", "2.00")]);
    all_is_sent(&server);

    assert!(own.received().len() >= 4, "{:?}", own.kinds());
    assert!(live.received().is_empty() && hers_live.received().is_empty(), "nothing happened in live mode");
    assert_eq!(hers.kinds(), ["inbound_transfer.completed"]);
    let own_ids: BTreeSet<String> = own.received().iter().map(|request| request.id().to_owned()).collect();
    assert!(own_ids.iter().all(|id| happened(&server).contains_key(id)));
    assert!(!own_ids.contains(hers.received()[0].id()));
}

/// The database itself keeps events with their account, whatever a program asks for.
fn the_database_delivers_to_the_own_account_only(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    server.new_user("eve@example.com");
    let place = add(&browser, &receiver.url(), &[]);
    let endpoint = place.rsplit('/').next().expect("an id");
    let smuggled = format!(
        "insert into deliveries (endpoint_id, event_id, account_id, next_at)
         select p.id, e.id, {{account}}, 0 from endpoints p, events e
         where p.id = '{endpoint}' and e.type <> 'webhook.test' and e.account_id <> p.account_id"
    );
    for account in ["p.account_id", "e.account_id"] {
        let refused = server.try_execute(&smuggled.replace("{account}", account));
        assert!(refused.is_err(), "{account}");
    }
    let own = smuggled.replace("{account}", "p.account_id").replace("<> p.account_id", "= p.account_id");
    server.execute(&own);
    all_is_sent(&server);
    assert_eq!(receiver.kinds(), ["inbound_transfer.completed"], "what is one's own would be sent");
}

fn no_key_and_no_app_has_a_way_to_webhooks(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let place = add(&browser, &Receiver::start().url(), &[]);
    let document = server.anyone().get("/openapi.json").json();
    let paths: Vec<&String> = document["paths"].as_object().expect("paths").keys().collect();
    assert!(paths.len() > 20, "{paths:?}");
    for word in ["webhook", "endpoint", "listen", "deliver", "event"] {
        assert!(!paths.iter().any(|path| path.contains(word)), "{word}: {paths:?}");
    }
    let sandbox = server.sandbox();
    for noun in ["webhooks", "webhook_endpoints", "endpoints", "events", "deliveries"] {
        assert_eq!(sandbox.get(&format!("/{noun}")).status, 404, "{noun}");
        assert_eq!(sandbox.post(&format!("/{noun}"), &serde_json::json!({})).status, 404, "{noun}");
    }
    let key = server.anyone().with_key(server.info("test_key"));
    for page in [place.clone(), format!("{place}/deliveries"), "/dashboard/test/webhooks/new".to_owned()] {
        let reply = key.get(&page);
        assert_eq!(reply.status, 303, "{page}");
        assert!(reply.header("location").is_some_and(|place| place.contains("sign-in")), "{reply:?}");
    }
}

testkit::on_both_engines!(the_database_delivers_to_the_own_account_only);

testkit::on_sqlite_daily!(
    only_what_was_asked_for_is_sent,
    no_endpoint_gets_events_of_another_account_or_mode,
    no_key_and_no_app_has_a_way_to_webhooks,
);
