//! One endpoint as the reference shows it, and all endpoints of one tag.

use super::code_sample::{self, CodeSample};
use super::field_table::{self, FieldTable};
use super::inline_code::{InlineCode, inline_code};
use super::places::{object_href, object_of, objects_of_tag};
use crate::api::{ApiEndpoint, ENDPOINTS};
use crate::openapi::{self, examples, problems};
use crate::problem::Slug;
use crate::shape::Object;

/// The endpoints of one noun.
pub struct EndpointGroup {
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
    /// The object's name and place.
    One(&'static str, String),
    Page(&'static str, String),
}

pub fn group(origin: &str, tag: &'static str) -> EndpointGroup {
    let endpoints = ENDPOINTS.iter().filter(|endpoint| endpoint.tag == tag);
    EndpointGroup {
        about: inline_code(openapi::about_tag(tag)),
        objects: objects_of_tag(tag).into_iter().map(object_view).collect(),
        endpoints: endpoints.map(|endpoint| endpoint_view(origin, endpoint)).collect(),
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
    let place = |object: &Object| object_href(object.name).expect("an answer is on a page");
    let answer = match object_of(endpoint.answer) {
        None => ExampleResponse::Empty,
        Some(object) if object.name == endpoint.answer.name => {
            ExampleResponse::One(object.name, place(object))
        }
        Some(object) => ExampleResponse::Page(object.name, place(object)),
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
