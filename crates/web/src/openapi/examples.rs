//! Examples of every object, for the description and the reference. They are made from the shapes, whose
//! fields carry theirs; where not all fields go together, as in a bank account or a payout, they are written down.

use rules::rail::Rail;
use serde_json::{Map, Value, json};

use super::example_values::{BANK_ACCOUNT_ID, EXTERNAL_WALLET_ID, PAYOUT_ID, TIME};
use super::external_transfer_examples as external_transfers;
use super::payout_examples as payouts;
use crate::api::ApiEndpoint;
use crate::rails;
use crate::shape::{Field, FieldKind, Object};

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
                summary: rail.label(),
                value: create_bank_account(rail),
            };
            Rail::ALL.map(example).into()
        }
        "CreatePayout" => {
            let by_id = "Pay a recipient by ID";
            vec![
                Example { key: "two_people", summary: "Pay two recipients", value: payouts::create() },
                Example { key: "one_recipient", summary: by_id, value: payouts::create_by_id() },
            ]
        }
        "CreateWithdrawal" => {
            let (bank, wallet) = ("To a bank account", "To an external wallet");
            vec![
                Example { key: "bank_account", summary: bank, value: external_transfers::to_bank_account() },
                Example { key: "external_wallet", summary: wallet, value: external_transfers::to_wallet() },
            ]
        }
        _ => vec![Example { key: "request", summary: object.about, value: of_object(object) }],
    }
}

fn create_bank_account(rail: Rail) -> Value {
    let example = &rails::view(rail).example;
    json!({
        "name": example.name,
        "currency": rail.currency().code(),
        "payment_rail": rail.payment_rail(),
        rail.property(): (example.details)(),
    })
}

fn bank_account(rail: Rail) -> Value {
    let example = &rails::view(rail).example;
    json!({
        "id": BANK_ACCOUNT_ID,
        "name": example.name,
        "status": "active",
        "created_at": TIME,
        rail.property(): (example.details)(),
    })
}

pub fn of_object(object: &Object) -> Value {
    match object.name {
        "BankAccount" => bank_account(Rail::UsdAch),
        "CreateBankAccount" => create_bank_account(Rail::UsdAch),
        "CreatePayout" => payouts::create(),
        "Payout" => payouts::accepted(),
        "PayoutItem" => payouts::waiting_item(),
        "PayoutPreview" => payouts::preview(),
        "PayoutPreviewItem" => payouts::preview_item(),
        "Transaction" => payouts::waiting_transaction(),
        "CreateDeposit" => external_transfers::create_deposit(),
        "CreateWithdrawal" => external_transfers::to_bank_account(),
        "CreateQuote" => external_transfers::create_quote(),
        "Quote" => external_transfers::quote(),
        "SimulateDeposit" => json!({ "event": "received" }),
        "SimulateWithdrawal" => json!({ "event": "completed" }),
        "SimulateClock" => json!({ "advance_seconds": 31 * 86_400 }),
        _ => object
            .fields
            .iter()
            .map(|field| (field.name.to_owned(), of_field(field)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

/// What a call of this endpoint answers.
pub fn of_answer(endpoint: &ApiEndpoint) -> Value {
    match endpoint.id {
        "cancelPayout" => payouts::cancelled(),
        "cancelPayoutItem" => payouts::cancelled_item(),
        "simulateClaim" => payouts::claimed_item(),
        "simulateInboundTransfer" => payouts::arrival(),
        "createDeposit" | "getDeposit" => external_transfers::deposit("awaiting_transfer"),
        "cancelDeposit" => external_transfers::deposit("cancelled"),
        "simulateDeposit" => external_transfers::deposit("processing"),
        "createWithdrawal" | "getWithdrawal" => external_transfers::withdrawal("queued"),
        "cancelWithdrawal" => external_transfers::withdrawal("cancelled"),
        "simulateWithdrawal" => external_transfers::withdrawal("completed"),
        _ => of_object(endpoint.answer),
    }
}

/// An id of the kind that this parameter of the endpoint's path is: the one of the example it answers with, if it has
/// one.
pub fn id_of(endpoint: &ApiEndpoint, parameter: &str) -> String {
    let answered = of_object(endpoint.answer);
    let below_payout = endpoint.path.starts_with("/payouts/{id}") && parameter == "id";
    if below_payout {
        return PAYOUT_ID.to_owned();
    }
    let of_external_transfer = |noun: &str| endpoint.path.contains(&format!("/{noun}/"));
    if of_external_transfer("deposits") {
        return external_transfers::DEPOSIT_ID.to_owned();
    }
    if of_external_transfer("withdrawals") {
        return external_transfers::WITHDRAWAL_ID.to_owned();
    }
    let default =
        if endpoint.path.starts_with("/external_wallets") { EXTERNAL_WALLET_ID } else { BANK_ACCOUNT_ID };
    answered.get("id").and_then(Value::as_str).unwrap_or(default).to_owned()
}

fn of_field(field: &Field) -> Value {
    match &field.kind {
        FieldKind::Text(text) => json!(text.example),
        FieldKind::Choice(choices) => json!(choices.first()),
        FieldKind::DateTime => json!(TIME),
        FieldKind::Boolean => json!(false),
        FieldKind::Integer { min, .. } => json!(min),
        FieldKind::Object(object) => of_object(object),
        FieldKind::List { of, .. } => json!([of_object(of)]),
        FieldKind::NullableText | FieldKind::Anything => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::{of_answer, of_body};
    use crate::api::ENDPOINTS;
    use crate::json_node::JsonNode;
    use crate::shape;

    #[test]
    fn the_server_accepts_every_example_of_a_body() {
        for endpoint in ENDPOINTS {
            for example in endpoint.body.map(of_body).unwrap_or_default() {
                let text = example.value.to_string();
                let node = JsonNode::parse(text.as_bytes()).expect("an example is JSON");
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
            let text = of_answer(endpoint).to_string();
            let node = JsonNode::parse(text.as_bytes()).expect("an example is JSON");
            let mut faults = Vec::new();
            shape::check(endpoint.answer, &node, "answer", &mut faults);
            assert!(faults.is_empty(), "{}: {faults:?}", endpoint.id);
        }
    }
}
