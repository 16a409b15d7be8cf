//! A server, a developer who has registered an app there, and a user who may connect it.

use rules::account::Mode;
use serde_json::Value;

use super::app::App;
use crate::support::{Browser, Client, Engine, Server, canary, with};

pub const ALICE: &str = "alice@example.com";
/// Where the app is.
pub const URI: &str = "https://app.example/callback";

pub struct World {
    pub server: Server,
    /// The developer: the user of `florin dev`.
    pub developer: Browser,
    /// A user with an account of their own.
    pub alice: Browser,
    pub app: App,
}

impl World {
    pub fn start(engine: Engine) -> World {
        World::start_with(engine, &[])
    }

    pub fn start_with(engine: Engine, arguments: &[&str]) -> World {
        let server = Server::start_with(engine, arguments);
        let developer = Browser::signed_in(server.origin(), server.info("email"), server.info("password"));
        let alice = new_person(&server, ALICE);
        let app = register(server.anyone(), &developer, "Bookkeeper", &[URI]);
        World { server, developer, alice, app }
    }

    /// One more app of the developer.
    pub fn new_app(&self, name: &str) -> App {
        register(self.server.anyone(), &self.developer, name, &[URI])
    }

    /// The API of one mode, with this token.
    pub fn api(&self, mode: Mode, token: &str) -> Client {
        let base = match mode {
            Mode::Live => self.server.info("live_api"),
            Mode::Test => self.server.info("test_api"),
        };
        Client::new(base, None).with_key(token)
    }

    /// Whether an access token of a test account works. It must have `balance:read`.
    #[track_caller]
    pub fn works(&self, token: &str) -> bool {
        let reply = self.api(Mode::Test, token).get("/balance");
        assert!([200, 401].contains(&reply.status), "{reply:?}");
        reply.status == 200
    }

    /// Makes everything that was allowed so far look this much older.
    pub fn age(&self, seconds: i64) {
        let by = seconds * 1_000_000;
        let grants = format!(
            "update grants set created_at = created_at - {by}, connected_at = connected_at - {by},
                 rotated_at = rotated_at - {by}"
        );
        self.server.execute_unguarded("grants_keep", "grants", &grants);
        let tokens =
            format!("update tokens set created_at = created_at - {by}, expires_at = expires_at - {by}");
        self.server.execute_unguarded("tokens_keep", "tokens", &tokens);
    }
}

/// A new user, signed in.
pub fn new_person(server: &Server, email: &str) -> Browser {
    let made = server.florin_json(&["user", "create", "--email", email, "--name", "Alice"]);
    let password = made["password"].as_str().expect("a password");
    canary(password);
    Browser::signed_in(server.origin(), email, password)
}

/// Registers an app through the dashboard, as a person does.
pub fn register(endpoint: Client, developer: &Browser, name: &str, uris: &[&str]) -> App {
    let page = "/dashboard/test/connect/new";
    let made = developer.fill(page, page, &[("name", name), ("redirect_uris", &uris.join("\n"))]);
    assert_eq!(made.status, 200, "{made:?}");
    let (id, secret) = (shown(&made.body, "<code>app_"), shown(&made.body, "<code>florin_cs_"));
    canary(&secret);
    App { endpoint, id, secret, uri: uris[0].to_owned() }
}

/// What a page shows between `<code>` and `</code>`, by how it begins.
pub fn shown(page: &str, begin: &str) -> String {
    let rest = page.split(begin).nth(1).unwrap_or_else(|| panic!("no {begin} in {page}"));
    let word = rest.split('<').next().unwrap_or_default();
    format!("{}{word}", begin.trim_start_matches("<code>"))
}

/// Presses a button of the dashboard that needs nothing but the form it is on.
pub fn press(browser: &Browser, page: &str, action: &str) -> crate::support::Reply {
    let form = browser.form(page, action);
    browser.post(action, &with(&form, &[]))
}

/// A text of a JSON object.
#[track_caller]
pub fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}"))
}
