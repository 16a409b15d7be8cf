//! The language of pages that visitors see: what they have set, what they chose, or what their browser asks for.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{PASSWORD, join};
use crate::support::pages::count;
use crate::support::{
    Browser, Engine, LANGUAGE_COOKIE, Reply, Server, email_to, encoded, hidden_fields, pay_and_settle,
    unescaped, with,
};

testkit::on_one_engine!(
    pages_speak_the_language_of_the_browser_and_nothing_else,
    mistakes_are_told_in_the_language_of_the_page,
    what_a_visitor_chose_wins_over_the_browser_and_stays_with_their_account,
    what_a_user_has_set_wins_over_everything_else,
    hostile_choices_are_ignored,
);

/// What browsers ask for, the tag of the page, and the name of the catalogs.
pub(super) const READERS: [(&str, &str, &str); 4] =
    [("es", "es-419", "es"), ("pt-BR,pt;q=0.9", "pt-BR", "pt"), ("fr-CA", "fr", "fr"), ("de", "en", "en")];
const SIGN_IN: &str = "/dashboard/sign-in";

/// The literal texts of a language by key: several for a text with variants.
fn texts(language: &str) -> BTreeMap<String, Vec<String>> {
    let mut texts = BTreeMap::<String, Vec<String>>::new();
    let folder = format!("{}/../i18n/catalogs/{language}", env!("CARGO_MANIFEST_DIR"));
    for file in std::fs::read_dir(folder).expect("catalogs") {
        let catalog = std::fs::read_to_string(file.expect("a file").path()).expect("a catalog");
        let mut key = String::new();
        for line in catalog.lines().filter(|line| !line.starts_with('#')) {
            let text = if let Some(variant) = line.strip_prefix(' ') {
                variant.trim().trim_start_matches('*').split_once("] ").map(|(_, text)| text)
            } else {
                let (name, text) = line.split_once(" =").unwrap_or_default();
                name.clone_into(&mut key);
                Some(text.trim()).filter(|text| !text.is_empty())
            };
            texts.entry(key.clone()).or_default().extend(text.map(str::to_owned));
        }
    }
    texts
}

/// The texts of every language, read once.
static CATALOGS: LazyLock<BTreeMap<&str, BTreeMap<String, Vec<String>>>> =
    LazyLock::new(|| ["en", "es", "pt", "fr"].map(|language| (language, texts(language))).into());

/// What is English only, for the readers of each other language.
static ENGLISH: LazyLock<BTreeMap<&str, EnglishOnly>> =
    LazyLock::new(|| ["es", "pt", "fr"].map(|language| (language, EnglishOnly::beside(language))).into());

pub(super) fn text(language: &str, key: &str) -> String {
    CATALOGS[language][key][0].clone()
}

/// Texts of the English catalogs that a language has other words for, with their keys.
#[derive(Default)]
struct EnglishOnly {
    sentences: BTreeMap<String, String>,
    words: BTreeMap<String, String>,
}

impl EnglishOnly {
    fn beside(language: &str) -> EnglishOnly {
        let own = CATALOGS[language].values().flatten().cloned().collect::<Vec<_>>().join("\n");
        let mut only = EnglishOnly::default();
        for (key, english) in CATALOGS["en"].iter().filter(|(key, _)| *key != "language-name") {
            for piece in english.iter().flat_map(|text| pieces(text)).filter(|piece| !own.contains(piece)) {
                let is_sentence = piece.contains(' ') && piece.len() > 8;
                let is_word = piece.len() > 3 && !piece.contains(' ');
                let kind = if is_sentence { &mut only.sentences } else { &mut only.words };
                if is_sentence || is_word {
                    kind.insert(piece.to_owned(), key.clone());
                }
            }
        }
        only
    }
}

/// What stands between the variables and tags of a text.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(['{', '<']).map(|piece| piece.rsplit(['}', '>']).next().unwrap_or_default().trim())
}

/// No text of the English catalogs that the language has other words for.
#[track_caller]
pub(super) fn leaks_no_english(page: &Reply, language: &str) {
    let (english, body) = (&ENGLISH[language], unescaped(&page.body));
    let segments = body.split('<').map(|tag| tag.rsplit('>').next().unwrap_or_default().trim());
    let word = segments.into_iter().find_map(|segment| english.words.get_key_value(segment));
    let sentence = english.sentences.iter().find(|(sentence, _)| body.contains(*sentence));
    if let Some((text, key)) = word.or(sentence) {
        panic!("{language} {key}: {text:?} is in {body}");
    }
}

pub(super) fn ask(browser: &Browser, path: &str, accepted: &str) -> Reply {
    browser.send("GET", path, &[("Accept", "text/html"), ("Accept-Language", accepted)], None)
}

#[track_caller]
pub(super) fn speaks(page: &Reply, tag: &str) {
    assert!(page.body.contains(&format!("<html lang=\"{tag}\">")), "{tag}: {page:?}");
}

fn pages_speak_the_language_of_the_browser_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    pay_and_settle(&sandbox, &[("ada@example.com", "1250.5")]);
    let claim = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let visitor = Browser::new(server.origin());
    visitor.fill("/dashboard/join", "/dashboard/join", &[("email", "bob@example.com")]);
    let welcome = email_to(server.origin(), "bob@example.com", "join").links[0].clone();
    for (accepted, tag, language) in READERS {
        for (path, key) in [
            (SIGN_IN, "sign-in-title"),
            ("/dashboard/join", "action-create-account"),
            ("/dashboard/reset", "reset-title"),
            ("/claim", "claim-lost-title"),
            (&claim, "claim-join"),
            (&welcome, "welcome-title"),
            ("/claim/unknown", "link-dead-title"),
            ("/dashboard/join/unknown", "link-dead-title"),
            ("/dashboard/a/b/c/d/e", "error-not-found-title"),
        ] {
            let page = ask(&visitor, path, accepted);
            speaks(&page, tag);
            let words = text(language, key);
            assert!(unescaped(&page.body).contains(&words), "{path} {language}: no {words:?} in {page:?}");
            if language != "en" {
                leaks_no_english(&page, language);
            }
        }
    }
    // Amounts are written as in the reader's language, on one line.
    for (accepted, amount) in
        [("en", "1,250.50"), ("es-MX", "1,250.50"), ("pt-BR", "1.250,50"), ("fr", "1\u{202f}250,50")]
    {
        let page = ask(&visitor, &claim, accepted);
        assert!(page.body.contains(&format!(">{amount}\u{a0}USDC<")), "{accepted}: {page:?}");
    }
}

fn mistakes_are_told_in_the_language_of_the_page(engine: Engine) {
    let server = Server::start(engine);
    let visitor = Browser::new(server.origin());
    for (accepted, tag, language) in READERS {
        for (path, fields, key) in [
            (
                SIGN_IN,
                &[("email", "ada@example.com"), ("password", "wrong")] as &[(&str, &str)],
                "sign-in-wrong",
            ),
            ("/dashboard/join", &[("email", "ada")], "validation-email-no-at"),
            ("/claim", &[("email", "ada@b")], "validation-email-domain"),
            ("/claim", &[("email", "dé@b")], "validation-email-not-ascii"),
        ] {
            let form = hidden_fields(&ask(&visitor, path, accepted).body, path);
            let pairs = with(&form, fields);
            let pairs: Vec<String> =
                pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
            let headers =
                [("Accept-Language", accepted), ("Content-Type", "application/x-www-form-urlencoded")];
            let page = visitor.send("POST", path, &headers, Some(pairs.join("&").as_bytes()));
            assert_eq!(page.status, 422, "{path}: {page:?}");
            speaks(&page, tag);
            let words = text(language, key);
            assert!(unescaped(&page.body).contains(&words), "{path} {language}: no {words:?} in {page:?}");
            if language != "en" {
                leaks_no_english(&page, language);
            }
        }
    }
}

fn what_a_visitor_chose_wins_over_the_browser_and_stays_with_their_account(engine: Engine) {
    let server = Server::start(engine);
    let visitor = Browser::new(server.origin());
    let page = ask(&visitor, "/dashboard/join?email=a%40example.com", "es");
    let link = "/dashboard/join?email=a%40example.com&lang=fr";
    assert!(unescaped(&page.body).contains(&format!("href=\"{link}\"")), "{page:?}");
    let chosen = ask(&visitor, link, "es");
    assert_eq!(
        (chosen.status, chosen.header("location")),
        (303, Some("/dashboard/join?email=a%40example.com"))
    );
    speaks(&ask(&visitor, "/dashboard/join", "es"), "fr");
    speaks(&ask(&visitor, "/claim/unknown", "es"), "fr");
    visitor.fill("/dashboard/join", "/dashboard/join", &[("email", "grace@example.org")]);
    let link = email_to(server.origin(), "grace@example.org", "join").links[0].clone();
    let joined = visitor.fill(
        &link,
        &link,
        &[("name", "Grace"), ("account_type", "personal"), ("password", PASSWORD)],
    );
    assert_eq!(joined.status, 303, "{joined:?}");
    assert_eq!(count(&server, "users where language = 'fr'"), 1);
}

fn what_a_user_has_set_wins_over_everything_else(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    owner.set_cookie(LANGUAGE_COOKIE, "pt");
    speaks(&ask(&owner, "/dashboard/confirm", "es"), "pt-BR");
    let settings = "/dashboard/live/settings";
    let saved = owner.fill(settings, &format!("{settings}/language"), &[("language", "fr")]);
    assert_eq!(saved.status, 303, "{saved:?}");
    let page = ask(&owner, "/dashboard/confirm", "es");
    speaks(&page, "fr");
    leaks_no_english(&page, "fr");
    speaks(&ask(&owner, "/dashboard/live/payouts/unknown", "es"), "fr");
    speaks(&ask(&owner, "/dashboard/live", "es"), "fr");
    // There is nothing to choose, so no page offers it.
    let claim = ask(&owner, "/claim", "es");
    speaks(&claim, "fr");
    assert!(!claim.body.contains("lang=es"), "{claim:?}");
}

fn hostile_choices_are_ignored(engine: Engine) {
    let server = Server::start(engine);
    let visitor = Browser::new(server.origin());
    for hostile in ["de", "ES", "", "es%0d%0aSet-Cookie:a=b", "<script>alert(1)</script>", "%65%73", "../es"]
    {
        let page =
            visitor.get(&format!("{SIGN_IN}?lang={}", hostile.replace('<', "%3C").replace('>', "%3E")));
        assert_eq!(page.status, 200, "{hostile}");
        speaks(&page, "en");
        assert!(!page.body.contains("<script>"), "{hostile}");
        assert_eq!(visitor.cookie(LANGUAGE_COOKIE), None, "{hostile}");
    }
    for (asked, place) in [
        ("/dashboard/sign-in?lang=es&next=//evil.example", "/dashboard/sign-in?next=//evil.example"),
        ("/claim/x?lang=es&lang=//evil.example", "/claim/x"),
    ] {
        let chosen = visitor.get(asked);
        assert_eq!((chosen.status, chosen.header("location")), (303, Some(place)), "{asked}");
    }
    assert_eq!(visitor.get("//evil.example/dashboard/sign-in?lang=es").status, 404);
    for hostile in ["de", "es es", "../es", "<script>", "es-419"] {
        let other = Browser::new(server.origin());
        other.set_cookie(LANGUAGE_COOKIE, hostile);
        speaks(&ask(&other, SIGN_IN, "fr"), "fr");
    }
}
