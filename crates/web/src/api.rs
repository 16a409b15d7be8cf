//! The API, version 1: one file for each noun, and the table of all endpoints.

mod balance;
mod bank_accounts;
mod bank_details;
mod credentials;
mod dispatch;
mod endpoint;
mod query;
mod recipients;

pub use dispatch::dispatch;
pub use endpoint::{Endpoint, Method, Parameter};

use crate::shape::{Field, Kind, Object};

/// Every endpoint, in the order of the reference.
pub static ENDPOINTS: [&Endpoint; 10] = [
    &balance::GET,
    &bank_accounts::CREATE,
    &bank_accounts::LIST,
    &bank_accounts::GET,
    &bank_accounts::RENAME,
    &bank_accounts::ARCHIVE,
    &recipients::CREATE,
    &recipients::LIST,
    &recipients::GET,
    &recipients::UPDATE,
];

const fn page_data(of: &'static Object) -> Field {
    Field::required("data", "The results, newest first.", Kind::List { of, max: endpoint::LARGEST_PAGE })
}

const NEXT_CURSOR: Field = Field::required(
    "next_cursor",
    "Send it as `cursor` for the next page; null at the end.",
    Kind::NullableText,
);
