//! One good request for each endpoint, and the scope that the contract gives it.

use rules::account::Mode;
use serde_json::{Value, json};

use crate::support::{bank_account, external_wallet};

pub struct Sample {
    pub method: &'static str,
    pub path: &'static str,
    pub scope: &'static str,
    /// What the ids in the path name.
    pub thing: Option<Thing>,
    /// What is sent.
    pub body: fn(&Needed) -> Option<Value>,
}

/// What a body needs to be good: the mode of the caller's account, and a bank account of the caller's app.
pub struct Needed {
    pub mode: Mode,
    pub bank_account: String,
}

impl Needed {
    /// For routes that no test will call.
    pub fn nothing(mode: Mode) -> Needed {
        Needed { mode, bank_account: Thing::BankAccount.unknown_id().to_owned() }
    }
}

/// What an account can own and an id can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    BankAccount,
    ExternalWallet,
    Recipient,
    Payout,
    /// By the payout and the item, as in `po_…/txn_…`.
    PayoutItem,
    Transaction,
    Deposit,
    Withdrawal,
}

pub const SAMPLES: &[Sample] = &[
    sample("GET", "/balance", "balance:read", None, nothing),
    sample("POST", "/bank_accounts", "bank_accounts:write", None, |_| Some(bank_account("brl_pix"))),
    sample("GET", "/bank_accounts", "bank_accounts:read", None, nothing),
    sample("GET", "/bank_accounts/{id}", "bank_accounts:read", Some(Thing::BankAccount), nothing),
    sample("PATCH", "/bank_accounts/{id}", "bank_accounts:write", Some(Thing::BankAccount), |_| {
        Some(json!({ "name": "Renamed" }))
    }),
    sample("POST", "/bank_accounts/{id}/archive", "bank_accounts:write", Some(Thing::BankAccount), nothing),
    sample("POST", "/external_wallets", "external_wallets:write", None, |needed| {
        Some(external_wallet(needed.mode))
    }),
    sample("GET", "/external_wallets", "external_wallets:read", None, nothing),
    sample("GET", "/external_wallets/{id}", "external_wallets:read", Some(Thing::ExternalWallet), nothing),
    sample("PATCH", "/external_wallets/{id}", "external_wallets:write", Some(Thing::ExternalWallet), |_| {
        Some(json!({ "name": "Renamed" }))
    }),
    sample(
        "POST",
        "/external_wallets/{id}/archive",
        "external_wallets:write",
        Some(Thing::ExternalWallet),
        nothing,
    ),
    sample("POST", "/recipients", "recipients:write", None, |_| {
        Some(json!({ "email": "grace@example.com" }))
    }),
    sample("GET", "/recipients", "recipients:read", None, nothing),
    sample("GET", "/recipients/{id}", "recipients:read", Some(Thing::Recipient), nothing),
    sample("PATCH", "/recipients/{id}", "recipients:write", Some(Thing::Recipient), |_| {
        Some(json!({ "nickname": "Renamed" }))
    }),
    sample("POST", "/payouts", "payouts:write", None, |_| Some(payout())),
    sample("POST", "/payouts/validate", "payouts:write", None, |_| Some(payout())),
    sample("GET", "/payouts", "payouts:read", None, nothing),
    sample("GET", "/payouts/{id}", "payouts:read", Some(Thing::Payout), nothing),
    sample("POST", "/payouts/{id}/cancel", "payouts:write", Some(Thing::Payout), nothing),
    sample("GET", "/payouts/{id}/items", "payouts:read", Some(Thing::Payout), nothing),
    sample("GET", "/payouts/{id}/items/{item_id}", "payouts:read", Some(Thing::PayoutItem), nothing),
    sample("POST", "/payouts/{id}/items/{item_id}/cancel", "payouts:write", Some(Thing::PayoutItem), nothing),
    sample("POST", "/quotes", "deposits:write", None, |_| Some(quote("deposit"))),
    sample("POST", "/deposits", "deposits:write", None, |needed| {
        Some(json!({ "bank_account_id": needed.bank_account, "amount": "250.00" }))
    }),
    sample("GET", "/deposits", "deposits:read", None, nothing),
    sample("GET", "/deposits/{id}", "deposits:read", Some(Thing::Deposit), nothing),
    sample("POST", "/deposits/{id}/cancel", "deposits:write", Some(Thing::Deposit), nothing),
    sample("POST", "/withdrawals", "withdrawals:write", None, |needed| {
        Some(json!({ "bank_account_id": needed.bank_account, "amount": "2.00" }))
    }),
    sample("GET", "/withdrawals", "withdrawals:read", None, nothing),
    sample("GET", "/withdrawals/{id}", "withdrawals:read", Some(Thing::Withdrawal), nothing),
    sample("POST", "/withdrawals/{id}/cancel", "withdrawals:write", Some(Thing::Withdrawal), nothing),
    sample("GET", "/transactions", "transactions:read", None, nothing),
    sample("GET", "/transactions/{id}", "transactions:read", Some(Thing::Transaction), nothing),
    sample("POST", "/simulate/inbound_transfers", "deposits:write", None, |_| {
        Some(json!({ "amount": "5.00" }))
    }),
    sample("POST", "/simulate/deposits/{id}", "deposits:write", Some(Thing::Deposit), |_| {
        Some(json!({ "event": "received" }))
    }),
    sample("POST", "/simulate/withdrawals/{id}", "withdrawals:write", Some(Thing::Withdrawal), |_| {
        Some(json!({ "event": "completed" }))
    }),
    sample("POST", "/simulate/payout_items/{id}/claim", "payouts:write", Some(Thing::Transaction), nothing),
    sample("POST", "/simulate/clock", "payouts:write", None, |_| Some(json!({ "advance_seconds": 1 }))),
];

fn payout() -> Value {
    json!({ "items": [{ "email": "grace@example.com", "amount": "1.00" }] })
}

/// A quote that needs the scope of its direction.
pub fn quote(direction: &str) -> Value {
    json!({ "direction": direction, "currency": "MXN", "amount": "100.00", "amount_side": "source" })
}

/// Every scope of the contract.
pub const SCOPES: [&str; 14] = [
    "balance:read",
    "bank_accounts:read",
    "bank_accounts:write",
    "external_wallets:read",
    "external_wallets:write",
    "recipients:read",
    "recipients:write",
    "transactions:read",
    "deposits:read",
    "deposits:write",
    "withdrawals:read",
    "withdrawals:write",
    "payouts:read",
    "payouts:write",
];

/// Two scopes, one of which a route does not ask for.
pub const NARROW_SCOPES: [&str; 2] = ["balance:read", "transactions:read"];

impl Sample {
    pub fn is_of(&self, method: &str, path: &str) -> bool {
        self.method == method && self.path == path
    }

    /// Whether it can be done to one thing only once.
    pub fn is_once(&self) -> bool {
        self.path.ends_with("/cancel") || self.path.ends_with("/claim")
    }
}

impl Thing {
    /// A well-formed, unknown id.
    pub const fn unknown_id(self) -> &'static str {
        match self {
            Thing::BankAccount => "ba_01kdvq3y5cf2ab6ngnm3hcrkve",
            Thing::ExternalWallet => "ew_01kdvq3y5cf2ab6ngnm3hcrkve",
            Thing::Recipient => "rcp_01kdvq3y5cf2ab6ngnm3hcrkve",
            Thing::Payout => "po_01kdvq3y5cf2ab6ngnm3hcrkve",
            Thing::PayoutItem => "po_01kdvq3y5cf2ab6ngnm3hcrkve/txn_01kdvq3y5cf2ab6ngnm3hcrkve",
            Thing::Transaction | Thing::Deposit | Thing::Withdrawal => "txn_01kdvq3y5cf2ab6ngnm3hcrkve",
        }
    }
}

const fn sample(
    method: &'static str,
    path: &'static str,
    scope: &'static str,
    thing: Option<Thing>,
    body: fn(&Needed) -> Option<Value>,
) -> Sample {
    Sample { method, path, scope, thing, body }
}

fn nothing(_: &Needed) -> Option<Value> {
    None
}
