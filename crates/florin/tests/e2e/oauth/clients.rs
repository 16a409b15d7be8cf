//! Who asks for tokens: an app with its secret, in the form or by HTTP Basic, and no other client.

use super::app::{App, FORM, Pair, assert_refused, but, query};
use super::world::{World, press, shown};
use crate::support::{Engine, Reply, at_once, canary, encoded, raw_reply};

testkit::on_both_engines!(
    a_new_secret_replaces_the_old_one_at_once,
    a_client_that_guesses_secrets_has_to_wait_and_the_app_notices_nothing,
);

testkit::on_one_engine!(an_app_that_asks_without_end_is_told_to_wait_and_others_notice_nothing);

testkit::on_sqlite_daily!(
    an_app_says_who_it_is_in_the_form_or_by_basic_but_not_both,
    whatever_is_wrong_with_a_secret_the_answer_is_the_same,
);

/// Every letter that may be encoded, encoded.
fn fully_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

fn an_app_says_who_it_is_in_the_form_or_by_basic_but_not_both(engine: Engine) {
    let world = World::start(engine);
    let app = &world.app;
    let mut pair = app.connect(&world.alice, "balance:read");
    let mut refresh = |ask: &dyn Fn(&str) -> Reply| {
        pair = Pair::of(&ask(&pair.refresh));
        pair.clone()
    };
    refresh(&|token| app.token(&app.refreshing(token)));
    refresh(&|token| app.token_by_basic(&app.refreshing(token), &app.id, &app.secret));
    refresh(&|token| app.token_by_basic(&app.refreshing(token), &encoded(&app.id), &encoded(&app.secret)));
    refresh(&|token| {
        app.token_by_basic(&app.refreshing(token), &fully_encoded(&app.id), &fully_encoded(&app.secret))
    });
    let basic =
        format!("Basic {}", data_encoding::BASE64.encode(format!("{}:{}", app.id, app.secret).as_bytes()));
    let by_header = app.endpoint.with_authorization(basic.as_str());
    let send =
        |fields: &[(&str, String)]| by_header.send("POST", "/oauth/token", &[FORM], Some(&query(fields)));
    // The id may be said again, and what is empty was not sent.
    refresh(&|token| send(&but(&app.refreshing(token), "client_secret", None)));
    refresh(&|token| send(&but(&app.refreshing(token), "client_secret", Some(""))));
    let last = refresh(&|token| {
        send(&but(&but(&app.refreshing(token), "client_secret", None), "client_id", Some("")))
    });
    let both = app.refreshing(&last.refresh);
    assert_refused(&send(&both), 400, "invalid_request");
    let other = world.new_app("Another");
    let contradiction = but(&but(&both, "client_secret", None), "client_id", Some(&other.id));
    assert_refused(&send(&contradiction), 400, "invalid_request");
    let in_the_uri = query(&both);
    let reply = app.post(&format!("/oauth/token?{in_the_uri}"), "grant_type=refresh_token");
    assert_refused(&reply, 401, "invalid_client");
    // Two headers are one too many, also if they are the same.
    let body = query(&but(&both, "client_secret", None));
    let request = format!(
        "POST /oauth/token HTTP/1.1\r\nHost: florin\r\nConnection: close\r\nAuthorization: {basic}\r\n\
         Authorization: {basic}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{body}",
        FORM.1,
        body.len()
    );
    assert_refused(&raw_reply(world.server.origin(), request.as_bytes()), 400, "invalid_request");
    assert!(world.works(&app.refresh(&last.refresh).access), "none of that has done any harm");
}

/// All that a guesser can see.
fn assert_no_hint(replies: &[Reply]) {
    let seen = |reply: &Reply| {
        assert_refused(reply, 401, "invalid_client");
        let challenge = reply.header("www-authenticate").expect("how to do it right");
        assert!(challenge.starts_with("Basic realm="), "{reply:?}");
        (reply.body.clone(), reply.headers.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())
    };
    let first = seen(&replies[0]);
    assert!(replies.iter().all(|reply| seen(reply) == first), "{replies:?}");
}

fn whatever_is_wrong_with_a_secret_the_answer_is_the_same(engine: Engine) {
    let world = World::start(engine);
    let (app, other) = (&world.app, world.new_app("Another"));
    let archived = world.new_app("Archived");
    let page = format!("/dashboard/test/connect/{}", archived.id);
    assert_eq!(press(&world.developer, &page, &format!("{page}/archive")).status, 303);
    let pair = app.connect(&world.alice, "balance:read");
    let upper = app.secret.to_uppercase();
    let longer = format!("{}x", app.secret);
    let secrets = [
        other.secret.as_str(),
        &app.secret[..app.secret.len() - 1],
        &longer,
        &upper,
        "wrong",
        " ",
        "",
        &pair.access,
        &pair.refresh,
        world.server.info("test_key"),
        world.server.info("password"),
        "%00",
    ];
    let ids =
        [other.id.as_str(), "app_01kdvq3y5cf2ab6ngnm3hcrkve", "nobody", "", "' or 1=1 --", &archived.id];
    let mut replies = Vec::new();
    for path in ["/oauth/token", "/oauth/revoke"] {
        let ask = |id: &str, secret: &str| {
            let fields = but(&app.refreshing(&pair.refresh), "client_secret", Some(secret));
            let mut fields = but(&fields, "client_id", Some(id));
            fields.push(("token", pair.refresh.clone()));
            app.post(path, &query(&fields))
        };
        replies.extend(secrets.map(|secret| ask(&app.id, secret)));
        replies.extend(ids.map(|id| ask(id, &app.secret)));
        replies.push(ask(&archived.id, &archived.secret));
    }
    let fields = app.refreshing(&pair.refresh);
    replies.extend(secrets.map(|secret| app.token_by_basic(&fields, &app.id, secret)));
    replies.extend(ids.map(|id| app.token_by_basic(&fields, id, &app.secret)));
    for sloppy in [format!("{}&x", app.secret), format!("{}=", app.secret), format!("&{}", app.secret)] {
        replies.push(app.token_by_basic(&fields, &app.id, &sloppy));
    }
    replies.extend(by_strange_headers(app, &pair));
    // Without any credential.
    let nameless = but(&but(&fields, "client_id", None), "client_secret", None);
    replies.push(app.token(&nameless));
    assert_no_hint(&replies);
    assert!(world.works(&app.refresh(&pair.refresh).access), "all of that has done no harm");
}

fn by_strange_headers(app: &App, pair: &Pair) -> Vec<Reply> {
    let good = data_encoding::BASE64.encode(format!("{}:{}", app.id, app.secret).as_bytes());
    let unpadded = data_encoding::BASE64.encode(format!("{}x:y", app.id).as_bytes());
    let body = format!("grant_type=refresh_token&refresh_token={}", pair.refresh);
    let headers = [
        format!("Bearer {}", app.secret),
        format!("Bearer {}", pair.access),
        format!("Digest {good}"),
        "Basic".to_owned(),
        "Basic ".to_owned(),
        "Basic ???".to_owned(),
        format!("Basic  {good}"),
        format!("Basic {}", unpadded.trim_end_matches('=')),
        format!("Basic {}", data_encoding::BASE64.encode(b"\xff\xfe:\xfd")),
        format!("Basic {}", data_encoding::BASE64.encode(app.id.as_bytes())),
        good,
    ];
    let ask = |header: String| {
        app.endpoint.with_authorization(header).send("POST", "/oauth/token", &[FORM], Some(&body))
    };
    headers.map(ask).into()
}

fn a_new_secret_replaces_the_old_one_at_once(engine: Engine) {
    let world = World::start(engine);
    let pair = world.app.connect(&world.alice, "balance:read");
    let code = world.app.code(&world.alice, "balance:read");
    let page = format!("/dashboard/test/connect/{}", world.app.id);
    let shown_once = press(&world.developer, &page, &format!("{page}/secret"));
    assert_eq!(shown_once.status, 200, "{shown_once:?}");
    let secret = shown(&shown_once.body, "<code>florin_cs_");
    canary(&secret);
    assert_ne!(secret, world.app.secret);
    assert!(!world.developer.get(&page).body.contains(&secret), "it is shown once");

    let old = &world.app;
    assert_refused(&old.token(&old.refreshing(&pair.refresh)), 401, "invalid_client");
    assert_refused(&old.token(&old.exchange(&code)), 401, "invalid_client");
    assert_refused(&old.revoke(&pair.refresh), 401, "invalid_client");
    let new = App { endpoint: world.server.anyone(), id: old.id.clone(), secret, uri: old.uri.clone() };
    // What people have allowed the app stays allowed.
    assert!(world.works(&pair.access));
    assert!(world.works(&new.refresh(&pair.refresh).access));
    assert!(world.works(&Pair::of(&new.token(&new.exchange(&code))).access));
    // No other client can do that.
    assert_eq!(world.alice.get(&page).status, 404);
}

fn a_client_that_guesses_secrets_has_to_wait_and_the_app_notices_nothing(engine: Engine) {
    let world = World::start_with(engine, &["--rate-limit", "5"]);
    let app = &world.app;
    let mut pair = app.connect(&world.alice, "balance:read");
    let guess = but(&app.refreshing(&pair.refresh), "client_secret", Some("wrong"));
    let replies = at_once(100, |_| app.token(&guess));
    let (refused, limited): (Vec<_>, Vec<_>) = replies.into_iter().partition(|reply| reply.status == 401);
    refused.iter().for_each(|reply| assert_refused(reply, 401, "invalid_client"));
    assert!(!limited.is_empty(), "all of {} were answered", refused.len());
    for reply in &limited {
        assert_refused(reply, 429, "temporarily_unavailable");
        assert!(reply.header("retry-after").is_some(), "{reply:?}");
    }
    // With the code and the revocation, as many as the app itself may in a second.
    for _ in 0..3 {
        pair = app.refresh(&pair.refresh);
    }
    assert_eq!(app.revoke(&pair.access).status, 200);
}

/// Also with what needs no token at all: a grant that does not exist, or a token that is long gone.
fn an_app_that_asks_without_end_is_told_to_wait_and_others_notice_nothing(engine: Engine) {
    let world = World::start_with(engine, &["--rate-limit", "5"]);
    let (app, other) = (&world.app, world.new_app("Another"));
    let strange = but(&app.refreshing("x"), "grant_type", Some("password"));
    for ask in [&(|| app.revoke("x")) as &(dyn Fn() -> Reply + Sync), &|| app.token(&strange)] {
        let replies = at_once(100, |_| ask());
        let limited: Vec<_> = replies.iter().filter(|reply| reply.status == 429).collect();
        assert!(limited.len() > 50, "{} of 100 were answered", replies.len() - limited.len());
        for reply in limited {
            assert_refused(reply, 429, "temporarily_unavailable");
            assert!(reply.header("retry-after").is_some(), "{reply:?}");
        }
        assert_eq!(other.revoke("x").status, 200);
    }
}
