//! Lists: pages that fit together, cursors that are good for one list only, filters, and other people's rows.

mod concurrency;
mod cursors;
mod dates;
mod external_transfers;
mod filters;
mod pages;
mod sparse;

use crate::support::{ADDRESS, Client, Engine, Server, TARIFF, bank_account, pay_and_settle};
use serde_json::{Value, json};

/// A list, and how to add to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum List {
    BankAccounts,
    ExternalWallets,
    Recipients,
    Payouts,
    Deposits,
    Withdrawals,
}

impl List {
    const ALL: [List; 6] = [
        List::BankAccounts,
        List::ExternalWallets,
        List::Recipients,
        List::Payouts,
        List::Deposits,
        List::Withdrawals,
    ];

    fn path(self) -> &'static str {
        match self {
            List::BankAccounts => "/bank_accounts",
            List::ExternalWallets => "/external_wallets",
            List::Recipients => "/recipients",
            List::Payouts => "/payouts",
            List::Deposits => "/deposits",
            List::Withdrawals => "/withdrawals",
        }
    }

    fn add(self, client: &Client, number: usize) -> Value {
        let reply = match self {
            List::BankAccounts => {
                let mut body = bank_account("brl_pix");
                body["name"] = format!("Account {number}").into();
                client.post("/bank_accounts", &body)
            }
            List::ExternalWallets => {
                let chain = &client.get("/balance").json()["chain"];
                let name = format!("Wallet {number}");
                client.post("/external_wallets", &json!({ "name": name, "chain": chain, "address": ADDRESS }))
            }
            List::Recipients => {
                client.post("/recipients", &json!({ "email": format!("n{number}@example.com") }))
            }
            // One that waits to be claimed stays as it is.
            List::Payouts => return pay_and_settle(client, &[(&format!("n{number}@example.com"), "0.01")]),
            List::Deposits => {
                let from = some_bank_account(client);
                client.post("/deposits", &json!({ "bank_account_id": from, "amount": "10.00" }))
            }
            // As one does that has ended.
            List::Withdrawals => {
                let to = some_bank_account(client);
                let body = json!({ "bank_account_id": to, "amount": "0.80" });
                let id = client.post("/withdrawals", &body).id();
                client.send("POST", &format!("/withdrawals/{id}/cancel"), &[], None)
            }
        };
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.json()
    }

    /// Adds rows as fast as several callers can, so that many are written together.
    fn add_many(self, client: &Client, numbers: std::ops::Range<usize>) -> Vec<Value> {
        const CALLERS: usize = 8;
        std::thread::scope(|scope| {
            let callers: Vec<_> = (0..CALLERS)
                .map(|caller| {
                    let own = numbers.clone().skip(caller).step_by(CALLERS);
                    scope.spawn(move || own.map(|number| self.add(client, number)).collect::<Vec<_>>())
                })
                .collect();
            callers.into_iter().flat_map(|caller| caller.join().expect("its rows")).collect()
        })
    }
}

/// One that is there, so that its list does not grow, or the first.
fn some_bank_account(client: &Client) -> String {
    let (rows, _) = page(client, List::BankAccounts, "page_size=1");
    rows.first()
        .map_or_else(|| client.post("/bank_accounts", &bank_account("brl_pix")).id(), |row| text(row, "id"))
}

/// A server on which live money moves as well.
fn with_live_rails(engine: Engine) -> Server {
    Server::start_with(engine, &["--tariff-file", TARIFF])
}

/// Live money for every account that adds payouts and withdrawals.
fn fund_live(server: &Server, emails: &[&str]) {
    emails.iter().for_each(|email| server.fund_live(email, 1_000_000));
}

/// Rows as a list shows them: newest first by (created, id).
fn newest_first(mut rows: Vec<Value>) -> Vec<Value> {
    let place = |row: &Value| (text(row, "created_at"), text(row, "id"));
    rows.sort_by_key(|row| std::cmp::Reverse(place(row)));
    rows
}

fn text(row: &Value, field: &str) -> String {
    row[field].as_str().unwrap_or_else(|| panic!("no {field}: {row}")).to_owned()
}

fn ids(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| text(row, "id")).collect()
}

/// One page. `query` starts after the `?`.
fn page(client: &Client, list: List, query: &str) -> (Vec<Value>, Option<String>) {
    let reply = client.get(&format!("{}?{query}", list.path()));
    assert_eq!(reply.status, 200, "{query}: {reply:?}");
    let json = reply.json();
    let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["data", "next_cursor"]);
    let cursor = match &json["next_cursor"] {
        Value::Null => None,
        Value::String(cursor) => Some(cursor.clone()),
        other => panic!("{other} is no cursor"),
    };
    (json["data"].as_array().expect("data").clone(), cursor)
}

/// All rows, page by page. Every page but the last is full, and the last is not empty unless the list is.
fn walk(client: &Client, list: List, filters: &str, page_size: usize) -> Vec<Value> {
    let (mut rows, mut cursor) = page(client, list, &format!("{filters}&page_size={page_size}"));
    while let Some(after) = cursor {
        assert_eq!(rows.len() % page_size, 0, "a page in the middle is not full");
        let (more, next) = page(client, list, &format!("{filters}&page_size={page_size}&cursor={after}"));
        assert!((1..=page_size).contains(&more.len()), "{} rows on a page of {page_size}", more.len());
        rows.extend(more);
        cursor = next;
    }
    rows
}
