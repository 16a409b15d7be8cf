//! What the rules promise. One program, because each would be linked with everything that the rules use.

mod allocations;
mod amounts;
mod audit;
mod automatic_withdrawals;
mod chain;
mod check_digits;
mod decisions;
mod emails;
mod grants;
mod ibans;
mod notices;
mod operators;
mod password_queue;
mod payout_drafts;
mod payout_summaries;
mod payouts;
mod people;
mod rails;
mod redirect_uris;
mod test_money;
mod typed_numbers;
mod webhook_urls;
mod webhooks;
