//! The language of payouts and recipients.

use super::languages::{READERS, ask, leaks_no_english, speaks, text};
use crate::support::pages::{demo, led};
use crate::support::{
    Browser, Engine, Reply, Server, encoded, hidden_fields, pay_and_settle, unescaped, with,
};

testkit::on_one_engine!(
    pages_of_payouts_and_recipients_speak_the_readers_language,
    mistakes_with_a_recipient_are_told_in_the_readers_language,
);

const TEST: &str = "/dashboard/test";
const NEW_RECIPIENT: &str = "/dashboard/test/recipients/new";

#[track_caller]
fn says(page: &Reply, tag: &str, language: &str, key: &str) {
    speaks(page, tag);
    let words = text(language, key);
    assert!(unescaped(&page.body).contains(&words), "{language}: no {words:?} in {page:?}");
}

/// Asks for each page in each language, of which it must say something.
fn check(owner: &Browser, pages: &[(String, &str)], also: fn(&Reply, &str)) {
    for (accepted, tag, language) in READERS {
        for (path, key) in pages {
            let page = ask(owner, path, accepted);
            says(&page, tag, language, key);
            also(&page, language);
        }
    }
}

fn only_its_own(page: &Reply, language: &str) {
    if language != "en" {
        leaks_no_english(page, language);
    }
}

fn pages_of_payouts_and_recipients_speak_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let at = |path: &str| format!("{TEST}/{path}");
    let new = owner.get(&at("payouts/new"));
    check(
        &owner,
        &[
            (at("payouts"), "payouts-none"),
            (new.header("location").expect("a place").to_owned(), "payout-empty-rows"),
            (at("payouts/csv"), "payout-file-separators"),
            (at("recipients/new"), "recipient-add-lead"),
        ],
        only_its_own,
    );
    check(&owner, &[(at("recipients"), "recipients-none-text")], |_, _| {});
    let paid = pay_and_settle(&server.sandbox(), &[("ada@example.com", "1"), ("x+fail@example.com", "1")]);
    let payout = at(&format!("payouts/{}", paid["id"].as_str().expect("an id")));
    let recipient = led(&owner.fill(NEW_RECIPIENT, NEW_RECIPIENT, &[("email", "ada@example.com")]));
    let pages = [
        (at("payouts?status="), "payouts-lead"),
        (at("payouts?status=cancelled"), "payouts-no-matches"),
        (at("payouts?from=x"), "filter-date-invalid"),
        (payout.clone(), "payout-item-manage"),
        (payout.clone(), "payout-item-remind-text"),
        (payout.clone(), "failure-simulated"),
        (format!("{payout}?status=completed"), "payout-no-payments-text"),
        (at("recipients?email="), "recipient-account-unknown"),
        (at("recipients?email=nobody%40example.com"), "recipients-not-found"),
        (recipient.clone(), "recipient-account-text"),
    ];
    check(&owner, &pages, |_, _| {});
    for (accepted, tag, language) in READERS {
        let renamed = owner.fill(&recipient, &format!("{recipient}/rename"), &[("nickname", "Ada")]);
        assert_eq!(led(&renamed), recipient);
        says(&ask(&owner, &recipient, accepted), tag, language, "said-renamed");
        let part = ask(&owner, &format!("{payout}/progress"), accepted);
        let words = text(language, "payout-item-cancel-text");
        assert!(unescaped(&part.body).contains(&words), "{language}: {part:?}");
    }
}

fn mistakes_with_a_recipient_are_told_in_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for (accepted, tag, language) in READERS {
        for (email, nickname, key) in [
            ("", "", "validation-email-empty"),
            ("ada", "", "validation-email-no-at"),
            ("ada@example.com", "a\nb", "validation-text-unprintable"),
        ] {
            let form = hidden_fields(&ask(&owner, NEW_RECIPIENT, accepted).body, NEW_RECIPIENT);
            let pairs = with(&form, &[("email", email), ("nickname", nickname)]);
            let pairs: Vec<String> =
                pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
            let headers =
                [("Accept-Language", accepted), ("Content-Type", "application/x-www-form-urlencoded")];
            let page = owner.send("POST", NEW_RECIPIENT, &headers, Some(pairs.join("&").as_bytes()));
            assert_eq!(page.status, 422, "{page:?}");
            says(&page, tag, language, key);
            only_its_own(&page, language);
        }
    }
}
