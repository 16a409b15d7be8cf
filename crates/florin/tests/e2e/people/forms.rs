//! Every form of every page: only our own pages can send it, and only for the user it was shown to.

use web::{Method, pages};

use super::join;
use crate::support::{Browser, Engine, Server};

testkit::on_one_engine!(
    every_form_refuses_a_foreign_origin_and_a_missing_or_foreign_token,
    every_page_of_the_dashboard_asks_strangers_to_sign_in,
    no_page_ever_answers_with_307_or_308,
);

/// A path with something in every place that an id belongs to.
fn filled(path: &str) -> String {
    path.replace("{mode}", "test")
        .replace("{id}", "po_01kdvq3y5cf2ab6ngnm3hcrkve")
        .replace("{item_id}", "txn_01kdvq3y5cf2ab6ngnm3hcrkve")
        .replace("{token}", "abc")
}

fn every_form_refuses_a_foreign_origin_and_a_missing_or_foreign_token(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let stranger = Browser::new(server.origin());
    let foreign = stranger.form("/dashboard/sign-in", "/dashboard/sign-in");
    let own = owner.form("/dashboard/live/settings", "/dashboard/sign-out");
    // Programs that read email post to it without a cookie (RFC 8058), so its own token is all that counts.
    let is_one_click = |path: &str| path.starts_with("/unsubscribe/");
    let posts = pages().filter(|page| page.method == Method::Post && !is_one_click(page.path));
    let forms: Vec<String> = posts.map(|page| filled(page.path)).collect();
    assert!(forms.len() > 20, "{forms:?}");
    let body = |form: &[(String, String)]| {
        let token = form.iter().find(|(name, _)| name == "csrf").map(|(_, token)| token.clone());
        format!("csrf={}", token.expect("a token"))
    };
    for path in &forms {
        let form = ("Content-Type", "application/x-www-form-urlencoded");
        for (headers, body) in [
            (vec![form, ("Origin", "https://evil.example")], body(&own)),
            (vec![form, ("Origin", "null")], body(&own)),
            (vec![form, ("Sec-Fetch-Site", "cross-site")], body(&own)),
            (vec![form, ("Sec-Fetch-Site", "same-site")], body(&own)),
            (vec![form, ("Origin", server.origin())], String::new()),
            (vec![form, ("Origin", server.origin())], "csrf=abc".to_owned()),
            (vec![form, ("Origin", server.origin())], body(&foreign)),
            (vec![("Content-Type", "application/json"), ("Origin", server.origin())], "{}".to_owned()),
            (vec![("Content-Type", "text/plain")], body(&foreign)),
        ] {
            let reply = owner.send("POST", path, &headers, Some(body.as_bytes()));
            assert_eq!(reply.status, 403, "{path} {headers:?}: {reply:?}");
        }
    }
    assert_eq!(owner.get("/dashboard/live/settings").status, 200, "nothing happened");
}

fn every_page_of_the_dashboard_asks_strangers_to_sign_in(engine: Engine) {
    let server = Server::start(engine);
    let stranger = Browser::new(server.origin());
    stranger.get("/dashboard/sign-in");
    let own = stranger.form("/dashboard/sign-in", "/dashboard/sign-in");
    let mut asked = 0;
    for page in pages().filter(|page| page.path.contains("{mode}")) {
        let path = filled(page.path);
        let reply = match page.method {
            Method::Get => stranger.get(&path),
            Method::Post | Method::Patch => stranger.post(&path, &own),
        };
        assert_eq!(reply.status, 303, "{path}: {reply:?}");
        assert!(
            reply.header("location").is_some_and(|to| to.starts_with("/dashboard/sign-in?next=")),
            "{path}"
        );
        asked += 1;
    }
    assert!(asked > 30, "{asked}");
}

fn no_page_ever_answers_with_307_or_308(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let own = owner.form("/dashboard/live/settings", "/dashboard/sign-out");
    for page in pages().filter(|page| !page.path.ends_with("/sign-out")) {
        let path = filled(page.path);
        let reply = match page.method {
            Method::Get => owner.get(&path),
            Method::Post | Method::Patch => owner.post(&path, &own),
        };
        assert!(![301, 302, 307, 308].contains(&reply.status) && reply.status < 500, "{path}: {reply:?}");
    }
}
