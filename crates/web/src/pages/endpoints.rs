//! One endpoint as the reference shows it, and the groups that endpoints come in.

use super::code_sample::{self, CodeSample};
use super::field_table::{self, FieldTable};
use super::inline_code::{InlineCode, inline_code};
use crate::api::{ApiEndpoint, ENDPOINTS};
use crate::openapi::{self, examples, problems};
use crate::problem::Slug;
use crate::shape::{FieldKind, Object};

/// The endpoints of one noun.
pub struct EndpointGroup {
    pub name: &'static str,
    pub anchor: String,
    pub about: InlineCode<'static>,
    pub objects: Vec<ObjectView>,
    pub endpoints: Vec<EndpointView>,
}

/// An object that endpoints answer with.
pub struct ObjectView {
    pub name: &'static str,
    pub about: InlineCode<'static>,
    pub fields: FieldTable,
    pub example: CodeSample,
}

pub struct EndpointView {
    pub id: &'static str,
    pub method: &'static str,
    /// The method in lower case, which is its class.
    pub badge: String,
    pub path: &'static str,
    pub summary: &'static str,
    pub about: InlineCode<'static>,
    pub scopes: Vec<&'static str>,
    /// A heading, and the fields under it.
    pub takes: Vec<(&'static str, FieldTable)>,
    pub calls: Vec<ExampleCall>,
    pub answer: ExampleResponse,
    pub answer_example: CodeSample,
    pub problems: Vec<Slug>,
}

/// An example of a call.
pub struct ExampleCall {
    pub name: &'static str,
    pub code: CodeSample,
}

pub enum ExampleResponse {
    Empty,
    One(&'static str),
    Page(&'static str),
}

pub fn groups(origin: &str) -> Vec<EndpointGroup> {
    openapi::tags().into_iter().map(|tag| group(origin, tag)).collect()
}

fn group(origin: &str, tag: &'static str) -> EndpointGroup {
    let endpoints = || ENDPOINTS.iter().filter(move |endpoint| endpoint.tag == tag);
    EndpointGroup {
        name: tag,
        anchor: tag.to_lowercase().replace(' ', "-"),
        about: inline_code(openapi::about_tag(tag)),
        objects: objects(tag).into_iter().map(object_view).collect(),
        endpoints: endpoints().map(|endpoint| endpoint_view(origin, endpoint)).collect(),
    }
}

/// The objects that are first met in this group. Others answer with them too, and lead here.
fn objects(tag: &str) -> Vec<&'static Object> {
    let mut met: Vec<(&str, &'static Object)> = Vec::new();
    for (tag, object) in
        ENDPOINTS.iter().filter_map(|endpoint| object(endpoint.answer).map(|object| (endpoint.tag, object)))
    {
        if !met.iter().any(|(_, known)| known.name == object.name) {
            met.push((tag, object));
        }
    }
    met.into_iter().filter(|(of, _)| *of == tag).map(|(_, object)| object).collect()
}

/// The object that an answer is about: itself, or what it is a page of.
fn object(answer: &'static Object) -> Option<&'static Object> {
    match answer.fields.first()?.kind {
        FieldKind::List { of, .. } => Some(of),
        _ => Some(answer),
    }
}

pub fn object_view(object: &'static Object) -> ObjectView {
    ObjectView {
        name: object.name,
        about: inline_code(object.about),
        fields: field_table::answered(object),
        example: code_sample::json(&examples::of_object(object)),
    }
}

fn endpoint_view(origin: &str, endpoint: &'static ApiEndpoint) -> EndpointView {
    let answer = match object(endpoint.answer) {
        None => ExampleResponse::Empty,
        Some(object) if object.name == endpoint.answer.name => ExampleResponse::One(object.name),
        Some(object) => ExampleResponse::Page(object.name),
    };
    EndpointView {
        id: endpoint.id,
        method: endpoint.method.name(),
        badge: endpoint.method.name().to_lowercase(),
        path: endpoint.path,
        summary: endpoint.summary,
        about: inline_code(endpoint.about),
        scopes: endpoint.scopes.iter().map(|scope| scope.name()).collect(),
        takes: takes(endpoint),
        calls: calls(origin, endpoint),
        answer,
        answer_example: code_sample::json(&examples::of_answer(endpoint)),
        problems: problems::of(endpoint),
    }
}

fn takes(endpoint: &'static ApiEndpoint) -> Vec<(&'static str, FieldTable)> {
    let mut takes = Vec::new();
    if endpoint.has_id() {
        takes.push(("Path parameters", field_table::path(endpoint)));
    }
    if endpoint.remembers_idempotency_key() {
        let about = "A unique key that makes the request safe to retry.";
        let limit = "1 to 255 visible ASCII characters";
        takes.push(("Headers", field_table::single("Idempotency-Key", false, about, limit)));
    }
    if !endpoint.query.is_empty() {
        takes.push(("Query parameters", field_table::query(endpoint.query)));
    }
    if let Some(body) = endpoint.body {
        takes.push(("Body", field_table::sent(body)));
    }
    takes
}

fn calls(origin: &str, endpoint: &ApiEndpoint) -> Vec<ExampleCall> {
    let Some(body) = endpoint.body else {
        return vec![ExampleCall { name: "Request", code: code_sample::curl(origin, endpoint, None) }];
    };
    let call = |example: &examples::Example| code_sample::curl(origin, endpoint, Some(example));
    match examples::of_body(body).as_slice() {
        [only] => vec![ExampleCall { name: "Request", code: call(only) }],
        several => several.iter().map(|one| ExampleCall { name: one.summary, code: call(one) }).collect(),
    }
}
