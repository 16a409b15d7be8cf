//! One account that has payments withdrawn, somewhere to withdraw them to, and what was decided so far.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::account::{Account, Caller, Mode};
use rules::archive_status::ArchiveStatus;
use rules::automatic_withdrawal::{
    AutomaticWithdrawals, IncomingPayment, IncomingPaymentStatus, MAX_COLLECTED, OffReason,
};
use rules::change::{Outcome, Row};
use rules::command::{AutomaticWithdrawalCommand, Command, ExternalTransferCommand};
use rules::decisions::automatic_withdrawal::{SetAutomaticWithdrawals, WithdrawPayments};
use rules::decisions::external_account::ArchiveIds;
use rules::decisions::inbound::NewInboundTransfer;
use rules::decisions::payout::NewIds;
use rules::decisions::rail_notice::TakeRailNotice;
use rules::decisions::withdrawal::CreateWithdrawal;
use rules::email::Email;
use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::external_account::Destination;
use rules::external_account::bank_account::{BankAccount, Sealed};
use rules::external_account::external_wallet::ExternalWallet;
use rules::external_transfer::MAX_OPEN;
use rules::freeze::{Cause, Freeze, Resume};
use rules::id::{
    AccountId, AppId, BankAccountId, ExternalWalletId, FreezeId, Id, IdKind, Series, TransactionId, UserId,
};
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::pricing::{BasisPoints, Rate, Terms};
use rules::rail::Rail;
use rules::rail_notice::RailOutcome;
use rules::rate_lock::RateLockPolicy;
use rules::refusal::Refusal;
use rules::scope::Scopes;
use rules::tariff::{RailTariff, Tariff};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};
use rules::world::World;

pub const START: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);
/// The most that one withdrawal may be worth.
pub const MOST: Amount = Amount::from_micros(1_000_000_000);
/// How old a wallet must be.
pub const WALLET_WAITS_SECONDS: i64 = 3_600;
/// What the account has before anything comes in.
pub const BEFORE: i64 = 50_000_000;

pub struct Scene {
    pub world: World,
    pub caller: Caller,
    pub now: Timestamp,
    /// Whether the operator has terms for withdrawals.
    pub is_open: bool,
    /// The fixed fee of a withdrawal.
    pub fixed_fee: Amount,
    pub transactions: BTreeMap<TransactionId, Transaction>,
    ids: u64,
}

pub fn usdc(micros: i64) -> Amount {
    Amount::from_micros(micros)
}

/// Two bank accounts and a wallet.
pub fn destinations() -> [Destination; 3] {
    [
        Destination::BankAccount(BankAccountId::new(1, [1; 10])),
        Destination::BankAccount(BankAccountId::new(2, [2; 10])),
        Destination::ExternalWallet(ExternalWalletId::new(3, [3; 10])),
    ]
}

impl Scene {
    pub fn new() -> Scene {
        let (account, app) = (AccountId::new(1, [1; 10]), AppId::new(1, [1; 10]));
        let mut world = World::default();
        let row = Account {
            id: account,
            user: UserId::new(1, [1; 10]),
            mode: Mode::Test,
            own_app: app,
            created_at: START,
            clock_ahead: 0,
            withdraws_automatically: false,
            sponsor: None,
            recipient_language: None,
            locked_at: None,
        };
        world.accounts.load(account, row);
        world.owner_emails.insert(account, EmailAddress::parse("ada@example.com").expect("an address"));
        world.load_simulated_in(account, 0);
        world.load_balance(LedgerAccountId::Available(account), usdc(BEFORE));
        world.load_balance(LedgerAccountId::Held(account), Amount::ZERO);
        world.load_balance(LedgerAccountId::WorldChain(Mode::Test), Amount::ZERO);
        for destination in destinations() {
            match destination {
                Destination::BankAccount(id) => world.bank_accounts.load(id, bank_account(id, account, app)),
                Destination::ExternalWallet(id) => world.external_wallets.load(id, wallet(id, account, app)),
            }
        }
        let (mode, scopes) = (Mode::Test, Scopes::all());
        let caller = Caller { account, app, mode, scopes, is_owner: true };
        let (fixed_fee, transactions) = (usdc(500_000), BTreeMap::new());
        Scene { world, caller, now: START, is_open: true, fixed_fee, transactions, ids: 100 }
    }

    pub fn id<K: IdKind>(&mut self) -> Id<K> {
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

    fn tariff(&self) -> Arc<Tariff> {
        let terms = self.is_open.then_some(terms(self.fixed_fee));
        let on = RailTariff {
            deposit: None,
            beneficiary: None,
            withdrawal: terms,
            withdrawal_time: Rail::BrlPix.spec().transfer_time,
            rate_lock: RateLockPolicy::DEFAULT,
        };
        let chain =
            terms.map(|terms| Terms { rate: None, spread: BasisPoints::new(0).expect("none"), ..terms });
        Arc::new(Tariff { rails: BTreeMap::from([(Rail::BrlPix, on)]), chain })
    }

    /// Decides and takes in what it changes, as one batch after the other would.
    pub fn decide(&mut self, command: impl Into<Command>) -> Result<Outcome, Refusal> {
        let change = command.into().decide(&self.world, self.now)?;
        for row in change.rows {
            if let Row::NewTransaction(transaction) | Row::Transaction(transaction) = &row {
                self.transactions.insert(transaction.id, transaction.clone());
            }
            if let Row::NewTransaction(transaction) = &row {
                self.world.load_transaction(transaction.clone());
            }
            self.world.put(row);
        }
        Ok(change.outcome)
    }

    pub fn set(&mut self, destination: Destination, minimum: i64) -> Result<Outcome, Refusal> {
        let address = match destination {
            Destination::BankAccount(_) => None,
            Destination::ExternalWallet(id) => {
                self.world.external_wallets.get(&id).map(|wallet| wallet.address.to_string())
            }
        };
        let set = SetAutomaticWithdrawals {
            destination,
            address,
            minimum: usdc(minimum),
            next_withdrawal: self.id(),
            tariff: self.tariff(),
            most: MOST,
        };
        self.decide(AutomaticWithdrawalCommand::Set(self.caller, set))
    }

    pub fn turn_off(&mut self) -> Result<Outcome, Refusal> {
        self.decide(AutomaticWithdrawalCommand::TurnOff(self.caller))
    }

    /// A payment that comes in over the chain.
    pub fn pay(&mut self, micros: i64) -> TransactionId {
        let id: TransactionId = self.id();
        let arrival = NewInboundTransfer {
            id,
            event: self.id(),
            amount: usdc(micros),
            external_reference: format!("simulated:{id}"),
        };
        let most = usdc(i64::MAX);
        self.decide(Command::SimulateInbound(self.caller, arrival, most)).expect("a payment");
        id
    }

    /// What a worker sees.
    pub fn look(&mut self) -> Option<WithdrawPayments> {
        let known = self.known()?.clone();
        let pending = |payment: &&IncomingPayment| payment.status == IncomingPaymentStatus::Pending;
        let mut payments: Vec<TransactionId> =
            self.payments().into_iter().filter(|payment| pending(&payment)).map(|p| p.transaction).collect();
        payments.truncate(MAX_COLLECTED);
        Some(WithdrawPayments {
            account: known.account,
            mode: known.mode,
            destination: known.destination,
            payments,
            events: self.fresh().events,
            next_withdrawal: self.id(),
            email: self.id(),
            tariff: self.tariff(),
            most: MOST,
            max_open: MAX_OPEN,
            wallet_waits_seconds: WALLET_WAITS_SECONDS,
        })
    }

    /// A worker looks and acts; says how many payments moved on.
    pub fn work(&mut self) -> usize {
        match self.look().map(|seen| self.decide(AutomaticWithdrawalCommand::Withdraw(seen))) {
            None | Some(Err(Refusal::MoneyStopped)) => 0,
            Some(Ok(Outcome::Resolved(moved))) => moved,
            Some(other) => panic!("{other:?}"),
        }
    }

    /// The owner withdraws by hand.
    pub fn spend(&mut self, micros: i64) -> Result<Outcome, Refusal> {
        let id: TransactionId = self.id();
        let new = CreateWithdrawal {
            id,
            events: self.fresh().events,
            destination: destinations()[1],
            amount: usdc(micros),
            quote: None,
            arrives: None,
            reference: id.to_string(),
            tariff: self.tariff(),
            most: MOST,
            max_open: MAX_OPEN,
            wallet_waits_seconds: WALLET_WAITS_SECONDS,
        };
        self.decide(ExternalTransferCommand::CreateWithdrawal(self.caller, new))
    }

    pub fn archive(&mut self, destination: Destination) -> Result<Outcome, Refusal> {
        let ids = ArchiveIds { event: self.id(), email: self.id() };
        self.decide(match destination {
            Destination::BankAccount(id) => Command::ArchiveBankAccount(self.caller, id, ids),
            Destination::ExternalWallet(id) => Command::ArchiveExternalWallet(self.caller, id, ids),
        })
    }

    /// A bank or the chain says what became of a withdrawal.
    pub fn say(&mut self, about: TransactionId, outcome: RailOutcome) {
        let known = &self.transactions[&about];
        let route = known.external_transfer.as_ref().expect("a withdrawal has one").route;
        let notice = TakeRailNotice {
            id: self.id(),
            parts: Series::around(self.id()),
            name: format!("{about}:{}", outcome.name()),
            account: self.caller.account,
            transaction: about,
            mode: Mode::Test,
            route,
            reference: about.to_string(),
            outcome,
            look_again_at: None,
            received_at: None,
            terms_today: None,
            most: None,
            max_test_money: usdc(i64::MAX),
            unless_authorized: None,
            fresh: self.fresh(),
        };
        self.decide(ExternalTransferCommand::TakeRailNotice(notice)).expect("it is taken in");
    }

    /// Locks the owner of the account, or unlocks them.
    pub fn set_locked(&mut self, locked_at: Option<Timestamp>) {
        let account = *self.world.account(self.caller.account).expect("the account");
        self.world.put(Row::Account(Account { locked_at, ..account }));
    }

    pub fn stop(&mut self) {
        let id: FreezeId = self.id();
        let (cause, reason, created_at) = (Cause::Operator, "x".to_owned(), self.now);
        let freeze = Freeze { id, cause, reason, created_at, lift: None };
        self.decide(Command::StopMoney(freeze)).expect("money is stopped");
    }

    pub fn resume(&mut self) {
        let seen: Vec<FreezeId> = self.world.freezes().iter().map(|freeze| freeze.id).collect();
        let resume = Resume { by: "x".to_owned(), reason: "x".to_owned(), despite: Vec::new() };
        self.decide(Command::ResumeMoney(seen, resume)).expect("money goes on");
    }

    pub fn known(&self) -> Option<&AutomaticWithdrawals> {
        self.world.automatic_withdrawals.get(&self.caller.account)
    }

    pub fn off(&self) -> Option<OffReason> {
        self.known().and_then(|known| known.off).map(|off| off.reason)
    }

    /// All that came in while they were on, the oldest first.
    pub fn payments(&self) -> Vec<IncomingPayment> {
        let mut payments: Vec<IncomingPayment> = self.world.incoming_payments.rows().copied().collect();
        payments.sort_by_key(|payment| payment.transaction);
        payments
    }

    pub fn withdrawals(&self) -> Vec<&Transaction> {
        let all = self.transactions.values().filter(|row| row.kind == TransactionType::Withdrawal);
        all.collect()
    }

    pub fn automatic(&self) -> Vec<&Transaction> {
        let is_automatic = |row: &&Transaction| {
            row.external_transfer.as_ref().is_some_and(|external_transfer| external_transfer.is_automatic)
        };
        self.withdrawals().into_iter().filter(is_automatic).collect()
    }

    pub fn open_withdrawals(&self) -> Vec<TransactionId> {
        let open = self.withdrawals().into_iter().filter(|row| row.status != TransactionStatus::Failed);
        open.map(|row| row.id).collect()
    }

    pub fn emails(&self) -> Vec<&Email> {
        self.world.emails.rows().collect()
    }

    pub fn available(&self) -> i64 {
        self.world.balance(LedgerAccountId::Available(self.caller.account)).micros()
    }
}

fn bank_account(id: BankAccountId, account: AccountId, app: AppId) -> BankAccount {
    BankAccount {
        id,
        account,
        app,
        name: "Checking".to_owned(),
        status: ArchiveStatus::Active,
        rail: Rail::BrlPix,
        details: Sealed(Vec::new()),
        created_at: START,
        events: 1,
    }
}

fn wallet(id: ExternalWalletId, account: AccountId, app: AppId) -> ExternalWallet {
    ExternalWallet {
        id,
        account,
        app,
        name: "Cold".to_owned(),
        status: ArchiveStatus::Active,
        chain: "simulated".to_owned(),
        address: EvmAddress::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").expect("an address"),
        created_at: START,
        events: 1,
    }
}

fn terms(fixed: Amount) -> Terms {
    Terms {
        rate: Rate::from_micros(5_430_000),
        fixed,
        percentage: BasisPoints::new(10).expect("a share"),
        spread: BasisPoints::new(25).expect("a share"),
    }
}
