//! Random tampering: one column of one row, a row that goes, a row that comes, two values that are swapped. Each is
//! undone before the next, so that a finding can only come from it.

use app::dice::Dice;

use super::prove;
use crate::fixture::Fixture;

/// A table, the column that names its rows, and the columns of which none may change unseen.
type Table = (&'static str, &'static str, &'static [&'static str]);

const TABLES: [Table; 12] = [
    ("transfers", "operation", &["operation", "step", "debit_id", "credit_id", "amount", "created_at"]),
    ("ledger_accounts", "id", &["id", "mode", "kind", "account_id", "balance", "updated_at"]),
    ("transactions", "id", &TRANSACTIONS),
    ("payouts", "id", &PAYOUTS),
    (
        "claims",
        "item_id",
        &["item_id", "account_id", "mode", "email_key", "amount", "expires_at", "email_id"],
    ),
    ("emails", "cause", &["account_id", "email", "cause", "status", "created_at", "items"]),
    ("events", "object_id", &["account_id", "type", "object_id", "sequence", "created_at"]),
    ("external_transfers", "id", &EXTERNAL_TRANSFERS),
    ("recipients", "id", &["id", "account_id", "created_at", "events"]),
    ("bank_accounts", "id", &["id", "account_id", "created_at", "events"]),
    ("external_wallets", "id", &["id", "account_id", "created_at", "events"]),
    ("rail_notices", "transaction_id", &["outcome", "amount", "transaction_id", "effect", "worth"]),
];
#[rustfmt::skip]
const EXTERNAL_TRANSFERS: [&str; 20] = [
    "id", "account_id", "type", "created_at", "route", "bank_account_id", "external_wallet_id", "sealed_details",
    "chain", "address", "exchange_rate", "fixed_fee", "percentage_points", "spread_points", "outside_amount",
    "submission", "expires_at", "processing_at", "returned_at", "events",
];
#[rustfmt::skip]
const TRANSACTIONS: [&str; 12] = [
    "id", "account_id", "type", "status", "amount", "currency", "created_at", "completed_at", "payout_id",
    "failure_reason", "claim_expires_at", "source_id",
];
#[rustfmt::skip]
const PAYOUTS: [&str; 14] = [
    "id", "account_id", "status", "currency", "total_amount", "total_items", "processing", "pending_claim",
    "completed", "failed", "cancelled", "created_at", "completed_at", "next_at",
];

/// How many changes a run makes on each engine, unless it is told another number.
const CHANGES: usize = 300;

fn changes() -> usize {
    let told = std::env::var_os("FLORIN_TEST_TAMPERINGS");
    told.map_or(CHANGES, |told| told.to_str().and_then(|told| told.parse().ok()).expect("a number"))
}

pub fn check(fixture: &Fixture) {
    let seed = u64::from_le_bytes(Dice::system().bytes());
    let luck = Luck(Dice::seeded(seed));
    assert_eq!(prove(fixture).found, 0, "before anything is changed");
    let (mut done, mut refused) = (0, 0);
    while done < changes() {
        let Some(change) = luck.change(fixture) else { continue };
        // Some changes would make two rows with one key.
        if unguarded(fixture, &change.sql).is_err() {
            refused += 1;
            assert!(refused < 10 * changes().max(100), "nearly everything is refused: {}", change.sql);
            continue;
        }
        let report = prove(fixture);
        let said: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        let told = said.join("\n");
        assert!(report.found > 0, "seed {seed}: not found: {}", change.sql);
        let is_named = change.names.iter().any(|name| told.contains(name.as_str()));
        assert!(
            is_named,
            "seed {seed}: {} is found, but {:?} is not named in\n{told}",
            change.sql, change.names
        );
        unguarded(fixture, &change.undo).unwrap_or_else(|error| panic!("{}: {error}", change.undo));
        done += 1;
    }
    let left: Vec<String> = prove(fixture).findings.iter().map(ToString::to_string).collect();
    assert_eq!(left, [""; 0], "seed {seed}: something was not undone");
}

pub fn unguarded(fixture: &Fixture, sql: &str) -> Result<(), String> {
    if fixture.is_postgres() {
        fixture.sql(sql)
    } else {
        fixture.sql(&format!("pragma foreign_keys = off; pragma ignore_check_constraints = on; {sql}"))
    }
}

/// What is done, how it is undone, and names of which the findings must hold one.
struct Change {
    sql: String,
    undo: String,
    names: Vec<String>,
}

struct Luck(Dice);

/// One row: its columns and their values as SQL writes them.
struct Row {
    columns: Vec<String>,
    values: Vec<String>,
}

impl Row {
    fn value(&self, column: &str) -> &str {
        let place = self.columns.iter().position(|known| known == column).expect("a column");
        &self.values[place]
    }

    /// Its own names, and those of what it belongs to.
    fn names(&self) -> Vec<String> {
        let naming =
            ["operation", "id", "payout_id", "source_id", "item_id", "cause", "object_id", "transaction_id"];
        let own =
            self.columns.iter().zip(&self.values).filter(|(column, _)| naming.contains(&column.as_str()));
        let plain = own.map(|(_, value)| value.trim_matches('\''));
        let plain =
            plain.flat_map(|value| [value.split(':').next().unwrap_or("").to_owned(), value.to_owned()]);
        plain.filter(|name| name.len() > 8).collect()
    }
}

impl Luck {
    fn below(&self, limit: usize) -> usize {
        u32::from_le_bytes(self.0.bytes()) as usize % limit
    }

    fn change(&self, fixture: &Fixture) -> Option<Change> {
        let (table, key, columns) = TABLES[self.below(TABLES.len())];
        let row = self.row(fixture, table, key)?;
        if table == "rail_notices" && !moved_a_deposit(&row) {
            return None;
        }
        match self.below(8) {
            0 => Some(delete(table, key, &row)),
            1 => insert(fixture, table, key, &row),
            2 => self.swap(fixture, table, key, &row),
            _ => self.update(fixture, (table, key, columns), &row),
        }
    }

    fn row(&self, fixture: &Fixture, table: &str, key: &str) -> Option<Row> {
        let columns = fixture.texts(&if fixture.is_postgres() {
            format!(
                "select cast(column_name as text) from information_schema.columns
                 where table_schema = 'public' and table_name = '{table}' order by ordinal_position"
            )
        } else {
            format!("select name from pragma_table_info('{table}')")
        });
        // Other emails follow from rows that are verified, and nothing follows from them.
        let of = if table == "emails" { "emails where kind = 'claim'" } else { table };
        let count = fixture.number(&format!("select count(*) from {of}")) as usize;
        let at = self.below(count);
        // One separator that no value holds.
        let shown = |column: &String| {
            if fixture.is_postgres() {
                format!("quote_nullable(cast({column} as text))")
            } else {
                format!("quote({column})")
            }
        };
        let shown: Vec<String> = columns.iter().map(shown).collect();
        let sql = format!(
            "select {} from {of} order by {key}, {} limit 1 offset {at}",
            shown.join(" || '\u{1}' || "),
            columns[0]
        );
        let row = fixture.texts(&sql).pop()?;
        Some(Row { columns, values: row.split('\u{1}').map(str::to_owned).collect() })
    }

    fn update(&self, fixture: &Fixture, (table, key, columns): Table, row: &Row) -> Option<Change> {
        let column = columns[self.below(columns.len())];
        let old = row.value(column);
        if column == "created_at" && table == "transfers" && !keeps_ledger_time(fixture, row) {
            return None;
        }
        let new = match old.trim_matches('\'').parse::<i64>() {
            // A worker's time is its own business; only whether there is one matters.
            _ if column == "next_at" && old != "NULL" => "null".to_owned(),
            // What is less than the last cent shows when it is paid, and not before.
            Ok(number) if ["exchange_rate", "fixed_fee"].contains(&column) => {
                (number + 1_000_000).to_string()
            }
            Ok(number) => (number + [1, -1, 1_000_000, -7][self.below(4)]).to_string(),
            Err(_) if old == "NULL" && column.ends_with("_at") => "5".to_owned(),
            Err(_) if old == "NULL" => "'something'".to_owned(),
            Err(_) if self.below(2) == 0 => format!("'{}x'", old.trim_matches('\'')),
            Err(_) => self.row(fixture, table, key)?.value(column).to_owned(),
        };
        if new == old
            || (table == "emails" && is_unsent(column, old, &new))
            || same_item_status(column, old, &new)
            || is_only_counted(table, row, column, &new)
            || (column == "external_wallet_id" && are_one_place(fixture, old, &new))
        {
            return None;
        }
        let (is_key, own) = (column == key, row.value(key));
        let now = if is_key { new.as_str() } else { own };
        let of_row = by_identity(table, row);
        let mut names = row.names();
        names.push(now.trim_matches('\'').split(':').next().unwrap_or("").to_owned());
        Some(Change {
            sql: format!("update {table} set {column} = {new} where {of_row}"),
            undo: format!(
                "update {table} set {column} = {old} where {}",
                by_identity(table, &changed(row, column, &new))
            ),
            names,
        })
    }

    /// The same column of two rows, exchanged.
    fn swap(&self, fixture: &Fixture, table: &str, key: &str, row: &Row) -> Option<Change> {
        let column = match table {
            "ledger_accounts" => "balance",
            "transfers" | "transactions" => "amount",
            "payouts" => "total_amount",
            _ => return None,
        };
        let other = self.row(fixture, table, key)?;
        let (mine, theirs) = (row.value(column), other.value(column));
        if mine == theirs || are_queued_together(table, row, &other) {
            return None;
        }
        let set = |row: &Row, value: &str| {
            format!("update {table} set {column} = {value} where {}", by_identity(table, row))
        };
        let names = [row.names(), other.names()].concat();
        Some(Change {
            sql: format!("{}; {}", set(row, theirs), set(&other, mine)),
            undo: format!("{}; {}", set(row, mine), set(&other, theirs)),
            names,
        })
    }
}

/// An external wallet that was archived and added again: either name stands for the same address of the same account.
fn are_one_place(fixture: &Fixture, one: &str, other: &str) -> bool {
    let same = format!(
        "select count(*) from external_wallets a join external_wallets b
         on a.account_id = b.account_id and a.chain = b.chain and a.address = b.address
         where a.id = {one} and b.id = {other}"
    );
    fixture.number(&same) > 0
}

/// Of what was said only that counts which moved money that came in: the rest may be said or not.
fn moved_a_deposit(row: &Row) -> bool {
    row.value("outcome") == "'received'" && ["'applied'", "'credited'"].contains(&row.value("effect"))
}

/// Objects that can change at any time know how many events they had, and not when or of which kind the later ones
/// were.
fn is_only_counted(table: &str, row: &Row, column: &str, new: &str) -> bool {
    let noun_of = |kind: &str| kind.trim_matches('\'').split('.').next().unwrap_or("").to_owned();
    let is_created = |kind: &str| kind.ends_with(".created'");
    if table != "events" || is_created(row.value("type")) {
        return false;
    }
    let noun = noun_of(row.value("type"));
    let is_counted = ["recipient", "bank_account", "external_wallet"].contains(&noun.as_str());
    let is_sibling = noun_of(new) == noun && !is_created(new) && !new.ends_with("x'");
    is_counted && (column == "created_at" || column == "type" && is_sibling)
}

/// Until an item is settled, nothing but its own row says how much of its payout's total it is.
fn are_queued_together(table: &str, one: &Row, other: &Row) -> bool {
    let is_queued = |row: &Row| row.value("status") == "'queued'";
    table == "transactions"
        && one.value("payout_id") == other.value("payout_id")
        && is_queued(one)
        && is_queued(other)
}

/// An email that was not sent may be so for any reason.
fn is_unsent(column: &str, old: &str, new: &str) -> bool {
    let unsent = ["'queued'", "'kept'", "'combined'", "'obsolete'"];
    column == "status" && unsent.contains(&old) && unsent.contains(&new)
}

/// Queued and processing are one state to the books.
fn same_item_status(column: &str, old: &str, new: &str) -> bool {
    let open = ["'queued'", "'processing'"];
    column == "status" && open.contains(&old) && open.contains(&new)
}

/// Whether both sides of the transfer live by the time of the ledger: a test account's clock may be ahead. What goes
/// from outside to the fees does not say whose it is.
fn keeps_ledger_time(fixture: &Fixture, row: &Row) -> bool {
    let is_own = |side: &&str| row.value(side).starts_with("'acct_");
    let Some(side) = ["debit_id", "credit_id"].into_iter().find(is_own) else { return false };
    let owner = row.value(side).trim_matches('\'').split(':').next().unwrap_or("");
    fixture.number(&format!("select clock_ahead from accounts where id = '{owner}'")) == 0
}

fn changed(row: &Row, column: &str, new: &str) -> Row {
    let values = row.columns.iter().zip(&row.values);
    let values = values.map(|(name, value)| if name == column { new.to_owned() } else { value.clone() });
    Row { columns: row.columns.clone(), values: values.collect() }
}

/// What tells a row from all others.
fn by_identity(table: &str, row: &Row) -> String {
    let key = match table {
        "transfers" => "seq",
        "claims" => "item_id",
        _ => "id",
    };
    format!("{key} = {}", row.value(key))
}

fn delete(table: &str, _: &str, row: &Row) -> Change {
    let undo = format!("insert into {table} ({}) values ({})", row.columns.join(", "), row.values.join(", "));
    Change { sql: format!("delete from {table} where {}", by_identity(table, row)), undo, names: row.names() }
}

/// A copy of a row under another key.
fn insert(fixture: &Fixture, table: &str, key: &str, row: &Row) -> Option<Change> {
    let copy = match table {
        "transfers" => {
            let next = fixture.number("select max(seq) + 1 from transfers").to_string();
            let step = row.value("step").trim_matches('\'').to_owned();
            changed(&changed(row, "seq", &next), "operation", &format!("'txn_smuggled:{step}'"))
        }
        "emails" => changed(&changed(row, "id", "'email_smuggled'"), "cause", "'txn_smuggled'"),
        "events" => changed(row, "id", "'evt_smuggled'"),
        "transactions" => {
            let copy = changed(row, key, "'txn_smuggled'");
            let has_name = copy.value("external_reference") != "NULL";
            if has_name { changed(&copy, "external_reference", "'smuggled'") } else { copy }
        }
        _ => changed(row, key, "'something_smuggled'"),
    };
    let mut names = row.names();
    names.extend(copy.names());
    let sql =
        format!("insert into {table} ({}) values ({})", copy.columns.join(", "), copy.values.join(", "));
    Some(Change { sql, undo: format!("delete from {table} where {}", by_identity(table, &copy)), names })
}
