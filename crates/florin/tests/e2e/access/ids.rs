//! Whose things: another account's and another mode's are exactly like what does not exist.

use std::thread;

use rules::account::Mode;

use super::sample::Thing;
use super::world::World;
use super::{Route, other, seen};
use crate::support::{Engine, Reply, raw_reply};

testkit::on_both_engines!(
    an_id_of_another_account_or_mode_answers_byte_for_byte_like_an_unknown_one,
    an_id_of_another_account_stays_unknown_while_its_owner_uses_it,
    what_is_no_id_answers_byte_for_byte_like_an_unknown_one,
    no_list_shows_and_no_cursor_opens_what_is_anothers,
);

/// The routes with an id in their path, and what that names.
fn with_id(world: &World) -> impl Iterator<Item = (Route, Thing)> {
    world.routes().into_iter().filter_map(|route| Some((route.clone(), route.sample.thing?)))
}

/// What an unknown id gets here.
fn unknown(world: &World, route: &Route, thing: Thing) -> Reply {
    let reply = route.call(&world.owner(route), thing.unknown_id());
    assert_eq!(reply.status, 404, "{route}: {reply:?}");
    reply.assert_problem(404, "not_found");
    reply
}

fn an_id_of_another_account_or_mode_answers_byte_for_byte_like_an_unknown_one(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for (route, thing) in with_id(&world) {
        let expected = seen(&unknown(&world, &route, thing));
        for (whose, id) in [
            ("another account", world.theirs.side(route.mode).id_of(thing)),
            ("our other mode", world.ours.side(other(route.mode)).id_of(thing)),
            ("another account's other mode", world.theirs.side(other(route.mode)).id_of(thing)),
        ] {
            assert_eq!(
                seen(&route.call(&world.owner(&route), id)),
                expected,
                "{route} with an id of {whose}"
            );
        }
    }
    assert_eq!(world.state(), before);
    // The same requests with our own ids do something, so the refusals above were refusals.
    for (route, thing) in with_id(&world) {
        let reply = route.call(&world.owner(&route), world.ours.side(route.mode).id_of(thing));
        route.assert_passed(&reply, "our own id");
    }
}

/// Requests that come at the same time are decided together, and what one of them loads is there for all.
fn an_id_of_another_account_stays_unknown_while_its_owner_uses_it(engine: Engine) {
    const THREADS: usize = 4;
    const TIMES: usize = 25;
    let world = World::start(engine);
    for (route, thing) in with_id(&world).filter(|(route, _)| !route.is_get()) {
        let expected = seen(&unknown(&world, &route, thing));
        let theirs = world.theirs.side(route.mode);
        let (owner, stranger) = (world.anyone().with_key(&theirs.key), world.owner(&route));
        let id = theirs.id_of(thing);
        thread::scope(|scope| {
            for _ in 0..THREADS {
                let use_it = || route.assert_passed(&route.call(&owner, id), "their own id");
                scope.spawn(move || (0..TIMES).for_each(|_| use_it()));
                let ask = || assert_eq!(seen(&route.call(&stranger, id)), expected, "{route}");
                scope.spawn(move || (0..TIMES).for_each(|_| ask()));
            }
        });
    }
}

/// Texts that are no id of this thing, as they stand in a path.
fn malformed(world: &World, route: &Route, thing: Thing) -> Vec<String> {
    let side = world.ours.side(route.mode);
    let another = if thing == Thing::Recipient { Thing::BankAccount } else { Thing::Recipient };
    let (own, another) = (side.id_of(thing), side.id_of(another));
    match own.split_once('/') {
        None => malformed_like(own, another),
        // Either half may be the wrong one.
        Some((payout, item)) => {
            let payouts = malformed_like(payout, item).into_iter().map(|wrong| format!("{wrong}/{item}"));
            let items = malformed_like(item, payout).into_iter().map(|wrong| format!("{payout}/{wrong}"));
            payouts.chain(items).collect()
        }
    }
}

fn malformed_like(own: &str, another: &str) -> Vec<String> {
    let (prefix, part) = own.split_once('_').expect("a prefix");
    vec![
        ".".to_owned(),
        "..".to_owned(),
        "...".to_owned(),
        "%2e%2e".to_owned(),
        "..%2f..%2f".to_owned(),
        "%00".to_owned(),
        "%0d%0a".to_owned(),
        "%ff%fe".to_owned(),
        "%".to_owned(),
        "%zz".to_owned(),
        "*".to_owned(),
        "0".to_owned(),
        "-1".to_owned(),
        "null".to_owned(),
        "'%20or%201=1--".to_owned(),
        "%27%3bselect%201--".to_owned(),
        "x".repeat(10_000),
        format!("{own}%00"),
        format!("{own}%20"),
        format!("%20{own}"),
        format!("{own}%0a"),
        format!("{own};x=1"),
        format!("{own}.json"),
        format!("{own},{own}"),
        format!("{own}{}", "0".repeat(10_000)),
        own.to_uppercase(),
        format!("{}_{part}", prefix.to_uppercase()),
        format!("{prefix}_{}", part.to_uppercase()),
        format!("{prefix}{part}"),
        format!("{prefix}_"),
        format!("{prefix}_{}", &part[1..]),
        format!("{prefix}_{part}0"),
        format!("{prefix}_{}", "z".repeat(26)),
        part.to_owned(),
        format!("acct_{part}"),
        another.to_owned(),
        format!("{prefix}_{}", another.split_once('_').expect("a prefix").1),
    ]
}

fn what_is_no_id_answers_byte_for_byte_like_an_unknown_one(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for (route, thing) in with_id(&world) {
        let header = format!("Authorization: Bearer {}\r\n", world.ours.side(route.mode).key);
        let ask = |id: &str| raw_reply(world.server.origin(), &route.bytes(id, header.as_bytes()));
        let expected = seen(&ask(thing.unknown_id()));
        assert_eq!(expected.0, 404, "{route}");
        for id in malformed(&world, &route, thing) {
            assert_eq!(seen(&ask(&id)), expected, "{route} with {:?}", &id[..id.len().min(60)]);
        }
    }
    assert_eq!(world.state(), before);
}

fn no_list_shows_and_no_cursor_opens_what_is_anothers(engine: Engine) {
    let world = World::start(engine);
    let list =
        |route: &Route| route.is_get() && route.sample.thing.is_none() && route.sample.path != "/balance";
    let lists: Vec<Route> = world.routes().into_iter().filter(list).collect();
    // A second of everything, so that a page of one has a next.
    let second = serde_json::json!({ "email": "hedy@example.com" });
    for mode in [Mode::Live, Mode::Test] {
        let base = if mode == Mode::Live { "/v1" } else { "/sandbox/v1" };
        let client = world.anyone().with_key(&world.ours.side(mode).key);
        let payee =
            client.post(&format!("{base}/bank_accounts"), &crate::support::bank_account("brl_pix")).id();
        for list in ["deposits", "withdrawals"] {
            let body = serde_json::json!({ "bank_account_id": payee, "amount": "9.00" });
            client.post(&format!("{base}/{list}"), &body).id();
        }
        client.post(&format!("{base}/external_wallets"), &crate::support::external_wallet(mode)).id();
        client.post(&format!("{base}/recipients"), &second).id();
        let items = serde_json::json!([{ "email": "hedy@example.com", "amount": "1.00" }]);
        client.post(&format!("{base}/payouts"), &serde_json::json!({ "items": items })).id();
    }
    for route in lists {
        let theirs = world.anyone().with_key(&world.theirs.side(route.mode).key);
        let (path, elsewhere) = (
            route.path(""),
            Route { base: base_of(other(route.mode)), mode: other(route.mode), ..route.clone() },
        );
        let ours = world.owner(&route).get(&format!("{path}?page_size=1")).json();
        let cursor =
            ours["next_cursor"].as_str().unwrap_or_else(|| panic!("{route}: no second page in {ours}"));
        let (known, shown) = (ids(&world.owner(&route).get(&path)), ids(&theirs.get(&path)));
        assert!(known.len() >= 2 && !shown.is_empty(), "{route}");
        assert!(shown.iter().all(|id| !known.contains(id)), "{route}: {shown:?} {known:?}");
        let next = format!("?page_size=1&cursor={cursor}");
        assert_eq!(world.owner(&route).get(&format!("{path}{next}")).status, 200, "{route}");
        theirs.get(&format!("{path}{next}")).assert_problem(400, "invalid_cursor");
        let reply = world.owner(&elsewhere).get(&format!("{}{next}", elsewhere.path("")));
        reply.assert_problem(400, "invalid_cursor");
    }
}

fn ids(page: &Reply) -> Vec<String> {
    let json = page.json();
    let rows = json["data"].as_array().unwrap_or_else(|| panic!("no page: {page:?}"));
    rows.iter().map(|row| row["id"].as_str().expect("an id").to_owned()).collect()
}

fn base_of(mode: Mode) -> &'static str {
    let known = web::BASES.into_iter().find(|(_, of)| *of == mode);
    known.expect("every mode has an address").0
}
