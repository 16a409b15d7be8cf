//! Examples of every object, for the description and the reference. They are made from the shapes, whose
//! fields carry theirs; only bank accounts need their own, because not all of their fields go together.

use rules::rail::Rail;
use serde_json::{Map, Value, json};

pub use super::bank_account_examples::summary;
use super::bank_account_examples::{bank_account, create_bank_account};
use crate::api::Endpoint;
use crate::shape::{Field, Kind, Object};

pub const BANK_ACCOUNT_ID: &str = "ba_01kdvq3y5cf2ab6ngnm3hcrkve";
pub const IDEMPOTENCY_KEY: &str = "order-2026-0042";
pub const REQUEST_ID: &str = "7Yt2kP0sXq9LwB4vNc1ZaR";
pub const TIME: &str = "2026-01-31T12:00:00.000000Z";

/// A body that the server accepts.
pub struct Example {
    pub key: &'static str,
    pub summary: &'static str,
    pub value: Value,
}

/// At least one, and one for each rail of a bank account.
pub fn of_body(object: &Object) -> Vec<Example> {
    match object.name {
        "CreateBankAccount" => {
            let example = |rail: Rail| Example {
                key: rail.payment_rail(),
                summary: summary(rail),
                value: create_bank_account(rail),
            };
            Rail::ALL.map(example).into()
        }
        _ => vec![Example { key: "request", summary: object.about, value: of_object(object) }],
    }
}

pub fn of_object(object: &Object) -> Value {
    match object.name {
        "BankAccount" => bank_account(Rail::UsdAch),
        "CreateBankAccount" => create_bank_account(Rail::UsdAch),
        _ => object
            .fields
            .iter()
            .map(|field| (field.name.to_owned(), of_field(field)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

/// An id of the kind that this endpoint's path takes: the one of the example it answers with, if it has one.
pub fn id_of(endpoint: &Endpoint) -> String {
    let answered = of_object(endpoint.answer);
    answered.get("id").and_then(Value::as_str).unwrap_or(BANK_ACCOUNT_ID).to_owned()
}

fn of_field(field: &Field) -> Value {
    match &field.kind {
        Kind::Text(text) => json!(text.example),
        Kind::Choice(choices) => json!(choices.first()),
        Kind::DateTime => json!(TIME),
        Kind::Boolean => json!(false),
        Kind::Integer { min, .. } => json!(min),
        Kind::Object(object) => of_object(object),
        Kind::List { of, .. } => json!([of_object(of)]),
        Kind::NullableText | Kind::Anything => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::{of_body, of_object};
    use crate::api::ENDPOINTS;
    use crate::node::Node;
    use crate::shape;

    #[test]
    fn the_server_accepts_every_example_of_a_body() {
        for endpoint in ENDPOINTS {
            for example in endpoint.body.map(of_body).unwrap_or_default() {
                let text = example.value.to_string();
                let node = Node::parse(text.as_bytes()).expect("an example is JSON");
                let mut faults = Vec::new();
                shape::check(endpoint.body.expect("it has examples"), &node, "body", &mut faults);
                (endpoint.check_together)(&node, &mut faults);
                assert!(faults.is_empty(), "{} {}: {faults:?}", endpoint.id, example.key);
            }
        }
    }

    #[test]
    fn every_example_of_an_answer_fits_its_shape() {
        for endpoint in ENDPOINTS {
            let text = of_object(endpoint.answer).to_string();
            let node = Node::parse(text.as_bytes()).expect("an example is JSON");
            let mut faults = Vec::new();
            shape::check(endpoint.answer, &node, "answer", &mut faults);
            assert!(faults.is_empty(), "{}: {faults:?}", endpoint.id);
        }
    }
}
