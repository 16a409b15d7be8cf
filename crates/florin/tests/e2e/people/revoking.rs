//! A new password and what acts without one: API keys, connected apps and webhook endpoints.

use super::{PASSWORD, join};
use crate::support::pages::{count, says, silent};
use crate::support::{Browser, Client, Engine, Server, email_to, eventually, hidden_fields, with};

testkit::on_both_engines!(a_reset_revokes_what_is_chosen_in_both_modes);

testkit::on_sqlite_daily!(
    a_reset_leaves_what_is_not_chosen_and_says_so,
    a_password_change_offers_the_same_and_keeps_this_session,
);

const NEW: &str = "staple horse battery";
const EMAIL: &str = "grace@example.org";
const BOXES: [&str; 3] = ["revoke_api_keys", "disconnect_apps", "turn_off_webhooks"];

/// Two keys, an app on the test account, and an endpoint on each account.
struct Access {
    live: Client,
    test: Client,
    grant: String,
}

fn access(server: &Server) -> Access {
    let live = server.live().with_key(&server.new_key(EMAIL, "live", "all"));
    let test = server.sandbox().with_key(&server.new_key(EMAIL, "test", "all"));
    let account = format!(
        "(select a.id from accounts a join users u on u.id = a.user_id
          where a.mode = 'test' and u.email_key = '{EMAIL}')"
    );
    let user = format!("(select id from users where email_key = '{EMAIL}')");
    let bytes = |number: &str| match server.database() {
        crate::support::Database::Sqlite => format!("x'{number}'"),
        crate::support::Database::Postgres { .. } => format!("'\\x{number}'::bytea"),
    };
    server.execute(&format!(
        "insert into connect_apps
             (id, user_id, name, redirect_uris, secret_hash, secret_version, secret_hint, created_at)
         values ('app_01kdvq3y5cf2ab6ngnm3hcrkve', {user}, 'Ledger', 'https://app.example/cb', {hash}, 1, 'abcd', 1);
         insert into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri, connected_at)
         values ('gr_01kdvq3y5cf2ab6ngnm3hcrkve', 'app_01kdvq3y5cf2ab6ngnm3hcrkve', {user}, {account},
             'balance:read', 1, {hash}, 'https://app.example/cb', 1);",
        hash = bytes(&"01".repeat(32)),
    ));
    Access { live, test, grant: "gr_01kdvq3y5cf2ab6ngnm3hcrkve".to_owned() }
}

fn add_endpoint(owner: &Browser, mode: &str) {
    let page = format!("/dashboard/{mode}/webhooks/new");
    let url = if mode == "live" { "https://example.com/hook" } else { "https://example.com/test-hook" };
    let added = owner.fill(&page, &page, &[("url", url), ("description", ""), ("events", "all")]);
    assert_eq!(added.status, 303, "{added:?}");
}

fn link(server: &Server) -> String {
    let browser = Browser::new(server.origin());
    browser.fill("/dashboard/reset", "/dashboard/reset", &[("email", EMAIL)]);
    email_to(server.origin(), EMAIL, "reset").links[0].clone()
}

fn ended(server: &Server, grant: &str) -> bool {
    count(server, &format!("grants where id = '{grant}' and ended_at is not null")) == 1
}

fn endpoints_off(server: &Server) -> i64 {
    count(server, "endpoints where off_at is not null")
}

/// The newest email about the password.
fn told(server: &Server) -> String {
    eventually("an email about the password", || {
        let letter = email_to(server.origin(), EMAIL, "security");
        (letter.subject == "Your password was changed").then(|| letter.text.replace('\n', " "))
    })
}

fn a_reset_leaves_what_is_not_chosen_and_says_so(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, EMAIL, "Grace");
    ["live", "test"].into_iter().for_each(|mode| add_endpoint(&owner, mode));
    let access = access(&server);
    let link = link(&server);
    let page = Browser::new(server.origin()).get(&link);
    for words in ["Revoke all API keys (2)", "Disconnect all apps (1)", "Turn off all webhook endpoints (2)"]
    {
        says(&page, words);
    }
    silent(&page, " checked");
    let reset = Browser::new(server.origin()).fill(&link, &link, &[("password", NEW)]);
    assert_eq!(reset.status, 303, "{reset:?}");
    assert_eq!((access.live.get("/balance").status, access.test.get("/balance").status), (200, 200));
    assert!(!ended(&server, &access.grant) && endpoints_off(&server) == 0);
    let text = told(&server);
    assert!(text.contains("Still active: 2 API keys, 1 connected app and 2 webhook endpoints"), "{text}");
    assert!(text.contains("Connected apps") && text.contains("Webhooks"), "{text}");
}

fn a_reset_revokes_what_is_chosen_in_both_modes(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, EMAIL, "Grace");
    ["live", "test"].into_iter().for_each(|mode| add_endpoint(&owner, mode));
    let access = access(&server);
    // Another user's key is not found.
    let demo = server.sandbox();
    let link = link(&server);
    let browser = Browser::new(server.origin());
    let short = browser.fill(&link, &link, &[("password", "short"), (BOXES[0], "yes")]);
    assert_eq!(short.status, 422);
    assert_eq!(short.body.matches(" checked").count(), 1, "what was ticked stays ticked");
    assert_eq!(access.live.get("/balance").status, 200, "a refused password revokes nothing");
    let all = BOXES.map(|field| (field, "yes"));
    let reset = browser.fill(&link, &link, &[&[("password", NEW)][..], &all].concat());
    assert_eq!(reset.status, 303, "{reset:?}");
    for client in [&access.live, &access.test] {
        client.get("/balance").assert_problem(401, "unauthorized");
    }
    assert!(ended(&server, &access.grant));
    assert_eq!((endpoints_off(&server), demo.get("/balance").status), (2, 200));
    let text = told(&server);
    assert!(text.contains("Revoked: 2 API keys, 1 connected app and 2 webhook endpoints"), "{text}");
    assert!(!text.contains("Still active"), "{text}");
}

fn a_password_change_offers_the_same_and_keeps_this_session(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, EMAIL, "Grace");
    let path = "/dashboard/live/settings/password";
    silent(&owner.get(path), "Revoke all API keys");
    let access = access(&server);
    let page = owner.get(path);
    says(&page, "Revoke all API keys (2)");
    let form = hidden_fields(&page.body, path);
    let changed = owner.post(path, &with(&form, &[("password", NEW), (BOXES[0], "yes")]));
    assert_eq!(changed.status, 303, "{changed:?}");
    assert_eq!(owner.get("/dashboard/live/settings").status, 200);
    access.live.get("/balance").assert_problem(401, "unauthorized");
    assert!(!ended(&server, &access.grant), "only what was chosen");
    let log = owner.get("/dashboard/live/settings/log");
    says(&log, "Revoked: 2 API keys · Still active: 1 connected app");
    assert_eq!(Browser::new(server.origin()).sign_in(EMAIL, PASSWORD).status, 422);
}
