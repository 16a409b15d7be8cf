//! What a test does to a database beside the server: money that no call can send, and a settlement that is kept
//! waiting. Where the guards of the database are off for a moment, the name says so.

use rules::money::Amount;
use serde_json::json;

use super::{Client, Database, Server};

impl Server {
    /// A user that the demo business knows: test payouts reach them at once.
    pub fn new_payee(&self, email: &str) {
        self.new_user(email);
        self.acquaint(&self.sandbox(), email);
    }

    /// From now on this test account pays a recipient with an account at once, as if they had claimed a payment with
    /// it.
    pub fn acquaint(&self, payer: &Client, email: &str) {
        payer.post("/recipients", &json!({ "email": email })).id();
        self.execute(&format!(
            "update recipients set wallet_id = (select a.id from accounts a join users u on u.id = a.user_id
                 where a.mode = 'test' and u.email_key = recipients.email_key)
             where email_key = '{}' and wallet_id is null
                 and account_id in (select id from accounts where mode = 'test')",
            email.to_ascii_lowercase()
        ));
    }

    /// USDC for the live account of a user, in micro-units, as if it had come over the chain.
    pub fn fund_live(&self, email: &str, micros: i64) {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let part = format!("01kdvq3y5cf2ab6ng{:05}{number:04}", std::process::id() % 100_000);
        let (id, moment, amount) =
            (format!("txn_{part}"), 1_700_000_000_000_000_i64, Amount::from_micros(micros));
        let time = "2023-11-14T22:13:20.000000Z";
        let shown = json!({
            "id": id, "type": "inbound_transfer", "status": "completed", "amount": amount.to_string(),
            "currency": "USDC", "created_at": time, "completed_at": time,
        });
        let account = format!(
            "from accounts a join users u on u.id = a.user_id where a.mode = 'live' and u.email_key = '{}'",
            email.to_ascii_lowercase()
        );
        self.execute(&format!(
            "insert into transactions
                 (id, account_id, type, status, amount, currency, created_at, completed_at, external_reference)
             select '{id}', a.id, 'inbound_transfer', 'completed', {micros}, 'USDC', {moment}, {moment}, 'test:{id}'
                 {account};
             insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
             select '{id}:credit', 'credit', 'live:world:chain', a.id || ':available', {micros}, {moment} {account};
             insert into events (id, account_id, type, object_id, sequence, data, created_at)
             select 'evt_{part}', a.id, 'inbound_transfer.completed', '{id}', 1, '{shown}', {moment} {account};"
        ));
    }

    /// From now on no recipient can be told to claim, so a payout with such an item stays as it was accepted.
    pub fn hold_settlement(&self) {
        self.hold("emails");
    }

    /// From now on no row can be added to this table.
    pub fn hold(&self, table: &str) {
        self.execute(&match self.database() {
            Database::Sqlite => format!(
                "create trigger held_by_a_test before insert on {table}
                 begin select raise(abort, 'held by a test'); end"
            ),
            Database::Postgres { .. } => format!(
                "create function held_by_a_test() returns trigger language plpgsql as
                     $$ begin raise exception 'held by a test'; end $$;
                 create trigger held_by_a_test before insert on {table}
                     for each row execute function held_by_a_test()"
            ),
        });
    }

    /// What was held is settled at once: the leases of the attempts that failed are ended.
    pub fn release_settlement(&self) {
        self.release();
        self.execute("update payouts set next_at = 1 where status = 'processing' and next_at is not null");
    }

    /// Rows can be added to the table again. A payout that was held is settled when its lease has run out.
    pub fn release(&self) {
        self.execute(match self.database() {
            Database::Sqlite => "drop trigger held_by_a_test",
            Database::Postgres { .. } => "drop function held_by_a_test cascade",
        });
    }

    /// `florin verify` finds nothing wrong.
    #[track_caller]
    pub fn assert_books_balance(&self) {
        let output = self.florin(&["verify"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }

    /// Runs SQL in one transaction.
    pub fn execute(&self, sql: &str) {
        self.try_execute(sql).expect("the SQL runs");
    }

    /// Runs SQL that a trigger would refuse, and puts the trigger back.
    pub fn execute_unguarded(&self, trigger: &str, table: &str, sql: &str) {
        match self.database() {
            Database::Sqlite => {
                let source = format!("select sql from sqlite_schema where type = 'trigger' and name = '{trigger}'");
                let source = self.database().texts(self.data(), &source).remove(0);
                self.execute(&format!("drop trigger {trigger}; {sql}; {source}"));
            }
            Database::Postgres { .. } => self.execute(&format!(
                "alter table {table} disable trigger {trigger}; {sql}; alter table {table} enable trigger {trigger}"
            )),
        }
    }

    /// Runs SQL past every guard, and puts all of them back.
    pub fn execute_without_guards(&self, sql: &str) {
        match self.database() {
            Database::Sqlite => {
                let of_triggers = |what: &str| {
                    let sql = format!("select {what} from sqlite_schema where type = 'trigger'");
                    self.database().texts(self.data(), &sql).join(";\n")
                };
                let (drop, again) = (of_triggers("'drop trigger ' || name"), of_triggers("sql"));
                self.execute(&format!("{drop}; {sql}; {again}"));
            }
            Database::Postgres { .. } => {
                self.execute(&format!("set session_replication_role = replica; {sql}"));
            }
        }
    }

    /// Runs SQL in one transaction, or returns what the database says against it.
    pub fn try_execute(&self, sql: &str) -> Result<(), String> {
        self.database().try_execute(self.data(), sql)
    }
}
