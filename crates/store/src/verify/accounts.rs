//! Accounts and their ledger accounts: who owns what, in which mode, and whether the balance is what was moved.

use rules::account::Mode;
use rules::ledger::LedgerAccountId;
use rules::month::Month;
use rules::named_enum;
use rules::rail::Rail;
use rules::time::Timestamp;

use super::TableReader;
use super::facts::{ById, FactKey};
use super::finding::{Finding, Findings};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum LedgerKind {
        Available = "available",
        Held = "held",
        World = "world",
        Fees = "fees",
        Rounding = "rounding",
        Suspense = "suspense",
    }
}

impl LedgerKind {
    pub const fn may_be_below_zero(self) -> bool {
        matches!(self, LedgerKind::World | LedgerKind::Rounding)
    }
}

/// A tenant.
#[derive(Clone, Copy, Debug)]
pub struct Tenant {
    pub is_live: bool,
    /// Whether its clock is ahead, and its times are not those of the ledger.
    pub is_ahead: bool,
    created_at: i64,
    /// Its ledger accounts that were found.
    ledgers: u8,
}

#[derive(Clone, Copy, Debug)]
pub struct Ledger {
    pub is_live: bool,
    pub kind: LedgerKind,
    /// The hash of the owner's id.
    pub owner: u64,
    pub balance: i64,
    pub updated_at: i64,
    moved_by: Option<i64>,
    created_at: i64,
    /// The ledger accounts of an owner who has two: what is available, and what is held.
    pub wallets: Option<(u32, u32)>,
}

/// What was moved into a ledger account and out of it.
#[derive(Clone, Copy, Default, Debug)]
pub struct LedgerMovement {
    pub sum: i128,
    pub last: i64,
    /// Whether some transfer is as old as the account says its last one is.
    pub dated: bool,
    /// Whether it was found below zero.
    pub was_below: bool,
    /// The latest day that it was moved on, and, of what is available, the month that its owner's statement is of.
    pub day: i64,
    pub month: i64,
}

/// All accounts, by the hashes of their ids.
#[derive(Default)]
pub struct AccountIndex {
    pub tenants: ById<Tenant>,
    pub ledgers: Vec<Ledger>,
    pub by_id: ById<u32>,
    pub findings: Findings,
}

const TENANTS: &str = "select id, mode, clock_ahead, created_at from accounts";

impl AccountIndex {
    pub async fn load(
        connection: &Connection,
        key: &FactKey,
        reading: &TableReader<'_>,
    ) -> Result<AccountIndex, Error> {
        let mut accounts = AccountIndex::default();
        let read = |row: &SqlRow<'_>| {
            reading.row();
            accounts.take_tenant(key, row)
        };
        reading.scan(connection, "accounts", TENANTS, read).await?;
        let sql = ledgers_sql(connection);
        let read = |row: &SqlRow<'_>| {
            reading.row();
            accounts.take_ledger(key, row)
        };
        reading.scan(connection, "ledger_accounts", &sql, read).await?;
        accounts.find_wallets();
        accounts.check_rules(connection).await?;
        accounts.check_own(key);
        Ok(accounts)
    }

    fn take_tenant(&mut self, key: &FactKey, row: &SqlRow<'_>) -> Result<(), Error> {
        let mut columns = Columns::of(row);
        let (id, mode, ahead) = (columns.text()?, columns.text()?, columns.read::<i64>()?);
        let is_live = mode == "live";
        self.check_mode(mode, || format!("accounts {id}"));
        if is_live && ahead != 0 {
            let there = format!("{ahead} microseconds ahead");
            self.findings
                .add(|| Finding::new(format!("accounts {id}"), "a live account's clock not ahead", there));
        }
        let tenant = Tenant { is_live, is_ahead: ahead != 0, created_at: columns.read()?, ledgers: 0 };
        self.tenants.insert(key.text(id), tenant);
        Ok(())
    }

    fn take_ledger(&mut self, key: &FactKey, row: &SqlRow<'_>) -> Result<(), Error> {
        let mut columns = Columns::of(row);
        let (id, mode, name) = (columns.text()?, columns.text()?, columns.text()?);
        let owner = columns.optional_text()?;
        let is_live = mode == "live";
        self.check_mode(mode, || format!("ledger_accounts {id}"));
        let kind = LedgerKind::ALL.into_iter().find(|kind| kind.name() == name);
        let expected = match kind {
            Some(LedgerKind::Available | LedgerKind::Held) => {
                format!("{}:{name}", owner.unwrap_or("an account"))
            }
            Some(LedgerKind::World) => {
                let part = id.split_once(":world:").map_or("chain", |(_, part)| part);
                let is_known = part == "chain" || part.strip_prefix("bank:").and_then(Rail::parse).is_some();
                format!("{mode}:world:{}", if is_known { part } else { "chain" })
            }
            Some(LedgerKind::Fees | LedgerKind::Rounding | LedgerKind::Suspense) => format!("{mode}:{name}"),
            None => "a known kind".to_owned(),
        };
        if expected != id {
            let there = format!("mode {mode}, kind {name}, owner {}", owner.unwrap_or("none"));
            self.findings.add(|| Finding::new(format!("ledger_accounts {id}"), expected, there));
        }
        let (kind, owner) = (kind.unwrap_or(LedgerKind::Fees), owner.map_or(0, |owner| key.text(owner)));
        let mut created_at = 0;
        if let Some(tenant) = self.tenants.get_mut(&owner) {
            tenant.ledgers += 1;
            created_at = tenant.created_at;
            if tenant.is_live != is_live {
                let row = format!("ledger_accounts {id}");
                self.findings.add(|| Finding::new(row, "the mode of its owner", mode));
            }
        } else if owner != 0 {
            self.findings.add(|| Finding::new(format!("ledger_accounts {id}"), "an existing owner", "none"));
        }
        let ledger = Ledger {
            is_live,
            kind,
            owner,
            balance: columns.read()?,
            updated_at: columns.read()?,
            moved_by: columns.read()?,
            created_at,
            wallets: None,
        };
        self.by_id.insert(key.text(id), self.ledgers.len() as u32);
        self.ledgers.push(ledger);
        Ok(())
    }

    fn find_wallets(&mut self) {
        let mut held: ById<u32> = ById::default();
        for (index, ledger) in (0..).zip(&self.ledgers).filter(|(_, ledger)| ledger.kind == LedgerKind::Held)
        {
            held.insert(ledger.owner, index);
        }
        for index in 0..self.ledgers.len() {
            let ledger = &self.ledgers[index];
            let is_available = ledger.kind == LedgerKind::Available && ledger.owner != 0;
            if let (true, Some(held)) = (is_available, held.get(&ledger.owner)) {
                let wallets = (index as u32, *held);
                self.ledgers[index].wallets = Some(wallets);
                self.ledgers[*held as usize].wallets = Some(wallets);
            }
        }
    }

    /// The accounts of each mode itself are there.
    fn check_own(&mut self, key: &FactKey) {
        for mode in Mode::ALL {
            let banks = Rail::ALL.map(|rail| LedgerAccountId::WorldBank(mode, rail));
            let others = [
                LedgerAccountId::WorldChain(mode),
                LedgerAccountId::Fees(mode),
                LedgerAccountId::Rounding(mode),
                LedgerAccountId::Suspense(mode),
            ];
            for id in banks.into_iter().chain(others) {
                let id = id.to_string();
                if !self.by_id.contains_key(&key.text(&id)) {
                    self.findings
                        .add(|| Finding::new(format!("ledger_accounts {id}"), "a ledger account", "none"));
                }
            }
        }
    }

    fn check_mode(&mut self, mode: &str, row: impl Fn() -> String) {
        if Mode::parse(mode).is_none() {
            self.findings.add(|| Finding::new(row(), "live or test", mode));
        }
    }

    /// What may move where is as this program knows it.
    async fn check_rules(&mut self, connection: &Connection) -> Result<(), Error> {
        let sql = "select step || ' ' || debit_kind || ' ' || credit_kind || ' ' || cast(same_owner as text)
                   from ledger_rules order by 1";
        let known = [
            "credit world available 0",
            "fee held fees 0",
            "fee world fees 0",
            "hold available held 1",
            "park world suspense 0",
            "resolve held available 0",
            "resolve held world 0",
            "return world available 0",
            "return_fee fees available 0",
            "return_rounding rounding available 0",
            "rounding held rounding 0",
            "unpark suspense world 0",
        ];
        let there = connection.query(sql, &[], |row| Columns::of(row).read::<String>()).await?;
        if there != known {
            let (known, there) = (known.join(", "), there.join(", "));
            self.findings.add(|| Finding::new("ledger_rules", known, there));
        }
        Ok(())
    }

    pub fn is_ahead(&self, owner: u64) -> bool {
        self.tenants.get(&owner).is_some_and(|tenant| tenant.is_ahead)
    }

    /// What the accounts of one mode and kind hold together.
    pub fn total(&self, is_live: bool, kind: LedgerKind) -> i128 {
        let some = self.ledgers.iter().filter(|ledger| ledger.is_live == is_live && ledger.kind == kind);
        some.map(|ledger| i128::from(ledger.balance)).sum()
    }

    /// Balances are what was moved, and what is held is what items are still open.
    pub async fn check_balances(
        &self,
        connection: &Connection,
        key: &FactKey,
        moved: &[LedgerMovement],
        open: &ById<i128>,
    ) -> Result<Findings, Error> {
        let mut findings = Findings::default();
        for is_live in [false, true] {
            let sum: i128 = LedgerKind::ALL.into_iter().map(|kind| self.total(is_live, kind)).sum();
            if sum != 0 {
                let mode = if is_live { "live" } else { "test" };
                findings.add(|| {
                    Finding::new(format!("ledger_accounts of {mode}"), "a sum of 0", sum.to_string())
                });
            }
        }
        let wrong = |(ledger, moved): (&Ledger, &LedgerMovement)| !ledger.agrees(moved, open);
        let mut open_of_nobody = open.iter().filter(|(owner, _)| !self.tenants.contains_key(owner));
        let all_have_two = self.tenants.values().all(|tenant| tenant.ledgers == 2);
        if self.ledgers.iter().zip(moved).any(wrong) || open_of_nobody.next().is_some() || !all_have_two {
            // Only now the names are of interest.
            let mut read = |row: &SqlRow<'_>| {
                let id = Columns::of(row).text()?;
                let index = self.by_id[&key.text(id)] as usize;
                self.ledgers[index].explain(id, &moved[index], open, &mut findings);
                Ok(())
            };
            connection.scan(&ledgers_sql(connection), &mut read).await?;
            let mut read = |row: &SqlRow<'_>| {
                let id = Columns::of(row).text()?;
                let has = self.tenants[&key.text(id)].ledgers;
                if has != 2 {
                    findings
                        .add(|| Finding::new(format!("accounts {id}"), "2 ledger accounts", has.to_string()));
                }
                Ok(())
            };
            connection.scan(TENANTS, &mut read).await?;
            for (_, amount) in open_of_nobody {
                findings.add(|| {
                    Finding::new(
                        "transactions",
                        "an account for each open item",
                        format!("{amount} without an account"),
                    )
                });
            }
        }
        Ok(findings)
    }
}

fn ledgers_sql(connection: &Connection) -> String {
    let last_move = connection.last_move();
    format!("select id, mode, kind, account_id, balance, updated_at, {last_move} from ledger_accounts")
}

/// The start of the month that a moment is in.
pub fn month_of(moment: i64) -> i64 {
    Month::of(Timestamp::from_micros(moment)).starts_at().micros()
}

impl Ledger {
    /// The month that the owner's first statement is of.
    pub fn first_month(&self) -> i64 {
        month_of(self.created_at)
    }

    fn open(&self, open: &ById<i128>) -> i128 {
        open.get(&self.owner).copied().unwrap_or(0)
    }

    /// When it was last moved, or made.
    fn is_dated(&self, moved: &LedgerMovement) -> bool {
        if moved.last == 0 { self.updated_at == self.created_at } else { moved.dated }
    }

    fn agrees(&self, moved: &LedgerMovement, open: &ById<i128>) -> bool {
        i128::from(self.balance) == moved.sum
            && (self.kind != LedgerKind::Held || moved.sum == self.open(open))
            && (self.kind.may_be_below_zero() || self.balance >= 0)
            && self.moved_by.is_none_or(|last| last == moved.last)
            && self.is_dated(moved)
    }

    fn explain(&self, id: &str, moved: &LedgerMovement, open: &ById<i128>, findings: &mut Findings) {
        let row = || format!("ledger_accounts {id}");
        if i128::from(self.balance) != moved.sum {
            let expected = format!("a balance of {}, the sum of its transfers", moved.sum);
            let off = i128::from(self.balance) - moved.sum;
            findings.add(|| Finding::new(row(), expected, self.balance.to_string()).off_by(off));
        }
        if self.kind == LedgerKind::Held && moved.sum != self.open(open) {
            let expected = format!("{}, the sum of the open items", self.open(open));
            let off = moved.sum - self.open(open);
            let there = format!("{} by its transfers", moved.sum);
            findings.add(|| Finding::new(row(), expected, there).off_by(off));
        }
        if self.balance < 0 && !self.kind.may_be_below_zero() {
            findings.add(|| Finding::new(row(), "no negative balance", self.balance.to_string()));
        }
        if self.moved_by.is_some_and(|last| last != moved.last) {
            let there = format!("{:?}", self.moved_by.unwrap_or(0));
            findings
                .add(|| Finding::new(row(), format!("transfer {} as its last transfer", moved.last), there));
        }
        if !self.is_dated(moved) {
            let expected = "updated_at to be the time of a transfer or of its creation";
            findings.add(|| Finding::new(row(), expected, self.updated_at.to_string()));
        }
    }
}
