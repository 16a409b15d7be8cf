//! Runs one of the samples in Rust, for `scripts/samples/run`: `samples quickstart/payout`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    reason = "for other programs"
)]

#[path = "errors/handle.rs"]
mod errors_handle;
#[path = "idempotency/retry.rs"]
mod idempotency_retry;
#[path = "oauth/authorize.rs"]
mod oauth_authorize;
#[path = "oauth/exchange.rs"]
mod oauth_exchange;
#[path = "pagination/all_pages.rs"]
mod pagination_all_pages;
#[path = "quickstart/balance.rs"]
mod quickstart_balance;
#[path = "quickstart/payout.rs"]
mod quickstart_payout;
#[path = "sandbox/simulate.rs"]
mod sandbox_simulate;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    match name.as_str() {
        "errors/handle" => errors_handle::main(),
        "idempotency/retry" => idempotency_retry::main(),
        "oauth/authorize" => oauth_authorize::main(),
        "oauth/exchange" => oauth_exchange::main(),
        "pagination/all_pages" => pagination_all_pages::main(),
        "quickstart/balance" => quickstart_balance::main(),
        "quickstart/payout" => quickstart_payout::main(),
        "sandbox/simulate" => sandbox_simulate::main(),
        _ => Err(format!("there is no sample {name:?}").into()),
    }
}
