//! What must be true after every step, from the rows and the model alone: it shares no code with the worker.

use std::collections::{BTreeMap, BTreeSet};

use evm::{Address, B256, TokenEvent, TokenLogEvent, U256, payment_nonce};
use rules::chain::Hash;
use rules::evm_address::EvmAddress;
use rusqlite::{Connection, Params, Row};

use super::keys::{self, FLOAT, LEAST, NAME};
use super::net::{Block, Net};

/// A thief who has the treasury's key.
pub const THIEF: Address = Address::repeat_byte(0x66);

/// Why the operator stops money by hand.
pub const DRILL: &str = "a drill";

/// A withdrawal that was asked for. No two go to the same address with the same amount.
#[derive(Clone, Debug)]
pub struct Wish {
    pub id: String,
    pub account: String,
    pub payee: Address,
    pub amount: i64,
}

#[derive(Default)]
pub struct Oracle {
    /// What the blocks up to the cursor have brought: by name, receiver and amount.
    arrivals: BTreeMap<String, (String, i64)>,
    /// And what of it is the operator's own.
    own: i64,
    /// The first block that was not looked at, which is the one after the meeting.
    next: Option<usize>,
    /// Which authorization each nonce of the gas account carries.
    carried: BTreeMap<u64, B256>,
    authorizations_when_stopped: Option<i64>,
    /// Something was done that must stop money.
    pub must_stop: bool,
    /// The operator may have stopped it by hand.
    pub may_stop: bool,
}

struct Authorization {
    valid_before: i64,
    ending: Option<String>,
}

impl Oracle {
    pub fn check(&mut self, rows: &Connection, net: &mut Net, wishes: &[Wish]) {
        self.check_sendings(rows, net);
        self.check_withdrawals(rows, net, wishes);
        self.check_books(rows, net, wishes);
        self.check_stop(rows);
    }

    /// Only what is kept is sent, and a nonce carries one authorization.
    pub fn check_sendings(&mut self, rows: &Connection, net: &mut Net) {
        for sending in std::mem::take(&mut net.sendings) {
            let sql = "select count(*) from relay_transactions where id = ?1 and authorization_id = ?2 and nonce = ?3";
            let kept =
                number(rows, sql, (hex(sending.hash), hex(sending.authorization), sending.nonce as i64));
            assert_eq!(kept, 1, "{} was sent and is not kept", sending.hash);
            let before = self.carried.insert(sending.nonce, sending.authorization);
            assert!(
                before.is_none_or(|before| before == sending.authorization),
                "a nonce carries two authorizations"
            );
        }
    }

    fn check_withdrawals(&self, rows: &Connection, net: &Net, wishes: &[Wish]) {
        let sql = "select id, status from transactions where type = 'withdrawal'";
        let statuses: BTreeMap<String, String> = read(rows, sql, |row| Ok((row.get(0)?, row.get(1)?)));
        let sql = "select id, valid_before, ending from authorizations";
        let authorizations: BTreeMap<String, Authorization> = read(rows, sql, |row| {
            Ok((row.get(0)?, Authorization { valid_before: row.get(1)?, ending: row.get(2)? }))
        });
        let (newest, fixed) = (net.head(), net.last_final());
        for wish in wishes {
            let key = (wish.payee, wish.amount as u64);
            let paid = newest.token.paid.get(&key).copied().unwrap_or(0);
            let paid_for_ever = fixed.token.paid.get(&key).copied().unwrap_or(0);
            assert!(paid <= 1, "{wish:?} was paid {paid} times");
            let nonce = payment_nonce(&wish.id);
            let authorization = authorizations.get(&hex(nonce));
            let status = statuses[&wish.id].as_str();
            match status {
                "queued" => assert!(authorization.is_none() && paid == 0, "{wish:?} is authorized"),
                "processing" => {
                    assert!(
                        authorization.is_some_and(|authorization| authorization.ending.is_none()),
                        "{wish:?} is authorized"
                    );
                }
                "completed" => {
                    assert_eq!(paid_for_ever, 1, "{wish:?} is completed and was not paid for ever");
                    let ending = authorization.and_then(|authorization| authorization.ending.as_deref());
                    assert_eq!(ending, Some("used"), "{wish:?}");
                }
                "failed" | "cancelled" => {
                    assert_eq!(paid, 0, "{wish:?} is {status} and was paid");
                    self.check_dead(wish, authorization, fixed, nonce);
                }
                other => panic!("{wish:?} is {other}"),
            }
        }
        let known: BTreeSet<(Address, u64)> =
            wishes.iter().map(|wish| (wish.payee, wish.amount as u64)).collect();
        for (who, amount) in newest.token.paid.keys() {
            assert!(
                known.contains(&(*who, *amount)) || *who == THIEF,
                "{who} was paid {amount} without a payment"
            );
        }
    }

    /// What was given back can never be taken.
    fn check_dead(&self, wish: &Wish, authorization: Option<&Authorization>, fixed: &Block, nonce: B256) {
        let Some(authorization) = authorization else { return };
        let is_over = fixed.time as i64 * 1_000_000 >= authorization.valid_before;
        match authorization.ending.as_deref() {
            Some("expired") => assert!(is_over, "{wish:?} was given back, and can still be paid"),
            Some("cancelled") => {
                assert_eq!(fixed.token.ended.get(&nonce), Some(&false), "{wish:?} is not cancelled");
            }
            other => panic!("{wish:?} was given back, and its authorization is {other:?}"),
        }
        assert_ne!(fixed.token.ended.get(&nonce), Some(&true), "{wish:?} was given back and paid");
    }

    /// The books are those of a final block, to the micro-unit.
    fn check_books(&mut self, rows: &Connection, net: &Net, wishes: &[Wish]) {
        let sql = "select block, block_hash, holds, own, next_nonce from networks";
        let network: Vec<(i64, String, i64, i64, i64)> =
            read(rows, sql, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)));
        let Some((number, hash, holds, own, _)) = network.into_iter().next() else { return };
        let number = number as usize;
        assert!(number <= net.final_number(), "block {number} is in the books and not final");
        let block = net.block(net.path[number]).expect("a block");
        assert_eq!(hex(block.hash), hash, "block {number} of the books is another one");
        let sql = "select id, account_id, holds from deposit_addresses";
        let addresses: Vec<(String, String, i64)> =
            read(rows, sql, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let owners: BTreeMap<String, String> =
            addresses.iter().map(|(address, owner, _)| (address.clone(), owner.clone())).collect();
        let first = self.next.unwrap_or(number + 1);
        for seen in &net.path[first.min(number + 1)..=number] {
            net.block(*seen).expect("a block").events.iter().for_each(|event| self.note(event, &owners));
        }
        self.next = Some(number + 1);
        let sql = "select n.name, t.account_id, n.amount from rail_notices n join transactions t
            on t.id = n.transaction_id where n.effect = 'credited'";
        let credited: BTreeMap<String, (String, i64)> =
            read(rows, sql, |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))));
        assert_eq!(credited, self.arrivals, "what came is credited once, to whom it came");
        for (address, _, holds) in &addresses {
            let has = block.token.balance(address.parse().expect("an address"));
            assert_eq!(U256::from(*holds), has, "{address} at block {number}");
        }
        if !self.must_stop {
            let has = block.token.balance(keys::treasury());
            assert_eq!(U256::from(holds), has, "the treasury at block {number}");
            assert_eq!(own, FLOAT + self.own, "the operator's own at block {number}");
        }
        self.check_accounts(rows, wishes);
    }

    /// Every account has what came to it and did not leave.
    fn check_accounts(&self, rows: &Connection, wishes: &[Wish]) {
        let mut expected: BTreeMap<&str, i64> = BTreeMap::new();
        for (account, amount) in self.arrivals.values() {
            *expected.entry(account).or_default() += amount;
        }
        let sql = "select id from transactions where type = 'withdrawal' and status = 'completed'";
        let completed: BTreeSet<String> = read(rows, sql, |row| row.get(0));
        for wish in wishes.iter().filter(|wish| completed.contains(&wish.id)) {
            *expected.entry(&wish.account).or_default() -= wish.amount;
        }
        for (account, amount) in expected {
            let sql = "select sum(balance) from ledger_accounts where account_id = ?1";
            assert_eq!(number(rows, sql, [account]), amount, "the money of {account}");
        }
    }

    /// What one event brings to us.
    fn note(&mut self, event: &TokenLogEvent, owners: &BTreeMap<String, String>) {
        let TokenEvent::Transfer { from, to, value } = event.token_event else { return };
        let value = i64::try_from(value).expect("an amount");
        let name_of = |who: Address| EvmAddress::from_bytes(who.into_array()).to_string();
        let is_ours = |who: Address| who == keys::treasury() || owners.contains_key(&name_of(who));
        match owners.get(&name_of(to)) {
            _ if value == 0 => {}
            Some(_) if value < LEAST => self.own += value,
            Some(owner) => {
                let name = format!("{NAME}:{}:{}", hex(event.transaction), event.ordinal);
                let before = self.arrivals.insert(name, (owner.clone(), value));
                assert!(before.is_none(), "a transaction is in the chain once");
            }
            // A withdrawal to the treasury gives the money to the operator.
            None if to == keys::treasury() && (from == to || !is_ours(from)) => self.own += value,
            None => {}
        }
    }

    /// The operator has said that the difference is the operator's own.
    pub fn accept(&mut self, rows: &Connection) {
        self.must_stop = false;
        self.own = number(rows, "select own from networks", []) - FLOAT;
    }

    fn check_stop(&mut self, rows: &Connection) {
        let reasons: Vec<String> =
            read(rows, "select reason from freezes where lifted_at is null", |row| row.get(0));
        let authorizations = number(rows, "select count(*) from authorizations", []);
        if reasons.is_empty() {
            self.authorizations_when_stopped = None;
            return;
        }
        let is_drill = self.may_stop && reasons.iter().all(|reason| reason == DRILL);
        assert!(self.must_stop || is_drill, "money was stopped for nothing: {reasons:?}");
        let before = *self.authorizations_when_stopped.get_or_insert(authorizations);
        assert_eq!(before, authorizations, "something was authorized while money is stopped");
    }
}

pub fn hex(hash: B256) -> String {
    Hash(hash.0).to_string()
}

pub fn number(rows: &Connection, sql: &str, params: impl Params) -> i64 {
    let mut statement = rows.prepare_cached(sql).expect("SQL");
    statement.query_row(params, |row| row.get::<_, Option<i64>>(0)).expect("a row").unwrap_or(0)
}

pub fn read<T, C: FromIterator<T>>(
    rows: &Connection,
    sql: &str,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> C {
    let mut statement = rows.prepare_cached(sql).expect("SQL");
    let found = statement.query_map([], |row| read(row)).expect("rows");
    found.map(|row| row.expect("a row")).collect()
}
