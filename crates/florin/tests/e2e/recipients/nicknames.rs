//! Nicknames: set, kept, cleared.

use super::all;
use crate::support::{Engine, Server};
use serde_json::{Value, json};

testkit::on_both_engines!(a_nickname_is_set_kept_and_cleared_by_creating_and_by_changing);

testkit::on_sqlite_daily!(
    a_nickname_is_at_most_255_characters_whatever_they_are,
    a_nickname_comes_back_exactly_as_it_was_written,
    all_keys_of_an_account_share_its_nicknames,
    only_the_nickname_can_be_changed,
);

fn a_nickname_is_set_kept_and_cleared_by_creating_and_by_changing(engine: Engine) {
    let mut server = Server::start(engine);
    let created = server.sandbox().post("/recipients", &json!({ "email": "Ada@example.com" }));
    assert_eq!(created.json().get("nickname"), None, "{created:?}");
    let path = format!("/recipients/{}", created.id());
    let steps = [
        ("POST", json!({}), None),
        ("PATCH", json!({}), None),
        ("PATCH", json!({ "nickname": "" }), None),
        ("POST", json!({ "nickname": "First" }), Some("First")),
        ("POST", json!({}), Some("First")),
        ("PATCH", json!({}), Some("First")),
        ("PATCH", json!({ "nickname": "Second" }), Some("Second")),
        ("PATCH", json!({ "nickname": "Second" }), Some("Second")),
        ("POST", json!({ "nickname": "" }), None),
        ("POST", json!({}), None),
        ("PATCH", json!({ "nickname": "Third" }), Some("Third")),
        ("PATCH", json!({ "nickname": "" }), None),
        ("PATCH", json!({ "nickname": "" }), None),
        ("POST", json!({ "nickname": "Last" }), Some("Last")),
    ];
    for (method, body, nickname) in steps {
        let sandbox = server.sandbox();
        let reply = match method {
            "POST" => {
                let mut body = body.clone();
                body["email"] = "ADA@EXAMPLE.COM".into();
                sandbox.post("/recipients", &body)
            }
            _ => sandbox.patch(&path, &body),
        };
        let mut expected = created.json();
        if let Some(nickname) = nickname {
            expected["nickname"] = nickname.into();
        }
        assert_eq!(reply.json(), expected, "{method} {body}");
        assert_eq!(sandbox.get(&path).body, reply.body, "{method} {body}");
        assert_eq!(all(&sandbox), [expected]);
    }
    let before = server.sandbox().get(&path).body;
    server.kill();
    server.restart();
    assert_eq!(server.sandbox().get(&path).body, before);
}

fn a_nickname_is_at_most_255_characters_whatever_they_are(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let id = sandbox.post("/recipients", &json!({ "email": "ada@example.com" })).id();
    for unit in ["a", "ä", "漢", "\u{1f600}", "\u{301}"] {
        for (length, accepted) in [(1, true), (255, true), (256, false), (1_000, false)] {
            let nickname = unit.repeat(length);
            let replies = [
                sandbox.post("/recipients", &json!({ "email": "ada@example.com", "nickname": nickname })),
                sandbox.patch(&format!("/recipients/{id}"), &json!({ "nickname": nickname })),
            ];
            for reply in replies {
                if accepted {
                    assert_eq!(reply.json()["nickname"], nickname);
                } else {
                    reply.assert_problem(400, "invalid_request");
                    assert_eq!(reply.locations(), ["body.nickname"]);
                }
            }
        }
        let kept = &all(&sandbox)[0]["nickname"];
        assert_eq!(*kept, unit.repeat(255), "a refused nickname must leave the old one");
    }
}

fn a_nickname_comes_back_exactly_as_it_was_written(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let path =
        format!("/recipients/{}", sandbox.post("/recipients", &json!({ "email": "ada@example.com" })).id());
    for nickname in [
        " Ada ",
        " ",
        "'; drop table recipients; --",
        "$1 ?1 %s {} \\ \"",
        "<img src=x onerror=alert(1)>",
        "e\u{301} is not é",
        "李 محمد שרה 👩\u{200d}👩\u{200d}👧",
        "null",
    ] {
        let changed = sandbox.patch(&path, &json!({ "nickname": nickname }));
        assert_eq!(changed.json()["nickname"], nickname);
        assert_eq!(sandbox.get(&path).body, changed.body);
        assert_eq!(all(&sandbox)[0]["nickname"], nickname);
    }
}

fn all_keys_of_an_account_share_its_nicknames(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let second = sandbox.with_key(&server.new_key(server.info("email"), "test", "all"));
    let created = sandbox.post("/recipients", &json!({ "email": "ada@example.com", "nickname": "Ada" }));
    let path = format!("/recipients/{}", created.id());
    assert_eq!(second.get(&path).body, created.body);
    let changed = second.patch(&path, &json!({ "nickname": "Countess" }));
    assert_eq!(sandbox.get(&path).body, changed.body);
}

fn only_the_nickname_can_be_changed(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let created = sandbox.post("/recipients", &json!({ "email": "ada@example.com", "nickname": "Ada" }));
    let path = format!("/recipients/{}", created.id());
    for (field, value) in [
        ("email", json!("eve@example.com")),
        ("display_name", json!("Eve")),
        ("on_platform", json!(true)),
        ("created_at", json!("2020-01-01T00:00:00Z")),
        ("id", json!("rcp_00000000000000000000000000")),
    ] {
        let reply = sandbox.patch(&path, &json!({ "nickname": "Eve", field: value }));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), [format!("body.{field}")]);
        if field != "email" {
            let body = json!({ "email": "ada@example.com", "nickname": "Eve", field: value });
            let reply = sandbox.post("/recipients", &body);
            assert_eq!(reply.locations(), [format!("body.{field}")]);
        }
    }
    sandbox.patch(&path, &json!({ "nickname": Value::Null })).assert_problem(400, "invalid_request");
    assert_eq!(sandbox.get(&path).body, created.body);
}
