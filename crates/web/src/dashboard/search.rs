//! The search box: an ID redirects to its page, and any other text lists its matches.

use app::Found;
use askama::Template;
use i18n::{Locale, TypedAmountError};
use rules::money::{Amount, Currency};
use rules::search::SearchText;

use super::api_requests::page_of_request;
use super::bank_accounts::BankAccountRow;
use super::external_wallets::ExternalWalletRow;
use super::object_page::object_page;
use super::payouts::{PayoutRow, row};
use super::recipients::RecipientRow;
use super::transactions::TransactionRow;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] =
    &[Page::get("/dashboard/{mode}/search", Access::SignedIn, |request| Box::pin(show(request)))];

#[derive(Template)]
#[template(path = "dashboard/search.html")]
struct SearchPage<'a> {
    shell: Shell<'a>,
    sought: String,
    recipients: Found<RecipientRow>,
    payouts: Found<PayoutRow>,
    transactions: Found<TransactionRow>,
    bank_accounts: Found<BankAccountRow>,
    external_wallets: Found<ExternalWalletRow>,
}

impl SearchPage<'_> {
    fn is_empty(&self) -> bool {
        self.recipients.items.is_empty()
            && self.payouts.items.is_empty()
            && self.transactions.items.is_empty()
            && self.bank_accounts.items.is_empty()
            && self.external_wallets.items.is_empty()
    }

    fn may_miss_older(&self) -> bool {
        self.recipients.may_match_only_older()
            || self.payouts.may_match_only_older()
            || self.transactions.may_match_only_older()
            || self.bank_accounts.may_match_only_older()
            || self.external_wallets.may_match_only_older()
    }
}

async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::Search)?;
    let (locale, sought) = (request.locale, request.query.text("q"));
    let object = object_page(&shell, &sought.to_ascii_lowercase());
    if let Some(href) = object.or(page_of_request(request, &shell, &sought).await?) {
        return Ok(PageResponse::goto(href));
    }
    let mut page = SearchPage {
        shell,
        recipients: nothing(),
        payouts: nothing(),
        transactions: nothing(),
        bank_accounts: nothing(),
        external_wallets: nothing(),
        sought,
    };
    let Some(text) = SearchText::parse(&page.sought, amounts(locale, &page.sought)) else {
        return Ok(PageResponse::page(&page));
    };
    let (search, caller, shell) = (&request.app().search, request.caller()?, &page.shell);
    if shell.is_business() {
        let found = search.recipients(&caller, &text).await?;
        page.recipients = shown(found, |known| RecipientRow::of(shell, known));
        let found = search.payouts(&caller, &text).await?;
        let summaries = request.app().payouts.summaries(&caller, &found.items).await?;
        let rows = found.items.iter().zip(&summaries).map(|(payout, summary)| row(shell, payout, summary));
        page.payouts = Found { items: rows.collect(), is_cut: found.is_cut };
    }
    let found = search.transactions(&caller, &text).await?;
    page.transactions = shown(found, |found| TransactionRow::of(shell, found));
    let found = search.bank_accounts(&caller, &text).await?;
    page.bank_accounts = try_shown(found, |found| BankAccountRow::of(request, found))?;
    let found = search.external_wallets(&caller, &text).await?;
    page.external_wallets = try_shown(found, |found| ExternalWalletRow::of(request, found))?;
    Ok(PageResponse::page(&page))
}

fn nothing<T>() -> Found<T> {
    Found { items: Vec::new(), is_cut: false }
}

fn shown<T, R>(found: Found<T>, row: impl Fn(&T) -> R) -> Found<R> {
    Found { items: found.items.iter().map(row).collect(), is_cut: found.is_cut }
}

fn try_shown<T, R>(found: Found<T>, row: impl Fn(&T) -> Result<R, PageError>) -> Result<Found<R>, PageError> {
    let items = found.items.iter().map(row).collect::<Result<_, _>>()?;
    Ok(Found { items, is_cut: found.is_cut })
}

/// Both readings of an ambiguous amount.
fn amounts(locale: Locale, typed: &str) -> Vec<Amount> {
    match locale.read_amount(typed, Currency::Usdc) {
        Ok(amount) => vec![amount],
        Err(TypedAmountError::Ambiguous { with_thousands, with_decimals }) => {
            vec![with_thousands, with_decimals]
        }
        Err(TypedAmountError::Invalid(_) | TypedAmountError::OtherCurrency(_)) => Vec::new(),
    }
}
