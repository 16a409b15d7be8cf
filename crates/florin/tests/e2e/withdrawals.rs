//! Withdrawals as an integrator sees them: money that is set aside, sent, and arrives, fails or comes back; and what is
//! refused. To say when something is due, these tests move the account's clock.

mod keys;
mod magic;
mod notices;
mod races;
mod refusals;
mod states;
mod stopped;
