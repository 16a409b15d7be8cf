//! The API, version 1: one file for each noun, and the table of all endpoints.

mod balance;
pub(crate) mod bank_accounts;
pub(crate) mod bank_details;
mod credentials;
mod deposits;
mod dispatch;
mod endpoint;
mod exchange;
pub(crate) mod external_wallets;
mod payout_items;
mod payouts;
mod preview;
mod query;
mod quotes;
pub(crate) mod recipients;
mod redaction;
mod simulate;
mod transactions;
mod withdrawals;

pub use credentials::{admit, authenticate};
pub use dispatch::dispatch;
pub use endpoint::{ApiEndpoint, Method};
pub use external_wallets::EXTERNAL_WALLET;
pub use payout_items::PAYOUT_ITEM;
pub use payouts::PAYOUT;
pub use query::Parameter;
pub use query::Query;
pub use recipients::RECIPIENT;
pub use transactions::TRANSACTION;

use crate::shape::{Field, FieldKind, Object};

/// Every endpoint, in the order of the reference.
pub static ENDPOINTS: [&ApiEndpoint; 39] = [
    &balance::GET,
    &bank_accounts::CREATE,
    &bank_accounts::LIST,
    &bank_accounts::GET,
    &bank_accounts::RENAME,
    &bank_accounts::ARCHIVE,
    &external_wallets::CREATE,
    &external_wallets::LIST,
    &external_wallets::GET,
    &external_wallets::RENAME,
    &external_wallets::ARCHIVE,
    &recipients::CREATE,
    &recipients::LIST,
    &recipients::GET,
    &recipients::UPDATE,
    &payouts::CREATE,
    &payouts::VALIDATE,
    &payouts::LIST,
    &payouts::GET,
    &payouts::CANCEL,
    &payout_items::LIST,
    &payout_items::GET,
    &payout_items::CANCEL,
    &quotes::CREATE,
    &deposits::CREATE,
    &deposits::LIST,
    &deposits::GET,
    &deposits::CANCEL,
    &withdrawals::CREATE,
    &withdrawals::LIST,
    &withdrawals::GET,
    &withdrawals::CANCEL,
    &transactions::LIST,
    &transactions::GET,
    &simulate::INBOUND_TRANSFER,
    &simulate::DEPOSIT,
    &simulate::WITHDRAWAL,
    &simulate::CLAIM,
    &simulate::CLOCK,
];

const fn page_data(of: &'static Object) -> Field {
    Field::required(
        "data",
        "The results, in the order of the list.",
        FieldKind::List { of, min: 0, max: query::LARGEST_PAGE },
    )
}

const NEXT_CURSOR: Field = Field::required(
    "next_cursor",
    "Pass it as `cursor` to get the next page. Null on the last page.",
    FieldKind::NullableText,
);

static EMPTY: Object = Object { name: "Empty", about: "An empty object.", closed: true, fields: &[] };
