//! Turns shapes into JSON Schema, as OpenAPI 3.1 uses it. What only several fields together can get wrong
//! is not here: a shape does not know it.

use rules::archive_status::ArchiveStatus;
use rules::country;
use rules::external_account::bank_account::{BankAccountType, HolderType};
use rules::money::Currency;
use rules::payout::PayoutStatus;
use rules::rail::Rail;
use rules::rail::ars_transfers::ArsAccountType;
use rules::rail::cop_pse::CopDocumentType;
use rules::transaction::{ItemStatus, TransactionStatus, TransactionType};
use serde_json::{Map, Value, json};

use super::{Field, FieldKind, Object};

/// Enumerations with a name of their own, so that a client has one type for each.
const NAMED: [(&str, &[&str]); 12] = [
    ("Currency", &Currency::NAMES),
    ("FiatPaymentMethod", &Rail::NAMES),
    ("BankAccountStatus", &ArchiveStatus::NAMES),
    ("BankAccountHolderType", &HolderType::NAMES),
    ("BankAccountType", &BankAccountType::NAMES),
    ("ARSTransfersType", &ArsAccountType::NAMES),
    ("COPDocumentType", &CopDocumentType::NAMES),
    ("CountryCode", &country::CODES),
    ("PayoutStatus", &PayoutStatus::NAMES),
    ("PayoutItemStatus", &ItemStatus::NAMES),
    ("TransactionType", &TransactionType::NAMES),
    ("TransactionStatus", &TransactionStatus::NAMES),
];

/// The object and everything it refers to, by name.
pub fn schemas(object: &Object, into: &mut Map<String, Value>) {
    if into.contains_key(object.name) {
        return;
    }
    into.insert(object.name.to_owned(), schema_of_object(object));
    for field in object.fields {
        schemas_of_kind(&field.kind, into);
    }
}

/// Everything that the schema of this kind refers to, by name.
pub fn schemas_of_kind(kind: &FieldKind, into: &mut Map<String, Value>) {
    match kind {
        FieldKind::Object(inner) | FieldKind::List { of: inner, .. } => schemas(inner, into),
        FieldKind::Choice(choices) => {
            if let Some(name) = name_of(choices) {
                into.insert(name.to_owned(), enumeration(choices));
            }
        }
        FieldKind::Text(_)
        | FieldKind::DateTime
        | FieldKind::Boolean
        | FieldKind::Integer { .. }
        | FieldKind::NullableText
        | FieldKind::Anything => {}
    }
}

fn name_of(choices: &[&str]) -> Option<&'static str> {
    NAMED.iter().find(|(_, values)| *values == choices).map(|(name, _)| *name)
}

fn enumeration(choices: &[&str]) -> Value {
    json!({ "type": "string", "enum": choices })
}

fn schema_of_object(object: &Object) -> Value {
    let properties: Map<String, Value> =
        object.fields.iter().map(|field| (field.name.to_owned(), schema_of_field(field))).collect();
    let required: Vec<&str> =
        object.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    let mut schema = json!({ "type": "object", "description": object.about, "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    if object.closed {
        schema["additionalProperties"] = json!(false);
    }
    schema
}

fn schema_of_field(field: &Field) -> Value {
    let mut schema = schema_of_kind(&field.kind);
    if !field.about.is_empty() {
        schema["description"] = json!(field.about);
    }
    schema
}

pub fn schema_of_kind(kind: &FieldKind) -> Value {
    match kind {
        FieldKind::Text(text) => {
            let mut schema = json!({ "type": "string" });
            if text.min > 0 {
                schema["minLength"] = json!(text.min);
            }
            if text.max < usize::MAX {
                schema["maxLength"] = json!(text.max);
            }
            for (key, value) in [("pattern", text.pattern), ("format", text.format)] {
                if !value.is_empty() {
                    schema[key] = json!(value);
                }
            }
            if !text.example.is_empty() {
                schema["examples"] = json!([text.example]);
            }
            schema
        }
        FieldKind::Choice(choices) => match name_of(choices) {
            Some(name) => reference(name),
            None => enumeration(choices),
        },
        FieldKind::DateTime => json!({ "type": "string", "format": "date-time" }),
        FieldKind::Boolean => json!({ "type": "boolean" }),
        FieldKind::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        FieldKind::Object(object) => reference(object.name),
        FieldKind::List { of, min, max } => {
            let mut schema = json!({ "type": "array", "items": reference(of.name), "maxItems": max });
            if *min > 0 {
                schema["minItems"] = json!(min);
            }
            schema
        }
        FieldKind::NullableText => json!({ "type": ["string", "null"] }),
        FieldKind::Anything => json!({}),
    }
}

/// A schema by its name in the document.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}
