//! Who there is, and the ids and addresses that tests need.

use rules::account::{Caller, Mode};
use rules::attempt::Guard;
use rules::claim_email::EmailLimits;
use rules::command::{Command, PeopleCommand};
use rules::decisions::account::NewAccount;
use rules::decisions::inbound::NewInboundTransfer;
use rules::decisions::payout::{CreatePayout, NewIds, NewItem, PayoutLimits, PayoutTarget};
use rules::decisions::user::{CreateUser, Edit};
use rules::email_address::EmailAddress;
use rules::id::{AppId, Id, IdKind, LongSeries, PayoutId, Series};
use rules::money::Amount;
use rules::scope::Scopes;
use rules::security::{Actor, ClientInfo, NewEntry};
use rules::time::Timestamp;
use rules::user::AccountType;

use crate::payouts::kept::Kept;

/// 2026-01-01T00:00:00Z.
pub const START: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);
pub const FOUNDERS: [&str; 2] = ["ada@example.com", "bob@example.com"];
pub const ADDRESSES: [&str; 6] = [
    "ada@example.com",
    "BOB@example.com",
    "carl@example.com",
    "Carl@Example.com",
    "dora@example.com",
    "gus+fail@example.com",
];
pub const NO_LIMITS: PayoutLimits = PayoutLimits {
    least: Amount::ZERO,
    item: Amount::from_micros(i64::MAX),
    payout: Amount::from_micros(i64::MAX),
};
/// Few, so that they are reached.
pub const EMAIL_LIMITS: EmailLimits = EmailLimits { per_recipient: 2, per_sender: 3 };

pub const NAMES: [&str; 3] = ["A name", "ada", ""];

/// A third party's app that acts for all accounts.
pub fn other_app() -> AppId {
    AppId::new(1, [7; 10])
}

/// Unused ids.
#[derive(Default)]
pub struct Ids(u32);

impl Ids {
    pub fn id<K: IdKind>(&mut self) -> Id<K> {
        self.0 += 1;
        let mut random = [0; 10];
        // The last bits are left for what follows in a series.
        random[3..7].copy_from_slice(&self.0.to_be_bytes());
        Id::new(START.millis().unsigned_abs(), random)
    }

    pub fn series<K: IdKind>(&mut self) -> Series<K> {
        Series::around(self.id())
    }

    pub fn fresh(&mut self) -> NewIds {
        NewIds { events: self.series(), inbound: self.series(), emails: self.series() }
    }

    fn account(&mut self) -> NewAccount {
        NewAccount { id: self.id(), own_app: self.id(), funding: self.id(), funding_event: self.id() }
    }

    pub fn join(&mut self, address: &str) -> Command {
        Command::from(PeopleCommand::CreateUser(CreateUser {
            language: None,
            id: self.id(),
            email: email(address),
            name: "A name".to_owned(),
            account_type: AccountType::Personal,
            password_hash: String::new(),
            live: self.account(),
            test: self.account(),
        }))
    }

    pub fn rename(&mut self, kept: &Kept, address: &str, name: &str) -> Command {
        let user = &kept.users[&email(address).lookup_key()];
        let actor = Actor {
            user: user.id,
            email: user.email.clone(),
            home: caller(kept, address, Mode::Live).account,
            client_info: ClientInfo { address: String::new(), agent: String::new() },
            entry: NewEntry { id: self.id(), message: self.id() },
        };
        let events = LongSeries::around(self.id());
        // Each is counted by itself: how often a user may do it is tested elsewhere.
        let mut counted = [0; 32];
        counted[..4].copy_from_slice(&self.0.to_be_bytes());
        let edit = Edit::Name(name.to_owned(), events, (Guard::Rename, counted));
        PeopleCommand::Edit(actor, edit, None).into()
    }

    pub fn inbound(&mut self, caller: Caller, micros: i64) -> Command {
        let id = self.id();
        let (amount, event) = (Amount::from_micros(micros), self.id());
        let external_reference = format!("simulated:{id}");
        let arrival = NewInboundTransfer { id, event, amount, external_reference };
        Command::SimulateInbound(caller, arrival, Amount::from_micros(i64::MAX))
    }

    pub fn payout(&mut self, items: Vec<(PayoutTarget, i64)>, limits: PayoutLimits) -> CreatePayout {
        let items = items.into_iter().map(|(target, micros)| {
            let amount = Amount::from_micros(micros);
            NewItem { target, amount, reference: None }
        });
        let id: Series<rules::id::PayoutKind> = self.series();
        let id: PayoutId = id.nth(0);
        let (recipients, events) = (self.series(), self.series());
        let items = items.collect();
        CreatePayout { id, items, reference: None, idempotency_key: None, limits, recipients, events }
    }
}

pub fn email(address: &str) -> EmailAddress {
    EmailAddress::parse(address).expect("an address")
}

pub fn to(address: &str) -> PayoutTarget {
    PayoutTarget::EmailAddress(email(address))
}

/// The accounts of the user with this address.
pub fn caller(kept: &Kept, address: &str, mode: Mode) -> Caller {
    let user = kept.users[&email(address).lookup_key()].id;
    let account = kept.accounts.values().find(|account| account.user == user && account.mode == mode);
    let account = account.expect("every user has both");
    Caller { account: account.id, app: account.own_app, mode, scopes: Scopes::all(), is_owner: false }
}

/// Two people with live and test money. One of them has payments withdrawn automatically.
pub fn founded(ids: &mut Ids) -> Kept {
    let mut kept = Kept::new();
    for address in FOUNDERS {
        let join = ids.join(address);
        kept.one(join, START).expect("a new user");
        let live = caller(&kept, address, Mode::Live);
        for mode in Mode::ALL.into_iter().filter(|_| address == FOUNDERS[1]) {
            let account = caller(&kept, address, mode).account;
            kept.accounts.get_mut(&account).expect("a founder's").withdraws_automatically = true;
        }
        let inbound = ids.inbound(live, 5_000_000_000);
        kept.one(inbound, START).expect("money");
    }
    kept
}
