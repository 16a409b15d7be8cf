//! The question that people are asked: who sees it, what they can answer, and who cannot answer for them.

use rules::account::Mode;

use super::app::{Pair, Sent, allow, authorize, but};
use super::world::{ALICE, World, new_person};
use crate::support::{Browser, Engine, Reply, unescaped, with};

testkit::on_both_engines!(a_user_who_is_half_signed_in_cannot_answer);

testkit::on_sqlite_daily!(
    signing_in_comes_first_and_leads_back_with_every_parameter,
    what_is_unticked_is_not_granted,
    nothing_ticked_and_no_account_is_asked_again,
    a_token_works_at_the_address_of_the_account_that_was_chosen,
    an_answer_counts_only_from_the_page_of_the_same_session,
);

testkit::on_one_engine!(
    the_question_says_who_asks_what_and_where_it_goes_on,
    the_question_cannot_be_framed_or_kept,
);

fn signing_in_comes_first_and_leads_back_with_every_parameter(engine: Engine) {
    let world = World::start(engine);
    let made = world.server.florin_json(&["user", "create", "--email", "bob@example.com", "--name", "Bob"]);
    let password = made["password"].as_str().expect("a password");
    let browser = Browser::new(world.server.origin());
    let mut request =
        but(&world.app.request("balance:read payouts:read"), "state", Some("a&b=c d/\u{fc}?#\"<"));
    request.push(("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned()));
    request.push(("code_challenge_method", "S256".to_owned()));
    let path = authorize(&request);

    let sent = Sent::of(&browser.get(&path));
    assert_eq!((sent.to.as_str(), sent.one("next").as_str()), ("/dashboard/sign-in", path.as_str()));
    let sign_in = browser.get(&path);
    let door = sign_in.header("location").expect("the door");
    // A wrong password does not lose the way.
    let credentials = |password: &'static str| [("email", "bob@example.com"), ("password", password)];
    let wrong = browser.fill(door, "/dashboard/sign-in", &credentials("not the password"));
    assert_eq!(wrong.status, 422);
    assert!(unescaped(&wrong.body).contains(&path), "{wrong:?}");
    let entered =
        browser.fill(door, "/dashboard/sign-in", &[("email", "bob@example.com"), ("password", password)]);
    assert_eq!((entered.status, entered.header("location")), (303, Some(path.as_str())));

    let asked = browser.form(&path, "/oauth/authorize");
    for (name, value) in &request {
        let same = asked.iter().filter(|(known, typed)| known == name && typed == value).count();
        assert_eq!(same, 1, "{name} in {asked:?}");
    }
    let sent = Sent::of(&allow(&browser, &request, &["balance:read"], "test"));
    assert_eq!(sent.one("state"), "a&b=c d/\u{fc}?#\"<");
}

fn the_question_says_who_asks_what_and_where_it_goes_on(engine: Engine) {
    let world = World::start(engine);
    let evil = super::world::register(
        world.server.anyone(),
        &world.developer,
        "<script>alert(1)</script>",
        &["https://xn--bcher-kva.example:8443/callback"],
    );
    let page = world.alice.get(&authorize(&evil.request("balance:read payouts:write")));
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("<script>alert"), "{page:?}");
    let text = unescaped(&page.body);
    for words in [
        "<script>alert(1)</script>",
        "xn--bcher-kva.example:8443",
        ALICE,
        "View your balance",
        "Pay people with your money",
        "Live account",
        "Test account",
    ] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
    assert!(!text.contains("Withdraw your money"), "only what was asked");
    // Everything is ticked to begin with, and no account is preselected.
    let inputs: Vec<&str> =
        page.body.split("<input").filter(|input| input.contains("name=\"granted\"")).collect();
    assert_eq!(inputs.len(), 2);
    let is_checked = |input: &&str| input.split('>').next().is_some_and(|tag| tag.contains("checked"));
    assert!(inputs.iter().all(is_checked), "{inputs:?}");
    let mut accounts = page.body.split("<input").filter(|input| input.contains("name=\"account\""));
    assert!(!accounts.any(|input| is_checked(&input)));
}

fn what_is_unticked_is_not_granted(engine: Engine) {
    let world = World::start(engine);
    let asked = "balance:read bank_accounts:read recipients:read payouts:read payouts:write";
    let request = world.app.request(asked);
    let names: Vec<&str> = asked.split(' ').collect();
    for left_out in &names {
        let ticked: Vec<&str> = names.iter().filter(|name| *name != left_out).copied().collect();
        let code = Sent::of(&allow(&world.alice, &request, &ticked, "test")).one("code");
        let pair = Pair::of(&world.app.token(&world.app.exchange(&code)));
        assert_eq!(pair.scope, ticked.join(" "));
        assert_eq!(world.app.refresh(&pair.refresh).scope, ticked.join(" "));
    }
    // Ticking more than was asked, or what does not exist, grants nothing.
    let more = ["balance:read", "withdrawals:write", "deposits:write", "coffee:write", "balance:read", ""];
    let code = Sent::of(&allow(&world.alice, &request, &more, "test")).one("code");
    let pair = Pair::of(&world.app.token(&world.app.exchange(&code)));
    assert_eq!(pair.scope, "balance:read");
    let refused = world.api(Mode::Test, &pair.access).get("/payouts");
    refused.assert_problem(403, "forbidden");
}

fn nothing_ticked_and_no_account_is_asked_again(engine: Engine) {
    let world = World::start(engine);
    let request = world.app.request("balance:read payouts:read");
    for (granted, account) in [
        (&[][..], "test"),
        (&["withdrawals:write"], "test"),
        (&["balance:read"], ""),
        (&["balance:read"], "Live"),
        (&["balance:read"], "both"),
        (&[], ""),
    ] {
        let again = allow(&world.alice, &request, granted, account);
        assert_eq!((again.status, again.header("location")), (422, None), "{granted:?} {account:?}");
        let form = crate::support::hidden_fields(&again.body, "/oauth/authorize");
        assert!(form.iter().any(|(name, value)| name == "state" && value == "st-4711"), "{form:?}");
    }
    assert_eq!(world.server.database().rows_in(world.server.data(), "grants"), 0);
}

fn a_token_works_at_the_address_of_the_account_that_was_chosen(engine: Engine) {
    let world = World::start(engine);
    for (mode, other) in [(Mode::Live, Mode::Test), (Mode::Test, Mode::Live)] {
        let pair = world.app.connect_for(&world.alice, "balance:read", mode.name());
        assert_eq!(world.api(mode, &pair.access).get("/balance").status, 200, "{mode:?}");
        let wrong = world.api(other, &pair.access).get("/balance");
        wrong.assert_problem(401, "unauthorized");
        assert!(wrong.body.contains(mode.name()), "{wrong:?}");
        // New tokens are for the same account.
        let next = world.app.refresh(&pair.refresh);
        assert_eq!(world.api(mode, &next.access).get("/balance").status, 200);
        assert_eq!(world.api(other, &next.access).get("/balance").status, 401);
    }
}

fn the_question_cannot_be_framed_or_kept(engine: Engine) {
    let world = World::start(engine);
    let page = world.alice.get(&authorize(&world.app.request("balance:read")));
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(page.header("referrer-policy"), Some("same-origin"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    // Chromium would apply it to every redirect after the form, also to those of the app itself, and stop there.
    assert!(!policy.contains("form-action"), "{policy}");
    let refused = world.alice.get("/oauth/authorize?client_id=nobody&redirect_uri=https://evil.example");
    assert_eq!((refused.status, refused.header("x-frame-options")), (400, Some("DENY")));
    let policy = refused.header("content-security-policy").expect("a policy");
    assert!(policy.contains("frame-ancestors 'none'") && policy.ends_with("form-action 'self'"), "{policy}");
}

#[track_caller]
fn assert_stale(reply: &Reply, what: &str) {
    assert_eq!((reply.status, reply.header("location")), (403, None), "{what}: {reply:?}");
}

fn an_answer_counts_only_from_the_page_of_the_same_session(engine: Engine) {
    let world = World::start(engine);
    let request = world.app.request("balance:read");
    let form = world.alice.form(&authorize(&request), "/oauth/authorize");
    let fields = [("granted", "balance:read"), ("account", "test"), ("answer", "allow")];
    let good = with(&form, &fields);
    let bob = new_person(&world.server, "bob@example.com");
    let others = bob.form(&authorize(&request), "/oauth/authorize");
    let csrf = others.iter().find(|(name, _)| name == "csrf").expect("a token").1.clone();

    for (token, what) in
        [("", "no token"), ("x", "a wrong token"), (csrf.as_str(), "another session's token")]
    {
        assert_stale(&world.alice.post("/oauth/authorize", &with(&good, &[("csrf", token)])), what);
    }
    let without: Vec<(String, String)> = good.iter().filter(|(name, _)| name != "csrf").cloned().collect();
    assert_stale(&world.alice.post("/oauth/authorize", &without), "the token left out");
    assert_stale(&bob.post("/oauth/authorize", &good), "another session");

    let body: Vec<String> =
        good.iter().map(|(name, value)| format!("{name}={}", crate::support::encoded(value))).collect();
    let body = body.join("&");
    let form_type = ("Content-Type", "application/x-www-form-urlencoded");
    let evil = "http://evil.example";
    for headers in [
        vec![form_type, ("Origin", evil)],
        vec![form_type, ("Origin", "null")],
        vec![form_type, ("Sec-Fetch-Site", "cross-site")],
        vec![form_type, ("Sec-Fetch-Site", "same-site"), ("Origin", world.server.origin())],
    ] {
        let reply = world.alice.send("POST", "/oauth/authorize", &headers, Some(body.as_bytes()));
        assert_stale(&reply, &format!("{headers:?}"));
    }
    // Without any cookie, and with one that is unknown.
    let stranger = Browser::new(world.server.origin());
    assert_stale(&stranger.post("/oauth/authorize", &good), "no cookie");
    stranger.set_cookie("__Host-florin", &"a".repeat(40));
    assert_stale(&stranger.post("/oauth/authorize", &good), "a made-up cookie");
    // What was said in the query counts for nothing.
    let asked = format!("{}&answer=allow&granted=balance:read&account=test", authorize(&request));
    assert_eq!(world.alice.get(&asked).status, 200);
    assert_eq!(world.server.database().rows_in(world.server.data(), "grants"), 0);
    assert!(Sent::of(&world.alice.post("/oauth/authorize", &good)).has("code"), "the same form is good");
}

fn a_user_who_is_half_signed_in_cannot_answer(engine: Engine) {
    let world = World::start(engine);
    let request = world.app.request("balance:read");
    let form = world.alice.form(&authorize(&request), "/oauth/authorize");
    let good = with(&form, &[("granted", "balance:read"), ("account", "test"), ("answer", "allow")]);
    // As if a second factor were still to come.
    let half = "update sessions set stage = 'password'";
    world.server.execute_unguarded("sessions_keep", "sessions", half);
    let sent = Sent::of(&world.alice.post("/oauth/authorize", &good));
    assert_eq!(sent.to, "/dashboard/sign-in");
    assert_eq!(Sent::of(&world.alice.get(&authorize(&request))).to, "/dashboard/sign-in");
    assert_eq!(world.server.database().rows_in(world.server.data(), "grants"), 0);
}
