//! A server whose live money is on a real chain, and a user who has an account there.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{
    App, AppSettings, ChainKeys, ChainSettings, CommandResponse, Failure, NewAutomaticWithdrawals,
    NewDestination, NewExternalWallet, NewWithdrawal, StaysStopped,
};
use evm::{Address, DepositKeys, EvmNetwork, Finality, LocalSigner, Nodes, RpcUrl, Signer, SigningLimits};
use rails::Chain;
use rules::account::{Caller, Mode};
use rules::chain::VALID_SECONDS;
use rules::evm_address::EvmAddress;
use rules::freeze::Cause;
use rules::money::Amount;
use rules::pricing::Terms;
use rules::tariff::Tariff;
use rules::transaction::{Transaction, TransactionType};
use serde_json::{Value, json};
use testkit::anvil::{Anvil, CHAIN_ID, Contract, GAS_KEY, OUTSIDER};

use crate::fixture::{Fixture, caller_of, new_user};
use crate::verify::prove;

/// So many blocks must follow one before it is final.
pub const FINAL_AFTER: u64 = 22;
pub const USDC: i64 = 1_000_000;
/// What the treasury has before anything happens: the operator's own.
pub const FLOAT: i64 = 500 * USDC;
const MAX_GAS_PRICE: u128 = 500_000_000_000;

pub struct World {
    pub fixture: Fixture,
    pub anvil: Anvil,
    pub usd: Contract,
    pub app: Arc<App>,
    /// The live account of a user.
    pub caller: Caller,
}

pub fn treasury() -> LocalSigner {
    LocalSigner::from_secret(&[7; 32]).expect("a key")
}

pub fn keys() -> ChainKeys {
    let gas = LocalSigner::from_hex(GAS_KEY).expect("a key");
    let deposits = DepositKeys::from_seed(&[9; 32]).expect("a seed");
    ChainKeys { funds: Box::new(treasury()), gas: Box::new(gas), deposits }
}

pub fn settings() -> ChainSettings {
    let most = 1_000_000 * USDC as u64;
    ChainSettings {
        limits: SigningLimits { per_payment: most, per_hour: most, per_day: most, denied: BTreeSet::new() },
        min_arrival: Amount::from_micros(10_000),
        // Nothing is swept unless a test wants it.
        sweep_above: Amount::from_micros(i64::MAX),
        max_gas_price: MAX_GAS_PRICE,
    }
}

impl World {
    pub fn new(fixture: Fixture) -> World {
        World::with(fixture, settings())
    }

    pub fn with(fixture: Fixture, settings: ChainSettings) -> World {
        let anvil = Anvil::start();
        let usd = anvil.deploy_usd();
        World::of_token(fixture, anvil, usd, settings)
    }

    pub fn of_token(fixture: Fixture, anvil: Anvil, usd: Contract, settings: ChainSettings) -> World {
        usd.mint(&anvil, &treasury().address().to_string(), FLOAT as u128);
        usd.mint(&anvil, OUTSIDER, 1_000_000 * USDC as u128);
        anvil.mine(FINAL_AFTER);
        let nodes = nodes(&usd.address, &[anvil.url()], 1);
        let app = on_chain(&fixture, nodes, keys(), settings);
        fixture.runtime.block_on(app.chain.meet_chain()).expect("the right network");
        let caller = fixture.runtime.block_on(async {
            let user = new_user(&app, "live@example.com").await;
            caller_of(&app, &user, Mode::Live).await
        });
        World { fixture, anvil, usd, app, caller }
    }

    /// Another process on the same database, with nodes of its own.
    pub fn another(&self, urls: &[String], quorum: usize) -> Arc<App> {
        self.another_with(urls, quorum, settings())
    }

    pub fn another_with(&self, urls: &[String], quorum: usize, settings: ChainSettings) -> Arc<App> {
        on_chain(&self.fixture, nodes(&self.usd.address, urls, quorum), keys(), settings)
    }

    pub fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.fixture.runtime.block_on(work)
    }

    pub fn round(&self) {
        self.wait(self.app.chain.chain_round());
    }

    /// Everything up to now is final, and the books know it.
    pub fn settle(&self) {
        self.anvil.mine(FINAL_AFTER + 1);
        self.round();
    }

    pub fn later(&self, seconds: u64) {
        self.fixture.clock.advance(Duration::from_secs(seconds));
    }

    pub fn address(&self) -> EvmAddress {
        let given = self.wait(self.app.chain.deposit_address(self.caller.account)).expect("an answer");
        given.expect("an address").address
    }

    pub fn pay_in(&self, micros: i64) -> String {
        self.usd.transfer(&self.anvil, OUTSIDER, self.address().as_str(), micros as u128)
    }

    /// A user who has this much.
    pub fn fund(&self, micros: i64) {
        self.pay_in(micros);
        self.settle();
        assert!(self.available() >= micros, "it was credited");
    }

    pub fn available(&self) -> i64 {
        let balance = self.wait(self.app.accounts.balance_of(&self.caller)).expect("a balance");
        balance.available.micros()
    }

    /// A withdrawal that can be sent at once.
    pub fn withdraw(&self, to: Address, micros: i64) -> String {
        self.withdraw_times(1, to, micros).remove(0)
    }

    fn wallet(&self, at: Address) -> String {
        let address = EvmAddress::from_bytes(at.into_array());
        let new = NewExternalWallet { name: "Own".to_owned(), chain: "local".to_owned(), address };
        object(self.wait(self.app.external_transfers.create_external_wallet(&self.caller, new, None)))
    }

    /// The user's payments go there once they are so much.
    pub fn withdraw_automatically(&self, to: Address, minimum: i64) -> Result<CommandResponse, Failure> {
        let to = NewDestination::ExternalWallet(self.wallet(to));
        let new = NewAutomaticWithdrawals { to, minimum: Amount::from_micros(minimum) };
        self.wait(self.app.withdraw_automatically(&self.caller, &new))
    }

    /// So many alike.
    pub fn withdraw_times(&self, times: usize, to: Address, micros: i64) -> Vec<String> {
        let wallet = self.wallet(to);
        let amount = Amount::from_micros(micros);
        let withdraw = |_| {
            let to = NewDestination::ExternalWallet(wallet.clone());
            let new = NewWithdrawal { to, amount, quote: None, arrives: None };
            object(self.wait(self.app.external_transfers.create_withdrawal(&self.caller, new, None)))
        };
        let ids = (0..times).map(withdraw).collect();
        self.later(31);
        ids
    }

    pub fn withdrawal(&self, id: &str) -> Transaction {
        let found =
            self.app.external_transfers.own_external_transfer(&self.caller, TransactionType::Withdrawal, id);
        self.wait(found).expect("a withdrawal")
    }

    #[track_caller]
    pub fn is(&self, id: &str, status: &str) {
        assert_eq!(self.withdrawal(id).status.name(), status);
    }

    pub fn has(&self, who: Address) -> i64 {
        self.usd.balance(&self.anvil, &who.to_string()) as i64
    }

    /// What waits in the node's pool, in any order.
    pub fn pool(&self) -> Vec<Value> {
        let pool = self.anvil.call("txpool_content", json!([]));
        let pending = pool["pending"].as_object().cloned().unwrap_or_default();
        let of_each = pending.values().flat_map(|of| of.as_object().cloned().unwrap_or_default());
        of_each.map(|(_, sent)| sent).collect()
    }

    /// Takes everything out of the node's pool, and answers with how much that was.
    pub fn empty_pool(&self) -> usize {
        let pool = self.pool();
        pool.iter().for_each(|sent| self.anvil.drop_transaction(sent["hash"].as_str().expect("a hash")));
        pool.len()
    }

    /// Until what was authorized so far can never be kept.
    pub fn until_authorizations_are_over(&self) {
        let over = self.anvil.timestamp() + VALID_SECONDS as u64 + 60;
        self.anvil.set_next_timestamp(over);
        self.settle();
    }

    /// An attacker has the database itself, and changes it.
    pub fn without_guard(&self, guard: &str, table: &str, change: &str) {
        let on = if self.fixture.is_postgres() { format!(" on {table}") } else { String::new() };
        self.fixture.sql(&format!("drop trigger {guard}{on}")).expect("dropped");
        self.fixture.sql(change).expect("changed");
    }

    /// `florin chain resume` of the app, for all stops in force.
    pub fn resume(&self, app: &App, accept: bool) -> Result<(), StaysStopped> {
        let stops = self.wait(app.stops.stops_in_force()).expect("a list");
        let seen: Vec<_> = stops.iter().map(|stop| stop.id).collect();
        self.wait(app.chain.resume_chain(&seen, accept, "a test"))
    }

    /// The stop in force. What the chain cannot explain often makes it differ from the books, too: then the
    /// explanation counts.
    pub fn freeze(&self) -> Option<(Cause, String)> {
        let mut stops = self.wait(self.fixture.store.open_freezes()).expect("an answer");
        stops.sort_by_key(|stop| stop.cause == Cause::ChainDiffers);
        stops.into_iter().next().map(|stop| (stop.cause, stop.reason))
    }

    /// Books and chain say the same, and the books are whole.
    #[track_caller]
    pub fn all_is_well(&self) {
        let status = self.wait(self.app.chain.chain_status()).expect("an answer").expect("a chain");
        assert_eq!(status.differences, Ok(Vec::new()));
        assert_eq!(self.freeze(), None);
        let proved = prove(&self.fixture);
        assert_eq!((proved.found, &proved.findings[..]), (0, &[][..]));
    }
}

pub fn nodes(token: &str, urls: &[String], quorum: usize) -> Nodes {
    nodes_within(Duration::from_secs(20), token, urls, quorum)
}

/// Nodes that are waited for so long.
pub fn nodes_within(deadline: Duration, token: &str, urls: &[String], quorum: usize) -> Nodes {
    let rpc = urls.iter().map(|url| RpcUrl::parse(url).expect("an address")).collect();
    let network = EvmNetwork {
        name: "local".to_owned(),
        chain_id: CHAIN_ID,
        rpc,
        token: token.parse().expect("an address"),
        finality: Finality::Depth(FINAL_AFTER),
        quorum,
    };
    Nodes::new(network, deadline).expect("a network")
}

#[track_caller]
fn object(answered: Result<CommandResponse, Failure>) -> String {
    match answered.expect("it is done") {
        CommandResponse::Now(outcome, _) => outcome.object(),
        CommandResponse::Again(_) => panic!("nothing was asked twice"),
    }
}

/// Florin with live money on a chain.
pub fn on_chain(fixture: &Fixture, nodes: Nodes, keys: ChainKeys, chain: ChainSettings) -> Arc<App> {
    let vault = Vault::new(&Secrets::parse(&fixture.secrets).expect("secrets"));
    let settings = AppSettings {
        live_chain: Chain::Network(nodes.network().name.clone()),
        live_tariff: Tariff { chain: Some(Terms::FREE), ..Tariff::default() },
        ..AppSettings::default()
    };
    let (store, clock) = (fixture.store.clone(), fixture.clock.clone());
    let builder = App::builder(store, vault, settings, clock, Dice::system());
    Arc::new(builder.with_chain(nodes, keys, chain).start())
}
