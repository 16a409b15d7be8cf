//! Simulations: what the outside world does, made to happen in the sandbox.

use rules::money::{Amount, Currency};
use rules::scope::Scope;

use super::endpoint::{Endpoint, Method, Reply, no_check};
use super::payout_items::PAYOUT_ITEM;
use super::transactions::TRANSACTION;
use crate::shape::{Field, Kind, Object, usdc};

/// The furthest the clock moves at once: ten years.
const FURTHEST: i64 = 10 * 366 * 86_400;

pub static INBOUND_TRANSFER: Endpoint = Endpoint {
    method: Method::Post,
    path: "/simulate/inbound_transfers",
    id: "simulateInboundTransfer",
    tag: "Simulate",
    summary: "Receive money",
    about: "Adds USDC to the balance, as if somebody had sent it over the chain.",
    scope: Scope::DepositsWrite,
    query: &[],
    body: Some(&SIMULATE_INBOUND_TRANSFER),
    check_together: no_check,
    answer: &TRANSACTION,
    run: |call| {
        Box::pin(async move {
            let text = call.body.text("amount").expect("the shape requires an amount");
            let amount = Amount::parse(text, Currency::Usdc).expect("the shape checked the amount");
            Reply::written(call.app.simulate_inbound_transfer(&call.caller, amount, call.claim()).await)
        })
    },
};

pub static CLAIM: Endpoint = Endpoint {
    method: Method::Post,
    path: "/simulate/payout_items/{id}/claim",
    id: "simulateClaim",
    tag: "Simulate",
    summary: "Claim an item",
    about: "The recipient of an item that waits to be claimed comes, gets a wallet and claims it. What is paid to the \
            same recipient later goes straight to that wallet.",
    scope: Scope::PayoutsWrite,
    query: &[],
    body: None,
    check_together: no_check,
    answer: &PAYOUT_ITEM,
    run: |call| {
        Box::pin(
            async move { Reply::written(call.app.simulate_claim(&call.caller, call.id, call.claim()).await) },
        )
    },
};

pub static CLOCK: Endpoint = Endpoint {
    method: Method::Post,
    path: "/simulate/clock",
    id: "simulateClock",
    tag: "Simulate",
    summary: "Let time pass",
    about: "Moves this test account's clock forward. What is due by then has happened when the answer comes: 31 days \
            later, nothing waits to be claimed any more. There is no way back.",
    scope: Scope::PayoutsWrite,
    query: &[],
    body: Some(&SIMULATE_CLOCK),
    check_together: no_check,
    answer: &CLOCK_SHOWN,
    run: |call| {
        Box::pin(async move {
            let seconds = call.body.integer("advance_seconds").expect("the shape requires a number");
            Reply::written(call.app.advance_clock(&call.caller, seconds, call.claim()).await)
        })
    },
};

static SIMULATE_INBOUND_TRANSFER: Object = Object {
    name: "SimulateInboundTransfer",
    about: "Money that arrives.",
    closed: true,
    fields: &[Field::required("amount", "How much USDC.", usdc("500.00"))],
};

static SIMULATE_CLOCK: Object = Object {
    name: "SimulateClock",
    about: "How much time passes.",
    closed: true,
    fields: &[Field::required(
        "advance_seconds",
        "How many seconds pass; 86400 are a day.",
        Kind::Integer { min: 1, max: FURTHEST },
    )],
};

static CLOCK_SHOWN: Object = Object {
    name: "Clock",
    about: "What time it is for a test account.",
    closed: false,
    fields: &[Field::required("now", "The account's time.", Kind::DateTime)],
};
