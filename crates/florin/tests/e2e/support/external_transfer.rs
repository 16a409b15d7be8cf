//! Deposits and withdrawals in one line, and time that passes for them.

use serde_json::{Value, json};

use super::{Client, Reply, Server, accepted, balance, bank_account};

pub const DAY: i64 = 86_400;

/// A new bank account on this rail.
#[track_caller]
pub fn register(client: &Client, payment_rail: &str) -> String {
    client.post("/bank_accounts", &bank_account(payment_rail)).id()
}

/// Money that is announced from a bank account.
#[track_caller]
pub fn deposit(client: &Client, bank_account: &str, amount: &str) -> Value {
    accepted(&client.post("/deposits", &json!({ "bank_account_id": bank_account, "amount": amount })))
}

/// Money that goes to a bank account.
#[track_caller]
pub fn withdraw(client: &Client, bank_account: &str, amount: &str) -> Value {
    accepted(&client.post("/withdrawals", &json!({ "bank_account_id": bank_account, "amount": amount })))
}

/// Money that goes to an external wallet.
#[track_caller]
pub fn withdraw_to_wallet(client: &Client, wallet: &str, amount: &str) -> Value {
    accepted(&client.post("/withdrawals", &json!({ "external_wallet_id": wallet, "amount": amount })))
}

/// What a bank says about a deposit or a withdrawal.
pub fn say(client: &Client, row: &Value, notice: &Value) -> Reply {
    client.post(&format!("/simulate{}", path(row)), notice)
}

/// It says this, and the transaction is like that afterwards.
#[track_caller]
pub fn happens(client: &Client, row: &Value, event: &str) -> Value {
    accepted(&say(client, row, &json!({ "event": event })))
}

pub fn cancel_external_transfer(client: &Client, row: &Value) -> Reply {
    client.send("POST", &format!("{}/cancel", path(row)), &[], None)
}

/// Lets time pass for the account. What is due by then has happened when it returns.
#[track_caller]
pub fn advance(client: &Client, seconds: i64) {
    accepted(&client.post("/simulate/clock", &json!({ "advance_seconds": seconds })));
}

/// The deposit or withdrawal as it is now.
#[track_caller]
pub fn look(client: &Client, row: &Value) -> Value {
    accepted(&client.get(&path(row)))
}

/// Where it is found.
fn path(row: &Value) -> String {
    format!("/{}s/{}", text(row, "type"), text(row, "id"))
}

pub fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no {field}: {row}"))
}

/// An amount that we wrote, in micro-units.
pub fn micros(text: &str) -> i64 {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{part:0<6}").parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn balance_micros(client: &Client) -> i64 {
    micros(&balance(client))
}

/// Everything that a refused request must leave as it was.
pub fn external_transfers_seen(client: &Client) -> [String; 4] {
    ["/balance", "/deposits", "/withdrawals", "/transactions"].map(|path| client.get(path).body)
}

/// What subscribers would be told of it, in order.
pub fn events_of(server: &Server, row: &Value) -> Vec<String> {
    let sql = format!("select type from events where object_id = '{}' order by sequence", text(row, "id"));
    server.database().texts(server.data(), &sql)
}

/// The fees of an answer, which add up.
#[track_caller]
pub fn fees(row: &Value) -> i64 {
    let shown = &row["fee_breakdown"];
    assert_eq!(shown["currency"], "USDC", "{row}");
    let components = shown["components"].as_array().unwrap_or_else(|| panic!("no components: {row}"));
    let parts = components.iter().map(|part| micros(text(part, "amount")));
    let total = micros(text(shown, "total"));
    assert_eq!(parts.sum::<i64>(), total, "{row}");
    total
}

/// Every sequence of these words with repetition, up to this length.
pub fn sequences<'a>(words: &[&'a str], longest: usize) -> Vec<Vec<&'a str>> {
    let (mut all, mut last) = (Vec::new(), vec![Vec::new()]);
    for _ in 0..longest {
        let longer = |start: &Vec<&'a str>| -> Vec<Vec<&'a str>> {
            words.iter().map(|word| [&start[..], &[*word]].concat()).collect()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}
