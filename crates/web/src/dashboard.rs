//! The dashboard: pages for the people who own accounts.
//!
//! `shell` is the frame around every page, `form` and `parts` are what the macros of `parts.html` are called with.

pub(crate) mod access;
mod account_documents;
pub(crate) mod api_keys;
pub(crate) mod api_requests;
pub(crate) mod authorized_apps;
pub(crate) mod bank_accounts;
pub(crate) mod chart;
pub(crate) mod connect;
mod delivery_status;
pub(crate) mod deposits;
pub(crate) mod email;
mod export_file;
pub(crate) mod external_transfers;
pub(crate) mod external_wallets;
#[cfg(test)]
mod gallery;
pub(crate) mod listing;
pub(crate) mod live;
mod local_rail;
mod object_links;
mod object_page;
pub(crate) mod overview;
pub(crate) mod parts;
pub(crate) mod payouts;
pub(crate) mod progress;
mod qr;
pub(crate) mod recipients;
pub(crate) mod search;
pub(crate) mod selection;
pub(crate) mod settings;
pub(crate) mod shown_email;
pub(crate) mod statements;
pub(crate) mod transactions;
pub(crate) mod wallet;
pub(crate) mod webhooks;
pub(crate) mod withdrawals;
