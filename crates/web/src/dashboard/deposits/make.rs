//! Making a deposit: which bank account and how much, then the price, then the deposit. It is made with the price that
//! was shown, or not at all.

use app::{BankAccountFilter, MaskedBankAccount, NewDeposit, NewQuote, Paging};
use askama::Template;
use axum::http::StatusCode;
use rules::archive_status::ArchiveStatus;
use rules::money::Amount;
use rules::quote::{Direction, Quote, Side};
use rules::rail::Rail;
use rules::refusal::{Limit, Refusal};

use crate::dashboard::bank_accounts::BankAccountRow;
use crate::dashboard::external_transfers::{self, FieldError, PAYER_ACCOUNT as PLACE, PriceView};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, FormFields, PageError, PageRequest, PageResponse, amount_field, made};

/// So many accounts can be chosen from.
const MAX_CHOICES: usize = 100;

#[derive(Template)]
#[template(path = "dashboard/deposit_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    accounts: Vec<BankAccountRow>,
    /// The currency of the account that is chosen, if one is.
    currency: &'a str,
    /// Whether the operator has closed deposits from banks.
    is_closed: bool,
}

#[derive(Template)]
#[template(path = "dashboard/deposit_review.html")]
struct Review<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    account: BankAccountRow,
    /// As the first page takes it.
    amount: String,
    quote: String,
    price: PriceView,
    until: String,
    is_renewed: bool,
}

impl Review<'_> {
    /// The first page, filled in as it was.
    fn back(&self) -> String {
        self.shell.below(format!("new?bank_account_id={}&amount={}", self.account.id, self.amount))
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, &request.query, Vec::new()).await
}

/// Every account that can be chosen, and the one that was.
async fn page(
    request: &PageRequest<'_>,
    filled: &FormFields,
    wrong: Vec<FieldError>,
) -> Result<PageResponse, PageError> {
    let chosen = filled.get(PLACE);
    let form = external_transfers::first_form(request, "deposit", PLACE, filled, wrong);
    let rails = request.app().external_transfers.deposit_rails(request.mode()?);
    let accounts = choices(request, chosen, &rails).await?;
    let known = accounts.iter().find(|account| account.id == chosen);
    // Where there is one account, the user need not choose.
    let only = accounts.first().filter(|_| accounts.len() == 1);
    let currency = known.or(only).map_or("", BankAccountRow::currency);
    let is_closed = rails.is_empty();
    let page = NewPage { shell: request.shell(Section::Deposits)?, form, accounts, currency, is_closed };
    Ok(PageResponse::page(&page))
}

/// The active accounts on these rails, newest first. The chosen account is always among them, however old it is and
/// whether or not its rail is open, because the form shows its problem beside it.
pub async fn choices(
    request: &PageRequest<'_>,
    chosen: &str,
    rails: &[Rail],
) -> Result<Vec<BankAccountRow>, PageError> {
    let caller = request.caller()?;
    let filter = BankAccountFilter { status: vec![ArchiveStatus::Active], ..BankAccountFilter::default() };
    let paging = Paging { cursor: None, size: MAX_CHOICES, filters: String::new() };
    let mut known =
        request.app().external_transfers.masked_bank_accounts(&caller, &filter, &paging).await?.items;
    known.retain(|account| rails.contains(&account.rail));
    if chosen.starts_with("ba_") && !known.iter().any(|account| account.id.to_string() == chosen) {
        known.push(request.app().external_transfers.masked_bank_account(&caller, chosen).await?);
    }
    known.iter().map(|account| BankAccountRow::of(request, account)).collect()
}

/// What the first page asked for.
struct DepositRequest {
    account: MaskedBankAccount,
    amount: Amount,
}

/// Reads the form; what is wrong with it is shown on the first page.
async fn asked(request: &PageRequest<'_>) -> Result<Result<DepositRequest, Vec<FieldError>>, PageError> {
    let (locale, external_transfers) = (request.locale, &request.app().external_transfers);
    let id = request.form.get(PLACE);
    if id.is_empty() {
        let text = locale.text("deposit-not-chosen").to_owned();
        let not_chosen = FieldError { field: PLACE, text };
        // Without an account, the currency isn't known, and no amount can be read.
        let empty =
            || FieldError { field: "amount", text: locale.text("validation-amount-empty").to_owned() };
        let is_empty = request.form.text("amount").is_empty();
        return Ok(Err([not_chosen].into_iter().chain(is_empty.then(empty)).collect()));
    }
    let account = external_transfers.masked_bank_account(&request.caller()?, id).await?;
    let limit = Limit::ExternalTransfer { most: external_transfers.max_per_transfer() };
    let amount = amount_field(locale, &request.form, "amount", account.rail.currency(), limit);
    Ok(amount
        .map(|amount| DepositRequest { account, amount })
        .map_err(|text| vec![FieldError { field: "amount", text }]))
}

async fn again(request: &PageRequest<'_>, wrong: Vec<FieldError>) -> Result<PageResponse, PageError> {
    Ok(page(request, &request.form, wrong).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn review(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    match asked(request).await? {
        Ok(asked) => quoted(request, &asked, StatusCode::OK).await,
        Err(wrong) => again(request, wrong).await,
    }
}

/// The price, for five minutes.
async fn quoted(
    request: &PageRequest<'_>,
    asked: &DepositRequest,
    status: StatusCode,
) -> Result<PageResponse, PageError> {
    if asked.account.status == ArchiveStatus::Archived {
        let wrong = external_transfers::wrong(request, Refusal::BankAccountArchived.into(), PLACE)?;
        return again(request, vec![wrong]).await;
    }
    let (rail, amount) = (asked.account.rail, asked.amount);
    let new = NewQuote { direction: Direction::Deposit, rail, amount, side: Side::Source };
    let quote: Quote = match request.app().external_transfers.quote(&request.caller()?, new).await {
        Ok(quote) => quote,
        Err(failure) => {
            return again(request, vec![external_transfers::wrong(request, failure, PLACE)?]).await;
        }
    };
    let page = Review {
        shell: request.shell(Section::Deposits)?,
        form: Form::post(request.locale, "review", request.csrf(), &request.form_key),
        account: BankAccountRow::of(request, &asked.account)?,
        amount: request.locale.typed_amount(amount),
        quote: quote.id.to_string(),
        price: PriceView::quoted(request.locale, &quote),
        until: request.locale.date_time(quote.expires_at),
        is_renewed: status != StatusCode::OK,
    };
    Ok(PageResponse::page(&page).with_status(status))
}

pub async fn make(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let asked = match asked(request).await? {
        Ok(asked) => asked,
        Err(wrong) => return again(request, wrong).await,
    };
    let new = NewDeposit {
        bank_account: asked.account.id.to_string(),
        amount: asked.amount,
        quote: Some(request.form.get("quote_id").to_owned()),
    };
    match request
        .app()
        .external_transfers
        .create_deposit(&request.caller()?, new, request.idempotency()?)
        .await
    {
        Ok(answered) => {
            let there = format!("{}/{}", Section::Deposits.href(request.mode()?), made(&answered)?);
            Ok(PageResponse::goto(there).saying(Flash::DepositCreated))
        }
        Err(failure) if external_transfers::needs_new_price(&failure) => {
            quoted(request, &asked, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(failure) => again(request, vec![external_transfers::wrong(request, failure, PLACE)?]).await,
    }
}
