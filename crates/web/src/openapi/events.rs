//! Events as OpenAPI webhooks: what is sent to the endpoints of subscribers, made from the one table of event types
//! and the shapes of the objects they happen to.

use rules::account::Mode;
use rules::archive_status::ArchiveStatus;
use rules::event_type::EventType;
use serde_json::{Map, Value, json};

use super::{example_values, examples};
use crate::api::{EXTERNAL_WALLET, PAYOUT, PAYOUT_ITEM, RECIPIENT, TRANSACTION};
use crate::shape::{self, Field, FieldKind, Object, label, output};
use rules::money::Currency;
use rules::rail::Rail;

pub const TAG: &str = "Events";

pub const ABOUT: &str = "\
What happened to an object, sent to the endpoints that you registered in the dashboard, with the object as GET showed
it at that moment. Each change is told with the transaction that made it, so none is missing and none is made up.
`sequence` counts the events of one object from 1: what is delivered twice has the same `id`, and what comes late has
a lower `sequence` than what you have seen.";

const EVENT_ID: &str = "evt_01kdvq3y5cf2ab6ngnm3hcrkve";

/// A bank account without whose it is and without its numbers.
pub static BANK_ACCOUNT_SUMMARY: Object = Object {
    name: "BankAccountSummary",
    about: "A bank account as events show it: without its numbers, and without whose it is.",
    closed: false,
    fields: &[
        Field::required("id", "The id of the bank account.", output(example_values::BANK_ACCOUNT_ID)),
        Field::required("name", "The display name, for people.", label(1, 255, "Main account")),
        Field::required(
            "status",
            "An archived account takes no new transfers.",
            FieldKind::Choice(&ArchiveStatus::NAMES),
        ),
        Field::required("payment_rail", "The rail it is on.", FieldKind::Choice(&Rail::NAMES)),
        Field::required("currency", "The currency of the rail.", FieldKind::Choice(&Currency::NAMES)),
        Field::required("created_at", "When it was created.", FieldKind::DateTime),
    ],
};

static WEBHOOK_TEST: Object = Object {
    name: "WebhookTest",
    about: "What a test event carries: the endpoint that it is sent to.",
    closed: false,
    fields: &[
        Field::required("id", "The id of the endpoint.", output("we_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::required("url", "Where it is.", output("https://example.com/webhooks")),
        Field::required("description", "What its owner calls it; may be empty.", output("Orders")),
        Field::required(
            "status",
            "Whether anything is sent to it.",
            FieldKind::Choice(&["enabled", "disabled"]),
        ),
        Field::required("created_at", "When it was added.", FieldKind::DateTime),
    ],
};

/// The object that an event shows.
pub fn object(event: EventType) -> &'static Object {
    match event.noun() {
        "payout" => &PAYOUT,
        "payout_item" => &PAYOUT_ITEM,
        "deposit" | "withdrawal" | "inbound_transfer" => &TRANSACTION,
        "recipient" => &RECIPIENT,
        "bank_account" => &BANK_ACCOUNT_SUMMARY,
        "external_wallet" => &EXTERNAL_WALLET,
        "webhook" => &WEBHOOK_TEST,
        unknown => unreachable!("{unknown} has no shape"),
    }
}

/// An event of this type as it is sent.
pub fn example(event: EventType) -> Value {
    json!({
        "id": EVENT_ID,
        "type": event.name(),
        "timestamp": example_values::TIME,
        "environment": Mode::Test.name(),
        "sequence": 1,
        "data": examples::of_object(object(event)),
    })
}

pub fn webhooks() -> Map<String, Value> {
    EventType::ALL.iter().map(|event| (event.name().to_owned(), json!({ "post": webhook(*event) }))).collect()
}

fn webhook(event: EventType) -> Value {
    let reserved = if event.is_reserved() { " No event of this type is sent yet." } else { "" };
    json!({
        "operationId": format!("on{}", camel(event)),
        "tags": [TAG],
        "summary": event.words(),
        "description": format!("{}.{reserved}", event.words()),
        "security": [],
        "parameters": HEADERS.map(|(name, _, _)| json!({ "$ref": format!("#/components/parameters/{name}") })),
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": shape::reference(&schema_name(event)) } },
        },
        "responses": { "2XX": { "description": "You have it. Any other answer is tried again later." } },
    })
}

/// The headers of Standard Webhooks.
const HEADERS: [(&str, &str, &str); 3] = [
    ("webhook-id", "The id of the event: the same, however often it is sent.", EVENT_ID),
    ("webhook-timestamp", "When it was sent, in seconds since 1970.", "1769860800"),
    (
        "webhook-signature",
        "One or more signatures, with spaces between them. Each is `v1,` and the base64 of an HMAC-SHA256 over \
         id, timestamp and body.",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
];

pub fn parameters() -> Map<String, Value> {
    let header = |(name, about, example): (&str, &str, &str)| {
        let header = json!({
            "name": name,
            "in": "header",
            "required": true,
            "description": about,
            "schema": { "type": "string", "examples": [example] },
        });
        (name.to_owned(), header)
    };
    HEADERS.map(header).into_iter().collect()
}

pub fn add_schemas(schemas: &mut Map<String, Value>) {
    for event in EventType::ALL {
        shape::schemas(object(*event), schemas);
        schemas.insert(schema_name(*event), schema(*event));
    }
}

fn schema(event: EventType) -> Value {
    json!({
        "type": "object",
        "description": format!("{}.", event.words()),
        "properties": {
            "id": { "type": "string", "description": "The id of the event.", "examples": [EVENT_ID] },
            "type": { "type": "string", "const": event.name(), "description": "What happened." },
            "timestamp": {
                "type": "string",
                "format": "date-time",
                "description": "When it happened, by the clock of the account.",
            },
            "environment": {
                "type": "string",
                "enum": Mode::ALL.map(Mode::name),
                "description": "Whether it is about real money.",
            },
            "sequence": {
                "type": "integer",
                "minimum": 1,
                "description": "The how-manieth event of this object it is.",
            },
            "data": shape::reference(object(event).name),
        },
        "required": ["id", "type", "timestamp", "environment", "sequence", "data"],
    })
}

fn schema_name(event: EventType) -> String {
    format!("{}Event", camel(event))
}

/// `payout_item.completed` is `PayoutItemCompleted`.
fn camel(event: EventType) -> String {
    let words = event.name().split(['.', '_']);
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}
