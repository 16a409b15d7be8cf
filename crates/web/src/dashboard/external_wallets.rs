//! External wallets: addresses whose keys are held outside Florin, to which USDC can be withdrawn.

use app::{ExternalWalletFilter, ListOrder, NewExternalWallet};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::archive_status::ArchiveStatus;
use rules::arrival::TransferTime;
use rules::evm_address::{EvmAddress, EvmAddressProblem};
use rules::external_account::external_wallet::ExternalWallet;
use rules::external_transfer::Route;
use rules::time::Timestamp;

use super::bank_accounts::{
    FILTERS, FieldCheck, added_order, archive_selected, archive_status_tabs, archive_wallets,
    ask_archive_wallets, wrong_name,
};
use super::object_links::ObjectLinks;
use super::selection::Selection;
use crate::api::external_wallets::NAME;
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::sorting::{ORDER, Sorting};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse, evm_address_problem, made};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/external_wallets", Access::SignedIn, |request| Box::pin(list(request)))
        .remembering(&FILTERS),
    Page::get("/dashboard/{mode}/external_wallets/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(show_new(request))
    }),
    Page::post("/dashboard/{mode}/external_wallets/new", Access::RecentlyAuthenticated, |request| {
        Box::pin(add(request))
    }),
    Page::post("/dashboard/{mode}/external_wallets/check", Access::SignedIn, |request| {
        Box::pin(check(request))
    }),
    Page::get("/dashboard/{mode}/external_wallets/{id}", Access::SignedIn, |request| Box::pin(one(request))),
    Page::get(
        "/dashboard/{mode}/external_wallets/selected/archive",
        Access::RecentlyAuthenticated,
        |request| Box::pin(ask_archive_wallets(request)),
    ),
    Page::post(
        "/dashboard/{mode}/external_wallets/selected/archive",
        Access::RecentlyAuthenticated,
        |request| Box::pin(archive_wallets(request)),
    ),
    Page::post("/dashboard/{mode}/external_wallets/{id}/rename", Access::RecentlyAuthenticated, |request| {
        Box::pin(rename(request))
    }),
    Page::post("/dashboard/{mode}/external_wallets/{id}/archive", Access::RecentlyAuthenticated, |request| {
        Box::pin(archive(request))
    }),
];

/// One of the list, and one of those that money can go to.
pub struct ExternalWalletRow {
    pub id: String,
    pub name: String,
    pub chain: String,
    pub address: String,
    pub short: String,
    pub status: &'static str,
    pub since: Timestamp,
    pub is_foreign: bool,
    /// From when on money can be sent there, if not yet.
    pub waits_until: Option<String>,
    /// How long a withdrawal to it takes at most.
    pub withdrawal_time: TransferTime,
}

impl ExternalWalletRow {
    pub fn of(request: &PageRequest<'_>, known: &ExternalWallet) -> Result<ExternalWalletRow, PageError> {
        let (account, locale) = (request.account()?, request.locale);
        Ok(ExternalWalletRow {
            id: known.id.to_string(),
            name: known.name.clone(),
            chain: known.chain.clone(),
            address: known.address.as_str().to_owned(),
            short: known.address.shortened(),
            status: known.status.name(),
            since: known.created_at,
            is_foreign: known.app != account.own_app,
            waits_until: request
                .app()
                .external_transfers
                .waits_until(account, known)
                .map(|usable_at| locale.date_time(usable_at)),
            withdrawal_time: request.app().external_transfers.withdrawal_time(account.mode, Route::Chain),
        })
    }

    /// Whether it can be archived.
    pub fn is_active(&self) -> bool {
        self.status == ArchiveStatus::Active.name()
    }

    /// For a choice among several.
    pub fn words(&self) -> String {
        format!("{} · {} · {}", self.name, self.chain, self.short)
    }
}

#[derive(Template)]
#[template(path = "dashboard/external_wallets.html")]
struct Wallets<'a> {
    shell: Shell<'a>,
    lines: Vec<ExternalWalletRow>,
    tabs: Vec<(&'static str, String, bool)>,
    links: PageLinks,
    is_filtered: bool,
    clear: String,
    sorting: Sorting,
    selection: Option<Selection>,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let archive_status = ArchiveStatus::parse(request.query.get("status"));
    let statuses = archive_status.into_iter().collect();
    let order = ListOrder::parse(request.query.get(ORDER)).unwrap_or_default();
    let filter = ExternalWalletFilter { statuses, order, ..ExternalWalletFilter::default() };
    let shown = request
        .app()
        .external_transfers
        .external_wallets_shown(&request.caller()?, &filter, &request.paging(&FILTERS))
        .await?;
    let lines: Result<Vec<ExternalWalletRow>, PageError> =
        shown.items.iter().map(|known| ExternalWalletRow::of(request, known)).collect();
    let (lines, shell) = (lines?, request.shell(Section::ExternalWallets)?);
    let can_archive = lines.iter().any(ExternalWalletRow::is_active);
    let page = Wallets {
        selection: can_archive.then(|| archive_selected(request, shell.below("selected/archive"))),
        sorting: added_order(request, order),
        clear: request.cleared_href(request.path),
        shell,
        lines,
        tabs: archive_status_tabs(request, archive_status),
        links: request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor)),
        is_filtered: archive_status.is_some(),
    };
    Ok(PageResponse::page(&page))
}

#[derive(Template)]
#[template(path = "dashboard/external_wallet_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    chain: &'a str,
    check: String,
}

async fn show_new(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    new_page(request, new_form(request))
}

fn new_form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "wallet", request.csrf(), &request.form_key)
}

fn new_page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::ExternalWallets)?;
    let chain = request.app().accounts.chain_of(request.mode()?).name();
    Ok(PageResponse::page(&NewPage { check: shell.below("check"), shell, form, chain }))
}

fn wrong_address(locale: Locale, typed: &str, problem: EvmAddressProblem) -> &'static str {
    match typed {
        "" => locale.text("validation-wallet-address-empty"),
        _ => evm_address_problem(locale, problem),
    }
}

async fn add(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (name, typed) = (request.form.text("name"), request.form.text("address"));
    let (locale, read) = (request.locale, EvmAddress::check(&typed));
    let wrong_name = wrong_name(locale, &NAME, &name);
    let (Ok(address), None) = (&read, &wrong_name) else {
        let wrong_address = read.err().map(|problem| wrong_address(locale, &typed, problem).to_owned());
        let wrong = [("name", wrong_name), ("address", wrong_address)];
        let mistakes = wrong.into_iter().filter_map(|(field, text)| Some((field, text?)));
        let form = mistakes.fold(new_form(request), |form, (field, text)| form.wrong(field, text));
        let form = form.with("name", name).with("address", typed);
        return Ok(new_page(request, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    let chain = request.app().accounts.chain_of(request.mode()?).name().to_owned();
    let new = NewExternalWallet { name, chain, address: address.clone() };
    let (person, client_info) = (request.person()?, &request.visitor.client_info);
    let answered = request
        .app()
        .external_transfers
        .add_external_wallet(person, client_info, &request.caller()?, new, request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(below(request, &made(&answered)?)?).saying(Flash::Created))
}

/// What is wrong with the address, if it was filled in. It changes nothing.
async fn check(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let typed = request.form.text("address");
    let wrong = EvmAddress::check(&typed).err().filter(|_| !typed.is_empty());
    let wrong = wrong.map(|problem| evm_address_problem(request.locale, problem));
    Ok(PageResponse::page(&FieldCheck { wrong, recognized: None }))
}

#[derive(Template)]
#[template(path = "dashboard/external_wallet.html")]
struct WalletDetails<'a> {
    shell: Shell<'a>,
    object_links: Option<ObjectLinks>,
    line: ExternalWalletRow,
    rename: Form<'a>,
    archive: Form<'a>,
}

impl WalletDetails<'_> {
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("{}/{what}", self.line.id))
    }

    fn withdraw(&self) -> String {
        self.shell.at(format!("withdrawals/new?to={}", self.line.id))
    }
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let known = request
        .app()
        .external_transfers
        .known_external_wallet(&request.caller()?, request.param("id"))
        .await?;
    let rename = rename_form(request).with("name", &known.name);
    page(request, &known, rename).await
}

fn rename_form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "rename", request.csrf(), &request.form_key)
}

async fn page(
    request: &PageRequest<'_>,
    known: &ExternalWallet,
    rename: Form<'_>,
) -> Result<PageResponse, PageError> {
    let page = WalletDetails {
        object_links: ObjectLinks::of(request, &known.id.to_string(), &known.id.to_string()).await?,
        shell: request.shell(Section::ExternalWallets)?,
        line: ExternalWalletRow::of(request, known)?,
        rename,
        archive: Form::post(request.locale, "archive", request.csrf(), &request.form_key),
    };
    Ok(PageResponse::page(&page))
}

async fn rename(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, id) = (request.caller()?, request.param("id"));
    let known = request.app().external_transfers.known_external_wallet(&caller, id).await?;
    let name = request.form.text("name");
    if let Some(wrong) = wrong_name(request.locale, &NAME, &name) {
        let form = rename_form(request).with("name", name).wrong("name", wrong);
        return Ok(page(request, &known, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    request.app().external_transfers.rename_external_wallet(&caller, id, name).await?;
    Ok(PageResponse::goto(below(request, id)?).saying(Flash::Renamed))
}

async fn archive(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, id) = (request.caller()?, request.param("id"));
    request.app().external_transfers.archive_external_wallet(&caller, id, request.idempotency()?).await?;
    Ok(PageResponse::goto(below(request, id)?).saying(Flash::Archived))
}

fn below(request: &PageRequest<'_>, id: &str) -> Result<String, PageError> {
    Ok(format!("{}/{id}", Section::ExternalWallets.href(request.mode()?)))
}
