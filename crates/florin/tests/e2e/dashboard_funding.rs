//! The pages about where money comes from and goes to, as a signed-in user sees them: recipients, bank
//! accounts, external wallets, deposits and withdrawals. Real HTTP with cookies, both engines.

mod automatic_withdrawals;
mod bank_accounts;
mod deposits;
mod masking;
mod recipients;
mod refusals;
mod selection;
mod strangers;
mod typed_amounts;
mod typed_numbers;
mod wallets;
mod withdrawals;

use serde_json::Value;

use crate::support::pages::{id, led, open};
use crate::support::{Browser, RAILS, Reply, bank_account, with};

const TEST: &str = "/dashboard/test";
const LIVE: &str = "/dashboard/live";

/// The fields of a bank account's form, from what the API takes.
fn written(body: &Value, property: &str) -> Vec<(String, String)> {
    let mut fields = vec![("name".to_owned(), text(&body["name"]))];
    for (name, value) in body[property].as_object().expect("details") {
        match value.as_object() {
            Some(inner) => {
                fields.extend(inner.iter().map(|(within, value)| (format!("{name}.{within}"), text(value))));
            }
            None => fields.push((name.clone(), text(value))),
        }
    }
    fields
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn property(rail: &str) -> &'static str {
    RAILS.into_iter().find(|(known, _, _)| *known == rail).expect("one of the eight rails").1
}

/// Sends the form of a bank account on this rail, with some fields as the test wants them.
fn send_account(browser: &Browser, rail: &str, changes: &[(&str, &str)]) -> Reply {
    let action = format!("{TEST}/bank_accounts/new");
    let form = browser.form(&format!("{action}?rail={rail}"), &action);
    let good = written(&bank_account(rail), property(rail));
    let good: Vec<(&str, &str)> = good.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post(&action, &with(&with(&form, &good), changes))
}

/// The address of a new bank account.
#[track_caller]
fn add_account(browser: &Browser, rail: &str) -> String {
    led(&send_account(browser, rail, &[]))
}

/// The address of a new wallet.
#[track_caller]
fn add_wallet(browser: &Browser, name: &str) -> String {
    let action = format!("{TEST}/external_wallets/new");
    let fields = [("name", name), ("address", crate::support::ADDRESS)];
    led(&browser.fill(&action, &action, &fields))
}

/// The second page of a deposit or a withdrawal: the fields with which it is confirmed.
#[track_caller]
fn reviewed(browser: &Browser, section: &str, fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let new = format!("{TEST}/{section}/new");
    let page = browser.fill(&new, &new, fields);
    assert_eq!(page.status, 200, "{page:?}");
    crate::support::hidden_fields(&page.body, &format!("{TEST}/{section}"))
}

/// The address of a new deposit.
#[track_caller]
fn deposit(browser: &Browser, account: &str, amount: &str) -> String {
    let form = reviewed(browser, "deposits", &[("bank_account_id", id(account)), ("amount", amount)]);
    led(&browser.post(&format!("{TEST}/deposits"), &form))
}

/// The address of a new withdrawal.
#[track_caller]
fn withdraw(browser: &Browser, to: &str, amount: &str) -> String {
    let form = reviewed(browser, "withdrawals", &[("to", id(to)), ("amount", amount)]);
    led(&browser.post(&format!("{TEST}/withdrawals"), &form))
}

/// Lets something happen in the sandbox, by the button on the page.
#[track_caller]
fn simulate(browser: &Browser, place: &str, event: &str) -> Reply {
    let action = format!("{place}/simulate");
    let reply = browser.fill(place, &action, &[("event", event)]);
    assert_eq!(led(&reply), place);
    open(browser, place)
}
