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
            // Tools call the first one unless they are told otherwise, so it moves no money.
            { "url": format!("{origin}/sandbox/v1"), "description": "Sandbox: simulated money and test keys." },
            { "url": format!("{origin}/v1"), "description": "Live: real money and live keys." },
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
        "Balance" => "The available USDC of an account, held on a single chain.",
        "Bank accounts" => {
            "Fiat bank accounts for deposits and withdrawals. Each has one currency and one payment rail. Numbers \
             are validated when you create the bank account, identically in the sandbox and in live mode."
        }
        "External wallets" => {
            "Self-custody wallets for withdrawals, on the chain that holds your USDC. Addresses need their EIP-55 \
             checksum and can't be changed."
        }
        "Recipients" => "The people you pay. Each account has one recipient per email address.",
        "Payouts" => {
            "One call sends USDC to up to 100 recipients. The total is reserved in full, or the payout is \
             rejected. Recipients with a wallet are credited within moments. Others get an email and have 30 days \
             to claim the money."
        }
        "Deposits" => {
            "Fiat money that becomes USDC. Create a deposit, send the money with the reference from the response, \
             and it is credited when it arrives."
        }
        "Withdrawals" => {
            "USDC that leaves the balance, to a bank account in its currency or to an external wallet. If a bank \
             returns the money, the whole amount is credited to the balance, fees included."
        }
        "Quotes" => "The price of a deposit or withdrawal, locked for five minutes.",
        "Transactions" => {
            "All movements of money, completed and pending. A payout item and its transaction are one object with \
             one ID."
        }
        "Simulate" => {
            "Simulations of banks, the chain, recipients and time. These endpoints exist only in the sandbox."
        }
        events::TAG => events::ABOUT,
        unknown => panic!("the tag {unknown} is not described"),
    }
}

const ABOUT: &str = "\
Send `Authorization: Bearer <key>` with every request. The key is an API key of your own account, or an access token
for the account of a user who authorized your app. Live keys work at the live URL, and test keys in the sandbox. Each
operation requires the scope that its description names.

Bodies are JSON objects. Times are RFC 3339 in UTC, amounts are strings, and IDs are opaque. Unknown properties and
query parameters are rejected with 400, never ignored.

Every error is `application/problem+json`. Its `type` links to a page that explains the error.

Send an `Idempotency-Key` with a POST, and you can retry it safely: it takes effect once.";

fn info(brand: &str) -> Value {
    json!({
        "title": format!("{brand} API"),
        "version": VERSION,
        "summary": "A USDC balance, payouts to up to 100 recipients per call, and bank accounts on eight payment \
                    rails.",
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
            "description": "An API key, whose prefix shows whether it is for live or test, or an access token for \
                            the account that the user chose.",
        },
        "basic": {
            "type": "http",
            "scheme": "basic",
            "description": "The API key as the username, with an empty password.",
        },
        "oauth": {
            "type": "oauth2",
            "description": "For apps that act on users' accounts: an access token from the authorization code \
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
