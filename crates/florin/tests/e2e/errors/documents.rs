//! The problem document itself, the page its `type` leads to, and the id that every answer carries.

use std::collections::HashSet;

use crate::support::{Client, Engine, Reply, Server, bank_account};
use serde_json::json;

testkit::on_one_engine!(
    every_kind_of_problem_is_one_complete_document,
    the_type_of_every_problem_leads_to_a_page_that_explains_it,
    every_answer_has_a_request_id_of_its_own,
    answers_are_not_cached_and_not_sniffed,
);

/// One request for every kind of problem that a client can cause here.
fn problems(server: &Server) -> Vec<(u16, &'static str, Reply)> {
    let sandbox = server.sandbox();
    let reader = sandbox.with_key(&server.new_key(server.info("email"), "test", "balance:read"));
    let body = json!({ "email": "ada@example.com" });
    assert_eq!(sandbox.post_once("/recipients", "once", &body).status, 200);
    let plain = [("Content-Type", "text/plain")];
    vec![
        (400, "invalid_request", sandbox.post("/recipients", &json!({}))),
        (400, "invalid_request", sandbox.get("/recipients?limit=5")),
        (400, "malformed_request", sandbox.send("POST", "/recipients", &[], Some("{"))),
        (400, "invalid_cursor", sandbox.get("/recipients?cursor=abc")),
        (401, "unauthorized", sandbox.anonymous().get("/balance")),
        (401, "unauthorized", sandbox.with_key("florin_test_x").get("/balance")),
        (403, "forbidden", reader.post("/recipients", &body)),
        (404, "not_found", sandbox.get("/recipients/rcp_0")),
        (404, "not_found", sandbox.get("/nothing")),
        (404, "not_found", server.anyone().get("/nothing")),
        (404, "not_found", server.anyone().get("/errors/nothing")),
        (405, "method_not_allowed", sandbox.send("PUT", "/recipients", &[], Some("{}"))),
        (415, "unsupported_media_type", sandbox.send("POST", "/recipients", &plain, Some("{}"))),
        (
            422,
            "idempotency_key_reused",
            sandbox.post_once("/recipients", "once", &json!({ "email": "b@example.com" })),
        ),
    ]
}

fn every_kind_of_problem_is_one_complete_document(engine: Engine) {
    let server = Server::start(engine);
    for (status, slug, reply) in problems(&server) {
        reply.assert_problem(status, slug);
        let json = reply.json();
        assert_eq!(json["type"], format!("{}/errors/{slug}", server.origin()), "{reply:?}");
        assert!(json["detail"].as_str().is_some_and(|detail| detail.len() > 10), "{reply:?}");
        for error in json["errors"].as_array().into_iter().flatten() {
            let keys: Vec<&String> = error.as_object().expect("an object").keys().collect();
            assert!(["location", "message"].iter().all(|key| error[*key].is_string()), "{reply:?}");
            assert!(
                keys.iter().all(|key| ["location", "message", "value"].contains(&key.as_str())),
                "{reply:?}"
            );
        }
        // An empty list would say that something is wrong at no place.
        assert!(
            json.get("errors").is_none_or(|errors| errors.as_array().is_some_and(|list| !list.is_empty()))
        );
        assert_eq!(reply.header("www-authenticate").is_some(), status == 401, "{reply:?}");
        assert_eq!(reply.header("allow").is_some(), status == 405, "{reply:?}");
    }
}

fn the_type_of_every_problem_leads_to_a_page_that_explains_it(engine: Engine) {
    let server = Server::start(engine);
    for slug in web::Slug::ALL {
        let page = server.anyone().get(&format!("/errors/{}", slug.name()));
        assert_eq!(page.status, 200, "{page:?}");
        assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{page:?}");
        assert!(page.body.contains("<html") && page.body.contains(slug.name()), "{page:?}");
        assert!(page.body.contains(slug.status().as_str()), "{page:?}");
    }
    for (_, _, reply) in problems(&server) {
        let json = reply.json();
        let uri = json["type"].as_str().expect("a type");
        assert_eq!(server.anyone().at(uri).get("").status, 200, "{uri}");
    }
}

fn every_answer_has_a_request_id_of_its_own(engine: Engine) {
    let server = Server::start(engine);
    let (anyone, sandbox) = (server.anyone(), server.sandbox());
    let mut seen = HashSet::new();
    let mut look = |reply: &Reply| {
        let id = reply.header("x-request-id").unwrap_or_else(|| panic!("no id: {reply:?}"));
        assert!(id.len() >= 16 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
        assert!(seen.insert(id.to_owned()), "{id} twice");
    };
    for _ in 0..30 {
        for path in ["/", "/docs", "/openapi.json", "/healthz", "/readyz", "/nothing", "/errors/not_found"] {
            look(&anyone.get(path));
        }
        look(&sandbox.get("/balance"));
        look(&sandbox.post("/recipients", &json!({ "email": "ada@example.com" })));
        look(&sandbox.post_once("/bank_accounts", "the same key", &bank_account("brl_pix")));
        look(&sandbox.post("/recipients", &json!({})));
        look(&sandbox.send("HEAD", "/balance", &[], None));
    }
    // A client's own id is not taken over: it would end up in our logs.
    let mine = "mine-0123456789";
    let reply = sandbox.send("GET", "/nothing", &[("X-Request-Id", mine)], None);
    assert!(!format!("{reply:?}").contains(mine), "{reply:?}");
    for (_, _, reply) in problems(&server) {
        look(&reply);
    }
}

fn answers_are_not_cached_and_not_sniffed(engine: Engine) {
    let server = Server::start(engine);
    let created = server.sandbox().post("/bank_accounts", &bank_account("eur_sepa"));
    let read = server.sandbox().get(&format!("/bank_accounts/{}", created.id()));
    let list = server.sandbox().get("/bank_accounts");
    let problems = problems(&server).into_iter().map(|(_, _, reply)| reply);
    for reply in [created, read, list].into_iter().chain(problems) {
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{reply:?}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{reply:?}");
    }
    let head: Client = server.sandbox();
    let (get, head) = (head.get("/balance"), head.send("HEAD", "/balance", &[], None));
    assert_eq!((head.status, head.body.as_str()), (get.status, ""));
}
