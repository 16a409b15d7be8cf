//! Two users on one server, each with a key and the same things in both modes.

use rules::account::Mode;
use serde_json::json;

use super::sample::{NARROW_SCOPES, Needed, Thing};
use super::{Route, routes};
use crate::support::{
    Client, Engine, Server, TARIFF, bank_account, external_wallet, items_of, pay_and_settle,
};

pub struct World {
    pub server: Server,
    pub ours: Owner,
    pub theirs: Owner,
}

pub struct Owner {
    pub email: String,
    live: Side,
    test: Side,
}

/// What an owner has in one mode.
pub struct Side {
    pub key: String,
    bank_account: String,
    external_wallet: String,
    recipient: String,
    payout: String,
    payout_item: String,
    transaction: String,
    deposit: String,
    /// Ended, so that it stays as it is.
    withdrawal: String,
    /// Never archived by a test.
    pub payee: String,
}

/// Keys of ours that each have one scope.
pub struct NarrowKeys(Vec<(Mode, &'static str, String)>);

impl NarrowKeys {
    /// One without the scope of this route.
    pub fn not_for(&self, route: &Route) -> &str {
        let fits =
            |(mode, scope, _): &&(Mode, &str, String)| *mode == route.mode && *scope != route.sample.scope;
        &self.0.iter().find(fits).expect("one of two scopes is not the route's").2
    }
}

impl World {
    pub fn start(engine: Engine) -> World {
        let server = Server::start_with(engine, &["--tariff-file", TARIFF]);
        let email = server.info("email").to_owned();
        let ours = Owner::furnish(&server, &email);
        server.new_user("another@example.com");
        let theirs = Owner::furnish(&server, "another@example.com");
        World { server, ours, theirs }
    }

    /// Every route, with bodies that are good for us.
    pub fn routes(&self) -> Vec<Route> {
        routes(|mode| Needed { mode, bank_account: self.ours.side(mode).payee.clone() })
    }

    pub fn narrow_keys(&self) -> NarrowKeys {
        let each = [Mode::Live, Mode::Test].map(|mode| NARROW_SCOPES.map(|scope| (mode, scope)));
        let key = |(mode, scope): (Mode, &'static str)| {
            (mode, scope, self.server.new_key(&self.ours.email, mode.name(), scope))
        };
        NarrowKeys(each.into_iter().flatten().map(key).collect())
    }

    /// A caller without a credential.
    pub fn anyone(&self) -> Client {
        self.server.anyone()
    }

    /// The one who may do everything on this route.
    pub fn owner(&self, route: &Route) -> Client {
        self.anyone().with_key(&self.ours.side(route.mode).key)
    }

    /// Our id for this route, or one that does no harm.
    pub fn id(&self, route: &Route) -> &str {
        self.ours.side(route.mode).id(route)
    }

    /// Everything that both owners have, as they see it.
    pub fn state(&self) -> Vec<String> {
        let everyone =
            [&self.ours, &self.theirs].map(|owner| [(owner, Mode::Live), (owner, Mode::Test)]).concat();
        let seen = everyone.into_iter().flat_map(|(owner, mode)| {
            let client = owner.client(&self.server, mode);
            let items = format!("/payouts/{}/items", owner.side(mode).payout);
            let lists = [
                "/balance",
                "/bank_accounts",
                "/external_wallets",
                "/recipients",
                "/payouts",
                "/deposits",
                "/withdrawals",
                "/transactions",
                &items,
            ];
            lists.map(|path| client.get(path).body)
        });
        seen.collect()
    }
}

impl Owner {
    fn furnish(server: &Server, email: &str) -> Owner {
        server.fund_live(email, 10_000_000_000);
        let side = |mode: Mode| {
            let key = server.new_key(email, mode.name(), "all");
            let client = Client::new(&address(server, mode), None).with_key(&key);
            Side::furnish(&client, key, mode)
        };
        Owner { email: email.to_owned(), live: side(Mode::Live), test: side(Mode::Test) }
    }

    pub fn side(&self, mode: Mode) -> &Side {
        match mode {
            Mode::Live => &self.live,
            Mode::Test => &self.test,
        }
    }

    fn client(&self, server: &Server, mode: Mode) -> Client {
        Client::new(&address(server, mode), None).with_key(&self.side(mode).key)
    }
}

impl Side {
    /// Makes one of each with this credential.
    pub fn furnish(client: &Client, key: String, mode: Mode) -> Side {
        let [bank_account, payee] =
            [(); 2].map(|()| client.post("/bank_accounts", &bank_account("mxn_spei")).id());
        let external_wallet = client.post("/external_wallets", &external_wallet(mode)).id();
        // The same address for all: what is found by it must be the caller's own.
        let recipient =
            client.post("/recipients", &json!({ "email": "grace@example.com", "nickname": "G" })).id();
        let paid = pay_and_settle(client, &[("grace@example.com", "2.00"), ("hal@example.com", "3.00")]);
        let payout = paid["id"].as_str().expect("an id").to_owned();
        let transaction = items_of(client, &paid)[0]["id"].as_str().expect("an id").to_owned();
        let payout_item = format!("{payout}/{transaction}");
        let cross = |path: &str, amount: &str| {
            client.post(path, &json!({ "bank_account_id": payee, "amount": amount })).id()
        };
        let (deposit, withdrawal) = (cross("/deposits", "500.00"), cross("/withdrawals", "5.00"));
        let ended = client.send("POST", &format!("/withdrawals/{withdrawal}/cancel"), &[], None);
        assert_eq!(ended.status, 200, "{ended:?}");
        Side {
            key,
            bank_account,
            external_wallet,
            recipient,
            payout,
            payout_item,
            transaction,
            deposit,
            withdrawal,
            payee,
        }
    }

    pub fn id(&self, route: &Route) -> &str {
        route.sample.thing.map_or("", |thing| self.id_of(thing))
    }

    pub fn id_of(&self, thing: Thing) -> &str {
        match thing {
            Thing::BankAccount => &self.bank_account,
            Thing::ExternalWallet => &self.external_wallet,
            Thing::Recipient => &self.recipient,
            Thing::Payout => &self.payout,
            Thing::PayoutItem => &self.payout_item,
            Thing::Transaction => &self.transaction,
            Thing::Deposit => &self.deposit,
            Thing::Withdrawal => &self.withdrawal,
        }
    }
}

pub fn address(server: &Server, mode: Mode) -> String {
    match mode {
        Mode::Live => server.info("live_api").to_owned(),
        Mode::Test => server.info("test_api").to_owned(),
    }
}
