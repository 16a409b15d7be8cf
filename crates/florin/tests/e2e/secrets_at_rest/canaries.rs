//! Bank accounts on all rails whose every detail is found at once if it is anywhere.

use serde_json::{Value, json};

use crate::support::{RAILS, canary};

/// Stored as it is: it proves that a dump shows what is there.
pub const ACCOUNT_NAME: &str = "Cage of canaries";
pub const RECIPIENT: &str = "zebrafinch@aviary.example";
pub const NICKNAME: &str = "Zebrafinch the Younger";
pub const REFERENCE: &str = "Birdseed for the winter";

/// Fields that say nothing about a person.
const OPEN: [&str; 5] =
    ["bank_account_type", "bank_account_holder_type", "account_type", "document_type", "country"];
/// Shorter texts are found everywhere by chance, and shorter numbers in any time of the day.
const SHORTEST: usize = 5;
const SHORTEST_NUMBER: usize = 8;

/// Valid bodies: each rail at least once, and each kind of number a rail knows.
pub fn bodies() -> Vec<Value> {
    let address = json!({
        "country": "USA", "line1": "4711 Goldcrest Alley", "line2": "Nestbox 815", "city": "Wrenborough",
        "state": "Chiffchaffia", "postal_code": "90817-4455" });
    let usd = |account: &str, routing: &str| {
        json!({
            "account_number": account, "routing_number": routing, "bank_account_type": "checking",
            "bank_account_holder_type": "business", "owner_address": address,
            "owner_business_name": "Nightingale & Daughters" })
    };
    let ars = |kind: &str, value: &str| {
        let beneficiary = "Ottilie Bunting";
        json!({ "beneficiary_name": beneficiary, "account_type": kind, "account_value": value })
    };
    let details = [
        ("usd_ach", usd("90817263544536271", "121000358")),
        ("usd_fedwire", usd("55443322110099887", "026009593")),
        ("brl_pix", json!({ "pix_key": "73918462528" })),
        ("brl_pix", json!({ "pix_key": "siskin.pix@aviary.example" })),
        ("brl_pix", json!({ "pix_key": "+5511987654321" })),
        ("brl_pix", json!({ "pix_key": "7c9e6679-7425-40de-944b-e07fc1f90ae7" })),
        ("ars_transfers_3_0", ars("cbu", "0170099222000677973708")),
        ("ars_transfers_3_0", ars("alias", "jilguero.dorado.77")),
        (
            "cop_pse",
            json!({
                "beneficiary_first_name": "Philomena", "beneficiary_last_name": "Linnet",
                "document_id": "7918273645", "document_type": "cc", "email": "linnet.bank@aviary.example",
                "bank_code": "1007", "bank_account": "66778899001122", "account_type": "savings" }),
        ),
        ("mxn_spei", json!({ "beneficiary_name": "Aurelio Redpoll", "spei_clabe": "012180007788996651" })),
        (
            "cad_eft",
            json!({
                "account_number": "918273645546", "transit_number": "86420", "institution_number": "837",
                "bank_account_type": "checking", "bank_account_holder_type": "individual",
                "owner_first_name": "Melusine", "owner_last_name": "Whitethroat" }),
        ),
        (
            "eur_sepa",
            json!({
                "iban": "DE44500105175407324931", "bank_account_type": "savings",
                "bank_account_holder_type": "individual", "owner_address": address,
                "owner_first_name": "Balthasar", "owner_last_name": "Serinfinch" }),
        ),
    ];
    details.map(|(rail, details)| body(rail, details)).into()
}

fn body(payment_rail: &str, details: Value) -> Value {
    let (_, property, currency) =
        RAILS.into_iter().find(|(rail, _, _)| *rail == payment_rail).expect("one of the eight rails");
    let mut body = json!({ "name": ACCOUNT_NAME, "currency": currency, "payment_rail": payment_rail });
    body[property] = details;
    body
}

/// Every text in the rail object of these bodies that must be readable nowhere.
pub fn secrets_in(bodies: &[Value]) -> Vec<String> {
    let mut secrets = Vec::new();
    for body in bodies {
        for (_, property, _) in RAILS {
            collect("", &body[property], &mut secrets);
        }
    }
    secrets.sort();
    secrets.dedup();
    secrets.iter().filter(|secret| secret.len() >= 8).for_each(|secret| canary(secret));
    secrets
}

fn collect(name: &str, value: &Value, secrets: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| collect(name, value, secrets)),
        Value::String(text) if !OPEN.contains(&name) && is_distinctive(text) => secrets.push(text.clone()),
        _ => {}
    }
}

fn is_distinctive(text: &str) -> bool {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.len() >= if is_number { SHORTEST_NUMBER } else { SHORTEST }
}

/// The names of all details but `email`, which recipients have too. What is encrypted does not even show which there
/// are.
pub fn detail_names() -> Vec<String> {
    let mut names = Vec::new();
    for body in bodies() {
        for (_, property, _) in RAILS {
            let details = body[property].as_object().into_iter().flatten();
            let named = details.filter(|(name, _)| *name != "email");
            names.extend(named.map(|(name, _)| format!("\"{name}\":")));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// The same bodies, each with one fault, so that validation has every detail in its hands and refuses it.
pub fn refused_bodies() -> Vec<String> {
    let mut refused = Vec::new();
    for body in bodies() {
        let text = body.to_string();
        refused.push(text[..text.len() - 1].to_owned());
        let mut unknown = body.clone();
        unknown["surprise"] = json!(secrets_in(std::slice::from_ref(&body)));
        refused.push(unknown.to_string());
        let mut wrong = body.clone();
        wrong["currency"] = json!("USDT");
        refused.push(wrong.to_string());
        // Every detail has a letter too many for any number, and a line break for any name.
        let mut spoilt = body;
        for (_, property, _) in RAILS {
            if let Some(details) = spoilt.get_mut(property) {
                spoil(details);
            }
        }
        refused.push(spoilt.to_string());
    }
    refused
}

fn spoil(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(spoil),
        Value::String(text) => text.push_str("\n~"),
        _ => {}
    }
}
