//! How a run on the model chain ends: nothing goes wrong any more, blocks go on, and everything must come to rest.

use std::sync::Arc;

use app::dice::Dice;
use evm::{Address, U256};
use store::{Proof, VerifyProgress};

use super::keys::{self, SUSPECT, USDC};
use super::net::{FIRST_CODE, MUCH_GAS, USUAL_FEE, payment};
use super::oracle::{THIEF, read};
use super::run::{FURTHEST_CLOCK, Run};
use super::steps::{resumed, seen};
use super::token::TokenCall;
use crate::books;
use crate::rng::Rng;

const MAX_ROUNDS: usize = 60;

impl Run<'_> {
    pub fn close(&mut self) {
        self.heal();
        self.net().base_fee = USUAL_FEE;
        self.mine(self.house.depth as usize + 2);
        self.finish_rounds();
        self.let_money_flow();
        let last = self.ask_once_more();
        for round in 0..MAX_ROUNDS {
            if self.is_at_rest() {
                break;
            }
            // What the hour or the token does not allow has to wait.
            self.pass(if round % 8 == 7 { 25 * 3_600 } else { 60 });
            self.mine(self.house.depth as usize + 2);
            self.finish_rounds();
        }
        assert!(self.is_at_rest(), "something never ends: {} {}", self.what_is_open(), self.what_was_sent());
        assert_eq!(
            self.status(last),
            "completed",
            "what nothing stands against is paid: {}",
            self.what_was_sent()
        );
        self.mine(self.house.depth as usize + 2);
        self.finish_rounds();
        self.observe();
        self.prove();
    }

    /// From here on nothing goes wrong.
    pub fn heal(&mut self) {
        self.has_faults = false;
        // For a writer time never runs back, and what it wrote is due by its time.
        self.pass(FURTHEST_CLOCK as u64);
        for at in [0, 1] {
            self.processes[at].view.disturb(0, 0);
            self.processes[at].view.catch_up();
            self.processes[at].moments.live_on();
            self.set_clock(at, 0);
            while self.processes[at].waiting() > 0 {
                self.write(at);
            }
            if self.rng.chance(20) {
                self.die(at);
            }
        }
        let forgives = self.rng.chance(50);
        let mut net = self.net();
        let mut calls = vec![TokenCall::SetGas(MUCH_GAS), TokenCall::Unpause];
        calls.extend(forgives.then_some(TokenCall::Forgive(SUSPECT)));
        let blacklisted = net.head().token.blacklist.clone().into_iter();
        calls.extend(blacklisted.filter(|who| *who != SUSPECT).map(TokenCall::Forgive));
        // An authorization that can't be kept because the treasury is empty would be given back.
        calls.push(payment(keys::treasury(), 2_000 * USDC));
        net.submit(calls);
        // What the token's owner wanted before is done before.
        net.others.iter_mut().for_each(|tx| {
            tx.calls.retain(|call| {
                !matches!(call, TokenCall::Pause | TokenCall::Blacklist(_) | TokenCall::SetGas(0))
            });
        });
    }

    /// The operator has looked.
    fn let_money_flow(&mut self) {
        if self.oracle.must_stop {
            // A reorganization may have undone it.
            let net = self.net();
            let has_happened = net.code != FIRST_CODE || net.head().token.balance(THIEF) > U256::ZERO;
            drop(net);
            let stopped = self.count("select count(*) from freezes where lifted_at is null");
            assert!(stopped >= 1 || !has_happened, "money is stopped");
        }
        let (app, accept) = (self.processes[0].app.clone(), self.oracle.must_stop);
        let resuming = async move {
            let seen = seen(&app).await.expect("a list");
            app.chain.resume_chain(&seen, accept, "a test").await
        };
        let resumed = self.processes[0].have(self.runtime, resuming);
        resumed.unwrap_or_else(|stays| panic!("money stays stopped: {stays}"));
        self.oracle.may_stop = false;
        if accept {
            self.oracle.accept(&self.database.connection);
        }
        self.observe();
    }

    /// One more, which nothing can keep from being paid.
    fn ask_once_more(&mut self) -> usize {
        let to = self.people[0].address;
        self.net().submit(vec![payment(to, 50 * USDC)]);
        self.mine(self.house.depth as usize + 2);
        self.finish_rounds();
        let amount = self.amount();
        let last = self.withdraw(1, 0, Address::repeat_byte(0xbf), amount).expect("there is enough");
        self.pass(31);
        last
    }

    fn is_at_rest(&self) -> bool {
        let open = "select count(*) from transactions where type = 'withdrawal' and status in ('queued', 'processing')";
        self.count(open) + self.count("select count(*) from authorizations where ending is null") == 0
    }

    fn what_is_open(&self) -> String {
        let statuses = (0..self.wishes.len()).map(|wish| (self.status(wish), &self.wishes[wish]));
        let open: Vec<_> =
            statuses.filter(|(status, _)| status == "queued" || status == "processing").collect();
        format!("{open:?}")
    }

    fn what_was_sent(&self) -> String {
        let sql = "select c.nonce || ' for ' || c.max_fee || ' carries ' || a.payment || ', ' || coalesce(a.ending, '')
            from relay_transactions c join authorizations a on a.id = c.authorization_id order by c.nonce, c.max_fee";
        let sent: Vec<String> = read(&self.database.connection, sql, |row| row.get(0));
        let net = self.net();
        let waiting: Vec<_> = net.pool.values().map(|tx| tx.gas).collect();
        let token = &net.head().token;
        format!("{sent:#?}, nonce {}, {} wei, waiting {waiting:?}", token.nonce, token.wei)
    }

    /// Books and chain are the same, and the books are whole.
    pub fn prove(&mut self) {
        let app = self.processes[0].app.clone();
        let status = self.processes[0].have(self.runtime, async move { app.chain.chain_status().await });
        let status = status.expect("an answer").expect("a chain");
        assert_eq!(status.differences, Ok(Vec::new()));
        assert!(status.stops.is_empty());
        books::check(&self.database.connection);
        if self.rng.chance(10) {
            let proof = Proof {
                key: Dice::seeded(1).bytes(),
                readers: 1,
                under_way: Proof::UNDER_WAY,
                progress: Arc::new(VerifyProgress::default()),
                pause: Arc::new(|| {}),
            };
            let report = self.runtime.block_on(self.house.store.verify(&proof)).expect("it can be read");
            assert_eq!((report.found, &report.findings[..]), (0, &[][..]));
        }
    }

    /// The chain is rewritten deeper than it may: money stops, and no user's balance is touched.
    pub fn rewrite_what_is_final(&mut self) {
        // A drill may still be on.
        let app = self.processes[0].app.clone();
        self.processes[0]
            .have(self.runtime, async move { app.stops.resume_money(&seen(&app).await?, &resumed()).await })
            .expect("it flows");
        assert_eq!(self.count("select count(*) from freezes where lifted_at is null"), 0);
        let cursor = self.count("select block from networks") as usize;
        let depth = self.net().path.len() - cursor;
        self.has_faults = false;
        let balances = "select sum(balance) from ledger_accounts where kind in ('available', 'held')";
        let (before, mut rng) = (self.count(balances), Rng::new(self.rng.next()));
        self.net().reorganize(&mut rng, depth, 50);
        for at in [0, 1] {
            self.processes[at].view.disturb(0, 0);
            self.processes[at].view.catch_up();
            self.die(at);
            let app = self.processes[at].app.clone();
            self.processes[at].have(self.runtime, async move { app.chain.chain_round().await });
        }
        assert_eq!(self.count("select count(*) from freezes where lifted_at is null"), 1, "money is stopped");
        assert_eq!(self.count(balances), before);
    }
}
