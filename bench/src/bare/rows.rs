//! The tables and the rows that both bare engines write. Ids, texts and sizes are like Florin's own.
//! It must never know an engine.

/// The tables, with the text type of an engine in place of `{text}`.
pub const TABLES: &str = "
create table payouts (id {text} primary key, account_id {text} not null, status {text} not null,
    currency {text} not null, total_amount bigint not null, total_items bigint not null,
    processing bigint not null, pending_claim bigint not null, completed bigint not null, failed bigint not null,
    cancelled bigint not null, idempotency_key {text}, created_at bigint not null, completed_at bigint,
    next_at bigint){without};
create index payouts_by_age on payouts (account_id, created_at, id);
create index payouts_by_idempotency_key on payouts (account_id, idempotency_key, created_at, id);
create index payouts_due on payouts (next_at) where next_at is not null;
create table transactions (id {text} primary key, account_id {text} not null, type {text} not null,
    status {text} not null, amount bigint not null, currency {text} not null, created_at bigint not null,
    completed_at bigint, payout_id {text}, recipient_id {text}, source_id {text}){without};
create index transactions_by_age on transactions (account_id, created_at, id);
create index transactions_by_recipient on transactions (recipient_id, created_at, id) where recipient_id is not null;
create index transactions_by_source on transactions (source_id) where source_id is not null;
create table transfers (seq {seq}, operation {text} not null unique, step {text} not null, debit_id {text} not null,
    credit_id {text} not null, amount bigint not null, created_at bigint not null);
create index transfers_out on transfers (debit_id, seq) where step = 'resolve';
create index transfers_in on transfers (credit_id, seq) where step = 'resolve' or step = 'credit' or step = 'return';
create table ledger_accounts (id {text} primary key, balance bigint not null check (balance >= 0),
    updated_at bigint not null){without};
create table events (id {text} primary key, account_id {text} not null, type {text} not null,
    object_id {text} not null, sequence bigint not null, data {text} not null, created_at bigint not null){without};
create table stored_responses (account_id {text} not null, key {text} not null, fingerprint {text} not null,
    body {text} not null, created_at bigint not null, primary key (account_id, key)){without};
";

pub const ITEMS: usize = 100;
/// The recipients of one payer.
pub const PEOPLE: usize = 1_000;
pub const AMOUNT: i64 = 10_000;
pub const FUNDS: i64 = 1_000_000_000_000_000;

/// A payout that no other of the run is like.
pub struct Payout {
    payer: usize,
    number: usize,
    pub id: String,
    pub account: String,
    pub now: i64,
}

impl Payout {
    pub fn new(payer: usize, number: usize) -> Payout {
        Payout {
            payer,
            number,
            id: format!("po_01{payer:02}{:020}00", number),
            account: account(payer),
            now: 1_790_000_000_000_000 + number as i64,
        }
    }

    pub fn total(&self) -> i64 {
        AMOUNT * ITEMS as i64
    }

    pub fn item(&self, index: usize) -> String {
        format!("txn_01{:02}{:017}{:05}", self.payer, self.number, index + 1)
    }

    pub fn inbound(&self, index: usize) -> String {
        format!("txn_02{:02}{:017}{:05}", self.payer, self.number, index)
    }

    pub fn event(&self, index: usize) -> String {
        format!("evt_01{:02}{:017}{:05}", self.payer, self.number, index)
    }

    /// Who is paid by this item.
    pub fn person(&self, index: usize) -> String {
        person(self.payer, (self.number * ITEMS / 2 + index * 7) % PEOPLE)
    }

    pub fn recipient(&self, index: usize) -> String {
        self.person(index).replace("acct_", "rcp_")
    }

    /// As long as the payout that the API shows.
    pub fn shown(&self) -> String {
        format!(
            concat!(
                r#"{{"id":"{}","status":"processing","currency":"USDC","total_amount":"1.00","total_items":100,"#,
                r#""item_breakdown":{{"cancelled":0,"completed":0,"failed":0,"pending_claim":0,"#,
                r#""processing":100}},"created_at":"2026-01-01T00:00:00.000000Z"}}"#
            ),
            self.id
        )
    }

    /// As long as the item, or what its recipient receives, that the API shows.
    pub fn shown_item(&self, index: usize) -> String {
        format!(
            concat!(
                r#"{{"id":"{}","payout_id":"{}","amount":"0.01","currency":"USDC","#,
                r#""email":"person-000001@people.example","recipient_id":"{}","status":"completed","#,
                r#""created_at":"2026-01-01T00:00:00.000000Z","completed_at":"2026-01-01T00:00:00.000000Z"}}"#
            ),
            self.item(index),
            self.id,
            self.recipient(index)
        )
    }
}

pub fn account(payer: usize) -> String {
    format!("acct_00{payer:024}")
}

pub fn person(payer: usize, number: usize) -> String {
    format!("acct_01{payer:04}{number:020}")
}

/// Every ledger account with money in or for it.
pub fn ledger_accounts(payers: usize) -> Vec<(String, i64)> {
    let mut accounts = Vec::new();
    for payer in 0..payers {
        accounts.push((format!("{}:available", account(payer)), FUNDS));
        accounts.push((format!("{}:held", account(payer)), 0));
        accounts.extend((0..PEOPLE).map(|number| (format!("{}:available", person(payer, number)), 0)));
    }
    accounts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_rows_have_the_same_id() {
        let mut seen = HashSet::new();
        for (payer, number) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let payout = Payout::new(payer, number);
            for index in 0..ITEMS {
                assert!(seen.insert(payout.item(index)) && seen.insert(payout.inbound(index)));
            }
            assert!(seen.insert(payout.id));
        }
        let accounts = ledger_accounts(2);
        let ids: HashSet<&String> = accounts.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), accounts.len());
    }

    #[test]
    fn everybody_who_is_paid_has_a_ledger_account_and_ids_are_as_long_as_florins() {
        let accounts: HashSet<String> = ledger_accounts(2).into_iter().map(|(id, _)| id).collect();
        let payout = Payout::new(1, 12_345);
        assert!((0..ITEMS).all(|index| accounts.contains(&format!("{}:available", payout.person(index)))));
        let lengths = [&payout.id[3..], &payout.item(0)[4..], &payout.event(0)[4..], &payout.account[5..]];
        assert_eq!(lengths.map(str::len), [26; 4]);
    }
}
