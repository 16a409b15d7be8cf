//! `GET /balance`.

use rules::money::Currency;
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use crate::shape::{Field, FieldKind, Object, output, public};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/balance",
    id: "getBalance",
    tag: "Balance",
    summary: "Get the USDC balance",
    about: "Settled funds, immediately available for payouts or withdrawals.",
    scopes: &[Scope::BalanceRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &BALANCE,
    run: |call| Box::pin(async move { ApiResponse::read(call.app.accounts.balance(&call.caller).await) }),
};

static BALANCE: Object = Object {
    name: "Balance",
    about: "The balance of an account.",
    closed: false,
    fields: &[
        Field::required("amount", "The available amount, with 2 to 6 decimals.", public("10000.00")),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required(
            "chain",
            "The chain that holds the USDC; `simulated` in the sandbox.",
            public("simulated"),
        ),
        Field::optional(
            "address",
            "The account's deposit address on that chain. USDC sent to it is added to the live balance.",
            output("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ),
        Field::required("last_updated", "When the balance last changed.", FieldKind::DateTime),
    ],
};
