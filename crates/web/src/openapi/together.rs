//! What several fields of an object say about each other, in JSON Schema: the part of `api::bank_details`
//! that a shape cannot say. Written as if-then, so that the objects stay the flat ones of the reference for
//! every client.

use rules::quote::Direction;
use rules::rail::Rail;
use serde_json::{Map, Value, json};

use crate::rails::{self, DependentField};

/// The fields that every new bank account has: its name, currency and rail, and the one object of the rail.
const FIELDS_OF_A_NEW_BANK_ACCOUNT: usize = 4;

/// Adds the conditions to the schemas that have some.
pub fn add(schemas: &mut Map<String, Value>) {
    if let Some(create) = schemas.get_mut("CreateBankAccount") {
        create["maxProperties"] = json!(FIELDS_OF_A_NEW_BANK_ACCOUNT);
    }
    for (name, one, other) in [
        ("CreateWithdrawal", "bank_account_id", "external_wallet_id"),
        ("CreatePayoutItem", "email", "recipient_id"),
    ] {
        if let Some(schema) = schemas.get_mut(name) {
            schema["allOf"] = json!([one_of(one, other)]);
        }
    }
    let of_bank_accounts: [(&str, Vec<Value>); 2] = [
        ("CreateBankAccount", Rail::ALL.map(of_rail).into()),
        (
            "CreateQuote",
            Rail::ALL.map(of_quoted_rail).into_iter().chain(FIAT_SIDES.map(of_fiat_side)).collect(),
        ),
    ];
    let of_details = Rail::ALL.into_iter().map(rails::view).filter_map(|view| {
        view.dependent.as_ref().map(|dependent| (view.details.name, of_dependent_field(dependent)))
    });
    for (name, conditions) in of_bank_accounts.into_iter().chain(of_details) {
        if let Some(schema) = schemas.get_mut(name) {
            schema["allOf"] = conditions.into();
        }
    }
}

fn when(field: &str, value: &str, then: Value) -> Value {
    condition(json!({ "properties": { field: { "const": value } }, "required": [field] }), then)
}

/// Both sides say that they leave other properties to the object, because some linters take them for whole objects.
fn condition(mut condition: Value, mut then: Value) -> Value {
    condition["additionalProperties"] = json!(true);
    then["additionalProperties"] = json!(true);
    json!({ "if": condition, "then": then })
}

/// Exactly one of two properties. Not a `oneOf`, for which client generators make two types.
fn one_of(one: &str, other: &str) -> Value {
    let has = |name: &str| json!({ "properties": { name: true }, "required": [name] });
    let mut either = condition(has(one), json!({ "properties": { other: false } }));
    either["else"] = has(other);
    either["else"]["additionalProperties"] = json!(true);
    either
}

/// The rail decides the currency and the object; the number of fields leaves room for no other object.
fn of_rail(rail: Rail) -> Value {
    let then = json!({
        "properties": { "currency": { "const": rail.currency().code() }, rail.property(): true },
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
    let fiat = json!({
        "properties": { "direction": { "const": direction.name() }, "amount_side": { "const": side } },
        "required": ["direction", "amount_side"],
    });
    let cents = json!({ "properties": { "amount": { "pattern": r"^[0-9]+(\.[0-9]{1,2})?$" } } });
    condition(fiat, cents)
}

/// What a field must look like, for each choice in the field that it depends on.
fn of_dependent_field(dependent: &DependentField) -> Vec<Value> {
    let of_choice = |(choice, pattern): (&str, &str)| {
        let then = json!({ "properties": { dependent.name: { "pattern": pattern } } });
        when(dependent.depends_on, choice, then)
    };
    (dependent.patterns)().into_iter().map(of_choice).collect()
}
