//! The list of all pages.

use crate::dashboard::{api_keys, authorized_apps, connect, settings};
use crate::dashboard::{bank_accounts, deposits, external_wallets, recipients, withdrawals};
use crate::dashboard::{email, overview, payouts, statements, transactions, wallet, webhooks};
use crate::page::Page;
use crate::{auth_pages, claim, dev_email, first_run, oauth};

/// In groups, each kept beside the code that answers.
pub static SITE: &[&[Page]] = &[
    authorized_apps::PAGES,
    bank_accounts::PAGES,
    deposits::PAGES,
    external_wallets::PAGES,
    recipients::PAGES,
    withdrawals::PAGES,
    claim::PAGES,
    connect::PAGES,
    dev_email::PAGES,
    api_keys::PAGES,
    auth_pages::PAGES,
    email::PAGES,
    first_run::PAGES,
    oauth::PAGES,
    overview::PAGES,
    payouts::PAGES,
    settings::PAGES,
    statements::PAGES,
    transactions::PAGES,
    wallet::PAGES,
    webhooks::PAGES,
];

pub fn pages() -> impl Iterator<Item = &'static Page> {
    SITE.iter().copied().flatten()
}
