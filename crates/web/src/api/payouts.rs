//! Payouts: create, validate, list, get, cancel.

use app::{ListOrder, NewPayout, PayoutFilter};
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::money::Currency;
use rules::payout::{MAX_ITEMS, PayoutStatus};
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::preview::{self, PREVIEW};
use super::{NEXT_CURSOR, page_data, query};
use crate::json_node::JsonNode;
use crate::problem::Detail;
use crate::shape::{CheckedFields, Field, FieldKind, Object, email, label, public, usdc};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/payouts",
    id: "createPayout",
    tag: "Payouts",
    summary: "Create a payout",
    about: "Sends USDC to 1 to 100 recipients. Each item identifies its recipient by `email` or `recipient_id`; a \
            new email address creates a recipient. The total is reserved in full, or the payout is rejected and \
            the response lists the problems of all items. With an `Idempotency-Key`, retries never pay twice.",
    scopes: &[Scope::PayoutsWrite],
    query: &[],
    body: Some(&CREATE_PAYOUT),
    check_together: check_targets,
    answer: &PAYOUT,
    run: |call| {
        Box::pin(async move {
            ApiResponse::written(
                call.app
                    .payouts
                    .create_payout(&call.caller, new_payout(&call.body), call.idempotency())
                    .await,
            )
        })
    },
};

pub static VALIDATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/payouts/validate",
    id: "validatePayout",
    tag: "Payouts",
    summary: "Validate a payout",
    about: "Checks a payout without creating it. Takes the same body as `POST /payouts` and returns the total, \
            the balance before and after, the expected status of each item, and the problem that would reject the \
            payout, if any.",
    scopes: &[Scope::PayoutsWrite],
    query: &[],
    body: Some(&CREATE_PAYOUT),
    check_together: check_targets,
    answer: &PREVIEW,
    run: |call| {
        Box::pin(async move {
            let preview = call.app.payouts.preview_payout(&call.caller, new_payout(&call.body)).await?;
            Ok(ApiResponse { body: preview::render(&preview), replayed: false })
        })
    },
};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/payouts",
    id: "listPayouts",
    tag: "Payouts",
    summary: "List payouts",
    about: "Returns the payouts of the account, newest first.",
    scopes: &[Scope::PayoutsRead],
    query: &[
        query::PAGE_SIZE,
        query::CURSOR,
        query::CREATED_FROM,
        query::CREATED_TO,
        query::status(&PayoutStatus::NAMES),
        query::REFERENCE,
        query::IDEMPOTENCY_KEY,
    ],
    body: None,
    check_together: no_check,
    answer: &PAYOUT_PAGE,
    run: |call| {
        Box::pin(async move {
            let filter = PayoutFilter {
                created: call.query.created(),
                order: ListOrder::Newest,
                statuses: call.query.all("status").filter_map(PayoutStatus::parse).collect(),
                reference: call.query.get("reference").map(str::to_owned),
                idempotency_key: call.query.get("idempotency_key").map(str::to_owned),
            };
            ApiResponse::read(call.app.payouts.payouts(&call.caller, &filter, &call.paging()).await)
        })
    },
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/payouts/{id}",
    id: "getPayout",
    tag: "Payouts",
    summary: "Get a payout",
    about: "Returns a payout with the number of its items in each status.",
    scopes: &[Scope::PayoutsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &PAYOUT,
    run: |call| {
        Box::pin(async move { ApiResponse::read(call.app.payouts.payout(&call.caller, call.id).await) })
    },
};

pub static CANCEL: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/payouts/{id}/cancel",
    id: "cancelPayout",
    tag: "Payouts",
    summary: "Cancel a payout",
    about: "Cancels every item that is not final. Their amounts are back in your balance when you get the \
            response. Completed items stay completed. If every item is final, the request returns 409 \
            `invalid_state`.",
    scopes: &[Scope::PayoutsWrite],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &PAYOUT,
    run: |call| {
        Box::pin(async move {
            ApiResponse::written(
                call.app.payouts.cancel_payout(&call.caller, call.id, call.idempotency()).await,
            )
        })
    },
};

/// A payout whose items [`check_targets`] has checked.
fn new_payout(body: &CheckedFields) -> NewPayout {
    let items: &[CheckedFields] = body.get("items");
    let item = |item: &CheckedFields| NewItem {
        target: match item.find("email") {
            Some(email) => PayoutTarget::EmailAddress(email),
            None => PayoutTarget::recipient(item.get("recipient_id")),
        },
        amount: item.get("amount"),
        reference: item.find("reference"),
    };
    NewPayout { items: items.iter().map(item).collect(), reference: body.find("reference") }
}

/// An item names one person, in one way.
fn check_targets(body: &JsonNode<'_>, problems: &mut Vec<Detail>) {
    // A list that is too long was refused as a whole.
    for (index, item) in body.list("items").iter().enumerate().take(MAX_ITEMS) {
        let message = match (item.get("email"), item.get("recipient_id")) {
            (Some(_), Some(_)) => "must have either email or recipient_id, not both",
            (None, None) if matches!(item, JsonNode::Object(_)) => "must have either email or recipient_id",
            _ => continue,
        };
        problems.push(Detail::new(format!("body.items[{index}]"), message));
    }
}

pub const REFERENCE: Field =
    Field::optional("reference", "Your own reference, such as an order number.", label(1, 255, "may-2026"));

static CREATE_PAYOUT: Object = Object {
    name: "CreatePayout",
    about: "A payout.",
    closed: true,
    fields: &[
        Field::required(
            "items",
            "The recipients and amounts. A recipient can appear more than once.",
            FieldKind::List { of: &CREATE_PAYOUT_ITEM, min: 1, max: MAX_ITEMS },
        ),
        REFERENCE,
    ],
};

static CREATE_PAYOUT_ITEM: Object = Object {
    name: "CreatePayoutItem",
    about: "An amount and its recipient, identified by `email` or `recipient_id`.",
    closed: true,
    fields: &[
        Field::required(
            "amount",
            "The amount in USDC, as a plain decimal with up to 6 places.",
            usdc("12.50"),
        ),
        Field::optional("email", "The recipient's email address.", email()),
        Field::optional(
            "recipient_id",
            "The ID of a recipient of the account.",
            label(1, 255, "rcp_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        REFERENCE,
    ],
};

const COUNT: FieldKind = FieldKind::Integer { min: 0, max: MAX_ITEMS as i64 };

static ITEM_BREAKDOWN: Object = Object {
    name: "ItemBreakdown",
    about: "The number of items in each status. They add up to `total_items`.",
    closed: false,
    fields: &[
        Field::required("cancelled", "Cancelled, or not claimed in time.", COUNT),
        Field::required("completed", "Credited to the recipient's wallet.", COUNT),
        Field::required("failed", "Failed. The amount is back in your balance.", COUNT),
        Field::required("pending_claim", "Waiting for the recipient to claim it.", COUNT),
        Field::required("processing", "Not settled yet.", COUNT),
    ],
};

pub static PAYOUT: Object = Object {
    name: "Payout",
    about: "A payment to one or more recipients.",
    closed: false,
    fields: &[
        Field::required("id", "The ID of the payout.", public("po_01kdvq3y5cf2ab6ngnm3hc0000")),
        Field::required(
            "status",
            "`processing` while an item can still change. Then `completed` if any item is completed, otherwise \
             `failed` if any item failed, otherwise `cancelled`.",
            FieldKind::Choice(&PayoutStatus::NAMES),
        ),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required("total_amount", "The sum of all items.", public("12.50")),
        Field::required(
            "total_items",
            "The number of items.",
            FieldKind::Integer { min: 1, max: MAX_ITEMS as i64 },
        ),
        Field::required(
            "item_breakdown",
            "The number of items in each status.",
            FieldKind::Object(&ITEM_BREAKDOWN),
        ),
        Field::required("created_at", "When the object was created.", FieldKind::DateTime),
        Field::optional("completed_at", "When the last item reached a final status.", FieldKind::DateTime),
        Field::optional("failure_reason", "Why no recipient was paid.", public("no_item_completed")),
        REFERENCE,
    ],
};

static PAYOUT_PAGE: Object = Object {
    name: "PayoutPage",
    about: "A page of payouts.",
    closed: false,
    fields: &[page_data(&PAYOUT), NEXT_CURSOR],
};
