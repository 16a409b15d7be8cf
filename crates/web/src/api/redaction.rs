//! What may be kept of a request: the names of its fields, and the values of fields that say nothing of a person or
//! of where money goes. A value is shown only if its field is known to be harmless and the value is what the field
//! asks for: in a request that was refused, any field can hold anything. Nothing is hidden by its name.

use axum::http::Uri;
use percent_encoding::percent_decode_str;
use rules::bank_identifiers::masked::masked_email;
use rules::email_address::EmailAddress;
use rules::id::has_form_of_id;
use rules::money::Amount;
use rules::time::Timestamp;

use super::endpoint::ApiEndpoint;
use crate::json_node::{JsonNode, write_text};
use crate::problem::{Detail, Problem};
use crate::shape::{Field, FieldKind, Object, Text, TextFormat};

/// Of each body, with its line breaks.
const LONGEST_BODY: usize = 4_096;
const LONGEST_PATH: usize = 500;
const LONGEST_NAME: usize = 40;
const LONGEST_PUBLIC: usize = 64;
const REDACTED: &str = "[redacted]";

/// A body as people read it, and whether it was cut.
pub fn body(object: Option<&'static Object>, node: &JsonNode<'_>) -> (String, bool) {
    let mut out = Redaction::default();
    match (object, node) {
        (Some(object), JsonNode::Object(fields)) => out.object(Some(object), fields),
        (object, node) => out.hidden(object, node),
    }
    (out.text, out.is_full)
}

/// The document of a problem, without the values that were sent.
pub fn problem(problem: &Problem) -> (String, bool) {
    let detail = problem.errors.iter().fold(problem.detail.clone(), |detail, error| {
        detail.replace(&error.location, &location(&error.location))
    });
    let text = |text: &str| JsonNode::Text(text.to_owned().into());
    let error = |error: &Detail| {
        let mut fields = vec![
            ("location".into(), text(&location(&error.location))),
            ("message".into(), text(&error.message)),
        ];
        fields.extend(error.value.as_ref().map(|_| ("value".into(), text(REDACTED))));
        JsonNode::Object(fields)
    };
    let mut fields = vec![("title".into(), text(problem.slug.name())), ("detail".into(), text(&detail))];
    if !problem.errors.is_empty() {
        fields.push(("errors".into(), JsonNode::List(problem.errors.iter().map(error).collect())));
    }
    let mut out = Redaction::default();
    out.open(&JsonNode::Object(fields));
    (out.text, out.is_full)
}

/// The ids that the endpoint's path asks for, as far as they are ids.
pub fn ids_of_path<'a>(endpoint: &'static ApiEndpoint, path: &'a str) -> impl Iterator<Item = &'a str> {
    let below_version = path.strip_prefix("/sandbox").unwrap_or(path).strip_prefix("/v1").unwrap_or(path);
    let segments = endpoint.path.split('/').zip(below_version.split('/'));
    segments.filter(|(known, sent)| known.starts_with('{') && has_form_of_id(sent)).map(|(_, sent)| sent)
}

/// The path with its query.
pub fn path(endpoint: &'static ApiEndpoint, uri: &Uri) -> String {
    let base = if uri.path().starts_with("/sandbox/") { "/sandbox/v1" } else { "/v1" };
    let mut ids = ids_of_path(endpoint, uri.path());
    let asked = endpoint.path.split('/').map(|segment| match segment.starts_with('{') {
        true => ids.next().unwrap_or(REDACTED),
        false => segment,
    });
    let mut path = base.to_owned() + &asked.collect::<Vec<_>>().join("/");
    for (index, pair) in
        uri.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty()).enumerate()
    {
        path.push(if index == 0 { '?' } else { '&' });
        path.push_str(&parameter(endpoint, pair));
        if path.len() > LONGEST_PATH {
            path.truncate(path.floor_char_boundary(LONGEST_PATH));
            return path + "…";
        }
    }
    path
}

fn parameter(endpoint: &ApiEndpoint, pair: &str) -> String {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let known = endpoint.query.iter().map(|parameter| &parameter.field).find(|field| field.name == name);
    let decoded = percent_decode_str(value).decode_utf8().ok();
    let shown = known.zip(decoded).and_then(|(field, value)| {
        let node = match field.kind {
            FieldKind::Integer { .. } => JsonNode::Number(value.parse::<i64>().ok()?.into()),
            _ => JsonNode::Text(value),
        };
        match shown(field, &node)? {
            JsonNode::Text(text) => Some(text.into_owned()),
            JsonNode::Number(number) => Some(number.to_string()),
            _ => None,
        }
    });
    format!(
        "{}={}",
        known.map_or_else(|| name_shown(name), |field| field.name),
        shown.as_deref().unwrap_or(REDACTED)
    )
}

/// A place in a body or a query. Names in it that are no field's may be anything.
fn location(place: &str) -> String {
    if place == "header.Idempotency-Key" {
        return place.to_owned();
    }
    let shown = place.split('.').map(|segment| {
        let (name, index) = segment.split_once('[').unwrap_or((segment, ""));
        let is_index =
            index.is_empty() || index.trim_end_matches(']').bytes().all(|byte| byte.is_ascii_digit());
        if is_index && is_name(name) { segment } else { REDACTED }
    });
    shown.collect::<Vec<_>>().join(".")
}

/// Names of fields look like this; no number, address or sentence does.
fn is_name(name: &str) -> bool {
    let letters = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    letters && (1..=LONGEST_NAME).contains(&name.len())
}

fn name_shown(name: &str) -> &str {
    if is_name(name) { name } else { REDACTED }
}

/// The value of a field, if it may be shown.
fn shown<'a>(field: &Field, node: &JsonNode<'a>) -> Option<JsonNode<'a>> {
    let is_shown = match (&field.kind, node) {
        _ if field.sensitive => false,
        (FieldKind::Text(text), JsonNode::Text(value)) => {
            if matches!(text.reads, TextFormat::Email) {
                let masked = EmailAddress::check(value).ok().and_then(|_| masked_email(value))?;
                return Some(JsonNode::Text(masked.into()));
            }
            is_harmless(text, value)
        }
        (FieldKind::Choice(choices), JsonNode::Text(value)) => choices.contains(&value.as_ref()),
        (FieldKind::DateTime, JsonNode::Text(value)) => Timestamp::parse(value).is_some(),
        (FieldKind::Boolean, JsonNode::Bool(_)) => true,
        (FieldKind::Integer { min, max }, JsonNode::Number(number)) => {
            number.as_i64().is_some_and(|number| (*min..=*max).contains(&number))
        }
        (
            FieldKind::Text(_)
            | FieldKind::Choice(_)
            | FieldKind::DateTime
            | FieldKind::Boolean
            | FieldKind::Integer { .. }
            | FieldKind::Object(_)
            | FieldKind::List { .. }
            | FieldKind::NullableText
            | FieldKind::Anything,
            _,
        ) => false,
    };
    is_shown.then(|| node.clone())
}

fn is_harmless(text: &Text, value: &str) -> bool {
    match text.reads {
        TextFormat::Amount(currency) => Amount::parse(value, currency).is_ok(),
        TextFormat::Public => value.len() <= LONGEST_PUBLIC,
        // Random, whatever the field calls it.
        TextFormat::Text | TextFormat::Name(_) => has_form_of_id(value),
        TextFormat::Email | TextFormat::BankDetail(_) | TextFormat::EvmAddress => false,
    }
}

/// The objects that a field holds.
fn inner(field: &Field) -> Option<&'static Object> {
    match field.kind {
        FieldKind::Object(object) | FieldKind::List { of: object, .. } => Some(object),
        FieldKind::Text(_)
        | FieldKind::Choice(_)
        | FieldKind::DateTime
        | FieldKind::Boolean
        | FieldKind::Integer { .. }
        | FieldKind::NullableText
        | FieldKind::Anything => None,
    }
}

/// JSON that is written line by line, until it is long enough.
#[derive(Default)]
struct Redaction {
    text: String,
    depth: usize,
    is_full: bool,
}

impl Redaction {
    fn object(
        &mut self,
        object: Option<&'static Object>,
        fields: &[(std::borrow::Cow<'_, str>, JsonNode<'_>)],
    ) {
        self.list('{', '}', fields, |out, (name, node)| match out.name(object, name) {
            Some(field) => out.value(field, node),
            None => out.hidden(None, node),
        });
    }

    fn name(&mut self, object: Option<&'static Object>, name: &str) -> Option<&'static Field> {
        let field = object.and_then(|object| object.fields.iter().find(|field| field.name == name));
        write_text(if field.is_some() { name } else { name_shown(name) }, &mut self.text);
        self.text.push_str(": ");
        field
    }

    fn value(&mut self, field: &'static Field, node: &JsonNode<'_>) {
        match (&field.kind, node) {
            (FieldKind::Object(object), JsonNode::Object(fields)) if !field.sensitive => {
                self.object(Some(object), fields);
            }
            (FieldKind::List { of, .. }, JsonNode::List(items)) if !field.sensitive => {
                self.list('[', ']', items, |out, item| match item {
                    JsonNode::Object(fields) => out.object(Some(of), fields),
                    item => out.hidden(None, item),
                });
            }
            _ => match shown(field, node) {
                Some(node) => self.open(&node),
                None => self.hidden(inner(field), node),
            },
        }
    }

    /// The structure alone, with the names of an object.
    fn hidden(&mut self, object: Option<&'static Object>, node: &JsonNode<'_>) {
        match node {
            JsonNode::Null => self.text.push_str("null"),
            JsonNode::Bool(_) | JsonNode::Number(_) | JsonNode::Text(_) => {
                write_text(REDACTED, &mut self.text)
            }
            JsonNode::List(items) => self.list('[', ']', items, |out, item| out.hidden(object, item)),
            JsonNode::Object(fields) => self.list('{', '}', fields, |out, (name, node)| {
                let field = out.name(object, name);
                out.hidden(field.and_then(inner), node);
            }),
        }
    }

    /// A value that is known to be harmless.
    fn open(&mut self, node: &JsonNode<'_>) {
        match node {
            JsonNode::Null => self.text.push_str("null"),
            JsonNode::Bool(value) => self.text.push_str(if *value { "true" } else { "false" }),
            JsonNode::Number(number) => self.text.push_str(&number.to_string()),
            JsonNode::Text(text) => write_text(text, &mut self.text),
            JsonNode::List(items) => self.list('[', ']', items, Redaction::open),
            JsonNode::Object(fields) => self.list('{', '}', fields, |out, (name, node)| {
                write_text(name, &mut out.text);
                out.text.push_str(": ");
                out.open(node);
            }),
        }
    }

    fn list<T>(&mut self, begin: char, end: char, items: &[T], mut write: impl FnMut(&mut Redaction, &T)) {
        self.text.push(begin);
        self.depth += 1;
        for (index, item) in items.iter().enumerate() {
            if self.is_full {
                return;
            }
            if self.text.len() >= LONGEST_BODY {
                self.is_full = true;
                self.text.truncate(self.text.floor_char_boundary(LONGEST_BODY));
                return;
            }
            self.text.push_str(if index == 0 { "\n" } else { ",\n" });
            self.text.extend(std::iter::repeat_n("  ", self.depth));
            write(self, item);
        }
        if self.is_full {
            return;
        }
        self.depth -= 1;
        if !items.is_empty() {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("  ", self.depth));
        }
        self.text.push(end);
    }
}

#[cfg(test)]
mod tests;
