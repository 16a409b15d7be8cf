//! Who has an account, and what they are called, is shown only to accounts that have paid them in live mode.

use super::all;
use crate::support::{Browser, Client, Engine, Server, accepted, email_to, items_of, pay_and_settle, text};
use serde_json::{Value, json};

testkit::on_both_engines!(
    who_was_paid_in_live_mode_is_shown_by_name_from_then_on,
    no_account_learns_who_joins,
);

testkit::on_sqlite_daily!(
    an_address_does_not_reveal_who_has_an_account,
    a_test_payout_does_not_reveal_who_has_an_account,
);

const USER: &str = "grace@example.org";
const STRANGER: &str = "nobody@example.org";

/// An answer without what differs between any two people.
fn told(answer: &Value, email: &str) -> String {
    let mut answer = answer.clone();
    let forget = |object: &mut Value| {
        for field in ["id", "recipient_id", "payout_id", "created_at", "claim_expires_at"] {
            object.as_object_mut().and_then(|object| object.shift_remove(field));
        }
    };
    forget(&mut answer);
    for list in ["items", "data"] {
        answer.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().for_each(forget);
    }
    let local = email.split('@').next().expect("a local part");
    answer.to_string().replace(email, "<email>").replace(local, "<local>")
}

fn an_address_does_not_reveal_who_has_an_account(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 1_000_000);
    server.new_user(USER);
    for client in [server.sandbox(), server.live()] {
        let asked = |email: &str| {
            let items = json!({ "items": [{ "email": email, "amount": "0.01" }] });
            let unknown = accepted(&client.post("/payouts/validate", &items));
            let created = accepted(&client.post("/recipients", &json!({ "email": email })));
            let items = json!({ "items": [{ "recipient_id": created["id"], "amount": "0.01" }] });
            let known = accepted(&client.post("/payouts/validate", &items));
            let shown = accepted(&client.get(&format!("/recipients/{}", text(&created, "id"))));
            let found = accepted(&client.get(&format!("/recipients?email={email}")));
            [unknown, created, known, shown, found].map(|answer| told(&answer, email))
        };
        let (user, stranger) = (asked(USER), asked(STRANGER));
        assert_eq!(user, stranger);
        assert!(user[1].contains("\"on_platform\":false") && user[0].contains("pending_claim"), "{user:?}");
        // The owner's own address is no exception: it was not paid, either.
        let own = asked(server.info("email"));
        assert!(own[1].contains("\"on_platform\":false"), "{own:?}");
    }
}

fn a_test_payout_does_not_reveal_who_has_an_account(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_user(USER);
    let grace = sandbox.with_key(&server.new_key(USER, "test", "all"));
    let before = accepted(&grace.get("/transactions"));
    let paid = |email: &str| {
        let payout = pay_and_settle(&sandbox, &[(email, "1")]);
        let item = items_of(&sandbox, &payout)[0].clone();
        assert_eq!(text(&item, "status"), "pending_claim", "{email}");
        // The sender can read the email of a test account, and so the page behind its link.
        let link = email_to(server.origin(), email, "claim").links[0].clone();
        let page = Browser::new(server.origin()).get(&link).body;
        assert!(
            page.contains("name=\"password\""),
            "anyone with the link can create a simulated wallet: {page}"
        );
        let claimed = format!("/simulate/payout_items/{}/claim", text(&item, "id"));
        let claimed = accepted(&sandbox.post(&claimed, &json!({})));
        let recipient = accepted(&sandbox.get(&format!("/recipients/{}", text(&item, "recipient_id"))));
        assert_eq!(recipient["on_platform"], true, "a simulated person exists");
        let again = pay_and_settle(&sandbox, &[(email, "1")]);
        assert_eq!(text(&again, "status"), "completed", "{email}");
        [payout, item, claimed, recipient].map(|answer| told(&answer, email))
    };
    let without_times = |answers: [String; 4]| {
        answers.map(|answer| answer.split("\"completed_at\"").next().unwrap_or_default().to_owned())
    };
    assert_eq!(without_times(paid(USER)), without_times(paid(STRANGER)));
    assert_eq!(accepted(&grace.get("/transactions")), before, "nothing of it reaches the real person");
}

fn who_was_paid_in_live_mode_is_shown_by_name_from_then_on(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 100_000_000);
    server.new_user(USER);
    let live = server.live();
    let shown = |client: &Client| {
        let known = accepted(&client.post("/recipients", &json!({ "email": USER })));
        (known["on_platform"] == true, text(&known, "display_name").to_owned())
    };
    assert_eq!(shown(&live), (false, "grace".to_owned()));
    let paid = pay_and_settle(&live, &[(USER, "1"), (USER, "2")]);
    assert_eq!(text(&paid, "status"), "completed");
    assert_eq!(shown(&live), (true, "Another".to_owned()));
    let items = json!({ "items": [{ "email": USER, "amount": "1" }] });
    let said = accepted(&live.post("/payouts/validate", &items));
    assert_eq!(text(&said["items"][0], "status"), "completed");
    assert_eq!(shown(&server.sandbox()), (false, "grace".to_owned()), "the sandbox learns nothing of it");
    // No other account has paid them.
    server.new_user("hedy@example.org");
    let hedy = live.with_key(&server.new_key("hedy@example.org", "live", "all"));
    assert_eq!(shown(&hedy), (false, "grace".to_owned()));
    let sql =
        "select e.type || ' ' || (case when e.data like '%\"Another\"%' then 'named' else 'unnamed' end)
        from events e join accounts a on a.id = e.account_id join users u on u.id = a.user_id
        where a.mode = 'live' and u.email_key <> 'hedy@example.org' and e.type like 'recipient.%'
        order by e.sequence";
    let told = server.database().texts(server.data(), sql);
    assert_eq!(told, ["recipient.created unnamed", "recipient.joined named"]);
    server.assert_books_balance();
}

fn no_account_learns_who_joins(engine: Engine) {
    let server = Server::start(engine);
    for client in [server.sandbox(), server.live()] {
        let before = client.post("/recipients", &json!({ "email": USER, "nickname": "G" }));
        let path = format!("/recipients/{}", before.id());
        if server.database().rows_in(server.data(), "users where email_key = 'grace@example.org'") == 0 {
            server.new_user(USER);
        }
        assert_eq!(client.get(&path).body, before.body);
        assert_eq!(all(&client), [before.json()]);
    }
    let joined = "events where type = 'recipient.joined'";
    assert_eq!(server.database().rows_in(server.data(), joined), 0);
}
