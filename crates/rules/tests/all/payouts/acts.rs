//! What people, workers and time may do, in any order and in any batches.

use proptest::prelude::*;
use rules::account::{Caller, Mode};
use rules::command::Command;
use rules::decisions::payout::{ClaimItems, PayoutLimits, SettlePayout, SimulateClaim};
use rules::decisions::sandbox::NewPerson;
use rules::freeze::{Cause, Freeze, Resume};
use rules::id::{AccountId, PayoutId, TransactionId};
use rules::idempotency::{IdempotencyRequest, StoredResponseId};
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::time::{SECONDS_PER_DAY, Timestamp};

use crate::payouts::invariants;
use crate::payouts::kept::{Kept, Told};
use crate::payouts::people::{
    ADDRESSES, EMAIL_LIMITS, FOUNDERS, Ids, NAMES, START, caller, founded, other_app, to,
};

#[derive(Clone, Debug)]
pub enum Act {
    Pay {
        who: usize,
        items: Vec<(usize, i64)>,
        has_key: bool,
    },
    /// One of the requests with a key once more, with the same or another body.
    Repeat {
        which: usize,
        is_other: bool,
    },
    /// A worker looks at a payout, and remembers.
    Look(usize),
    /// A worker settles what it saw, however long ago that was.
    Settle(usize),
    Lease,
    CancelPayout {
        which: usize,
        by_stranger: bool,
    },
    CancelItem {
        which: usize,
        by_stranger: bool,
    },
    SimulateClaim(usize),
    /// A recipient claims up to this many items.
    Claim {
        first: usize,
        count: usize,
        into: usize,
    },
    Expire {
        first: usize,
        count: usize,
    },
    Inbound {
        who: usize,
        micros: i64,
    },
    Advance {
        who: usize,
        seconds: i64,
    },
    Join(usize),
    /// A founder takes one of a few names.
    Rename {
        who: usize,
        name: usize,
    },
    /// An account, or another app of it, calls a recipient something.
    Nickname {
        which: usize,
        by_other_app: bool,
        name: usize,
    },
    Stop,
    Resume,
    Wait(i64),
}

/// Acts, each of which begins a new batch or belongs to the one before.
pub fn acts(most: usize) -> impl Strategy<Value = Vec<(Act, bool)>> {
    proptest::collection::vec((act(), proptest::bool::weighted(0.6)), 1..most)
}

fn act() -> impl Strategy<Value = Act> {
    let which = 0_usize..64;
    let micros =
        prop_oneof![8 => 1_i64..3_000_000_000, 1 => Just(10_000_000_000), 1 => (1_i64 << 61)..(1 << 62)];
    let items = proptest::collection::vec((0..ADDRESSES.len(), micros.clone()), 1..5);
    let seconds = prop_oneof![Just(1), Just(11), Just(29 * SECONDS_PER_DAY), Just(30 * SECONDS_PER_DAY)];
    prop_oneof![
        8 => (0_usize..4, items, any::<bool>())
            .prop_map(|(who, items, has_key)| Act::Pay { who, items, has_key }),
        3 => (which.clone(), proptest::bool::weighted(0.3))
            .prop_map(|(which, is_other)| Act::Repeat { which, is_other }),
        6 => which.clone().prop_map(Act::Look),
        6 => which.clone().prop_map(Act::Settle),
        1 => Just(Act::Lease),
        2 => (which.clone(), proptest::bool::weighted(0.1))
            .prop_map(|(which, by_stranger)| Act::CancelPayout { which, by_stranger }),
        3 => (which.clone(), proptest::bool::weighted(0.1))
            .prop_map(|(which, by_stranger)| Act::CancelItem { which, by_stranger }),
        3 => which.clone().prop_map(Act::SimulateClaim),
        3 => (which.clone(), 1_usize..5, 0_usize..4)
            .prop_map(|(first, count, into)| Act::Claim { first, count, into }),
        3 => (which, 1_usize..5).prop_map(|(first, count)| Act::Expire { first, count }),
        2 => (0_usize..4, micros).prop_map(|(who, micros)| Act::Inbound { who, micros }),
        2 => (0_usize..4, seconds.clone()).prop_map(|(who, seconds)| Act::Advance { who, seconds }),
        1 => (0..ADDRESSES.len()).prop_map(Act::Join),
        1 => (0_usize..2, 0_usize..3).prop_map(|(who, name)| Act::Rename { who, name }),
        1 => (0_usize..8, any::<bool>(), 0_usize..3)
            .prop_map(|(which, by_other_app, name)| Act::Nickname { which, by_other_app, name }),
        1 => Just(Act::Stop),
        2 => Just(Act::Resume),
        2 => (seconds, proptest::bool::weighted(0.1))
            .prop_map(|(seconds, is_back)| Act::Wait(if is_back { -seconds } else { seconds })),
    ]
}

/// A request that a client may repeat.
#[derive(Clone)]
struct Request {
    caller: Caller,
    items: Vec<(usize, i64)>,
    claim: IdempotencyRequest,
}

pub struct Run {
    pub kept: Kept,
    pub ids: Ids,
    pub now: Timestamp,
    requests: Vec<Request>,
    pub seen: Vec<SettlePayout>,
}

pub type Heard = (Command, Option<IdempotencyRequest>, Result<Told, Refusal>);

impl Run {
    pub fn new() -> Run {
        let mut ids = Ids::default();
        let kept = founded(&mut ids);
        Run { kept, ids, now: START, requests: Vec::new(), seen: Vec::new() }
    }

    /// Does it all, and checks everything after every batch. Returns who heard what.
    pub fn go(&mut self, acts: &[(Act, bool)]) -> Vec<Heard> {
        let (mut heard, mut batch) = (Vec::new(), Vec::new());
        for (act, begins) in acts {
            if *begins {
                heard.extend(self.batch(&mut batch));
            }
            if let Act::Wait(seconds) = act {
                self.now = self.now.plus_seconds(*seconds);
            }
            batch.extend(self.command(act));
        }
        heard.extend(self.batch(&mut batch));
        heard
    }

    fn batch(&mut self, batch: &mut Vec<(Command, Option<IdempotencyRequest>)>) -> Vec<Heard> {
        let before = self.kept.clone();
        let told = self.kept.batch(batch, self.now);
        invariants::check(&self.kept);
        invariants::check_ends(&before, &self.kept);
        if told.iter().all(Result::is_err) {
            assert_eq!(before, self.kept, "what is refused changes nothing");
        }
        for ((command, _), told) in batch.iter().zip(&told) {
            if let Command::SimulateClaim(caller, _) = command {
                assert!(caller.mode == Mode::Test || told.is_err(), "no sender claims live money");
            }
        }
        batch.drain(..).zip(told).map(|((command, claim), told)| (command, claim, told)).collect()
    }

    fn caller(&self, who: usize) -> Caller {
        caller(&self.kept, FOUNDERS[who / 2], Mode::ALL[who % 2])
    }

    fn payout(&self, which: usize) -> Option<PayoutId> {
        let payouts = &self.kept.payouts;
        payouts.keys().nth(which % payouts.len().max(1)).copied()
    }

    /// Items in the order of their ids, from one of them on.
    fn items(&self, first: usize, count: usize) -> Vec<TransactionId> {
        let items = self.kept.transactions.values().filter(|row| row.payout.is_some()).map(|row| row.id);
        let items: Vec<TransactionId> = items.collect();
        let first = first % items.len().max(1);
        items.into_iter().skip(first).take(count).collect()
    }

    fn owner(&self, item: TransactionId) -> Caller {
        self.owner_of(item.payout())
    }

    /// The live wallet of the user with the address that a live item was sent to.
    fn live_wallet_of_payee(&self, item: TransactionId) -> Option<AccountId> {
        let recipient =
            self.kept.transactions[&item].recipient.filter(|_| self.owner(item).mode == Mode::Live)?;
        let user = self.kept.users.get(&self.kept.recipients[&recipient].email.lookup_key())?;
        let mut accounts = self.kept.accounts.values();
        accounts
            .find(|account| account.user == user.id && account.mode == Mode::Live)
            .map(|account| account.id)
    }

    /// Live money is claimed only by a user who has proved its address; for test money the link is enough.
    fn may_claim(&self, item: TransactionId, wallet: AccountId) -> bool {
        let modes = (self.owner(item).mode, self.kept.accounts[&wallet].mode);
        modes != (Mode::Live, Mode::Live) || self.live_wallet_of_payee(item) == Some(wallet)
    }

    fn owner_or_stranger(&self, payout: PayoutId, by_stranger: bool) -> Caller {
        let owner = self.owner_of(payout);
        let stranger = (0..4).map(|who| self.caller(who)).find(|caller| caller.account != owner.account);
        if by_stranger { stranger.expect("there are four accounts") } else { owner }
    }

    fn owner_of(&self, payout: PayoutId) -> Caller {
        let account = &self.kept.accounts[&self.kept.payouts[&payout].account];
        let owner = self.caller(0);
        Caller { account: account.id, app: account.own_app, mode: account.mode, ..owner }
    }

    fn command(&mut self, act: &Act) -> Option<(Command, Option<IdempotencyRequest>)> {
        let command = match act {
            Act::Pay { who, items, has_key } => return Some(self.pay(*who, items, *has_key)),
            Act::Repeat { which, is_other } => return self.repeat(*which, *is_other),
            Act::Look(which) => {
                self.look(*which);
                return None;
            }
            Act::Settle(which) => {
                let seen = self.seen.get(which % self.seen.len().max(1))?.clone();
                Command::SettlePayout(SettlePayout { fresh: self.ids.fresh(), ..seen })
            }
            Act::Lease => Command::LeasePayouts(
                self.kept.payouts.values().map(|payout| (payout.account, payout.id)).collect(),
            ),
            Act::CancelPayout { which, by_stranger } => {
                let payout = self.payout(*which)?;
                let caller = self.owner_or_stranger(payout, *by_stranger);
                Command::CancelPayout(caller, payout, self.ids.fresh())
            }
            Act::CancelItem { which, by_stranger } => {
                let item = *self.items(*which, 1).first()?;
                let caller = self.owner_or_stranger(item.payout(), *by_stranger);
                Command::CancelItem(caller, item.payout(), item, self.ids.fresh())
            }
            Act::SimulateClaim(which) => {
                let item = *self.items(*which, 1).first()?;
                let caller = self.owner(item);
                let ids = &mut self.ids;
                let person = NewPerson { user: ids.id(), account: ids.id(), own_app: ids.id() };
                Command::SimulateClaim(
                    caller,
                    SimulateClaim { item, wallet: None, person, sign_in: None, fresh: ids.fresh() },
                )
            }
            Act::Claim { first, count, into } => {
                let items = self.items(*first, *count);
                let own = items.first().and_then(|item| self.live_wallet_of_payee(*item));
                let wallet = own.unwrap_or(self.caller(*into).account);
                let items = items.into_iter().filter(|item| self.may_claim(*item, wallet));
                let items = items.map(|item| (self.owner(item).account, item)).collect();
                Command::ClaimItems(ClaimItems { wallet, items, fresh: self.ids.fresh() })
            }
            Act::Expire { first, count } => {
                let items = self.items(*first, *count);
                let account = self.owner(*items.first()?).account;
                Command::ExpireClaims(account, items, self.ids.fresh())
            }
            Act::Inbound { who, micros } => {
                let caller = self.caller(*who);
                self.ids.inbound(caller, *micros)
            }
            Act::Advance { who, seconds } => Command::AdvanceClock(self.caller(*who | 1), *seconds),
            Act::Join(which) => self.ids.join(ADDRESSES[*which]),
            Act::Rename { who, name } => self.ids.rename(&self.kept, FOUNDERS[*who], NAMES[*name]),
            Act::Nickname { which, by_other_app, name } => {
                self.nickname(*which, *by_other_app, NAMES[*name])?
            }
            Act::Stop => self.stop(),
            Act::Resume => {
                let seen = self.kept.freeze.iter().map(|freeze| freeze.id).collect();
                Command::ResumeMoney(seen, resume())
            }
            Act::Wait(_) => return None,
        };
        Some((command, None))
    }

    fn stop(&mut self) -> Command {
        let (id, reason) = (self.ids.id(), "a test".to_owned());
        Command::StopMoney(Freeze { id, cause: Cause::Operator, reason, created_at: self.now, lift: None })
    }

    fn nickname(&mut self, which: usize, by_other_app: bool, name: &str) -> Option<Command> {
        let recipients = &self.kept.recipients;
        let known = recipients.values().nth(which % recipients.len().max(1))?;
        let own_app = self.kept.accounts[&known.account].own_app;
        let app = if by_other_app { other_app() } else { own_app };
        let caller = Caller { account: known.account, app, ..self.caller(0) };
        Some(Command::UpdateRecipient(caller, known.id, Some(name.to_owned()), self.ids.id()))
    }

    fn pay(
        &mut self,
        who: usize,
        items: &[(usize, i64)],
        has_key: bool,
    ) -> (Command, Option<IdempotencyRequest>) {
        let caller = self.caller(who);
        let number = self.requests.len();
        let id = StoredResponseId {
            account: caller.account,
            app: caller.app,
            path: "/payouts".to_owned(),
            key: format!("key {number}"),
        };
        let claim = IdempotencyRequest { id, fingerprint: [number as u8; 32] };
        if has_key {
            self.requests.push(Request { caller, items: items.to_vec(), claim: claim.clone() });
        }
        (self.create(caller, items), has_key.then_some(claim))
    }

    fn repeat(&mut self, which: usize, is_other: bool) -> Option<(Command, Option<IdempotencyRequest>)> {
        let Request { caller, items, mut claim } =
            self.requests.get(which % self.requests.len().max(1))?.clone();
        if is_other {
            claim.fingerprint[31] = u8::MAX;
        }
        Some((self.create(caller, &items), Some(claim)))
    }

    fn create(&mut self, caller: Caller, items: &[(usize, i64)]) -> Command {
        let limits = PayoutLimits {
            least: Amount::ZERO,
            item: Amount::from_micros(1 << 62),
            payout: Amount::from_micros(i64::MAX),
        };
        let items = items.iter().map(|(address, micros)| (to(ADDRESSES[*address]), *micros)).collect();
        Command::CreatePayout(caller, self.ids.payout(items, limits))
    }

    pub fn look(&mut self, which: usize) {
        if let Some(id) = self.payout(which) {
            let payout = &self.kept.payouts[&id];
            let (account, seen) = (payout.account, payout.breakdown);
            let (items, fresh) = (self.kept.due_items(id), self.ids.fresh());
            // A worker that finds nothing due does nothing.
            if !items.is_empty() {
                self.seen.push(SettlePayout {
                    account,
                    mode: self.kept.accounts[&account].mode,
                    payout: id,
                    seen,
                    items,
                    fresh,
                    email_limits: EMAIL_LIMITS,
                });
            }
        }
    }
}

fn resume() -> Resume {
    Resume { by: "a test".to_owned(), reason: "a test".to_owned(), despite: Vec::new() }
}
