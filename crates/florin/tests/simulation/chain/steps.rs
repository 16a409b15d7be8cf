//! What may happen in one step.

use app::{App, CrashPoint, Failure};
use evm::{Address, U256};
use rules::freeze::{Cause, Resume};
use rules::id::FreezeId;

use super::keys::{self, LEAST, OUTSIDER, SUSPECT, USDC};
use super::net::{GWEI, MUCH_GAS, payment};
use super::oracle::{DRILL, THIEF};
use super::run::{FURTHEST_CLOCK, Run};
use super::token::TokenCall;
use crate::rng::Rng;

const HOUR: u64 = 3_600;

impl Run<'_> {
    pub fn step(&mut self) {
        let at = self.rng.below(2);
        match self.rng.weighted(&[42, 18, 8, 9, 5, 3, 4, 2, 3, 5, 2, 5, 4, 3, 2, 4]) {
            0 => {
                let waits = 1 + self.rng.below(40);
                self.note(|| format!("process {at} goes on for {waits} waits"));
                self.work(at, waits);
            }
            1 => {
                let blocks = 1 + self.rng.below(5);
                self.note(|| format!("{blocks} blocks"));
                self.mine(blocks);
            }
            2 => self.pay_in(),
            3 => {
                let (person, payee, amount) = (self.rng.below(2), self.payee(), self.amount());
                self.withdraw(at, person, payee, amount);
                self.pass(31);
            }
            4 => self.reorganize(),
            5 => {
                let keeps = self.rng.chance(50);
                self.note(|| format!("the pool is lost, all of it: {}", !keeps));
                let mut rng = Rng::new(self.rng.next());
                self.net().pool.retain(|_, _| keeps && rng.chance(50));
            }
            6 => {
                let gwei = [1, 5, 10, 30, 100, 400, 700][self.rng.below(7)];
                self.note(|| format!("gas costs {gwei} gwei"));
                self.net().base_fee = gwei * GWEI;
            }
            7 => {
                let wei = if self.rng.chance(50) { 0 } else { MUCH_GAS };
                self.note(|| format!("the gas account has {wei} wei"));
                self.net().submit(vec![TokenCall::SetGas(wei)]);
            }
            8 => self.upset_token(),
            9 => self.run_ahead(),
            10 => self.help_from_operator(at),
            11 => self.disturb(at),
            12 => {
                let moment = CrashPoint::ALL[self.rng.below(CrashPoint::ALL.len())];
                self.plan_death(at, moment);
            }
            13 => {
                self.note(|| format!("process {at} dies"));
                self.die(at);
            }
            14 => self.wait_long(),
            _ => self.meddle(at),
        }
    }

    /// Outsiders send something somewhere.
    fn pay_in(&mut self) {
        let to = self.people[self.rng.below(2)].address;
        let micros = self.rng.between(LEAST, 50 * USDC);
        let treasury = keys::treasury();
        let nothing = |from: Address, to: Address| TokenCall::Move { from, to, value: U256::ZERO };
        let calls = match self.rng.below(8) {
            0 => vec![payment(to, LEAST - 1)],
            1 => vec![payment(to, LEAST)],
            2 => vec![nothing(treasury, OUTSIDER), nothing(OUTSIDER, to), nothing(to, treasury)],
            3 => vec![payment(to, micros), TokenCall::Approve, payment(to, micros), payment(treasury, 7)],
            4 => vec![TokenCall::Approve, payment(self.people[0].address, micros), payment(to, 3)],
            _ => vec![payment(to, micros)],
        };
        self.note(|| format!("a stranger calls {calls:?}"));
        self.net().submit(calls);
    }

    fn reorganize(&mut self) {
        let deepest = self.net().depth;
        let (depth, kept) = (1 + self.rng.below(deepest), [0, 50, 90, 100][self.rng.below(4)]);
        self.note(|| format!("the last {depth} blocks are others, {kept} % of what was in them waits"));
        let mut rng = Rng::new(self.rng.next());
        self.net().reorganize(&mut rng, depth, kept);
        self.observe();
    }

    fn upset_token(&mut self) {
        let deposit = self.people[self.rng.below(2)].address;
        let call = match self.rng.below(7) {
            0 | 1 => TokenCall::Blacklist(SUSPECT),
            2 => TokenCall::Forgive(SUSPECT),
            3 => TokenCall::Pause,
            4 => TokenCall::Blacklist(deposit),
            5 => TokenCall::Forgive(deposit),
            _ => TokenCall::Unpause,
        };
        self.note(|| format!("the token's owner calls {call:?}"));
        self.net().submit(vec![call]);
    }

    /// A front-runner sees our authorizations in the pool and submits them first: one, or several at once.
    fn run_ahead(&mut self) {
        let mut calls = self.net().waiting_calls();
        if calls.is_empty() {
            return;
        }
        if self.rng.chance(60) {
            calls = vec![calls.swap_remove(self.rng.below(calls.len()))];
        }
        if self.rng.chance(30) {
            calls.insert(0, payment(self.people[0].address, 2 * USDC));
        }
        self.note(|| format!("a front-runner calls {calls:?}"));
        self.net().submit(calls);
    }

    fn help_from_operator(&mut self, at: usize) {
        match self.rng.below(3) {
            0 => {
                let micros = self.rng.between(1, 200 * USDC);
                self.net().submit(vec![payment(keys::treasury(), micros)]);
            }
            1 => {
                // An authorization is taken back on the chain.
                let Some(TokenCall::Use(authorization)) = self.net().waiting_calls().pop() else {
                    return;
                };
                self.note(|| format!("{} is taken back", authorization.nonce));
                self.net()
                    .submit(vec![TokenCall::Cancel { by: authorization.from, nonce: authorization.nonce }]);
            }
            _ => self.drill(at),
        }
    }

    /// The operator stops money by hand, or lets it flow.
    fn drill(&mut self, at: usize) {
        self.oracle.may_stop = true;
        let app = self.processes[at].app.clone();
        let stops = self.rng.chance(50);
        self.note(|| format!("the operator stops money: {stops}"));
        self.processes[at].have(self.runtime, async move {
            let done = match stops {
                true => app.stops.stop_money(Cause::Operator, DRILL.to_owned()).await,
                false => {
                    let seen = seen(&app).await.expect("a list");
                    app.stops.resume_money(&seen, &resumed()).await
                }
            };
            done.expect("it is done");
        });
        self.observe();
    }

    fn disturb(&mut self, at: usize) {
        let view = self.processes[at].view.clone();
        match self.rng.below(5) {
            0 | 1 => view.catch_up(),
            2 => view.fall_behind(),
            3 => view.disturb([2, 10, 40][self.rng.below(3)], [0, 5, 20][self.rng.below(3)]),
            _ => view.disturb(0, 0),
        }
    }

    /// No block for hours: authorizations come to their end.
    fn wait_long(&mut self) {
        let seconds = match self.rng.below(6) {
            0 => HOUR,
            1 => 6 * HOUR,
            2 => 23 * HOUR + 1_700,
            3 => 24 * HOUR - 13,
            4 => 24 * HOUR,
            _ => 25 * HOUR,
        };
        self.note(|| format!("nothing happens for {seconds} seconds"));
        self.pass(seconds);
    }

    fn meddle(&mut self, at: usize) {
        match self.rng.below(4) {
            0 => {
                let person = self.rng.below(2);
                let caller = self.people[person].caller;
                // What is paid to the old one is still theirs.
                let new = self.address_of(at, caller, true);
                if self.rng.chance(70) {
                    self.people[person].address = new;
                }
            }
            1 => {
                let ahead = self.rng.between(-FURTHEST_CLOCK, FURTHEST_CLOCK);
                self.note(|| format!("the clock of process {at} is {ahead} seconds ahead"));
                self.set_clock(at, ahead);
            }
            2 => self.cancel(at),
            _ => {
                let app = self.processes[at].app.clone();
                self.processes[at].have(self.runtime, async move {
                    app.external_transfers.look_after_external_transfers().await
                });
                self.observe();
            }
        }
    }

    /// A user changes their mind, in time or not.
    fn cancel(&mut self, at: usize) {
        let Some(wish) = self.rng.pick(&self.wishes).cloned() else { return };
        let person = self.people.iter().find(|person| person.caller.account.to_string() == wish.account);
        let (app, caller) = (self.processes[at].app.clone(), person.expect("a person").caller);
        self.note(|| format!("{} is cancelled, if it can be", wish.id));
        let cancelled = self.processes[at].have(self.runtime, async move {
            app.external_transfers.cancel_withdrawal(&caller, &wish.id, None).await.is_ok()
        });
        self.note(|| format!("it was: {cancelled}"));
        self.observe();
    }

    /// What must stop money: the treasury's key is used elsewhere, or the token is another one.
    pub fn break_something(&mut self) {
        self.oracle.must_stop = true;
        if self.rng.chance(50) {
            self.note(|| "the token has another program".to_owned());
            self.net().code = evm::B256::repeat_byte(0xc1);
        } else {
            self.note(|| "a thief has the treasury's key".to_owned());
            let (from, value) = (keys::treasury(), U256::from(12_345));
            self.net().submit(vec![TokenCall::Move { from, to: THIEF, value }]);
        }
    }
}

/// The stops in force, as an operator sees them before resuming.
pub async fn seen(app: &App) -> Result<Vec<FreezeId>, Failure> {
    Ok(app.stops.stops_in_force().await?.iter().map(|stop| stop.id).collect())
}

pub fn resumed() -> Resume {
    Resume { by: "the operator".to_owned(), reason: DRILL.to_owned(), despite: Vec::new() }
}
