//! External wallets: addresses that somebody else holds the keys of, to which USDC can be withdrawn.

use app::{ExternalWalletFilter, NewExternalWallet};
use askama::Template;
use axum::http::StatusCode;
use rules::evm_address::EvmAddress;
use rules::external_wallet::ExternalWallet;
use rules::standing::Standing;

use super::bank_accounts::{Checked, standing_tabs, wrong_name};
use super::form::Form;
use super::shell::{Section, Shell};
use super::when::moment;
use crate::api::external_wallets::NAME;
use crate::visit::{Access, Answer, Page, Trouble, Visit, made};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/external_wallets", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/external_wallets/new", Access::Proved, |visit| Box::pin(show_new(visit))),
    Page::post("/dashboard/{mode}/external_wallets/new", Access::Proved, |visit| Box::pin(add(visit))),
    Page::post("/dashboard/{mode}/external_wallets/check", Access::SignedIn, |visit| Box::pin(check(visit))),
    Page::get("/dashboard/{mode}/external_wallets/{id}", Access::SignedIn, |visit| Box::pin(one(visit))),
    Page::post("/dashboard/{mode}/external_wallets/{id}/rename", Access::Proved, |visit| {
        Box::pin(rename(visit))
    }),
    Page::post("/dashboard/{mode}/external_wallets/{id}/archive", Access::Proved, |visit| {
        Box::pin(archive(visit))
    }),
];

/// One of the list, and one of those that money can go to.
pub struct Line {
    pub id: String,
    pub name: String,
    pub chain: String,
    pub address: String,
    pub short: String,
    pub status: &'static str,
    pub since: String,
    pub iso: String,
    pub is_foreign: bool,
    /// From when on money can be sent there, if not yet.
    pub waits_until: Option<String>,
}

impl Line {
    pub fn of(visit: &Visit<'_>, known: &ExternalWallet) -> Result<Line, Trouble> {
        let account = visit.account()?;
        Ok(Line {
            id: known.id.to_string(),
            name: known.name.clone(),
            chain: known.chain.clone(),
            address: known.address.as_str().to_owned(),
            short: known.address.shortened(),
            status: known.status.name(),
            since: moment(known.created_at),
            iso: known.created_at.to_string(),
            is_foreign: known.app != account.own_app,
            waits_until: visit.app().waits_until(account, known).map(moment),
        })
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
    lines: Vec<Line>,
    tabs: Vec<(&'static str, String, bool)>,
    first: Option<String>,
    next: Option<String>,
    is_filtered: bool,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    const FILTERS: [&str; 1] = ["status"];
    let standing = Standing::parse(visit.query.get("status"));
    let statuses = standing.into_iter().collect();
    let filter = ExternalWalletFilter { statuses, ..ExternalWalletFilter::default() };
    let shown =
        visit.app().external_wallets_shown(&visit.caller()?, &filter, &visit.paging(&FILTERS)).await?;
    let lines: Result<Vec<Line>, Trouble> = shown.items.iter().map(|known| Line::of(visit, known)).collect();
    let page = Wallets {
        shell: visit.shell(Section::ExternalWallets)?,
        lines: lines?,
        tabs: standing_tabs(visit, standing),
        first: (!visit.query.get("cursor").is_empty()).then(|| visit.list_href(&FILTERS, None)),
        next: shown.next.map(|cursor| visit.list_href(&FILTERS, Some(&cursor))),
        is_filtered: standing.is_some(),
    };
    Ok(Answer::page(&page))
}

#[derive(Template)]
#[template(path = "dashboard/external_wallet_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    chain: &'a str,
    check: String,
}

async fn show_new(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    new_page(visit, new_form(visit))
}

fn new_form<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("wallet", visit.csrf(), &visit.form_key)
}

fn new_page(visit: &Visit<'_>, form: Form<'_>) -> Result<Answer, Trouble> {
    let shell = visit.shell(Section::ExternalWallets)?;
    let chain = visit.app().chain_of(visit.mode()?).name();
    Ok(Answer::page(&NewPage { check: shell.below("check"), shell, form, chain }))
}

/// What the API would say about an address, in a sentence.
fn wrong_address(typed: &str) -> Option<String> {
    match EvmAddress::parse(typed) {
        Ok(_) => None,
        Err(_) if typed.is_empty() => Some("An address is needed.".to_owned()),
        Err(message) => Some(format!("The address {message}.")),
    }
}

async fn add(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (name, typed) = (visit.form.text("name"), visit.form.text("address"));
    let wrong = [("name", wrong_name(&NAME, &name)), ("address", wrong_address(&typed))];
    let mistakes = wrong.into_iter().filter_map(|(field, text)| Some((field, text?)));
    let form = mistakes.fold(new_form(visit), |form, (field, text)| form.wrong(field, text));
    let (true, Ok(address)) = (form.mistakes().is_empty(), EvmAddress::parse(&typed)) else {
        let form = form.with("name", name).with("address", typed);
        return Ok(new_page(visit, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    let chain = visit.app().chain_of(visit.mode()?).name().to_owned();
    let new = NewExternalWallet { name, chain, address };
    let (person, whence) = (visit.person()?, &visit.visitor.whence);
    let answered =
        visit.app().add_external_wallet(person, whence, &visit.caller()?, new, visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=created", below(visit, &made(&answered)?)?)))
}

/// What is wrong with the address, if it was filled in. It changes nothing.
async fn check(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let typed = visit.form.text("address");
    let wrong = wrong_address(&typed).filter(|_| !typed.is_empty());
    Ok(Answer::page(&Checked { wrong: wrong.as_deref() }))
}

#[derive(Template)]
#[template(path = "dashboard/external_wallet.html")]
struct One<'a> {
    shell: Shell<'a>,
    line: Line,
    rename: Form<'a>,
    archive: Form<'a>,
}

impl One<'_> {
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("{}/{what}", self.line.id))
    }

    fn withdraw(&self) -> String {
        self.shell.at(format!("withdrawals/new?to={}", self.line.id))
    }
}

async fn one(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let known = visit.app().known_external_wallet(&visit.caller()?, visit.param("id")).await?;
    let rename = rename_form(visit).with("name", &known.name);
    page(visit, &known, rename)
}

fn rename_form<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("rename", visit.csrf(), &visit.form_key)
}

fn page(visit: &Visit<'_>, known: &ExternalWallet, rename: Form<'_>) -> Result<Answer, Trouble> {
    let page = One {
        shell: visit.shell(Section::ExternalWallets)?,
        line: Line::of(visit, known)?,
        rename,
        archive: Form::post("archive", visit.csrf(), &visit.form_key),
    };
    Ok(Answer::page(&page))
}

async fn rename(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (caller, id) = (visit.caller()?, visit.param("id"));
    let known = visit.app().known_external_wallet(&caller, id).await?;
    let name = visit.form.text("name");
    if let Some(wrong) = wrong_name(&NAME, &name) {
        let form = rename_form(visit).with("name", name).wrong("name", wrong);
        return Ok(page(visit, &known, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    visit.app().rename_external_wallet(&caller, id, name).await?;
    Ok(Answer::goto(format!("{}?said=renamed", below(visit, id)?)))
}

async fn archive(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (caller, id) = (visit.caller()?, visit.param("id"));
    visit.app().archive_external_wallet(&caller, id, visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=archived", below(visit, id)?)))
}

fn below(visit: &Visit<'_>, id: &str) -> Result<String, Trouble> {
    Ok(format!("{}/{id}", Section::ExternalWallets.href(visit.mode()?)))
}
