//! Guards of PostgreSQL. A transaction that is rolled back takes them away for a moment.

use postgres::{Client, NoTls};

use super::super::statements::Statement;
use super::{Away, Guard, TABLES, explanation, part};
use crate::fixture::Fixture;

/// Triggers, constraints and unique indexes, each as the statement that drops it.
const GUARDS: &str = "
    select cast(c.relname as text), cast(t.tgname as text), 'drop trigger ' || t.tgname || ' on ' || c.relname
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
    union all
    select cast(c.relname as text), cast(n.conname as text),
        'alter table ' || c.relname || ' drop constraint ' || n.conname || ' cascade'
    from pg_constraint n join pg_class c on c.oid = n.conrelid where n.contype in ('c', 'u', 'p', 'f')
    union all
    select cast(c.relname as text), cast(i.relname as text), 'drop index ' || i.relname
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where x.indisunique and not exists (select 1 from pg_constraint n where n.conindid = x.indexrelid)";

/// The search path of each function that does more than refuse, and the statement that takes it away.
const SEARCH_PATHS: &str = r"
    select cast(proname as text), 'alter function ' || oid::regprocedure || ' reset search_path'
    from pg_proc where pronamespace = 'public'::regnamespace
        and prosrc !~ '^\s*begin\s+raise exception [^;]*;\s*end;\s*$'";

fn connect(fixture: &Fixture) -> Client {
    Client::connect(fixture.url().expect("PostgreSQL has an address"), NoTls).expect("PostgreSQL answers")
}

pub fn guards(fixture: &Fixture) -> Vec<Guard> {
    let mut guards = Vec::new();
    for row in connect(fixture).query(GUARDS, &[]).expect("the guards") {
        let (table, name, drop): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        if !TABLES.contains(&table.as_str()) {
            continue;
        }
        let before = match name.as_str() {
            "transfers_two_sides" => Some("drop trigger transfers_move on transfers"),
            "ledger_rules_pkey" => Some("drop trigger ledger_rules_stay on ledger_rules"),
            "ledger_accounts_mode_check"
            | "ledger_accounts_kind_check"
            | "ledger_accounts_owner"
            | "ledger_accounts_account_id_fkey" => {
                Some("drop trigger ledger_accounts_start on ledger_accounts")
            }
            "payouts_mode_check" => Some("drop trigger payouts_of_an_account on payouts"),
            "external_transfers_mode_check" => {
                Some("drop trigger external_transfers_of_an_account on external_transfers")
            }
            "statements_pkey" => Some("drop trigger statements_stay on statements"),
            "claims_mode_check" => Some("drop trigger claims_new on claims"),
            _ => None,
        };
        let behind = before.map(|drop| Away::Dropped(drop.to_owned())).into_iter().collect();
        guards.push(Guard { name: format!("{table}: {name}"), away: Away::Dropped(drop), behind });
    }
    for row in connect(fixture).query(SEARCH_PATHS, &[]).expect("the functions") {
        let name = format!("{}: search path", row.get::<_, String>(0));
        guards.push(Guard { name, away: Away::Dropped(row.get(1)), behind: Vec::new() });
    }
    guards
}

pub fn parts() -> Vec<Guard> {
    const PARTS: [(&str, &str, &str); 9] = [
        ("transfers_move", "if done is distinct from wanted then", "if false then"),
        (
            "transfers_move",
            "if exists (select 1 from inserted n",
            "if false and exists (select 1 from inserted n",
        ),
        ("transfers_move", "where d.mode = c.mode group by", "group by"),
        ("transfers_move", "where r.same_owner = 0 or g.is_same_owner", ""),
        ("transfers_move", "if tg_relid <> 'transfers'::regclass then", "if false then"),
        ("ledger_accounts_refuse", "pg_trigger_depth() < 2", "false"),
        ("ledger_accounts_refuse", "or current_user <> (", "or false and current_user <> ("),
        ("statements_refuse", "pg_trigger_depth() < 2", "false"),
        ("statements_refuse", "or current_user <> (", "or false and current_user <> ("),
    ];
    let own = PARTS.into_iter().map(|(name, from, to)| part(name, from, to));
    own.chain(explanation("transfers_move", "n")).collect()
}

fn take_away(client: &mut Client, away: &Away) {
    let sql = match away {
        Away::Dropped(sql) => sql.clone(),
        Away::Rewritten { name, from, to } => {
            let sql = "select pg_get_functiondef(oid) from pg_proc where proname = $1";
            let text: String = client.query_one(sql, &[name]).expect("a function").get(0);
            assert!(text.contains(from), "{name} does not say {from}");
            text.replacen(from, to, 1)
        }
        Away::Rebuilt { .. } => unreachable!("PostgreSQL drops what is not wanted"),
    };
    client.batch_execute(&sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// The statements that get through, until there are enough.
pub fn through(fixture: &Fixture, statements: &[Statement], without: &[&Away], enough: usize) -> Vec<String> {
    let mut client = connect(fixture);
    client.batch_execute("begin").expect("a transaction");
    without.iter().for_each(|away| take_away(&mut client, away));
    let mut through = Vec::new();
    for (name, sql) in statements {
        client.batch_execute("savepoint before").expect("a savepoint");
        if client.batch_execute(sql).is_ok() {
            through.push(name.clone());
        }
        client.batch_execute("rollback to before").expect("back");
        if through.len() >= enough {
            break;
        }
    }
    client.batch_execute("rollback").expect("as it was");
    through
}
