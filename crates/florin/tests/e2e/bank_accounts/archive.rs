//! Archiving: for good, and however often it is repeated.

use crate::support::{Engine, RAILS, Server, bank_account};
use serde_json::json;

testkit::on_both_engines!(
    renaming_and_archiving_at_once_lose_nothing,
    archiving_is_final_and_can_be_repeated,
);

testkit::on_sqlite_daily!(archiving_takes_no_body_or_an_empty_object);

fn archiving_is_final_and_can_be_repeated(engine: Engine) {
    let mut server = Server::start(engine);
    let mut archived = Vec::new();
    for (rail, _, _) in RAILS {
        let sandbox = server.sandbox();
        let created = sandbox.post("/bank_accounts", &bank_account(rail));
        let path = format!("/bank_accounts/{}", created.id());
        for _ in 0..3 {
            let reply = sandbox.send("POST", &format!("{path}/archive"), &[], None);
            assert_eq!((reply.status, reply.body.as_str()), (200, "{}"), "{reply:?}");
            assert_eq!(reply.header("content-type"), Some("application/json"));
        }
        let mut expected = created.json();
        expected["status"] = "archived".into();
        let read = sandbox.get(&path);
        assert_eq!(read.json(), expected);
        // No way leads back.
        for attempt in [json!({ "status": "active" }), json!({ "name": "Rent", "status": "active" })] {
            sandbox.patch(&path, &attempt).assert_problem(400, "invalid_request");
        }
        for action in ["unarchive", "activate", "restore"] {
            let reply = sandbox.send("POST", &format!("{path}/{action}"), &[], None);
            reply.assert_problem(404, "not_found");
        }
        archived.push((path, read.body));
    }
    assert_eq!(server.terminate(), Some(0));
    server.restart();
    for (path, body) in archived {
        assert_eq!(server.sandbox().get(&path).body, body);
    }
}

fn archiving_takes_no_body_or_an_empty_object(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    let path = format!("/bank_accounts/{account}/archive");
    for (body, slug, locations) in [
        ("{\"name\":\"Rent\"}", "invalid_request", &["body"][..]),
        ("[]", "invalid_request", &["body"]),
        ("null", "invalid_request", &["body"]),
        ("\"\"", "invalid_request", &["body"]),
        ("{", "malformed_request", &[]),
        ("{\"a\":1,\"a\":1}", "malformed_request", &[]),
        ("x", "malformed_request", &[]),
    ] {
        let reply = sandbox.send("POST", &path, &[], Some(body));
        reply.assert_problem(400, slug);
        assert_eq!(reply.locations(), locations, "{body}");
    }
    let plain = sandbox.send("POST", &path, &[("Content-Type", "text/plain")], Some("{}"));
    plain.assert_problem(415, "unsupported_media_type");
    let zipped = sandbox.send("POST", &path, &[("Content-Encoding", "gzip")], Some("{}"));
    zipped.assert_problem(415, "unsupported_media_type");
    assert_eq!(sandbox.get(&format!("/bank_accounts/{account}")).json()["status"], "active");
    for body in [None, Some(""), Some("{}"), Some(" { } ")] {
        let reply = sandbox.send("POST", &path, &[], body);
        assert_eq!((reply.status, reply.body.as_str()), (200, "{}"), "{body:?}");
    }
}

fn renaming_and_archiving_at_once_lose_nothing(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for round in 0..10 {
        let created = sandbox.post("/bank_accounts", &bank_account("cad_eft"));
        let path = format!("/bank_accounts/{}", created.id());
        let names: Vec<String> = (0..4).map(|number| format!("Name {round} {number}")).collect();
        std::thread::scope(|scope| {
            let (sandbox, path) = (&sandbox, &path);
            for name in &names {
                scope.spawn(move || assert_eq!(sandbox.patch(path, &json!({ "name": name })).status, 200));
            }
            for _ in 0..2 {
                let archive = move || sandbox.send("POST", &format!("{path}/archive"), &[], None).status;
                scope.spawn(move || assert_eq!(archive(), 200));
            }
        });
        let now = sandbox.get(&path).json();
        assert_eq!(now["status"], "archived");
        assert!(names.iter().any(|name| now["name"] == *name), "{now}");
        assert_eq!(now["cad_eft"], created.json()["cad_eft"]);
    }
}
