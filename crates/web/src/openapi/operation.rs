//! One endpoint as an OpenAPI operation.

use serde_json::{Map, Value, json};

use super::{example_values, examples, problems};
use crate::api::{ApiEndpoint, ENDPOINTS, Method, Parameter};
use crate::shape::{self, FieldKind, Object};

pub fn operation(endpoint: &ApiEndpoint) -> Value {
    let security: Vec<Value> = endpoint
        .scopes
        .iter()
        .flat_map(|scope| ["bearer", "basic", "oauth"].map(|way| json!({ way: [scope.name()] })))
        .collect();
    let mut operation = json!({
        "operationId": endpoint.id,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "description": description(endpoint),
        "security": security,
    });
    let parameters = parameters(endpoint);
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(object) = endpoint.body {
        operation["requestBody"] = request_body(object);
    }
    if endpoint.is_simulation() {
        operation["servers"] = json!([{ "url": "/sandbox/v1", "description": "Sandbox only." }]);
    }
    operation["responses"] = responses(endpoint).into();
    operation
}

fn description(endpoint: &ApiEndpoint) -> String {
    let scopes: Vec<String> =
        endpoint.scopes.iter().map(|scope| format!("`{}`: {}", scope.name(), scope.meaning())).collect();
    let scope = format!("Requires the scope {}.", scopes.join(", or "));
    if endpoint.about.is_empty() { scope } else { format!("{}\n\n{scope}", endpoint.about) }
}

fn parameters(endpoint: &ApiEndpoint) -> Vec<Value> {
    let ids = endpoint.path_parameters().map(|name| id_parameter(endpoint, name));
    let key = endpoint.remembers_idempotency_key().then(idempotency_key);
    ids.chain(key).chain(endpoint.query.iter().map(query_parameter)).collect()
}

/// What is no id is answered as an id that does not exist, so the schema is no stricter.
fn id_parameter(endpoint: &ApiEndpoint, name: &str) -> Value {
    json!({
        "name": name,
        "in": "path",
        "required": true,
        "description": "The ID of the object.",
        "schema": { "type": "string", "examples": [examples::id_of(endpoint, name)] },
    })
}

fn idempotency_key() -> Value {
    json!({
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "description": "A unique key for this request, such as a UUID. If you retry the request with the same key \
                        and body, you get the first response again, and nothing else happens.",
        "schema": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "pattern": "^[\\x21-\\x7e]+$",
            "examples": [example_values::IDEMPOTENCY_KEY],
        },
    })
}

fn query_parameter(parameter: &Parameter) -> Value {
    let field = &parameter.field;
    let mut schema = shape::schema_of_kind(&field.kind);
    if let ("page_size", FieldKind::Integer { max, .. }) = (field.name, &field.kind) {
        schema["default"] = json!(max);
    }
    let mut described = json!({
        "name": field.name,
        "in": "query",
        "required": field.required,
        "description": field.about,
    });
    if parameter.repeatable {
        described["style"] = json!("form");
        described["explode"] = json!(true);
        schema = json!({ "type": "array", "items": schema });
    }
    described["schema"] = schema;
    described
}

fn request_body(object: &Object) -> Value {
    let examples = examples::of_body(object);
    let examples: Map<String, Value> = examples
        .into_iter()
        .map(|example| {
            (example.key.to_owned(), json!({ "summary": example.summary, "value": example.value }))
        })
        .collect();
    json!({
        "required": true,
        "content": { "application/json": { "schema": shape::reference(object.name), "examples": examples } },
    })
}

fn responses(endpoint: &ApiEndpoint) -> Map<String, Value> {
    let mut responses = Map::new();
    responses.insert("200".to_owned(), success(endpoint));
    for slug in problems::of(endpoint) {
        let reference = format!("#/components/responses/{}", problems::response_name(slug.status()));
        responses.insert(slug.status().as_str().to_owned(), json!({ "$ref": reference }));
    }
    responses
}

fn success(endpoint: &ApiEndpoint) -> Value {
    let mut headers = problems::common_headers();
    if endpoint.remembers_idempotency_key() {
        headers.insert("Idempotent-Replayed".to_owned(), problems::header("Idempotent-Replayed"));
    }
    let mut response = json!({
        "description": endpoint.answer.about,
        "headers": headers,
        "content": {
            "application/json": {
                "schema": shape::reference(endpoint.answer.name),
                "examples": { "answer": { "value": examples::of_answer(endpoint) } },
            },
        },
    });
    let links = links(endpoint);
    if !links.is_empty() {
        response["links"] = links.into();
    }
    response
}

/// What can be done with an object that was just made, by the operations on its id alone; and what paths do not show.
fn links(endpoint: &ApiEndpoint) -> Map<String, Value> {
    let makes_an_object = endpoint.method == Method::Post && !endpoint.has_id();
    let below = format!("{}/{{id}}", endpoint.path);
    let is_below = |other: &&&ApiEndpoint| {
        makes_an_object && other.path.starts_with(&below) && other.path_parameters().count() == 1
    };
    let by_path =
        ENDPOINTS.iter().filter(is_below).map(|other| (other.id, vec![("id", "$response.body#/id")]));
    by_path
        .chain(further_links(endpoint.id))
        .map(|(to, parameters)| {
            let parameters: Map<String, Value> =
                parameters.into_iter().map(|(name, place)| (name.to_owned(), json!(place))).collect();
            (to.to_owned(), json!({ "operationId": to, "parameters": parameters }))
        })
        .collect()
}

/// An operation, and where its parameters come from.
type Link = (&'static str, Vec<(&'static str, &'static str)>);

fn further_links(from: &str) -> Vec<Link> {
    let first_item = "$response.body#/data/0/id";
    let in_payout = || vec![("id", "$request.path.id"), ("item_id", first_item)];
    match from {
        "listPayoutItems" => vec![
            ("getPayoutItem", in_payout()),
            ("cancelPayoutItem", in_payout()),
            ("getTransaction", vec![("id", first_item)]),
            ("simulateClaim", vec![("id", first_item)]),
        ],
        "createDeposit" => {
            let id = || vec![("id", "$response.body#/id")];
            vec![("getTransaction", id()), ("simulateDeposit", id())]
        }
        "createWithdrawal" => {
            let id = || vec![("id", "$response.body#/id")];
            vec![("getTransaction", id()), ("simulateWithdrawal", id())]
        }
        "simulateInboundTransfer" => vec![("getTransaction", vec![("id", "$response.body#/id")])],
        _ => Vec::new(),
    }
}
