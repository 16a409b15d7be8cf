//! Guards of SQLite. They are taken away in a copy of the file. A constraint cannot be dropped there, so its table is
//! built anew without it.

use rusqlite::Connection;

use super::super::statements::Statement;
use super::{Away, Guard, TABLES, explanation, part};
use crate::fixture::Fixture;

pub fn guards(fixture: &Fixture) -> Vec<Guard> {
    let mut guards = Vec::new();
    for (kind, are_guards) in [
        // One trigger refuses nothing: it opens statements, and a proof finds those that are missing.
        ("trigger", "name <> 'ledger_accounts_open_statement'"),
        ("index", "sql like 'create unique%'"),
    ] {
        let named = format!("select name from sqlite_schema where type = '{kind}' and {are_guards}");
        for name in fixture.texts(&named) {
            let behind = match name.as_str() {
                "transactions_by_external_reference" => without(&["transactions_new"]),
                "deposit_addresses_current" | "deposit_addresses_nth" => without(&["deposit_addresses_new"]),
                _ => Vec::new(),
            };
            guards.push(Guard { away: Away::Dropped(format!("drop {kind} {name}")), name, behind });
        }
    }
    for table in TABLES {
        let sql = format!("select sql from sqlite_schema where type = 'table' and name = '{table}'");
        let text = fixture.texts(&sql).pop().expect("a table");
        let pieces = checks(&text).into_iter().map(|check| (check, "check (true)"));
        let pieces = pieces.chain(
            [
                "constraint transfers_operation unique",
                "constraint emails_cause unique",
                "constraint external_transfers_reference unique",
                "constraint rail_notices_name unique",
                "constraint sessions_hash unique",
                "constraint grants_code unique",
                "constraint deposit_addresses_key unique",
                "constraint authorizations_payment unique",
            ]
            .iter()
            .filter(|unique| text.contains(**unique))
            .map(|unique| ((*unique).to_owned(), "")),
        );
        let foreign =
            text.contains("references accounts (id)").then(|| ("references accounts (id)".to_owned(), ""));
        for (from, to) in pieces.chain(foreign) {
            // The triggers of a transfer refuse most of what its table would refuse as well.
            let before: &[(&str, &[&str])] = &[
                ("debit_id <> credit_id", &["transfers_allowed", "ledger_accounts_move"]),
                ("transfers_operation", &["transfers_allowed"]),
                ("external_transfers_reference", &["external_transfers_new"]),
                ("rail_notices_name", &["rail_notices_new"]),
                ("check (only_one = 1)", &["networks_new"]),
                ("deposit_addresses_key", &["deposit_addresses_new"]),
                ("authorizations_payment", &["authorizations_new"]),
                ("emails_cause", &["emails_new"]),
                ("sessions_hash", &["sessions_new"]),
                ("grants_code", &["grants_new"]),
                ("ledger_accounts: check (mode", &["ledger_accounts_start"]),
                ("ledger_accounts: check (kind", &["ledger_accounts_start"]),
                ("ledger_accounts: check ((account_id", &["ledger_accounts_start"]),
                ("ledger_accounts: references", &["ledger_accounts_start"]),
                ("payouts: check (mode", &["payouts_of_an_account"]),
                ("external_transfers: check (mode", &["external_transfers_of_an_account"]),
                ("claims: check (mode", &["claims_new"]),
            ];
            let name = format!("{table}: {from}");
            let before = before.iter().find(|(piece, _)| name.contains(piece));
            let behind = before.map_or(Vec::new(), |(_, triggers)| without(triggers));
            guards.push(Guard { name, away: Away::Rebuilt { table: table.to_owned(), from, to }, behind });
        }
    }
    guards
}

fn without(triggers: &[&str]) -> Vec<Away> {
    triggers.iter().map(|name| Away::Dropped(format!("drop trigger {name}"))).collect()
}

/// Every `check (…)` of a table.
pub fn checks(text: &str) -> Vec<String> {
    let starts = text.match_indices("check (").map(|(start, _)| start);
    starts
        .map(|start| {
            let mut depth = 0;
            let end = text[start..].char_indices().find(|(_, letter)| {
                depth += match letter {
                    '(' => 1,
                    ')' => -1,
                    _ => return false,
                };
                depth == 0
            });
            text[start..=start + end.expect("brackets that close").0].to_owned()
        })
        .collect()
}

/// A trigger, a piece of it, and what is written instead.
const PARTS: [(&str, &str, &str); 42] = [
    ("transfers_allowed", "exists (select 1 from transfers where operation = new.operation)", "false"),
    ("transfers_allowed", "where not exists (", "where false and not exists ("),
    ("transfers_allowed", "and d.mode = c.mode", ""),
    ("transfers_allowed", "and (r.same_owner = 0 or d.account_id = c.account_id)", ""),
    (
        "transfers_allowed",
        "explains this transfer') where not exists (",
        "explains this transfer') where false and not exists (",
    ),
    ("ledger_accounts_start", "new.balance <> 0 or ", ""),
    ("ledger_accounts_start", " or new.moved_by <> 0", ""),
    (
        "ledger_accounts_start",
        "where exists (select 1 from ledger_accounts where id = new.id)",
        "where false",
    ),
    ("ledger_accounts_start", " and a.mode = new.mode", ""),
    ("ledger_accounts_start", "and new.id = a.id || ':' || new.kind", ""),
    ("ledger_accounts_move", "where new.moved_by <= old.moved_by", "where false"),
    ("claims_new", "exists (select 1 from claims where item_id = new.item_id) or", ""),
    ("claims_new", "and t.status = 'pending_claim'", ""),
    ("claims_new", "and t.account_id = new.account_id", ""),
    ("claims_new", "and t.amount = new.amount", ""),
    ("claims_new", "and t.claim_expires_at = new.expires_at", ""),
    ("claims_new", "and a.mode = new.mode", ""),
    ("claims_new", "and r.email_key = new.email_key", ""),
    ("recipients_wallet", "old.wallet_id is not null or", ""),
    ("recipients_wallet", "and w.mode = p.mode", ""),
    ("recipients_wallet", "u.email_key = new.email_key and", ""),
    ("recipients_wallet", "and u.verified_at is not null", ""),
    ("ledger_accounts_move", "or not exists (", "or false and not exists ("),
    ("transactions_new", "exists (select 1 from transactions where id = new.id) or ", ""),
    ("transactions_new", "new.external_reference is not null", "false"),
    ("transactions_keep", " id,", ""),
    ("transactions_keep", " account_id,", ""),
    ("transactions_keep", " created_at,", ""),
    ("transactions_keep", " payout_id,", ""),
    ("transactions_keep", " recipient_id,", ""),
    ("transfers_move", "where changes() <> 1;\n    update", "where false;\n    update"),
    ("transfers_move", "where changes() <> 1;\nend", "where false;\nend"),
    (
        "deposit_addresses_new",
        "(select 1 from deposit_addresses where id = new.id)",
        "(select 1 where false)",
    ),
    ("deposit_addresses_new", "where key_index = new.key_index", "where false"),
    ("deposit_addresses_new", "and nth = new.nth", "and false"),
    ("deposit_addresses_new", "(new.retired_at is null", "(false"),
    ("authorizations_new", "where id = new.id", "where false"),
    ("authorizations_new", "where payment = new.payment", "where false"),
    ("recipients_new", "where id = new.id", "where false"),
    ("recipients_new", "where account_id = new.account_id", "where false"),
    (
        "deliveries_own",
        "where exists (select 1 from deliveries",
        "where false and exists (select 1 from deliveries",
    ),
    ("relay_transactions_alone", "where id = new.id", "where false"),
];

pub fn parts() -> Vec<Guard> {
    let own = PARTS.into_iter().map(|(name, from, to)| part(name, from, to));
    let mut parts: Vec<Guard> = own.chain(explanation("transfers_allowed", "new")).collect();
    // What arrived has ended, and what has ended stays; a number that was used before moves no balance: only without
    // these rules it shows that the others refuse, too.
    for (name, from, before) in [
        ("transactions_keep", " source_id,", "transactions_end"),
        ("transactions_keep", ", external_reference", "transactions_end"),
        (
            "transfers_allowed",
            "or (new.seq > 0 and exists (select 1 from transfers where seq = new.seq))",
            "ledger_accounts_move",
        ),
    ] {
        parts.push(Guard { behind: without(&[before]), ..part(name, from, "") });
    }
    parts
}

fn take_away(copy: &Connection, away: &Away) {
    let text_of = |kind: &str, name: &str| -> String {
        let sql = "select sql from sqlite_schema where type = ?1 and name = ?2";
        copy.query_row(sql, [kind, name], |row| row.get(0)).expect("it is there")
    };
    let sql = match away {
        Away::Dropped(sql) => sql.clone(),
        Away::Rewritten { name, from, to } => {
            let text = text_of("trigger", name);
            assert!(text.contains(from), "{name} does not say {from}");
            format!("drop trigger {name}; {}", text.replacen(from, to, 1))
        }
        Away::Rebuilt { table, from, to } => {
            let text = text_of("table", table);
            assert!(text.contains(from), "{table} does not say {from}");
            let text = text.replacen(from, to, 1);
            let columns = &text[text.find('(').expect("columns")..];
            let hanging =
                "select sql from sqlite_schema where tbl_name = ?1 and type <> 'table' and sql is not null";
            let mut hanging = copy.prepare(hanging).expect("SQL");
            let hanging =
                hanging.query_map([table], |row| row.get::<_, String>(0)).expect("what hangs on it");
            let hanging: Vec<String> = hanging.map(|sql| sql.expect("SQL")).collect();
            format!(
                "pragma foreign_keys = off; pragma legacy_alter_table = on; create table rebuilt {columns};
                 insert into rebuilt select * from {table}; drop table {table};
                 alter table rebuilt rename to {table}; {}; pragma foreign_keys = on",
                hanging.join(";\n")
            )
        }
    };
    copy.execute_batch(&sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// The statements that get through, until there are enough.
pub fn through(fixture: &Fixture, statements: &[Statement], without: &[&Away], enough: usize) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("copy.db");
    fixture.sql(&format!("vacuum into '{}'", file.display())).expect("a copy");
    let copy = Connection::open(file).expect("the copy");
    copy.execute_batch("pragma foreign_keys = on; pragma synchronous = off").expect("pragmas");
    without.iter().for_each(|away| take_away(&copy, away));
    let mut through = Vec::new();
    for (name, sql) in statements {
        copy.execute_batch("begin").expect("a transaction");
        if copy.execute_batch(sql).is_ok() {
            through.push(name.clone());
        }
        // Some refusals have ended the transaction already.
        if !copy.is_autocommit() {
            copy.execute_batch("rollback").expect("back");
        }
        if through.len() >= enough {
            break;
        }
    }
    through
}
