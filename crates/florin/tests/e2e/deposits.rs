//! Deposits as an integrator sees them: what is announced, what comes, how much of it and when, and what is refused.
//! To say when something is due, these tests move the account's clock: what is due has happened when that answers.

mod amounts;
mod late;
mod magic;
mod notices;
mod rate_lock;
mod refusals;
mod states;
