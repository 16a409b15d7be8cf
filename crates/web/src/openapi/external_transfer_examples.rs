//! Examples of deposits and withdrawals, by hand: not all fields of a transaction go together.

use serde_json::{Value, json};

use super::example_values::{BANK_ACCOUNT_ID, TIME};

const EXPIRES_AT: &str = "2026-02-07T12:00:00.000000Z";
const RATE_EXPIRES_AT: &str = "2026-01-31T13:00:00.000000Z";
const LATER: &str = "2026-01-31T12:05:00.000000Z";
pub const DEPOSIT_ID: &str = "txn_01kdvq3y5cf2ab6ngnm3hcrkvh";
pub const WITHDRAWAL_ID: &str = "txn_01kdvq3y5cf2ab6ngnm3hcrkvj";

pub fn deposit(status: &str) -> Value {
    let mut deposit = json!({
        "id": DEPOSIT_ID,
        "type": "deposit",
        "status": status,
        "amount": "45.879374",
        "currency": "USDC",
        "created_at": TIME,
        "bank_account_id": BANK_ACCOUNT_ID,
        "counter_amount": "250.00",
        "counter_currency": "BRL",
        "exchange_rate": "5.43",
        "fee_breakdown": {
            "total": "0.161141",
            "currency": "USDC",
            "components": [
                { "type": "percentage", "amount": "0.04604" },
                { "type": "spread", "amount": "0.115101" },
            ],
        },
        "transfer_instructions": {
            "type": "fiat",
            "payment_rail": "brl_pix",
            "currency": "BRL",
            "amount": "250.00",
            "reference": "FLK3M9Q2XW7T4B",
            "beneficiary_name": "Sandbox Bank",
            "details": { "pix_key": "deposits@sandbox.invalid" },
            "expires_at": EXPIRES_AT,
            "rate_expires_at": RATE_EXPIRES_AT,
            "rate_max_amount": "252.50",
        },
    });
    if status == "cancelled" {
        deposit["completed_at"] = json!(LATER);
    }
    deposit
}

pub fn withdrawal(status: &str) -> Value {
    let mut withdrawal = json!({
        "id": WITHDRAWAL_ID,
        "type": "withdrawal",
        "status": status,
        "amount": "100.00",
        "currency": "USDC",
        "created_at": TIME,
        "bank_account_id": BANK_ACCOUNT_ID,
        "counter_amount": "538.38",
        "counter_currency": "BRL",
        "exchange_rate": "5.43",
        "fee_breakdown": {
            "total": "0.850828",
            "currency": "USDC",
            "components": [
                { "type": "fixed", "amount": "0.50" },
                { "type": "percentage", "amount": "0.10" },
                { "type": "spread", "amount": "0.25" },
                { "type": "rounding", "amount": "0.000828" },
            ],
        },
    });
    if status != "queued" {
        withdrawal["completed_at"] = json!(LATER);
    }
    withdrawal
}

pub fn quote() -> Value {
    json!({
        "id": "qt_01kdvq3y5cf2ab6ngnm3hcrkve",
        "direction": "withdrawal",
        "payment_rail": "brl_pix",
        "exchange_rate": "5.43",
        "source_amount": "100.00",
        "source_currency": "USDC",
        "destination_amount": "538.38",
        "destination_currency": "BRL",
        "fee_breakdown": withdrawal("queued")["fee_breakdown"],
        "created_at": TIME,
        "expires_at": LATER,
    })
}

pub fn create_quote() -> Value {
    json!({ "direction": "withdrawal", "currency": "BRL", "amount": "100.00", "amount_side": "source" })
}

pub fn create_deposit() -> Value {
    json!({ "bank_account_id": BANK_ACCOUNT_ID, "amount": "250.00" })
}

pub fn to_bank_account() -> Value {
    json!({ "bank_account_id": BANK_ACCOUNT_ID, "amount": "100.00" })
}

pub fn to_wallet() -> Value {
    json!({ "external_wallet_id": "ew_01kdvq3y5cf2ab6ngnm3hcrkve", "amount": "100.00" })
}
