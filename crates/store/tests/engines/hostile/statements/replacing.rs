//! SQLite: rows of guarded tables that are deleted by a conflict, for which no delete trigger fires. The statements
//! follow from the schema, so that a new table or a new key cannot be forgotten.

use super::super::scene::Scene;
use super::Statement;

/// Tables of which rows may be replaced: their rows change or go in the course of business, and no trigger guards them.
const UNGUARDED: [&str; 13] = [
    "api_requests",
    "attempts",
    "delivery_attempts",
    "email_counts",
    "email_preferences",
    "last_audit_round",
    "payout_drafts",
    "published_tariff",
    "recipient_nicknames",
    "replays",
    "secret_marks",
    "simulated_orders",
    "writers",
];

/// Columns that refer to other rows: they keep their values, or a foreign key would refuse instead of the guard.
const REFERENCES: [&str; 4] = ["account_id", "user_id", "endpoint_id", "event_id"];

/// A key: its columns, and what must hold for a row to be in it.
struct Key {
    columns: Vec<String>,
    condition: String,
}

/// Every statement, for each table that the schema guards.
pub fn all(scene: &Scene) -> Vec<Statement> {
    let texts = |sql: &str| scene.fixture.texts(sql);
    let tables = texts("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'");
    let guarded = texts(
        "select distinct tbl_name from sqlite_schema
         where type = 'trigger' and (sql like '% before update %' or sql like '% before delete %')",
    );
    for table in &tables {
        let is_free = UNGUARDED.contains(&table.as_str());
        assert!(is_free != guarded.contains(table), "{table} is either guarded or may be replaced");
    }
    guarded.iter().flat_map(|table| of_table(scene, table)).collect()
}

fn of_table(scene: &Scene, table: &str) -> Vec<Statement> {
    let columns = scene.fixture.texts(&format!("select name from pragma_table_info('{table}')"));
    let integers =
        scene.fixture.texts(&format!("select name from pragma_table_info('{table}') where type = 'INTEGER'"));
    let keys = keys(scene, table);
    let mut all = Vec::new();
    for (number, key) in keys.iter().enumerate() {
        let count = format!("select count(*) from {table} where {}", key.condition);
        assert!(scene.fixture.number(&count) > 0, "the scene has no row for {:?} of {table}", key.columns);
        let others: Vec<&String> = keys
            .iter()
            .flat_map(|other| &other.columns)
            .filter(|column| !key.columns.contains(column) && !REFERENCES.contains(&column.as_str()))
            .collect();
        let value = |column: &String| match (others.contains(&column), integers.contains(column)) {
            (true, true) => format!("{column} + 1000"),
            (true, false) => format!("'x' || {column}"),
            (false, _) => column.clone(),
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        let (columns, values) = (columns.join(", "), values.join(", "));
        // The first row and the last: another key may refuse one of them.
        for (verb, order) in [("insert or replace", "asc"), ("replace", "desc")] {
            let (condition, by) = (&key.condition, &key.columns[key.columns.len() - 1]);
            all.push((
                format!("{verb} into {table} by {} ({number})", key.columns.join(" and ")),
                format!(
                    "{verb} into {table} ({columns})
                     select {values} from {table} where {condition} order by {by} {order} limit 1"
                ),
            ));
        }
    }
    all.extend(of_keys(scene, table, &keys));
    all
}

/// Rows that take the key of another row, which then goes.
fn of_keys(scene: &Scene, table: &str, keys: &[Key]) -> Vec<Statement> {
    let deletes =
        format!("select name from sqlite_schema where tbl_name = '{table}' and sql like '% before delete %'");
    if scene.fixture.texts(&deletes).is_empty() {
        return Vec::new();
    }
    let statement = |key: &Key| {
        let columns = key.columns.join(", ");
        let (first, last) = (format!("order by {columns}"), format!("order by {columns} desc"));
        let one =
            |order: &str| format!("(select {columns} from {table} where {} {order} limit 1)", key.condition);
        (
            format!("update or replace {table} by {columns}"),
            format!(
                "update or replace {table} set ({columns}) = {} where ({columns}) = {}",
                one(&last),
                one(&first)
            ),
        )
    };
    let has_two = |key: &&Key| {
        let (columns, condition) = (key.columns.join(", "), &key.condition);
        let count = format!("select count(*) from (select {columns} from {table} where {condition} limit 2)");
        scene.fixture.number(&count) == 2
    };
    keys.iter().filter(has_two).map(statement).collect()
}

/// The columns that an index is about, also if they only stand in an expression.
fn indexed_columns(scene: &Scene, table: &str, index: &str) -> Vec<String> {
    let named = scene.fixture.texts(&format!("select coalesce(name, '') from pragma_index_info('{index}')"));
    if named.iter().all(|name| !name.is_empty()) {
        return named;
    }
    let sql = scene.fixture.texts(&format!("select sql from sqlite_schema where name = '{index}'")).remove(0);
    let (_, indexed) = sql.split_once('(').expect("what is indexed");
    let indexed = indexed.split(" where ").next().unwrap_or_default();
    let words: Vec<&str> = indexed
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let columns = scene.fixture.texts(&format!("select name from pragma_table_info('{table}')"));
    columns.into_iter().filter(|column| words.contains(&column.as_str())).collect()
}

/// The primary key and every other unique key of a table.
fn keys(scene: &Scene, table: &str) -> Vec<Key> {
    let of_index = |index: &String| Key {
        columns: indexed_columns(scene, table, index),
        condition: scene
            .fixture
            .texts(&format!("select sql from sqlite_schema where name = '{index}' and sql like '% where %'"))
            .pop()
            .map_or("true".to_owned(), |sql| sql.split_once(" where ").expect("a condition").1.to_owned()),
    };
    let indexes = format!("select name from pragma_index_list('{table}') where \"unique\"");
    let mut keys: Vec<Key> = scene.fixture.texts(&indexes).iter().map(of_index).collect();
    // The primary key of a table with a rowid has no index of its own.
    let primary =
        scene.fixture.texts(&format!("select name from pragma_table_info('{table}') where pk order by pk"));
    if keys.iter().all(|key| key.columns != primary) {
        keys.push(Key { columns: primary, condition: "true".to_owned() });
    }
    keys
}
