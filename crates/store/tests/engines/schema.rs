//! The tables of both engines: the same columns, and the same names in columns that hold a named value.
//!
//! `schema.txt` lists every table with its columns. For each column it has a type that both engines share, whether it
//! can be null, and the names that a check allows. After an intended change of the schema, write the file anew with
//!
//! ```text
//! UPDATE_GOLDEN=1 cargo test --workspace --test engines schema::
//! ```
//!
//! and read its diff.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rules::account::Mode;
use rules::archive_status::ArchiveStatus;
use rules::automatic_withdrawal::{IncomingPaymentStatus, OffReason};
use rules::chain::AuthorizationEnd;
use rules::delivery::{DeliveryStatus, ReplayKind};
use rules::email::{EmailKind, EmailQueue, EmailStatus};
use rules::endpoint::{DeactivationReason, EndpointKind};
use rules::external_transfer::Submission;
use rules::freeze::Cause;
use rules::grant::TokenKind;
use rules::language::Language;
use rules::money::Currency;
use rules::operator::OperatorActionKind;
use rules::payout::PayoutStatus;
use rules::quote::Direction;
use rules::rail_notice::{Effect, RailOutcome};
use rules::session::Stage;
use rules::transaction::{TransactionStatus, TransactionType};
use rules::user::AccountType;
use store::LedgerKind;
use testkit::engine::Engine;

use crate::fixture::Fixture;
use crate::hostile::guards::checks;

/// Table, column, type, whether it can't be null, and its place in the primary key (or 0).
const SQLITE_COLUMNS: &str = r#"
    select m.name || '|' || p.name || '|' || lower(p.type) || '|' || p."notnull" || '|' || p.pk
    from sqlite_schema m, pragma_table_info(m.name) p
    where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, p.cid"#;

/// Text that isn't compared byte by byte would be sorted otherwise than on SQLite. Nothing sorts `migrations` by text.
const POSTGRES_COLUMNS: &str = r#"
    select c.relname || '|' || a.attname || '|' || format_type(a.atttypid, a.atttypmod)
        || case when a.atttypid = 'text'::regtype and a.attcollation <> '"C"'::regcollation
            and c.relname <> 'migrations' then ' without collate "C"' else '' end
        || '|' || cast(a.attnotnull as int) || '|' || coalesce(array_position(n.conkey, a.attnum), 0)
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_constraint n on n.conrelid = c.oid and n.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by cast(c.relname as text) collate "C", a.attnum"#;

const SQLITE_TABLES: &str = "select name || '|' || sql from sqlite_schema where type = 'table'";

const POSTGRES_CHECKS: &str = "select cast(conrelid::regclass as text) || '|' || pg_get_constraintdef(oid)
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace";

/// SQLite's triggers see one row at a time, so they need a note of the last transfer of a balance.
const SQLITE_ONLY: [&str; 1] = ["ledger_accounts.moved_by"];
const SQLITE_MARK: &str = " (SQLite only)";

#[test]
fn both_engines_have_the_tables_that_schema_txt_lists() {
    let sqlite = dump(&Fixture::new(Engine::Sqlite));
    #[allow(clippy::disallowed_methods, reason = "a switch of this test alone, not a setting of the service")]
    let update = std::env::var("UPDATE_GOLDEN").is_ok();
    if update {
        std::fs::write(golden_file(), sqlite.join("\n") + "\n").expect("schema.txt can be written");
    }
    let golden = golden();
    assert_same("SQLite", &golden, &sqlite);
    let shared: Vec<String> = golden.into_iter().filter(|line| !line.ends_with(SQLITE_MARK)).collect();
    assert_same("PostgreSQL", &shared, &dump(&Fixture::new(Engine::Postgres)));
}

/// Columns whose check allows every name of an enum.
const ENUMS: [(&str, &[&str]); 34] = [
    ("accounts.mode", &Mode::NAMES),
    ("accounts.recipient_language", &Language::NAMES),
    ("authorizations.ending", &AuthorizationEnd::NAMES),
    ("automatic_withdrawals.off_reason", &OffReason::NAMES),
    ("bank_accounts.status", &ArchiveStatus::NAMES),
    ("claims.mode", &Mode::NAMES),
    ("deliveries.status", &DeliveryStatus::NAMES),
    ("emails.kind", &EmailKind::NAMES),
    ("emails.language", &Language::NAMES),
    ("emails.queue", &EmailQueue::NAMES),
    ("emails.status", &EmailStatus::NAMES),
    ("endpoints.kind", &EndpointKind::NAMES),
    ("endpoints.off_reason", &DeactivationReason::NAMES),
    ("external_transfers.mode", &Mode::NAMES),
    ("external_transfers.submission", &Submission::NAMES),
    ("external_wallets.status", &ArchiveStatus::NAMES),
    ("freezes.cause", &Cause::NAMES),
    ("incoming_payments.status", &IncomingPaymentStatus::NAMES),
    ("ledger_accounts.kind", &LedgerKind::NAMES),
    ("ledger_accounts.mode", &Mode::NAMES),
    ("operator_actions.kind", &OperatorActionKind::NAMES),
    ("payouts.mode", &Mode::NAMES),
    ("payouts.status", &PayoutStatus::NAMES),
    ("quotes.direction", &Direction::NAMES),
    ("rail_notices.effect", &Effect::NAMES),
    ("rail_notices.mode", &Mode::NAMES),
    ("rail_notices.outcome", &RailOutcome::NAMES),
    ("replays.kind", &ReplayKind::NAMES),
    ("sessions.stage", &Stage::NAMES),
    ("tokens.kind", &TokenKind::NAMES),
    ("transactions.status", &TransactionStatus::NAMES),
    ("transactions.type", &TransactionType::NAMES),
    ("users.account_type", &AccountType::NAMES),
    ("users.language", &Language::NAMES),
];

/// Columns whose check allows some names of an enum only: the names, the enum, and why.
const NARROWER: [(&str, &[&str], &[&str], &str); 3] = [
    (
        "external_transfers.type",
        &["deposit", "inbound_transfer", "withdrawal"],
        &TransactionType::NAMES,
        "payout items never leave Florin",
    ),
    ("payouts.currency", &["USDC"], &Currency::NAMES, "recipients are paid in USDC"),
    (
        "transactions.currency",
        &["USDC"],
        &Currency::NAMES,
        "balances are in USDC, other currencies are outside",
    ),
];

#[test]
fn every_check_for_names_allows_the_names_of_its_enum() {
    let mut checked: BTreeMap<String, Vec<String>> = names_in(&golden());
    let mut take = |column: &str| checked.remove(column).unwrap_or_else(|| panic!("{column} has no check"));
    for (column, names) in ENUMS {
        assert_eq!(take(column), sorted(names), "{column}: the check and the enum differ");
    }
    for (column, names, all, why) in NARROWER {
        assert_eq!(take(column), sorted(names), "{column}: {why}");
        assert!(
            names.iter().all(|name| all.contains(name)),
            "{column} allows a name that its enum doesn't have"
        );
    }
    assert!(checked.is_empty(), "add these to ENUMS or NARROWER: {checked:#?}");
}

fn golden_file() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/schema.txt"))
}

fn golden() -> Vec<String> {
    let text = std::fs::read_to_string(golden_file()).expect("schema.txt");
    text.lines().map(str::to_owned).collect()
}

#[track_caller]
fn assert_same(engine: &str, golden: &[String], found: &[String]) {
    let same = golden.iter().zip(found).take_while(|(golden, found)| golden == found).count();
    let table = golden[..same].iter().rev().find(|line| !line.starts_with(' ') && !line.is_empty());
    assert_eq!(
        golden.get(same),
        found.get(same),
        "{engine} differs from schema.txt in line {}, near the table {table:?}; if that is intended, see schema.rs",
        same + 1
    );
}

/// The lines of `schema.txt`, as an engine has them.
fn dump(fixture: &Fixture) -> Vec<String> {
    let columns = fixture.texts(if fixture.is_postgres() { POSTGRES_COLUMNS } else { SQLITE_COLUMNS });
    let names = names_by_column(fixture);
    let mut tables: BTreeMap<String, (Vec<String>, BTreeMap<usize, String>)> = BTreeMap::new();
    for column in columns {
        let fields: Vec<&str> = column.split('|').collect();
        let [table, column, kind, not_null, key] = fields[..] else { panic!("{fields:?}") };
        let (lines, primary_key) = tables.entry(table.to_owned()).or_default();
        let mut line = format!("    {column} {}", portable(kind));
        line += if not_null == "1" { " not null" } else { "" };
        let full_name = format!("{table}.{column}");
        if let Some(names) = names.get(&full_name) {
            line += &format!(" in ({})", names.join(", "));
        }
        line += if SQLITE_ONLY.contains(&full_name.as_str()) { SQLITE_MARK } else { "" };
        lines.push(line);
        if key != "0" {
            primary_key.insert(key.parse().expect("a number"), column.to_owned());
        }
    }
    let mut lines = Vec::new();
    for (table, (columns, primary_key)) in tables {
        lines.push(table);
        lines.extend(columns);
        let primary_key: Vec<String> = primary_key.into_values().collect();
        lines.push(format!("    primary key ({})", primary_key.join(", ")));
    }
    lines
}

/// What both engines call a type.
fn portable(kind: &str) -> &str {
    match kind {
        "bigint" => "integer",
        "bytea" | "blob" => "bytes",
        other => other,
    }
}

/// The names that each column's check allows, sorted.
fn names_by_column(fixture: &Fixture) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    let tables = fixture.texts(if fixture.is_postgres() { POSTGRES_CHECKS } else { SQLITE_TABLES });
    for row in tables {
        let (table, text) = row.split_once('|').expect("a table");
        let checks = if fixture.is_postgres() { vec![text.to_owned()] } else { checks(text) };
        for (column, names) in checks.iter().filter_map(|check| allowed_names(check)) {
            let before = found.insert(format!("{table}.{column}"), names);
            assert!(before.is_none(), "{table}.{column} has two checks for names");
        }
    }
    found
}

/// The column and the names of `check (x in ('a', 'b'))`, or of the same written as `x = 'a' or x = 'b'`, which
/// PostgreSQL prints as `CHECK ((x = ANY (ARRAY['a'::text, 'b'::text])))`. Nothing, if the check says anything else.
fn allowed_names(check: &str) -> Option<(String, Vec<String>)> {
    let check = check.replace("::text", "");
    let (outside, names): (Vec<_>, Vec<_>) =
        check.split('\'').enumerate().partition(|(index, _)| index % 2 == 0);
    let outside: String = outside.into_iter().map(|(_, text)| text).collect();
    if names.is_empty() || !outside.chars().all(is_of_list) {
        return None;
    }
    let words = outside.split(|letter: char| !is_of_word(letter)).filter(|word| !word.is_empty());
    let known = ["check", "in", "or", "any", "array"];
    let mut columns: Vec<&str> =
        words.filter(|word| !known.contains(&word.to_lowercase().as_str())).collect();
    columns.dedup();
    let [column] = columns[..] else { return None };
    let names: Vec<&str> = names.into_iter().map(|(_, name)| name).collect();
    Some((column.to_owned(), sorted(&names)))
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

fn is_of_list(letter: char) -> bool {
    is_of_word(letter) || letter.is_whitespace() || "()[],=".contains(letter)
}

fn sorted(names: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    names.sort();
    names
}

/// The names in the lines of `schema.txt`, by `table.column`.
fn names_in(lines: &[String]) -> BTreeMap<String, Vec<String>> {
    let mut table = "";
    let mut found = BTreeMap::new();
    for line in lines {
        let Some(column) = line.strip_prefix("    ") else {
            table = line;
            continue;
        };
        if let Some((column, names)) = column.split_once(" in (") {
            let column = column.split(' ').next().expect("a column");
            let names = names.trim_end_matches(SQLITE_MARK).trim_end_matches(')').split(", ");
            found.insert(format!("{table}.{column}"), names.map(str::to_owned).collect());
        }
    }
    found
}
