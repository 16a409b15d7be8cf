//! What the operator has closed or stopped is said in sentences, where it belongs.

use super::{LIVE, TEST, add_account, reviewed, written};
use crate::support::pages::{beside, demo, id, led, open, says, silent};
use crate::support::{Engine, Server, TARIFF, bank_account, with};

testkit::on_both_engines!(live_money_crosses_only_where_the_operator_set_terms);

testkit::on_sqlite_daily!(
    live_money_crosses_where_the_operator_set_terms,
    money_that_is_stopped_is_said_to_be,
);

/// A live bank account, through the form.
fn add_live(owner: &crate::support::Browser, rail: &str) -> String {
    let action = format!("{LIVE}/bank_accounts/new");
    let form = owner.form(&format!("{action}?rail={rail}"), &action);
    let good = written(&bank_account(rail), super::property(rail));
    let good: Vec<(&str, &str)> = good.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    led(&owner.post(&action, &with(&form, &good)))
}

fn live_money_crosses_only_where_the_operator_set_terms(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    // No form offers the rail. An account from before has a link of its own.
    let account = server.live().post("/bank_accounts", &bank_account("usd_ach")).id();
    let new = format!("{LIVE}/deposits/new");
    let link = format!("{new}?bank_account_id={account}");
    let page = owner.fill(&link, &new, &[("bank_account_id", &account), ("amount", "5")]);
    assert_eq!(page.status, 422);
    let said = beside(&page, "deposit", "bank_account_id");
    assert!(said.contains("Deposits aren't available right now (ACH, United States)."), "{said}");
    assert_eq!(crate::support::pages::count(&server, "quotes"), 0);
}

fn live_money_crosses_where_the_operator_set_terms(engine: Engine) {
    let server = Server::start_with(engine, &["--tariff-file", TARIFF]);
    let owner = demo(&server);
    let account = add_live(&owner, "mxn_spei");
    let new = format!("{LIVE}/deposits/new");
    let page = owner.fill(&new, &new, &[("bank_account_id", id(&account)), ("amount", "1872")]);
    says(&page, "1.00\u{a0}USDC = $18.72\u{a0}MXN");
    let action = format!("{LIVE}/deposits");
    let place = led(&owner.post(&action, &crate::support::hidden_fields(&page.body, &action)));
    let page = open(&owner, &place);
    says(&page, "646180157000000004");
    silent(&page, "Simulation");
    // No user can make live money arrive by a form.
    let form = with(&owner.form(&place, &format!("{place}/cancel")), &[("event", "received")]);
    assert_eq!(owner.post(&format!("{place}/simulate"), &form).status, 404);
    says(&open(&owner, &place), "Awaiting transfer");
}

fn money_that_is_stopped_is_said_to_be(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "brl_pix");
    let form = reviewed(&owner, "withdrawals", &[("to", id(&account)), ("amount", "100")]);
    assert!(server.florin(&["money", "stop", "--reason", "a test"]).status.success());
    let action = format!("{TEST}/withdrawals");
    let page = owner.post(&action, &form);
    assert_eq!(page.status, 422, "{page:?}");
    says(&page, "Outgoing payments are paused right now.");
    assert_eq!(crate::support::balance(&server.sandbox()), "10000.00");
    assert!(server.florin(&["money", "resume"]).status.success());
    led(&owner.post(&action, &form));
    assert_eq!(crate::support::balance(&server.sandbox()), "9900.00");
}
