//! Bank accounts: the list, one of them, its name, and its end. Adding one is in `add`. Numbers are shown masked, by
//! what the app hands out: no page after the form has a whole one.

mod add;
mod fields;
mod recognized;

pub use add::{FieldCheck, Purpose, added, empty};

use app::{BankAccountFilter, MaskedBankAccount, Paging, TransactionFilter};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::archive_status::ArchiveStatus;
use rules::arrival::TransferTime;
use rules::external_transfer::Route;
use rules::money::Amount;
use rules::rail::Rail;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionType};

use super::parts::sign;
use crate::api::bank_details::NAME;
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse, invalid_text};
use crate::rails::{self, FormField, NOT_PROVIDED, Unasked};
use crate::shape::{Field, FieldKind, check_text};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/bank_accounts", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/bank_accounts/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(add::show(request))
    }),
    Page::post("/dashboard/{mode}/bank_accounts/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(add::add(request))
    }),
    Page::post("/dashboard/{mode}/bank_accounts/check", Access::SignedIn, |request| {
        Box::pin(add::check(request))
    }),
    Page::get("/dashboard/{mode}/bank_accounts/{id}", Access::SignedIn, |request| Box::pin(one(request))),
    Page::post("/dashboard/{mode}/bank_accounts/{id}/rename", Access::RecentlyAuthenticated, |request| {
        Box::pin(rename(request))
    }),
    Page::post("/dashboard/{mode}/bank_accounts/{id}/archive", Access::RecentlyAuthenticated, |request| {
        Box::pin(archive(request))
    }),
];

/// So many transfers are shown with an account.
const MAX_TRANSFERS: usize = 10;

/// One of the list, and one of those that money can go to or come from.
pub struct BankAccountRow {
    pub id: String,
    pub name: String,
    pub rail: Rail,
    /// The scheme and the country.
    pub rail_name: &'static str,
    pub number: String,
    pub status: &'static str,
    pub since: Timestamp,
    /// Whether a third party's app registered it.
    pub is_foreign: bool,
    /// How long a withdrawal to it takes at most.
    pub withdrawal_time: TransferTime,
}

impl BankAccountRow {
    pub fn of(request: &PageRequest<'_>, known: &MaskedBankAccount) -> Result<BankAccountRow, PageError> {
        Ok(BankAccountRow {
            id: known.id.to_string(),
            name: known.name.clone(),
            rail: known.rail,
            rail_name: request.locale.rail_name(known.rail),
            number: known.shown_number(request.locale),
            status: known.status.name(),
            since: known.created_at,
            is_foreign: known.app != request.account()?.own_app,
            withdrawal_time: request
                .app()
                .external_transfers
                .withdrawal_time(request.mode()?, Route::Bank(known.rail)),
        })
    }

    pub fn currency(&self) -> &'static str {
        self.rail.currency().code()
    }

    /// For a choice among several.
    pub fn words(&self) -> String {
        format!("{} · {} · {}", self.name, self.currency(), self.number)
    }
}

#[derive(Template)]
#[template(path = "dashboard/bank_accounts.html")]
struct BankAccounts<'a> {
    shell: Shell<'a>,
    lines: Vec<BankAccountRow>,
    tabs: Vec<(&'static str, String, bool)>,
    links: PageLinks,
    is_filtered: bool,
}

pub async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    const FILTERS: [&str; 1] = ["status"];
    let shell = request.shell(Section::BankAccounts)?;
    let archive_status = ArchiveStatus::parse(request.query.get("status"));
    let filter =
        BankAccountFilter { status: archive_status.into_iter().collect(), ..BankAccountFilter::default() };
    let shown = request
        .app()
        .external_transfers
        .masked_bank_accounts(&request.caller()?, &filter, &request.paging(&FILTERS))
        .await?;
    let lines: Result<Vec<BankAccountRow>, PageError> =
        shown.items.iter().map(|known| BankAccountRow::of(request, known)).collect();
    let page = BankAccounts {
        tabs: archive_status_tabs(request, archive_status),
        shell,
        lines: lines?,
        links: request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor)),
        is_filtered: archive_status.is_some(),
    };
    Ok(PageResponse::page(&page))
}

/// All, or those that can be used, or those that cannot any more.
pub fn archive_status_tabs(
    request: &PageRequest<'_>,
    archive_status: Option<ArchiveStatus>,
) -> Vec<(&'static str, String, bool)> {
    let tab = |words, wanted: Option<ArchiveStatus>| {
        let query = wanted.map(|wanted| format!("?status={}", wanted.name())).unwrap_or_default();
        (words, format!("{}{query}", request.path), archive_status == wanted)
    };
    let locale = request.locale;
    vec![
        tab(locale.text("external-accounts-all"), None),
        tab(locale.text("external-accounts-active"), Some(ArchiveStatus::Active)),
        tab(locale.text("external-accounts-archived"), Some(ArchiveStatus::Archived)),
    ]
}

#[derive(Template)]
#[template(path = "dashboard/bank_account.html")]
struct BankAccount<'a> {
    shell: Shell<'a>,
    can_deposit: bool,
    can_withdraw: bool,
    line: BankAccountRow,
    facts: Vec<(&'static str, String)>,
    transfers: Vec<Transfer>,
    rename: Form<'a>,
    archive: Form<'a>,
}

/// Money that came from there, or went there.
struct Transfer {
    href: String,
    words: &'static str,
    status: &'static str,
    sign: &'static str,
    amount: Amount,
    at: Timestamp,
}

impl BankAccount<'_> {
    /// What the operator has closed for its rail, if anything.
    fn closed(&self) -> Option<String> {
        let what = match (self.can_deposit, self.can_withdraw) {
            (true, true) => return None,
            (false, true) => "deposits",
            (true, false) => "withdrawals",
            (false, false) => "both",
        };
        Some(self.shell.frame.locale.text_with("bank-account-closed", &[("what", &what)]))
    }

    /// The address of something that is done to it.
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("{}/{what}", self.line.id))
    }

    /// An address that ends in its id.
    fn leading_to(&self, path: &str) -> String {
        self.shell.at(format!("{path}{}", self.line.id))
    }
}

pub async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let known =
        request.app().external_transfers.masked_bank_account(&request.caller()?, request.param("id")).await?;
    let rename = rename_form(request).with("name", &known.name);
    page(request, &known, rename).await
}

async fn page(
    request: &PageRequest<'_>,
    known: &MaskedBankAccount,
    rename: Form<'_>,
) -> Result<PageResponse, PageError> {
    let (external_transfers, mode) = (&request.app().external_transfers, request.mode()?);
    let page = BankAccount {
        can_deposit: external_transfers.deposit_rails(mode).contains(&known.rail),
        can_withdraw: external_transfers.withdrawal_rails(mode).contains(&known.rail),
        transfers: transfers(request, known).await?,
        shell: request.shell(Section::BankAccounts)?,
        line: BankAccountRow::of(request, known)?,
        facts: facts(request.locale, known),
        rename,
        archive: Form::post(request.locale, "archive", request.csrf(), &request.form_key),
    };
    Ok(PageResponse::page(&page))
}

/// The newest.
async fn transfers(request: &PageRequest<'_>, known: &MaskedBankAccount) -> Result<Vec<Transfer>, PageError> {
    let mode = request.mode()?;
    let filter = TransactionFilter { bank_account: Some(known.id), ..TransactionFilter::default() };
    let paging = Paging { cursor: None, size: MAX_TRANSFERS, filters: String::new() };
    let rows = request.app().accounts.transactions_shown(&request.caller()?, &filter, &paging).await?.items;
    let transfer = |row: &Transaction| {
        let section = match row.kind {
            TransactionType::Deposit => Section::Deposits,
            TransactionType::Withdrawal => Section::Withdrawals,
            TransactionType::Payout | TransactionType::InboundTransfer => Section::Transactions,
        };
        Transfer {
            href: format!("{}/{}", section.href(mode), row.id),
            words: request.locale.transaction_type(row.kind),
            status: row.status.name(),
            sign: sign(row),
            amount: row.amount,
            at: row.created_at,
        }
    };
    Ok(rows.iter().map(transfer).collect())
}

fn rename_form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "rename", request.csrf(), &request.form_key)
}

/// The details in words, in the order of the form. An address is one of them.
fn facts(locale: Locale, known: &MaskedBankAccount) -> Vec<(&'static str, String)> {
    let form = &rails::view(known.rail).form;
    let detail = |field: &FormField| known.details.iter().find(|detail| detail.field == field.name);
    let shown = |fields: &'static [FormField]| {
        fields.iter().filter_map(|field| {
            let detail = detail(field)?;
            let is_unknown = matches!(field.unasked, Some(Unasked::Value(value)) if value == detail.value);
            if is_unknown {
                return None;
            }
            let is_number = field.name == known.rail.spec().account_field;
            let value = field.shown(locale, &detail.value).to_owned();
            Some((field, if is_number { known.shown_number(locale) } else { value }))
        })
    };
    let of_account = shown(form.account).chain(shown(form.holder));
    let mut facts: Vec<_> = of_account.map(|(field, value)| ((field.label)(locale), value)).collect();
    // As it stands on an envelope: the country last.
    let is_known = !known.details.iter().any(|detail| detail.value == NOT_PROVIDED);
    let mut address: Vec<_> = shown(form.address).filter(|_| is_known).collect();
    address.sort_by_key(|(field, _)| field.name.ends_with(".country"));
    if !address.is_empty() {
        let lines: Vec<String> = address.into_iter().map(|(_, value)| value).collect();
        facts.push((locale.text("bank-account-part-address"), lines.join(", ")));
    }
    facts
}

pub async fn rename(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, id) = (request.caller()?, request.param("id"));
    let known = request.app().external_transfers.masked_bank_account(&caller, id).await?;
    let name = request.form.text("name");
    if let Some(wrong) = wrong_name(request.locale, &NAME, &name) {
        let form = rename_form(request).with("name", name).wrong("name", wrong);
        return Ok(page(request, &known, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    request.app().external_transfers.rename_bank_account(&caller, id, name).await?;
    Ok(PageResponse::goto(below(request, id)?).saying(Flash::Renamed))
}

pub async fn archive(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, id) = (request.caller()?, request.param("id"));
    request.app().external_transfers.archive_bank_account(&caller, id, request.idempotency()?).await?;
    Ok(PageResponse::goto(below(request, id)?).saying(Flash::Archived))
}

fn below(request: &PageRequest<'_>, id: &str) -> Result<String, PageError> {
    Ok(format!("{}/{id}", Section::BankAccounts.href(request.mode()?)))
}

/// Why a label can't be used, if it can't.
pub fn wrong_name(locale: Locale, field: &Field, name: &str) -> Option<String> {
    let FieldKind::Text(text) = &field.kind else { return None };
    match check_text(text, name) {
        Ok(_) => None,
        Err(_) if name.is_empty() => Some(locale.text("validation-name-empty").to_owned()),
        Err(invalid) => Some(invalid_text(locale, invalid)),
    }
}
