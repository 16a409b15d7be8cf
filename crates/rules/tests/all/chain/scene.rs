//! One account with a deposit address and some money, on one network.

use std::sync::Arc;

use rules::account::{Account, Caller, Mode};
use rules::archive_status::ArchiveStatus;
use rules::chain::{
    Authorization, ChainNetwork, ChainPayment, DepositAddress, FinalBlock, Hash, RelayTransaction,
    VALID_SECONDS,
};
use rules::change::{Outcome, Row};
use rules::command::{ChainCommand, ExternalTransferCommand};
use rules::decisions::chain::{AuthorizationOutcome, Blocks, ChainEvent, GiveUp, NewAuthorization};
use rules::decisions::payout::NewIds;
use rules::decisions::withdrawal::CreateWithdrawal;
use rules::evm_address::EvmAddress;
use rules::external_account::Destination;
use rules::external_account::external_wallet::ExternalWallet;
use rules::external_transfer::MAX_OPEN;
use rules::id::{AccountId, AppId, ExternalWalletId, Id, IdKind, Series, TransactionId, UserId};
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::pricing::Terms;
use rules::refusal::Refusal;
use rules::scope::Scopes;
use rules::tariff::Tariff;
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;
use rules::world::World;

pub const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);
pub const NET: &str = "model";
pub const AMOUNT: Amount = Amount::from_micros(5_000_000);
pub const LEAST: Amount = Amount::from_micros(10_000);
/// A withdrawal is due after so many seconds.
const LATER: i64 = 31;

pub struct Scene {
    pub world: World,
    pub account: AccountId,
    pub payee: EvmAddress,
    pub caller: Caller,
    ids: u64,
}

pub fn address(byte: u8) -> EvmAddress {
    EvmAddress::from_bytes([byte; 20])
}

pub fn treasury() -> EvmAddress {
    address(7)
}

pub fn deposit() -> EvmAddress {
    address(9)
}

pub fn hash(byte: u8) -> Hash {
    Hash([byte; 32])
}

fn wallet_id() -> ExternalWalletId {
    ExternalWalletId::new(1, [1; 10])
}

pub fn later() -> Timestamp {
    NOW.plus_seconds(LATER)
}

impl Scene {
    pub fn new() -> Scene {
        Scene::paying(address(0xb0), NET)
    }

    /// Withdrawals go to this address of this chain.
    pub fn paying(payee: EvmAddress, chain: &str) -> Scene {
        let (account, app) = (AccountId::new(1, [1; 10]), AppId::new(1, [1; 10]));
        let mut world = World::default();
        let row = Account {
            id: account,
            user: UserId::new(1, [1; 10]),
            mode: Mode::Live,
            own_app: app,
            created_at: NOW,
            clock_ahead: 0,
            withdraws_automatically: false,
            sponsor: None,
            recipient_language: None,
            locked_at: None,
        };
        world.accounts.load(account, row);
        let wallet = ExternalWallet {
            id: wallet_id(),
            account,
            app,
            name: "Own".to_owned(),
            status: ArchiveStatus::Active,
            chain: chain.to_owned(),
            address: payee.clone(),
            created_at: NOW,
            events: 0,
        };
        world.external_wallets.load(wallet_id(), wallet);
        world.networks.load(NET.to_owned(), network());
        let held = DepositAddress {
            address: deposit(),
            account,
            nth: 0,
            index: 0,
            holds: AMOUNT,
            sweep: None,
            created_at: NOW,
            retired_at: None,
        };
        world.deposit_addresses.load(deposit().to_string(), held);
        world.load_balance(LedgerAccountId::Available(account), Amount::from_micros(1_000_000_000));
        world.load_balance(LedgerAccountId::WorldChain(Mode::Live), Amount::ZERO);
        world.load_balance(LedgerAccountId::Held(account), Amount::ZERO);
        let caller = Caller { account, app, mode: Mode::Live, scopes: Scopes::all(), is_owner: false };
        Scene { world, account, payee, caller, ids: 1 }
    }

    pub fn id<K: IdKind>(&mut self) -> Id<K> {
        self.ids += 1;
        Id::new(self.ids, [0; 10])
    }

    pub fn fresh(&mut self) -> NewIds {
        NewIds {
            events: Series::around(self.id()),
            inbound: Series::around(self.id()),
            emails: Series::around(self.id()),
        }
    }

    pub fn withdrawal(&mut self) -> TransactionId {
        let new = CreateWithdrawal {
            id: self.id(),
            events: self.fresh().events,
            destination: Destination::ExternalWallet(wallet_id()),
            amount: AMOUNT,
            quote: None,
            arrives: None,
            reference: "W".to_owned(),
            tariff: Arc::new(Tariff { chain: Some(Terms::FREE), ..Tariff::default() }),
            most: Amount::from_micros(i64::MAX),
            max_open: MAX_OPEN,
            wallet_waits_seconds: 0,
        };
        let id = new.id;
        let command = ExternalTransferCommand::CreateWithdrawal(self.caller, new);
        let change = command.decide(&self.world, NOW).expect("there is enough");
        let Outcome::Transaction(made) = change.outcome else { panic!("a withdrawal") };
        change.rows.into_iter().for_each(|row| self.world.put(row));
        self.world.load_transaction(made);
        id
    }

    /// What should be authorized for it.
    pub fn authorization(&self, id: TransactionId) -> Authorization {
        let nonce =
            (id.to_string().bytes().fold(0, |sum: u64, byte| sum * 31 % 65_521 + u64::from(byte))) as u16;
        let mut bytes = [1; 32];
        bytes[..2].copy_from_slice(&nonce.to_be_bytes());
        Authorization {
            nonce: Hash(bytes),
            payment: ChainPayment::Withdrawal(self.account, id),
            from: treasury(),
            to: self.payee.clone(),
            amount: AMOUNT,
            valid_before: self.network().last.at.plus_seconds(VALID_SECONDS),
            call: vec![1],
            created_at: later(),
            end: None,
            ended_at: None,
            transaction: None,
        }
    }

    /// A withdrawal that was authorized.
    pub fn authorized(&mut self) -> Authorization {
        let id = self.withdrawal();
        let authorization = self.authorization(id);
        self.authorize(authorization.clone()).expect("it is due");
        authorization
    }

    pub fn authorize(&mut self, authorization: Authorization) -> Result<usize, Refusal> {
        let events = self.fresh().events;
        self.decide(ChainCommand::Authorize(NewAuthorization { authorization, events }))
    }

    pub fn booked(
        &mut self,
        authorization: &Authorization,
        transaction: Option<Hash>,
    ) -> AuthorizationOutcome {
        AuthorizationOutcome {
            nonce: authorization.nonce,
            payment: authorization.payment,
            from: authorization.from.clone(),
            reference: authorization.payment.id(),
            transaction,
            notice: self.id(),
            fresh: self.fresh(),
        }
    }

    pub fn give_up(&mut self, authorization: &Authorization, at: Hash) -> Result<usize, Refusal> {
        let booked = self.booked(authorization, None);
        self.decide(ChainCommand::GiveUp(GiveUp { at, booked }))
    }

    /// The next block, so many seconds later.
    pub fn take(&mut self, seconds: i64, said: Vec<ChainEvent>) -> Result<usize, Refusal> {
        let parent = self.network().last;
        let number = parent.number + 1;
        let last = FinalBlock { number, hash: block(number), at: parent.at.plus_seconds(seconds) };
        let freeze = self.id();
        self.decide(ChainCommand::Take(Blocks { parent: parent.hash, last, said, least: LEAST, freeze }))
    }

    /// How many rows it changes.
    pub fn decide(&mut self, command: ChainCommand) -> Result<usize, Refusal> {
        let change = command.decide(&self.world, later())?;
        let rows = change.rows.len();
        change.rows.into_iter().for_each(|row| self.world.put(row));
        Ok(rows)
    }

    pub fn put(&mut self, row: Row) {
        self.world.put(row);
    }

    pub fn network(&self) -> &ChainNetwork {
        self.world.network().expect("it is known")
    }

    pub fn status(&self, authorization: &Authorization) -> TransactionStatus {
        let ChainPayment::Withdrawal(account, id) = authorization.payment else { panic!("a withdrawal") };
        self.world.any_transaction(account, id).expect("it is there").status
    }

    /// What has moved between an account and outside, and out of its hold.
    pub fn balance(&self, id: LedgerAccountId) -> i64 {
        self.world.balance(id).micros()
    }

    /// What others have there, so much of which came over the chain.
    pub fn owe(&mut self, amount: Amount) {
        let outside = Amount::from_micros(-amount.micros());
        self.world.load_balance(LedgerAccountId::WorldChain(Mode::Live), outside);
    }

    pub fn held_at(&self, address: &EvmAddress) -> i64 {
        self.world.deposit_addresses.get(address.as_str()).expect("it is known").holds.micros()
    }

    pub fn is_stopped(&self) -> bool {
        self.world.freeze().is_some()
    }
}

pub fn block(number: i64) -> Hash {
    hash(number as u8)
}

pub fn relay_transaction(
    authorization: &Authorization,
    nonce: i64,
    max_fee: i64,
    tip: i64,
) -> (ChainPayment, RelayTransaction) {
    let mut name = authorization.nonce.0;
    name[2..10].copy_from_slice(&nonce.to_be_bytes());
    name[10..18].copy_from_slice(&max_fee.to_be_bytes());
    name[18..26].copy_from_slice(&tip.to_be_bytes());
    let (gas_limit, raw) = (200_000, vec![2]);
    let (hash, payment, authorization) = (Hash(name), authorization.payment, authorization.nonce);
    let relay =
        RelayTransaction { hash, authorization, nonce, max_fee, tip, gas_limit, raw, created_at: later() };
    (payment, relay)
}

fn network() -> ChainNetwork {
    ChainNetwork {
        name: NET.to_owned(),
        chain_id: 1,
        token: address(0xcc),
        code: hash(0xc0),
        treasury: treasury(),
        gas_account: address(8),
        last: FinalBlock { number: 100, hash: block(100), at: NOW },
        holds: Amount::from_micros(100_000_000),
        own: Amount::from_micros(100_000_000),
        next_index: 1,
        next_nonce: 0,
        created_at: NOW,
    }
}
