//! Holds every response of the API against its OpenAPI description, with no room for anything that it does not name.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

use super::http::Reply;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../../web/openapi.json");
    let mut document: Value = serde_json::from_str(text).expect("the description is JSON");
    for schema in document["components"]["schemas"].as_object_mut().expect("schemas").values_mut() {
        if schema.get("properties").is_some() {
            schema["additionalProperties"] = json!(false);
        }
    }
    document
});

/// One for each name of a schema, because making one takes longer than using it.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Panics if the description says something else about this response. `url` is the whole address of the request.
#[track_caller]
pub fn check(method: &str, url: &str, reply: &Reply) {
    let Some(operation) = operation(method, url) else { return };
    // The admin address is described nowhere, and names no request.
    if reply.header("x-request-id").is_none() {
        return;
    }
    let status = reply.status.to_string();
    let response = resolved(&operation["responses"][&status]);
    assert!(!response.is_null(), "{method} {url} answered with a status that is not described: {reply:?}");
    let content = response["content"].as_object().expect("every response has a body");
    let (media_type, content) = content.iter().next().expect("every response has one media type");
    assert_eq!(reply.header("content-type"), Some(media_type.as_str()), "{method} {url}: {reply:?}");
    let body = reply.json();
    let faults: Vec<String> = validator(&content["schema"])
        .iter_errors(&body)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{method} {url}: {faults:?} in {reply:?}");
    if let Some(title) = body.get("title").and_then(Value::as_str)
        && reply.status >= 400
    {
        assert!(
            content["examples"].get(title).is_some(),
            "{method} {url}: {title} is not described: {reply:?}"
        );
    }
}

/// What is described at this address, if anything is.
fn operation(method: &str, url: &str) -> Option<&'static Value> {
    let url = url.split(['?', '#']).next()?;
    let (_, path) = url.split_once("://")?.1.split_once('/')?;
    let (live, sandbox) = (path.strip_prefix("v1/"), path.strip_prefix("sandbox/v1/"));
    // What simulates the outside world is not there for live money.
    let path = sandbox.or(live.filter(|path| !path.starts_with("simulate/")))?;
    let fits = |template: &str| {
        let (mut known, mut asked) = (template.trim_start_matches('/').split('/'), path.split('/'));
        loop {
            match (known.next(), asked.next()) {
                (None, None) => return true,
                (Some(known), Some(asked)) if known == asked || known.starts_with('{') => {}
                _ => return false,
            }
        }
    };
    let paths = DOCUMENT["paths"].as_object()?;
    // A fixed path goes before one with an id in the same place.
    let mut fitting: Vec<(&String, &Value)> = paths.iter().filter(|(template, _)| fits(template)).collect();
    fitting.sort_by_key(|(template, _)| template.matches('{').count());
    fitting.first()?.1.get(method.to_lowercase())
}

fn resolved(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => DOCUMENT.pointer(&reference[1..]).expect("references lead somewhere"),
        None => value,
    }
}

fn validator(schema: &Value) -> Arc<Validator> {
    let name = schema["$ref"].as_str().expect("every body has a schema with a name");
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let made = validators.entry(name.to_owned()).or_insert_with(|| {
        let root = json!({ "$ref": name, "components": { "schemas": DOCUMENT["components"]["schemas"] } });
        // The library knows fewer email addresses than there are.
        let options =
            jsonschema::options().should_validate_formats(true).with_format("email", |_: &str| true);
        let validator = options.build(&root);
        Arc::new(validator.unwrap_or_else(|error| panic!("{name}: {error}")))
    });
    made.clone()
}
