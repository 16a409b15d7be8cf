//! Checks a body against a shape, and collects everything that is wrong with it.

use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::money::Amount;
use rules::text::TextProblem;
use rules::time::Timestamp;

use super::checked_fields::CheckedValue;
use super::{CheckedFields, Field, FieldKind, InvalidText, Object, Text, TextFormat};
use crate::json_node::JsonNode;
use crate::problem::{Detail, MAX_DETAILS};
use crate::shorten::shortened;

/// Longer values are cut before they are shown back.
const LONGEST_SHOWN: usize = 100;

/// Reads the fields of `node`, and adds a detail for every place where it is not what `object` says.
pub fn check(
    object: &Object,
    node: &JsonNode<'_>,
    location: &str,
    problems: &mut Vec<Detail>,
) -> CheckedFields {
    let mut checked = CheckedFields::default();
    let JsonNode::Object(sent) = node else {
        problems.push(Detail::new(location, format!("must be an object, not {}", node.type_name())));
        return checked;
    };
    for field in object.fields {
        let place = format!("{location}.{}", field.name);
        match node.get(field.name) {
            Some(value) => {
                let read = check_field(field, value, &place, problems);
                checked.fields.extend(read.map(|read| (field.name, read)));
            }
            None if field.required => problems.push(Detail::new(place, "is required")),
            None => {}
        }
    }
    for (name, _) in sent {
        if problems.len() > MAX_DETAILS {
            return checked;
        }
        let known = object.fields.iter().any(|field| field.name == name);
        if object.closed && !known {
            // Its value is not shown: a misspelt field may hold what the right one would.
            problems.push(Detail::new(
                format!("{location}.{}", shortened(name, LONGEST_SHOWN)),
                unknown_property(object),
            ));
        }
    }
    checked
}

fn unknown_property(object: &Object) -> String {
    let names: Vec<&str> = object.fields.iter().map(|field| field.name).collect();
    format!("is not a property of this object; valid properties: {}", names.join(", "))
}

fn check_field(
    field: &Field,
    value: &JsonNode<'_>,
    place: &str,
    problems: &mut Vec<Detail>,
) -> Option<CheckedValue> {
    let read = match (&field.kind, value) {
        (FieldKind::Object(object), _) => {
            check(object, value, place, problems);
            Ok(CheckedValue::Unread)
        }
        (FieldKind::List { of, min, max }, JsonNode::List(items)) if (*min..=*max).contains(&items.len()) => {
            Ok(CheckedValue::List(check_items(of, items, place, problems)))
        }
        (FieldKind::Text(text), JsonNode::Text(sent)) => check_text(text, sent).map_err(InvalidText::message),
        (FieldKind::Choice(choices), JsonNode::Text(sent)) => check_choice(choices, sent),
        (FieldKind::DateTime, JsonNode::Text(sent)) => match Timestamp::parse(sent) {
            Some(_) => Ok(CheckedValue::Unread),
            None => {
                Err("must be an RFC 3339 date-time with an offset, such as 2026-01-31T12:00:00Z".to_owned())
            }
        },
        (FieldKind::Boolean, JsonNode::Bool(_)) | (FieldKind::Anything, _) => Ok(CheckedValue::Unread),
        (FieldKind::NullableText, JsonNode::Text(_) | JsonNode::Null) => Ok(CheckedValue::Unread),
        (FieldKind::Integer { min, max }, JsonNode::Number(number)) => match number.as_i64() {
            Some(number) if (*min..=*max).contains(&number) => Ok(CheckedValue::Integer(number)),
            _ => Err(format!("must be a whole number from {min} to {max}")),
        },
        (FieldKind::List { min, max, .. }, JsonNode::List(items)) => {
            Err(format!("must have {min} to {max} items, not {}", items.len()))
        }
        (kind, other) => Err(format!("must be {}, not {}", kind_name(kind), other.type_name())),
    };
    read.map_err(|message| {
        let value = if field.sensitive { Some("[redacted]".into()) } else { shown(value) };
        problems.push(Detail { location: place.to_owned(), message, value });
    })
    .ok()
}

fn check_items(
    of: &Object,
    items: &[JsonNode<'_>],
    place: &str,
    problems: &mut Vec<Detail>,
) -> Vec<CheckedFields> {
    let mut checked = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        if problems.len() > MAX_DETAILS {
            break;
        }
        checked.push(check(of, item, &format!("{place}[{index}]"), problems));
    }
    checked
}

/// Lengths count Unicode scalar values, on every engine and in every client.
pub fn check_text(text: &Text, sent: &str) -> Result<CheckedValue, InvalidText> {
    let (min, max) = (text.min, text.max);
    let fits = || match rules::text::problem(sent, min, max) {
        Some(problem) => Err(InvalidText::Text { problem, min, max }),
        None => Ok(CheckedValue::Text(sent.to_owned())),
    };
    match text.reads {
        TextFormat::Text | TextFormat::Public => fits(),
        TextFormat::Name(check) => {
            fits().and_then(|read| check(sent).map(|()| read).map_err(InvalidText::Name))
        }
        // A scheme says better than a length what its numbers look like.
        TextFormat::BankDetail(check) => {
            check(sent).map(|()| CheckedValue::Text(sent.to_owned())).map_err(InvalidText::BankDetail)
        }
        // What is too short for an address lacks a part of it, and the part says more than a length.
        TextFormat::Email => match fits() {
            Ok(_) | Err(InvalidText::Text { problem: TextProblem::TooShort, .. }) => {
                EmailAddress::check(sent).map(CheckedValue::Email).map_err(InvalidText::Email)
            }
            Err(problem) => Err(problem),
        },
        TextFormat::Amount(currency) => {
            fits()?;
            Amount::parse(sent, currency).map(CheckedValue::Amount).map_err(InvalidText::Amount)
        }
        TextFormat::EvmAddress => {
            fits()?;
            EvmAddress::check(sent).map(CheckedValue::EvmAddress).map_err(InvalidText::EvmAddress)
        }
    }
}

fn check_choice(choices: &[&str], sent: &str) -> Result<CheckedValue, String> {
    match choices {
        _ if choices.contains(&sent) => Ok(CheckedValue::Text(sent.to_owned())),
        // A list of all countries does not help.
        [_, .., _] if choices.len() > 20 => {
            Err("is not one of the values listed in the API reference".to_owned())
        }
        _ => Err(format!("must be one of {}", choices.join(", "))),
    }
}

fn kind_name(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Text(_) | FieldKind::Choice(_) | FieldKind::DateTime => "a string",
        FieldKind::Boolean => "a boolean",
        FieldKind::Integer { .. } => "an integer",
        FieldKind::Object(_) => "an object",
        FieldKind::List { .. } => "an array",
        FieldKind::NullableText => "a string or null",
        FieldKind::Anything => "any value",
    }
}

/// Scalars are shown back; whole objects and arrays are not.
fn shown(value: &JsonNode<'_>) -> Option<serde_json::Value> {
    match value {
        JsonNode::Null => Some(serde_json::Value::Null),
        JsonNode::Bool(value) => Some((*value).into()),
        JsonNode::Number(number) => Some(number.clone().into()),
        JsonNode::Text(text) => Some(shortened(text, LONGEST_SHOWN).into()),
        JsonNode::List(_) | JsonNode::Object(_) => None,
    }
}
