//! The log of API requests: what it keeps, what it leaves out, and how it leads to objects and from them.

mod kept;
mod links;
mod pages;

use serde_json::Value;
use testkit::patience::eventually;

use crate::support::{Browser, Reply, Server, unescaped};

const LOG: &str = "/dashboard/test/api_requests";

/// What its `X-Request-Id` said.
fn request_id(reply: &Reply) -> String {
    reply.header("x-request-id").expect("every response has one").to_owned()
}

/// The page of a request, as soon as it is written.
#[track_caller]
fn page_of(owner: &Browser, reply: &Reply) -> Reply {
    let place = format!("{LOG}/{}", request_id(reply));
    eventually("the request is written", || Some(owner.get(&place)).filter(|page| page.status == 200))
}

/// Where the rows of the list lead.
fn rows(page: &Reply) -> Vec<String> {
    let links = page.body.split("class=\"row-link\"").skip(1);
    let href = |rest: &str| rest.split("href=\"").nth(1)?.split('"').next().map(unescaped);
    links.filter_map(href).collect()
}

fn logged(server: &Server) -> i64 {
    server.database().number(server.data(), "select count(*) from api_requests")
}

/// Waits until so many requests are written.
#[track_caller]
fn all_written(server: &Server, count: i64) {
    eventually("the requests are written", || (logged(server) == count).then_some(()));
}

fn place_of(reply: &Reply) -> String {
    format!("{LOG}/{}", request_id(reply))
}

fn item(email: &str) -> Value {
    serde_json::json!({ "items": [{ "email": email, "amount": "12.50", "reference": "for Ada" }] })
}
