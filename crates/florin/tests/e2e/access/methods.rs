//! Which addresses and methods there are, for a caller without any credential.

use std::collections::{BTreeMap, BTreeSet};

use super::sample::Needed;
use super::world::World;
use super::{routes, seen};
use crate::support::{Engine, Reply, Server, raw_reply};

testkit::on_one_engine!(
    every_address_takes_its_methods_and_says_which_when_asked_for_another,
    an_address_that_does_not_exist_is_not_found_by_any_method,
    no_header_or_parameter_changes_the_method,
);

const METHODS: [&str; 11] =
    ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "BREW", "get"];

fn ask(server: &Server, method: &str, path: &str, header: &str) -> Reply {
    let request = format!("{method} {path} HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n{header}\r\n");
    raw_reply(server.origin(), request.as_bytes())
}

/// A body of HEAD is not sent, but everything else is as for GET.
fn assert_problem(reply: &Reply, method: &str, status: u16, slug: &str) {
    if method == "HEAD" {
        assert_eq!((reply.status, reply.body.as_str()), (status, ""), "{reply:?}");
        assert_eq!(reply.header("content-type"), Some("application/problem+json"), "{reply:?}");
        assert!(reply.header("x-request-id").is_some(), "{reply:?}");
    } else {
        reply.assert_problem(status, slug);
    }
}

/// The methods that each address takes, HEAD with every GET.
fn addresses() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut known = BTreeMap::<String, BTreeSet<&str>>::new();
    for route in routes(Needed::nothing) {
        let id = route.sample.thing.map_or("", |thing| thing.unknown_id());
        let methods = known.entry(route.path(id)).or_default();
        methods.insert(route.sample.method);
        if route.is_get() {
            methods.insert("HEAD");
        }
    }
    known
}

fn every_address_takes_its_methods_and_says_which_when_asked_for_another(engine: Engine) {
    let server = Server::start(engine);
    let mut known = addresses();
    for path in
        ["/healthz", "/readyz", "/openapi.json", "/docs", "/docs/oauth", "/docs/search", "/errors/not_found"]
    {
        known.insert(path.to_owned(), BTreeSet::from(["GET", "HEAD"]));
    }
    for (path, methods) in known {
        let protected = path.contains("/v1/");
        for method in METHODS {
            let reply = ask(&server, method, &path, "");
            if !methods.contains(method) {
                assert_problem(&reply, method, 405, "method_not_allowed");
                let allow = reply.header("allow").unwrap_or_else(|| panic!("{method} {path}: {reply:?}"));
                let allowed: BTreeSet<&str> = allow.split(',').map(str::trim).collect();
                assert_eq!(allowed, methods, "{method} {path}");
            } else if protected {
                assert_problem(&reply, method, 401, "unauthorized");
                assert!(reply.header("www-authenticate").is_some(), "{method} {path}: {reply:?}");
            } else {
                assert_eq!(reply.status, 200, "{method} {path}: {reply:?}");
            }
        }
    }
}

fn an_address_that_does_not_exist_is_not_found_by_any_method(engine: Engine) {
    let world = World::start(engine);
    let server = &world.server;
    let key = format!("Authorization: Bearer {}\r\n", server.info("test_key"));
    let mut paths: Vec<String> = [
        "/v1",
        "/v1/",
        "/sandbox",
        "/sandbox/v1",
        "/sandbox/v1/",
        "/v2/balance",
        "/balance",
        "/sandbox/balance",
        "/sandbox/v1/v1/balance",
        "/sandbox/sandbox/v1/balance",
        "/v1/sandbox/v1/balance",
        "/v1/sandbox/balance",
        "/v1/nothing",
        "/v1/simulate/clock",
        "/v1/simulate/deposits/txn_01kdvq3y5cf2ab6ngnm3hcrkve",
        "/v1/simulate/withdrawals/txn_01kdvq3y5cf2ab6ngnm3hcrkve",
        "/v1/quotes/qt_01kdvq3y5cf2ab6ngnm3hcrkve",
        "/v1/../v1/balance",
        "/x/../v1/balance",
        "/v1/./balance",
        "/v1/bank_accounts/../balance",
        "/v1/webhooks",
        "/errors",
    ]
    .map(str::to_owned)
    .into();
    for address in addresses().into_keys() {
        let upper = address.replace("/v1/", "/V1/");
        let encoded = address.replace("/v1/", "/%761/");
        paths.extend([
            format!("{address}/"),
            format!("/{address}"),
            format!("{address}/x/y"),
            upper,
            encoded,
        ]);
        paths.extend([address.replace("/v1/", "/v1//"), address.replace("/v1/", "/v1%2f")]);
    }
    for path in paths {
        let plain = ask(server, "GET", &path, "");
        plain.assert_problem(404, "not_found");
        for method in METHODS {
            let reply = ask(server, method, &path, "");
            assert_problem(&reply, method, 404, "not_found");
        }
        assert_eq!(seen(&ask(server, "GET", &path, &key)), seen(&plain), "{path}: a key makes a difference");
    }
}

fn no_header_or_parameter_changes_the_method(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for route in world.routes().into_iter().filter(|route| route.is_get()) {
        let (client, id) = (world.owner(&route), world.id(&route));
        let plain = seen(&route.call(&client, id));
        for name in ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"] {
            for method in ["POST", "PATCH", "DELETE"] {
                assert_eq!(
                    seen(&route.call_with(&client, id, &[(name, method)])),
                    plain,
                    "{route} {name}: {method}"
                );
            }
        }
        let reply = client.get(&format!("{}?_method=POST", route.path(id)));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["query._method"], "{route}");
        // What only PATCH may do cannot be had by POST.
        if route.sample.thing.is_some() {
            let headers = [("X-HTTP-Method-Override", "PATCH")];
            let reply = client.send("POST", &route.path(id), &headers, Some("{\"name\":\"x\"}"));
            reply.assert_problem(405, "method_not_allowed");
        }
    }
    assert_eq!(world.state(), before);
}
