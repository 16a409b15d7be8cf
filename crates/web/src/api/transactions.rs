//! Transactions: list, get.

use app::{ListOrder, TransactionFilter};
use rules::id::{BankAccountId, PayoutId, RecipientId};
use rules::money::Currency;
use rules::scope::Scope;
use rules::transaction::{TransactionStatus, TransactionType};

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::payouts::REFERENCE;
use super::{NEXT_CURSOR, page_data, query};
use crate::shape::{Field, FieldKind, Object, output, public};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/transactions",
    id: "listTransactions",
    tag: "Transactions",
    summary: "List transactions",
    about: "Returns the transactions of the account, newest first.",
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
                order: ListOrder::Newest,
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
    about: "Returns a transaction. A payout item and its transaction have the same ID.",
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
    about: "A movement of money, completed or pending.",
    closed: false,
    fields: &[
        Field::required("id", "The ID of the transaction.", public("txn_01kdvq3y5cf2ab6ngnm3hc0001")),
        Field::required("type", "The type of the transaction.", FieldKind::Choice(&TransactionType::NAMES)),
        Field::required("status", "The current status.", FieldKind::Choice(&TransactionStatus::NAMES)),
        Field::required("amount", "The amount that the account is debited or credited.", public("12.50")),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required("created_at", "When the object was created.", FieldKind::DateTime),
        Field::optional("completed_at", "When the object reached a final status.", FieldKind::DateTime),
        Field::optional("claim_expires_at", "When the claim expires.", FieldKind::DateTime),
        Field::optional("failure_reason", "Why the money didn't arrive.", public("claim_expired")),
        Field::optional(
            "payout_id",
            "The payout that the transaction belongs to.",
            public("po_01kdvq3y5cf2ab6ngnm3hc0000"),
        ),
        Field::optional(
            "recipient_id",
            "The recipient that is paid.",
            public("rcp_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::optional(
            "bank_account_id",
            "The bank account that sends or receives the money.",
            public("ba_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::optional(
            "external_wallet_id",
            "The external wallet that receives the money.",
            public("ew_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::optional("counter_amount", "The amount in the fiat currency.", public("538.38")),
        Field::optional("counter_currency", "The fiat currency.", public("BRL")),
        Field::optional("exchange_rate", "The price of one USDC in the fiat currency.", public("5.43")),
        Field { required: false, ..FEE_BREAKDOWN },
        Field::optional(
            "transfer_instructions",
            "Where to send a deposit, or the address that received an inbound transfer.",
            FieldKind::Object(&TRANSFER_INSTRUCTIONS),
        ),
        Field::optional(
            "onchain_transactions",
            "The transactions on the chain.",
            FieldKind::List { of: &ONCHAIN_TRANSACTION, min: 0, max: 100 },
        ),
        Field::optional("returned_at", "When the bank returned the money.", FieldKind::DateTime),
        Field::optional(
            "automatic",
            "True if Florin created this withdrawal automatically from incoming payments. Absent otherwise.",
            FieldKind::Boolean,
        ),
        REFERENCE,
    ],
};

/// What is taken of an amount, and by what.
pub const FEE_BREAKDOWN: Field =
    Field::required("fee_breakdown", "The fees, exact to the micro-unit.", FieldKind::Object(&FEES));

static FEES: Object = Object {
    name: "FeeBreakdown",
    about: "The fees. The components add up to the total.",
    closed: false,
    fields: &[
        Field::required("total", "The sum of the components.", public("0.85")),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::required(
            "components",
            "The components that are not zero.",
            FieldKind::List { of: &FEE, min: 0, max: 4 },
        ),
    ],
};

static FEE: Object = Object {
    name: "Fee",
    about: "A part of the fees.",
    closed: false,
    fields: &[
        Field::required(
            "type",
            "The type of the component: `fixed` and `percentage` are the fee, `spread` is the margin on the \
             exchange rate, and `rounding` is the remaining fraction of a cent.",
            FieldKind::Choice(&["fixed", "percentage", "spread", "rounding"]),
        ),
        Field::required("amount", "The amount.", public("0.85")),
    ],
};

static TRANSFER_INSTRUCTIONS: Object = Object {
    name: "TransferInstructions",
    about: "How to send the money.",
    closed: false,
    fields: &[
        Field::required(
            "type",
            "Whether the money is sent through banks (`fiat`) or over a chain (`crypto`).",
            FieldKind::Choice(&["fiat", "crypto"]),
        ),
        Field::optional("payment_rail", "The payment rail to use.", public("brl_pix")),
        Field::required("currency", "The currency to send.", public("BRL")),
        Field::required("amount", "The amount to send.", public("250.00")),
        Field::optional(
            "reference",
            "The reference to include with the transfer. It identifies the deposit.",
            public("FLK3M9Q2XW7T4B"),
        ),
        Field::optional(
            "beneficiary_name",
            "The holder of the account to send the money to.",
            output("Sandbox Bank"),
        ),
        Field::optional(
            "details",
            "The account to send the money to, in the fields of the rail.",
            FieldKind::Anything,
        ),
        Field::optional("chain", "The chain to use.", public("simulated")),
        Field::optional(
            "address",
            "The address to send the money to.",
            output("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ),
        Field::optional("expires_at", "When the deposit expires.", FieldKind::DateTime),
        Field::optional(
            "rate_expires_at",
            "Money that arrives after this time is exchanged at the current rate.",
            FieldKind::DateTime,
        ),
        Field::optional(
            "rate_max_amount",
            "The locked rate applies up to this amount. Any excess is exchanged at the current rate.",
            public("252.50"),
        ),
    ],
};

static ONCHAIN_TRANSACTION: Object = Object {
    name: "OnchainTransaction",
    about: "A transaction on a chain.",
    closed: false,
    fields: &[
        Field::required("chain", "The chain.", public("simulated")),
        Field::required(
            "hash",
            "The hash of the transaction.",
            output("0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b"),
        ),
        Field::required(
            "status",
            "The status on the chain.",
            FieldKind::Choice(&["pending", "confirmed", "failed"]),
        ),
        Field::optional(
            "confirmations",
            "The number of confirmations.",
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
