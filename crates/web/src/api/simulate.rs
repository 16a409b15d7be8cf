//! Simulations: what the outside world does, made to happen in the sandbox.

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
    summary: "Receive money",
    about: "Adds USDC to the balance, as if somebody had sent it over the chain.",
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
    summary: "Let a bank say something about a deposit",
    about: "`received`: the money has come, as much as was announced or another amount. `failed`: it will not come. \
            `expired`: nobody waits any longer. A bank may say the same twice, or in another order: what it says is \
            taken, and counts once. The same `bank_reference` is the same payment; another is another.",
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
    summary: "Let a bank say something about a withdrawal",
    about: "`completed`: it has arrived. `failed`: it will not arrive. `returned`: it had arrived, and was sent \
            back. A bank may say the same twice, or in another order: what it says is taken, and counts once.",
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
    summary: "Claim an item",
    about: "The recipient of an item that waits to be claimed comes, gets a wallet and claims it. What is paid to the \
            same recipient later goes straight to that wallet.",
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
    summary: "Let time pass",
    about: "Moves this test account's clock forward. What is due by then has happened when the answer comes: 31 days \
            later, nothing waits to be claimed any more. There is no way back.",
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
    about: "Money that arrives.",
    closed: true,
    fields: &[Field::required("amount", "How much USDC.", usdc("500.00"))],
};

static SIMULATE_DEPOSIT: Object = Object {
    name: "SimulateDeposit",
    about: "What a bank says about a deposit.",
    closed: true,
    fields: &[
        Field::required("event", "What it says.", FieldKind::Choice(&["received", "failed", "expired"])),
        Field::optional("amount", "How much came, if not as much as was announced.", fiat("240.00")),
        Field::optional("bank_reference", "What the bank calls the payment.", label(1, 64, "E2E-0001")),
    ],
};

static SIMULATE_WITHDRAWAL: Object = Object {
    name: "SimulateWithdrawal",
    about: "What a bank says about a withdrawal.",
    closed: true,
    fields: &[Field::required(
        "event",
        "What it says.",
        FieldKind::Choice(&["completed", "failed", "returned"]),
    )],
};

static SIMULATE_CLOCK: Object = Object {
    name: "SimulateClock",
    about: "How much time passes.",
    closed: true,
    fields: &[Field::required(
        "advance_seconds",
        "How many seconds pass; 86400 are a day.",
        FieldKind::Integer { min: 1, max: FURTHEST },
    )],
};

static CLOCK_SHOWN: Object = Object {
    name: "Clock",
    about: "What time it is for a test account.",
    closed: false,
    fields: &[Field::required("now", "The account's time.", FieldKind::DateTime)],
};
