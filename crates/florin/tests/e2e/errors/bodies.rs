//! Bodies that cannot be read: no JSON, not declared as JSON, not UTF-8, or with one key twice.

use super::sockets::Conversation;
use super::{Good, at, everything, good_requests, objects};
use crate::support::{Engine, Server};
use serde_json::{Value, json};

testkit::on_one_engine!(
    the_good_requests_of_these_tests_are_accepted,
    what_is_not_json_is_malformed,
    json_that_is_no_object_is_refused_as_a_whole,
    a_key_that_comes_twice_in_one_object_is_malformed_at_any_depth,
    a_body_is_read_only_if_it_is_declared_as_plain_utf8_json,
    other_encodings_are_malformed_where_nothing_declares_them,
);

fn the_good_requests_of_these_tests_are_accepted(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for good in good_requests(&sandbox) {
        let reply = good.send(&sandbox, &good.body);
        assert_eq!(reply.status, 200, "{reply:?}");
        assert_eq!(reply.header("content-type"), Some("application/json"));
    }
}

const NOT_JSON: [&str; 38] = [
    "",
    " ",
    "\n",
    "{",
    "}",
    "{}}",
    "{} {}",
    "{},",
    "nul",
    "True",
    "undefined",
    "NaN",
    "-Infinity",
    "'text'",
    "{'name':\"x\"}",
    "{name:\"x\"}",
    "{\"name\"}",
    "{\"name\":}",
    "{\"name\":\"x\",}",
    "{,\"name\":\"x\"}",
    "{\"name\" \"x\"}",
    "{\"name\":\"x\"",
    "{\"name\":\"x",
    "{\"name\":\"x\\\"}",
    "{\"name\":\"\\x41\"}",
    "{\"name\":\"\\u12g4\"}",
    "{\"name\":\"\\u123\"}",
    "{\"name\":\"a\nb\"}",
    "{\"name\":\"a\tb\"}",
    "{\"name\":01}",
    "{\"name\":+1}",
    "{\"name\":.5}",
    "{\"name\":1.}",
    "{\"name\":0x10}",
    "{\"name\":1e999}",
    "[1,]",
    "// {}",
    "/* */{}",
];

fn what_is_not_json_is_malformed(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    let deep = [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{{\"name\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000)),
    ];
    for good in &good {
        for body in NOT_JSON.iter().copied().chain(deep.iter().map(String::as_str)) {
            let reply = good.send_text(&sandbox, body);
            reply.assert_problem(400, "malformed_request");
            // It says where, and repeats nothing.
            assert!(reply.body.len() < 400, "{reply:?}");
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn json_that_is_no_object_is_refused_as_a_whole(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    for good in &good {
        for body in ["null", "true", "5", "-0.5e1", "\"name\"", "[]", "[{}]", "[\"name\",\"email\"]"] {
            super::assert_only(&good.send_text(&sandbox, body), "body");
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn a_key_that_comes_twice_in_one_object_is_malformed_at_any_depth(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    for good in &good {
        for pointer in objects(&good.body) {
            let keys = at(&good.body, &pointer).as_object().expect("an object").keys();
            for key in keys {
                for twice in doubled(good, &pointer, key) {
                    good.send_text(&sandbox, &twice).assert_problem(400, "malformed_request");
                }
            }
        }
    }
    assert_eq!(everything(&sandbox), before);
}

/// The body with one key twice: with the same value, with another, and spelt with an escape.
fn doubled(good: &Good, pointer: &str, key: &str) -> [String; 3] {
    let value = at(at(&good.body, pointer), &format!("/{key}")).clone();
    let escaped = format!("\"\\u{:04x}{}\"", key.as_bytes()[0], &key[1..]);
    let text = |value: Value, spelling: &str| {
        let mut body = good.body.clone();
        body.pointer_mut(pointer).expect("an object")["THE SAME KEY"] = value;
        body.to_string().replace("\"THE SAME KEY\"", spelling)
    };
    let plain = format!("\"{key}\"");
    [text(value.clone(), &plain), text(json!(null), &plain), text(value, &escaped)]
}

fn a_body_is_read_only_if_it_is_declared_as_plain_utf8_json(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    let types = [
        "",
        "application",
        "json",
        "text/plain",
        "text/json",
        "application/jsonx",
        "application/json5",
        "application/x-ndjson",
        "application/vnd.api+json",
        "application/problem+json",
        "application/json, text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "*/*",
        "application/json; charset=utf-16",
        "application/json;charset=UTF-16LE",
        "application/json; charset=iso-8859-1",
        "application/json; charset=\"utf-16\"",
        "application/json; charset=utf-8; charset=utf-16",
    ];
    for good in &good {
        let body = good.body.to_string();
        let send = |headers: &[(&str, &str)]| sandbox.send(good.method, &good.path, headers, Some(&body));
        for wrong in types {
            send(&[("Content-Type", wrong)]).assert_problem(415, "unsupported_media_type");
        }
        for encoding in ["gzip", "deflate", "br", "zstd", "x-unknown"] {
            send(&[("Content-Encoding", encoding)]).assert_problem(415, "unsupported_media_type");
        }
    }
    for good in &good {
        let body = good.body.to_string();
        let more = format!("Content-Length: {}\r\nConnection: close\r\n", body.len());
        let undeclared = Conversation::authorized(&server, good.method, &good.path, &more);
        undeclared.end(body.as_bytes())[0].assert_problem(415, "unsupported_media_type");
    }
    assert_eq!(everything(&sandbox), before);
    let right = [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "application/json; charset=\"utf-8\"",
    ];
    for content_type in right {
        let good = &good[1];
        let body = good.body.to_string();
        let headers = [("Content-Type", content_type)];
        let reply = sandbox.send(good.method, &good.path, &headers, Some(&body));
        assert_eq!(reply.status, 200, "{content_type}: {reply:?}");
    }
}

/// What `gzip` makes of `{"nickname":"zipped"}`.
const ZIPPED: [u8; 41] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0xca, 0xcb, 0x4c, 0xce, 0xce,
    0x4b, 0xcc, 0x4d, 0x55, 0xb2, 0x52, 0xaa, 0xca, 0x2c, 0x28, 0x48, 0x4d, 0x51, 0xaa, 0x05, 0x00, 0xc4,
    0xbe, 0x32, 0x15, 0x15, 0x00, 0x00, 0x00,
];

fn other_encodings_are_malformed_where_nothing_declares_them(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let good = good_requests(&sandbox);
    let before = everything(&sandbox);
    for good in &good {
        let body = good.body.to_string();
        let utf16 = |bytes: fn(u16) -> [u8; 2]| body.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        let bodies = [
            format!("\u{feff}{body}").into_bytes(),
            utf16(u16::to_le_bytes),
            utf16(u16::to_be_bytes),
            [&[0xff, 0xfe], &*utf16(u16::to_le_bytes)].concat(),
            [body.as_bytes(), b"\0"].concat(),
            ZIPPED.to_vec(),
        ];
        for body in bodies {
            let reply = sandbox.send_bytes(good.method, &good.path, &[], &body);
            reply.assert_problem(400, "malformed_request");
        }
    }
    assert_eq!(everything(&sandbox), before);
}
