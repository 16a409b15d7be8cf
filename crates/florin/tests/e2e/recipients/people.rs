//! Who is on the platform: the address of a user shows that person's own name, to everybody who pays them.

use super::all;
use crate::support::{Engine, Server};
use serde_json::json;

crate::on_both_engines!(
    the_address_of_a_user_is_on_the_platform_under_that_persons_name,
    who_joins_later_is_on_the_platform_from_then_on,
);

fn the_address_of_a_user_is_on_the_platform_under_that_persons_name(engine: Engine) {
    let server = Server::start(engine);
    let email = server.info("email");
    for client in [server.sandbox(), server.live()] {
        let created =
            client.post("/recipients", &json!({ "email": email.to_uppercase(), "nickname": "Myself" }));
        let shown = created.json();
        assert_eq!(shown["on_platform"], true);
        assert_eq!(shown["display_name"], "Demo Business");
        assert_eq!(shown["email"], email.to_uppercase());
        assert_eq!(shown["nickname"], "Myself");
        assert_eq!(client.get(&format!("/recipients/{}", created.id())).body, created.body);
        assert_eq!(all(&client), [shown]);
        // Somebody else at the same place is somebody else.
        let (local, domain) = email.split_once('@').expect("an address");
        for stranger in [format!("{local}+x@{domain}"), format!("{local}@mail.{domain}"), format!("x{email}")]
        {
            let shown = client.post("/recipients", &json!({ "email": stranger })).json();
            assert_eq!(shown["on_platform"], false, "{stranger}");
            assert_eq!(shown["display_name"], stranger.split('@').next().expect("a local part"));
        }
    }
}

fn who_joins_later_is_on_the_platform_from_then_on(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = sandbox.post("/recipients", &json!({ "email": "Grace@Example.org", "nickname": "G" }));
    assert_eq!(before.json()["on_platform"], false);
    assert_eq!(before.json()["display_name"], "Grace");
    server.new_user("grace@example.ORG");
    let mut expected = before.json();
    expected["on_platform"] = true.into();
    expected["display_name"] = "Another".into();
    let path = format!("/recipients/{}", before.id());
    assert_eq!(sandbox.get(&path).json(), expected);
    assert_eq!(all(&sandbox), [expected.clone()]);
    assert_eq!(sandbox.get("/recipients?email=GRACE@example.org").json()["data"], json!([expected]));
    assert_eq!(sandbox.post("/recipients", &json!({ "email": "GRACE@example.org" })).json(), expected);
    expected["nickname"] = "Admiral".into();
    assert_eq!(sandbox.patch(&path, &json!({ "nickname": "Admiral" })).json(), expected);
}
