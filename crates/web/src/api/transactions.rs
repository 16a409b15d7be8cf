//! Transactions: list, get.

use app::TransactionFilter;
use rules::id::{BankAccountId, PayoutId, RecipientId};
use rules::money::Currency;
use rules::scope::Scope;
use rules::transaction::{TransactionStatus, TransactionType};

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::payouts::REFERENCE;
use super::{NEXT_CURSOR, page_data, query};
use crate::shape::{Field, FieldKind, Object, output};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/transactions",
    id: "listTransactions",
    tag: "Transactions",
    summary: "List transactions",
    about: "The transactions of the account, newest first.",
    scopes: &[Scope::TransactionsRead],
    query: &[
        query::PAGE_SIZE,
        query::CURSOR,
        query::CREATED_FROM,
        query::CREATED_TO,
        query::status(&TransactionStatus::NAMES),
        query::types(&TransactionType::NAMES),
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
                created: query.created(),
                statuses: query.all("status").filter_map(TransactionStatus::parse).collect(),
                types: query.all("type").filter_map(TransactionType::parse).collect(),
                payout: query.get("payout_id").and_then(PayoutId::parse),
                recipient: query.get("recipient_id").and_then(RecipientId::parse),
                bank_account: query.get("bank_account_id").and_then(BankAccountId::parse),
            };
            ApiResponse::read(call.app.accounts.transactions(&call.caller, &filter, &call.paging()).await)
        })
    },
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/transactions/{id}",
    id: "getTransaction",
    tag: "Transactions",
    summary: "Get a transaction",
    about: "Also an item of a payout, by the same id.",
    scopes: &[Scope::TransactionsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move { ApiResponse::read(call.app.accounts.transaction(&call.caller, call.id).await) })
    },
};

pub static TRANSACTION: Object = Object {
    name: "Transaction",
    about: "Money that moved, or is about to.",
    closed: false,
    fields: &[
        Field::required("id", "The id of the transaction.", output("txn_01kdvq3y5cf2ab6ngnm3hc0001")),
        Field::required("type", "What kind of movement it is.", FieldKind::Choice(&TransactionType::NAMES)),
        Field::required("status", "How far it has come.", FieldKind::Choice(&TransactionStatus::NAMES)),
        Field::required("amount", "What the account is debited or credited.", output("12.50")),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required("created_at", "When it was created.", FieldKind::DateTime),
        Field::optional("completed_at", "When it ended, in whatever way.", FieldKind::DateTime),
        Field::optional("claim_expires_at", "Until when it can be claimed.", FieldKind::DateTime),
        Field::optional("failure_reason", "Why the money did not arrive.", output("claim_expired")),
        Field::optional("payout_id", "The payout it is an item of.", output("po_01kdvq3y5cf2ab6ngnm3hc0000")),
        Field::optional("recipient_id", "Whom it pays.", output("rcp_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::optional(
            "bank_account_id",
            "The bank account it goes through.",
            output("ba_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::optional(
            "external_wallet_id",
            "The external wallet it goes to.",
            output("ew_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::optional("counter_amount", "The same money on the fiat side.", output("538.38")),
        Field::optional("counter_currency", "The currency of the fiat side.", output("BRL")),
        Field::optional("exchange_rate", "How much of that currency one USDC is.", output("5.43")),
        Field { required: false, ..FEE_BREAKDOWN },
        Field::optional(
            "transfer_instructions",
            "Where to send a deposit, or where an arrival over a chain was sent to.",
            FieldKind::Object(&TRANSFER_INSTRUCTIONS),
        ),
        Field::optional(
            "onchain_transactions",
            "What carried it over the chain.",
            FieldKind::List { of: &ONCHAIN_TRANSACTION, min: 0, max: 100 },
        ),
        Field::optional("returned_at", "When the bank sent it back.", FieldKind::DateTime),
        Field::optional(
            "automatic",
            "Present and true if it is an automatic withdrawal: its owner has incoming payments withdrawn.",
            FieldKind::Boolean,
        ),
        REFERENCE,
    ],
};

/// What is taken of an amount, and by what.
pub const FEE_BREAKDOWN: Field =
    Field::required("fee_breakdown", "What it costs, to the micro-unit.", FieldKind::Object(&FEES));

static FEES: Object = Object {
    name: "FeeBreakdown",
    about: "What is taken. The components add up to the total.",
    closed: false,
    fields: &[
        Field::required("total", "All components together.", output("0.85")),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required(
            "components",
            "Those that are not zero.",
            FieldKind::List { of: &FEE, min: 0, max: 4 },
        ),
    ],
};

static FEE: Object = Object {
    name: "Fee",
    about: "A part of what is taken.",
    closed: false,
    fields: &[
        Field::required(
            "type",
            "What it is for: `fixed` and `percentage` are the fee, `spread` is the margin on the rate, `rounding` is \
             what was left of the last cent.",
            FieldKind::Choice(&["fixed", "percentage", "spread", "rounding"]),
        ),
        Field::required("amount", "How much.", output("0.85")),
    ],
};

static TRANSFER_INSTRUCTIONS: Object = Object {
    name: "TransferInstructions",
    about: "How to send the money of a deposit.",
    closed: false,
    fields: &[
        Field::required(
            "type",
            "Whether it is sent through banks or over a chain.",
            FieldKind::Choice(&["fiat", "crypto"]),
        ),
        Field::optional("payment_rail", "The rail to send it by.", output("brl_pix")),
        Field::required("currency", "The currency to send.", output("BRL")),
        Field::required("amount", "How much to send.", output("250.00")),
        Field::optional(
            "reference",
            "What to write on it, so that it is recognised.",
            output("FLK3M9Q2XW7T4B"),
        ),
        Field::optional("beneficiary_name", "Whose account it goes to.", output("Sandbox Bank")),
        Field::optional("details", "The account, in the fields of the rail.", FieldKind::Anything),
        Field::optional("chain", "The chain to send it over.", output("base")),
        Field::optional(
            "address",
            "The address to send it to.",
            output("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ),
        Field::optional("expires_at", "Until when it is awaited.", FieldKind::DateTime),
        Field::optional(
            "rate_expires_at",
            "Money that arrives later is exchanged at the rate of the day.",
            FieldKind::DateTime,
        ),
        Field::optional(
            "rate_max_amount",
            "Up to this amount the rate is agreed; anything above is exchanged at the rate of the day.",
            output("252.50"),
        ),
    ],
};

static ONCHAIN_TRANSACTION: Object = Object {
    name: "OnchainTransaction",
    about: "A transaction on a chain.",
    closed: false,
    fields: &[
        Field::required("chain", "The chain.", output("simulated")),
        Field::required(
            "hash",
            "Its hash.",
            output("0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b"),
        ),
        Field::required("status", "How far it is.", FieldKind::Choice(&["pending", "confirmed", "failed"])),
        Field::optional(
            "confirmations",
            "How many blocks confirm it.",
            FieldKind::Integer { min: 0, max: i64::MAX },
        ),
    ],
};

pub static TRANSACTION_PAGE: Object = Object {
    name: "TransactionPage",
    about: "A page of transactions.",
    closed: false,
    fields: &[page_data(&TRANSACTION), NEXT_CURSOR],
};
