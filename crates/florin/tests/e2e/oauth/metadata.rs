//! What the server says about itself (RFC 8414), and that it is true.

use serde_json::json;

use super::app::{FORM, authorize};
use super::world::World;
use crate::access::SCOPES;
use crate::support::Engine;

testkit::on_one_engine!(the_server_describes_itself_at_both_addresses);

fn the_server_describes_itself_at_both_addresses(engine: Engine) {
    let world = World::start(engine);
    let anyone = world.server.anyone();
    let origin = world.server.origin();
    let issuer = format!("{origin}/oauth");
    assert_eq!(world.server.info("auth_url"), issuer);
    // RFC 8414, 3.1 puts the path of the issuer behind the well-known part; some clients look without it.
    let [document, other] =
        ["/.well-known/oauth-authorization-server/oauth", "/.well-known/oauth-authorization-server"].map(
            |path| {
                let reply = anyone.get(path);
                assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")));
                reply.json()
            },
        );
    assert_eq!(document, other);
    let by_secret = json!(["client_secret_basic", "client_secret_post"]);
    assert_eq!(
        document,
        json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "revocation_endpoint": format!("{issuer}/revoke"),
            "scopes_supported": SCOPES,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": by_secret,
            "revocation_endpoint_auth_methods_supported": by_secret,
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": true,
            "service_documentation": format!("{origin}/docs/oauth"),
        })
    );
    // Each endpoint is where it is said to be.
    let path = |name: &str| {
        let url = document[name].as_str().expect("an address");
        url.strip_prefix(origin).unwrap_or_else(|| panic!("{url} is elsewhere")).to_owned()
    };
    let asked = authorize(&world.app.request("balance:read"));
    assert!(asked.starts_with(&format!("{}?", path("authorization_endpoint"))));
    assert_eq!(world.alice.get(&asked).status, 200);
    for name in ["token_endpoint", "revocation_endpoint"] {
        assert_eq!(anyone.send("POST", &path(name), &[FORM], Some("")).status, 401, "{name}");
    }
    assert_eq!(anyone.get(&path("service_documentation")).status, 200);
    // An issuer that is not ours has no description here.
    for other in ["/sandbox", "/oauth/", "/oauth/x", "/x"] {
        let reply = anyone.get(&format!("/.well-known/oauth-authorization-server{other}"));
        assert_eq!(reply.status, 404, "{other}");
    }
}
