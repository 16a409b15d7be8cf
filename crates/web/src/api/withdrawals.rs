//! Withdrawals: create, list, get, cancel.

use app::{NewDestination, NewWithdrawal};
use rules::scope::Scope;
use rules::transaction::{TransactionStatus, TransactionType};

use super::deposits::{self, QUOTE_ID};
use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::query;
use super::transactions::{TRANSACTION, TRANSACTION_PAGE};
use crate::json_node::JsonNode;
use crate::problem::Detail;
use crate::shape::{Field, Object, label, usdc};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/withdrawals",
    id: "createWithdrawal",
    tag: "Withdrawals",
    summary: "Create a withdrawal",
    about: "Sends USDC to a bank account, in its currency, or to an external wallet. The amount includes the fees \
            and is reserved immediately. You can cancel the withdrawal for 30 seconds; then it is sent.",
    scopes: &[Scope::WithdrawalsWrite],
    query: &[],
    body: Some(&CREATE_WITHDRAWAL),
    check_together: check_destination,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            let to = match call.body.find("bank_account_id") {
                Some(id) => NewDestination::BankAccount(id),
                None => NewDestination::ExternalWallet(call.body.get("external_wallet_id")),
            };
            let (amount, quote) = (call.body.get("amount"), call.body.find("quote_id"));
            let new = NewWithdrawal { to, amount, quote, arrives: None };
            ApiResponse::written(
                call.app.external_transfers.create_withdrawal(&call.caller, new, call.idempotency()).await,
            )
        })
    },
};

fn check_destination(body: &JsonNode<'_>, problems: &mut Vec<Detail>) {
    let has = |field| body.get(field).is_some();
    if has("bank_account_id") == has("external_wallet_id") {
        problems
            .push(Detail::new("body", "must have either bank_account_id or external_wallet_id, not both"));
    }
}

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/withdrawals",
    id: "listWithdrawals",
    tag: "Withdrawals",
    summary: "List withdrawals",
    about: "Returns the withdrawals of the account, newest first.",
    scopes: &[Scope::WithdrawalsRead],
    query: &query::by_status(&STATUSES),
    body: None,
    check_together: no_check,
    answer: &TRANSACTION_PAGE,
    run: |call| Box::pin(deposits::list(call, TransactionType::Withdrawal)),
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/withdrawals/{id}",
    id: "getWithdrawal",
    tag: "Withdrawals",
    summary: "Get a withdrawal",
    about: "Returns the transaction with this ID.",
    scopes: &[Scope::WithdrawalsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            ApiResponse::read(
                call.app
                    .external_transfers
                    .external_transfer(&call.caller, TransactionType::Withdrawal, call.id)
                    .await,
            )
        })
    },
};

pub static CANCEL: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/withdrawals/{id}/cancel",
    id: "cancelWithdrawal",
    tag: "Withdrawals",
    summary: "Cancel a withdrawal",
    about: "Cancels a withdrawal while it is `queued`. The whole amount is back in your balance when you get the \
            response.",
    scopes: &[Scope::WithdrawalsWrite],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            ApiResponse::written(
                call.app
                    .external_transfers
                    .cancel_withdrawal(&call.caller, call.id, call.idempotency())
                    .await,
            )
        })
    },
};

const STATUSES: [&str; 5] = TransactionStatus::names(TransactionStatus::OF_WITHDRAWALS);

static CREATE_WITHDRAWAL: Object = Object {
    name: "CreateWithdrawal",
    about: "A withdrawal to a bank account or an external wallet.",
    closed: true,
    fields: &[
        Field::optional(
            "bank_account_id",
            "The bank account that receives the money. Its rail is used.",
            label(1, 255, "ba_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::optional(
            "external_wallet_id",
            "The external wallet that receives the USDC, instead of a bank account.",
            label(1, 255, "ew_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::required(
            "amount",
            "The amount in USDC that leaves the balance, fees included.",
            usdc("100.00"),
        ),
        QUOTE_ID,
    ],
};
