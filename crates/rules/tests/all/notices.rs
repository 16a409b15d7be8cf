//! What banks say, in every order and any number of times: the same things said end in the same ledger.

mod overpaid;
mod sent;
mod unclear;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;
use rules::account::{Account, Caller, Mode};
use rules::archive_status::ArchiveStatus;
use rules::change::Outcome;
use rules::command::{DueExternalTransfer, ExternalTransferCommand};
use rules::decisions::deposit::CreateDeposit;
use rules::decisions::payout::NewIds;
use rules::decisions::rail_notice::TakeRailNotice;
use rules::decisions::withdrawal::CreateWithdrawal;
use rules::external_account::Destination;
use rules::external_account::bank_account::{BankAccount, Sealed};
use rules::external_transfer::{MAX_OPEN, Route};
use rules::id::{AccountId, AppId, BankAccountId, Id, IdKind, Series, TransactionId, UserId};
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::pricing::{BasisPoints, Rate, Terms};
use rules::rail::Rail;
use rules::rail_notice::RailOutcome;
use rules::rate_lock::RateLockPolicy;
use rules::refusal::Refusal;
use rules::scope::Scopes;
use rules::tariff::{Beneficiary, RailTariff, Tariff};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus};
use rules::world::World;

const ROUTE: Route = Route::Bank(Rail::BrlPix);
const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

/// One account with a bank account and some money, and what was decided about it so far.
struct Scene {
    world: World,
    caller: Caller,
    tariff: Arc<Tariff>,
    ids: u64,
    /// The most that one payment may be worth.
    most: Option<Amount>,
    transaction: Option<Transaction>,
}

impl Scene {
    fn new(terms: Terms) -> Scene {
        let (account, app, mode) = (AccountId::new(1, [1; 10]), AppId::new(1, [1; 10]), Mode::Test);
        let mut world = World::default();
        let row = Account {
            id: account,
            user: UserId::new(1, [1; 10]),
            mode,
            own_app: app,
            created_at: NOW,
            clock_ahead: 0,
            withdraws_automatically: false,
            sponsor: None,
            recipient_language: None,
            locked_at: None,
        };
        world.accounts.load(account, row);
        let bank_account = BankAccountId::new(1, [1; 10]);
        let row = BankAccount {
            id: bank_account,
            account,
            app,
            name: "Pix".to_owned(),
            status: ArchiveStatus::Active,
            rail: Rail::BrlPix,
            details: Sealed(Vec::new()),
            created_at: NOW,
            events: 0,
        };
        world.bank_accounts.load(bank_account, row);
        world.load_balance(LedgerAccountId::Available(account), Amount::from_micros(1_000_000_000_000));
        let beneficiary = Beneficiary { name: "Bank".to_owned(), details: "{}".to_owned() };
        let on = RailTariff {
            deposit: Some(terms),
            beneficiary: Some(beneficiary),
            withdrawal: Some(terms),
            withdrawal_time: Rail::BrlPix.spec().transfer_time,
            rate_lock: RateLockPolicy::DEFAULT,
        };
        let tariff = Arc::new(Tariff { rails: BTreeMap::from([(Rail::BrlPix, on)]), chain: None });
        let caller = Caller { account, app, mode, scopes: Scopes::all(), is_owner: false };
        Scene { world, caller, tariff, ids: 1, most: None, transaction: None }
    }

    fn id<K: IdKind>(&mut self) -> Id<K> {
        self.ids += 1;
        Id::new(self.ids, [0; 10])
    }

    fn fresh(&mut self) -> NewIds {
        NewIds {
            events: Series::around(self.id()),
            inbound: Series::around(self.id()),
            emails: Series::around(self.id()),
        }
    }

    fn decide(&mut self, command: &ExternalTransferCommand) -> Result<Outcome, Refusal> {
        let change = command.decide(&self.world, NOW)?;
        change.rows.into_iter().for_each(|row| self.world.put(row));
        Ok(change.outcome)
    }

    fn make(&mut self, command: &ExternalTransferCommand) -> Result<(), Refusal> {
        let Outcome::Transaction(made) = self.decide(command)? else { panic!("a transaction") };
        self.world.load_transaction(made.clone());
        self.transaction = Some(made);
        Ok(())
    }

    fn deposit(&mut self, amount: Amount) -> Result<(), Refusal> {
        let command = CreateDeposit {
            id: self.id(),
            events: self.fresh().events,
            bank_account: BankAccountId::new(1, [1; 10]),
            amount,
            quote: None,
            reference: "FL1".to_owned(),
            tariff: self.tariff.clone(),
            most: self.most.unwrap_or(Amount::from_micros(i64::MAX)),
            max_open: MAX_OPEN,
            news_after: None,
        };
        self.make(&ExternalTransferCommand::CreateDeposit(self.caller, command))
    }

    fn withdrawal(&mut self, amount: Amount) -> Result<(), Refusal> {
        let command = CreateWithdrawal {
            id: self.id(),
            events: self.fresh().events,
            destination: Destination::BankAccount(BankAccountId::new(1, [1; 10])),
            amount,
            quote: None,
            arrives: None,
            reference: "W1".to_owned(),
            tariff: self.tariff.clone(),
            most: Amount::from_micros(i64::MAX),
            max_open: MAX_OPEN,
            wallet_waits_seconds: 0,
        };
        self.make(&ExternalTransferCommand::CreateWithdrawal(self.caller, command))
    }

    fn about(&self) -> TransactionId {
        self.transaction.as_ref().expect("it was made").id
    }

    fn say(&mut self, outcome: &RailOutcome) -> TransactionStatus {
        let today = self.tariff.rails[&Rail::BrlPix].deposit;
        self.say_on(outcome, today)
    }

    fn say_on(&mut self, outcome: &RailOutcome, terms_today: Option<Terms>) -> TransactionStatus {
        let notice = TakeRailNotice {
            id: self.id(),
            parts: Series::around(self.id()),
            name: outcome.name().to_owned(),
            account: self.caller.account,
            transaction: self.about(),
            mode: Mode::Test,
            route: ROUTE,
            reference: "R".to_owned(),
            outcome: outcome.clone(),
            look_again_at: None,
            received_at: None,
            terms_today,
            most: self.most,
            max_test_money: Amount::from_micros(i64::MAX),
            unless_authorized: None,
            fresh: self.fresh(),
        };
        match self.decide(&ExternalTransferCommand::TakeRailNotice(notice)) {
            Ok(Outcome::Transaction(after)) => after.status,
            other => panic!("{other:?}"),
        }
    }

    /// The worker credits what has come.
    fn settle(&mut self) {
        let due = DueExternalTransfer {
            account: self.caller.account,
            transaction: self.about(),
            mode: Mode::Test,
            route: ROUTE,
            events: self.fresh().events,
        };
        self.decide(&ExternalTransferCommand::DueDeposit(due)).expect("nothing stands in the way");
    }

    fn status(&self) -> TransactionStatus {
        self.world.any_transaction(self.caller.account, self.about()).expect("it is there").status
    }

    /// What every ledger account has gained or lost. Each operation is there once.
    fn ledger(&self) -> BTreeMap<LedgerAccountId, i64> {
        let mut ledger = BTreeMap::new();
        let mut operations = BTreeSet::new();
        for transfer in &self.world.new_transfers {
            assert!(operations.insert(transfer.operation), "{} twice", transfer.operation);
            *ledger.entry(transfer.debit).or_default() -= transfer.amount.micros();
            *ledger.entry(transfer.credit).or_default() += transfer.amount.micros();
        }
        assert_eq!(ledger.values().sum::<i64>(), 0);
        ledger.retain(|_, moved| *moved != 0);
        ledger
    }
}

fn terms() -> Terms {
    Terms {
        rate: Rate::from_micros(5_430_000),
        fixed: Amount::from_micros(500_000),
        percentage: BasisPoints::new(10).expect("a share"),
        spread: BasisPoints::new(25).expect("a share"),
    }
}

/// Every sequence of up to four of these.
fn sequences(of: &[RailOutcome]) -> Vec<Vec<RailOutcome>> {
    let mut all: Vec<Vec<RailOutcome>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..4 {
        let longer = |sequence: &Vec<RailOutcome>| {
            let longer = of.iter().map(|more| [sequence.as_slice(), std::slice::from_ref(more)].concat());
            longer.collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

type Ledger = BTreeMap<LedgerAccountId, i64>;

/// Runs every sequence, and holds every set of notices to one ledger.
fn one_ledger_for_each_set(
    of: &[RailOutcome],
    end: impl Fn(&[RailOutcome]) -> Ledger,
) -> BTreeMap<BTreeSet<&'static str>, Ledger> {
    let mut by_set: BTreeMap<BTreeSet<&'static str>, Ledger> = BTreeMap::new();
    let sequences = sequences(of);
    assert_eq!(sequences.len(), 1 + 3 + 9 + 27 + 81);
    for said in sequences {
        let names = said.iter().map(RailOutcome::name).collect();
        let ended = end(&said);
        let first = by_set.entry(names).or_insert_with(|| ended.clone());
        assert_eq!(*first, ended, "after {said:?}");
    }
    by_set
}

#[test]
fn whatever_a_bank_says_of_a_withdrawal_ends_in_one_ledger() {
    let amount = Amount::from_micros(100_000_000);
    let of = [RailOutcome::Completed(None), RailOutcome::Failed, RailOutcome::Returned];
    let by_set = one_ledger_for_each_set(&of, |said| {
        let mut scene = Scene::new(terms());
        scene.withdrawal(amount).expect("a withdrawal");
        said.iter().for_each(|outcome| _ = scene.say(outcome));
        assert_eq!(scene.status().is_end(), !said.is_empty());
        scene.ledger()
    });
    for (said, ledger) in by_set {
        let (paid, waits) = (said == BTreeSet::from(["completed"]), said.is_empty());
        let taken = ledger.get(&LedgerAccountId::Available(AccountId::new(1, [1; 10]))).copied().unwrap_or(0);
        assert_eq!(taken, if paid || waits { -amount.micros() } else { 0 }, "{said:?}");
        let moved = match (paid, waits) {
            (true, _) => 4,
            (false, true) => 2,
            (false, false) => 0,
        };
        assert_eq!(ledger.len(), moved, "{said:?}: {ledger:?}");
    }
}

#[test]
fn whatever_a_bank_says_of_a_deposit_ends_in_one_ledger() {
    let amount = Amount::from_micros(250_000_000);
    let of = [RailOutcome::Received(amount), RailOutcome::Failed, RailOutcome::Expired];
    for settles_at_once in [true, false] {
        let by_set = one_ledger_for_each_set(&of, |said| {
            let mut scene = Scene::new(terms());
            scene.deposit(amount).expect("a deposit");
            for outcome in said {
                scene.say(outcome);
                if settles_at_once {
                    scene.settle();
                }
            }
            scene.settle();
            scene.ledger()
        });
        for (said, ledger) in by_set {
            assert_eq!(ledger.len(), if said.contains("received") { 3 } else { 0 }, "{said:?}: {ledger:?}");
        }
    }
}

#[test]
fn every_state_that_a_notice_meets_is_left_along_the_table_or_stays() {
    let say_all = |mut scene: Scene, said: &[RailOutcome]| {
        let mut before = scene.status();
        for outcome in said {
            let after = scene.say(outcome);
            let kind = scene.transaction.as_ref().expect("it was made").kind;
            assert!(after == before || before.leads_to(kind, after), "{} to {}", before.name(), after.name());
            before = after;
        }
    };
    let amount = Amount::from_micros(100_000_000);
    let all = [
        RailOutcome::Received(amount),
        RailOutcome::Completed(Some("0x1".to_owned())),
        RailOutcome::Failed,
        RailOutcome::Returned,
        RailOutcome::Expired,
    ];
    for (first, second) in all.iter().flat_map(|first| all.iter().map(move |second| (first, second))) {
        for third in &all {
            let said = [first.clone(), second.clone(), third.clone()];
            let mut deposit = Scene::new(terms());
            deposit.deposit(amount).expect("a deposit");
            say_all(deposit, &said);
            let mut withdrawal = Scene::new(terms());
            withdrawal.withdrawal(amount).expect("a withdrawal");
            say_all(withdrawal, &said);
        }
    }
}

/// No rate was promised for money that comes after its deposit has ended.
#[test]
fn late_money_is_worth_what_it_is_worth_today() {
    let amount = Amount::from_micros(100_000_000);
    let today = Terms { rate: Rate::from_micros(10_000_000), ..terms() };
    for (ends_first, expected) in [(true, today), (false, terms())] {
        let mut scene = Scene::new(terms());
        scene.deposit(amount).expect("a deposit");
        if ends_first {
            scene.say(&RailOutcome::Expired);
        }
        scene.say_on(&RailOutcome::Received(amount), Some(today));
        scene.settle();
        let credited = scene.ledger()[&LedgerAccountId::Available(scene.caller.account)];
        assert_eq!(credited, expected.deposit(amount).expect("a price").inside.micros());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn on_any_terms_what_comes_in_and_goes_out_adds_up_and_comes_back_whole(
        rate in 1..=1_000_000_000_000_i64,
        (fixed, percentage, spread) in (0..5_000_000_i64, 0..=5_000_u16, 0..=4_000_u16),
        cents in 1..1_000_000_000_i64,
    ) {
        let terms = Terms {
            rate: Rate::from_micros(rate),
            fixed: Amount::from_micros(fixed),
            percentage: BasisPoints::new(percentage).expect("a share"),
            spread: BasisPoints::new(spread).expect("a share"),
        };
        let amount = Amount::from_micros(cents * 10_000);
        let mut scene = Scene::new(terms);
        if scene.deposit(amount).is_ok() {
            scene.say(&RailOutcome::Received(amount));
            scene.settle();
            let ledger = scene.ledger();
            let credited = ledger.get(&LedgerAccountId::Available(scene.caller.account)).copied();
            let price = terms.deposit(amount).expect("it was accepted");
            prop_assert_eq!(credited, Some(price.inside.micros()));
            prop_assert_eq!(ledger.get(&ROUTE.world(Mode::Test)).copied(), Some(-price.crossed.micros()));
        }
        let mut scene = Scene::new(terms);
        if amount.micros() <= 1_000_000_000_000 && scene.withdrawal(amount).is_ok() {
            scene.say(&RailOutcome::Completed(None));
            let ledger = scene.ledger();
            let of = |id: LedgerAccountId| ledger.get(&id).copied().unwrap_or(0);
            prop_assert_eq!(of(LedgerAccountId::Available(scene.caller.account)), -amount.micros());
            prop_assert_eq!(of(LedgerAccountId::Held(scene.caller.account)), 0);
            let kept = of(LedgerAccountId::Fees(Mode::Test)) + of(LedgerAccountId::Rounding(Mode::Test));
            prop_assert_eq!(of(ROUTE.world(Mode::Test)) + kept, amount.micros());
            scene.say(&RailOutcome::Returned);
            prop_assert!(scene.ledger().is_empty(), "{:?}", scene.ledger());
        }
    }
}
