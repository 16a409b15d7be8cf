//! The items of a payout: list, get, cancel.

use app::{ItemFilter, ItemOrder};
use rules::money::Currency;
use rules::scope::Scope;
use rules::transaction::{ItemStatus, TransactionStatus};

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::payouts::REFERENCE;
use super::{NEXT_CURSOR, page_data, query};
use crate::shape::{Field, FieldKind, Object, email, public};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/payouts/{id}/items",
    id: "listPayoutItems",
    tag: "Payouts",
    summary: "List the items of a payout",
    about: "Returns the items of a payout in the order of the request.",
    scopes: &[Scope::PayoutsRead],
    query: &query::by_status(&ItemStatus::NAMES),
    body: None,
    check_together: no_check,
    answer: &PAYOUT_ITEM_PAGE,
    run: |call| {
        Box::pin(async move {
            let wanted: Vec<ItemStatus> = call.query.all("status").filter_map(ItemStatus::parse).collect();
            let shown_as = |status: &TransactionStatus| wanted.contains(&ItemStatus::of(*status));
            let filter = ItemFilter {
                created: call.query.created(),
                order: ItemOrder::Requested,
                statuses: TransactionStatus::ALL.into_iter().filter(shown_as).collect(),
            };
            ApiResponse::read(
                call.app.payouts.payout_items(&call.caller, call.id, &filter, &call.paging()).await,
            )
        })
    },
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/payouts/{id}/items/{item_id}",
    id: "getPayoutItem",
    tag: "Payouts",
    summary: "Get an item of a payout",
    about: "Returns an item of a payout. The transaction with the same ID is the same object.",
    scopes: &[Scope::PayoutsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &PAYOUT_ITEM,
    run: |call| {
        Box::pin(async move {
            ApiResponse::read(call.app.payouts.payout_item(&call.caller, call.id, call.item_id).await)
        })
    },
};

pub static CANCEL: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/payouts/{id}/items/{item_id}/cancel",
    id: "cancelPayoutItem",
    tag: "Payouts",
    summary: "Cancel an item of a payout",
    about: "Cancels an item that is not final. Its amount is back in your balance when you get the response.",
    scopes: &[Scope::PayoutsWrite],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &PAYOUT_ITEM,
    run: |call| {
        Box::pin(async move {
            let claim = call.idempotency();
            ApiResponse::written(
                call.app.payouts.cancel_payout_item(&call.caller, call.id, call.item_id, claim).await,
            )
        })
    },
};

pub static PAYOUT_ITEM: Object = Object {
    name: "PayoutItem",
    about: "One recipient's part of a payout.",
    closed: false,
    fields: &[
        Field::required(
            "id",
            "The ID of the item and of its transaction.",
            public("txn_01kdvq3y5cf2ab6ngnm3hc0001"),
        ),
        Field::required(
            "payout_id",
            "The payout that the item belongs to.",
            public("po_01kdvq3y5cf2ab6ngnm3hc0000"),
        ),
        Field::required("amount", "The amount that the recipient receives.", public("12.50")),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required("email", "The recipient's email address.", email()),
        Field::required("recipient_id", "The ID of the recipient.", public("rcp_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::required("status", "The current status.", FieldKind::Choice(&ItemStatus::NAMES)),
        Field::required("created_at", "When the object was created.", FieldKind::DateTime),
        Field::optional("completed_at", "When the object reached a final status.", FieldKind::DateTime),
        Field::optional("claim_expires_at", "When the claim expires.", FieldKind::DateTime),
        Field::optional(
            "failure_reason",
            "Why the recipient didn't get the money: `claim_expired` or `simulated_failure`.",
            public("claim_expired"),
        ),
        REFERENCE,
    ],
};

static PAYOUT_ITEM_PAGE: Object = Object {
    name: "PayoutItemPage",
    about: "A page of payout items.",
    closed: false,
    fields: &[page_data(&PAYOUT_ITEM), NEXT_CURSOR],
};
