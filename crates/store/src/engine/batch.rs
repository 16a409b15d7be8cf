//! One statement for each of many rows.
//!
//! The statement is written once and names its input `{rows}`, a relation `k` with the given columns. PostgreSQL gets
//! all rows in one round trip as arrays; SQLite, which has no round trips, runs the statement once for each row.

use std::sync::OnceLock;

/// The type of an input column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    Text,
    Int,
    Bytes,
}

pub struct BatchStatement {
    form: Form,
    columns: &'static [(&'static str, ColumnType)],
    /// The table whose rows are locked in id order, where the engine has row locks.
    locked: Option<&'static str>,
    sqlite: OnceLock<String>,
    postgres: OnceLock<String>,
}

enum Form {
    /// A statement with `{rows}` in it.
    Template(&'static str),
    /// Each row becomes one of this table.
    Insert(&'static str),
    /// Each row replaces columns of the one in this table that has its first columns, so many of them: the key.
    Update(&'static str, usize),
}

type Columns = &'static [(&'static str, ColumnType)];

impl BatchStatement {
    pub const fn new(template: &'static str, columns: Columns) -> BatchStatement {
        BatchStatement::of(Form::Template(template), columns, None)
    }

    pub const fn insert(table: &'static str, columns: Columns) -> BatchStatement {
        BatchStatement::of(Form::Insert(table), columns, None)
    }

    /// The first column is the key.
    pub const fn update(table: &'static str, columns: Columns) -> BatchStatement {
        BatchStatement::of(Form::Update(table, 1), columns, None)
    }

    /// The first two columns are the key.
    pub const fn update_by_two(table: &'static str, columns: Columns) -> BatchStatement {
        BatchStatement::of(Form::Update(table, 2), columns, None)
    }

    const fn of(form: Form, columns: Columns, locked: Option<&'static str>) -> BatchStatement {
        BatchStatement { form, columns, locked, sqlite: OnceLock::new(), postgres: OnceLock::new() }
    }

    /// Also locks the rows found in `table` against other writers, but not against foreign keys that point at them.
    pub const fn locking(table: &'static str, template: &'static str, columns: Columns) -> BatchStatement {
        BatchStatement::of(Form::Template(template), columns, Some(table))
    }

    pub fn columns(&self) -> &'static [(&'static str, ColumnType)] {
        self.columns
    }

    /// Where SQLite meets a conflict it gives up the whole batch, as Florin does anyway. Said so, it need not keep a
    /// copy of every page that a statement touches, in case that one statement had to be undone.
    pub fn sqlite(&self) -> &str {
        self.sqlite.get_or_init(|| {
            let numbers = (1..=self.columns.len()).map(|number| format!("?{number}"));
            let inputs: Vec<(String, &str)> = numbers.zip(self.names()).collect();
            match self.form {
                Form::Template(template) => {
                    let named: Vec<String> =
                        inputs.iter().map(|(number, name)| format!("{number} as {name}")).collect();
                    template.replace("{rows}", &format!("(select {}) as k", named.join(", ")))
                }
                Form::Insert(table) => {
                    let numbers: Vec<&str> = inputs.iter().map(|(number, _)| number.as_str()).collect();
                    let (names, numbers) = (self.names().join(", "), numbers.join(", "));
                    format!("insert or rollback into {table} ({names}) values ({numbers})")
                }
                Form::Update(table, keys) => {
                    let equal = |(number, name): &(String, &str)| format!("{name} = {number}");
                    let (key, set) = inputs.split_at(keys);
                    let set: Vec<String> = set.iter().map(equal).collect();
                    let key: Vec<String> = key.iter().map(equal).collect();
                    format!("update or rollback {table} set {} where {}", set.join(", "), key.join(" and "))
                }
            }
        })
    }

    pub fn postgres(&self) -> &str {
        self.postgres.get_or_init(|| {
            let arrays = self.columns.iter().enumerate().map(|(index, (_, kind))| {
                let array = match kind {
                    ColumnType::Text => "text[]",
                    ColumnType::Int => "int8[]",
                    ColumnType::Bytes => "bytea[]",
                };
                format!("${}::{array}", index + 1)
            });
            let arrays = arrays.collect::<Vec<_>>().join(", ");
            let names = self.names().join(", ");
            // With several arrays PostgreSQL always means its own function; with one, a function of the same name in
            // the tables' schema could be a closer match.
            let unnest = if self.columns.len() == 1 { "pg_catalog.unnest" } else { "unnest" };
            let rows = format!("{unnest}({arrays}) as k({names})");
            match self.form {
                Form::Template(template) => {
                    let mut sql = template.replace("{rows}", &rows);
                    if let Some(table) = self.locked {
                        sql.push_str(&format!(" order by {table}.id for no key update of {table}"));
                    }
                    sql
                }
                Form::Insert(table) => format!("insert into {table} ({names}) select {names} from {rows}"),
                Form::Update(table, keys) => {
                    let names = self.names();
                    let (key, set) = names.split_at(keys);
                    let set: Vec<String> = set.iter().map(|name| format!("{name} = k.{name}")).collect();
                    let key: Vec<String> =
                        key.iter().map(|name| format!("{table}.{name} = k.{name}")).collect();
                    let (set, key) = (set.join(", "), key.join(" and "));
                    format!("update {table} set {set} from {rows} where {key}")
                }
            }
        })
    }

    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{BatchStatement, ColumnType};

    #[test]
    fn one_template_becomes_a_statement_of_each_engine() {
        static FIND: BatchStatement = BatchStatement::locking(
            "t",
            "select t.n from {rows} join t on t.id = k.id",
            &[("id", ColumnType::Text), ("n", ColumnType::Int)],
        );
        assert_eq!(FIND.sqlite(), "select t.n from (select ?1 as id, ?2 as n) as k join t on t.id = k.id");
        assert_eq!(
            FIND.postgres(),
            "select t.n from unnest($1::text[], $2::int8[]) as k(id, n) join t on t.id = k.id \
             order by t.id for no key update of t"
        );
    }

    #[test]
    fn one_array_is_unnested_by_postgresqls_own_function() {
        static FIND: BatchStatement =
            BatchStatement::new("select t.n from {rows} join t on t.id = k.id", &[("id", ColumnType::Text)]);
        assert_eq!(
            FIND.postgres(),
            "select t.n from pg_catalog.unnest($1::text[]) as k(id) join t on t.id = k.id"
        );
    }

    #[test]
    fn an_insert_and_an_update_are_written_as_each_engine_likes_them_best() {
        static INSERT: BatchStatement =
            BatchStatement::insert("t", &[("id", ColumnType::Text), ("n", ColumnType::Int)]);
        assert_eq!(INSERT.sqlite(), "insert or rollback into t (id, n) values (?1, ?2)");
        assert_eq!(
            INSERT.postgres(),
            "insert into t (id, n) select id, n from unnest($1::text[], $2::int8[]) as k(id, n)"
        );
        static UPDATE: BatchStatement = BatchStatement::update(
            "t",
            &[("id", ColumnType::Text), ("n", ColumnType::Int), ("m", ColumnType::Int)],
        );
        assert_eq!(UPDATE.sqlite(), "update or rollback t set n = ?2, m = ?3 where id = ?1");
        assert_eq!(
            UPDATE.postgres(),
            "update t set n = k.n, m = k.m from unnest($1::text[], $2::int8[], $3::int8[]) as k(id, n, m) \
             where t.id = k.id"
        );
        static BY_TWO: BatchStatement = BatchStatement::update_by_two(
            "t",
            &[("id", ColumnType::Text), ("part", ColumnType::Int), ("m", ColumnType::Int)],
        );
        assert_eq!(BY_TWO.sqlite(), "update or rollback t set m = ?3 where id = ?1 and part = ?2");
        assert_eq!(
            BY_TWO.postgres(),
            "update t set m = k.m from unnest($1::text[], $2::int8[], $3::int8[]) as k(id, part, m) \
             where t.id = k.id and t.part = k.part"
        );
    }
}
