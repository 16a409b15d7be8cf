//! The end of what was allowed: by the app, by the person, and by the app's owner.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use super::app::{Pair, assert_refused, authorize, but, query};
use super::world::{World, new_person, press};
use crate::support::{Browser, Client, Engine, eventually, now};

testkit::on_both_engines!(
    a_disconnected_app_is_locked_out_of_every_process_within_a_second,
    an_app_of_a_locked_developer_is_out_until_the_developer_is_unlocked,
);

testkit::on_sqlite_daily!(
    an_access_token_ends_alone_and_a_refresh_token_ends_everything,
    revoking_is_always_fine_and_never_touches_what_is_anothers,
    disconnecting_ends_one_app_on_one_account_and_what_is_on_its_way,
    an_archived_app_is_gone,
);

fn an_access_token_ends_alone_and_a_refresh_token_ends_everything(engine: Engine) {
    let world = World::start(engine);
    let first = world.app.connect(&world.alice, "balance:read");
    let second = world.app.refresh(&first.refresh);
    assert!(world.works(&first.access) && world.works(&second.access));
    assert_eq!(world.app.revoke(&first.access).status, 200);
    assert!(!world.works(&first.access) && world.works(&second.access));
    let third = world.app.refresh(&second.refresh);
    assert!(world.works(&third.access));
    assert_eq!(world.app.revoke(&third.refresh).status, 200);
    for pair in [&first, &second, &third] {
        assert!(!world.works(&pair.access));
        assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 400, "invalid_grant");
    }
    // Any refresh token of a grant does that, also one that was replaced; and a hint changes nothing.
    for hint in ["", "access_token", "refresh_token", "nonsense"] {
        let old = world.app.connect(&world.alice, "balance:read");
        let new = world.app.refresh(&world.app.refresh(&old.refresh).refresh);
        let fields = [
            ("token", old.refresh.clone()),
            ("token_type_hint", hint.to_owned()),
            ("client_id", world.app.id.clone()),
            ("client_secret", world.app.secret.clone()),
        ];
        assert_eq!(world.app.post("/oauth/revoke", &query(&fields)).status, 200, "{hint}");
        assert!(!world.works(&new.access), "{hint}");
    }
}

fn revoking_is_always_fine_and_never_touches_what_is_anothers(engine: Engine) {
    let world = World::start(engine);
    let other = world.new_app("Another");
    let pair = world.app.connect(&world.alice, "balance:read");
    let key = world.server.info("test_key");
    let code = world.app.code(&world.alice, "balance:read");
    let longer = format!("{}x", pair.access);
    for token in [&pair.access, &pair.refresh, &code, key, "x", "' or 1=1 --", &"a".repeat(5_000), &longer] {
        let reply = other.revoke(token);
        assert_eq!((reply.status, reply.body.as_str()), (200, "{}"), "{reply:?}");
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    }
    for token in [&code, key, &world.app.secret] {
        assert_eq!(world.app.revoke(token).status, 200);
    }
    assert!(world.works(&pair.access));
    assert_eq!(world.server.sandbox().get("/balance").status, 200, "keys are not tokens");
    assert!(world.works(&Pair::of(&world.app.token(&world.app.exchange(&code))).access));
    let next = world.app.refresh(&pair.refresh);
    assert!(world.works(&next.access));
    for _ in 0..3 {
        assert_eq!(world.app.revoke(&next.access).status, 200, "also again");
    }
    let fields = vec![
        ("client_id", world.app.id.clone()),
        ("client_secret", world.app.secret.clone()),
        ("token", String::new()),
    ];
    assert_refused(&world.app.post("/oauth/revoke", &query(&fields)), 400, "invalid_request");
    assert_refused(
        &world.app.post("/oauth/revoke", &query(&but(&fields, "token", None))),
        400,
        "invalid_request",
    );
    let by_stranger = but(&but(&fields, "client_secret", Some("wrong")), "token", Some(&next.refresh));
    assert_refused(&world.app.post("/oauth/revoke", &query(&by_stranger)), 401, "invalid_client");
    assert!(world.works(&world.app.refresh(&next.refresh).access));
}

/// How long after the answer to the person a request may still be let in.
const GRACE: Duration = Duration::from_secs(1);

/// Uses a token all the time until well after its end.
fn keep_using(client: &Client, used: &OnceLock<()>, ended: &OnceLock<Instant>) -> Vec<(Instant, u16)> {
    let mut seen = Vec::new();
    loop {
        let sent = now();
        seen.push((sent, client.get("/balance").status));
        used.get_or_init(|| ());
        match ended.get() {
            Some(ended) if sent > *ended + 2 * GRACE => return seen,
            Some(_) | None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn disconnect(person: &Browser, mode: &str, app: &str) -> u16 {
    let page = format!("/dashboard/{mode}/authorized_apps");
    press(person, &page, &format!("{page}/{app}/disconnect")).status
}

fn a_disconnected_app_is_locked_out_of_every_process_within_a_second(engine: Engine) {
    let world = World::start(engine);
    let second = (engine == Engine::Postgres).then(|| world.server.second_process());
    let pair = world.app.connect(&world.alice, "balance:read");
    let addresses = [Some(world.server.info("test_api")), second.as_ref().map(|second| second.test_api())];
    let addresses: Vec<&str> = addresses.into_iter().flatten().collect();
    let (used, ended) = (addresses.iter().map(|_| OnceLock::new()).collect::<Vec<_>>(), OnceLock::new());

    let all: Vec<Vec<(Instant, u16)>> = thread::scope(|scope| {
        let users = addresses.iter().zip(&used).map(|(address, used)| {
            let (client, ended) = (Client::new(address, None).with_key(&pair.access), &ended);
            scope.spawn(move || keep_using(&client, used, ended))
        });
        let users: Vec<_> = users.collect();
        used.iter().for_each(|used| _ = used.wait());
        assert_eq!(disconnect(&world.alice, "test", &world.app.id), 303);
        ended.set(now()).expect("set once");
        users.into_iter().map(|user| user.join().expect("a user of the token")).collect()
    });

    let ended = *ended.get().expect("it has ended");
    for (address, seen) in addresses.iter().zip(all) {
        assert_eq!(seen[0].1, 200, "{address}: the token worked before");
        let refused = seen.iter().position(|(_, status)| *status == 401);
        let refused = refused.unwrap_or_else(|| panic!("{address}: never refused"));
        assert!(seen[refused..].iter().all(|(_, status)| *status == 401), "{address}: let in again");
        let late = seen[..refused].iter().filter(|(sent, _)| *sent > ended + GRACE).count();
        assert_eq!(late, 0, "{address}: let in more than {GRACE:?} after the end");
    }
    assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 400, "invalid_grant");
}

fn disconnecting_ends_one_app_on_one_account_and_what_is_on_its_way(engine: Engine) {
    let world = World::start(engine);
    let other = world.new_app("Another");
    let bob = new_person(&world.server, "bob@example.com");
    let ours = [(); 2].map(|()| world.app.connect(&world.alice, "balance:read"));
    let live = world.app.connect_for(&world.alice, "balance:read", "live");
    let others = [other.connect(&world.alice, "balance:read"), world.app.connect(&bob, "balance:read")];
    // The person has said yes once more, and the app has not fetched its tokens yet.
    let on_its_way = world.app.code(&world.alice, "balance:read");
    let for_live = world.app.code_for(&world.alice, &world.app.request("balance:read"), "live");

    let page = world.alice.get("/dashboard/test/authorized_apps").body;
    assert!(page.contains("Bookkeeper") && page.contains("Another") && page.contains("View your balance"));
    let form = bob.form("/dashboard/test/authorized_apps", &disconnect_path(&world.app.id));
    let stranger = bob.post(&disconnect_path(&other.id), &form);
    assert_eq!(stranger.status, 404, "bob has not connected it");
    assert!(others.iter().all(|pair| world.works(&pair.access)));

    assert_eq!(disconnect(&world.alice, "test", &world.app.id), 303);
    for pair in &ours {
        assert!(!world.works(&pair.access));
        assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 400, "invalid_grant");
    }
    assert_refused(&world.app.token(&world.app.exchange(&on_its_way)), 400, "invalid_grant");
    // Another app, another person and the other account are not concerned.
    assert!(others.iter().all(|pair| world.works(&pair.access)));
    let live_api = world.api(rules::account::Mode::Live, &live.access);
    assert_eq!(live_api.get("/balance").status, 200);
    assert_eq!(world.app.token(&world.app.exchange(&for_live)).status, 200);
    let page = world.alice.get("/dashboard/test/authorized_apps").body;
    assert!(!page.contains("Bookkeeper") && page.contains("Another"));
    assert!(
        world.works(&world.app.connect(&world.alice, "balance:read").access),
        "and it can be connected again"
    );
}

fn disconnect_path(app: &str) -> String {
    format!("/dashboard/test/authorized_apps/{app}/disconnect")
}

fn an_archived_app_is_gone(engine: Engine) {
    let world = World::start(engine);
    let pair = world.app.connect(&world.alice, "balance:read");
    assert!(world.works(&pair.access));
    let code = world.app.code(&world.alice, "balance:read");
    let page = format!("/dashboard/test/connect/{}", world.app.id);
    assert_eq!(press(&world.developer, &page, &format!("{page}/archive")).status, 303);
    let archived = now();
    eventually("its tokens do not work", || (!world.works(&pair.access)).then_some(()));
    assert!(now() < archived + GRACE, "within a second");
    assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 401, "invalid_client");
    assert_refused(&world.app.token(&world.app.exchange(&code)), 401, "invalid_client");
    let asked = world.alice.get(&authorize(&world.app.request("balance:read")));
    assert_eq!((asked.status, asked.header("location")), (400, None));
    assert!(!world.alice.get("/dashboard/test/authorized_apps").body.contains("Bookkeeper"));
    assert_eq!(world.developer.get(&page).status, 404);
}

fn an_app_of_a_locked_developer_is_out_until_the_developer_is_unlocked(engine: Engine) {
    let world = World::start(engine);
    let pair = world.app.connect(&world.alice, "balance:read");
    assert!(world.works(&pair.access));
    let code = world.app.code(&world.alice, "balance:read");
    let developer = world.server.info("email");
    let act = |verb: &str| {
        let told = world.server.florin_json(&["user", verb, "--email", developer, "--reason", "phishing"]);
        assert_eq!(told["changed"], true, "{told}");
    };
    act("lock");
    eventually("its tokens do not work", || (!world.works(&pair.access)).then_some(()));
    assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 401, "invalid_client");
    assert_refused(&world.app.token(&world.app.exchange(&code)), 401, "invalid_client");
    let asked = world.alice.get(&authorize(&world.app.request("balance:read")));
    assert_eq!((asked.status, asked.header("location")), (400, None), "nobody can allow it anything");
    act("unlock");
    eventually("its tokens work again", || world.works(&pair.access).then_some(()));
    assert!(world.works(&world.app.refresh(&pair.refresh).access), "and nothing was lost");
}
