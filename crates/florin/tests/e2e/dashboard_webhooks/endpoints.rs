//! Endpoints from their beginning to their end.

use super::{NEW, URL, WEBHOOKS, add, add_quiet, kind, rows, test_event};
use crate::support::pages::{count, demo, led, open, says, silent};
use crate::support::{Engine, Server, emails_to, eventually, with};

testkit::on_both_engines!(
    an_endpoint_is_added_once_however_often_the_form_is_sent,
    an_endpoint_is_turned_off_and_on,
    an_endpoint_that_is_off_says_why_and_what_waits,
    an_account_has_at_most_sixteen_endpoints,
    a_url_has_one_endpoint_however_it_is_written,
);

testkit::on_sqlite_daily!(
    whoever_has_no_endpoint_is_told_what_it_is_good_for,
    an_endpoint_is_removed_for_good,
    changing_the_url_again_and_again_sends_no_flood_of_tests,
);

fn whoever_has_no_endpoint_is_told_what_it_is_good_for(engine: Engine) {
    let server = Server::start(engine);
    let page = open(&demo(&server), WEBHOOKS);
    for words in ["No endpoints yet", "How it works", "florin listen", "Standard Webhooks", NEW] {
        says(&page, words);
    }
    says(&open(&demo(&server), "/dashboard/test"), "href=\"/dashboard/test/webhooks\"");
}

fn an_endpoint_is_added_once_however_often_the_form_is_sent(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let fields =
        [("url", "HTTPS://Hooks.Example.com:443/florin"), ("description", "Books"), ("events", "all")];
    let form = with(&owner.form(NEW, NEW), &fields);
    let place = led(&owner.post(NEW, &form));
    assert_eq!(led(&owner.post(NEW, &form)), place, "the same form again");
    assert_eq!(count(&server, "endpoints"), 1);
    let keyless: Vec<_> = form.iter().filter(|(name, _)| name != "form_key").cloned().collect();
    assert_eq!(owner.post(NEW, &keyless).status, 403, "it could not be told from its copy");
    let page = open(&owner, WEBHOOKS);
    assert_eq!(rows(&page), [place.as_str()]);
    for words in [URL, "Books", "All events", "Pending verification", "Endpoint added."] {
        says(&page, words);
    }
    silent(&page, "HTTPS://Hooks");
    let page = open(&owner, &place);
    for words in [URL, "Books", "webhook.test", "whsec_••••", "Send test"] {
        says(&page, words);
    }
    // The other mode has endpoints of its own.
    let live = NEW.replace("/test/", "/live/");
    led(&owner.fill(&live, &live, &[("url", "https://live.example.com/"), ("events", "all")]));
    silent(&open(&owner, WEBHOOKS), "live.example.com");
    assert_eq!(rows(&open(&owner, "/dashboard/live/webhooks")).len(), 1);
    let letter = eventually("an email", || {
        let all = emails_to(server.origin(), server.info("email"), "security");
        all.into_iter().find(|letter| letter.subject.contains("A webhook endpoint was added"))
    });
    // No mail program makes a link of it.
    let readable = letter.text.replace('\u{200b}', "");
    assert!(readable.contains("https://live.example.com/") && readable != letter.text, "{letter:?}");
}

fn an_endpoint_is_turned_off_and_on(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add(&owner, URL);
    let page = open(&owner, &place);
    says(&page, ">Turn off</button>");
    silent(&page, "This endpoint is off");
    for _ in 0..2 {
        let off = owner.post(&format!("{place}/off"), &owner.form(WEBHOOKS, "/dashboard/sign-out"));
        assert_eq!(off.header("location"), Some(&*place));
    }
    says(&open(&owner, &place), "We'll send waiting events when you turn it back on.");
    says(&open(&owner, WEBHOOKS), "Paused");
    says(&open(&owner, &format!("{place}/deliveries")), "This endpoint is off");
    assert_eq!(kind(&owner, &place, "on"), place);
    silent(&open(&owner, &place), "This endpoint is off");
    says(&open(&owner, WEBHOOKS), "Pending verification");
    // No server answers there: an attempt that is under way may yet be noted as a failure.
    eventually("the endpoint is on", || {
        server.execute("update endpoints set verified_at = created_at, failing_since = null");
        open(&owner, WEBHOOKS).body.contains("On</span>").then_some(())
    });
    silent(&open(&owner, &place), "Pending verification");
}

fn an_endpoint_that_is_off_says_why_and_what_waits(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let page = open(&owner, &place);
    says(&page, "You turned it off. Nothing has been sent since");
    silent(&page, "Skip waiting events");
    test_event(&owner, &place);
    let page = open(&owner, &place);
    for words in ["1 event is waiting.", "Turn on and send waiting events", "Skip waiting events"] {
        says(&page, words);
    }
    for (reason, badge, words) in [
        ("gone", "after a 410 Gone response", "responded with 410 Gone"),
        ("failing", "after failing for five days", "accept any events for five days"),
    ] {
        server.execute(&format!("update endpoints set off_reason = '{reason}'"));
        says(&open(&owner, &place), words);
        says(&open(&owner, WEBHOOKS), badge);
    }
    let failing = "update endpoints set off_reason = null, off_at = null, failing_since = created_at";
    server.execute(&format!("{failing}; update deliveries set next_at = next_at + 3600000000"));
    says(&open(&owner, &place), "Deliveries are failing");
    says(&open(&owner, WEBHOOKS), "Failing");
}

fn an_endpoint_is_removed_for_good(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let delivery = test_event(&owner, &place);
    let form = owner.form(&place, &format!("{place}/remove"));
    assert_eq!(led(&owner.post(&format!("{place}/remove"), &form)), WEBHOOKS);
    says(&open(&owner, WEBHOOKS), "Endpoint removed.");
    says(&open(&owner, WEBHOOKS), "No endpoints yet");
    for path in [place.clone(), format!("{place}/edit"), format!("{place}/deliveries"), delivery.clone()] {
        assert_eq!(owner.get(&path).status, 404, "{path}");
    }
    for name in ["on", "off", "test", "secret", "rotate", "replay", "edit", "remove"] {
        assert_eq!(owner.post(&format!("{place}/{name}"), &form).status, 404, "{name}");
    }
    assert_eq!(owner.post(&format!("{delivery}/again"), &form).status, 404);
}

fn an_account_has_at_most_sixteen_endpoints(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for number in 0..16 {
        if number % 10 == 0 {
            server.execute("update endpoints set verified_at = created_at");
        }
        add(&owner, &format!("https://hooks{number}.example.com/"));
    }
    let fields = [("url", "https://hooks.example.com/more"), ("description", "Seventeen"), ("events", "all")];
    let page = owner.fill(NEW, NEW, &fields);
    assert_eq!(page.status, 422, "{page:?}");
    for words in ["reached the limit of 16 endpoints", "value=\"Seventeen\""] {
        says(&page, words);
    }
    assert_eq!(rows(&open(&owner, WEBHOOKS)).len(), 16);
}

fn changing_the_url_again_and_again_sends_no_flood_of_tests(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add(&owner, URL);
    let edit = format!("{place}/edit");
    let change = |number: usize| {
        owner.fill(
            &edit,
            &edit,
            &[("url", &format!("{URL}/{number}")), ("description", ""), ("events", "all")],
        )
    };
    let refused = (1..100).find(|number| change(*number).status != 303).expect("a limit");
    // A minute gives one back.
    assert!((60..65).contains(&refused), "{refused}");
    let page = change(refused);
    assert_eq!(page.status, 429);
    says(&page, "Try again in");
    let pressed = owner.fill(&place, &format!("{place}/test"), &[]);
    assert_eq!(pressed.status, 429, "nor by sending tests to it");
    // A receiver that has accepted one can be tested, and described, as often as its owner likes.
    server.execute("update endpoints set verified_at = created_at");
    test_event(&owner, &place);
    let url = format!("{URL}/{}", refused - 1);
    let described = owner.fill(&edit, &edit, &[("url", &url), ("description", "Books"), ("events", "all")]);
    assert_eq!(led(&described), place);
}

fn a_url_has_one_endpoint_however_it_is_written(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add(&owner, URL);
    for same in [
        URL,
        "HTTPS://HOOKS.example.com/florin",
        "https://hooks.example.com:443/florin",
        "https://hooks.example.com./florin",
        "https://hooks.example.com/x/../florin",
        "https://hooks.example.com/florin?copy=2",
    ] {
        let page = owner.fill(NEW, NEW, &[("url", same), ("description", "Twice"), ("events", "all")]);
        assert_eq!(page.status, 422, "{same}");
        says(&page, "An endpoint with this URL already exists.");
        says(&page, "value=\"Twice\"");
    }
    assert_eq!(rows(&open(&owner, WEBHOOKS)), [place.as_str()]);
    // Nor by changing another.
    let other = add(&owner, "https://hooks.example.com/other");
    let edit = format!("{other}/edit");
    let page = owner.fill(&edit, &edit, &[("url", URL), ("events", "all")]);
    assert_eq!(page.status, 422);
    says(&page, "An endpoint with this URL already exists.");
    // The database does not take a second one, either.
    let (first, second) = (crate::support::pages::id(&place), crate::support::pages::id(&other));
    let copied = format!(
        "update endpoints set url = (select url || '?x' from endpoints where id = '{first}') where id = '{second}'"
    );
    assert!(server.try_execute(&copied).is_err());
    // One that was removed makes room.
    led(&owner.fill(&place, &format!("{place}/remove"), &[]));
    server.execute(&copied.replace("|| '?x'", ""));
}
