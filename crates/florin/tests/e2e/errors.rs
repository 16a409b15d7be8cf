//! Requests that are wrong, in every way there is: each gets one problem document that says what and where,
//! and nothing of it is done.

mod bodies;
mod documents;
mod fields;
mod paths;
mod redaction;
mod sizes;
mod sockets;
mod together;

use crate::support::{Client, RAILS, Reply, bank_account};
use serde_json::{Value, json};

/// A request that is accepted as it is.
struct Good {
    method: &'static str,
    path: String,
    body: Value,
}

impl Good {
    /// The same request with another body.
    fn send(&self, client: &Client, body: &Value) -> Reply {
        self.send_text(client, &body.to_string())
    }

    fn send_text(&self, client: &Client, body: &str) -> Reply {
        client.send(self.method, &self.path, &[], Some(body))
    }
}

/// One for every endpoint that takes a body, and for every rail.
fn good_requests(client: &Client) -> Vec<Good> {
    let account = client.post("/bank_accounts", &bank_account("brl_pix")).id();
    let recipient = client.post("/recipients", &json!({ "email": "ada@example.com" })).id();
    let item = json!({ "email": "ada@example.com", "amount": "0.01", "reference": "invoice 17" });
    let payout = json!({ "items": [item], "reference": "May" });
    let post = |path: &str, body: Value| Good { method: "POST", path: path.to_owned(), body };
    let mut good = vec![
        post("/payouts", payout.clone()),
        post("/payouts/validate", payout),
        post("/simulate/inbound_transfers", json!({ "amount": "0.01" })),
        post("/simulate/clock", json!({ "advance_seconds": 1 })),
        Good { method: "PATCH", path: format!("/bank_accounts/{account}"), body: json!({ "name": "Rent" }) },
        Good {
            method: "POST",
            path: "/recipients".to_owned(),
            body: json!({ "email": "ada@example.com", "nickname": "Ada" }),
        },
        Good {
            method: "PATCH",
            path: format!("/recipients/{recipient}"),
            body: json!({ "nickname": "Ada" }),
        },
    ];
    good.extend(RAILS.map(|(rail, property, _)| {
        let mut body = bank_account(rail);
        if let Some(address) = body[property].get_mut("owner_address") {
            address["line2"] = "Floor 2".into();
        }
        Good { method: "POST", path: "/bank_accounts".to_owned(), body }
    }));
    good
}

/// JSON pointers to every text in a body.
fn texts(body: &Value) -> Vec<String> {
    pointers(body).into_iter().filter(|pointer| at(body, pointer).is_string()).collect()
}

/// JSON pointers to every object in a body, the body first.
fn objects(body: &Value) -> Vec<String> {
    pointers(body).into_iter().filter(|pointer| at(body, pointer).is_object()).collect()
}

fn pointers(body: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let fields = body.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value));
    let items = body.as_array().into_iter().flatten().enumerate();
    let inner = fields.chain(items.map(|(index, value)| (index.to_string(), value)));
    found.extend(
        inner.flat_map(|(name, value)| {
            pointers(value).into_iter().map(move |below| format!("/{name}{below}"))
        }),
    );
    found
}

fn at<'a>(body: &'a Value, pointer: &str) -> &'a Value {
    body.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"))
}

/// The body with something else in one place.
fn with(body: &Value, pointer: &str, value: Value) -> Value {
    let mut body = body.clone();
    *body.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = value;
    body
}

/// The place as an error names it.
fn location(pointer: &str) -> String {
    let places = pointer.split('/').skip(1).map(|place| match place.parse::<usize>() {
        Ok(index) => format!("[{index}]"),
        Err(_) => format!(".{place}"),
    });
    format!("body{}", places.collect::<String>())
}

/// What may be shown back: all else says something about a person or their money.
fn is_sensitive(pointer: &str) -> bool {
    let shown = ["/name", "/currency", "/payment_rail", "/email", "/nickname", "/items/0/email"];
    let shown_anywhere = [
        "/bank_account_type",
        "/bank_account_holder_type",
        "/account_type",
        "/document_type",
        "/bank_code",
        "/country",
        "/amount",
        "/reference",
    ];
    !shown.contains(&pointer) && !shown_anywhere.iter().any(|end| pointer.ends_with(end))
}

/// Everything the account has, to see that nothing was done.
fn everything(client: &Client) -> [String; 5] {
    let lists = ["/bank_accounts", "/recipients", "/payouts", "/transactions", "/balance"];
    lists.map(|path| client.get(path).body)
}

/// Checks that this place, and no other, is complained about.
#[track_caller]
fn assert_only(reply: &Reply, location: &str) {
    reply.assert_problem(400, "invalid_request");
    let locations = reply.locations();
    assert!(
        !locations.is_empty() && locations.iter().all(|known| known == location),
        "{location}: {reply:?}"
    );
}
