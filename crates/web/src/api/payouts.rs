//! Payouts: create, validate, list, get, cancel.

use app::{NewPayout, PayoutFilter};
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::money::Currency;
use rules::payout::{MOST_ITEMS, PayoutStatus};
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::preview::{self, PREVIEW};
use super::{NEXT_CURSOR, page_data, query};
use crate::json_node::JsonNode;
use crate::problem::Detail;
use crate::shape::{CheckedFields, Field, FieldKind, Object, email, label, output, usdc};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/payouts",
    id: "createPayout",
    tag: "Payouts",
    summary: "Create a payout",
    about: "Sends USDC to 1 to 100 people. Each item names its person by `email` or by `recipient_id`; an address that \
            is new becomes a recipient. The whole total is reserved with the answer, or nothing is: every problem of \
            every item is reported at once. Send an `Idempotency-Key`, and repeating the request never pays twice.",
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
    about: "Takes the body of a payout and says what would happen: the total, the balance before and after, what each \
            item would become, and the problem that would be answered, if any. It writes nothing.",
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
    about: "The payouts of the account, newest first.",
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
    about: "With how many of its items are in which state.",
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
    about: "Stops every item that has not ended; its money is back in the balance with the answer. Items that were \
            completed stay completed. Without anything to stop it is refused.",
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
    for (index, item) in body.list("items").iter().enumerate().take(MOST_ITEMS) {
        let message = match (item.get("email"), item.get("recipient_id")) {
            (Some(_), Some(_)) => "must name the person by email or by recipient_id, not by both",
            (None, None) if matches!(item, JsonNode::Object(_)) => "must have an email or a recipient_id",
            _ => continue,
        };
        problems.push(Detail::new(format!("body.items[{index}]"), message));
    }
}

pub const REFERENCE: Field = Field::optional(
    "reference",
    "A note of yours, such as the number of an order.",
    label(1, 255, "may-2026"),
);

static CREATE_PAYOUT: Object = Object {
    name: "CreatePayout",
    about: "Whom to pay, and how much.",
    closed: true,
    fields: &[
        Field::required(
            "items",
            "The people to pay. The same person may come more than once.",
            FieldKind::List { of: &CREATE_PAYOUT_ITEM, min: 1, max: MOST_ITEMS },
        ),
        REFERENCE,
    ],
};

static CREATE_PAYOUT_ITEM: Object = Object {
    name: "CreatePayoutItem",
    about: "One person to pay: by `email` or by `recipient_id`.",
    closed: true,
    fields: &[
        Field::required("amount", "How much USDC, as a plain decimal with up to 6 places.", usdc("12.50")),
        Field::optional("email", "The person's address.", email()),
        Field::optional(
            "recipient_id",
            "A recipient of the account.",
            label(1, 255, "rcp_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        REFERENCE,
    ],
};

const COUNT: FieldKind = FieldKind::Integer { min: 0, max: MOST_ITEMS as i64 };

static ITEM_BREAKDOWN: Object = Object {
    name: "ItemBreakdown",
    about: "How many items are in which state. The five add up to all of them.",
    closed: false,
    fields: &[
        Field::required("cancelled", "Stopped, or not claimed in time.", COUNT),
        Field::required("completed", "In the recipient's wallet.", COUNT),
        Field::required("failed", "Could not be paid.", COUNT),
        Field::required("pending_claim", "Waiting for the recipient to claim it.", COUNT),
        Field::required("processing", "Not looked at yet.", COUNT),
    ],
};

pub static PAYOUT: Object = Object {
    name: "Payout",
    about: "One call that pays several people.",
    closed: false,
    fields: &[
        Field::required("id", "The id of the payout.", output("po_01kdvq3y5cf2ab6ngnm3hc0000")),
        Field::required(
            "status",
            "`processing` while an item can still change; then `completed` if an item is, else `failed` if an item \
             is, else `cancelled`.",
            FieldKind::Choice(&PayoutStatus::NAMES),
        ),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required("total_amount", "The sum of all items.", output("12.50")),
        Field::required(
            "total_items",
            "How many items it has.",
            FieldKind::Integer { min: 1, max: MOST_ITEMS as i64 },
        ),
        Field::required(
            "item_breakdown",
            "How many items are in which state.",
            FieldKind::Object(&ITEM_BREAKDOWN),
        ),
        Field::required("created_at", "When it was created.", FieldKind::DateTime),
        Field::optional("completed_at", "When its last item ended, in whatever way.", FieldKind::DateTime),
        Field::optional("failure_reason", "Why nobody received anything.", output("no_item_completed")),
        REFERENCE,
    ],
};

static PAYOUT_PAGE: Object = Object {
    name: "PayoutPage",
    about: "A page of payouts.",
    closed: false,
    fields: &[page_data(&PAYOUT), NEXT_CURSOR],
};
