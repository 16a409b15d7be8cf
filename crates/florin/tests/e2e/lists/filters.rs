//! Filters by state and address, and parameters that are none.

use super::{List, ids, newest_first, page, text, walk};
use crate::support::{Client, Engine, Server};
use serde_json::{Value, json};

testkit::on_both_engines!(a_filter_and_pages_go_together);

testkit::on_sqlite_daily!(
    bank_accounts_are_filtered_by_one_state_or_several,
    recipients_are_found_by_address_in_any_case,
);

testkit::on_one_engine!(
    a_parameter_that_is_no_filter_of_the_list_is_refused,
    names_and_values_may_be_percent_encoded,
);

/// Ten accounts, the even ones archived; as the list shows them.
fn ten_accounts(client: &Client) -> Vec<Value> {
    for number in 0..10 {
        let id = text(&List::BankAccounts.add(client, number), "id");
        if number % 2 == 0 {
            let reply = client.send("POST", &format!("/bank_accounts/{id}/archive"), &[], None);
            assert_eq!(reply.status, 200);
        }
    }
    newest_first(page(client, List::BankAccounts, "").0)
}

fn with_status(rows: &[Value], status: &str) -> Vec<Value> {
    rows.iter().filter(|row| row["status"] == status).cloned().collect()
}

fn bank_accounts_are_filtered_by_one_state_or_several(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let rows = ten_accounts(&sandbox);
    let (active, archived) = (with_status(&rows, "active"), with_status(&rows, "archived"));
    assert_eq!((active.len(), archived.len()), (5, 5));
    for (query, expected) in [
        ("status=active", &active),
        ("status=archived", &archived),
        ("status=active&status=archived", &rows),
        ("status=archived&status=active", &rows),
        ("status=archived&status=archived", &archived),
        ("", &rows),
    ] {
        assert_eq!(page(&sandbox, List::BankAccounts, query), (expected.clone(), None), "{query}");
    }
    for wrong in
        ["", "Active", "ACTIVE", "active,archived", "deleted", "active%20", "%27%20or%201%3D1", "null"]
    {
        for query in [format!("status={wrong}"), format!("status=active&status={wrong}")] {
            let reply = sandbox.get(&format!("/bank_accounts?{query}"));
            reply.assert_problem(400, "invalid_request");
            assert_eq!(reply.locations(), ["query.status"], "{query}");
        }
    }
    // What is archived meanwhile moves from one answer to the other.
    let id = text(&active[2], "id");
    assert_eq!(sandbox.send("POST", &format!("/bank_accounts/{id}/archive"), &[], None).status, 200);
    let left = page(&sandbox, List::BankAccounts, "status=active").0;
    assert_eq!(ids(&left), [&ids(&active)[..2], &ids(&active)[3..]].concat());
}

fn a_filter_and_pages_go_together(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let rows = ten_accounts(&sandbox);
    let from = text(&rows[7], "created_at");
    let to = text(&rows[1], "created_at");
    for page_size in [1, 2, 5, 100] {
        for status in ["active", "archived"] {
            let expected = with_status(&rows, status);
            let filter = format!("status={status}");
            assert_eq!(
                walk(&sandbox, List::BankAccounts, &filter, page_size),
                expected,
                "{filter} by {page_size}"
            );
            let filter = format!("created_to={to}&status={status}&created_from={from}");
            let expected = with_status(&rows[2..8], status);
            assert_eq!(
                walk(&sandbox, List::BankAccounts, &filter, page_size),
                expected,
                "{filter} by {page_size}"
            );
        }
    }
}

fn recipients_are_found_by_address_in_any_case(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let addresses = [
        "Ada@Example.com",
        "ada+x@example.com",
        "ada_x@example.com",
        "o'brien@example.com",
        "adaxx@example.com",
    ];
    for email in addresses {
        sandbox.post("/recipients", &json!({ "email": email, "nickname": "Payee" })).id();
    }
    for (query, email) in [
        ("email=Ada@Example.com", "Ada@Example.com"),
        ("email=ada@example.com", "Ada@Example.com"),
        ("email=ADA@EXAMPLE.COM", "Ada@Example.com"),
        ("email=aDa%40eXample%2Ecom", "Ada@Example.com"),
        ("email=ADA%2bX@example.com", "ada+x@example.com"),
        ("email=ada_x@example.com", "ada_x@example.com"),
        ("email=O'BRIEN@example.com", "o'brien@example.com"),
        ("email=o%27brien@example.com&page_size=1", "o'brien@example.com"),
    ] {
        let (rows, cursor) = page(&sandbox, List::Recipients, query);
        let found: Vec<&Value> = rows.iter().map(|row| &row["email"]).collect();
        assert_eq!((found, cursor), (vec![&json!(email)], None), "{query}");
        assert_eq!(rows[0]["nickname"], "Payee");
    }
    for query in
        ["email=nobody@example.com", "email=ada@example.co", "email=%25@example.com", "email=a_a@example.com"]
    {
        assert_eq!(page(&sandbox, List::Recipients, query), (Vec::new(), None), "{query}");
    }
    // A plus sign in a query is a space, and no address has one.
    for query in
        ["email=ada+x@example.com", "email=", "email=ada", "email=ada@example.com&email=ada@example.com"]
    {
        let reply = sandbox.get(&format!("/recipients?{query}"));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["query.email"], "{query}");
    }
    let (rows, _) = page(&sandbox, List::Recipients, "email=ada@example.com&created_to=2020-01-01T00:00:00Z");
    assert!(rows.is_empty());
}

fn a_parameter_that_is_no_filter_of_the_list_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for list in List::ALL {
        let foreign = if list == List::Recipients { "status" } else { "email" };
        for name in [
            foreign,
            "limit",
            "offset",
            "page",
            "Page_size",
            "PAGE_SIZE",
            "sort",
            "nickname",
            "name",
            "id",
            "account_id",
        ] {
            for query in
                [format!("{name}=1"), name.to_owned(), format!("page_size=1&{name}=active&page_size=1")]
            {
                let reply = sandbox.get(&format!("{}?{query}", list.path()));
                reply.assert_problem(400, "invalid_request");
                assert!(reply.locations().contains(&format!("query.{name}")), "{query}: {reply:?}");
                // What it takes instead is said; what was sent is not repeated.
                assert!(reply.body.contains("page_size, cursor, created_from"), "{reply:?}");
            }
        }
    }
}

fn names_and_values_may_be_percent_encoded(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let rows = ten_accounts(&sandbox);
    for query in [
        "p%61ge%5fsize=%32",
        "page%5Fsize=2",
        "page_size=2&",
        "&page_size=2",
        "page_size=2&&status=active&status=archived",
    ] {
        let (found, cursor) = page(&sandbox, List::BankAccounts, query);
        assert_eq!((found, cursor.is_some()), (rows[..2].to_vec(), true), "{query}");
    }
    let (_, cursor) = page(&sandbox, List::BankAccounts, "page_size=2");
    let encoded: String = cursor.expect("more").bytes().map(|byte| format!("%{byte:02x}")).collect();
    assert_eq!(page(&sandbox, List::BankAccounts, &format!("cursor={encoded}&page_size=2")).0, rows[2..4]);
    for query in ["page_size=%ff", "%ff=1", "status=%C3", "status=active%ED%A0%80", "cursor=%80"] {
        let reply = sandbox.get(&format!("/bank_accounts?{query}"));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["query"], "{query}");
    }
}
