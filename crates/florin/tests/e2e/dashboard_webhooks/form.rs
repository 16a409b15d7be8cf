//! What can be wrong about an endpoint is said beside its field, and nothing that was typed is lost.

use super::{NEW, URL, WEBHOOKS, add, send, ticked};
use crate::support::pages::{beside, count, demo, led, open, says, silent};
use crate::support::{Engine, Server};

testkit::on_sqlite_daily!(events_are_chosen_one_by_one_or_in_groups, an_endpoint_is_changed_by_the_same_form,);

testkit::on_one_engine!(
    an_address_that_cannot_be_called_is_told_beside_its_field,
    a_form_with_a_mistake_keeps_everything_else,
);

fn an_address_that_cannot_be_called_is_told_beside_its_field(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let own = format!("{}/hook", server.origin());
    let long = format!("https://hooks.example.com/{}", "a".repeat(2_048));
    for (url, words) in [
        ("", "Enter a URL."),
        ("hooks.example.com", "The URL must start with https:// or http://."),
        ("ftp://hooks.example.com", "The URL must start with https:// or http://."),
        ("https://", "Enter a host after https://"),
        ("https://user:secret@hooks.example.com", "Remove the username and password"),
        ("https://hooks.example.com/#part", "Remove the fragment"),
        ("https://hooks.example.com:22/", "Use one of these ports"),
        ("https://10.0.0.1/", "Enter the address of a server on the public internet"),
        ("https://[::ffff:10.0.0.1]/", "Enter the address of a server on the public internet"),
        ("https://printer.local/", "Names that end in .local aren't public"),
        ("https://receiver/", "Enter a full host name with a dot"),
        ("https://hooks.example.com/a b", "Remove spaces, line breaks and backslashes"),
        (&own, "This URL belongs to this service"),
        (&long, "This URL is too long. Use at most 2,048 characters."),
    ] {
        let page = owner.fill(NEW, NEW, &[("url", url), ("events", "all")]);
        assert_eq!(page.status, 422, "{url}");
        let said = beside(&page, "endpoint", "url");
        assert!(said.contains(words) && said.ends_with('.'), "{url}: {said}");
        says(&page, &format!("value=\"{url}\""));
    }
    let live = NEW.replace("/test/", "/live/");
    let page = owner.fill(&live, &live, &[("url", "http://hooks.example.com/"), ("events", "all")]);
    assert!(beside(&page, "endpoint", "url").contains("In live mode"), "{page:?}");
    assert_eq!(count(&server, "endpoints"), 0);
    add(&owner, "http://hooks.example.com/");
}

fn a_form_with_a_mistake_keeps_everything_else(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let fields = [
        ("url", "nonsense"),
        ("description", "Books & <b>more</b>"),
        ("events", "some"),
        ("group", "payout"),
        ("type", "deposit.completed"),
        ("type", "recipient.created"),
    ];
    let page = send(&owner, NEW, NEW, &fields);
    assert_eq!(page.status, 422);
    for words in ["value=\"nonsense\"", "value=\"Books & <b>more</b>\"", "Correct 1 field"] {
        says(&page, words);
    }
    assert!(!page.body.contains("<b>more</b>"), "what was typed is text");
    assert_eq!(ticked(&page, "events"), ["some"]);
    assert_eq!(ticked(&page, "group"), ["payout"]);
    assert_eq!(ticked(&page, "type"), ["deposit.completed", "recipient.created"]);
    let long = "x".repeat(201);
    for (description, events, field, words) in [
        (long.as_str(), "all", "description", "This is too long. Enter at most 200 characters."),
        (
            "two\nlines",
            "all",
            "description",
            "Remove line breaks, control characters and text-direction marks.",
        ),
        ("fine", "", "events", "Choose all events or selected events."),
        ("fine", "few", "events", "Choose all events or selected events."),
        ("fine", "some", "type", "Select at least one event."),
    ] {
        let page = send(&owner, NEW, NEW, &[("url", URL), ("description", description), ("events", events)]);
        assert_eq!((page.status, beside(&page, "endpoint", field).as_str()), (422, words), "{description}");
        says(&page, &format!("href=\"#endpoint-{field}\""));
    }
    for unknown in
        [("type", "payout.exploded"), ("type", "webhook.test"), ("group", "weather"), ("group", "webhook")]
    {
        let page = send(&owner, NEW, NEW, &[("url", URL), unknown]);
        assert_eq!(page.status, 422, "{unknown:?}");
        assert!(beside(&page, "endpoint", "type").contains("doesn't exist"), "{unknown:?}");
    }
    assert_eq!(count(&server, "endpoints"), 0);
    // All events are all, whatever else is ticked.
    led(&send(&owner, NEW, NEW, &[("url", URL), ("events", "all"), ("type", "payout.created")]));
    says(&open(&owner, WEBHOOKS), "All events");
}

fn events_are_chosen_one_by_one_or_in_groups(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let chosen = [("url", URL), ("type", "recipient.created"), ("type", "recipient.created")];
    let place = led(&send(&owner, NEW, NEW, &chosen));
    says(&open(&owner, WEBHOOKS), "1 event type");
    let page = open(&owner, &format!("{place}/edit"));
    assert_eq!(
        (ticked(&page, "group").len(), ticked(&page, "type")),
        (0, vec!["recipient.created".to_owned()])
    );
    let edit = format!("{place}/edit");
    let chosen = [("url", URL), ("group", "payout"), ("type", "payout.created"), ("type", "deposit.failed")];
    assert_eq!(led(&send(&owner, &edit, &edit, &chosen)), place);
    let page = open(&owner, &place);
    for name in ["payout.created", "payout.completed", "payout.failed", "payout.cancelled", "deposit.failed"]
    {
        says(&page, &format!("<span class=\"chip\">{name}</span>"));
    }
    silent(&page, "<span class=\"chip\">deposit.created");
    // What is chosen as a whole comes back as one tick.
    let page = open(&owner, &edit);
    assert_eq!(ticked(&page, "events"), ["some"]);
    assert_eq!(ticked(&page, "group"), ["payout"]);
    assert_eq!(ticked(&page, "type"), ["deposit.failed"]);
    // And it is what decides: an endpoint that asked for this is not told of that.
    owner.fill(&place, &format!("{place}/off"), &[]);
    let new = "/dashboard/test/recipients/new";
    led(&owner.fill(new, new, &[("email", "ada@example.com")]));
    let log = open(&owner, &format!("{place}/deliveries"));
    says(&log, "webhook.test");
    silent(&log, "recipient.created");
}

fn an_endpoint_is_changed_by_the_same_form(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add(&owner, URL);
    let edit = format!("{place}/edit");
    let page = open(&owner, &edit);
    says(&page, &format!("value=\"{URL}\""));
    assert_eq!(ticked(&page, "events"), ["all"]);
    let page =
        owner.fill(&edit, &edit, &[("url", "https://10.0.0.1/"), ("description", "New"), ("events", "all")]);
    assert_eq!(page.status, 422);
    says(&page, "value=\"New\"");
    silent(&open(&owner, &place), "10.0.0.1");
    let fields = [("url", "https://other.example.com/"), ("description", "New"), ("events", "all")];
    let done = owner.fill(&edit, &edit, &fields);
    assert_eq!(done.header("location"), Some(&*place));
    let page = open(&owner, &place);
    says(&page, "https://other.example.com/");
    silent(&page, URL);
    assert_eq!(count(&server, "endpoints"), 1);
}
