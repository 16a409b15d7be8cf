//! One recipient for each address, in any case; and the addresses that are none.

use std::collections::BTreeSet;

use super::all;
use crate::support::{Engine, Reply, Server};
use serde_json::{Value, json};

testkit::on_both_engines!(
    one_address_sent_many_times_at_once_is_one_recipient,
    a_known_address_in_any_case_answers_the_recipient_it_has,
);

testkit::on_sqlite_daily!(
    a_new_recipient_shows_its_fields_and_nothing_else,
    addresses_that_differ_in_more_than_case_are_different_recipients,
    an_address_is_kept_exactly_as_it_was_sent,
    the_longest_address_is_accepted_and_one_character_more_is_not,
    each_account_and_mode_has_its_own_recipients,
);

testkit::on_one_engine!(what_is_no_plain_address_is_refused);

fn a_new_recipient_shows_its_fields_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    for client in [server.sandbox(), server.live()] {
        let body = json!({ "email": "Ada.L+x@Example.com", "nickname": "Ada (design)" });
        let created = client.post("/recipients", &body);
        let id = created.id();
        assert!(id.starts_with("rcp_") && id.len() >= 24, "{id}");
        let created_at = created.json()["created_at"].clone();
        assert!(
            created_at.as_str().is_some_and(|time| time.ends_with('Z') && time.len() >= 24),
            "{created_at}"
        );
        let expected = json!({
            "id": id,
            "email": "Ada.L+x@Example.com",
            "display_name": "Ada.L+x",
            "on_platform": false,
            "created_at": created_at,
            "nickname": "Ada (design)",
        });
        assert_eq!(created.json(), expected);
        assert_eq!(client.get(&format!("/recipients/{id}")).body, created.body);
        assert_eq!(
            client.get("/recipients").body,
            format!("{{\"data\":[{}],\"next_cursor\":null}}", created.body)
        );
    }
}

fn a_known_address_in_any_case_answers_the_recipient_it_has(engine: Engine) {
    let mut server = Server::start(engine);
    let first = server.sandbox().post("/recipients", &json!({ "email": "Ada.Lovelace@Example.COM" }));
    let spellings = ["ada.lovelace@example.com", "ADA.LOVELACE@EXAMPLE.COM", "aDA.lOVELACE@eXAMPLE.com"];
    for round in 0..2 {
        for email in spellings.into_iter().chain(["Ada.Lovelace@Example.COM"]) {
            let again = server.sandbox().post("/recipients", &json!({ "email": email }));
            // The spelling that came first stays: it is the one that email goes to.
            assert_eq!(again.body, first.body, "{email}");
            assert_eq!(again.status, 200);
            assert_eq!(again.header("idempotent-replayed"), None);
        }
        if round == 0 {
            server.kill();
            server.restart();
        }
    }
    assert_eq!(all(&server.sandbox()), [first.json()]);
}

fn addresses_that_differ_in_more_than_case_are_different_recipients(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let addresses = [
        "ada@example.com",
        "ada+tag@example.com",
        "ada+other@example.com",
        "a.da@example.com",
        "ad.a@example.com",
        "ada@mail.example.com",
        "ada@example.co",
        "ada@example.org",
        "ada_@example.com",
        "ada-@example.com",
        "a%da@example.com",
        "ad_@example.com",
        "ada@xn--80ak6aa92e.com",
        "ada@apple.com",
    ];
    let ids: BTreeSet<String> =
        addresses.iter().map(|email| sandbox.post("/recipients", &json!({ "email": email })).id()).collect();
    assert_eq!(ids.len(), addresses.len());
    for email in addresses {
        let found = sandbox.get(&format!("/recipients?email={}", encoded(email))).json();
        assert_eq!(found["data"].as_array().map(Vec::len), Some(1), "{email}: {found}");
        assert_eq!(found["data"][0]["email"], email);
    }
}

/// For a query string.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { (byte as char).into() } else { format!("%{byte:02X}") })
        .collect()
}

fn one_address_sent_many_times_at_once_is_one_recipient(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let spelling = |number: usize| {
        let letters = "ada@example.com".char_indices();
        let spelt = letters.map(|(place, letter)| match number >> (place % 5) & 1 {
            1 => letter.to_ascii_uppercase(),
            _ => letter,
        });
        spelt.collect::<String>()
    };
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let one = |number| sandbox.post("/recipients", &json!({ "email": spelling(number) }));
        let threads: Vec<_> = (0..40).map(|number| scope.spawn(move || one(number))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a reply")).collect()
    });
    assert!(replies.iter().all(|reply| reply.status == 200 && reply.body == replies[0].body), "{replies:?}");
    assert_eq!(all(&sandbox), [replies[0].json()]);
}

#[rustfmt::skip]
const ADDRESSES: [&str; 26] = [
    "a@b.co", "Ana@Example.COM", "first.last@example.com", "99@example.com", "_@example.com",
    "-@example.com", "ana+tag@example.com", "+@example.com", "ana=x@example.com",
    "customer/department=shipping@example.com", "!#$%&'*+-/=?^_`{|}~@example.com", "o'brien@example.com",
    "ana%example.org@example.com", "{ana}@example.com", "ana@a.b.c.d.example.com", "ana@example.co.uk",
    "ana@1-2.co", "ana@123.com", "ana@a--b.com", "ana@foo.localhost", "ana@xn--bcher-kva.example",
    "ana@XN--MNCHEN-3YA.de", "ana@xn--e1afmkfd.xn--p1ai", "ana@xn--80ak6aa92e.com", "ana@xn--mke-jua.com",
    "ana@example.museum",
];

fn an_address_is_kept_exactly_as_it_was_sent(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for email in ADDRESSES {
        let created = sandbox.post("/recipients", &json!({ "email": email }));
        assert_eq!(created.json()["email"], email, "{created:?}");
        assert_eq!(created.json()["display_name"], email.split('@').next().expect("a local part"));
    }
    let kept: Vec<Value> = all(&sandbox).iter().rev().map(|recipient| recipient["email"].clone()).collect();
    assert_eq!(kept, ADDRESSES);
}

#[rustfmt::skip]
const NO_ADDRESSES: [&str; 92] = [
    // Not one address.
    "", " ", "@", "ana", "ana@", "@example.com", "ana.example.com", "ana@localhost", "ana@@example.com",
    "ana@b@example.com", "mailto:ana@example.com", "<ana@example.com>", "Ana <ana@example.com>",
    "ana@example.com,bob@example.com", "ana@example.com;bob@example.com", "ana@example.com bob@example.com",
    "ana@example.com/", "ana@example.com?subject=x", "ana@example.com:25", "ana at example.com",
    // White space, line breaks, controls.
    " ana@example.com", "ana@example.com ", "ana @example.com", "ana@ example.com", "ana@exam ple.com",
    "ana@example.com\n", "ana@example.com\r\n", "\nana@example.com",
    "ana@example.com\r\nBcc: bob@example.com", "ana\t@example.com", "ana\0@example.com",
    "ana@example.com\0", "ana@example.com\0.example.org", "ana\u{7f}@example.com", "ana\u{1b}@example.com",
    "ana\u{a0}@example.com", "ana@example.com\u{2028}",
    // Dots.
    ".ana@example.com", "ana.@example.com", "a..b@example.com", "ana@.example.com", "ana@example.com.",
    "ana@example..com", "ana@.com",
    // Quoted strings, comments, routes, literals.
    "\"ana\"@example.com", "\"ana maria\"@example.com", "\"a@b\"@example.com", "ana.\"b\"@example.com",
    "ana\\@b@example.com", "ana(comment)@example.com", "(comment)ana@example.com", "ana@example.com(comment)",
    "ana@[192.0.2.1]", "ana@[IPv6:2001:db8::1]", "@example.org:ana@example.com", "group:ana@example.com;",
    "ana,b@example.com", "ana<b@example.com",
    // Domains that are none.
    "ana@-example.com", "ana@example-.com", "ana@exam_ple.com", "ana@example.c", "ana@192.0.2.1",
    "ana@example.123", "ana@2130706433", "ana@example,com", "ana@%65xample.com", "ana@*.example.com",
    // Letters that look like others: dotless i, Kelvin, long s, full width, Cyrillic, accents.
    "m\u{131}ke@example.com", "\u{130}na@example.com", "\u{212a}elvin@example.com", "\u{17f}am@example.com",
    "ana\u{ff20}example.com", "\u{ff41}na@example.com", "\u{430}na@example.com", "ana@\u{430}pple.com",
    "ana@example\u{3002}com", "ana@b\u{fc}cher.example", "ana@stra\u{df}e.de", "an\u{e1}@example.com",
    "ana\u{301}@example.com", "ana@example.\u{440}\u{444}",
    // Directions, invisible letters, symbols.
    "\u{202e}ana@example.com", "ana\u{200b}@example.com", "ana@example\u{ad}.com", "\u{feff}ana@example.com",
    "\u{1f600}@example.com", "ana@\u{1f600}.com",
    // Labels that pretend to be encoded.
    "ana@xn--.com", "ana@xn--a.com", "ana@xn--abc-.com", "ana@xn--99999999.com",
];

fn what_is_no_plain_address_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for email in NO_ADDRESSES {
        let reply = sandbox.post("/recipients", &json!({ "email": email }));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["body.email"], "{email:?}");
        assert_eq!(reply.json()["errors"][0]["value"], email);
        let reply = sandbox.get(&format!("/recipients?email={}", encoded(email)));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["query.email"], "{email:?}");
    }
    // What a short text lacks says more than its length.
    let short = sandbox.post("/recipients", &json!({ "email": "ada" }));
    assert_eq!(
        short.json()["errors"][0]["message"],
        "an email address needs an @ between the mailbox and the domain"
    );
    assert!(all(&sandbox).is_empty());
}

fn the_longest_address_is_accepted_and_one_character_more_is_not(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let label = |length: usize| "a".repeat(length);
    let domain = format!("{}.{}.{}", label(63), label(63), label(61));
    for (email, accepted) in [
        (format!("{}@{domain}", label(64)), true),
        (format!("{}@{domain}a", label(64)), false),
        (format!("{}@example.com", label(64)), true),
        (format!("{}@example.com", label(65)), false),
        (format!("a@{}.com", label(63)), true),
        (format!("a@{}.com", label(64)), false),
        (format!("a@{}.com", label(10_000)), false),
    ] {
        let reply = sandbox.post("/recipients", &json!({ "email": email }));
        if accepted {
            assert_eq!(reply.json()["email"], email, "{reply:?}");
        } else {
            reply.assert_problem(400, "invalid_request");
            assert_eq!(reply.locations(), ["body.email"], "{email}");
        }
    }
    assert_eq!(all(&sandbox).len(), 3);
}

fn each_account_and_mode_has_its_own_recipients(engine: Engine) {
    let server = Server::start(engine);
    server.new_user("other@example.org");
    let sandbox = server.sandbox();
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let clients = [sandbox, server.live(), other];
    let created = clients
        .each_ref()
        .map(|client| client.post("/recipients", &json!({ "email": "ada@example.com", "nickname": "Ada" })));
    let ids: BTreeSet<String> = created.iter().map(Reply::id).collect();
    assert_eq!(ids.len(), clients.len());
    for (client, own) in clients.iter().zip(&created) {
        assert_eq!(all(client), [own.json()]);
        let changed = client.patch(&format!("/recipients/{}", own.id()), &json!({ "nickname": own.id() }));
        assert_eq!(changed.json()["nickname"], own.id());
    }
    for (client, own) in clients.iter().zip(&created) {
        assert_eq!(all(client)[0]["nickname"], own.id());
    }
}
