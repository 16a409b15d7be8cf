//! How SQLite finds the rows of a statement. It has no statistics, so it may choose a way that reads far more rows than
//! the statement returns, and one customer's rows then cost all others time. Debug builds, and so all tests, look at
//! the plan of each statement once and panic if it is such a way. `indexed by` and `cross join` choose a better one; a
//! statement that has to read a whole table says why, in a comment that begins with `reads all`.

#[cfg(not(debug_assertions))]
pub fn check(_: &rusqlite::Connection, _: &str) {
    // Tests have looked at all of them.
}

#[cfg(debug_assertions)]
pub use checking::check;

#[cfg(debug_assertions)]
mod checking {
    use std::collections::BTreeSet;
    use std::sync::{Mutex, PoisonError};

    use rusqlite::Connection;

    /// Tables that stay small whatever customers do.
    const SMALL_TABLES: [&str; 11] = [
        "freezes",
        "last_audit_round",
        "ledger_rules",
        "migrations",
        "networks",
        "operator_actions",
        "operator_limits",
        "proposals",
        "published_tariff",
        "secret_marks",
        "sqlite_schema",
    ];
    /// Indexes that hold only a few rows of their tables, and may be read to their end: clocks that were moved, what is
    /// under way, endpoints that are open or fail, and deposits that were not swept yet.
    const SMALL_INDEXES: [&str; 7] = [
        "accounts_ahead",
        "authorizations_open",
        "deposit_addresses_holding",
        "endpoints_by_sponsor",
        "endpoints_failing",
        "payouts_due",
        "replays_open",
    ];
    /// With so few values that rows with one of them are a large part of the table.
    const FEW_VALUES: [&str; 4] = ["(mode=?)", "(queue=?)", "(status=?)", "(kind=?)"];

    static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

    pub fn check(connection: &Connection, sql: &str) {
        // The plan of an insert lists what its foreign keys would cost if a row were replaced.
        // A recursive question goes from one value to the next by an index.
        let is_exempt = ["insert", "with recursive"].iter().any(|start| sql.starts_with(start));
        if is_exempt || sql.contains("/* reads all") || !is_new(sql) {
            return;
        }
        let plan = plan(connection, sql);
        if let Some(step) =
            plan.iter().find(|step| reads_too_much(step, &plan, |name| grows(name, sql, connection)))
        {
            panic!("SQLite would read too many rows ({step}) for\n{sql}\n{}", plan.join("\n"));
        }
    }

    fn is_new(sql: &str) -> bool {
        let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        !seen.contains(sql) && seen.insert(sql.to_owned())
    }

    fn plan(connection: &Connection, sql: &str) -> Vec<String> {
        let explained = format!("explain query plan {sql}");
        let Ok(mut statement) = connection.prepare(&explained) else { return Vec::new() };
        let mut rows = statement.raw_query();
        let mut plan = Vec::new();
        while let Ok(Some(row)) = rows.next() {
            plan.extend(row.get::<_, String>("detail"));
        }
        plan
    }

    fn reads_too_much(step: &str, plan: &[String], grows: impl Fn(&str) -> bool) -> bool {
        let mut words = step.split(' ');
        let (how, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_sorted = plan.iter().any(|step| step.ends_with("TEMP B-TREE FOR ORDER BY"));
        if step.contains(" AUTOMATIC ") {
            return true;
        }
        if SMALL_INDEXES.iter().any(|index| words.clone().any(|word| word == *index)) {
            return false;
        }
        // A place in a list to go on from, and the items of a payout.
        let is_bounded = step.contains(" ((") || step.contains("(id>? AND id<?)");
        match how {
            "SCAN" => grows(name),
            "SEARCH" if !step.contains("=?") => !is_bounded && (is_sorted || plan.len() > 1) && grows(name),
            "SEARCH" => is_sorted && FEW_VALUES.iter().any(|few| step.ends_with(few)),
            _ => false,
        }
    }

    /// Whether this name in a plan, which is an alias where there is one, is that of a table that can grow.
    fn grows(name: &str, sql: &str, connection: &Connection) -> bool {
        let words = || sql.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        let before = words().zip(words().skip(1)).filter(|(_, alias)| *alias == name).map(|(table, _)| table);
        let is_table = |table: &&str| connection.table_exists(None, *table).unwrap_or_default();
        let table = before.chain([name]).find(is_table);
        table.is_some_and(|table| !SMALL_TABLES.contains(&table))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn found(plan: &[&str]) -> bool {
            let plan: Vec<String> = plan.iter().map(|step| step.to_string()).collect();
            plan.iter().any(|step| reads_too_much(step, &plan, |name| name == "claims"))
        }

        #[test]
        fn plans_that_read_far_more_than_they_return_are_found() {
            let sort = "USE TEMP B-TREE FOR ORDER BY";
            assert!(found(&["SCAN claims"]));
            assert!(found(&["SCAN claims USING COVERING INDEX claims_by_email"]));
            assert!(found(&["SEARCH claims USING AUTOMATIC PARTIAL COVERING INDEX (status=?)"]));
            assert!(found(&["SEARCH claims USING INDEX claims_by_expiry (mode=?)", sort]));
            assert!(found(&["SEARCH claims USING INDEX claims_by_email (email_key>?)", sort]));
            assert!(found(&["SEARCH claims USING INDEX claims_by_email (email_key>?)", "SEARCH a (id=?)"]));
        }

        #[test]
        fn plans_that_read_what_they_return_pass() {
            let sort = "USE TEMP B-TREE FOR ORDER BY";
            assert!(!found(&["SCAN freezes", sort]));
            assert!(!found(&["SCAN a USING INDEX accounts_ahead", "SEARCH claims (account_id=?)"]));
            assert!(!found(&["SEARCH claims USING INDEX claims_by_expiry (expires_at<?)"]));
            assert!(!found(&[
                "SEARCH claims USING INDEX claims_by_email (email_key=? AND expires_at>?)",
                sort
            ]));
            assert!(!found(&["SEARCH claims USING PRIMARY KEY (id>? AND id<?)", sort]));
            assert!(!found(&["SEARCH claims USING COVERING INDEX c ((email_key,item_id)>(?,?))", "SCAN c"]));
        }
    }
}
