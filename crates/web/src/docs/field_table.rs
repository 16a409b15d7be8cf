//! The fields of an object as a list, each with its type, its limits and, folded in, the fields of its own
//! object.

use askama::Template;
use rules::country;

use super::inline_code::{InlineCode, inline_code};
use crate::api::{ApiEndpoint, Parameter};
use crate::shape::{Field, FieldKind, Object};

#[derive(Template)]
#[template(path = "docs/fields.html")]
pub struct FieldTable {
    pub fields: Vec<FieldView>,
}

pub struct FieldView {
    name: &'static str,
    kind: String,
    /// `required`, `always` or nothing.
    presence: &'static str,
    is_sensitive: bool,
    about: InlineCode<'static>,
    limit: String,
    choices: Choices,
    inner: Option<(&'static str, FieldTable)>,
}

enum Choices {
    None,
    These(&'static [&'static str]),
    Countries,
}

/// What a client sends. What is sensitive is marked.
pub fn sent(object: &Object) -> FieldTable {
    FieldTable { fields: object.fields.iter().map(view).collect() }
}

/// What a client gets. Marks would say nothing here: the values are shown to who may see them.
pub fn answered(object: &Object) -> FieldTable {
    let plain = |field: &Field| {
        let shown = view(field);
        FieldView {
            presence: if field.required { "always" } else { "" },
            is_sensitive: false,
            inner: object_of(&field.kind).map(|inner| (inner.name, answered(inner))),
            ..shown
        }
    };
    FieldTable { fields: object.fields.iter().map(plain).collect() }
}

pub fn query(parameters: &'static [Parameter]) -> FieldTable {
    let with_repeats = |parameter: &Parameter| {
        let shown = view(&parameter.field);
        let kind = if parameter.repeatable { format!("{}, repeatable", shown.kind) } else { shown.kind };
        FieldView { kind, ..shown }
    };
    FieldTable { fields: parameters.iter().map(with_repeats).collect() }
}

/// The ids in a path.
pub fn path(endpoint: &ApiEndpoint) -> FieldTable {
    let about = |name| if name == "id" { "The ID of the object." } else { "The ID of the item." };
    let single = |name| single(name, true, about(name), "").fields;
    FieldTable { fields: endpoint.path_parameters().flat_map(single).collect() }
}

/// A field that is no part of any object: a path segment or a header.
pub fn single(name: &'static str, is_required: bool, about: &'static str, limit: &str) -> FieldTable {
    FieldTable {
        fields: vec![FieldView {
            name,
            kind: "string".to_owned(),
            presence: if is_required { "required" } else { "" },
            is_sensitive: false,
            about: inline_code(about),
            limit: limit.to_owned(),
            choices: Choices::None,
            inner: None,
        }],
    }
}

fn view(field: &Field) -> FieldView {
    FieldView {
        name: field.name,
        kind: kind_name(&field.kind),
        presence: if field.required { "required" } else { "" },
        is_sensitive: field.sensitive,
        about: inline_code(field.about),
        limit: limit(&field.kind),
        choices: match field.kind {
            FieldKind::Choice(choices) if choices == country::CODES => Choices::Countries,
            FieldKind::Choice(choices) => Choices::These(choices),
            _ => Choices::None,
        },
        inner: object_of(&field.kind).map(|object| (object.name, sent(object))),
    }
}

fn object_of(kind: &FieldKind) -> Option<&'static Object> {
    match kind {
        FieldKind::Object(object) | FieldKind::List { of: object, .. } => Some(object),
        _ => None,
    }
}

fn kind_name(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Text(text) if text.format == "email" => "email".to_owned(),
        FieldKind::Text(_) | FieldKind::Choice(_) => "string".to_owned(),
        FieldKind::DateTime => "date-time".to_owned(),
        FieldKind::Boolean => "boolean".to_owned(),
        FieldKind::Integer { .. } => "integer".to_owned(),
        FieldKind::Object(_) => "object".to_owned(),
        FieldKind::List { of, .. } => format!("array of {}", of.name),
        FieldKind::NullableText => "string or null".to_owned(),
        FieldKind::Anything => "any".to_owned(),
    }
}

fn limit(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Text(text) if text.max == usize::MAX => String::new(),
        FieldKind::Text(text) if text.min == text.max => format!("exactly {} characters", text.max),
        FieldKind::Text(text) if text.min == 0 => format!("at most {} characters", text.max),
        FieldKind::Text(text) => format!("{} to {} characters", text.min, text.max),
        FieldKind::Integer { min, max } => format!("{min} to {max}"),
        FieldKind::List { min: 0, max, .. } => format!("at most {max}"),
        FieldKind::List { min, max, .. } => format!("{min} to {max} of them"),
        _ => String::new(),
    }
}
