//! Addresses that attackers try: no browser is ever sent to one that was not registered, letter by letter.

use testkit::redirect_uris::{OTHERS, REFUSED, REGISTERED};

use super::app::{App, Sent, allow, authorize, but, query};
use super::world::{World, register, shown};
use crate::support::{Browser, Engine, Reply, unescaped, with};

testkit::on_sqlite_daily!(an_address_that_was_taken_back_does_not_work_any_more);

testkit::on_one_engine!(
    an_address_that_was_not_registered_is_answered_with_a_page_and_no_redirect,
    an_address_with_two_meanings_cannot_be_registered,
);

#[track_caller]
fn assert_stays_here(reply: &Reply, what: &str) {
    assert_eq!(reply.status, 400, "{what}: {reply:?}");
    assert_eq!(reply.header("location"), None, "{what}");
    assert_eq!(reply.header("refresh"), None, "{what}");
    assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{what}");
    assert!(unescaped(&reply.body).contains("This app can't be connected"), "{what}");
    assert!(!reply.body.contains("evil.example"), "{what}: the page repeats it");
}

fn an_address_that_was_not_registered_is_answered_with_a_page_and_no_redirect(engine: Engine) {
    let world = World::start(engine);
    let app = register(world.server.anyone(), &world.developer, "Tricked", &REGISTERED);
    let stranger = Browser::new(world.server.origin());
    let good = app.request("balance:read");
    for uri in REGISTERED {
        assert_eq!(world.alice.get(&authorize(&but(&good, "redirect_uri", Some(uri)))).status, 200, "{uri}");
    }
    let long = format!("https://app.example/callback{}", "/a".repeat(4_000));
    let tricks: Vec<&str> = [REFUSED, OTHERS, &[long.as_str()]].concat();
    assert!(tricks.len() >= 120);
    let consent = world.alice.form(&authorize(&good), "/oauth/authorize");
    for trick in tricks {
        let asked = but(&good, "redirect_uri", Some(trick));
        // With a request that is otherwise good, and with one that would be an error of its own.
        for request in [&asked, &but(&asked, "scope", None), &but(&asked, "response_type", Some("token"))] {
            assert_stays_here(&world.alice.get(&authorize(request)), trick);
        }
        assert_stays_here(&stranger.get(&authorize(&asked)), trick);
        // Slipped into the form, behind a good question; whatever the answer is.
        for answer in ["allow", "deny"] {
            let fields = [
                ("redirect_uri", trick),
                ("granted", "balance:read"),
                ("account", "test"),
                ("answer", answer),
            ];
            assert_stays_here(&world.alice.post("/oauth/authorize", &with(&consent, &fields)), trick);
        }
    }
    malformed_requests_stay_here(&world, &app);
    assert_eq!(world.server.database().rows_in(world.server.data(), "grants"), 0);
}

/// Left out, empty, twice, in another spelling, or of an app that does not exist.
fn malformed_requests_stay_here(world: &World, app: &App) {
    let good = app.request("balance:read");
    let other = world.new_app("Another");
    for name in ["client_id", "redirect_uri"] {
        for value in [None, Some("")] {
            assert_stays_here(&world.alice.get(&authorize(&but(&good, name, value))), name);
        }
        let (_, value) = good.iter().find(|(known, _)| *known == name).expect("it is there");
        for second in [value.as_str(), "https://evil.example/callback", ""] {
            let more = query(&[(name, second.to_owned())]);
            assert_stays_here(&world.alice.get(&format!("{}&{more}", authorize(&good))), name);
            assert_stays_here(&world.alice.get(&format!("/oauth/authorize?{more}&{}", query(&good))), name);
        }
    }
    for id in [
        "app_01kdvq3y5cf2ab6ngnm3hcrkve",
        "nobody",
        &app.id.to_uppercase(),
        &format!("{} ", app.id),
        &format!("{}\0", app.id),
        "' or 1=1 --",
    ] {
        assert_stays_here(&world.alice.get(&authorize(&but(&good, "client_id", Some(id)))), id);
    }
    // An address of one app is nothing to another.
    let foreign = but(&other.request("balance:read"), "redirect_uri", Some("https://bare.example"));
    assert_stays_here(&world.alice.get(&authorize(&foreign)), "another app's address");
    assert_stays_here(&world.alice.get("/oauth/authorize"), "nothing at all");
    assert_stays_here(&world.alice.get("/oauth/authorize?redirect_uri=%ff&client_id=%ff"), "no text");
}

fn an_address_with_two_meanings_cannot_be_registered(engine: Engine) {
    let world = World::start(engine);
    let page = "/dashboard/test/connect/new";
    let form = world.developer.form(page, page);
    for trick in REFUSED {
        let lines: Vec<&str> = trick.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        // The form has one address on each line, and people do not see the blanks around one.
        if lines.iter().all(|line| REGISTERED.contains(line)) && !lines.is_empty() {
            continue;
        }
        let fields = [("name", "Tricky"), ("redirect_uris", trick)];
        let refused = world.developer.post(page, &with(&form, &fields));
        assert_eq!(refused.status, 422, "{trick:?}: {}", refused.body);
    }
    let list = world.developer.get("/dashboard/test/connect").body;
    assert!(list.contains("Bookkeeper") && !list.contains("Tricky"));
}

fn an_address_that_was_taken_back_does_not_work_any_more(engine: Engine) {
    let world = World::start(engine);
    let request = world.app.request("balance:read");
    let consent = world.alice.form(&authorize(&request), "/oauth/authorize");
    let code = world.app.code(&world.alice, "balance:read");

    let page = format!("/dashboard/test/connect/{}", world.app.id);
    let moved = [("name", "Bookkeeper"), ("redirect_uris", "https://app.example/new")];
    assert_eq!(world.developer.fill(&page, &page, &moved).status, 303);

    assert_stays_here(&world.alice.get(&authorize(&request)), "the old address");
    let fields = [("granted", "balance:read"), ("account", "test"), ("answer", "allow")];
    assert_stays_here(&world.alice.post("/oauth/authorize", &with(&consent, &fields)), "the old question");
    // A code that is on its way still belongs to the address it was sent to.
    assert_eq!(world.app.token(&world.app.exchange(&code)).status, 200);
    let new = but(&request, "redirect_uri", Some("https://app.example/new"));
    assert_eq!(Sent::of(&allow(&world.alice, &new, &["balance:read"], "test")).to, "https://app.example/new");
    assert_eq!(shown(&world.developer.get(&page).body, "<code>app_"), world.app.id);
}
