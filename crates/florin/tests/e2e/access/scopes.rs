//! What a key may do: exactly what its scopes say.

use rules::account::Mode;
use rules::scope::Scope;

use super::Route;
use super::sample::SCOPES;
use super::world::World;
use crate::support::{Engine, Reply};

testkit::on_sqlite_daily!(
    a_key_with_one_scope_passes_the_routes_of_that_scope_and_no_other,
    a_key_with_every_scope_but_the_one_needed_is_refused,
);

#[test]
fn there_are_the_scopes_of_the_contract_and_no_other() {
    assert_eq!(Scope::ALL.map(Scope::name), SCOPES);
}

#[track_caller]
pub fn assert_forbidden(reply: &Reply, route: &Route, which: &str) {
    assert_eq!(reply.status, 403, "{route} with {which}: {reply:?}");
    reply.assert_problem(403, "forbidden");
    let json = reply.json();
    let detail = json["detail"].as_str().expect("a detail");
    let named = detail.split(' ').any(|word| word.trim_end_matches('.') == route.sample.scope);
    assert!(named, "{route} with {which}: {detail:?} does not name {}", route.sample.scope);
}

fn a_key_with_one_scope_passes_the_routes_of_that_scope_and_no_other(engine: Engine) {
    let world = World::start(engine);
    for mode in [Mode::Live, Mode::Test] {
        for scope in SCOPES {
            let key = world.server.new_key(&world.ours.email, mode.name(), scope);
            let client = world.anyone().with_key(&key);
            for route in world.routes().into_iter().filter(|route| route.mode == mode) {
                let reply = route.call(&client, world.id(&route));
                if route.sample.scope == scope {
                    route.assert_passed(&reply, scope);
                } else {
                    assert_forbidden(&reply, &route, scope);
                }
            }
        }
    }
}

fn a_key_with_every_scope_but_the_one_needed_is_refused(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for mode in [Mode::Live, Mode::Test] {
        for missing in SCOPES {
            let here = world.routes().into_iter().filter(|route| route.mode == mode);
            let concerned: Vec<Route> = here.filter(|route| route.sample.scope == missing).collect();
            if concerned.is_empty() {
                continue;
            }
            let rest: Vec<&str> = SCOPES.into_iter().filter(|scope| *scope != missing).collect();
            let key = world.server.new_key(&world.ours.email, mode.name(), &rest.join(","));
            for route in concerned {
                let reply = route.call(&world.anyone().with_key(&key), world.id(&route));
                assert_forbidden(&reply, &route, &format!("all but {missing}"));
            }
        }
    }
    assert_eq!(world.state(), before);
}
