//! Bank accounts: the list, one of them, its name, and its end. Adding one is in `add`. Numbers are shown masked, by
//! what the app hands out: no page after the form has a whole one.

mod add;
mod countries;
mod fields;
mod words;

pub use add::Checked;
pub use fields::said;
pub use words::label;

use app::{BankAccountFilter, MaskedBankAccount, MaskedDetail, Paging, TransactionFilter};
use askama::Template;
use axum::http::StatusCode;
use rules::money::Amount;
use rules::rail::Rail;
use rules::standing::Standing;
use rules::transaction::{Transaction, TransactionType};

use super::form::Form;
use super::shell::{Section, Shell};
use super::when::moment;
use crate::api::bank_accounts::NAME;
use crate::shape::{Field, Kind, check_text};
use crate::visit::{Access, Answer, Page, Trouble, Visit};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/bank_accounts", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/bank_accounts/new", Access::Proved, |visit| Box::pin(add::show(visit))),
    Page::post("/dashboard/{mode}/bank_accounts/new", Access::Proved, |visit| Box::pin(add::add(visit))),
    Page::post("/dashboard/{mode}/bank_accounts/check", Access::SignedIn, |visit| {
        Box::pin(add::check(visit))
    }),
    Page::get("/dashboard/{mode}/bank_accounts/{id}", Access::SignedIn, |visit| Box::pin(one(visit))),
    Page::post("/dashboard/{mode}/bank_accounts/{id}/rename", Access::Proved, |visit| {
        Box::pin(rename(visit))
    }),
    Page::post("/dashboard/{mode}/bank_accounts/{id}/archive", Access::Proved, |visit| {
        Box::pin(archive(visit))
    }),
];

/// So many transfers are shown with an account.
const MOST_TRANSFERS: usize = 10;

/// One of the list, and one of those that money can go to or come from.
pub struct Line {
    pub id: String,
    pub name: String,
    pub rail: Rail,
    pub number: String,
    pub status: &'static str,
    pub since: String,
    pub iso: String,
    /// Whether an app of somebody else registered it.
    pub is_foreign: bool,
}

impl Line {
    pub fn of(visit: &Visit<'_>, known: &MaskedBankAccount) -> Result<Line, Trouble> {
        Ok(Line {
            id: known.id.to_string(),
            name: known.name.clone(),
            rail: known.rail,
            number: known.number.clone(),
            status: known.status.name(),
            since: moment(known.created_at),
            iso: known.created_at.to_string(),
            is_foreign: known.app != visit.account()?.own_app,
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
    lines: Vec<Line>,
    tabs: Vec<(&'static str, String, bool)>,
    first: Option<String>,
    next: Option<String>,
    is_filtered: bool,
}

pub async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    const FILTERS: [&str; 1] = ["status"];
    let shell = visit.shell(Section::BankAccounts)?;
    let standing = Standing::parse(visit.query.get("status"));
    let filter = BankAccountFilter { status: standing.into_iter().collect(), ..BankAccountFilter::default() };
    let shown = visit.app().masked_bank_accounts(&visit.caller()?, &filter, &visit.paging(&FILTERS)).await?;
    let lines: Result<Vec<Line>, Trouble> = shown.items.iter().map(|known| Line::of(visit, known)).collect();
    let page = BankAccounts {
        tabs: standing_tabs(visit, standing),
        shell,
        lines: lines?,
        first: (!visit.query.get("cursor").is_empty()).then(|| visit.list_href(&FILTERS, None)),
        next: shown.next.map(|cursor| visit.list_href(&FILTERS, Some(&cursor))),
        is_filtered: standing.is_some(),
    };
    Ok(Answer::page(&page))
}

/// All, or those that can be used, or those that cannot any more.
pub fn standing_tabs(visit: &Visit<'_>, standing: Option<Standing>) -> Vec<(&'static str, String, bool)> {
    let tab = |words, wanted: Option<Standing>| {
        let query = wanted.map(|wanted| format!("?status={}", wanted.name())).unwrap_or_default();
        (words, format!("{}{query}", visit.path), standing == wanted)
    };
    vec![tab("All", None), tab("Active", Some(Standing::Active)), tab("Archived", Some(Standing::Archived))]
}

#[derive(Template)]
#[template(path = "dashboard/bank_account.html")]
struct BankAccount<'a> {
    shell: Shell<'a>,
    line: Line,
    facts: Vec<(&'static str, String)>,
    transfers: Vec<Transfer>,
    rename: Form<'a>,
    archive: Form<'a>,
}

/// Money that came from there, or went there.
struct Transfer {
    href: String,
    words: String,
    status: &'static str,
    sign: &'static str,
    amount: Amount,
    at: String,
    iso: String,
}

impl BankAccount<'_> {
    /// The address of something that is done to it.
    fn here(&self, what: &str) -> String {
        self.shell.below(format!("{}/{what}", self.line.id))
    }

    /// An address that ends in its id.
    fn leading_to(&self, path: &str) -> String {
        self.shell.at(format!("{path}{}", self.line.id))
    }
}

pub async fn one(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let known = visit.app().masked_bank_account(&visit.caller()?, visit.param("id")).await?;
    let rename = rename_form(visit).with("name", &known.name);
    page(visit, &known, rename).await
}

async fn page(visit: &Visit<'_>, known: &MaskedBankAccount, rename: Form<'_>) -> Result<Answer, Trouble> {
    let page = BankAccount {
        transfers: transfers(visit, known).await?,
        shell: visit.shell(Section::BankAccounts)?,
        line: Line::of(visit, known)?,
        facts: facts(&known.details),
        rename,
        archive: Form::post("archive", visit.csrf(), &visit.form_key),
    };
    Ok(Answer::page(&page))
}

/// The newest.
async fn transfers(visit: &Visit<'_>, known: &MaskedBankAccount) -> Result<Vec<Transfer>, Trouble> {
    let mode = visit.mode()?;
    let filter = TransactionFilter { bank_account: Some(known.id), ..TransactionFilter::default() };
    let paging = Paging { cursor: None, size: MOST_TRANSFERS, filters: String::new() };
    let rows = visit.app().transactions_shown(&visit.caller()?, &filter, &paging).await?.items;
    let transfer = |row: &Transaction| {
        let section = match row.kind {
            TransactionType::Deposit => Section::Deposits,
            TransactionType::Withdrawal => Section::Withdrawals,
            TransactionType::Payout | TransactionType::InboundTransfer => Section::Transactions,
        };
        Transfer {
            href: format!("{}/{}", section.href(mode), row.id),
            words: super::parts::words(row.kind.name()),
            status: row.status.name(),
            sign: if row.kind.is_incoming() { "+" } else { "\u{2212}" },
            amount: row.amount,
            at: moment(row.created_at),
            iso: row.created_at.to_string(),
        }
    };
    Ok(rows.iter().map(transfer).collect())
}

fn rename_form<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("rename", visit.csrf(), &visit.form_key)
}

/// The details in words. An address is one of them.
fn facts(details: &[MaskedDetail]) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let mut address = Vec::new();
    for MaskedDetail { field, value } in details {
        let value = words::choice(field, value).to_owned();
        match (field.strip_prefix("owner_address."), words::words(field)) {
            (Some(_), _) => address.push((field.as_str(), value)),
            (None, Some(words)) => facts.push((words.label.trim_end_matches('?'), value)),
            (None, None) => {}
        }
    }
    // As it stands on an envelope: the country last.
    address.sort_by_key(|(field, _)| {
        ["line1", "line2", "city", "state", "postal_code", "country"]
            .iter()
            .position(|part| field.ends_with(part))
    });
    if !address.is_empty() {
        let lines: Vec<String> = address.into_iter().map(|(_, value)| value).collect();
        facts.push(("Address of the holder", lines.join(", ")));
    }
    facts
}

pub async fn rename(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (caller, id) = (visit.caller()?, visit.param("id"));
    let known = visit.app().masked_bank_account(&caller, id).await?;
    let name = visit.form.text("name");
    if let Some(wrong) = wrong_name(&NAME, &name) {
        let form = rename_form(visit).with("name", name).wrong("name", wrong);
        return Ok(page(visit, &known, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    visit.app().rename_bank_account(&caller, id, name).await?;
    Ok(Answer::goto(format!("{}?said=renamed", below(visit, id)?)))
}

pub async fn archive(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (caller, id) = (visit.caller()?, visit.param("id"));
    visit.app().archive_bank_account(&caller, id, visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=archived", below(visit, id)?)))
}

fn below(visit: &Visit<'_>, id: &str) -> Result<String, Trouble> {
    Ok(format!("{}/{id}", Section::BankAccounts.href(visit.mode()?)))
}

/// What the API would say about a label, in a sentence.
pub fn wrong_name(field: &Field, name: &str) -> Option<String> {
    let Kind::Text(text) = &field.kind else { return None };
    match check_text(text, name) {
        Ok(()) => None,
        Err(_) if name.is_empty() => Some("A name is needed.".to_owned()),
        Err(message) if message.starts_with("the text is too long") => {
            Some(format!("Use at most {} characters.", text.max))
        }
        Err(message) => Some(said(&message)),
    }
}
