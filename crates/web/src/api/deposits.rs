//! Deposits: create, list, get, cancel.

use app::{ExternalTransferFilter, ListOrder, NewDeposit};
use rules::scope::Scope;
use rules::transaction::{TransactionStatus, TransactionType};

use super::endpoint::{ApiEndpoint, ApiRequest, ApiResponse, Method, no_check};
use super::query;
use super::transactions::{TRANSACTION, TRANSACTION_PAGE};
use crate::shape::{Field, Object, fiat, label};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/deposits",
    id: "createDeposit",
    tag: "Deposits",
    summary: "Create a deposit",
    about: "Creates a deposit of fiat money that you will send from one of your bank accounts. The response \
            contains transfer instructions: where to send the money, the reference to include, and the deadline. \
            The money is credited as USDC at the current terms, or at those of the quote. What arrives is credited \
            even if it is late, or more or less than requested.",
    scopes: &[Scope::DepositsWrite],
    query: &[],
    body: Some(&CREATE_DEPOSIT),
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            let new = NewDeposit {
                bank_account: call.body.get("bank_account_id"),
                amount: call.body.get("amount"),
                quote: call.body.find("quote_id"),
            };
            ApiResponse::written(
                call.app.external_transfers.create_deposit(&call.caller, new, call.idempotency()).await,
            )
        })
    },
};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/deposits",
    id: "listDeposits",
    tag: "Deposits",
    summary: "List deposits",
    about: "Returns the deposits of the account, newest first.",
    scopes: &[Scope::DepositsRead],
    query: &query::by_status(&STATUSES),
    body: None,
    check_together: no_check,
    answer: &TRANSACTION_PAGE,
    run: |call| Box::pin(list(call, TransactionType::Deposit)),
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/deposits/{id}",
    id: "getDeposit",
    tag: "Deposits",
    summary: "Get a deposit",
    about: "Returns the transaction with this ID.",
    scopes: &[Scope::DepositsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            ApiResponse::read(
                call.app
                    .external_transfers
                    .external_transfer(&call.caller, TransactionType::Deposit, call.id)
                    .await,
            )
        })
    },
};

pub static CANCEL: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/deposits/{id}/cancel",
    id: "cancelDeposit",
    tag: "Deposits",
    summary: "Cancel a deposit",
    about: "Cancels a deposit while no money has arrived. If you send the money anyway, it is credited as an \
            inbound transfer.",
    scopes: &[Scope::DepositsWrite],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            ApiResponse::written(
                call.app.external_transfers.cancel_deposit(&call.caller, call.id, call.idempotency()).await,
            )
        })
    },
};

/// Deposits, or withdrawals.
pub async fn list(
    call: &ApiRequest<'_>,
    kind: TransactionType,
) -> Result<ApiResponse, crate::problem::Problem> {
    let filter = ExternalTransferFilter {
        kind,
        created: call.query.created(),
        order: ListOrder::Newest,
        statuses: call.query.all("status").filter_map(TransactionStatus::parse).collect(),
    };
    ApiResponse::read(
        call.app.external_transfers.external_transfers(&call.caller, &filter, &call.paging()).await,
    )
}

const STATUSES: [&str; 6] = TransactionStatus::names(TransactionStatus::OF_DEPOSITS);

pub const QUOTE_ID: Field = Field::optional(
    "quote_id",
    "A quote for exactly this amount. The deposit gets its terms.",
    label(1, 255, "qt_01kdvq3y5cf2ab6ngnm3hcrkve"),
);

static CREATE_DEPOSIT: Object = Object {
    name: "CreateDeposit",
    about: "A deposit.",
    closed: true,
    fields: &[
        Field::required(
            "bank_account_id",
            "The bank account that sends the money. Its rail is used.",
            label(1, 255, "ba_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::required("amount", "The amount to send, in the currency of the bank account.", fiat("250.00")),
        QUOTE_ID,
    ],
};
