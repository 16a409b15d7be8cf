//! An app that is connected, used, misused and disconnected, with everything that is secret about that.

use super::traffic::Installation;
use crate::oauth::app::{App, Pair, assert_refused, authorize, but};
use crate::oauth::world::{URI, press, register, shown};
use crate::support::{Browser, canary};

/// Stored as it is.
pub const APP: &str = "Aviary Bookkeeping";
/// What an app gives to a browser to be given back: it must not be stored.
const STATE: &str = "state-that-only-the-app-knows";
/// Of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Codes, tokens, client secrets, cookies and what else only two know.
pub fn connect(installation: &Installation) -> Vec<String> {
    let florin = installation.florin();
    let person = Browser::signed_in(florin.origin(), florin.info("email"), florin.info("password"));
    let app = register(florin.anyone(), &person, APP, &[URI]);
    let mut request = but(&app.request("balance:read"), "state", Some(STATE));
    request.push(("code_challenge", CHALLENGE.to_owned()));
    request.push(("code_challenge_method", "S256".to_owned()));
    let sign_in = Browser::new(florin.origin()).get(&authorize(&request));
    assert_eq!(sign_in.status, 303);

    let code = app.code_for(&person, &request, "test");
    let exchange = but(&app.exchange(&code), "code_verifier", Some(VERIFIER));
    let first = Pair::of(&app.token(&exchange));
    let second = app.refresh(&first.refresh);
    let api = florin.sandbox();
    assert_eq!(api.with_key(&second.access).get("/balance").status, 200);
    misuse(&app, &second);
    let mut secrets = vec![app.secret.clone(), code.clone(), VERIFIER.to_owned(), STATE.to_owned()];
    secrets.extend([first, second].into_iter().flat_map(|pair| [pair.access, pair.refresh]));
    assert_refused(&app.token(&exchange), 400, "invalid_grant");

    let unused = app.code(&person, "balance:read");
    let revoked = app.connect(&person, "balance:read");
    assert_eq!(app.revoke(&revoked.refresh).status, 200);
    let ended = app.connect(&person, "balance:read");
    let page = "/dashboard/test/authorized_apps";
    assert_eq!(press(&person, page, &format!("{page}/{}/disconnect", app.id)).status, 303);
    let page = format!("/dashboard/test/connect/{}", app.id);
    let rotated = shown(&press(&person, &page, &format!("{page}/secret")).body, "<code>florin_cs_");
    canary(&rotated);
    secrets.extend([unused, revoked.access, revoked.refresh, ended.access, ended.refresh, rotated]);
    let cookies = ["__Host-florin", "__Host-florin-device"];
    secrets.extend(cookies.map(|name| person.cookie(name).expect("a cookie")));
    // Tokens are as good without the prefix that all of them share.
    let cores =
        secrets.iter().filter_map(|secret| secret.strip_prefix("florin_")).map(|rest| rest[3..].to_owned());
    let cores: Vec<String> = cores.collect();
    secrets.extend(cores);
    secrets
}

/// Everything in the wrong place.
fn misuse(app: &App, pair: &Pair) {
    let anyone = &app.endpoint;
    for secret in [&pair.access, &pair.refresh, &app.secret] {
        anyone.get(&format!("/sandbox/v1/balance?access_token={secret}"));
        anyone.get(&format!("/oauth/authorize?client_id={}&client_secret={secret}&code={secret}", app.id));
        anyone.get(&format!("/oauth/token?refresh_token={secret}"));
        anyone.get(&format!("/oauth/{secret}"));
        anyone.with_key(secret).get("/v1/balance");
        anyone.with_authorization(format!("Basic {secret}")).send("POST", "/oauth/token", &[], Some(secret));
        let wrong = but(&app.refreshing(secret), "client_secret", Some(&pair.access));
        assert_refused(&app.token(&wrong), 401, "invalid_client");
        assert_refused(
            &app.post("/oauth/token", &format!("{secret}={secret}&{secret}={secret}")),
            401,
            "invalid_client",
        );
    }
}
