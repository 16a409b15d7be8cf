//! What identifies a person or their money never comes back in an error, whatever is wrong with the request.

use super::{Good, at, good_requests, is_sensitive, objects, texts, with};
use crate::support::{Client, Engine, RAILS, Reply, Server, bank_account, canary};
use serde_json::{Value, json};

testkit::on_sqlite_daily!(a_key_that_is_reused_says_nothing_about_the_first_body);

testkit::on_one_engine!(
    a_sensitive_value_in_a_wrong_form_never_comes_back,
    a_sensitive_value_in_a_wrong_place_never_comes_back,
    good_details_never_come_back_in_an_error_about_something_else,
);

/// Digits and letters that occur nowhere else, so that finding a part of them means a leak.
fn secret(index: usize) -> (String, u64) {
    let (text, number) = (format!("QZXJ{index:03}VKWY"), 7_190_238_000_000 + index as u64);
    canary(&text);
    canary(&number.to_string());
    (text, number)
}

#[track_caller]
fn assert_hidden(reply: &Reply, text: &str, number: u64) {
    assert!((400..500).contains(&reply.status), "{reply:?}");
    let whole = format!("{reply:?}").to_uppercase();
    assert!(!whole.contains(text), "{text} came back: {reply:?}");
    assert!(!whole.contains(&number.to_string()), "{number} came back: {reply:?}");
}

fn a_sensitive_value_in_a_wrong_form_never_comes_back(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let mut tried = 0;
    for good in bank_accounts(&sandbox) {
        for pointer in texts(&good.body).into_iter().filter(|pointer| is_sensitive(pointer)) {
            tried += 1;
            let (text, number) = secret(tried);
            let wrong = [
                // A letter, a control character, too long, another type, inside something else.
                json!(format!("{text}\n")),
                json!(format!("\0{text}")),
                json!(text.repeat(30)),
                json!(format!("{text}{}", " ".repeat(300))),
                json!(number),
                json!([text]),
                json!([[{ "a": text }]]),
                json!({ "value": text }),
                json!({ &text: number }),
            ];
            for value in wrong {
                assert_hidden(&good.send(&sandbox, &with(&good.body, &pointer, value)), &text, number);
            }
            for broken in broken(&good, &pointer, &text) {
                assert_hidden(&good.send_text(&sandbox, &broken), &text, number);
            }
            let body = with(&good.body, &pointer, text.as_str().into()).to_string();
            let headers = [("Content-Type", "text/plain")];
            assert_hidden(&sandbox.send("POST", &good.path, &headers, Some(&body)), &text, number);
        }
    }
    assert!(tried >= 38, "{tried} sensitive fields");
}

fn bank_accounts(client: &Client) -> impl Iterator<Item = Good> {
    good_requests(client).into_iter().filter(|good| good.path == "/bank_accounts")
}

/// JSON that breaks right after the secret, or right before it.
fn broken(good: &Good, pointer: &str, text: &str) -> [String; 4] {
    let body = with(&good.body, pointer, text.into()).to_string();
    let end = body.find(text).expect("the secret") + text.len();
    [
        body[..end].to_owned(),
        format!("{}\\ud800{}", &body[..end], &body[end..]),
        format!("{}\"{}", &body[..end], &body[end..]),
        body.replacen(&format!("\"{text}\""), text, 1),
    ]
}

fn a_sensitive_value_in_a_wrong_place_never_comes_back(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (text, number) = secret(900);
    for good in good_requests(&sandbox) {
        for pointer in objects(&good.body) {
            // The object itself, a misspelt property, an unexpected object.
            let mut misspelt = good.body.clone();
            misspelt.pointer_mut(&pointer).expect("an object")["account_no"] = text.as_str().into();
            let mut nested = good.body.clone();
            nested.pointer_mut(&pointer).expect("an object")["Details"] =
                json!({ "iban": text, "n": [number] });
            for body in [with(&good.body, &pointer, text.as_str().into()), misspelt, nested] {
                assert_hidden(&good.send(&sandbox, &body), &text, number);
            }
        }
        let reply = sandbox.send(
            good.method,
            &format!("{}?iban={text}", good.path),
            &[],
            Some(&good.body.to_string()),
        );
        assert_hidden(&reply, &text, number);
        for path in ["/bank_accounts", "/recipients"] {
            assert_hidden(&sandbox.get(&format!("{path}/{text}")), &text, number);
            assert_hidden(&sandbox.get(&format!("{path}?clabe={text}")), &text, number);
        }
    }
}

fn good_details_never_come_back_in_an_error_about_something_else(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (rail, property, currency) in RAILS {
        let body = bank_account(rail);
        let secrets = secrets_of(&body);
        let mut nameless = body.clone();
        nameless.as_object_mut().expect("an object").remove("name");
        let mut elsewhere = body.clone();
        elsewhere["payment_rail"] = if rail == "brl_pix" { "mxn_spei".into() } else { "brl_pix".into() };
        let mut money = body.clone();
        money["currency"] = if currency == "BRL" { "EUR".into() } else { "BRL".into() };
        let mut more = body.clone();
        more[property]["surprise"] = true.into();
        let mut twice = body.clone();
        twice["usd_bank"] = body[property].clone();
        for wrong in [nameless, elsewhere, money, more, twice] {
            let reply = sandbox.post("/bank_accounts", &wrong);
            reply.assert_problem(400, "invalid_request");
            for secret in &secrets {
                assert!(!reply.body.contains(secret), "{secret} came back: {reply:?}");
            }
        }
    }
}

/// The sensitive values of a good body that are distinctive enough to look for.
fn secrets_of(body: &Value) -> Vec<String> {
    let sensitive = texts(body).into_iter().filter(|pointer| is_sensitive(pointer));
    let values = sensitive.map(|pointer| at(body, &pointer).as_str().expect("a text").to_owned());
    let found: Vec<String> = values.filter(|value| value.len() >= 5).collect();
    assert!(!found.is_empty(), "{body}");
    found
}

fn a_key_that_is_reused_says_nothing_about_the_first_body(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (rail, _, _) in RAILS {
        let body = bank_account(rail);
        assert_eq!(sandbox.post_once("/bank_accounts", rail, &body).status, 200);
        let other = if rail == "brl_pix" { "mxn_spei" } else { "brl_pix" };
        let reply = sandbox.post_once("/bank_accounts", rail, &bank_account(other));
        reply.assert_problem(422, "idempotency_key_reused");
        for secret in secrets_of(&body).iter().chain(&secrets_of(&bank_account(other))) {
            assert!(!reply.body.contains(secret), "{secret} came back: {reply:?}");
        }
    }
}
