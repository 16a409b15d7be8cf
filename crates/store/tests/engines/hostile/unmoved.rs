//! Rows that explain a transfer that was not made: what a statement needs to be wrong in one way only.

use rules::account::{Caller, Mode};

use crate::fixture::Fixture;
use crate::priority::funded_live;

/// Payouts, items and withdrawals without their transfers, an account without wallets, and live money that is held.
pub fn insert(fixture: &Fixture, ada: &Caller, bob: &Caller, recipient: &str) {
    let live = funded_live(fixture);
    let rows = [
        "insert into users (id, email, email_key, name, password_hash, created_at, verified_at)
             values ('usr_bare', 'bare@example.com', 'bare@example.com', '', '', 1, 1)"
            .to_owned(),
        "insert into users (id, email, email_key, name, password_hash, created_at)
             values ('usr_new', 'new@example.com', 'new@example.com', '', '', 1)"
            .to_owned(),
        "insert into accounts (id, user_id, mode, own_app_id, created_at)
             values ('acct_bare', 'usr_bare', 'test', 'app_bare', 1), ('acct_new', 'usr_new', 'live', 'app_new', 1)"
            .to_owned(),
        payout("po_one", ada, 1),
        payout("po_bob", bob, 1),
        payout("po_large", ada, 10_000_000_001),
        payout("po_half", ada, 9_000_000_000),
        payout("po_other_half", ada, 9_000_000_000),
        payout("po_live", &live, 1_000_000_000),
        payout("po_held", &live, 10),
        format!(
            "insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
             values ('po_held:hold', 'hold', '{0}:available', '{0}:held', 10, 1)",
            live.account
        ),
        format!(
            "insert into recipients (id, account_id, email, email_key, created_at, events)
             values ('rcp_live', '{0}', 'bob@example.com', 'bob@example.com', 1, 1),
                 ('rcp_new', '{0}', 'new@example.com', 'new@example.com', 1, 1)",
            live.account
        ),
        format!(
            "insert into transactions (id, account_id, type, status, amount, currency, created_at)
             values ('txn_deposit', '{}', 'deposit', 'completed', 5, 'USDC', 1)",
            ada.account
        ),
        item("txn_failed", ada, "failed", 1, recipient),
        item("txn_large", ada, "failed", 10_000_000_000, recipient),
        item("txn_done", ada, "completed", 1, recipient),
        item("txn_waits", ada, "pending_claim", 1, recipient),
        item("txn_bob", bob, "failed", 1, recipient),
        item("txn_live", &live, "completed", 1, "rcp_live"),
        withdrawal("txn_new", ada, "queued", "null"),
        withdrawal("txn_new_bob", bob, "queued", "null"),
        withdrawal("txn_back", ada, "cancelled", "null"),
        withdrawal("txn_back_bob", bob, "cancelled", "null"),
        withdrawal("txn_paid", ada, "completed", "null"),
        withdrawal("txn_paid_bob", bob, "completed", "null"),
        withdrawal("txn_returned", ada, "failed", "'returned_by_bank'"),
    ];
    rows.iter().for_each(|row| fixture.sql(row).expect("a row"));
}

fn payout(id: &str, of: &Caller, total: i64) -> String {
    let mode = if of.mode == Mode::Live { "live" } else { "test" };
    format!(
        "insert into payouts (id, account_id, mode, status, currency, total_amount, total_items, processing,
             pending_claim, completed, failed, cancelled, created_at)
         values ('{id}', '{}', '{mode}', 'processing', 'USDC', {total}, 1, 1, 0, 0, 0, 0, 1)",
        of.account
    )
}

fn item(id: &str, of: &Caller, status: &str, amount: i64, recipient: &str) -> String {
    format!(
        "insert into transactions (id, account_id, type, status, amount, currency, created_at, payout_id,
             recipient_id, claim_expires_at)
         values ('{id}', '{}', 'payout', '{status}', {amount}, 'USDC', 1, 'po_one', '{recipient}', 9)",
        of.account
    )
}

fn withdrawal(id: &str, of: &Caller, status: &str, reason: &str) -> String {
    format!(
        "insert into transactions (id, account_id, type, status, amount, currency, created_at, failure_reason)
         values ('{id}', '{}', 'withdrawal', '{status}', 5, 'USDC', 1, {reason})",
        of.account
    )
}
