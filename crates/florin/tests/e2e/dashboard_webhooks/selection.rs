//! Several deliveries that are sent again at once, and the log in another order.

use super::{add, add_quiet, next, rows, test_event};
use crate::support::pages::{demo, id, led, open, says, stranger};
use crate::support::{Engine, Server, with};

testkit::on_both_engines!(a_log_is_read_from_either_end_and_backwards);
testkit::on_sqlite_daily!(selected_deliveries_are_sent_again);

fn a_log_is_read_from_either_end_and_backwards(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let made: Vec<String> = (0..28).map(|_| test_event(&owner, &place)).collect();
    let log = format!("{place}/deliveries");
    for (number, status) in [(0, "failed"), (27, "failed"), (3, "skipped")] {
        let event = id(&made[number]);
        server.execute(&format!("update deliveries set status = '{status}' where event_id = '{event}'"));
    }
    let first = open(&owner, &format!("{log}?order=oldest"));
    assert_eq!(rows(&first), made[..25]);
    let second = open(&owner, &next(&first).expect("a second page"));
    assert_eq!((rows(&second), next(&second)), (made[25..].to_vec(), None));
    for order in ["newest", "oldest"] {
        let first = open(&owner, &format!("{log}?order={order}"));
        let second = open(&owner, &next(&first).expect("a second page"));
        let back =
            second.body.split(" rel=\"prev\"").next().and_then(|before| before.rsplit("href=\"").next());
        let back =
            back.expect("a way back").trim_end_matches('"').replace("&amp;", "&").replace("&#38;", "&");
        assert_eq!(rows(&open(&owner, &back)), rows(&first), "{order}");
    }
    let failed = [made[0].clone(), made[27].clone()];
    assert_eq!(rows(&open(&owner, &format!("{log}?status=failed&order=oldest"))), failed);
    assert_eq!(rows(&open(&owner, &format!("{log}?status=skipped&order=oldest"))), [made[3].clone()]);
    says(&open(&owner, &format!("{log}?order=oldest")), &format!("{log}?order=oldest&status=failed\""));
    let left = owner.get(&log);
    assert_eq!(left.header("location"), Some(format!("{log}?order=oldest").as_str()), "as it was left");
}

fn selected_deliveries_are_sent_again(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let (place, second) = (add_quiet(&server, &owner), add(&owner, "https://other.example.com/"));
    let made: Vec<String> = (0..3).map(|_| test_event(&owner, &place)).collect();
    let foreign = test_event(&owner, &second);
    server.execute("update deliveries set status = 'failed'");
    let log = format!("{place}/deliveries");
    let resend = format!("{log}/selected/resend");
    let asked = format!("{resend}?id={}&id={}", id(&made[0]), id(&made[2]));
    says(&open(&owner, &asked), "Resend 2 events");
    assert_eq!(rows(&open(&owner, &format!("{log}?status=failed"))).len(), 3, "it only asks");
    let form = owner.form(&asked, &resend);
    for path in [&asked, &asked.replace("/test/", "/live/")] {
        assert_eq!(other.get(path).status, 404, "{path}");
    }
    assert_eq!(owner.get(&format!("{resend}?id={}&id={}", id(&made[0]), id(&foreign))).status, 404);
    assert_eq!(owner.post(&resend, &with(&form, &[("id", id(&foreign))])).status, 404);
    assert_eq!(owner.post(&resend, &with(&form, &[("csrf", "none")])).status, 403);
    assert_eq!(rows(&open(&owner, &format!("{log}?status=failed"))).len(), 3);
    assert_eq!(led(&owner.post(&resend, &form)), log);
    says(&owner.open(&log), "We're resending 2 events.");
    assert_eq!(rows(&open(&owner, &format!("{log}?status=failed"))), [made[1].clone()]);
    assert_eq!(rows(&open(&owner, &format!("{log}?status=waiting"))), [made[2].clone(), made[0].clone()]);
    assert_eq!(led(&owner.post(&resend, &form)), log, "sending it twice changes nothing");
    assert_eq!(rows(&open(&owner, &format!("{log}?status=waiting"))).len(), 2);
}
