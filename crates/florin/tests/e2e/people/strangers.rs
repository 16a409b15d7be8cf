//! The access matrix of the dashboard: what belongs to one account is not there for any other user, in the other
//! mode, or under another name. A page without a sample fails the test.

use serde_json::Value;
use testkit::patience::eventually;
use web::{Method, pages};

use super::join;
use crate::support::{
    Browser, Client, Engine, Server, bank_account, deposit, email_to, external_wallet, hidden_fields,
    items_of, pay_and_settle, text, withdraw,
};

testkit::on_sqlite_daily!(
    what_one_account_has_is_unknown_to_every_other_and_to_the_other_mode,
    an_id_that_is_none_is_as_unknown_as_somebody_elses,
);

/// What the demo user has in the sandbox: the part of the path that names it, and its ids.
struct World {
    owner: Browser,
    ids: Vec<(&'static str, String)>,
    item: String,
    delivery: String,
}

/// An endpoint, and something that waits for it.
fn endpoint(owner: &Browser) -> (String, String) {
    let new = "/dashboard/test/webhooks/new";
    let fields = [("url", "https://hooks.example.com/florin"), ("events", "all")];
    let made = owner.fill(new, new, &fields);
    let place = made.header("location").and_then(|to| to.split('?').next()).expect("a place").to_owned();
    owner.fill(&place, &format!("{place}/off"), &[]);
    let tested = owner.fill(&place, &format!("{place}/test"), &[]);
    let last =
        |path: &str| path.split('?').next().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let delivery = tested.header("location").and_then(last).expect("a delivery");
    (last(&place).expect("an id"), delivery)
}

/// A request of the log, once it is written.
fn logged_request(sandbox: &Client, owner: &Browser) -> String {
    let read = sandbox.get("/balance");
    let id = read.header("x-request-id").expect("a request ID").to_owned();
    let page = format!("/dashboard/test/api_requests/{id}");
    eventually("the request is written", || (owner.get(&page).status == 200).then_some(()));
    id
}

/// A payout in progress.
fn draft(owner: &Browser) -> String {
    let new = "/dashboard/test/payouts/new";
    let row = [("do", "check"), ("to", "ada@example.com"), ("amount", "1"), ("reference", "")];
    owner.fill(new, new, &row);
    let list = owner.get("/dashboard/test/payouts").body;
    list.split("drafts/pd_").nth(1).map(|rest| format!("pd_{}", &rest[..26])).expect("a draft")
}

fn world(server: &Server) -> World {
    let sandbox = server.sandbox();
    let owner = Browser::signed_in(server.origin(), server.info("email"), server.info("password"));
    let paid = pay_and_settle(&sandbox, &[("ada@example.com", "5")]);
    let item = text(&items_of(&sandbox, &paid)[0], "id").to_owned();
    let bank = sandbox.post("/bank_accounts", &bank_account("mxn_spei")).id();
    let wallet = sandbox.post("/external_wallets", &external_wallet(rules::account::Mode::Test)).id();
    let recipient = sandbox.get("/recipients?email=ada@example.com").json()["data"][0]["id"].clone();
    let keys: Value = server.florin_json(&["key", "list", "--email", server.info("email")]);
    let key =
        keys.to_string().split("key_").nth(1).map(|rest| format!("key_{}", &rest[..26])).expect("a key");
    let fields = [("name", "Books"), ("redirect_uris", "https://books.example/cb")];
    let app = owner.fill("/dashboard/test/connect/new", "/dashboard/test/connect/new", &fields);
    let app = app.body.split("app_").nth(1).map(|rest| format!("app_{}", &rest[..26])).expect("an app");
    email_to(server.origin(), "ada@example.com", "claim");
    let email = owner.get("/dashboard/test/emails").body;
    let email =
        email.split("emails/email_").nth(1).map(|rest| format!("email_{}", &rest[..26])).expect("an email");
    let (endpoint, delivery) = endpoint(&owner);
    let request = logged_request(&sandbox, &owner);
    let ids = vec![
        ("payouts", text(&paid, "id").to_owned()),
        ("drafts", draft(&owner)),
        ("transactions", item.clone()),
        ("send", item.clone()),
        ("recipients", recipient.as_str().expect("an id").to_owned()),
        ("bank_accounts", bank.clone()),
        ("external_wallets", wallet),
        ("deposits", text(&deposit(&sandbox, &bank, "100"), "id").to_owned()),
        ("withdrawals", text(&withdraw(&sandbox, &bank, "10"), "id").to_owned()),
        ("api_keys", key),
        ("api_requests", request),
        ("connect", app.clone()),
        ("authorized_apps", app),
        ("emails", email),
        ("webhooks", endpoint),
    ];
    World { owner, ids, item, delivery }
}

impl World {
    /// The path with the ids of what it is about.
    fn path(&self, pattern: &str, mode: &str) -> String {
        let section = match pattern.contains("/payouts/drafts/") {
            true => "drafts",
            false => pattern.split('/').nth(3).unwrap_or_default(),
        };
        let sample = self.ids.iter().find(|(known, _)| *known == section);
        let (_, id) = sample.unwrap_or_else(|| panic!("{pattern} has no sample: add one"));
        let within = if section == "webhooks" { &self.delivery } else { &self.item };
        let path = pattern.replace("{mode}", mode).replace("{id}", id).replace("{item_id}", within);
        // A question about rows of a list names them.
        if pattern.contains("/selected/") { format!("{path}?id={within}") } else { path }
    }
}

fn ask(browser: &Browser, method: Method, path: &str, page: &str) -> u16 {
    match method {
        Method::Get => browser.get(path).status,
        Method::Post | Method::Patch => {
            let own = hidden_fields(&browser.get(page).body, "/dashboard/sign-out");
            let mut form = own;
            form.push(("form_key".to_owned(), "0123456789012345678901234567890123456789".to_owned()));
            browser.post(path, &form).status
        }
    }
}

const SETTINGS: &str = "/dashboard/test/settings";

fn what_one_account_has_is_unknown_to_every_other_and_to_the_other_mode(engine: Engine) {
    let server = Server::start(engine);
    let world = world(&server);
    let stranger = join(&server, "eve@example.net", "Eve");
    let before = server.sandbox().get("/transactions").body;
    let mut tried = 0;
    for page in
        pages().filter(|page| page.path.starts_with("/dashboard/{mode}/") && page.path.contains("{id}"))
    {
        let path = world.path(page.path, "test");
        let by_stranger = ask(&stranger, page.method, &path, SETTINGS);
        assert_eq!(by_stranger, 404, "{path} as a stranger");
        let in_other_mode = world.path(page.path, "live");
        // An app is its owner's in both modes.
        if !path.contains("/connect/") {
            assert_eq!(ask(&world.owner, page.method, &in_other_mode, SETTINGS), 404, "{in_other_mode}");
            assert_eq!(ask(&stranger, page.method, &in_other_mode, SETTINGS), 404, "{in_other_mode}");
        }
        if page.method == Method::Get {
            assert_eq!(world.owner.get(&path).status, 200, "{path} as its owner");
        }
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
    assert_eq!(server.sandbox().get("/transactions").body, before, "nothing has changed");
    assert_eq!(server.sandbox().get("/balance").status, 200, "the key was not revoked");
}

fn an_id_that_is_none_is_as_unknown_as_somebody_elses(engine: Engine) {
    let server = Server::start(engine);
    let world = world(&server);
    for page in
        pages().filter(|page| page.path.starts_with("/dashboard/{mode}/") && page.path.contains("{id}"))
    {
        for wrong in
            ["x", "po_", "..", "%00", "%2e%2e", "txn_zzzzzzzzzzzzzzzzzzzzzzzzzz", "%F0%9F%92%B8", "0"]
        {
            let path = page.path.replace("{mode}", "test").replace("{id}", wrong).replace("{item_id}", wrong);
            let status = ask(&world.owner, page.method, &path, SETTINGS);
            assert_eq!(status, 404, "{path}");
        }
    }
    for mode in ["LIVE", "tests", "", "%6cive", "live%20"] {
        assert_eq!(world.owner.get(&format!("/dashboard/{mode}/payouts")).status, 404, "{mode}");
    }
}
