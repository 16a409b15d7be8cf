//! One statement for each of many rows.
//!
//! The statement is written once and names its input `{rows}`, a relation `k` with the given columns. PostgreSQL gets
//! all rows in one round trip as arrays; SQLite, which has no round trips, runs the statement once for each row.

use std::sync::OnceLock;

/// The type of an input column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    Int,
    Bytes,
}

pub struct Each {
    template: &'static str,
    columns: &'static [(&'static str, Kind)],
    /// The table whose rows are locked in id order, where the engine has row locks.
    locked: Option<&'static str>,
    sqlite: OnceLock<String>,
    postgres: OnceLock<String>,
}

impl Each {
    pub const fn new(template: &'static str, columns: &'static [(&'static str, Kind)]) -> Each {
        Each { template, columns, locked: None, sqlite: OnceLock::new(), postgres: OnceLock::new() }
    }

    /// Also locks the rows found in `table` against other writers, but not against foreign keys that point at them.
    pub const fn locking(
        table: &'static str,
        template: &'static str,
        columns: &'static [(&'static str, Kind)],
    ) -> Each {
        Each { template, columns, locked: Some(table), sqlite: OnceLock::new(), postgres: OnceLock::new() }
    }

    pub fn columns(&self) -> &'static [(&'static str, Kind)] {
        self.columns
    }

    pub fn sqlite(&self) -> &str {
        self.sqlite.get_or_init(|| {
            let inputs =
                self.columns.iter().enumerate().map(|(index, (name, _))| format!("?{} as {name}", index + 1));
            let rows = format!("(select {}) as k", inputs.collect::<Vec<_>>().join(", "));
            self.template.replace("{rows}", &rows)
        })
    }

    pub fn postgres(&self) -> &str {
        self.postgres.get_or_init(|| {
            let arrays = self.columns.iter().enumerate().map(|(index, (_, kind))| {
                let array = match kind {
                    Kind::Text => "text[]",
                    Kind::Int => "int8[]",
                    Kind::Bytes => "bytea[]",
                };
                format!("${}::{array}", index + 1)
            });
            let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
            let rows =
                format!("unnest({}) as k({})", arrays.collect::<Vec<_>>().join(", "), names.join(", "));
            let mut sql = self.template.replace("{rows}", &rows);
            if let Some(table) = self.locked {
                sql.push_str(&format!(" order by {table}.id for no key update of {table}"));
            }
            sql
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Each, Kind};

    #[test]
    fn one_template_becomes_a_statement_of_each_engine() {
        static FIND: Each = Each::locking(
            "t",
            "select t.n from {rows} join t on t.id = k.id",
            &[("id", Kind::Text), ("n", Kind::Int)],
        );
        assert_eq!(FIND.sqlite(), "select t.n from (select ?1 as id, ?2 as n) as k join t on t.id = k.id");
        assert_eq!(
            FIND.postgres(),
            "select t.n from unnest($1::text[], $2::int8[]) as k(id, n) join t on t.id = k.id \
             order by t.id for no key update of t"
        );
    }
}
