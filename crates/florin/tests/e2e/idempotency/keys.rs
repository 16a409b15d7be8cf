//! What a key may look like, how far it reaches, and which requests it remembers.

use serde_json::json;

use super::{assert_fresh, assert_replay, assert_reused, bank_accounts, spei};
use crate::support::{Engine, Reply, Server, raw, raw_reply};

testkit::on_both_engines!(
    a_key_means_something_only_on_its_own_path_account_and_mode,
    a_rotated_api_key_still_gets_the_first_answer,
    a_request_that_failed_leaves_its_key_unused,
    methods_other_than_post_know_no_keys,
);

testkit::on_one_engine!(what_is_no_key_is_refused_and_nothing_is_done);

/// A POST of a bank account with these lines among its headers, for what no client library would send.
fn post_with_header_lines(server: &Server, lines: &[u8]) -> Vec<u8> {
    let body = spei("Raw").to_string();
    let head = format!(
        "POST /sandbox/v1/bank_accounts HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n\
         Authorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
        server.info("test_key"),
        body.len()
    );
    [head.as_bytes(), lines, b"\r\n", body.as_bytes()].concat()
}

fn what_is_no_key_is_refused_and_nothing_is_done(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let too_long = format!("Idempotency-Key: {}\r\n", "k".repeat(256));
    let no_keys: [&[u8]; 9] = [
        b"Idempotency-Key:\r\n",
        b"Idempotency-Key:  \r\n",
        too_long.as_bytes(),
        b"Idempotency-Key: two words\r\n",
        b"Idempotency-Key: a\ttab\r\n",
        "Idempotency-Key: schlüssel\r\n".as_bytes(),
        b"Idempotency-Key: latin-\xfc\r\n",
        b"Idempotency-Key: one\r\nIdempotency-Key: one\r\n",
        b"Idempotency-Key: one\r\nidempotency-key: two\r\n",
    ];
    for lines in no_keys {
        let reply = raw_reply(server.origin(), &post_with_header_lines(&server, lines));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["header.Idempotency-Key"], "{}", String::from_utf8_lossy(lines));
    }
    // These are not even HTTP, and are refused before headers are read by name.
    for control in ["\0", "\x01", "\x1b", "\x7f"] {
        let lines = format!("Idempotency-Key: a{control}b\r\n");
        let answer = raw(server.origin(), &post_with_header_lines(&server, lines.as_bytes()));
        assert!(answer.starts_with("HTTP/1.1 400 "), "{control:?}: {answer}");
    }
    assert_eq!(bank_accounts(&sandbox).len(), 0);
    for good in ["k", "!~", &"k".repeat(255)] {
        let first = sandbox.post_once("/bank_accounts", good, &spei("Good"));
        assert_fresh(&first);
        assert_replay(&sandbox.post_once("/bank_accounts", good, &spei("Good")), &first);
    }
}

fn a_key_means_something_only_on_its_own_path_account_and_mode(engine: Engine) {
    let server = Server::start(engine);
    let (sandbox, live) = (server.sandbox(), server.live());
    server.new_user("stranger@example.com");
    let stranger = sandbox.with_key(&server.new_key("stranger@example.com", "test", "all"));
    let stranger_live = live.with_key(&server.new_key("stranger@example.com", "live", "all"));
    let (one, other) =
        (sandbox.post("/bank_accounts", &spei("1")), sandbox.post("/bank_accounts", &spei("2")));
    let archive = |reply: &Reply| format!("/bank_accounts/{}/archive", reply.id());

    let create = "/bank_accounts".to_owned();
    let requests = [
        (&sandbox, create.clone(), Some(spei("Same"))),
        (&live, create.clone(), Some(spei("Same"))),
        (&stranger, create.clone(), Some(spei("Same"))),
        (&stranger_live, create, Some(spei("Same"))),
        (&sandbox, "/recipients".to_owned(), Some(json!({ "email": "ada@example.com" }))),
        (&sandbox, archive(&one), None),
        (&sandbox, archive(&other), None),
    ];
    let ask_all = || -> Vec<Reply> {
        let ask = |(client, path, body): &(&crate::support::Client, String, Option<serde_json::Value>)| {
            let body = body.as_ref().map(ToString::to_string);
            client.send("POST", path, &[("Idempotency-Key", "shared")], body.as_deref())
        };
        requests.iter().map(ask).collect()
    };
    let first = ask_all();
    first.iter().for_each(assert_fresh);
    for (again, first) in ask_all().iter().zip(&first) {
        assert_replay(again, first);
    }
    let ids: std::collections::BTreeSet<String> = first[..4].iter().map(Reply::id).collect();
    assert_eq!(ids.len(), 4, "each account has its own");
}

fn a_rotated_api_key_still_gets_the_first_answer(engine: Engine) {
    let server = Server::start(engine);
    let (old_key, id) = server.new_key_and_id(server.info("email"), "test", "all");
    let old = server.sandbox().with_key(&old_key);
    let first = old.post_once("/bank_accounts", "rotation", &spei("Rotated"));
    assert_fresh(&first);

    server.florin_json(&["key", "revoke", &id]);
    let new = old.with_key(&server.new_key(server.info("email"), "test", "bank_accounts:write"));
    assert_replay(&new.post_once("/bank_accounts", "rotation", &spei("Rotated")), &first);
    assert_reused(&new.post_once("/bank_accounts", "rotation", &spei("Other")), &first.id());

    // Knowing the key of an answer is no permission to read it.
    let reader = old.with_key(&server.new_key(server.info("email"), "test", "bank_accounts:read"));
    reader.post_once("/bank_accounts", "rotation", &spei("Rotated")).assert_problem(403, "forbidden");
    assert_eq!(bank_accounts(&server.sandbox()).len(), 1);
}

fn a_request_that_failed_leaves_its_key_unused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let reader = sandbox.with_key(&server.new_key(server.info("email"), "test", "bank_accounts:read"));
    let good = spei("Later").to_string();
    let mut wrong_check_digit = spei("Later");
    wrong_check_digit["mxn_spei"]["spei_clabe"] = json!("032180000118359718");
    let wrong_check_digit = wrong_check_digit.to_string();
    let (create, json, text) = ("/bank_accounts", "application/json", "text/plain");
    let fails = [
        (&sandbox, create, json, "{}", 400),
        (&sandbox, create, json, "{", 400),
        (&sandbox, create, json, wrong_check_digit.as_str(), 400),
        (&sandbox, "/bank_accounts?surprise=1", json, good.as_str(), 400),
        (&sandbox.with_key("florin_test_nonsense"), create, json, good.as_str(), 401),
        (&reader, create, json, good.as_str(), 403),
        (&sandbox, create, text, good.as_str(), 415),
    ];
    for (client, path, content_type, body, status) in fails {
        let headers = [("Idempotency-Key", "patient"), ("Content-Type", content_type)];
        let reply = client.send("POST", path, &headers, Some(body));
        assert_eq!((reply.status, reply.header(super::REPLAYED)), (status, None), "{reply:?}");
    }
    let too_large = format!(
        "POST /sandbox/v1/bank_accounts HTTP/1.1\r\nHost: florin\r\nAuthorization: Bearer {}\r\n\
         Idempotency-Key: patient\r\nContent-Type: application/json\r\nContent-Length: 1048577\r\n\r\n",
        server.info("test_key")
    );
    raw_reply(server.origin(), too_large.as_bytes()).assert_problem(413, "payload_too_large");
    let first = sandbox.post_once(create, "patient", &spei("Later"));
    assert_fresh(&first);

    // An object that is not there is looked for again each time.
    let missing = format!("/bank_accounts/ba_{}/archive", "0".repeat(26));
    for _ in 0..2 {
        let reply = sandbox.send("POST", &missing, &[("Idempotency-Key", "patient")], None);
        reply.assert_problem(404, "not_found");
        assert_eq!(reply.header(super::REPLAYED), None);
    }
    // A refused reuse does not take the key away from its owner.
    assert_reused(&sandbox.post_once(create, "patient", &spei("Other")), &first.id());
    assert_replay(&sandbox.post_once(create, "patient", &spei("Later")), &first);
    assert_eq!(bank_accounts(&sandbox).len(), 1);
    assert_eq!(
        server.database().rows_in(server.data(), "stored_responses"),
        1,
        "nothing but the one success is kept"
    );
}

fn methods_other_than_post_know_no_keys(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let path = format!("/bank_accounts/{}", sandbox.post("/bank_accounts", &spei("First")).id());
    for name in ["Second", "Third", "Second"] {
        let body = json!({ "name": name }).to_string();
        let renamed = sandbox.send("PATCH", &path, &[("Idempotency-Key", "same")], Some(&body));
        assert_fresh(&renamed);
        assert_eq!(sandbox.get(&path).json()["name"], name);
    }
}
