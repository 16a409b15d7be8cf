//! Deposits and withdrawals by state, and among all transactions.

use serde_json::{Value, json};

use super::{List, ids, newest_first, page, text, walk};
use crate::support::{
    Client, DAY, Engine, Server, accepted, advance, cancel_external_transfer, deposit, happens, register,
    withdraw,
};

testkit::on_both_engines!(
    deposits_and_withdrawals_are_filtered_by_one_state_or_several,
    transactions_are_found_by_type_and_by_bank_account,
);

testkit::on_one_engine!(a_state_that_they_cannot_have_is_refused);

/// A deposit in every state that lasts, and a withdrawal in every state.
fn one_of_each(client: &Client) -> Vec<(List, &'static str, String)> {
    let account = register(client, "usd_ach");
    let id = |row: &Value| text(row, "id");
    let mut made = Vec::new();
    for (status, event) in [("completed", "received"), ("failed", "failed"), ("expired", "expired")] {
        let row = deposit(client, &account, "10.00");
        happens(client, &row, event);
        made.push((List::Deposits, status, id(&row)));
    }
    for (status, event) in [("completed", "completed"), ("failed", "failed"), ("failed", "returned")] {
        let row = withdraw(client, &account, "10.00");
        happens(client, &row, event);
        made.push((List::Withdrawals, status, id(&row)));
    }
    made.push((List::Withdrawals, "processing", id(&withdraw(client, &account, "10.00"))));
    advance(client, 30);
    let (coming, going) = (deposit(client, &account, "10.00"), withdraw(client, &account, "10.00"));
    for (list, row) in [(List::Deposits, &coming), (List::Withdrawals, &going)] {
        accepted(&cancel_external_transfer(client, row));
        made.push((list, "cancelled", id(row)));
    }
    made.push((List::Deposits, "awaiting_transfer", id(&deposit(client, &account, "10.00"))));
    made.push((List::Withdrawals, "queued", id(&withdraw(client, &account, "10.00"))));
    made
}

fn deposits_and_withdrawals_are_filtered_by_one_state_or_several(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let made = one_of_each(&sandbox);
    for list in [List::Deposits, List::Withdrawals] {
        let all = page(&sandbox, list, "").0;
        assert_eq!(all, newest_first(all.clone()));
        for (_, status, _) in made.iter().filter(|(of, _, _)| *of == list) {
            let expected: Vec<&String> = made
                .iter()
                .rev()
                .filter(|(of, is, _)| *of == list && is == status)
                .map(|(_, _, id)| id)
                .collect();
            for size in [1, 2, 100] {
                let found = walk(&sandbox, list, &format!("status={status}"), size);
                assert_eq!(ids(&found).iter().collect::<Vec<_>>(), expected, "{status}");
            }
        }
        let several = page(&sandbox, list, "status=completed&status=cancelled&status=completed").0;
        assert_eq!(several.len(), 2);
        let since = text(&all[1], "created_at");
        let found = page(&sandbox, list, &format!("created_from={since}&status=cancelled")).0;
        assert_eq!(ids(&found), [text(&all[1], "id")]);
    }
}

fn a_state_that_they_cannot_have_is_refused(engine: Engine) {
    let server = Server::start(engine);
    for (list, statuses) in [
        (List::Deposits, ["queued", "pending_claim", "Completed", "", "completed,failed"]),
        (List::Withdrawals, ["awaiting_transfer", "expired", "pending_claim", "COMPLETED", "returned"]),
    ] {
        for status in statuses {
            let reply = server.sandbox().get(&format!("{}?status={status}", list.path()));
            reply.assert_problem(400, "invalid_request");
            assert_eq!(reply.locations(), ["query.status"], "{status}");
        }
    }
}

fn transactions_are_found_by_type_and_by_bank_account(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let find = |query: &str| {
        let page = accepted(&sandbox.get(&format!("/transactions?{query}")));
        page["data"].as_array().expect("a page").clone()
    };
    one_of_each(&sandbox);
    for (kind, list) in [("deposit", List::Deposits), ("withdrawal", List::Withdrawals)] {
        assert_eq!(find(&format!("type={kind}")), page(&sandbox, list, "").0, "{kind}");
    }
    let other = register(&sandbox, "brl_pix");
    let (coming, going) = (deposit(&sandbox, &other, "10.00"), withdraw(&sandbox, &other, "10.00"));
    assert_eq!(find(&format!("bank_account_id={other}")), [going.clone(), coming.clone()]);
    assert_eq!(find(&format!("bank_account_id={other}&type=deposit")), std::slice::from_ref(&coming));
    assert_eq!(find(&format!("bank_account_id={other}&status=queued")), [going]);
    // Money that comes late names it, too.
    advance(&sandbox, 7 * DAY);
    happens(&sandbox, &coming, "received");
    let late = find(&format!("bank_account_id={other}&type=inbound_transfer"));
    assert_eq!((late.len(), &late[0]["bank_account_id"]), (1, &json!(other)));
}
