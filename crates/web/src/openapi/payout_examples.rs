//! Examples of payouts, their items and what moves money: one story, in which Ada is new and another recipient has a
//! wallet. They must fit the shapes; a test checks that they do.

use serde_json::{Value, json};

use super::example_values::{PAYOUT_ID, TIME};

const ITEM_ID: &str = "txn_01kdvq3y5cf2ab6ngnm3hc0001";
const RECIPIENT_ID: &str = "rcp_01kdvq3y5cf2ab6ngnm3hcrkve";
const OTHER_RECIPIENT_ID: &str = "rcp_01kdvq3y5cf2ab6ngnm3hcrkvf";
/// 30 days after [`TIME`].
const CLAIM_EXPIRES_AT: &str = "2026-03-02T12:00:00.000000Z";
const LATER: &str = "2026-01-31T12:04:10.000000Z";

/// By address, so that it works as it stands.
pub fn create() -> Value {
    json!({
        "items": [
            { "amount": "12.50", "email": "ada@example.com", "reference": "invoice-17" },
            { "amount": "7.00", "email": "grace@example.com" },
        ],
        "reference": "may-2026",
    })
}

pub fn create_by_id() -> Value {
    json!({ "items": [{ "amount": "12.50", "recipient_id": RECIPIENT_ID }] })
}

/// As it is answered at first: no worker has looked at it yet.
pub fn accepted() -> Value {
    payout(
        "processing",
        json!({ "cancelled": 0, "completed": 0, "failed": 0, "pending_claim": 0, "processing": 2 }),
    )
}

/// The one who had a wallet was paid before.
pub fn cancelled() -> Value {
    let counters =
        json!({ "cancelled": 1, "completed": 1, "failed": 0, "pending_claim": 0, "processing": 0 });
    with(payout("completed", counters), "completed_at", LATER)
}

fn payout(status: &str, item_breakdown: Value) -> Value {
    json!({
        "id": PAYOUT_ID,
        "status": status,
        "currency": "USDC",
        "total_amount": "19.50",
        "total_items": 2,
        "item_breakdown": item_breakdown,
        "created_at": TIME,
        "reference": "may-2026",
    })
}

pub fn waiting_item() -> Value {
    item("pending_claim")
}

pub fn claimed_item() -> Value {
    with(item("completed"), "completed_at", LATER)
}

pub fn cancelled_item() -> Value {
    with(item("cancelled"), "completed_at", LATER)
}

fn item(status: &str) -> Value {
    json!({
        "id": ITEM_ID,
        "payout_id": PAYOUT_ID,
        "amount": "12.50",
        "currency": "USDC",
        "email": "ada@example.com",
        "recipient_id": RECIPIENT_ID,
        "status": status,
        "created_at": TIME,
        "claim_expires_at": CLAIM_EXPIRES_AT,
        "reference": "invoice-17",
    })
}

/// The same item, seen as a transaction.
pub fn waiting_transaction() -> Value {
    json!({
        "id": ITEM_ID,
        "type": "payout",
        "status": "pending_claim",
        "amount": "12.50",
        "currency": "USDC",
        "created_at": TIME,
        "claim_expires_at": CLAIM_EXPIRES_AT,
        "payout_id": PAYOUT_ID,
        "recipient_id": RECIPIENT_ID,
        "reference": "invoice-17",
    })
}

pub fn arrival() -> Value {
    json!({
        "id": "txn_01kdvq3y5cf2ab6ngnm3hcrkvg",
        "type": "inbound_transfer",
        "status": "completed",
        "amount": "500.00",
        "currency": "USDC",
        "created_at": TIME,
        "completed_at": TIME,
    })
}

pub fn preview() -> Value {
    json!({
        "valid": true,
        "currency": "USDC",
        "total_amount": "19.50",
        "total_items": 2,
        "available": "10000.00",
        "available_after": "9980.50",
        "items": [
            preview_item(),
            {
                "index": 1,
                "amount": "7.00",
                "email": "grace@example.com",
                "recipient_id": OTHER_RECIPIENT_ID,
                "on_platform": true,
                "status": "completed",
            },
        ],
    })
}

pub fn preview_item() -> Value {
    json!({
        "index": 0,
        "amount": "12.50",
        "email": "ada@example.com",
        "on_platform": false,
        "status": "pending_claim",
    })
}

fn with(mut object: Value, field: &str, value: &str) -> Value {
    object[field] = json!(value);
    object
}
