//! Every page that people open.

use crate::dashboard::{authorized_apps, connect, developers, settings};
use crate::dashboard::{bank_accounts, deposits, external_wallets, recipients, withdrawals};
use crate::dashboard::{mail, overview, payouts, transactions, webhooks};
use crate::visit::Page;
use crate::{claim, dev_mail, door, oauth};

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
    dev_mail::PAGES,
    developers::PAGES,
    door::PAGES,
    mail::PAGES,
    oauth::PAGES,
    overview::PAGES,
    payouts::PAGES,
    settings::PAGES,
    transactions::PAGES,
    webhooks::PAGES,
];

pub fn pages() -> impl Iterator<Item = &'static Page> {
    SITE.iter().copied().flatten()
}
