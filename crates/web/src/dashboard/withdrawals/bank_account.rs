//! A bank account that is added on the way to a withdrawal: its details, and right behind them the price.

use rules::money::Currency;
use rules::rail::Rail;

use super::make::review_to;
use crate::dashboard::bank_accounts::{self, Purpose};
use crate::page::shell::Section;
use crate::page::{FormFields, PageError, PageRequest, PageResponse};

fn purpose(request: &PageRequest<'_>, filled: &FormFields, rail: Rail) -> Result<Purpose, PageError> {
    let (locale, section) = (request.locale, Section::Withdrawals.href(request.mode()?));
    let amount = filled.text("amount");
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("to", rail.name()).append_pair("amount", &amount);
    let read = locale.read_amount(&amount, Currency::Usdc).ok();
    let shown = read.map(|read| locale.money(read, Currency::Usdc));
    let back = format!("{section}/new?{}", query.finish());
    Ok(Purpose {
        section: Section::Withdrawals,
        action: format!("{section}/bank_account"),
        cancel: back.clone(),
        back: (back, locale.text("withdrawal-new")),
        submit: locale.text("withdrawal-review"),
        about: shown.map(|shown| locale.text_with("amount-to-withdraw", &[("amount", &shown)])),
        amount: Some(amount),
    })
}

/// A rail that is open for withdrawals.
fn open_rail(request: &PageRequest<'_>, name: &str) -> Result<Rail, PageError> {
    let open = request.app().external_transfers.withdrawal_rails(request.mode()?);
    Rail::parse(name).filter(|rail| open.contains(rail)).ok_or(PageError::NotFound)
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rail = open_rail(request, request.query.get("rail"))?;
    bank_accounts::empty(request, rail, purpose(request, &request.query, rail)?)
}

/// Adds it, and shows the price. If the form is sent again, the account is the same.
pub async fn add(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rail = open_rail(request, request.form.get("rail"))?;
    match bank_accounts::added(request, rail, purpose(request, &request.form, rail)?).await? {
        Ok(id) => review_to(request, &id).await,
        Err(page) => Ok(page),
    }
}
