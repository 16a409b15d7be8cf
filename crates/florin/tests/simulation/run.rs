//! One run: everything that happens between the first step and the last, decided by one seed.

use std::collections::VecDeque;

use rules::time::Timestamp;
use rusqlite::types::Value;
use store::{FaultKind, FaultPoint, Store};
use tokio::runtime::Runtime;

use crate::checks;
use crate::database::{Database, Entry};
use crate::deliveries::{Deliveries, Receivers};
use crate::intent::{Intent, Reply, Wish};
use crate::judge::{Asked, judge};
use crate::process::{Errand, Flight, MAX_TRIES, Process};
use crate::rng::Rng;
use crate::shadow::{LedgerAccount, Shadow};
use crate::wishes;

/// 2026-01-01T00:00:00Z.
const NEW_YEAR: i64 = 1_767_225_600_000_000;
const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;
const TOLD: usize = 60;

pub struct Run<'r> {
    pub rng: Rng,
    pub shadow: Shadow,
    pub receivers: Receivers,
    pub deliveries: Deliveries,
    pub processes: [Process; 2],
    pub intents: Vec<Intent>,
    pub database: Database,
    /// In the order in which they were opened.
    pub accounts: Vec<String>,
    pub digest: u64,
    /// The last things that happened, for failure messages.
    pub told: VecDeque<String>,
    tells: bool,
    has_faults: bool,
    was_ever_frozen: bool,
    earliest: i64,
    latest: i64,
    store: Store,
    runtime: &'r Runtime,
}

impl<'r> Run<'r> {
    pub fn new(seed: u64, tells: bool, runtime: &'r Runtime) -> Run<'r> {
        let database = Database::create();
        let store = database.store();
        let mut rng = Rng::new(seed);
        let receivers = Receivers::new(rng.next());
        let processes = [0, 1].map(|_| Process::start(&store, &receivers, rng.next(), NEW_YEAR));
        let mut shadow = Shadow::default();
        let sql = "select id, mode from ledger_accounts";
        let mut statement = database.connection.prepare(sql).expect("SQL");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        for (id, mode) in rows.map(|row| row.expect("a row")) {
            shadow.ledger.insert(id, LedgerAccount { mode, owner: None, balance: 0, moved: 0 });
        }
        drop(statement);
        Run {
            rng,
            shadow,
            receivers,
            deliveries: Deliveries::default(),
            processes,
            intents: Vec::new(),
            database,
            accounts: Vec::new(),
            digest: 0xcbf2_9ce4_8422_2325,
            told: VecDeque::new(),
            tells,
            has_faults: false,
            was_ever_frozen: false,
            earliest: NEW_YEAR,
            latest: NEW_YEAR,
            store,
            runtime,
        }
    }

    /// Some people with some money.
    pub fn open(&mut self) {
        for address in wishes::FOUNDERS {
            let at = self.rng.below(2);
            let app = self.processes[at].app.clone();
            let email = rules::email_address::EmailAddress::parse(address).expect("an address");
            let joining = Box::pin(async move { app.join_at_once(email).await.map(Reply::Answered) });
            self.processes[at].flights.push(Flight { asking: joining, is_said: false, errand: Errand::Tick });
        }
        self.drive();
        self.subscribe();
        let accounts = self.accounts.clone();
        for account in accounts {
            let number = self.intents.len();
            let wish = Wish::Inbound(self.rng.between(1, 9_000) * crate::shadow::TAG + number as i64 + 1);
            self.intend(account.clone(), wish);
            self.say(number, false);
            if self.shadow.accounts[&account].mode == "test" {
                self.intend(account, Wish::BankAccount);
                self.say(number + 1, false);
            }
        }
        self.drive();
        self.turn_automatic_withdrawals_on();
        self.has_faults = true;
    }

    /// One thing happens.
    pub fn step(&mut self) {
        let at = self.rng.below(2);
        match self.rng.weighted(&[36, 22, 9, 3, 6, 8, 8, 3, 2, 1, 2]) {
            0 => {
                let at = if self.processes[at].waiting() > 0 { at } else { 1 - at };
                self.write(at);
            }
            1 => {
                let number = self.intents.len();
                let (account, wish) = wishes::wish(&mut self.rng, &self.shadow, &self.accounts, number);
                self.intend(account, wish);
                self.say(number, false);
            }
            2 => {
                let open: Vec<usize> = self.keyed(|intent| intent.is_open);
                let any: Vec<usize> = self.keyed(|_| true);
                let again = if self.rng.chance(70) && !open.is_empty() { open } else { any };
                if let Some(number) = self.rng.pick(&again).copied() {
                    self.say(number, false);
                }
            }
            3 => {
                let some = self.keyed(Intent::has_other_body);
                if let Some(number) = self.rng.pick(&some).copied() {
                    self.say(number, true);
                }
            }
            4 => self.listen(at, 60),
            5 => {
                self.note(|| format!("process {at} settles its own"));
                self.processes[at].settle();
            }
            6 => self.tick(at),
            7 => self.move_clock(at),
            8 => {
                let flights = self.processes[at].flights.len();
                if flights > 0 {
                    let lost = self.rng.below(flights);
                    self.note(|| format!("process {at}: the client of flight {lost} goes away"));
                    self.processes[at].flights.remove(lost);
                }
            }
            9 => self.crash(at),
            _ => {
                for (account, wish) in wishes::burst(&mut self.rng, &self.shadow, &self.accounts) {
                    let number = self.intents.len();
                    self.intend(account, wish);
                    self.say(number, false);
                }
            }
        }
    }

    fn keyed(&self, which: impl Fn(&Intent) -> bool) -> Vec<usize> {
        let keyed = self.intents.iter().filter(|intent| intent.key.is_some() && which(intent));
        keyed.map(|intent| intent.number).collect()
    }

    pub fn intend(&mut self, account: String, wish: Wish) {
        let number = self.intents.len();
        self.note(|| format!("intent {number} of {account}: {wish:?}"));
        let key = (wish.takes_key() && self.rng.chance(80)).then(|| format!("key {number}"));
        self.intents.push(Intent { number, account, wish, key, won: None, is_done: false, is_open: true });
    }

    /// Says it to one of the processes, at once or a little later.
    pub fn say(&mut self, number: usize, is_other: bool) {
        let at = self.rng.below(2);
        let intent = &mut self.intents[number];
        intent.is_open = intent.won.is_none();
        let process = &mut self.processes[at];
        let was_won = intent.won.is_some();
        let asking = intent.ask(process.app.clone(), &self.shadow, is_other);
        let (refusals, outages) = (process.refusals, process.outages);
        let errand = Errand::Request { intent: number, is_other, was_won, refusals, outages };
        process.flights.push(Flight { asking, is_said: false, errand });
        self.note(|| format!("process {at} is asked for intent {number}, other body: {is_other}"));
        if self.rng.chance(75) {
            let last = self.processes[at].flights.len() - 1;
            self.hear(at, last);
        }
    }

    fn tick(&mut self, at: usize) {
        let app = self.processes[at].app.clone();
        let kind = self.rng.weighted(&[6, 3, 1, 5, 5, 4]);
        let name = ["settle", "expire", "forget", "cross", "deliver", "withdraw"][kind];
        self.note(|| format!("process {at} ticks: {name}"));
        let asking: crate::intent::Asking = Box::pin(async move {
            match kind {
                0 => app.payouts.settle_due().await,
                1 => app.payouts.expire_claims().await,
                3 => app.external_transfers.look_after_external_transfers().await,
                4 => app.webhooks.deliver_due().await,
                5 => app.external_transfers.withdraw_payments().await,
                _ => app.forget_expired_answers().await,
            };
            Ok(Reply::Count)
        });
        self.processes[at].flights.push(Flight { asking, is_said: false, errand: Errand::Tick });
        let last = self.processes[at].flights.len() - 1;
        self.hear(at, last);
    }

    fn move_clock(&mut self, at: usize) {
        let by = match self.rng.below(20) {
            0..6 => self.rng.between(1, SECOND),
            6..11 => 11 * SECOND,
            11..14 => 3_600 * SECOND,
            14..17 => -self.rng.between(1, 3_600 * SECOND),
            17..19 => -self.rng.between(1, DAY),
            _ => 31 * DAY,
        };
        let clock = &self.processes[at].clock;
        clock.jump_to(clock.now().plus_micros(by));
        self.note(|| format!("the clock of process {at} moves by {by}"));
    }

    fn crash(&mut self, at: usize) {
        self.note(|| format!("process {at} dies and starts again"));
        let time = self.processes[at].clock.now().micros();
        self.processes[at] = Process::start(&self.store, &self.receivers, self.rng.next(), time);
    }

    /// One batch of a process, with what may go wrong on the way, and the answers that it brings.
    fn write(&mut self, at: usize) {
        if self.processes[at].waiting() == 0 {
            return;
        }
        let most = if self.rng.chance(30) { 1 } else { 1 + self.rng.below(12) };
        let faults = if self.has_faults && self.rng.chance(15) { faults(&mut self.rng) } else { Vec::new() };
        self.note(|| format!("process {at} writes at most {most}, meets {faults:?}"));
        let survived = self.processes[at].step(self.runtime, most, &faults);
        self.observe(at);
        if survived {
            self.listen(at, 85);
        } else {
            self.crash(at);
        }
    }

    /// Reads what has changed, and checks it.
    fn observe(&mut self, at: usize) {
        let now = self.processes[at].latest;
        (self.earliest, self.latest) = (self.earliest.min(now), self.latest.max(now));
        let changes = self.database.changes();
        self.shadow.begin();
        for entry in &changes {
            self.digest = digest(self.digest, entry);
            if entry.what == "account" {
                self.accounts.push(entry.id.clone());
            }
            if !self.deliveries.apply(entry) {
                self.shadow.apply(entry);
            }
        }
        checks::check(&self.shadow, now);
        self.deliveries.check(&self.receivers);
        self.was_ever_frozen |= self.shadow.is_frozen || self.shadow.freeze_changed;
    }

    /// Some of those who wait hear what there is to hear.
    fn listen(&mut self, at: usize, percent: usize) {
        for index in (0..self.processes[at].flights.len()).rev() {
            if self.rng.chance(percent) {
                self.hear(at, index);
            }
        }
    }

    fn hear(&mut self, at: usize, index: usize) {
        let Some((errand, told)) = self.processes[at].hear(index) else {
            return;
        };
        let Errand::Request { intent, is_other, was_won, refusals, outages } = errand else {
            return;
        };
        self.note(|| format!("intent {intent} hears {told:?}"));
        let asked = Asked {
            is_other,
            was_won,
            met_refusal: self.processes[at].refusals > refusals,
            met_outage: self.processes[at].outages > outages,
            may_be_forgotten: self.latest - self.earliest >= 30 * DAY,
            was_ever_frozen: self.was_ever_frozen,
        };
        judge(&self.shadow, &mut self.intents[intent], &asked, told);
    }

    /// Lets everything that was said come to its end.
    pub fn drive(&mut self) {
        let mut idle_rounds = 0;
        for _ in 0..5_000 {
            for at in 0..2 {
                self.processes[at].settle();
                self.listen(at, 100);
            }
            let Some(at) = [0, 1].into_iter().find(|at| self.processes[*at].waiting() > 0) else {
                let hanging: usize = self.processes.iter().map(|process| process.flights.len()).sum();
                if hanging == 0 {
                    return;
                }
                // One may have made room for another that was asked before it in this round.
                idle_rounds += 1;
                assert!(idle_rounds < 100, "no process answers {hanging} of them");
                continue;
            };
            idle_rounds = 0;
            self.write(at);
        }
        panic!("this never ends");
    }

    /// Both clocks show a time that is later than all before.
    pub fn set_clocks(&mut self, time: i64) {
        for process in &self.processes {
            let now = process.clock.now().micros().max(process.latest).max(time);
            process.clock.jump_to(Timestamp::from_micros(now));
        }
    }

    /// From here on nothing goes wrong.
    pub fn heal(&mut self) {
        self.has_faults = false;
    }

    pub fn spawn(&mut self, at: usize, asking: crate::intent::Asking) {
        self.processes[at].flights.push(Flight { asking, is_said: false, errand: Errand::Tick });
    }

    fn note(&mut self, what: impl FnOnce() -> String) {
        if !self.tells {
            return;
        }
        if self.told.len() == TOLD {
            self.told.pop_front();
        }
        self.told.push_back(what());
    }
}

/// What may go wrong with one batch.
pub fn faults(rng: &mut Rng) -> Vec<(FaultPoint, FaultKind)> {
    use FaultKind::{Conflict, Crash, Refused, TimedOut, Unavailable, Unknown};
    use FaultPoint::{Begin, Commit, Committed};
    match rng.below(14) {
        0 => vec![(Begin, Unavailable)],
        1 => vec![(Begin, Unavailable); MAX_TRIES],
        2 => vec![(Commit, Conflict); 1 + rng.below(2)],
        3 => vec![(Commit, Conflict); MAX_TRIES],
        4 | 5 => vec![(Commit, Refused)],
        6 => vec![(Commit, Refused), (Commit, Refused)],
        7 => vec![(Commit, Crash)],
        8 => vec![(Committed, Crash)],
        9 => vec![(Begin, Crash)],
        10 => vec![(Commit, Refused), (Committed, Unknown)],
        11 => vec![(Commit, TimedOut); 1 + rng.below(3)],
        12 => vec![(Commit, TimedOut), (Committed, Crash)],
        _ => vec![(Committed, Unknown)],
    }
}

/// FNV-1a of everything that changed.
fn digest(mut digest: u64, entry: &Entry) -> u64 {
    let mut take = |bytes: &[u8]| {
        for byte in bytes {
            digest = (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    take(entry.what.as_bytes());
    take(entry.id.as_bytes());
    for value in entry.values() {
        match value {
            Value::Text(text) => take(text.as_bytes()),
            Value::Integer(number) => take(&number.to_le_bytes()),
            _ => take(&[0]),
        }
    }
    digest
}
