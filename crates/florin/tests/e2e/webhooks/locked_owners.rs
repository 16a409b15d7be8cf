//! Events of a locked user's account are delivered after the user is unlocked.

use super::{add, all_is_sent, arrived};
use crate::people::join;
use crate::support::pages::demo;
use crate::support::{Engine, Receiver, Server, pay_and_settle};

testkit::on_both_engines!(deliveries_wait_until_the_owner_is_unlocked);

const OTHER: &str = "other@example.com";

fn deliveries_wait_until_the_owner_is_unlocked(engine: Engine) {
    let server = Server::start(engine);
    let other = join(&server, OTHER, "Other");
    let others_key = server.new_key(OTHER, "test", "all");
    let (held, told) = (Receiver::start(), Receiver::start());
    for (owner, receiver) in [(&demo(&server), &held), (&other, &told)] {
        add(owner, &receiver.url(), &["payout.created"]);
    }
    for client in [server.sandbox(), server.sandbox().with_key(&others_key)] {
        pay_and_settle(&client, &[("ann@example.com", "1.00")]);
    }
    all_is_sent(&server);
    assert_eq!((held.received().len(), told.received().len()), (1, 1));

    let owner = server.info("email").to_owned();
    server.florin_json(&["user", "lock", "--email", &owner, "--reason", "fraud"]);
    server.execute(
        "update deliveries set status = 'waiting', next_at = 1 where event_id in (
             select id from events where type = 'payout.created')",
    );
    arrived(&told, 2);
    assert_eq!(held.received().len(), 1, "nothing is sent for a locked user");

    server.florin_json(&["user", "unlock", "--email", &owner, "--reason", "cleared"]);
    arrived(&held, 2);
    all_is_sent(&server);
}
