//! The guards themselves: each is taken away in turn, in books that are thrown away afterwards, to see that it is the
//! one that refuses something.

mod postgres;
mod sqlite;

pub use sqlite::checks;

use super::scene::Scene;
use super::statements::Statement;

/// A guard, or a part of one, and how to do without it.
#[derive(Clone, Debug)]
pub struct Guard {
    pub name: String,
    away: Away,
    /// Other guards that stand before it: what this one refuses shows only when they are gone.
    behind: Vec<Away>,
}

#[derive(Clone, Debug)]
enum Away {
    /// A statement drops it.
    Dropped(String),
    /// A piece of a trigger or of its function is written otherwise.
    Rewritten { name: &'static str, from: String, to: String },
    /// The table is built anew with a piece of it written otherwise.
    Rebuilt { table: String, from: String, to: &'static str },
}

/// The tables whose guards are looked at.
const TABLES: [&str; 41] = [
    "stored_responses",
    "migrations",
    "users",
    "accounts",
    "api_keys",
    "freezes",
    "transfers",
    "statements",
    "ledger_accounts",
    "ledger_rules",
    "transactions",
    "payouts",
    "claims",
    "emails",
    "email_counts",
    "events",
    "recipients",
    "bank_accounts",
    "external_wallets",
    "external_transfers",
    "automatic_withdrawals",
    "incoming_payments",
    "rail_notices",
    "quotes",
    "proposals",
    "operator_actions",
    "operator_limits",
    "security_log",
    "sessions",
    "attempts",
    "connect_apps",
    "grants",
    "tokens",
    "endpoints",
    "deliveries",
    "delivery_attempts",
    "replays",
    "networks",
    "deposit_addresses",
    "authorizations",
    "relay_transactions",
];

pub fn all(scene: &Scene) -> Vec<Guard> {
    if scene.fixture.is_postgres() {
        postgres::guards(&scene.fixture)
    } else {
        sqlite::guards(&scene.fixture)
    }
}

pub fn parts(scene: &Scene) -> Vec<Guard> {
    if scene.fixture.is_postgres() { postgres::parts() } else { sqlite::parts() }
}

/// A guard without one of its pieces.
fn part(name: &'static str, from: &str, to: &str) -> Guard {
    let away = Away::Rewritten { name, from: from.to_owned(), to: to.to_owned() };
    Guard { name: format!("{name}: {from}"), away, behind: Vec::new() }
}

/// What must explain a transfer: the same on both engines, but for what a new row is called. Each piece, and what is
/// written instead.
const EXPLANATION: [(&str, &str); 33] = [
    ("t.type = 'payout' and t.amount = {new}.amount", "t.type = 'payout'"),
    ("and t.account_id || ':held' = {new}.debit_id\n", "\n"),
    ("(t.status = 'completed' and (", "(true and ("),
    ("and r.wallet_id || ':available' = {new}.credit_id", ""),
    ("and c.mode = 'test'", ""),
    ("and c.kind = 'available'", ""),
    ("((t.status = 'failed' or t.status = 'cancelled' or t.status = 'expired')", "(true"),
    ("and t.account_id || ':available' = {new}.credit_id)))", ")))"),
    ("'hold' and t.type = 'withdrawal' and t.amount = {new}.amount", "'hold' and t.type = 'withdrawal'"),
    ("and t.account_id || ':held' = {new}.credit_id)", ")"),
    (
        "'resolve' and t.type = 'withdrawal' and t.amount = {new}.amount",
        "'resolve' and t.type = 'withdrawal'",
    ),
    ("(t.status = 'cancelled' or (t.status = 'failed' and t.failure_reason <> 'returned_by_bank'))", "true"),
    ("and t.failure_reason <> 'returned_by_bank'", ""),
    ("and t.account_id || ':held' = {new}.debit_id and t.account_id", "and t.account_id"),
    ("{new}.debit_id and t.account_id || ':available' = {new}.credit_id)", "{new}.debit_id)"),
    ("and t.amount = {new}.amount and t.account_id || ':available'", "and t.account_id || ':available'"),
    ("= {new}.amount and t.account_id || ':available' = {new}.credit_id)", "= {new}.amount)"),
    ("and t.external_reference is not null", ""),
    ("and t.status = 'completed' and t.amount = {new}.amount", "and t.amount = {new}.amount"),
    (
        "and exists (select 1 from rail_notices o where o.transaction_id = t.id and o.outcome = 'received')",
        "",
    ),
    ("and d.kind = 'world'", ""),
    ("(t.status = 'completed' or t.failure_reason = 'returned_by_bank')", "true"),
    ("and {new}.amount <= t.amount and t.account_id", "and t.account_id"),
    ("<= t.amount and t.account_id || ':held' = {new}.debit_id", "<= t.amount"),
    ("x.id = t.id and {new}.credit_id = x.mode ||", "x.id = t.id or '' = x.mode ||"),
    ("t.type = 'withdrawal' and t.failure_reason = 'returned_by_bank'", "t.type = 'withdrawal'"),
    ("and o.amount = {new}.amount", ""),
    ("and o.credit_id = {new}.debit_id", ""),
    ("and p.total_amount = {new}.amount and p.account_id", "and p.account_id"),
    ("and p.account_id || ':held' = {new}.credit_id", ""),
    ("and o.worth = {new}.amount", ""),
    ("and o.effect = 'parked'", ""),
    ("and o.effect = 'applied'", ""),
];

fn explanation(name: &'static str, new: &str) -> impl Iterator<Item = Guard> {
    let of = move |text: &str| text.replace("{new}", new);
    EXPLANATION.into_iter().map(move |(from, to)| part(name, &of(from), &of(to)))
}

/// Fails for guards that can be taken away without anything getting through.
pub fn check(scene: &Scene, statements: &[Statement], guards: &[Guard]) {
    let through = |statements: &[Statement], without: &[&Away], enough: usize| -> Vec<String> {
        if scene.fixture.is_postgres() {
            postgres::through(&scene.fixture, statements, without, enough)
        } else {
            sqlite::through(&scene.fixture, statements, without, enough)
        }
    };
    assert_eq!(through(statements, &[], usize::MAX), [""; 0], "these get through anyway");
    let mut idle = Vec::new();
    for guard in guards {
        let behind: Vec<&Away> = guard.behind.iter().collect();
        let without = [behind.as_slice(), &[&guard.away]].concat();
        let refuses_one_of = |statements: &[Statement]| {
            let anyway =
                if behind.is_empty() { Vec::new() } else { through(statements, &behind, usize::MAX) };
            let enough = if anyway.is_empty() { 1 } else { usize::MAX };
            through(statements, &without, enough).iter().any(|name| !anyway.contains(name))
        };
        // One of those that mention the guard's table is likely to get through.
        let (near, others): (Vec<Statement>, Vec<Statement>) =
            statements.iter().cloned().partition(|(_, sql)| sql.contains(table_of(guard)));
        if !refuses_one_of(&near) && !refuses_one_of(&others) {
            idle.push(&guard.name);
        }
    }
    assert!(idle.is_empty(), "without these, everything is still refused: {idle:#?}");
}

/// Guards are called after their table.
fn table_of(guard: &Guard) -> &'static str {
    let tables = TABLES.into_iter().filter(|table| guard.name.starts_with(table));
    tables.max_by_key(|table| table.len()).unwrap_or_default()
}
