//! One wrong field at a time, in every body: the answer names its place and nothing else.

use super::{assert_only, at, everything, good_requests, is_sensitive, location, objects, texts, with};
use crate::support::{Engine, Server};
use serde_json::{Value, json};

testkit::on_one_engine!(
    characters_that_hurt_are_refused_in_every_text,
    half_a_surrogate_pair_or_a_byte_that_is_not_utf8_is_malformed_in_every_text,
    every_text_must_be_a_string,
    every_object_must_be_an_object,
    a_missing_field_is_reported_at_its_place,
    an_unknown_property_is_refused_at_every_depth,
    long_values_are_cut_before_they_are_shown,
);

/// NUL, other controls, line breaks, direction marks, separators, a byte order mark, no character.
const HURTFUL: [char; 16] = [
    '\0',
    '\x01',
    '\t',
    '\n',
    '\r',
    '\x1b',
    '\x7f',
    '\u{85}',
    '\u{200f}',
    '\u{202e}',
    '\u{2066}',
    '\u{2028}',
    '\u{2029}',
    '\u{feff}',
    '\u{ffff}',
    '\u{10ffff}',
];

fn characters_that_hurt_are_refused_in_every_text(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    for good in &good {
        for pointer in texts(&good.body) {
            let text = at(&good.body, &pointer).as_str().expect("a text");
            for (index, hurtful) in HURTFUL.into_iter().enumerate() {
                // Before, inside, after.
                let (left, right) = text.split_at([0, 1, text.len()][index % 3]);
                let body = with(&good.body, &pointer, format!("{left}{hurtful}{right}").into());
                assert_only(&good.send(&sandbox, &body), &location(&pointer));
            }
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn half_a_surrogate_pair_or_a_byte_that_is_not_utf8_is_malformed_in_every_text(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    let wrong: [&[u8]; 9] = [
        b"\\ud800",
        b"\\udfff",
        b"\\ud83dx",
        b"\\ude00\\ud83d",
        b"\xff",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xc3",
    ];
    for good in &good {
        for pointer in texts(&good.body) {
            let text = with(&good.body, &pointer, "THE PLACE".into()).to_string();
            let (left, right) = text.split_once("THE PLACE").expect("the place");
            for wrong in wrong {
                let body = [left.as_bytes(), wrong, right.as_bytes()].concat();
                let reply = sandbox.send_bytes(good.method, &good.path, &[], &body);
                reply.assert_problem(400, "malformed_request");
            }
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn every_text_must_be_a_string(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    let wrong = [
        json!(5),
        json!(-1.5),
        json!(true),
        json!(null),
        json!([]),
        json!(["x"]),
        json!({}),
        json!({ "a": 1 }),
    ];
    for good in &good {
        for pointer in texts(&good.body) {
            for value in &wrong {
                let reply = good.send(&sandbox, &with(&good.body, &pointer, value.clone()));
                assert_only(&reply, &location(&pointer));
                let error = &reply.json()["errors"][0];
                let message = error["message"].as_str().expect("a message");
                assert!(message.contains("must be a string, not "), "{reply:?}");
                let is_scalar = !value.is_array() && !value.is_object();
                match (is_sensitive(&pointer), is_scalar) {
                    (true, _) => assert_eq!(error["value"], "[redacted]", "{pointer}"),
                    (false, true) => assert_eq!(error.get("value"), Some(value), "{pointer}"),
                    (false, false) => assert_eq!(error.get("value"), None, "{pointer}"),
                }
            }
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn every_object_must_be_an_object(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    for good in &good {
        for pointer in objects(&good.body) {
            for value in [json!(5), json!("text"), json!(false), json!(null), json!([]), json!([{}])] {
                let reply = good.send(&sandbox, &with(&good.body, &pointer, value));
                assert_only(&reply, &location(&pointer));
                assert!(reply.body.contains("must be an object, not "), "{reply:?}");
                assert_eq!(reply.json()["errors"][0].get("value"), None, "{reply:?}");
            }
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn a_missing_field_is_reported_at_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    for good in &good {
        for pointer in objects(&good.body) {
            let keys: Vec<String> =
                at(&good.body, &pointer).as_object().expect("an object").keys().cloned().collect();
            for key in keys {
                let mut body = good.body.clone();
                let object = body.pointer_mut(&pointer).and_then(Value::as_object_mut).expect("an object");
                object.remove(&key);
                let reply = good.send(&sandbox, &body);
                let is_owner_name = key.starts_with("owner_") && key.ends_with("_name");
                if is_owner_name || ["line2", "nickname", "reference"].contains(&key.as_str()) {
                    assert_eq!(reply.status, 200, "{pointer} {key}: {reply:?}");
                } else if pointer == "/items/0" && key == "email" {
                    // There is another way to name the person.
                    assert_only(&reply, "body.items[0]");
                } else {
                    assert_only(&reply, &location(&format!("{pointer}/{key}")));
                    assert!(reply.body.contains("is required"), "{reply:?}");
                    assert_eq!(reply.json()["errors"][0].get("value"), None, "{reply:?}");
                }
            }
        }
    }
}

fn an_unknown_property_is_refused_at_every_depth(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    let names =
        ["surprise", "Name", "EMAIL", "id", "status", "name ", "na\u{0}me", "__proto__", "", "🙂", "'\"<b>"];
    for good in &good {
        for pointer in objects(&good.body) {
            for name in names {
                for value in
                    [json!("what was sent"), json!(null), json!({ "what": "was sent" }), json!(["was sent"])]
                {
                    let mut body = good.body.clone();
                    body.pointer_mut(&pointer).expect("an object")[name] = value;
                    let reply = good.send(&sandbox, &body);
                    assert_only(&reply, &format!("{}.{name}", location(&pointer)));
                    assert!(!reply.body.contains("was sent"), "{reply:?}");
                    assert_eq!(reply.json()["errors"][0].get("value"), None, "{reply:?}");
                }
            }
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn long_values_are_cut_before_they_are_shown(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for unit in ["a", "\u{1f600}"] {
        let long = unit.repeat(100_000);
        let cut = format!("{}…", unit.repeat(100));
        for good in good_requests(&sandbox) {
            for pointer in texts(&good.body).into_iter().filter(|pointer| !is_sensitive(pointer)) {
                let reply = good.send(&sandbox, &with(&good.body, &pointer, long.as_str().into()));
                assert_only(&reply, &location(&pointer));
                assert_eq!(reply.json()["errors"][0]["value"], cut, "{pointer}");
            }
            let mut body = good.body.clone();
            body[&long] = true.into();
            assert_only(&good.send(&sandbox, &body), &format!("body.{cut}"));
        }
        let encoded = unit.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>().repeat(1_000);
        for (query, place) in [("page_size", "query.page_size"), ("created_from", "query.created_from")] {
            let reply = sandbox.get(&format!("/recipients?{query}={encoded}"));
            assert_only(&reply, place);
            assert!(reply.body.len() < 1_500, "{reply:?}");
        }
        let reply = sandbox.get(&format!("/recipients?{encoded}=1"));
        reply.assert_problem(400, "invalid_request");
        assert!(reply.body.len() < 1_500, "{reply:?}");
    }
}
