//! Transactions: everything that moved money or is about to, by id and as a filtered list. A payout item and its
//! transaction are one row with one id, and these tests look at it from both sides.

mod filters;
mod refusals;
mod views;

use serde_json::Value;

use crate::support::{Client, accepted};

fn id(row: &Value) -> &str {
    row["id"].as_str().unwrap_or_else(|| panic!("no id: {row}"))
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no {field}: {row}"))
}

fn ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(id).collect()
}

fn page(client: &Client, query: &str) -> (Vec<Value>, Option<String>) {
    let page = accepted(&client.get(&format!("/transactions?{query}")));
    let cursor = page["next_cursor"].as_str().map(str::to_owned);
    (page["data"].as_array().expect("data").clone(), cursor)
}

/// All rows, page by page.
fn walk(client: &Client, filters: &str, page_size: usize) -> Vec<Value> {
    let (mut rows, mut cursor) = page(client, &format!("{filters}&page_size={page_size}"));
    while let Some(after) = cursor {
        assert_eq!(rows.len() % page_size, 0, "a page in the middle is not full");
        let (more, next) = page(client, &format!("{filters}&page_size={page_size}&cursor={after}"));
        assert!((1..=page_size).contains(&more.len()));
        rows.extend(more);
        cursor = next;
    }
    rows
}
