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
Every change to an object is an event, delivered to the webhook endpoints that you add in the dashboard. `data` is the
object as GET returned it at that moment. An event is written in the same transaction as the change, so each change has
exactly one. `sequence` counts the events of one object from 1: a duplicate has the same `id`, and a late event has a
lower `sequence` than one that you have already processed.";

const EVENT_ID: &str = "evt_01kdvq3y5cf2ab6ngnm3hcrkve";

/// A bank account without whose it is and without its numbers.
pub static BANK_ACCOUNT_SUMMARY: Object = Object {
    name: "BankAccountSummary",
    about: "A bank account without its numbers and its owner.",
    closed: false,
    fields: &[
        Field::required("id", "The ID of the bank account.", output(example_values::BANK_ACCOUNT_ID)),
        Field::required("name", "The display name.", label(1, 255, "Main account")),
        Field::required(
            "status",
            "An archived bank account can't be used for new transfers.",
            FieldKind::Choice(&ArchiveStatus::NAMES),
        ),
        Field::required("payment_rail", "The payment rail.", FieldKind::Choice(&Rail::NAMES)),
        Field::required("currency", "The currency of the rail.", FieldKind::Choice(&Currency::NAMES)),
        Field::required("created_at", "When the object was created.", FieldKind::DateTime),
    ],
};

static WEBHOOK_TEST: Object = Object {
    name: "WebhookTest",
    about: "The endpoint that a test event is sent to.",
    closed: false,
    fields: &[
        Field::required("id", "The ID of the endpoint.", output("we_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::required("url", "The URL of the endpoint.", output("https://example.com/webhooks")),
        Field::required("description", "The description of the endpoint. May be empty.", output("Orders")),
        Field::required(
            "status",
            "Whether the endpoint receives events.",
            FieldKind::Choice(&["enabled", "disabled"]),
        ),
        Field::required("created_at", "When the endpoint was added.", FieldKind::DateTime),
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
    let reserved =
        if event.is_reserved() { " Reserved: this version sends no events of this type." } else { "" };
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
        "responses": { "2XX": { "description": "Accepted. Any other response is retried." } },
    })
}

/// The headers of Standard Webhooks.
const HEADERS: [(&str, &str, &str); 3] = [
    ("webhook-id", "The ID of the event. It is the same for every delivery of the event.", EVENT_ID),
    ("webhook-timestamp", "When the request was sent, in seconds since 1970.", "1769860800"),
    (
        "webhook-signature",
        "One or more signatures, separated by spaces. Each is `v1,` followed by the Base64 of an HMAC-SHA256 of \
         `{webhook-id}.{webhook-timestamp}.{body}`.",
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
            "id": { "type": "string", "description": "The ID of the event.", "examples": [EVENT_ID] },
            "type": { "type": "string", "const": event.name(), "description": "The type of the event." },
            "timestamp": {
                "type": "string",
                "format": "date-time",
                "description": "When the event happened, by the account's clock.",
            },
            "environment": {
                "type": "string",
                "enum": Mode::ALL.map(Mode::name),
                "description": "The environment of the account.",
            },
            "sequence": {
                "type": "integer",
                "minimum": 1,
                "description": "The number of this event among the events of its object, from 1.",
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
