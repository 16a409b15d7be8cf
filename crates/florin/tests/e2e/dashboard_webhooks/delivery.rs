//! One delivery: what was sent, every attempt, and sending it again.

use super::{add_quiet, test_event};
use crate::support::pages::{demo, id, led, open, says, silent};
use crate::support::{Engine, Server, unescaped};

testkit::on_both_engines!(
    what_a_receiver_answered_is_shown_as_text,
    a_delivery_is_sent_again_whatever_became_of_it,
    a_test_event_is_sent_once_however_often_the_form_is,
);

testkit::on_sqlite_daily!(a_delivery_shows_what_is_sent_and_leads_to_what_it_is_about);

fn a_delivery_shows_what_is_sent_and_leads_to_what_it_is_about(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let new = "/dashboard/test/recipients/new";
    let person = led(&owner.fill(new, new, &[("email", "ada@example.com")]));
    let log = open(&owner, &format!("{place}/deliveries"));
    let delivery = super::rows(&log).remove(0);
    let page = open(&owner, &delivery);
    let words = ["recipient.created", "webhook-id", "webhook-timestamp", "webhook-signature", id(&delivery)];
    for words in words {
        says(&page, words);
    }
    says(&page, &format!("href=\"{person}\""));
    open(&owner, &person);
    // For people it is laid out; without that it has the length that is told.
    let text = unescaped(&page.body);
    let body = text.split("aria-label=\"Body\"><code>").nth(1).and_then(|rest| rest.split("</code>").next());
    let sent: serde_json::Value = serde_json::from_str(body.expect("a body")).expect("JSON");
    assert_eq!(sent["type"], "recipient.created");
    assert_eq!(sent["data"]["email"], "ada@example.com");
    says(&page, &format!("{} bytes, exactly as signed", sent.to_string().len()));
}

fn what_a_receiver_answered_is_shown_as_text(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let delivery = test_event(&owner, &place);
    says(&open(&owner, &delivery), "The endpoint is off. We'll send this event when you turn it on.");
    let hostile = "<script>window.xss=1</script>\"&#39;<b>\u{202e}exe.fdp";
    let attempt = |number: u32, code: &str, words: &str| {
        server.execute(&format!(
            "insert into delivery_attempts (endpoint_id, event_id, number, at, took_millis, code, words)
             values ('{}', '{}', {number}, 1763208000000000, 231, {code}, '{words}')",
            id(&place),
            id(&delivery)
        ));
    };
    attempt(1, "null", "the name <i>was not found</i>");
    attempt(2, "302", "");
    attempt(3, "503", hostile);
    server.execute("update deliveries set attempts = 3");
    let page = open(&owner, &delivery);
    for words in [
        "503 Service Unavailable",
        "Something went wrong on your server.",
        "302 Found",
        "We don't follow redirects.",
        "No response",
        "the name <i>was not found</i>",
        "Attempt 3, took 231 ms.",
        "<script>window.xss=1</script>",
        "15 Nov 2025, 12:00:00",
    ] {
        says(&page, words);
    }
    assert!(!page.body.contains("<script>window"), "{}", page.body);
    assert!(!page.body.contains("<i>was") && !page.body.contains('\u{202e}'), "{}", page.body);
    let place_of = |words: &str| page.body.find(words).expect("a place");
    assert!(
        place_of("Attempt 3,") < place_of("Attempt 2,") && place_of("Attempt 2,") < place_of("Attempt 1,")
    );
}

fn a_delivery_is_sent_again_whatever_became_of_it(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let delivery = test_event(&owner, &place);
    let again = format!("{delivery}/again");
    for (status, words) in [
        ("delivered", "Your server accepted this event."),
        ("failed", "The last attempt failed."),
        ("skipped", "You skipped this event."),
    ] {
        server.execute(&format!("update deliveries set status = '{status}', tries = 9"));
        let page = open(&owner, &delivery);
        says(&page, words);
        silent(&page, "hx-get");
        assert_eq!(led(&owner.fill(&delivery, &again, &[])), delivery);
        let page = open(&owner, &delivery);
        says(&page, "We're resending the event.");
        says(&page, "Waiting");
        says(&page, &format!("hx-get=\"{delivery}/progress?beat=1\""));
    }
    let part = open(&owner, &format!("{delivery}/progress"));
    assert!(part.body.trim_start().starts_with("<div id=\"live\""), "{}", part.body);
}

fn a_test_event_is_sent_once_however_often_the_form_is(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let action = format!("{place}/test");
    let form = owner.form(&place, &action);
    let delivery = led(&owner.post(&action, &form));
    assert_eq!(led(&owner.post(&action, &form)), delivery);
    says(&open(&owner, &delivery), "We're sending a test event.");
    assert_eq!(super::rows(&open(&owner, &format!("{place}/deliveries"))), [delivery.as_str()]);
    let keyless: Vec<_> = form.iter().filter(|(name, _)| name != "form_key").cloned().collect();
    assert_eq!(owner.post(&action, &keyless).status, 403);
}
