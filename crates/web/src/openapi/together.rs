//! What several fields of an object say about each other, in JSON Schema: the part of `api::bank_details`
//! that a shape cannot say. Written as if-then, so that the objects stay the flat ones of the reference for
//! every client.

use rules::quote::Direction;
use rules::rail::{Rail, alias, cop::CopDocumentType, nit};
use serde_json::{Map, Value, json};

/// The fields that every new bank account has: its name, currency and rail, and the one object of the rail.
const FIELDS_OF_A_NEW_BANK_ACCOUNT: usize = 4;

/// Adds the conditions to the schemas that have some.
pub fn add(schemas: &mut Map<String, Value>) {
    if let Some(create) = schemas.get_mut("CreateBankAccount") {
        create["maxProperties"] = json!(FIELDS_OF_A_NEW_BANK_ACCOUNT);
    }
    if let Some(withdrawal) = schemas.get_mut("CreateWithdrawal") {
        withdrawal["oneOf"] =
            json!([{ "required": ["bank_account_id"] }, { "required": ["external_wallet_id"] }]);
    }
    if let Some(item) = schemas.get_mut("CreatePayoutItem") {
        item["oneOf"] = json!([{ "required": ["email"] }, { "required": ["recipient_id"] }]);
    }
    let conditions: [(&str, Vec<Value>); 4] = [
        ("CreateBankAccount", Rail::ALL.map(of_rail).into()),
        (
            "CreateQuote",
            Rail::ALL.map(of_quoted_rail).into_iter().chain(FIAT_SIDES.map(of_fiat_side)).collect(),
        ),
        ("ArsTransfersInfo", ["cvu", "cbu", "alias"].map(of_ars_account).into()),
        ("CopAchInfo", CopDocumentType::ALL.map(of_document).into()),
    ];
    for (name, conditions) in conditions {
        if let Some(schema) = schemas.get_mut(name) {
            schema["allOf"] = conditions.into();
        }
    }
}

fn when(field: &str, value: &str, then: Value) -> Value {
    json!({ "if": { "properties": { field: { "const": value } }, "required": [field] }, "then": then })
}

/// The rail decides the currency and the object; the number of fields leaves room for no other object.
fn of_rail(rail: Rail) -> Value {
    let then = json!({
        "properties": { "currency": { "const": rail.currency().code() } },
        "required": [rail.property()],
    });
    when("payment_rail", rail.payment_rail(), then)
}

/// A rail that is named has one currency.
fn of_quoted_rail(rail: Rail) -> Value {
    let then = json!({ "properties": { "currency": { "const": rail.currency().code() } } });
    when("payment_rail", rail.payment_rail(), then)
}

/// Where the amount of a quote is in the fiat currency: what is sent in, or what is to arrive.
const FIAT_SIDES: [(Direction, &str); 2] =
    [(Direction::Deposit, "source"), (Direction::Withdrawal, "destination")];

/// Fiat money has cents and nothing smaller.
fn of_fiat_side((direction, side): (Direction, &str)) -> Value {
    let condition = json!({
        "properties": { "direction": { "const": direction.name() }, "amount_side": { "const": side } },
        "required": ["direction", "amount_side"],
    });
    let cents = json!({ "properties": { "amount": { "pattern": r"^[0-9]+(\.[0-9]{1,2})?$" } } });
    json!({ "if": condition, "then": cents })
}

fn of_ars_account(account_type: &str) -> Value {
    let pattern = if account_type == "alias" { alias::PATTERN } else { "^[0-9]{22}$" };
    when("account_type", account_type, json!({ "properties": { "account_value": { "pattern": pattern } } }))
}

fn of_document(document_type: CopDocumentType) -> Value {
    let pattern = match document_type {
        CopDocumentType::Cc => "^[0-9]{5,10}$",
        CopDocumentType::Ce => "^[0-9]{3,7}$",
        CopDocumentType::Nit => nit::PATTERN,
        CopDocumentType::Pass => "^[0-9A-Z]{4,16}$",
        CopDocumentType::Pep => "^[0-9]{5,15}$",
    };
    when(
        "document_type",
        document_type.code(),
        json!({ "properties": { "document_id": { "pattern": pattern } } }),
    )
}
