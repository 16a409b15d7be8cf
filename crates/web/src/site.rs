//! The list of all pages.

use crate::api::Method;
use crate::dashboard::{api_keys, api_requests, authorized_apps, connect, settings};
use crate::dashboard::{bank_accounts, deposits, external_wallets, recipients, search, withdrawals};
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
    search::PAGES,
    withdrawals::PAGES,
    claim::PAGES,
    connect::PAGES,
    dev_email::PAGES,
    api_keys::PAGES,
    api_requests::PAGES,
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

/// The page to go back to from the address of a form: the nearest one above it. Nothing for an address that is no page.
pub fn page_above(route: &str, path: &str) -> Option<String> {
    pages().find(|page| page.path == route)?;
    let shown = |depth: &usize| {
        let above = first_segments(route, *depth);
        pages().any(|page| page.method == Method::Get && page.path == above)
    };
    let depth = (2..route.split('/').count()).rev().find(shown);
    Some(depth.map_or("/dashboard".to_owned(), |depth| first_segments(path, depth)))
}

fn first_segments(path: &str, count: usize) -> String {
    path.split('/').take(count).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::{page_above, pages};
    use crate::api::Method;

    #[test]
    fn a_form_leads_back_to_the_page_above_it() {
        let check = |route, path, back: Option<&str>| {
            assert_eq!(page_above(route, path).as_deref(), back, "{path}");
        };
        check(
            "/dashboard/{mode}/payouts/{id}/cancel",
            "/dashboard/test/payouts/pay_1/cancel",
            Some("/dashboard/test/payouts/pay_1"),
        );
        check(
            "/dashboard/{mode}/settings/language",
            "/dashboard/live/settings/language",
            Some("/dashboard/live/settings"),
        );
        check("/dashboard/sign-out", "/dashboard/sign-out", Some("/dashboard"));
        check("/claim/{token}/join", "/claim/abc/join", Some("/claim/abc"));
        check("/v1/payouts", "/v1/payouts", None);
        check("/oauth/token", "/oauth/token", None);
    }

    #[test]
    fn every_form_leads_back_to_a_page() {
        for form in pages().filter(|page| page.method == Method::Post) {
            let back = page_above(form.path, form.path).expect("a page");
            assert!(pages().any(|page| page.method == Method::Get && page.path == back), "{}", form.path);
        }
    }
}
