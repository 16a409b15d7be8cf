//! Transactions: list, get.

use app::TransactionFilter;
use rules::id::{BankAccountId, PayoutId, RecipientId};
use rules::money::Currency;
use rules::scope::Scope;
use rules::transaction::{TransactionStatus, TransactionType};

use super::endpoint::{Endpoint, Method, Reply, no_check};
use super::payouts::REFERENCE;
use super::{NEXT_CURSOR, page_data, query};
use crate::shape::{Field, Kind, Object, output};

pub static LIST: Endpoint = Endpoint {
    method: Method::Get,
    path: "/transactions",
    id: "listTransactions",
    tag: "Transactions",
    summary: "List transactions",
    about: "The transactions of the account, newest first.",
    scope: Scope::TransactionsRead,
    query: &[
        query::PAGE_SIZE,
        query::CURSOR,
        query::CREATED_FROM,
        query::CREATED_TO,
        query::status(&STATUSES),
        query::types(&TYPES),
        query::PAYOUT_ID,
        query::RECIPIENT_ID,
        query::BANK_ACCOUNT_ID,
    ],
    body: None,
    check_together: no_check,
    answer: &TRANSACTION_PAGE,
    run: |call| {
        Box::pin(async move {
            let query = &call.query;
            let filter = TransactionFilter {
                created_from: query.time("created_from"),
                created_to: query.time("created_to"),
                statuses: query.all("status").filter_map(TransactionStatus::parse).collect(),
                types: query.all("type").filter_map(TransactionType::parse).collect(),
                payout: query.get("payout_id").and_then(PayoutId::parse),
                recipient: query.get("recipient_id").and_then(RecipientId::parse),
                bank_account: query.get("bank_account_id").and_then(BankAccountId::parse),
            };
            Reply::read(call.app.transactions(&call.caller, &filter, &call.paging()).await)
        })
    },
};

pub static GET: Endpoint = Endpoint {
    method: Method::Get,
    path: "/transactions/{id}",
    id: "getTransaction",
    tag: "Transactions",
    summary: "Get a transaction",
    about: "Also an item of a payout, by the same id.",
    scope: Scope::TransactionsRead,
    query: &[],
    body: None,
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| Box::pin(async move { Reply::read(call.app.transaction(&call.caller, call.id).await) }),
};

const TYPES: [&str; 4] = ["deposit", "withdrawal", "payout", "inbound_transfer"];

const STATUSES: [&str; 8] = [
    "queued",
    "awaiting_transfer",
    "processing",
    "completed",
    "failed",
    "cancelled",
    "expired",
    "pending_claim",
];

pub static TRANSACTION: Object = Object {
    name: "Transaction",
    about: "Money that moved, or is about to.",
    closed: false,
    fields: &[
        Field::required("id", "The id of the transaction.", output("txn_01kdvq3y5cf2ab6ngnm3hc0001")),
        Field::required("type", "What kind of movement it is.", Kind::Choice(&TYPES)),
        Field::required("status", "How far it has come.", Kind::Choice(&STATUSES)),
        Field::required("amount", "What the account is debited or credited.", output("12.50")),
        Field::required("currency", "Always USDC.", Kind::Choice(&[Currency::Usdc.code()])),
        Field::required("created_at", "When it was created.", Kind::DateTime),
        Field::optional("completed_at", "When it ended, in whatever way.", Kind::DateTime),
        Field::optional("claim_expires_at", "Until when it can be claimed.", Kind::DateTime),
        Field::optional("failure_reason", "Why the money did not arrive.", output("claim_expired")),
        Field::optional("payout_id", "The payout it is an item of.", output("po_01kdvq3y5cf2ab6ngnm3hc0000")),
        Field::optional("recipient_id", "Whom it pays.", output("rcp_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::optional(
            "bank_account_id",
            "The bank account it goes through.",
            output("ba_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        REFERENCE,
    ],
};

static TRANSACTION_PAGE: Object = Object {
    name: "TransactionPage",
    about: "A page of transactions.",
    closed: false,
    fields: &[page_data(&TRANSACTION), NEXT_CURSOR],
};
