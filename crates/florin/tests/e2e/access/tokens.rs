//! What an access token may do: what its scopes say, for the account that was chosen, as the app it was given to.

use rules::account::Mode;

use super::sample::{Needed, SCOPES, Thing};
use super::scopes::assert_forbidden;
use super::world::{Side, World, address};
use super::{Route, other, routes, seen};
use crate::oauth::app::App;
use crate::oauth::world::{URI, new_person, register};
use crate::support::{Browser, Client, Engine};

testkit::on_sqlite_daily!(
    a_token_with_one_scope_passes_the_routes_of_that_scope_and_no_other,
    a_token_reaches_nothing_of_anybody_else,
);

/// Our account, connected to a third party's app, which has made one of each for itself.
struct Connected {
    world: World,
    us: Browser,
    app: App,
    sides: [(Mode, Side); 2],
}

impl Connected {
    fn start(engine: Engine) -> Connected {
        let world = World::start(engine);
        let developer = new_person(&world.server, "developer@example.com");
        let app = register(world.anyone(), &developer, "Bookkeeper", &[URI]);
        let us = Browser::signed_in(world.server.origin(), &world.ours.email, world.server.info("password"));
        let sides = [Mode::Live, Mode::Test].map(|mode| {
            let token = app.connect_for(&us, &SCOPES.join(" "), mode.name()).access;
            let client = Client::new(&address(&world.server, mode), None).with_key(&token);
            (mode, Side::furnish(&client, token, mode))
        });
        Connected { world, us, app, sides }
    }

    fn side(&self, mode: Mode) -> &Side {
        &self.sides.iter().find(|(known, _)| *known == mode).expect("both modes").1
    }

    fn routes(&self) -> Vec<Route> {
        routes(|mode| Needed { mode, bank_account: self.side(mode).payee.clone() })
    }
}

fn a_token_with_one_scope_passes_the_routes_of_that_scope_and_no_other(engine: Engine) {
    let connected = Connected::start(engine);
    for mode in [Mode::Live, Mode::Test] {
        for scope in SCOPES {
            let token = connected.app.connect_for(&connected.us, scope, mode.name()).access;
            let client = connected.world.anyone().with_key(&token);
            for route in connected.routes() {
                let reply = route.call(&client, connected.side(route.mode).id(&route));
                if route.mode != mode {
                    reply.assert_problem(401, "unauthorized");
                } else if route.sample.scope == scope {
                    route.assert_passed(&reply, scope);
                } else {
                    assert_forbidden(&reply, &route, scope);
                }
            }
        }
    }
}

fn a_token_reaches_nothing_of_anybody_else(engine: Engine) {
    let connected = Connected::start(engine);
    let world = &connected.world;
    for route in connected.routes() {
        let Some(thing) = route.sample.thing else { continue };
        let client = world.anyone().with_key(&connected.side(route.mode).key);
        let unknown = route.call(&client, thing.unknown_id());
        unknown.assert_problem(404, "not_found");
        let mut foreign = vec![
            ("another account", world.theirs.side(route.mode).id_of(thing)),
            ("our other mode", connected.side(other(route.mode)).id_of(thing)),
        ];
        // Banks and wallets belong to the app that registered them; the key of the same account is another app.
        if [Thing::BankAccount, Thing::ExternalWallet].contains(&thing) {
            foreign.push(("our own app", world.ours.side(route.mode).id_of(thing)));
            let own = world.owner(&route);
            let reply = route.call(&own, connected.side(route.mode).id_of(thing));
            assert_eq!(seen(&reply), seen(&unknown), "{route}: the key reaches what the app registered");
        }
        for (whose, id) in foreign {
            assert_eq!(seen(&route.call(&client, id)), seen(&unknown), "{route} with an id of {whose}");
        }
    }
}
