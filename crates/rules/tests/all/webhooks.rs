//! Decisions about webhooks: who is sent what, how often it is tried, and when an endpoint is turned off.

mod deliveries;
mod endpoints;
mod places;
mod replays;
mod support;
mod verification;
