//! The API's description in OpenAPI 3.1, made from the endpoint table and the shapes. It must never say
//! anything that the endpoints do not do, and is the same bytes for the same origin.

pub mod events;
pub mod example_values;
pub mod examples;
mod external_transfer_examples;
mod operation;
mod payout_examples;
pub mod problems;
mod together;

use rules::scope::Scope;
use serde_json::{Map, Value, json};

use crate::api::ENDPOINTS;
use crate::shape;

/// The version of the description. The API's own version is in its paths.
pub const VERSION: &str = "0.0.1";

/// The whole document, for a server that is reached at `origin`.
pub fn document(origin: &str, brand: &str) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": info(brand),
        "servers": [
            { "url": format!("{origin}/v1"), "description": "Live: real money, live keys." },
            { "url": format!("{origin}/sandbox/v1"), "description": "Sandbox: simulated money, test keys." },
        ],
        "security": [{ "bearer": [] }, { "basic": [] }, { "oauth": [] }],
        "tags": tags().into_iter().chain([events::TAG]).map(described).collect::<Vec<_>>(),
        "paths": paths(),
        "webhooks": events::webhooks(),
        "components": {
            "securitySchemes": security_schemes(origin),
            "headers": problems::headers(),
            "parameters": events::parameters(),
            "responses": problems::responses(origin),
            "schemas": schemas(),
        },
    })
}

fn described(tag: &str) -> Value {
    json!({ "name": tag, "description": about_tag(tag) })
}

/// The tags of the endpoints, in their order.
pub fn tags() -> Vec<&'static str> {
    let mut tags: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.tag).collect();
    tags.dedup();
    tags
}

pub fn about_tag(tag: &str) -> &'static str {
    match tag {
        "Balance" => "The USDC that an account holds on one chain and can spend.",
        "Bank accounts" => {
            "Fiat bank accounts for deposits and withdrawals. Each is tied to one currency and one payment \
             rail. Numbers are checked when an account is created, the same way in the sandbox and live."
        }
        "External wallets" => {
            "Wallets on the chain of your USDC that somebody else holds the keys of, to withdraw to. Addresses need \
             their checksum, and never change."
        }
        "Recipients" => "The people you pay, by email address: one for each account and address.",
        "Payouts" => {
            "One call sends USDC to up to a hundred people. The whole total is reserved at once, or nothing is. Who \
             has a wallet is credited within moments; everybody else gets an email and has 30 days to claim the money."
        }
        "Deposits" => {
            "Fiat money that becomes USDC: you announce it, send it with the reference of the answer, and it is \
             credited when it arrives."
        }
        "Withdrawals" => {
            "USDC that leaves: to a bank account in its currency, or to an external wallet. What the bank sends back \
             is back in the balance, with what it had cost."
        }
        "Quotes" => "What a deposit or a withdrawal would become, promised for five minutes.",
        "Transactions" => {
            "Everything that moved money or is about to. A payout item and its transaction are the same thing with \
             the same id."
        }
        "Simulate" => {
            "What the outside world does, made to happen in the sandbox. These addresses do not exist on live."
        }
        events::TAG => events::ABOUT,
        unknown => panic!("the tag {unknown} is not described"),
    }
}

const ABOUT: &str = "\
Every request carries `Authorization: Bearer <key>`: an API key of your own account, or an access token that
somebody has allowed your app for theirs. What is live works at the live address, what is for tests at the sandbox;
each call needs the scope that its description names.

Bodies are JSON objects. Times are RFC 3339 in UTC, amounts are strings, ids are opaque. A property or a query
parameter that an operation does not know is refused with 400, never ignored.

Every error is `application/problem+json`; its `type` leads to a page that says what to do.

A POST with an `Idempotency-Key` can be repeated without doing anything twice.";

fn info(brand: &str) -> Value {
    json!({
        "title": format!("{brand} API"),
        "version": VERSION,
        "summary": "A USDC balance, payouts to up to a hundred people at once, and bank accounts on eight rails.",
        "description": ABOUT,
        "license": { "name": "Apache License 2.0", "identifier": "Apache-2.0" },
    })
}

fn security_schemes(origin: &str) -> Value {
    let scopes: Map<String, Value> =
        Scope::ALL.into_iter().map(|scope| (scope.name().to_owned(), scope.meaning().into())).collect();
    json!({
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key, whose prefix says whether it is for live or test, or an access token, which is \
                            for the account that its user chose.",
        },
        "basic": {
            "type": "http",
            "scheme": "basic",
            "description": "The same key as the user name, with an empty password.",
        },
        "oauth": {
            "type": "oauth2",
            "description": "For apps that act for the accounts of others: an access token of the authorization code \
                            flow, sent as a bearer token. PKCE with S256 is supported.",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": format!("{origin}/oauth/authorize"),
                    "tokenUrl": format!("{origin}/oauth/token"),
                    "refreshUrl": format!("{origin}/oauth/token"),
                    "scopes": scopes,
                },
            },
        },
    })
}

fn paths() -> Map<String, Value> {
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method.name().to_lowercase()] = operation::operation(endpoint);
    }
    paths
}

fn schemas() -> Map<String, Value> {
    let mut schemas = Map::new();
    for endpoint in ENDPOINTS {
        for parameter in endpoint.query {
            shape::schemas_of_kind(&parameter.field.kind, &mut schemas);
        }
        for object in endpoint.body.into_iter().chain([endpoint.answer]) {
            shape::schemas(object, &mut schemas);
        }
    }
    events::add_schemas(&mut schemas);
    together::add(&mut schemas);
    problems::add_schemas(&mut schemas);
    schemas
}
