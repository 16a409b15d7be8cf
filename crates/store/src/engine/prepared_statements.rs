//! The statements that a PostgreSQL session keeps prepared. Each takes memory in the server until it is closed, and a
//! caller's filters make new ones, so there is a limit.

use std::collections::HashMap;

use tokio_postgres::Statement;

/// More than all statements of ordinary use; one takes about 50 KB.
const MOST: usize = 512;

/// The least recently used makes room for a new one. A statement is closed when the last copy of it is dropped.
pub struct PreparedStatements<S = Statement> {
    by_sql: HashMap<String, Kept<S>>,
    /// Counts uses, to tell which was earlier.
    uses: u64,
}

struct Kept<S> {
    statement: S,
    last_use: u64,
}

impl<S> Default for PreparedStatements<S> {
    fn default() -> PreparedStatements<S> {
        PreparedStatements { by_sql: HashMap::new(), uses: 0 }
    }
}

impl<S: Clone> PreparedStatements<S> {
    pub fn get(&mut self, sql: &str) -> Option<S> {
        self.uses += 1;
        let kept = self.by_sql.get_mut(sql)?;
        kept.last_use = self.uses;
        Some(kept.statement.clone())
    }

    pub fn insert(&mut self, sql: &str, statement: S) {
        if self.by_sql.len() >= MOST && !self.by_sql.contains_key(sql) {
            let oldest = self.by_sql.iter().min_by_key(|(_, kept)| kept.last_use);
            if let Some(oldest) = oldest.map(|(sql, _)| sql.clone()) {
                self.by_sql.remove(&oldest);
            }
        }
        self.uses += 1;
        self.by_sql.insert(sql.to_owned(), Kept { statement, last_use: self.uses });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_others_make_room() {
        let mut statements = PreparedStatements::<usize>::default();
        statements.insert("often", 0);
        for number in 1..10 * MOST {
            statements.insert(&format!("select {number}"), number);
            assert_eq!(statements.get("often"), Some(0));
        }
        assert_eq!(statements.by_sql.len(), MOST);
        let last = 10 * MOST - 1;
        assert_eq!(statements.get(&format!("select {last}")), Some(last));
        assert_eq!(statements.get("select 1"), None);
    }

    #[test]
    fn a_statement_that_two_callers_prepared_is_kept_once() {
        let mut statements = PreparedStatements::default();
        for number in 0..MOST {
            statements.insert(&number.to_string(), number);
        }
        statements.insert("0", 7);
        assert_eq!((statements.get("0"), statements.get("1")), (Some(7), Some(1)));
    }
}
