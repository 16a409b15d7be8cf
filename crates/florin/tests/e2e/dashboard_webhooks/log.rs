//! The log of an endpoint: filtered, paged, and fresh for a while.

use super::{add, add_quiet, next, rows, test_event};
use crate::support::pages::{demo, id, open, says, silent};
use crate::support::{Engine, Server};

testkit::on_both_engines!(
    deliveries_are_listed_newest_first_and_paged,
    deliveries_are_filtered_by_what_became_of_them,
    a_log_renews_itself_on_its_first_page_and_not_for_ever,
);

fn deliveries_are_listed_newest_first_and_paged(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (place, other) = (add_quiet(&server, &owner), add(&owner, "https://other.example.com/"));
    let log = format!("{place}/deliveries");
    says(&open(&owner, &log), "No deliveries yet");
    let mut made: Vec<String> = (0..27).map(|_| test_event(&owner, &place)).collect();
    made.reverse();
    let first = open(&owner, &log);
    assert_eq!(rows(&first), made[..25]);
    for words in ["webhook.test", id(&place), "when the endpoint is on"] {
        says(&first, words);
    }
    let second = open(&owner, &next(&first).expect("a second page"));
    assert_eq!((rows(&second), next(&second)), (made[25..].to_vec(), None));
    assert_eq!(rows(&open(&owner, &place)), made[..5], "the newest are with the endpoint");
    let cursor = next(&first).expect("a second page");
    assert_eq!(owner.get(&cursor.replace("?", "?status=failed&")).status, 404, "of another filter");
    assert_eq!(owner.get(&cursor.replace(&place, &other)).status, 404, "of another endpoint");
    assert_eq!(owner.get(&format!("{log}?cursor=nonsense")).status, 404);
    assert_eq!(rows(&open(&owner, &format!("{other}/deliveries"))).len(), 1, "tests are for one alone");
}

fn deliveries_are_filtered_by_what_became_of_them(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let log = format!("{place}/deliveries");
    let made: Vec<String> = (0..4).map(|_| test_event(&owner, &place)).collect();
    for (delivery, status) in made.iter().zip(["waiting", "delivered", "failed", "skipped"]) {
        let event = id(delivery);
        server.execute(&format!("update deliveries set status = '{status}' where event_id = '{event}'"));
    }
    let answered = |delivery: &str, code: &str| {
        let event = id(delivery);
        server.execute(&format!(
            "insert into delivery_attempts (endpoint_id, event_id, number, at, took_millis, code, words)
             values ('{}', '{event}', 1, 0, 12, {code}, '');
             update deliveries set attempts = 1 where event_id = '{event}'",
            id(&place)
        ));
    };
    answered(&made[1], "204");
    answered(&made[2], "null");
    for (number, status) in ["waiting", "delivered", "failed", "skipped"].into_iter().enumerate() {
        let page = open(&owner, &format!("{log}?status={status}"));
        assert_eq!(rows(&page), std::slice::from_ref(&made[number]), "{status}");
        says(&page, &format!("href=\"{log}?order=newest&status={status}\" aria-current=\"page\""));
    }
    says(&open(&owner, &format!("{log}?status=delivered")), "204 No Content");
    says(&open(&owner, &format!("{log}?status=failed")), "No response");
    assert_eq!(rows(&open(&owner, &format!("{log}?status=nonsense"))).len(), 4);
    server.execute("update deliveries set status = 'delivered'");
    says(&open(&owner, &format!("{log}?status=skipped")), "No matching deliveries");
    let page = open(&owner, &place);
    says(&page, "<dt>Waiting</dt><dd>0</dd>");
    server.execute("update deliveries set status = 'failed'");
    says(&open(&owner, &place), "<dt>Failed</dt><dd>4</dd>");
}

fn a_log_renews_itself_on_its_first_page_and_not_for_ever(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    for _ in 0..26 {
        test_event(&owner, &place);
    }
    for page in [place.clone(), format!("{place}/deliveries")] {
        says(&open(&owner, &page), &format!("hx-get=\"{page}/progress?beat=1\""));
        let part = open(&owner, &format!("{page}/progress?beat=7"));
        assert!(part.body.trim_start().starts_with("<div id=\"live\""), "{}", part.body);
        says(&part, &format!("hx-get=\"{page}/progress?beat=8\""));
        let last = open(&owner, &format!("{page}/progress?beat=200"));
        silent(&last, "hx-get");
        says(&last, "Automatic updates have stopped.");
    }
    let log = format!("{place}/deliveries");
    let filtered = open(&owner, &format!("{log}?status=waiting"));
    says(&filtered, &format!("hx-get=\"{log}/progress?status=waiting&beat=1\""));
    let second = next(&filtered).expect("a second page");
    silent(&open(&owner, &second), "hx-get");
}
