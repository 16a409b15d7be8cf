//! The language of settings, of the pages for developers, and of the question that apps ask.

use super::languages::{READERS, ask, leaks_no_english, speaks, text};
use crate::support::pages::{demo, led};
use crate::support::{
    Browser, Engine, LANGUAGE_COOKIE, Reply, Server, encoded, hidden_fields, unescaped, with,
};

testkit::on_one_engine!(
    settings_and_pages_for_developers_speak_the_readers_language,
    mistakes_in_their_forms_are_told_in_the_readers_language,
    the_question_of_an_app_speaks_the_readers_language,
);

const TEST: &str = "/dashboard/test";
const CALLBACK: &str = "https://books.example/callback";

#[track_caller]
fn says(page: &Reply, tag: &str, language: &str, key: &str) {
    speaks(page, tag);
    let words = text(language, key);
    assert!(unescaped(&page.body).contains(&words), "{language}: no {words:?} in {page:?}");
    if language != "en" {
        leaks_no_english(page, language);
    }
}

/// Fills in a form of a page in this language.
fn fill(owner: &Browser, path: &str, accepted: &str, fields: &[(&str, &str)]) -> Reply {
    let form = with(&hidden_fields(&ask(owner, path, accepted).body, path), fields);
    let pairs: Vec<String> =
        form.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    let headers = [("Accept-Language", accepted), ("Content-Type", "application/x-www-form-urlencoded")];
    owner.send("POST", path, &headers, Some(pairs.join("&").as_bytes()))
}

/// The id of a new app.
fn register(owner: &Browser) -> String {
    let page = format!("{TEST}/connect/new");
    let made = owner.fill(&page, &page, &[("name", "Livres"), ("redirect_uris", CALLBACK)]);
    let id = made.body.split("<code>app_").nth(1).and_then(|rest| rest.split('<').next());
    format!("app_{}", id.unwrap_or_else(|| panic!("no id in {made:?}")))
}

fn settings_and_pages_for_developers_speak_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let none = [
        ("webhooks", "webhooks-how-respond-text"),
        ("connect", "connect-none-title"),
        ("authorized_apps", "authorized-apps-none-title"),
    ];
    let check = |pages: &[(String, &str)]| {
        for (accepted, tag, language) in READERS {
            for (path, key) in pages {
                says(&ask(&owner, path, accepted), tag, language, key);
            }
        }
    };
    check(&none.map(|(path, key)| (format!("{TEST}/{path}"), key)));
    // `florin dev` creates a test key, and no live one.
    check(&[("/dashboard/live/api_keys".to_owned(), "api-keys-none-title")]);
    let key = format!("{TEST}/api_keys/new");
    owner.fill(&key, &key, &[("name", "Paie"), ("scope", "balance:read")]);
    let app = register(&owner);
    let endpoint = format!("{TEST}/webhooks/new");
    let fields = [("url", "https://hooks.example.com/florin"), ("events", "all")];
    let endpoint = led(&owner.fill(&endpoint, &endpoint, &fields));
    let tested = owner.fill(&endpoint, &format!("{endpoint}/test"), &[]);
    let delivery = tested.header("location").and_then(|place| place.split('?').next()).expect("a delivery");
    let pages = [
        ("/api_keys", "api-keys-revoke-text"),
        ("/api_keys/new", "permission-payouts-write"),
        ("/connect", "connect-accounts"),
        (&format!("/connect/{app}"), "connect-archive-text"),
        ("/webhooks", "endpoint-pending"),
        ("/webhooks/new", "event-payout-failed"),
        ("/settings", "settings-recipient-language-intro"),
        ("/settings/log", "security-webhook-added"),
        ("/settings/password", "settings-password-intro"),
        ("/settings/second_factor", "second-factor-setup-scan"),
    ];
    let mut pages = pages.map(|(path, key)| (format!("{TEST}{path}"), key)).to_vec();
    pages.push((endpoint.clone(), "endpoint-remove-intro"));
    pages.push((format!("{endpoint}/edit"), "endpoint-edit-title"));
    pages.push((format!("{endpoint}/deliveries"), "deliveries-next"));
    pages.push((delivery.to_owned(), "delivery-signature-hint"));
    check(&pages);
}

fn mistakes_in_their_forms_are_told_in_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for (accepted, tag, language) in READERS {
        for (path, fields, key) in [
            ("api_keys/new", &[("name", "Paie")] as &[(&str, &str)], "api-key-no-access"),
            ("api_keys/new", &[("name", "Paie"), ("access", "custom")], "api-key-no-permission"),
            ("connect/new", &[("name", "Livres"), ("redirect_uris", "")], "redirect-uris-missing"),
            ("webhooks/new", &[("url", "https://"), ("events", "all")], "webhook-url-no-host"),
            (
                "webhooks/new",
                &[("url", "https://hooks.example.com/"), ("events", "some")],
                "endpoint-no-event",
            ),
            ("settings/password", &[("password", "aaaaaaaaaaaa")], "validation-password-easy"),
        ] {
            let page = fill(&owner, &format!("{TEST}/{path}"), accepted, fields);
            assert_eq!(page.status, 422, "{path}: {page:?}");
            says(&page, tag, language, key);
        }
        let fields = [("name", "Livres"), ("redirect_uris", "http://a.example/")];
        let page = fill(&owner, &format!("{TEST}/connect/new"), accepted, &fields);
        let problem = text(language, "redirect-uri-insecure").replace("{ $uri }", "http://a.example/");
        assert!(unescaped(&page.body).contains(&problem), "{problem}: {page:?}");
    }
}

fn the_question_of_an_app_speaks_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let app = register(&owner);
    let question = format!(
        "/oauth/authorize?response_type=code&client_id={app}&redirect_uri={}&scope=bank_accounts:read&state=x",
        encoded(CALLBACK)
    );
    let unknown = "/oauth/authorize?response_type=code&client_id=app_x&redirect_uri=x";
    for (accepted, tag, language) in READERS {
        says(&ask(&owner, &question, accepted), tag, language, "app-permission-bank-accounts-read");
        says(&ask(&owner, unknown, accepted), tag, language, "consent-refused-unknown");
    }
    // The request of the app survives a choice of another language.
    let page = ask(&owner, &question, "es");
    let link = format!("{question}&lang=fr");
    assert!(unescaped(&page.body).contains(&format!("href=\"{link}\"")), "{page:?}");
    let chosen = ask(&owner, &link, "es");
    assert_eq!((chosen.status, chosen.header("location")), (303, Some(question.as_str())));
    assert_eq!(owner.cookie(LANGUAGE_COOKIE).as_deref(), Some("fr"));
    speaks(&ask(&owner, &question, "es"), "fr");
}
