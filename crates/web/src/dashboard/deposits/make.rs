//! Making a deposit: which bank account and how much, then the price, then the deposit. It is made with the price that
//! was shown, or not at all.

use app::{BankAccountFilter, Failure, MaskedBankAccount, NewDeposit, NewQuote, Paging};
use askama::Template;
use axum::http::StatusCode;
use rules::money::{Amount, Currency};
use rules::quote::{Direction, Quote, Side};
use rules::refusal::{Refusal, StaleQuote};
use rules::standing::Standing;

use crate::dashboard::bank_accounts::Line;
use crate::dashboard::crossings::{self, Price, Wrong};
use crate::dashboard::form::Form;
use crate::dashboard::shell::{Section, Shell};
use crate::dashboard::when::moment;
use crate::visit::{Answer, Trouble, Visit, made};

/// The field that says where the money comes from.
const PLACE: &str = "bank_account_id";
/// So many accounts can be chosen from.
const MOST_CHOICES: usize = 100;

#[derive(Template)]
#[template(path = "dashboard/deposit_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    accounts: Vec<Line>,
    /// The currency of the account that is chosen, if one is.
    currency: &'a str,
}

#[derive(Template)]
#[template(path = "dashboard/deposit_review.html")]
struct Review<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    account: Line,
    amount: Amount,
    quote: String,
    price: Price,
    until: String,
    is_renewed: bool,
}

impl Review<'_> {
    /// The first page, filled in as it was.
    fn back(&self) -> String {
        self.shell.below(format!("new?bank_account_id={}&amount={}", self.account.id, self.amount))
    }
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let chosen = visit.query.get(PLACE);
    let form = form(visit).with("amount", visit.query.text("amount")).with(PLACE, chosen);
    page(visit, chosen, form).await
}

fn form<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("deposit", visit.csrf(), &visit.form_key)
}

/// Every account that can be chosen, and the one that was.
async fn page(visit: &Visit<'_>, chosen: &str, form: Form<'_>) -> Result<Answer, Trouble> {
    let accounts = choices(visit, chosen).await?;
    let known = accounts.iter().find(|account| account.id == chosen);
    // Where there is one account, nobody has to choose.
    let only = accounts.first().filter(|_| accounts.len() == 1);
    let currency = known.or(only).map_or("", Line::currency);
    let page = NewPage { shell: visit.shell(Section::Deposits)?, form, accounts, currency };
    Ok(Answer::page(&page))
}

/// The active accounts, newest first; the one that was chosen is among them, however old.
pub async fn choices(visit: &Visit<'_>, chosen: &str) -> Result<Vec<Line>, Trouble> {
    let caller = visit.caller()?;
    let filter = BankAccountFilter { status: vec![Standing::Active], ..BankAccountFilter::default() };
    let paging = Paging { cursor: None, size: MOST_CHOICES, filters: String::new() };
    let mut known = visit.app().masked_bank_accounts(&caller, &filter, &paging).await?.items;
    if chosen.starts_with("ba_") && !known.iter().any(|account| account.id.to_string() == chosen) {
        known.push(visit.app().masked_bank_account(&caller, chosen).await?);
    }
    known.iter().map(|account| Line::of(visit, account)).collect()
}

/// What the first page asked for.
struct Asked {
    account: MaskedBankAccount,
    amount: Amount,
}

/// Reads the form; what is wrong with it is shown on the first page.
async fn asked(visit: &Visit<'_>) -> Result<Result<Asked, Vec<Wrong>>, Trouble> {
    let (chosen, typed) = (visit.form.get(PLACE), visit.form.text("amount"));
    let account = match chosen {
        "" => None,
        id => Some(visit.app().masked_bank_account(&visit.caller()?, id).await?),
    };
    let currency = account.as_ref().map_or(Currency::Usd, |account| account.rail.currency());
    let mut wrong = Vec::new();
    if account.is_none() {
        wrong.push(Wrong { field: PLACE, text: "Choose the bank account that you send from.".to_owned() });
    }
    let amount = crossings::amount(&typed, currency);
    match (account, amount) {
        (Some(account), Ok(amount)) => Ok(Ok(Asked { account, amount })),
        (_, amount) => {
            wrong.extend(amount.err().map(|text| Wrong { field: "amount", text }));
            Ok(Err(wrong))
        }
    }
}

async fn again(visit: &Visit<'_>, wrong: Vec<Wrong>) -> Result<Answer, Trouble> {
    let chosen = visit.form.get(PLACE);
    let form = form(visit).with("amount", visit.form.text("amount")).with(PLACE, chosen);
    let form = wrong.into_iter().fold(form, |form, wrong| form.wrong(wrong.field, wrong.text));
    Ok(page(visit, chosen, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn review(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    match asked(visit).await? {
        Ok(asked) => quoted(visit, &asked, StatusCode::OK).await,
        Err(wrong) => again(visit, wrong).await,
    }
}

/// The price, for five minutes.
async fn quoted(visit: &Visit<'_>, asked: &Asked, status: StatusCode) -> Result<Answer, Trouble> {
    if asked.account.status == Standing::Archived {
        let wrong = crossings::wrong(visit, Refusal::BankAccountArchived.into(), PLACE)?;
        return again(visit, vec![wrong]).await;
    }
    let (rail, amount) = (asked.account.rail, asked.amount);
    let new = NewQuote { direction: Direction::Deposit, rail, amount, side: Side::Source };
    let quote: Quote = match visit.app().quote(&visit.caller()?, new).await {
        Ok(quote) => quote,
        Err(failure) => return again(visit, vec![crossings::wrong(visit, failure, PLACE)?]).await,
    };
    let page = Review {
        shell: visit.shell(Section::Deposits)?,
        form: Form::post("review", visit.csrf(), &visit.form_key),
        account: Line::of(visit, &asked.account)?,
        amount,
        quote: quote.id.to_string(),
        price: Price::quoted(&quote),
        until: moment(quote.expires_at),
        is_renewed: status != StatusCode::OK,
    };
    Ok(Answer::page(&page).with_status(status))
}

pub async fn make(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let asked = match asked(visit).await? {
        Ok(asked) => asked,
        Err(wrong) => return again(visit, wrong).await,
    };
    let new = NewDeposit {
        bank_account: asked.account.id.to_string(),
        amount: asked.amount,
        quote: Some(visit.form.get("quote_id").to_owned()),
    };
    match visit.app().create_deposit(&visit.caller()?, new, visit.claim()?).await {
        Ok(answered) => {
            let there = format!("{}/{}", Section::Deposits.href(visit.mode()?), made(&answered)?);
            Ok(Answer::goto(format!("{there}?said=announced")))
        }
        Err(failure) if needs_new_price(&failure) => {
            quoted(visit, &asked, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(failure) => again(visit, vec![crossings::wrong(visit, failure, PLACE)?]).await,
    }
}

/// Whether a price that was good once is not good any more.
pub fn needs_new_price(failure: &Failure) -> bool {
    match failure {
        Failure::Refused(Refusal::QuoteExpired(stale)) => match stale {
            StaleQuote::Used | StaleQuote::Expired => true,
            StaleQuote::Unknown => false,
        },
        Failure::Refused(Refusal::OtherQuote { .. } | Refusal::PriceChanged) => true,
        _ => false,
    }
}
