//! Simulations: makes banks, the chain, recipients and time act in the sandbox.

use app::{Failure, SimulatedEvent, SimulatedRailNotice};
use rules::scope::Scope;
use rules::transaction::TransactionType;

use super::endpoint::{ApiEndpoint, ApiRequest, ApiResponse, Method, no_check};
use super::payout_items::PAYOUT_ITEM;
use super::transactions::TRANSACTION;
use crate::problem::Problem;
use crate::shape::{Field, FieldKind, Object, fiat, label, usdc};

/// The furthest the clock moves at once: ten years.
const FURTHEST: i64 = 10 * 366 * 86_400;

pub static INBOUND_TRANSFER: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/simulate/inbound_transfers",
    id: "simulateInboundTransfer",
    tag: "Simulate",
    summary: "Simulate an inbound transfer",
    about: "Adds USDC to the balance, as if it had been sent to the account's address on the chain.",
    scopes: &[Scope::DepositsWrite],
    query: &[],
    body: Some(&SIMULATE_INBOUND_TRANSFER),
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            let amount = call.body.get("amount");
            ApiResponse::written(
                call.app.sandbox.simulate_inbound_transfer(&call.caller, amount, call.idempotency()).await,
            )
        })
    },
};

pub static DEPOSIT: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/simulate/deposits/{id}",
    id: "simulateDeposit",
    tag: "Simulate",
    summary: "Simulate a bank's report on a deposit",
    about: "`received`: the money has arrived, in the requested amount or another one. `failed`: the money won't \
            arrive. `expired`: the deadline has passed. As with a real bank, reports can repeat or arrive in any \
            order, and each counts once. The same `bank_reference` is the same payment; a different one is a new \
            payment.",
    scopes: &[Scope::DepositsWrite],
    query: &[],
    body: Some(&SIMULATE_DEPOSIT),
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| Box::pin(notice(call, TransactionType::Deposit)),
};

pub static WITHDRAWAL: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/simulate/withdrawals/{id}",
    id: "simulateWithdrawal",
    tag: "Simulate",
    summary: "Simulate a bank's report on a withdrawal",
    about: "`completed`: the money has arrived. `failed`: the money won't arrive. `returned`: the money had \
            arrived, and the bank sent it back. As with a real bank, reports can repeat or arrive in any order, \
            and each counts once.",
    scopes: &[Scope::WithdrawalsWrite],
    query: &[],
    body: Some(&SIMULATE_WITHDRAWAL),
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| Box::pin(notice(call, TransactionType::Withdrawal)),
};

async fn notice(call: &ApiRequest<'_>, kind: TransactionType) -> Result<ApiResponse, Problem> {
    let event = match call.body.get("event") {
        "received" => SimulatedEvent::Received,
        "completed" => SimulatedEvent::Completed,
        "returned" => SimulatedEvent::Returned,
        "expired" => SimulatedEvent::Expired,
        _ => SimulatedEvent::Failed,
    };
    let said = SimulatedRailNotice {
        event,
        amount: call.body.find("amount"),
        bank_reference: call.body.find("bank_reference"),
    };
    ApiResponse::written(
        call.app.sandbox.simulate_notice(&call.caller, kind, call.id, said, call.idempotency()).await,
    )
}

pub static CLAIM: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/simulate/payout_items/{id}/claim",
    id: "simulateClaim",
    tag: "Simulate",
    summary: "Simulate a claim",
    about: "The recipient of a `pending_claim` item gets a wallet and claims the item. Later payments to the same \
            recipient go directly to that wallet.",
    scopes: &[Scope::PayoutsWrite],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &PAYOUT_ITEM,
    run: |call| {
        Box::pin(async move {
            ApiResponse::written(
                call.app.sandbox.simulate_claim(&call.caller, call.id, call.idempotency()).await,
            )
        })
    },
};

pub static CLOCK: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/simulate/clock",
    id: "simulateClock",
    tag: "Simulate",
    summary: "Advance the clock",
    about: "Moves this test account's clock forward. When the call returns, everything that became due has been \
            processed: after 31 days, for example, every claim has expired. The clock can't be moved back.",
    scopes: &[Scope::PayoutsWrite],
    query: &[],
    body: Some(&SIMULATE_CLOCK),
    check_together: no_check,
    answer: &CLOCK_SHOWN,
    run: |call| {
        Box::pin(async move {
            let seconds = call.body.get("advance_seconds");
            let (app, caller, claim) = (call.app.clone(), call.caller, call.idempotency());
            // What is due is done to its end, also if the caller goes away.
            let advancing =
                tokio::spawn(async move { app.sandbox.advance_clock(&caller, seconds, claim).await });
            ApiResponse::written(advancing.await.unwrap_or(Err(Failure::Internal)))
        })
    },
};

static SIMULATE_INBOUND_TRANSFER: Object = Object {
    name: "SimulateInboundTransfer",
    about: "A simulated inbound transfer.",
    closed: true,
    fields: &[Field::required("amount", "The amount in USDC.", usdc("500.00"))],
};

static SIMULATE_DEPOSIT: Object = Object {
    name: "SimulateDeposit",
    about: "A bank's report on a deposit.",
    closed: true,
    fields: &[
        Field::required(
            "event",
            "What the bank reports.",
            FieldKind::Choice(&["received", "failed", "expired"]),
        ),
        Field::optional(
            "amount",
            "The amount that arrived. Defaults to the requested amount.",
            fiat("240.00"),
        ),
        Field::optional("bank_reference", "The bank's reference for the payment.", label(1, 64, "E2E-0001")),
    ],
};

static SIMULATE_WITHDRAWAL: Object = Object {
    name: "SimulateWithdrawal",
    about: "A bank's report on a withdrawal.",
    closed: true,
    fields: &[Field::required(
        "event",
        "What the bank reports.",
        FieldKind::Choice(&["completed", "failed", "returned"]),
    )],
};

static SIMULATE_CLOCK: Object = Object {
    name: "SimulateClock",
    about: "How far to move the clock.",
    closed: true,
    fields: &[Field::required(
        "advance_seconds",
        "The number of seconds; 86400 is one day.",
        FieldKind::Integer { min: 1, max: FURTHEST },
    )],
};

static CLOCK_SHOWN: Object = Object {
    name: "Clock",
    about: "The clock of a test account.",
    closed: false,
    fields: &[Field::required("now", "The account's current time.", FieldKind::DateTime)],
};
