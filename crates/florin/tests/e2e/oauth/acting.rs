//! What an app does for a person: on that person's account, as itself, and with its token in one place only.

use rules::account::Mode;
use serde_json::json;

use super::world::{ALICE, World, new_person};
use crate::support::{Client, Engine, bank_account, raw_reply};

testkit::on_sqlite_daily!(
    a_token_acts_on_the_account_of_the_person_and_never_of_the_developer,
    what_an_app_registers_is_its_own_and_the_persons,
    a_token_counts_only_in_the_authorization_header,
);

const ALL: &str = "balance:read bank_accounts:read bank_accounts:write recipients:read recipients:write \
                   transactions:read payouts:read payouts:write deposits:write";

fn key_of(world: &World, email: &str) -> Client {
    let key = world.server.new_key(email, "test", "all");
    world.api(Mode::Test, &key)
}

fn balance(client: &Client) -> String {
    client.get("/balance").json()["amount"].as_str().expect("an amount").to_owned()
}

fn a_token_acts_on_the_account_of_the_person_and_never_of_the_developer(engine: Engine) {
    let world = World::start(engine);
    let bob = new_person(&world.server, "bob@example.com");
    let keys = [key_of(&world, ALICE), key_of(&world, "bob@example.com"), world.server.sandbox()];
    for (key, amount) in keys.iter().zip(["1.00", "2.00", "3.00"]) {
        key.post("/simulate/inbound_transfers", &json!({ "amount": amount })).id();
        let email = format!("friend{amount}@example.com");
        key.post("/recipients", &json!({ "email": email })).id();
    }
    let balances = keys.each_ref().map(balance);
    assert_eq!(balances, ["10001.00", "10002.00", "10003.00"]);
    let tokens = [world.app.connect(&world.alice, ALL), world.app.connect(&bob, ALL)];
    let apps = tokens.each_ref().map(|pair| world.api(Mode::Test, &pair.access));
    for (app, own) in apps.iter().zip(0..) {
        assert_eq!(balance(app), balances[own]);
        let people = app.get("/recipients").body;
        for (other, amount) in ["1.00", "2.00", "3.00"].iter().enumerate() {
            assert_eq!(people.contains(&format!("friend{amount}@")), other == own, "{people}");
        }
    }
    // Money goes from where the person allowed it, and from nowhere else.
    let paid =
        apps[0].post("/payouts", &json!({ "items": [{ "email": "x@example.com", "amount": "100.00" }] }));
    assert_eq!(paid.status, 200, "{paid:?}");
    assert_eq!(keys.each_ref().map(balance), ["9901.00", "10002.00", "10003.00"]);
    assert!(keys[0].get("/payouts").body.contains(&paid.id()), "payouts belong to the account");
    for client in [&keys[1], &keys[2], &apps[1]] {
        assert_eq!(client.get(&format!("/payouts/{}", paid.id())).status, 404);
    }
    // The developer of the app is also a person, and connects it to their own account like any other user.
    let own = world.api(Mode::Test, &world.app.connect(&world.developer, ALL).access);
    assert_eq!(balance(&own), "10003.00");
    world.server.assert_books_balance();
}

fn what_an_app_registers_is_its_own_and_the_persons(engine: Engine) {
    let world = World::start(engine);
    let other = world.new_app("Another");
    let key = key_of(&world, ALICE);
    let first = world.api(Mode::Test, &world.app.connect(&world.alice, ALL).access);
    let again = world.api(Mode::Test, &world.app.connect(&world.alice, ALL).access);
    let second = world.api(Mode::Test, &other.connect(&world.alice, ALL).access);
    let mut body = bank_account("mxn_spei");
    body["name"] = json!("Registered by the bookkeeper");
    let id = first.post("/bank_accounts", &body).id();
    let path = format!("/bank_accounts/{id}");
    for client in [&first, &again] {
        assert_eq!(client.get(&path).status, 200, "an app is the same app with every token");
        assert!(client.get("/bank_accounts").body.contains(&id));
    }
    for client in [&key, &second, &world.server.sandbox()] {
        client.get(&path).assert_problem(404, "not_found");
        assert!(!client.get("/bank_accounts").body.contains(&id));
        let deposit = client.post("/deposits", &json!({ "bank_account_id": id, "amount": "50.00" }));
        deposit.assert_problem(422, "unknown_bank_account");
    }
    let page = world.alice.get("/dashboard/test/bank_accounts");
    assert!(page.body.contains("Registered by the bookkeeper"), "{page:?}");
    for (browser, path) in
        [(&world.alice, "/dashboard/live/bank_accounts"), (&world.developer, "/dashboard/test/bank_accounts")]
    {
        assert!(!browser.get(path).body.contains("Registered by the bookkeeper"), "{path}");
    }
    // One person to pay for the whole account; each app has its own name for them.
    let named = |client: &Client, nickname: &str| {
        client.post("/recipients", &json!({ "email": "grace@example.com", "nickname": nickname })).json()
    };
    let made = [named(&key, "Key"), named(&first, "First"), named(&second, "Second")];
    assert!(made.iter().all(|recipient| recipient["id"] == made[0]["id"]), "{made:?}");
    let path = format!("/recipients/{}", made[0]["id"].as_str().expect("an id"));
    for (client, nickname) in [(&key, "Key"), (&first, "First"), (&again, "First"), (&second, "Second")] {
        assert_eq!(client.get(&path).json()["nickname"], nickname);
    }
}

fn a_token_counts_only_in_the_authorization_header(engine: Engine) {
    let world = World::start(engine);
    let pair = world.app.connect(&world.alice, "balance:read recipients:write");
    let token = &pair.access;
    let stranger = Client::new(world.server.info("test_api"), None);
    for name in ["access_token", "token", "bearer_token", "api_key", "key"] {
        let asked = stranger.get(&format!("/balance?{name}={token}"));
        asked.assert_problem(401, "unauthorized");
        let cookie = format!("{name}={token}; __Host-florin={token}");
        let asked = stranger.send("GET", "/balance", &[("Cookie", &cookie)], None);
        asked.assert_problem(401, "unauthorized");
        let form = format!("{name}={token}&email=a@example.com");
        let sent = stranger.send("POST", "/recipients", &[super::app::FORM], Some(&form));
        sent.assert_problem(401, "unauthorized");
        let body = json!({ "email": "a@example.com", name: token });
        stranger.post("/recipients", &body).assert_problem(401, "unauthorized");
        let header = stranger.send("GET", "/balance", &[("X-Access-Token", token)], None);
        header.assert_problem(401, "unauthorized");
    }
    // What is no access token, or not quite.
    for wrong in
        [&pair.refresh, &world.app.secret, &world.app.id, &token.to_uppercase(), &format!("{token}x")]
    {
        stranger.with_key(wrong).get("/balance").assert_problem(401, "unauthorized");
    }
    for header in
        [format!("bearer  {token}"), format!("OAuth {token}"), format!("MAC {token}"), token.clone()]
    {
        stranger.with_authorization(header).get("/balance").assert_problem(401, "unauthorized");
    }
    let twice = format!(
        "GET /sandbox/v1/balance HTTP/1.1\r\nHost: florin\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    );
    raw_reply(world.server.origin(), twice.as_bytes()).assert_problem(401, "unauthorized");
    // Nor does it open the dashboard.
    let page = world.server.anyone().with_key(token).get("/dashboard/test/settings");
    assert_eq!(page.status, 303);
    assert!(world.works(token));
    // With a token beside it in the query, the header counts and the query is a mistake.
    let both = stranger.with_key(token).get(&format!("/balance?access_token={token}"));
    both.assert_problem(400, "invalid_request");
    assert!(!both.body.contains(token.as_str()), "it is not repeated");
}
