//! One run on the model chain: two processes, some people, and everything that may happen to them, by one seed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use app::{CommandResponse, CrashPoint, Failure, NewDestination, NewExternalWallet, NewWithdrawal};
use evm::Address;
use rules::account::{Caller, Mode};
use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::money::Amount;
use rules::scope::Scopes;
use rules::time::Timestamp;
use tokio::runtime::Runtime;

use super::keys::{self, DENIED, NAME, SUSPECT, USDC};
use super::net::{Net, Tx, payment};
use super::oracle::{Oracle, Wish, number};
use super::process::{House, Process};
use crate::database::Database;
use crate::rng::Rng;

/// 2026-01-01T00:00:00Z.
const NEW_YEAR: u64 = 1_767_225_600;
const TOLD: usize = 150;
/// So many seconds may a clock be ahead, or behind.
pub const FURTHEST_CLOCK: i64 = 7_200;
pub const SECONDS_PER_BLOCK: u64 = 12;

pub struct Person {
    pub caller: Caller,
    pub address: Address,
    wallets: BTreeMap<Address, String>,
}

/// What is chosen once for each run.
pub struct Plan {
    pub depth: usize,
    pub per_hour: i64,
    pub sweep_above: i64,
}

pub struct Run<'r> {
    pub rng: Rng,
    pub house: House,
    pub processes: [Process; 2],
    pub people: Vec<Person>,
    pub wishes: Vec<Wish>,
    pub oracle: Oracle,
    pub database: Database,
    /// Seconds since 1970, really.
    pub now: u64,
    pub has_faults: bool,
    /// How many processes have died.
    pub deaths: usize,
    pub told: std::collections::VecDeque<String>,
    tells: bool,
    pub runtime: &'r Runtime,
}

impl<'r> Run<'r> {
    pub fn new(rng: Rng, plan: &Plan, tells: bool, runtime: &'r Runtime) -> Run<'r> {
        let mut rng = rng;
        let database = Database::without_journal();
        let net = Arc::new(Mutex::new(Net::new(plan.depth, NEW_YEAR)));
        // Signing again is slow, and what is signed depends on no choice.
        net.lock().expect("it is new").checks_signatures = rng.chance(10);
        let settings = keys::settings(plan.per_hour, plan.sweep_above);
        let house = House { store: database.store(), net, settings, depth: plan.depth as u64 };
        let processes = [0, 1].map(|_| Process::start(&house, rng.next(), NEW_YEAR));
        Run {
            rng,
            house,
            processes,
            people: Vec::new(),
            wishes: Vec::new(),
            oracle: Oracle::default(),
            database,
            now: NEW_YEAR,
            has_faults: false,
            deaths: 0,
            told: std::collections::VecDeque::new(),
            tells,
            runtime,
        }
    }

    pub fn net(&self) -> MutexGuard<'_, Net> {
        self.house.net.lock().expect("the chain goes on")
    }

    /// The network is met, and some people have some money.
    pub fn open(&mut self) {
        self.mine(self.house.depth as usize + 2);
        let app = self.processes[0].app.clone();
        let met = self.processes[0].have(self.runtime, async move { app.chain.meet_chain().await });
        met.expect("the right network");
        for name in ["ada", "bob"] {
            self.add_person(name);
        }
        for at in 0..self.people.len() {
            let address = self.people[at].address;
            let micros = 100 * USDC + self.rng.between(0, 200 * USDC);
            self.net().submit(vec![payment(address, micros)]);
        }
        self.mine(self.house.depth as usize + 2);
        self.finish_rounds();
        self.observe();
    }

    fn add_person(&mut self, name: &str) {
        let email = EmailAddress::parse(&format!("{name}@example.com")).expect("an address");
        let app = self.processes[0].app.clone();
        let caller = self.processes[0].have(self.runtime, async move {
            app.join_at_once(email.clone()).await.expect("a user");
            let account = app.platform.account_of(&email, Mode::Live).await.expect("an account");
            Caller {
                account: account.id,
                app: account.own_app,
                mode: Mode::Live,
                scopes: Scopes::all(),
                is_owner: false,
            }
        });
        let address = self.address_of(0, caller, false);
        self.people.push(Person { caller, address, wallets: BTreeMap::new() });
    }

    /// Where a withdrawal is paid, or another address in its place.
    pub fn address_of(&mut self, at: usize, caller: Caller, another: bool) -> Address {
        let app = self.processes[at].app.clone();
        let given = self.processes[at].have(self.runtime, async move {
            match another {
                true => app.chain.another_address(caller.account).await,
                false => app.chain.deposit_address(caller.account).await,
            }
        });
        let given = given.expect("an answer").expect("live money is on a chain");
        given.address.as_str().parse().expect("an address")
    }

    /// A user wants money at an address outside. None if there is not enough.
    pub fn withdraw(&mut self, at: usize, person: usize, payee: Address, amount: i64) -> Option<usize> {
        let wallet = self.wallet(at, person, payee);
        let (app, caller) = (self.processes[at].app.clone(), self.people[person].caller);
        let to = NewDestination::ExternalWallet(wallet);
        let new = NewWithdrawal { to, amount: Amount::from_micros(amount), quote: None, arrives: None };
        let asking = async move { app.external_transfers.create_withdrawal(&caller, new, None).await };
        let id = object(self.processes[at].have(self.runtime, asking))?;
        let account = caller.account.to_string();
        self.note(|| format!("{id} of {amount} to {payee}"));
        self.wishes.push(Wish { id, account, payee, amount });
        self.observe();
        Some(self.wishes.len() - 1)
    }

    fn wallet(&mut self, at: usize, person: usize, payee: Address) -> String {
        if let Some(known) = self.people[person].wallets.get(&payee) {
            return known.clone();
        }
        let (app, caller) = (self.processes[at].app.clone(), self.people[person].caller);
        let address = EvmAddress::from_bytes(payee.into_array());
        let new = NewExternalWallet { name: "Own".to_owned(), chain: NAME.to_owned(), address };
        let asking = async move { app.external_transfers.create_external_wallet(&caller, new, None).await };
        let wallet = object(self.processes[at].have(self.runtime, asking)).expect("a wallet");
        self.people[person].wallets.insert(payee, wallet.clone());
        wallet
    }

    /// An amount that nothing else has.
    pub fn amount(&mut self) -> i64 {
        self.rng.between(1, 40) * USDC + self.wishes.len() as i64 + 1
    }

    pub fn payee(&mut self) -> Address {
        let person = self.rng.below(self.people.len());
        match self.rng.weighted(&[60, 12, 6, 6, 4]) {
            0 => Address::repeat_byte(0xb0 + self.rng.below(4) as u8),
            1 => SUSPECT,
            2 => DENIED,
            3 => self.people[person].address,
            _ => keys::treasury(),
        }
    }

    /// A process goes on for so many waits. What it wants written is written, or waits as well.
    pub fn work(&mut self, at: usize, waits: usize) {
        for _ in 0..waits {
            let is_over = self.processes[at].work();
            if self.processes[at].moments.is_dead() {
                self.note(|| format!("process {at} dies at a planned moment"));
                self.die(at);
                return;
            }
            if self.processes[at].waiting() > 0 {
                let is_late = self.has_faults && self.rng.chance(10);
                if is_late || !self.write(at) {
                    return;
                }
            } else {
                self.check_sendings();
            }
            if is_over {
                return;
            }
        }
    }

    /// One batch. Says whether the process survived it.
    pub fn write(&mut self, at: usize) -> bool {
        let is_bad = self.has_faults && self.rng.chance(6);
        let faults = if is_bad { crate::run::faults(&mut self.rng) } else { Vec::new() };
        let most = if self.has_faults && self.rng.chance(30) { 1 } else { usize::MAX };
        self.note(|| format!("process {at} writes, meets {faults:?}"));
        let survived = self.processes[at].write(self.runtime, most, &faults);
        self.observe();
        if !survived {
            self.note(|| format!("process {at} dies while it writes"));
            self.die(at);
        }
        survived
    }

    /// As after kill -9: another one on the same database.
    pub fn die(&mut self, at: usize) {
        self.deaths += 1;
        let seed = self.rng.next();
        self.processes[at] = Process::start(&self.house, seed, self.now);
    }

    pub fn plan_death(&mut self, at: usize, moment: CrashPoint) {
        self.note(|| format!("process {at} will die at {moment:?}"));
        self.processes[at].moments.die_at(moment);
    }

    /// Both processes end the rounds that they are in, or do one.
    pub fn finish_rounds(&mut self) {
        for at in [0, 1] {
            self.finish_round(at);
        }
    }

    pub fn finish_round(&mut self, at: usize) {
        for _ in 0..2_000 {
            self.work(at, 1);
            if !self.processes[at].is_working() && self.processes[at].waiting() == 0 {
                return;
            }
        }
        panic!("a round never ends");
    }

    pub fn mine(&mut self, blocks: usize) {
        for _ in 0..blocks {
            self.pass(SECONDS_PER_BLOCK);
            let percent = if self.has_faults { 75 } else { 100 };
            let time = self.now;
            let mut rng = Rng::new(self.rng.next());
            self.net().mine(&mut rng, time, percent);
            self.tell_block();
        }
        self.observe();
    }

    fn tell_block(&mut self) {
        if !self.tells {
            return;
        }
        let net = self.net();
        let block = net.head();
        let said = |tx: &Tx| block.events.iter().any(|event| event.transaction == tx.hash);
        let txs: Vec<String> = block
            .txs
            .iter()
            .map(|tx| format!("{:?} {:?}, said something: {}", tx.gas, tx.calls, said(tx)))
            .collect();
        let line =
            format!("block {} at {}: {txs:?}, waiting {:?}", block.number, block.time, net.pool.keys());
        drop(net);
        self.note(|| line);
    }

    /// Time passes for all.
    pub fn pass(&mut self, seconds: u64) {
        self.now += seconds;
        for process in &self.processes {
            process.clock.advance(std::time::Duration::from_secs(seconds));
        }
    }

    pub fn set_clock(&mut self, at: usize, ahead: i64) {
        let time = Timestamp::from_seconds(self.now as i64 + ahead);
        self.processes[at].clock.jump_to(time);
    }

    /// Everything that must be true.
    pub fn observe(&mut self) {
        let mut net = self.house.net.lock().expect("the chain goes on");
        self.oracle.check(&self.database.connection, &mut net, &self.wishes);
    }

    fn check_sendings(&mut self) {
        let mut net = self.house.net.lock().expect("the chain goes on");
        self.oracle.check_sendings(&self.database.connection, &mut net);
    }

    pub fn count(&self, sql: &str) -> i64 {
        number(&self.database.connection, sql, [])
    }

    pub fn status(&self, wish: usize) -> String {
        let sql = "select status from transactions where id = ?1";
        let id = &self.wishes[wish].id;
        self.database.connection.query_row(sql, [id], |row| row.get(0)).expect("a withdrawal")
    }

    /// What tells one run apart from another.
    pub fn digest(&self) -> String {
        let statuses: Vec<String> = (0..self.wishes.len()).map(|wish| self.status(wish)).collect();
        let relay_transactions =
            self.count("select sum(nonce * 1000 + max_fee % 997) from relay_transactions");
        format!("{} {relay_transactions} {} {:?} {statuses:?}", self.now, self.net().head().hash, self.wishes)
    }

    pub fn note(&mut self, what: impl FnOnce() -> String) {
        if !self.tells {
            return;
        }
        if self.told.len() == TOLD {
            self.told.pop_front();
        }
        self.told.push_back(what());
    }
}

/// The id of what was made; none if it was refused.
fn object(answered: Result<CommandResponse, Failure>) -> Option<String> {
    match answered {
        Ok(CommandResponse::Now(outcome, _)) => Some(outcome.object()),
        Ok(CommandResponse::Again(_)) => panic!("nothing was asked twice"),
        Err(Failure::Refused(_)) => None,
        Err(failure) => panic!("nothing goes wrong here: {failure:?}"),
    }
}
