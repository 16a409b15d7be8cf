//! Two users on one server, each with a key and the same things in both modes.

use rules::account::Mode;
use serde_json::json;

use super::Route;
use super::sample::Thing;
use crate::support::{Client, Engine, Server, bank_account, external_wallet, items_of, pay_and_settle};

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
}

impl World {
    pub fn start(engine: Engine) -> World {
        let server = Server::start(engine);
        let email = server.info("email").to_owned();
        let ours = Owner::furnish(&server, &email);
        server.new_user("another@example.com");
        let theirs = Owner::furnish(&server, "another@example.com");
        World { server, ours, theirs }
    }

    /// Somebody without a credential.
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
            let bank_account = client.post("/bank_accounts", &bank_account("mxn_spei")).id();
            let external_wallet = client.post("/external_wallets", &external_wallet(mode)).id();
            // The same address for all: what is found by it must be the caller's own.
            let recipient =
                client.post("/recipients", &json!({ "email": "grace@example.com", "nickname": "G" })).id();
            let paid = pay_and_settle(&client, &[("grace@example.com", "2.00"), ("hal@example.com", "3.00")]);
            let payout = paid["id"].as_str().expect("an id").to_owned();
            let transaction = items_of(&client, &paid)[0]["id"].as_str().expect("an id").to_owned();
            let payout_item = format!("{payout}/{transaction}");
            Side { key, bank_account, external_wallet, recipient, payout, payout_item, transaction }
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
        }
    }
}

fn address(server: &Server, mode: Mode) -> String {
    match mode {
        Mode::Live => server.info("base_url").to_owned(),
        Mode::Test => server.info("sandbox_url").to_owned(),
    }
}
