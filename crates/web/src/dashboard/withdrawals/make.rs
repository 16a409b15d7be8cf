//! Making a withdrawal: where to and how much, then the price, then the withdrawal. To a bank it is made with the price
//! that was shown, or not at all; to a wallet it is made if the price is still the one that was shown.

use app::{ExternalWalletFilter, MaskedBankAccount, NewDestination, NewQuote, NewWithdrawal, Paging};
use askama::Template;
use axum::http::StatusCode;
use rules::external_wallet::ExternalWallet;
use rules::money::{Amount, Currency};
use rules::quote::{Direction, Side};
use rules::refusal::Refusal;
use rules::standing::Standing;

use crate::dashboard::bank_accounts;
use crate::dashboard::crossings::{self, Price, Wrong};
use crate::dashboard::deposits::{choices as bank_account_choices, needs_new_price};
use crate::dashboard::external_wallets;
use crate::dashboard::form::Form;
use crate::dashboard::shell::{Section, Shell};
use crate::dashboard::when::moment;
use crate::visit::{Answer, Trouble, Visit, made};

/// The field that says where the money goes.
const PLACE: &str = "to";
const MOST_CHOICES: usize = 100;

#[derive(Template)]
#[template(path = "dashboard/withdrawal_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    accounts: Vec<bank_accounts::Line>,
    wallets: Vec<external_wallets::Line>,
    available: Amount,
}

#[derive(Template)]
#[template(path = "dashboard/withdrawal_review.html")]
struct Review<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    to: String,
    name: String,
    below: String,
    amount: Amount,
    /// Where a price can be promised: the quote, and until when it is good.
    quote: Option<(String, String)>,
    price: Price,
    is_renewed: bool,
}

impl Review<'_> {
    /// The first page, filled in as it was.
    fn back(&self) -> String {
        self.shell.below(format!("new?to={}&amount={}", self.to, self.amount))
    }
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let chosen = visit.query.get(PLACE);
    let form = form(visit).with("amount", visit.query.text("amount")).with(PLACE, chosen);
    page(visit, chosen, form).await
}

fn form<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("withdrawal", visit.csrf(), &visit.form_key)
}

async fn page(visit: &Visit<'_>, chosen: &str, form: Form<'_>) -> Result<Answer, Trouble> {
    let page = NewPage {
        shell: visit.shell(Section::Withdrawals)?,
        form,
        accounts: bank_account_choices(visit, chosen).await?,
        wallets: wallet_choices(visit, chosen).await?,
        available: visit.app().balance_of(&visit.caller()?).await?.available,
    };
    Ok(Answer::page(&page))
}

/// The active wallets, newest first; the one that was chosen is among them, however old.
async fn wallet_choices(visit: &Visit<'_>, chosen: &str) -> Result<Vec<external_wallets::Line>, Trouble> {
    let caller = visit.caller()?;
    let filter = ExternalWalletFilter { statuses: vec![Standing::Active], ..ExternalWalletFilter::default() };
    let paging = Paging { cursor: None, size: MOST_CHOICES, filters: String::new() };
    let mut known = visit.app().external_wallets_shown(&caller, &filter, &paging).await?.items;
    if chosen.starts_with("ew_") && !known.iter().any(|wallet| wallet.id.to_string() == chosen) {
        known.push(visit.app().known_external_wallet(&caller, chosen).await?);
    }
    known.iter().map(|wallet| external_wallets::Line::of(visit, wallet)).collect()
}

/// What the first page asked for.
struct Asked {
    to: To,
    amount: Amount,
}

enum To {
    Bank(MaskedBankAccount),
    Wallet(ExternalWallet),
}

impl To {
    fn id(&self) -> String {
        match self {
            To::Bank(account) => account.id.to_string(),
            To::Wallet(wallet) => wallet.id.to_string(),
        }
    }

    fn words(&self) -> (String, String) {
        match self {
            To::Bank(account) => {
                (account.name.clone(), format!("{} · {}", account.rail.words(), account.number))
            }
            To::Wallet(wallet) => (wallet.name.clone(), format!("{} · {}", wallet.chain, wallet.address)),
        }
    }

    /// What is known to be refused before a price is asked for.
    fn refusal(&self, visit: &Visit<'_>) -> Result<Option<Refusal>, Trouble> {
        Ok(match self {
            To::Bank(account) => {
                (account.status == Standing::Archived).then_some(Refusal::BankAccountArchived)
            }
            To::Wallet(wallet) if wallet.status == Standing::Archived => {
                Some(Refusal::ExternalWalletArchived)
            }
            To::Wallet(wallet) => {
                let waits = visit.app().waits_until(visit.account()?, wallet);
                waits.map(|usable_at| Refusal::WalletTooNew { usable_at })
            }
        })
    }
}

/// Reads the form; what is wrong with it is shown on the first page.
async fn asked(visit: &Visit<'_>) -> Result<Result<Asked, Vec<Wrong>>, Trouble> {
    let (chosen, typed) = (visit.form.get(PLACE), visit.form.text("amount"));
    let (app, caller) = (visit.app(), visit.caller()?);
    let to = match chosen {
        "" => None,
        id if id.starts_with("ew_") => Some(To::Wallet(app.known_external_wallet(&caller, id).await?)),
        id => Some(To::Bank(app.masked_bank_account(&caller, id).await?)),
    };
    let mut wrong = Vec::new();
    if to.is_none() {
        wrong.push(Wrong { field: PLACE, text: "Choose where the money should go.".to_owned() });
    }
    match (to, crossings::amount(&typed, Currency::Usdc)) {
        (Some(to), Ok(amount)) => Ok(Ok(Asked { to, amount })),
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
    let asked = match asked(visit).await? {
        Ok(asked) => asked,
        Err(wrong) => return again(visit, wrong).await,
    };
    let available = visit.app().balance_of(&visit.caller()?).await?.available;
    let short =
        (available < asked.amount).then_some(Refusal::InsufficientFunds { needed: asked.amount, available });
    let mut wrong = Vec::new();
    for refusal in [asked.to.refusal(visit)?, short].into_iter().flatten() {
        wrong.push(crossings::wrong(visit, refusal.into(), PLACE)?);
    }
    if !wrong.is_empty() {
        return again(visit, wrong).await;
    }
    priced(visit, &asked, StatusCode::OK).await
}

/// The price: a quote for a bank, and what it costs now for a wallet.
async fn priced(visit: &Visit<'_>, asked: &Asked, status: StatusCode) -> Result<Answer, Trouble> {
    let (caller, amount) = (visit.caller()?, asked.amount);
    let priced = match &asked.to {
        To::Bank(account) => {
            let (direction, rail) = (Direction::Withdrawal, account.rail);
            let new = NewQuote { direction, rail, amount, side: Side::Source };
            let quoted = visit.app().quote(&caller, new).await;
            quoted
                .map(|quote| (Price::quoted(&quote), Some((quote.id.to_string(), moment(quote.expires_at)))))
        }
        To::Wallet(_) => {
            visit.app().price_to_wallet(&caller, amount).map(|price| (Price::on_chain(&price), None))
        }
    };
    let (price, quote) = match priced {
        Ok(priced) => priced,
        Err(failure) => return again(visit, vec![crossings::wrong(visit, failure, PLACE)?]).await,
    };
    let (name, below) = asked.to.words();
    let page = Review {
        shell: visit.shell(Section::Withdrawals)?,
        form: Form::post("review", visit.csrf(), &visit.form_key),
        to: asked.to.id(),
        name,
        below,
        amount,
        quote,
        price,
        is_renewed: status != StatusCode::OK,
    };
    Ok(Answer::page(&page).with_status(status))
}

pub async fn make(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let asked = match asked(visit).await? {
        Ok(asked) => asked,
        Err(wrong) => return again(visit, wrong).await,
    };
    visit
        .confirmed(|| format!("You're about to withdraw {} USDC to {}.", asked.amount, asked.to.words().0))?;
    let (caller, id) = (visit.caller()?, asked.to.id());
    let (to, quote, arrives) = match &asked.to {
        To::Bank(_) => (NewDestination::BankAccount(id), Some(visit.form.get("quote_id").to_owned()), None),
        // Compared where the form is recalled: one that was sent twice has one answer, whatever the price is by then.
        To::Wallet(_) => {
            let shown = Amount::parse(visit.form.get("arrives"), Currency::Usdc).unwrap_or(Amount::ZERO);
            (NewDestination::ExternalWallet(id), None, Some(shown))
        }
    };
    let new = NewWithdrawal { to, amount: asked.amount, quote, arrives };
    match visit.app().create_withdrawal(&caller, new, visit.claim()?).await {
        Ok(answered) => {
            let there = format!("{}/{}", Section::Withdrawals.href(visit.mode()?), made(&answered)?);
            Ok(Answer::goto(format!("{there}?said=withdrawn")))
        }
        Err(failure) if needs_new_price(&failure) => {
            priced(visit, &asked, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(failure) => again(visit, vec![crossings::wrong(visit, failure, PLACE)?]).await,
    }
}
